"""Facts about two seats that are left at the end of a turn, by which a network judges who wins (`duel`).

All are whole numbers, with a row for each fact and a column for each position. A small number, such as that of the rows
below the bar, has a row for each value, and only the row of the value that it has is one. So a network can learn how
much each value is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .components import HEIGHT, TOKENS, TYPES
from .features import DEPTHS, ROOMS, Ints
from .moves import Cancel, Steer
from .network import DIVISORS, NEAR, TURNS, Prospects, expected_turns, inputs, turns_parts
from .outlook import CERTAIN

_STANDBY, _LOCKED = slice(53, 63), 45
_LOST, _LOST_SUPPLY, _DANGER, _DANGER_SUPPLY, _EVEN, _LOW = 16, 17, 18, 19, 20, 21
"""Rows of `network.inputs`."""
_COMING, _SUPPLIED = slice(0, 10), slice(10, 20)
"""Rows of `Prospects.numbers`."""
_LEVELS = 16
"""Cards above the Next Level card: 15 or more count the same."""
_QUARTER = CERTAIN // 4

BOARD_DIVISORS = (
    *(1,) * (len(TYPES) + 2 + ROOMS),
    *DIVISORS[8:16],
    *(TURNS, *NEAR),
    *(CERTAIN,) * 6,
    *(1,) * 4 * len(TYPES),
    *(_QUARTER,) * 2 * len(TYPES),
    *(1,) * 12,
    *(4, 4),
    *(1,) * (HEIGHT + 1 + 10 * DEPTHS),
    *(5, 3, 3),
)
"""The size of each row of `board_facts` that counts as one."""
TABLE_DIVISORS = (
    *(4,) * len(TYPES),
    *(1,) * len(TYPES),
    *(4,) * len(TYPES),
    *(1,) * _LEVELS,
    *(15, 30, CERTAIN // 2, 1, 30),
)
"""Likewise, of `table_facts`."""
_LINK = (1, CERTAIN // 2, CERTAIN // 2, CERTAIN)
TOKEN_DIVISORS = (*(1,) * 6 * len(TOKENS), 10, 1, *_LINK * 4)
"""Likewise, of `token_facts`."""


class Common(NamedTuple):
    """The part of a position that belongs to no seat."""

    supply: bytes
    """Pieces by type."""
    unseen: bytes
    """Cards by type."""
    before_level: int
    """Cards above the Next Level card."""
    is_first: bool
    """Whether the next turn is the first of a round, of the seats that are left."""


class Boards(NamedTuple):
    """Facts about boards."""

    facts: Ints
    """Shape (facts, n)."""
    danger: Ints
    """The chance that the next card's piece can overlap the bar; then the same if all types in the supply were equally
    likely; shape (2, n)."""
    is_open: Ints
    """Whether no piece is on standby, so that the next card decides; shape (n,)."""
    is_locked: Ints
    """Shape (n,)."""

    def at(self, places: Ints) -> Boards:
        """The facts about boards at these places."""
        return Boards(*(each[..., places] for each in self))


def board_facts(prospects: Prospects) -> Boards:
    """All facts about boards but those of the owners' tokens."""
    facts, known = prospects.facts, inputs(prospects)
    numbers = prospects.numbers
    coming, there = numbers[_COMING], numbers[_SUPPLIED] > 0
    standby, locked = known[_STANDBY], known[_LOCKED]
    missing, overlaps = there & ~facts.places.fits, there & facts.places.overlaps
    bars = facts.counts[-1]
    rows = (
        standby,
        standby.sum(0),
        locked,
        facts.room,
        facts.counts,
        turns_parts(expected_turns(facts, known)),
        known[[_LOST, _DANGER, _LOST_SUPPLY, _DANGER_SUPPLY, _EVEN, _LOW], :],
        missing,
        overlaps,
        there & facts.places.even,
        there & facts.places.low,
        coming * overlaps,
        coming * missing,
        facts.near,
        facts.icons,
        _each(bars, HEIGHT + 1),
        _each(facts.surface.depths, DEPTHS),
        facts.shapes,
    )
    return Boards(
        facts=np.vstack(rows).astype(np.int64),
        danger=known[[_DANGER, _DANGER_SUPPLY], :],
        is_open=1 - standby.sum(0),
        is_locked=locked,
    )


def _each(numbers: Ints, many: int) -> Ints:
    """For each number a row for each value below `many`, which is one where the number has that value."""
    rows = np.atleast_2d(numbers)[:, None, :] == np.arange(many)[:, None]
    found: Ints = rows.reshape(-1, rows.shape[-1]).astype(np.int64)
    return found


def table_facts(those: Sequence[Common]) -> Ints:
    """Facts about supply, deck and round, shape (facts, n)."""
    supply, unseen = (
        np.array([list(each) for each in kinds]).T for kinds in zip(*[each[:2] for each in those], strict=True)
    )
    level = np.array([each.before_level for each in those])
    first = np.array([each.is_first for each in those], np.int64)
    cards = unseen.sum(0)
    gone = (CERTAIN * unseen // np.maximum(1, cards) * (supply == 0)).sum(0)
    levels = _each(np.minimum(level, _LEVELS - 1), _LEVELS)
    return np.vstack((supply, supply == 0, unseen, levels, level, supply.sum(0), gone, first, cards)).astype(np.int64)


def token_facts(mine: Ints, theirs: Ints, bag: Ints, sides: tuple[Boards, Boards]) -> Ints:
    """Facts about tokens of both seats and in the bag, each of shape (tokens, n), and about the harm that a steer
    can do."""
    counts = [rows for numbers in (mine, theirs) for rows in (numbers > 0, np.maximum(numbers - 1, 0))]
    threat = _steered(theirs, mine, sides[0])
    attack = _steered(mine, theirs, sides[1])
    left = bag.sum(0)
    links = (threat[0], attack[0], threat[1], attack[1])
    found: Ints = np.vstack((*counts, bag > 0, bag > 1, left, left == 0, *links)).astype(np.int64)
    return found


def _steered(steering: Ints, steered: Ints, board: Boards) -> tuple[Ints, Ints]:
    """The harm that a steer can do to the board: if its owner can cancel nothing, and if it can."""
    can = (steering[Steer.token - 1] > 0) & (board.is_locked == 0)
    harm = np.vstack((np.ones_like(board.is_open), board.danger[0], board.danger[0] * board.is_open, board.danger[1]))
    cancels = steered[Cancel.token - 1] > 0
    return harm * (can & ~cancels), harm * (can & cancels)
