"""One game played step by step in one place. Partial answers are kept until all have come, and steps can be taken
back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from p2pgame.engine import play
from p2pgame.engine.errors import IllegalMove, WrongEvent, quoted
from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import Game
from p2pgame.engine.pending import Chance, Over, Pending, Secret, Turn, Window, asked
from p2pgame.engine.positions import terms_of

S = TypeVar("S")
M = TypeVar("M")


class NothingToUndo(Exception):
    """No step has been applied since the start, or since the position was set."""


@dataclass(frozen=True, slots=True)
class Left:
    """The seat has left for good."""

    seat: int


@dataclass(frozen=True, slots=True)
class Returned:
    """At a network table the seat's last move was taken back, by agreement of all."""

    seat: int


class Session(Generic[S, M]):
    """A state, its history, and the answers given so far to the waiting step."""

    def __init__(self, game: Game[S, M], state: S) -> None:
        self.game = game
        self.state = state
        self._answers: dict[int, M] = {}
        self._past: list[tuple[S, Event[M] | Left]] = []

    @property
    def seats(self) -> int:
        """The number of seats at the start."""
        return terms_of(self.game, self.state).seats

    @property
    def pending(self) -> Pending:
        """The pending step of the state."""
        return self.game.pending(self.state)

    @property
    def history(self) -> Sequence[tuple[S, Event[M] | Left]]:
        """Each applied step that can be taken back: the state before it, and its event."""
        return self._past

    def steps_since(self, number: int) -> Iterator[tuple[S, Event[M] | Left, S]]:
        """The applied steps from that one on, counted from 0: the state before, the event, and the state after."""
        states = [state for state, _ in self._past[number + 1 :]] + [self.state]
        for (before, event), after in zip(self._past[number:], states, strict=False):
            yield before, event, after

    @property
    def half_answered(self) -> bool:
        """Whether some seats have answered the waiting step and others have not."""
        return bool(self._answers)

    @property
    def answered(self) -> tuple[int, ...]:
        """The seats that have answered the waiting step, in rising order."""
        return tuple(sorted(self._answers))

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose answer is still due, in rising order."""
        return tuple(seat for seat in asked(self.pending) if seat not in self._answers)

    def play(self, seat: int, move: M) -> None:
        """Make a move; answers to a secret or window step take effect when the last has come.

        Raises:
            IllegalMove: the seat is not asked, has answered, or may not do that.
        """
        pending = self.pending
        if seat in asked(pending) and seat in self._answers:
            raise IllegalMove(f"seat {seat} has already answered this step", "engine 1.2")
        if seat not in asked(pending):
            raise IllegalMove(f"seat {seat} cannot move now", "engine 1.1")
        match pending:
            case Turn():
                self._step(Played(seat, move))
            case Secret(seats) | Window(seats):
                self.game.check(self.state, seat, move)
                self._answers[seat] = move
                if not self.waiting:
                    self._step(Answered(tuple(self._answers[s] for s in seats)))
            case _:
                raise IllegalMove("no move is expected now", "engine 1.1")

    def draw(self, value: int) -> None:
        """Answer a chance step.

        Raises:
            WrongEvent: no chance step waits, or the value is out of bounds.
        """
        self._step(Drawn(value))

    def draw_label(self, label: str) -> None:
        """Answer a chance step with the first integer that maps to the label.

        Raises:
            WrongEvent: no chance step waits, or it has no such outcome.
        """
        pending = self.pending
        if not isinstance(pending, Chance):
            raise WrongEvent("no draw is expected now")
        value = 0
        for name, weight in pending.outcomes:
            if name == label:
                return self._step(Drawn(value))
            value += weight
        raise WrongEvent(
            f"there is no outcome {quoted(label)}; the outcomes are {_few([name for name, _ in pending.outcomes])}"
        )

    def drop(self, seat: int) -> None:
        """The seat leaves for good. Answers already given to the step are asked for again.

        Raises:
            WrongEvent: there is no such seat, it has left already, or the game is over.
        """
        if seat not in range(self.seats):
            raise WrongEvent(f"there is no seat {seat}: seats are 0 to {self.seats - 1}")
        if isinstance(self.pending, Over):
            raise WrongEvent("the game is over")
        after = self.game.drop(self.state, seat)
        if after == self.state:
            raise WrongEvent(f"seat {seat} has left already")
        self._move_to(after, Left(seat))

    def take(self, event: Event[M] | Left) -> None:
        """Let an event of another session of the game happen here as well.

        Raises:
            IllegalMove, WrongEvent: it does not follow.
        """
        match event:
            case Played(seat, move):
                self.play(seat, move)
            case Answered(moves):
                for seat, move in zip(asked(self.pending), moves, strict=True):
                    self.play(seat, move)
            case Drawn(value):
                self.draw(value)
            case Left(seat):
                self.drop(seat)

    def undo(self) -> None:
        """Return to the state before the last applied step; of a half-answered step only the answers are forgotten.

        Raises:
            NothingToUndo: there is no step to take back.
        """
        if self._answers:
            self._answers = {}
        elif self._past:
            self.state, _ = self._past.pop()
        else:
            raise NothingToUndo("there is no step to take back")

    def _step(self, event: Event[M]) -> None:
        self._move_to(play.step(self.game, self.state, event), event)

    def _move_to(self, state: S, by: Event[M] | Left) -> None:
        self._past.append((self.state, by))
        self.state = state
        self._answers = {}


def label_of(chance: Chance, value: int) -> str:
    """The outcome that an integer maps to; it must be below the bound."""
    for label, weight in chance.outcomes:
        if value < weight:
            return label
        value -= weight
    raise ValueError(f"{value} is not below {chance.bound}")


def _few(labels: Sequence[str], most: int = 12) -> str:
    shown = ", ".join(labels[:most])
    return shown if len(labels) <= most else f"{shown} and {len(labels) - most} more"
