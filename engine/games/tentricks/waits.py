"""The kinds of states that wait for an answer: chance, one seat, several seats at once, or none.

Each named state of the rules is a class of one of these kinds, in `chances`, `turns` and `windows`: the class holds the
question (`pending`) and its handler (`apply`). A handler does one thing; `flow.settle` does the consequences.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cache

from ...events import Answered, Drawn, Event, Played
from ...pending import Chance, Pending, Turn, Window
from .clauses import illegal
from .flow import foremost
from .moves import PASS, Move
from .state import State

_turn = cache(Turn)
_window = cache(Window)


class Wait(ABC):
    """A named state."""

    @abstractmethod
    def pending(self, state: State) -> Pending:
        """The question."""

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """The moves of an asked seat."""
        return iter(())

    def default(self, state: State, seat: int) -> Move:
        """The default move of an asked seat: one that uses no token."""
        return next(self.legal(state, seat))

    @abstractmethod
    def check(self, state: State, seat: int, move: Move) -> None:
        """Return if an asked seat may move so.

        Raises:
            IllegalMove: it may not.
        """

    @abstractmethod
    def apply(self, state: State, event: Event[Move]) -> State:
        """The state after a checked answer, still to be settled."""


class ChanceWait(Wait):
    """A draw."""

    @abstractmethod
    def pending(self, state: State) -> Chance:
        """The possible outcomes, with their weights."""

    @abstractmethod
    def drawn(self, state: State, value: int) -> State:
        """The state after the outcome of that integer."""

    def check(self, state: State, seat: int, move: Move) -> None:
        """Refuse every move."""
        raise illegal("chance decides now", "3")

    def apply(self, state: State, event: Event[Move]) -> State:
        """The state after the outcome of the drawn integer."""
        if not isinstance(event, Drawn):
            raise TypeError("a draw is due")
        return self.drawn(state, event.value)


class TurnWait(Wait):
    """One seat moves."""

    @abstractmethod
    def asked(self, state: State) -> int:
        """The seat."""

    @abstractmethod
    def played(self, state: State, seat: int, move: Move) -> State:
        """The state after its move."""

    def pending(self, state: State) -> Pending:
        """The seat's turn."""
        return _turn(self.asked(state))

    def apply(self, state: State, event: Event[Move]) -> State:
        """The state after the asked seat's move."""
        if not isinstance(event, Played):
            raise TypeError("a move is due")
        return self.played(state, event.seat, event.move)


class WindowWait(Wait):
    """Several seats pass or use a token; the first answer in turn order that is no pass counts, and all others lapse
    (3.7)."""

    @abstractmethod
    def asked(self, state: State) -> tuple[int, ...]:
        """The seats, rising."""

    @abstractmethod
    def passed(self, state: State) -> State:
        """The state after all pass."""

    @abstractmethod
    def used(self, state: State, seat: int, move: Move) -> State:
        """The state after the foremost answer."""

    def pending(self, state: State) -> Pending:
        """The seats' window."""
        return _window(self.asked(state))

    def apply(self, state: State, event: Event[Move]) -> State:
        """The state after all answers."""
        if not isinstance(event, Answered):
            raise TypeError("answers are due")
        answers = {seat: move for seat, move in zip(self.asked(state), event.moves, strict=True) if move != PASS}
        if not answers:
            return self.passed(state)
        seat = foremost(state, answers)
        return self.used(state, seat, answers[seat])
