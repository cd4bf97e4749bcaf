"""Truncated rollouts: bots play some more turns, and a judge evaluates their end (Tesauro and Galperin 1996).

All seats move as `weighing` likes it best. From the first draw on there is a course for each type of the next card,
with the weight of its chance, and the first token is drawn from another part of the bag in each course. So the luck of
these draws is taken out (stratified sampling). Other draws are by chance, with equal numbers for all moves that are
compared.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...bots.chance import Stream
from ...events import Answered, Drawn, Event, Played
from ...pending import Chance, Turn, asked
from .asking import Thought, together
from .chances import CardWait
from .flow import following
from .lookahead import Ending
from .moves import Move, Pick
from .rules import question, waiting
from .state import FULL_DECK, State
from .weighing import THRIFTY, best, sensible


class _Course:
    """The draws of one rollout: the next card, the part of the bag from which the first token comes, and a stream of
    numbers for all others."""

    def __init__(self, card: int, part: int, parts: int, seed: int) -> None:
        self._card: int | None = card
        self._part: int | None = part
        self._parts = parts
        self._stream = Stream(seed)

    def drawn(self, state: State, bound: int) -> int:
        """The integer that is drawn of those below the bound."""
        number = self._stream.randrange(bound)
        if isinstance(waiting(state), CardWait):
            card, self._card = self._card, None
            if card is not None and state.unseen[card]:
                return sum(state.unseen[:card])
        elif self._part is not None:
            number = (self._part * bound + number) // self._parts
            self._part = None
        return number


@dataclass(frozen=True, slots=True)
class Rollouts:
    """Rollouts from one decision of a seat."""

    state: State
    seat: int
    reserve: int
    """How much the seat saves its tokens (`weighing.kept`)."""
    turns: int
    """Turns that end, with this one."""
    seed: int

    def ends(self, move: Move) -> Thought[list[Ending]]:
        """The table some turns after the seat's move, in each course of chance."""
        event = yield from self._event(move)
        return (yield from self._played_on(waiting(self.state).apply(self.state, event), self.turns, None))

    def _event(self, move: Move) -> Thought[Event[Move]]:
        """The seat's move, beside those of the others that are asked."""
        _, pending = question(self.state)
        if isinstance(pending, Turn):
            return Played(self.seat, move)
        others = [other for other in asked(pending) if other != self.seat]
        found = yield from together(self._best(self.state, other) for other in others)
        moves = dict(zip(others, found, strict=True)) | {self.seat: move}
        return Answered(tuple(moves[asked_] for asked_ in asked(pending)))

    def _played_on(self, state: State, turns: int, course: _Course | None) -> Thought[list[Ending]]:
        """The ends after that number of turns; with no course, nothing has been drawn yet."""
        while state.phase != "over":
            then = following(state)
            if then is None:
                _, pending = question(state)
                if isinstance(pending, Chance):
                    if course is None:
                        return (yield from self._in_each_course(state, turns))
                    event: Event[Move] = Drawn(course.drawn(state, pending.bound))
                elif isinstance(pending, Turn):
                    event = Played(pending.seat, (yield from self._best(state, pending.seat)))
                else:
                    event = Answered(tuple((yield from together(self._best(state, seat) for seat in asked(pending)))))
                then = waiting(state).apply(state, event)
            turns -= _begins(state, then)
            state = then
            if not turns:
                break
        return [Ending(state, 1)]

    def _in_each_course(self, state: State, turns: int) -> Thought[list[Ending]]:
        """The ends in a course for each type of the next card."""
        deck = state.unseen if state.before_level else FULL_DECK
        cards = [card for card, number in enumerate(deck) if number]
        courses = [
            _Course(card, part, len(cards), self.seed + 1 + card)
            for card, part in zip(cards, _shuffled(len(cards), Stream(self.seed)), strict=True)
        ]
        found = yield from together(self._played_on(state, turns, course) for course in courses)
        return [end._replace(weight=deck[card]) for card, (end,) in zip(cards, found, strict=True)]

    def _best(self, state: State, seat: int) -> Thought[Move]:
        """A seat's move. The others save their tokens. Nobody uses token 10: there are ten ways to do that, and play is
        as good without."""
        moves = [move for move in sensible(state, seat) if not isinstance(move, Pick)]
        return best(state, seat, moves, self.reserve if seat == self.seat else THRIFTY)


def _shuffled(number: int, rng: Stream) -> list[int]:
    return sorted(range(number), key=lambda _: rng.randrange(1 << 32))


def _begins(before: State, after: State) -> bool:
    """Whether a turn has ended meanwhile, and another one begins."""
    return before.phase in ("after", "end") and after.phase in ("start", "card")
