"""The chance to win of one of two seats that are left, as a network judges both boards and all tokens together.

The network has one hidden layer, whose units are cut off at zero and one, and a weight for each input itself. It sees
the seat whose turn comes next, the other seat, and the table (`duel_facts`). So it knows, for instance, that a token
which steers a piece is worth little against a low board. Tokens that are still to be drawn count by each token that is
in the bag.

All weights are whole numbers, as in `network`. They are in `duel.npz`; `python -m benchmarks.train_tentricks_duel`
learns them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from .components import TOKENS
from .duel_facts import (
    BOARD_DIVISORS,
    TABLE_DIVISORS,
    TOKEN_DIVISORS,
    Boards,
    Common,
    board_facts,
    table_facts,
    token_facts,
)
from .features import Ints
from .network import UNIT, Floats, Prospect, Prospects
from .odds import WON, chances_of_pairs

DUEL_DIVISORS = (*BOARD_DIVISORS, *BOARD_DIVISORS, *TABLE_DIVISORS, *TOKEN_DIVISORS)
"""The size of each input that counts as one."""
_BOUNDS = (0, len(BOARD_DIVISORS), 2 * len(BOARD_DIVISORS), 2 * len(BOARD_DIVISORS) + len(TABLE_DIVISORS), None)


class Side(NamedTuple):
    """One of the two seats."""

    prospect: Prospect
    tokens: bytes
    """Those that it has."""
    due: int
    """The number of tokens that it is to draw."""


class Duel(NamedTuple):
    """Two seats that are left, at the end of a turn."""

    mover: Side
    """The seat whose turn comes next."""
    other: Side
    table: Common
    bag: bytes
    """Tokens of each number in the bag."""


class Weights(NamedTuple):
    """All that the network has learnt."""

    boards: tuple[Floats, Floats]
    """Of the mover's and the other board's facts, shape (units + 1, facts). The last row is for the sum of the inputs
    themselves."""
    table: Floats
    """Of the facts about the table."""
    tokens: Floats
    """Of those about tokens."""
    biases: Floats
    """Added to the sums, shape (units + 1, 1)."""
    output: Floats
    """Of the units, shape (units,)."""

    @classmethod
    def of(cls, hidden: Ints, biases: Ints, output: Ints, direct: Ints, offset: Ints) -> Weights:
        """Of weights for all inputs in their order: shapes (units, inputs), (units, 1), (units,), (inputs,), (1, 1)."""
        every = np.vstack((hidden, direct)).astype(np.float64)
        mover, other, table, tokens = (every[:, first:end] for first, end in pairwise(_BOUNDS))
        added = np.vstack((biases, offset)).astype(np.float64)
        return cls((mover, other), table, tokens, added, output.astype(np.float64))

    def values(self, sums: Floats) -> Ints:
        """The mover's strength beside the other, in parts of `ODDS`, by the sums that reach each unit."""
        units = np.clip(sums[:-1], 0, UNIT)
        found: Ints = (self.output @ units + sums[-1]).astype(np.int64) // UNIT
        return found


@cache
def learnt() -> Weights:
    """From their file."""
    with files(__package__).joinpath("duel.npz").open("rb") as file, np.load(file) as arrays:
        return Weights.of(*(arrays[part] for part in ("hidden", "biases", "output", "direct", "offset")))


def chances_in(duels: Sequence[Duel], bonus: Ints) -> Ints:
    """The mover's chance to win in each duel, in parts of `WON`; its strength is raised by the bonus."""
    rows = _Rows.of(duels)
    strengths = learnt().values(rows.sums(learnt())) + bonus[rows.of_duel]
    won = chances_of_pairs(strengths, np.zeros_like(strengths))
    now = won[: len(duels)]
    found = now.copy()
    first = len(duels)
    for places, due in zip(rows.drawing, rows.due, strict=True):
        bag = rows.bag[:, places]  # of the duel itself
        after = won[first : first + bag.size].reshape(len(places), len(TOKENS))
        first += bag.size
        mean = (after * bag.T).sum(1) // bag.sum(0)
        # A second token is taken to change the chance as much as the first.
        found[places] += due[places] * (mean - now[places])
    return np.clip(found, 1, WON - 1)


