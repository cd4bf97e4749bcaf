"""A game of another package: an action is the place of a move among the legal ones, and a state is its canonical
bytes."""

from __future__ import annotations

from typing import Any

from .. import canon
from ..coding import Coding
from ..game import AnyGame

ACTIONS = 1_024
"""Legal moves that have an id in a state, at most."""

STATE_BYTES = 2_048
"""Numbers of a state: its canonical bytes (`spec/encoding.md`), then zeros."""


class General:
    """The coding that works for any game."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.actions = Coding()

    def features(self, state: Any, seat: int) -> list[int]:
        """The seat's number and the bytes of the state.

        Raises:
            ValueError: the state has more bytes than there are numbers.
        """
        data = canon.encode(state)
        if len(data) > STATE_BYTES:
            raise ValueError(
                f"a state of {self._game.id} takes {len(data)} bytes; adapters have room for {STATE_BYTES}"
            )
        return [seat, *data, *bytes(STATE_BYTES - len(data))]
