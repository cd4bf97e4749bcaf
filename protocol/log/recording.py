"""Logs that can be replayed: the log of a table, or that of a local game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Result

from ..contract.contract import FindGame
from ..table.ledger import StepCompleted
from .local import is_local
from .local_replay import LocalReplay
from .replay import Replay


class Recording(Protocol):
    """A log, read step by step; each step is checked before it is given."""

    data: bytes
    """The known part of the file; more may follow it."""
    end: int
    """The offset behind the last entry that holds."""

    @property
    def game(self) -> AnyGame:
        """The game that was played."""

    @property
    def people(self) -> tuple[tuple[str, str], ...]:
        """The name and the short fingerprint of each seat; no fingerprint where a seat has no key."""

    @property
    def state(self) -> Any:
        """The state after the last step that was read."""

    @property
    def step(self) -> int:
        """The number of the next step."""

    @property
    def result(self) -> Result | None:
        """How the game ended; None before that."""

    @property
    def closed(self) -> bool:
        """Whether nothing more can come."""

    def steps(self) -> Iterator[StepCompleted]:
        """Each step that holds, from where the last reading ended.

        Raises:
            DamagedRecord: a record that is not whole.
            RemoteError: an entry that does not hold.
        """


def open_recording(data: bytes, find_game: FindGame) -> Replay | LocalReplay:
    """A log of either kind, nothing read yet.

    Raises:
        LogError: the data is no log that this version reads.
        DamagedRecord: its beginning is damaged.
        RemoteError: its genesis does not hold.
    """
    return LocalReplay(data, find_game) if is_local(data) else Replay(data, find_game)