class _Rows(NamedTuple):
    """Duels as they are, and once more for each token that may be drawn."""

    sides: tuple[tuple[Boards, Ints], tuple[Boards, Ints]]
    """Facts about different boards of the mover, and of the other, with the place of each duel's board."""
    table: Ints
    """Facts about the table, shape (facts, duels)."""
    tokens: tuple[Ints, Ints]
    """Tokens of both, shape (tokens, rows)."""
    bag: Ints
    """Shape (tokens, rows)."""
    of_duel: Ints
    """Shape (rows,)."""
    drawing: tuple[Ints, Ints]
    """Duels in which each of the two draws a token; they have a row for each number of a token."""
    due: tuple[Ints, Ints]
    """The number of tokens that each is to draw, shape (duels,)."""

    @classmethod
    def of(cls, duels: Sequence[Duel]) -> _Rows:
        movers, others = [duel.mover for duel in duels], [duel.other for duel in duels]
        bag = np.array([list(duel.bag) for duel in duels], np.int64).T
        due = _due(movers), _due(others)
        first, second = (np.flatnonzero((number > 0) & (bag.sum(0) > 0)) for number in due)
        of_duel = np.concatenate((np.arange(len(duels)), *(np.repeat(each, len(TOKENS)) for each in (first, second))))
        before, after = len(duels), len(duels) + len(first) * len(TOKENS)
        drawn = np.tile(np.eye(len(TOKENS), dtype=np.int64), len(first) + len(second))
        drawn = np.hstack((np.zeros((len(TOKENS), before), np.int64), drawn))
        by_first, by_second = drawn.copy(), drawn.copy()
        by_first[:, after:] = 0
        by_second[:, :after] = 0
        return cls(
            sides=(_different(movers), _different(others)),
            table=table_facts([duel.table for duel in duels]),
            tokens=(_held(movers)[:, of_duel] + by_first, _held(others)[:, of_duel] + by_second),
            bag=bag[:, of_duel] - drawn,
            of_duel=of_duel,
            drawing=(first, second),
            due=due,
        )

    def sums(self, weights: Weights) -> Floats:
        """The sums of weighted inputs that reach each unit, shape (units + 1, rows)."""
        mover, other = (facts.at(places[self.of_duel]) for facts, places in self.sides)
        links = token_facts(*self.tokens, self.bag, (mover, other))
        total = weights.tokens @ links + weights.biases
        by_duel = weights.table @ self.table
        for weight, (boards, places) in zip(weights.boards, self.sides, strict=True):
            by_duel += (weight @ boards.facts)[:, places]
        found: Floats = total + by_duel[:, self.of_duel]
        return found


def _due(sides: Sequence[Side]) -> Ints:
    return np.array([side.due for side in sides], np.int64)


def _held(sides: Sequence[Side]) -> Ints:
    """The number of each token that each side has, shape (tokens, sides)."""
    return np.array([[side.tokens.count(number) for number in TOKENS] for side in sides], np.int64).T


def _different(sides: Sequence[Side]) -> tuple[Boards, Ints]:
    """Facts about the boards, one of each, because a board that comes often is looked at once; and each side's place
    among them."""
    place: dict[int, int] = {}
    of = [place.setdefault(id(side.prospect), len(place)) for side in sides]
    different = {id(side.prospect): side.prospect for side in sides}.values()
    return board_facts(Prospects.of_each(list(different))), np.array(of)


def strengths_in(duels: Sequence[Duel], weights: Weights) -> Ints:
    """The mover's strength beside the other by these weights, in parts of `ODDS`, as if no token were due."""
    return weights.values(_Rows.of(_drawn(duels)).sums(weights))


def inputs_of(duels: Sequence[Duel]) -> Ints:
    """The inputs of the network for duels, as if no token were due; shape (inputs, duels)."""
    rows = _Rows.of(_drawn(duels))
    mover, other = (facts.at(places) for facts, places in rows.sides)
    return np.vstack((mover.facts, other.facts, rows.table, token_facts(*rows.tokens, rows.bag, (mover, other))))


def _drawn(duels: Sequence[Duel]) -> list[Duel]:
    return [duel._replace(mover=duel.mover._replace(due=0), other=duel.other._replace(due=0)) for duel in duels]
