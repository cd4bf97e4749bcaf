"""The log of a local game, replayed and verified: every step is checked before it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from p2pgame.engine.events import Drawn
from p2pgame.engine.pending import Over, Result

from ..contract.contract import FindGame
from ..identity import keys
from ..table.ledger import StepCompleted
from ..wire.errors import Code, FalseState, RemoteError
from .format import LogError, check_known
from .framing import DamagedRecord
from .local import (
    LocalContract,
    LocalEvent,
    LocalStep,
    Standing,
    event_of,
    outcome,
    read_local_genesis,
    read_step,
)


class LocalReplay:
    """A local log played back. Its steps are numbered from 1, like those of a table after its opening."""

    def __init__(self, data: bytes, find_game: FindGame) -> None:
        """Open a log.

        Raises:
            LogError: the data is no local log that this version reads.
            DamagedRecord: its beginning is damaged.
            RemoteError: its genesis does not hold.
        """
        self.data = data
        try:
            self.contract, signature, self.end = read_local_genesis(data)
            check_known(self.contract.game, find_game)
            self.game = self.contract.check(find_game)
        except RemoteError as error:
            if error.code is Code.WRONG_VERSION:  # it may hold: it cannot be checked by other rules
                raise LogError(f"this log is of another version: {error.sentence}") from error
            raise
        keys.verify(self.contract.owner, "p2pgame local game", self.contract.id, signature)
        self.standings = [Standing.first(self.contract, self.game)]
        """The standing before each step, and the present one."""
        self.ends = [self.end]
        """The offset behind the genesis and behind each step."""
        self.events: list[LocalEvent] = []
        """The events of the steps that hold."""

    @property
    def people(self) -> tuple[tuple[str, str], ...]:
        """The name of each seat, as it may be shown; no seat has a key of its own."""
        return tuple((seat.label, "") for seat in self.contract.seats)

    @property
    def state(self) -> Any:
        """The state after the last step that was read."""
        return self.standings[-1].state

    @property
    def closed(self) -> bool:
        """Whether nothing more can come."""
        return self.result is not None

    @property
    def step(self) -> int:
        """The number of the next step."""
        return len(self.standings)

    @property
    def result(self) -> Result | None:
        """How the game ended; None before that."""
        pending = self.game.pending(self.standings[-1].state)
        return pending.result if isinstance(pending, Over) else None

    def steps(self) -> Iterator[StepCompleted]:
        """Each step that holds; afterwards `end` is the offset behind the last one that does.

        Raises:
            DamagedRecord: a record that is not whole.
            RemoteError: a step that does not hold.
        """
        while self.end < len(self.data):
            step, end = read_step(self.data, self.end)
            completed = self._take(step)
            self.end = end
            self.ends.append(end)
            yield completed

    def _take(self, step: LocalStep) -> StepCompleted:
        before, number = self.standings[-1], self.step
        event = event_of(self.game, before.state, step.event)
        state = outcome(self.game, len(self.contract.seats), before.state, event)
        state_hash = self.game.hash(state)
        if state_hash != step.state_hash:
            raise FalseState(number, state_hash)
        after = before.after(step.event, state, state_hash)
        keys.verify(self.contract.owner, "p2pgame local step", after.head, step.signature)
        self.standings.append(after)
        self.events.append(event)
        pending = self.game.pending(before.state)
        return StepCompleted(number, number, pending, event, state, after.head, inputs=(), skipped=(), consenting=())


class LocalVerdict(Enum):
    """The value of a local log. No such log proves that a draw was fair."""

    WHOLE = "intact, signed by one player alone; draws by that machine, not proven fair"
    UNFINISHED = "intact as far as it goes, but unfinished; signed by one player alone, draws not proven fair"
    FALSE = "not intact"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class LocalReport:
    """The findings about a local log."""

    verdict: LocalVerdict
    contract: LocalContract | None = None
    steps: int = 0
    draws: int = 0
    result: Result | None = None
    """How the game ended, if it did."""
    head: bytes = b""
    fault_step: int | None = None
    """The first step that does not hold; None for the genesis, and in a log that holds."""
    reason: str = ""
    """The fault there."""

    @property
    def signatures(self) -> int:
        """How many signatures were checked: one of the genesis and one of each step."""
        return 0 if self.contract is None else self.steps + 1


def verify_local(data: bytes, find_game: FindGame) -> LocalReport:
    """The value of a local log; names the first invalid step."""
    try:
        replay = LocalReplay(data, find_game)
    except LogError as error:
        return LocalReport(LocalVerdict.UNREADABLE, reason=str(error))
    except (DamagedRecord, RemoteError) as error:
        return LocalReport(LocalVerdict.FALSE, reason=_reason(error))
    reason = ""
    try:
        for _ in replay.steps():
            pass
    except (DamagedRecord, RemoteError) as error:
        reason = _reason(error)
    return _report(replay, reason)


def _report(replay: LocalReplay, reason: str) -> LocalReport:
    verdict = LocalVerdict.UNFINISHED if replay.result is None else LocalVerdict.WHOLE
    return LocalReport(
        LocalVerdict.FALSE if reason else verdict,
        replay.contract,
        len(replay.events),
        sum(isinstance(event, Drawn) for event in replay.events),
        replay.result,
        replay.standings[-1].head,
        replay.step if reason else None,
        reason,
    )


def _reason(error: DamagedRecord | RemoteError) -> str:
    return error.sentence if isinstance(error, RemoteError) else str(error)
