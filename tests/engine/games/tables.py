"""Tables set up by hand, for tests of clauses: notation in, notation out."""

from __future__ import annotations

from typing import Any

import pytest
from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.events import Answered, Drawn, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Chance, Over, Pending, Result, Turn, asked
from p2pgame.engine.play import step


class Table:
    """A game in progress, moved along in notation."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.state = state

    @property
    def pending(self) -> Pending:
        """The pending step."""
        return self.game.pending(self.state)

    @property
    def position(self) -> dict[str, Any]:
        """The position in its written form."""
        return self.game.position(self.state)

    @property
    def result(self) -> Result:
        """How the game ended; fails if it has not."""
        pending = self.pending
        assert isinstance(pending, Over), pending
        return pending.result

    def legal(self, seat: int) -> list[str]:
        """The legal moves of a seat in notation."""
        return [self.game.format(move) for move in self.game.legal(self.state, seat)]

    def play(self, *moves: str) -> Table:
        """Answer the step that waits: one move for a turn, one for each asked seat in order otherwise."""
        pending = self.pending
        parsed = [self.game.parse(move) for move in moves]
        if isinstance(pending, Turn):
            (move,) = parsed
            self.state = step(self.game, self.state, Played(pending.seat, move))
        else:
            self.state = step(self.game, self.state, Answered(tuple(parsed)))
        return self

    def draw(self, label: str) -> Table:
        """Answer a chance step with the outcome of that label."""
        pending = self.pending
        assert isinstance(pending, Chance), pending
        value = 0
        for name, weight in pending.outcomes:
            if name == label:
                self.state = step(self.game, self.state, Drawn(value))
                return self
            value += weight
        raise AssertionError(f"no outcome {label} among {pending.outcomes}")

    def drop(self, seat: int) -> Table:
        """The seat leaves for good."""
        self.state = self.game.drop(self.state, seat)
        return self

    def refuses(self, seat: int, move: str, clause: str) -> None:
        """Fail unless the move is refused for that clause."""
        with pytest.raises(IllegalMove) as refusal:
            self.game.check(self.state, seat, self.game.parse(move))
        assert refusal.value.clause == clause

    def asks(self, *seats: int) -> None:
        """Fail unless exactly these seats are asked."""
        assert asked(self.pending) == seats
