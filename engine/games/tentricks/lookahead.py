"""The states in which a turn may end if from now on all place their pieces well, and nobody uses a token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...records import replace
from .cards import turned_up
from .effects import take_effect, without_token
from .flow import CANCEL, end_turn, resolved, without_choice
from .judges import Judge, best_places
from .moves import Token
from .prospects import Due
from .state import State
from .turns import PlaceHand, PutDown


class Ending(NamedTuple):
    """A possible end of the turn."""

    state: State
    weight: int
    """Chances have these proportions."""


@dataclass(frozen=True)
class Lookahead:
    """Foresees turns in the view of a judge."""

    judge: Judge

    def endings(self, state: State) -> list[Ending]:
        """The ends of the turn, or of the other turn that the active seat has to take."""
        while state.stack:
            state = resolved(state)
        state = self._with_puts(state)
        if state.boards[state.mover].out:
            return [Ending(state, 1)]
        if state.hand is not None:
            return [Ending(self._hand_placed([state])[0], 1)]
        if state.phase == "start":
            return self._after_cards([without_choice(state)])[0]
        if state.phase == "card":
            return self._after_cards([state])[0]
        return self._after_cards([_another(state)])[0] if state.again else [Ending(state, 1)]

    def means(self, outcomes: Sequence[Sequence[Ending]], seat: int) -> list[int]:
        """The seat's mean chance to win over each of these sets of endings."""
        every = self.judge.chances([ending.state for those in outcomes for ending in those], seat)
        found, first = [], 0
        for those in outcomes:
            values = every[first : first + len(those)]
            first += len(those)
            total = sum(ending.weight for ending in those)
            found.append(sum(value * ending.weight for value, ending in zip(values, those, strict=True)) // total)
        return found

    def after_use(self, state: State, seat: int, use: Token) -> list[Ending]:
        """The endings if the seat uses a token; if another seat can cancel that and gains by it, with the cancel."""
        spent = state.on_board(seat, without_token(state.boards[seat], use.token))
        done = self.endings(take_effect(spent, seat, use))
        for other in state.left:
            board = spent.boards[other]
            if other == seat or CANCEL not in board.tokens:
                continue
            undone = self.endings(spent.on_board(other, without_token(board, CANCEL)))
            with_it, without = self.means((done, undone), other)
            if without > with_it:
                own_with, own_without = self.means((done, undone), seat)
                if own_without < own_with:
                    done = undone
        return done

    def _with_puts(self, state: State) -> State:
        """The state after the best placements of all pieces that are due because of a token."""
        while state.puts:
            put = state.puts[0]
            ways = []
            for kind in sorted(set(put.types)):
                due = Due(state, put.on, put.by, kind, put.by == put.on)
                place = best_places(self.judge, [due])[0]
                if place is None:
                    continue
                way = PutDown().played(state, put.by, place)
                ways.append(self._with_puts(way) if len(put.types) > 1 else way)
            if not ways:
                return replace(state, puts=state.puts[1:])
            if len(ways) == 1:
                state = ways[0]
            else:
                state = max(zip(self.judge.chances(ways, put.by), ways, strict=True), key=_first)[1]
        return state

    def _hand_placed(self, states: Sequence[State]) -> list[State]:
        """The states after the best placement of the piece in hand, in the view of the seat that decides."""
        due = []
        for state in states:
            if state.hand is None:
                raise ValueError("no piece is in hand")
            by = state.mover if state.steer is None else state.steer
            due.append(Due(state, state.mover, by, state.hand))
        places = best_places(self.judge, due)
        return [
            PlaceHand().played(state, state.mover, place)
            for state, place in zip(states, places, strict=True)
            if place is not None
        ]

    def _after_cards(self, states: Sequence[State]) -> list[list[Ending]]:
        """The ends of turns that have begun with a card that is still to be drawn, or with a piece in hand, or are
        over."""
        found: list[list[Ending]] = [[] for _ in states]
        with_piece = list[tuple[int, Ending]]()
        for place, state in enumerate(states):
            for ending in _drawn(state):
                if ending.state.hand is None:
                    found[place].append(ending)
                else:
                    with_piece.append((place, ending))
        placed = self._hand_placed([ending.state for _, ending in with_piece])
        for (place, ending), after in zip(with_piece, placed, strict=True):
            found[place].append(Ending(after, ending.weight))
        return found


def _another(state: State) -> State:
    """The beginning of another turn of the active seat: a card is to be drawn, or its standby piece is in hand."""
    after = end_turn(replace(state, again=True))
    return without_choice(after) if after.phase == "start" else after


def _first(pair: tuple[int, State]) -> int:
    return pair[0]


def _drawn(state: State) -> list[Ending]:
    """The state after each card that may come, if one is due."""
    if state.phase != "card":
        return [Ending(state, 1)]
    return [Ending(turned_up(state, kind), number) for kind, number in enumerate(state.unseen) if number]
