"""The games of Tink that both sides play, and the figures of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from p2pgame.engine.events import Drawn, Played
from p2pgame.engine.games import load
from p2pgame.engine.games.tink.moves import Move, Place
from p2pgame.engine.pending import Over

from ..contracts import genesis
from ..scripts import played

SEATS = 2


@dataclass(frozen=True, slots=True)
class Match:
    """A whole game, fixed in advance."""

    first: int
    """The seat that begins."""
    turns: tuple[tuple[int, Move], ...]
    """Each turn's seat and move."""
    winners: tuple[int, ...]

    def of(self, seat: int) -> list[Move]:
        """The moves of a seat."""
        return [move for mover, move in self.turns if mover == seat]


class Figures(NamedTuple):
    """The time from the first turn to the last: of one game, or of more than one together."""

    turns: int
    """Without the first."""
    seconds: float
    """By the clock."""
    cpu: float
    """Seconds of the processor, of all programs together."""

    @classmethod
    def together(cls, all_: Iterable[Figures]) -> Figures:
        """The sums of figures."""
        turns, seconds, cpu = zip(*all_, strict=True)
        return cls(sum(turns), sum(seconds), sum(cpu))


def match(number: int) -> Match:
    """The game that scripted peers play at the table of that number."""
    tink = load("tink")
    steps = list(played(genesis("tink", SEATS, number)))
    first = next(step.state.turn for step in steps if isinstance(step.event, Drawn))
    turns = tuple((step.event.seat, step.event.move) for step in steps if isinstance(step.event, Played))
    over = tink.pending(steps[-1].state)
    assert isinstance(over, Over)
    return Match(first, turns, over.result.winners)


def as_json(move: Move) -> list[object]:
    """A move as boardgame.io makes it: its name and its arguments."""
    return ["place", move.size, move.square, move.spent] if isinstance(move, Place) else ["pass"]
