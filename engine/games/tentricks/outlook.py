"""Facts on which a seat's prospects depend beside its own pieces: tokens, supply, deck, and its turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from .components import TOKENS, TYPES
from .moves import Cancel, Steer
from .state import State

CERTAIN = 1 << 10
"""A chance of one; also a whole token, because tokens that are not drawn yet count in part."""

Numbers = tuple[int, ...]


_CACHED = 512
"""Cards and tokens about which facts are remembered: those of a few decisions."""
_BEGIN = ("start", "card")
"""The phases in which a turn begins."""


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
    """The outlook of a seat that is not out, at the end of a turn, or at the beginning of one."""
    coming, supplied, missing = _cards(state.unseen, state.supply)
    others = [other for other in state.left if other != seat]
    held = [tokens(state, other) for other in others]
    level = state.before_level
    board = state.boards[seat]
    part, bag = _parts(state.supply, state.bag)
    return Outlook(
        coming=coming,
        supplied=supplied,
        own=tokens(state, seat),
        others=_mean(held) if held else _NONE,
        table=(len(others) - 1, part // state.seats, level, int(level == 0), missing, bag),
        standby=_STANDBY[board.standby],
        is_locked=board.lock is not None,
        is_next=next_seat(state) == seat,
    )


_NONE = (0,) * len(TOKENS)
_STANDBY = {type_: tuple([int(kind == type_) for kind in range(len(TYPES))]) for type_ in (None, *range(len(TYPES)))}


@lru_cache(_CACHED)
def _cards(unseen: bytes, supply: bytes) -> tuple[Numbers, Numbers, int]:
    """The chances of the types; the same if all types of the supply were equally likely; the chance of no piece."""
    chances = [CERTAIN * number // max(1, sum(unseen)) for number in unseen]
    there = [number > 0 for number in supply]
    coming = tuple([chance * has for chance, has in zip(chances, there, strict=True)])
    return coming, tuple([CERTAIN * has // max(1, sum(there)) for has in there]), sum(chances) - sum(coming)


@lru_cache(_CACHED)
def _parts(supply: bytes, bag: bytes) -> tuple[int, int]:
    """The part of the supply that is left, for a table of one seat; the tokens in the bag."""
    return CERTAIN * sum(supply) // (3 * len(TYPES)), sum(bag)


def tokens(state: State, seat: int) -> Numbers:
    """Tokens of each number that the seat has, and the chances of those that it is due to draw."""
    return _tokens(state.boards[seat].tokens, state.gains.count(seat), state.bag)


@lru_cache(_CACHED)
def _tokens(held: bytes, due: int, bag: bytes) -> Numbers:
    left = max(1, sum(bag))
    return tuple(
        [
            CERTAIN * held.count(number) + CERTAIN * due * in_bag // left
            for number, in_bag in zip(TOKENS, bag, strict=True)
        ]
    )


def _mean(held: Sequence[Numbers]) -> Numbers:
    return held[0] if len(held) == 1 else tuple([sum(numbers) // len(held) for numbers in zip(*held, strict=True)])


def next_seat(state: State) -> int:
    """The seat whose turn begins now, or follows this one.

    After this turn that is the active seat again, or the next seat clockwise that is not out.
    """
    mover = state.mover
    if state.phase in _BEGIN or (state.again and not state.boards[mover].out):
        return mover
    boards = state.boards
    for seat in chain(range(mover + 1, len(boards)), range(mover)):
        if not boards[seat].out:
            return seat
    return mover
