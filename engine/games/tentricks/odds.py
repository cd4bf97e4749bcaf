"""Chances to win from strengths: e to the power of each, beside the others (softmax)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from .features import Ints
from .network import ODDS

WON = 1 << 16
"""The chance of a seat that has won."""

_ONE = 1 << 60


def _powers() -> Iterator[int]:
    """Falling powers of e, in parts of `WON`: each is e to the power of one part of `ODDS` less than the one before."""
    fall, term, number = 0, _ONE, 0
    while term:
        fall += term if number % 2 == 0 else -term
        number += 1
        term //= ODDS * number
    power = _ONE
    while power * WON >= _ONE:
        yield power * WON // _ONE
        power = power * fall // _ONE


_EXP = tuple(_powers())
"""By the difference to the strongest seat: how likely a seat wins, beside it."""
_POWERS = np.array(_EXP)


def chance_of(strengths: Sequence[int], place: int) -> int:
    """The chance of the seat at that place, in parts of `WON`."""
    most = max(strengths)
    odds = [_EXP[min(len(_EXP) - 1, most - each)] for each in strengths]
    return WON * odds[place] // sum(odds)


def chances_of_pairs(mine: Ints, theirs: Ints) -> Ints:
    """The chance of the first of two seats, many times at once; shape (n,)."""
    most = np.maximum(mine, theirs)
    one, other = (_POWERS[np.minimum(len(_EXP) - 1, most - each)] for each in (mine, theirs))
    found: Ints = WON * one // (one + other)
    return found


_CHANCES = WON * _EXP[0] // (_EXP[0] + _POWERS)
"""The chance of the stronger of two seats, by the difference of their strengths."""


def leads_of(chances: Ints) -> Ints:
    """The smallest difference of strengths that gives one of two seats such a chance; shape (n,)."""
    found: Ints = np.searchsorted(_CHANCES, np.maximum(chances, WON - chances))
    return np.where(2 * chances >= WON, found, -found)
