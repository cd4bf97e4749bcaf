"""Facts on which a seat's prospects depend beside its own pieces: tokens, supply, deck, and its turn."""

from __future__ import annotations

from typing import NamedTuple

from .components import TOKENS, TYPES
from .moves import Cancel, Steer
from .state import State

CERTAIN = 1 << 10
"""A chance of one; also a whole token, because tokens that are not drawn yet count in part."""

Numbers = tuple[int, ...]


class Outlook(NamedTuple):
    """The prospects of one seat, beside its board."""

    coming: Numbers
    """The chance of each type as the piece of the next card."""
    supplied: Numbers
    """The same if all types that the supply has were equally likely."""
    own: Numbers
    """Tokens of each number that the seat has or is due to draw, in parts of `CERTAIN`."""
    others: Numbers
    """The mean of the others' tokens."""
    table: Numbers
    """Seats beyond two, the part of the supply that is left, cards above the Next Level card, whether that card comes
    next, the chance of a card without a piece, tokens in the bag."""
    standby: Numbers
    """One for the type of the piece on standby."""
    is_locked: bool
    is_next: bool
    """Whether the next turn is the seat's."""

    @property
    def is_threatened(self) -> bool:
        """Whether another seat may steer its piece, and the seat can cancel nothing."""
        steers = self.others[Steer.token - 1] > 0
        return steers and not self.is_locked and self.own[Cancel.token - 1] < CERTAIN


def outlook(state: State, seat: int) -> Outlook:
    """The outlook of a seat that is not out, at the end of the turn."""
    cards, supply = sum(state.unseen), state.supply
    there = [number > 0 for number in supply]
    unseen = [CERTAIN * number // max(1, cards) for number in state.unseen]
    coming = tuple([chance if has else 0 for chance, has in zip(unseen, there, strict=True)])
    missing = sum(chance for chance, has in zip(unseen, there, strict=True) if not has)
    others = [other for other in state.left if other != seat]
    held = [tokens(state, other) for other in others]
    level = state.before_level
    board = state.boards[seat]
    return Outlook(
        coming=coming,
        supplied=tuple([CERTAIN * has // max(1, sum(there)) for has in there]),
        own=tokens(state, seat),
        others=tuple([sum(numbers) // len(others) for numbers in zip(*held, strict=True)]) or (0,) * len(TOKENS),
        table=(
            len(others) - 1,
            CERTAIN * sum(supply) // (3 * len(TYPES) * state.seats),
            level,
            int(level == 0),
            missing,
            sum(state.bag),
        ),
        standby=tuple([int(kind == board.standby) for kind in range(len(TYPES))]),
        is_locked=board.lock is not None,
        is_next=next_seat(state) == seat,
    )


def tokens(state: State, seat: int) -> Numbers:
    """Tokens of each number that the seat has, and the chances of those that it is due to draw."""
    held, due, left = state.boards[seat].tokens, state.gains.count(seat), max(1, sum(state.bag))
    return tuple(
        [
            CERTAIN * held.count(number) + CERTAIN * due * in_bag // left
            for number, in_bag in zip(TOKENS, state.bag, strict=True)
        ]
    )


def next_seat(state: State) -> int:
    """The seat whose turn follows this one: the active seat again, or the next seat clockwise that is not out."""
    mover = state.mover
    if state.again and not state.boards[mover].out:
        return mover
    order = [*range(mover + 1, state.seats), *range(mover)]
    return next((seat for seat in order if not state.boards[seat].out), mover)
