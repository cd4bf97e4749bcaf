"""Truncated rollouts: bots play some more turns, and a judge evaluates their end (Tesauro and Galperin 1996).

All seats move as `weighing` likes it best. The next card is of each type in turn, with the weight of its chance, so the
luck of that draw is taken out. Other draws are by chance, with equal numbers for all moves that are compared.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...bots.chance import Stream
from ...events import Answered, Drawn, Event, Played
from ...game import Rng
from ...pending import Chance, Turn, asked
from .asking import Thought, together
from .cards import turned_up
from .chances import CardWait
from .flow import following
from .lookahead import Ending
from .moves import Move, Pick
from .rules import question, waiting
from .state import State
from .weighing import best, sensible

_OTHERS_RESERVE = 20
"""The others are taken to save their tokens, as most players do."""


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
        """The table some turns after the seat's move, for each type of the next card."""
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

    def _played_on(self, state: State, turns: int, card: int | None) -> Thought[list[Ending]]:
        """The ends after that number of turns; `card` is the type of the next card, if it has been drawn."""
        rng = Stream(self.seed if card is None else self.seed + 1 + card)
        while state.phase != "over":
            then = following(state)
            if then is None:
                if card is None and isinstance(waiting(state), CardWait):
                    return (yield from self._after_cards(state, turns))
                then = waiting(state).apply(state, (yield from self._answer(state, rng)))
            turns -= _begins(state, then)
            state = then
            if not turns:
                break
        return [Ending(state, 1)]

    def _after_cards(self, state: State, turns: int) -> Thought[list[Ending]]:
        """The ends after each card that may come."""
        kinds = [kind for kind, number in enumerate(state.unseen) if number]
        found = yield from together(self._played_on(turned_up(state, kind), turns, kind) for kind in kinds)
        return [end._replace(weight=state.unseen[kind]) for kind, (end,) in zip(kinds, found, strict=True)]

    def _answer(self, state: State, rng: Rng) -> Thought[Event[Move]]:
        """The answer of chance or of all seats that are asked."""
        _, pending = question(state)
        match pending:
            case Chance() as chance:
                return Drawn(rng.randrange(chance.bound))
            case Turn(seat):
                return Played(seat, (yield from self._best(state, seat)))
            case _:
                moves = yield from together(self._best(state, seat) for seat in asked(pending))
                return Answered(tuple(moves))

    def _best(self, state: State, seat: int) -> Thought[Move]:
        """A seat's move. Nobody uses token 10: there are ten ways to do that, and play is as good without."""
        moves = [move for move in sensible(state, seat) if not isinstance(move, Pick)]
        return best(state, seat, moves, self.reserve if seat == self.seat else _OTHERS_RESERVE)


def _begins(before: State, after: State) -> bool:
    """Whether a turn has ended meanwhile, and another one begins."""
    return before.phase in ("after", "end") and after.phase in ("start", "card")
