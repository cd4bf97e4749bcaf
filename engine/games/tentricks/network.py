"""The strength of a seat's prospects, as learnt by self-play. The chance of a seat to win is the softmax of the
strengths of all seats that are left.

A small network estimates for how many turns the seat survives if nobody uses a token. It has one hidden layer, whose
units are cut off at zero and one, a weight for each input itself, and tables for the surface of the board. The strength
is a weighted sum of the inputs and these turns.

All weights are whole numbers. Sums of products are exact, because they stay far below 2**53: they are computed as
floating-point numbers, which is quicker. The weights are in `network.npz`; `python -m benchmarks.train_tentricks`
learns them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .features import ROOMS, Facts, Ints, Surface, columns_of, facts_of
from .outlook import CERTAIN, Outlook

Floats = NDArray[np.float64]

UNIT = 1 << 20
"""A hidden unit that is fully on."""
ODDS = 1 << 10
"""A strength greater by this makes the odds e times as good."""

DIVISORS = (
    # in the order of `inputs`
    *(1,) * ROOMS,
    *(40, 10, 10, 4, 4, 40, 8, 8),
    *(CERTAIN,) * 7,
    *(4, 4),
    *(CERTAIN,) * 20,
    *(1, 1, CERTAIN, 15, 1, CERTAIN, 1, 20),
    *(1,) * 10,
    *(5, 3, 3, 1, CERTAIN, CERTAIN),
)
"""The size of each input that counts as one, for learning: inputs of about that size are learnt at a like speed."""


TURNS = 1 << 10
"""Ten expected turns, as the survival network counts them."""

NEAR = (TURNS // 5, TURNS // 2, TURNS)
"""A turn is worth more if few are left: expected turns count once more up to each of these."""

SURVIVAL_INPUTS = (*range(22), 23, 24, *range(46, 53), 63, 64, 65, 67)
"""The places of the inputs that do not depend on tokens."""


class Network(NamedTuple):
    """Weights."""

    hidden: Floats
    """Shape (units, inputs)."""
    biases: Floats
    """Shape (units, 1)."""
    output: Floats
    """Of the hidden units, shape (units,)."""
    direct: Floats
    """Of the inputs, shape (inputs,)."""

    def values(self, inputs: Ints) -> Ints:
        """The value of each column of inputs."""
        exact = inputs.astype(np.float64)
        units = np.clip(self.hidden @ exact + self.biases, 0, UNIT)
        return (self.output @ units + self.direct @ exact).astype(np.int64) // UNIT


class Tables(NamedTuple):
    """The values that the survival network adds for each part of a surface."""

    pairs: Ints
    edges: Ints
    depths: Ints

    def values(self, surface: Surface) -> Ints:
        """The sum for each board."""
        parts = [table[numbers].sum(0) for table, numbers in zip(self, surface, strict=True)]
        total: Ints = parts[0] + parts[1] + parts[2]
        return total


class Learnt(NamedTuple):
    """All weights that were learnt."""

    survival: Network
    surface: Tables
    strength: Floats
    """Of the inputs, then of the parts that `turns_parts` returns."""


@cache
def learnt() -> Learnt:
    """From their file."""
    with files(__package__).joinpath("network.npz").open("rb") as file, np.load(file) as arrays:
        return Learnt(
            Network(*(arrays[part].astype(np.float64) for part in Network._fields)),
            Tables(*(arrays[part].astype(np.int64) for part in Tables._fields)),
            arrays["strength"].astype(np.float64),
        )


class Prospect(NamedTuple):
    """A board and the outlook of its owner."""

    cells: int
    bar: int
    outlook: Outlook


class Prospects(NamedTuple):
    """Many at once."""

    facts: Facts
    """About the boards."""
    outlooks: Sequence[Outlook]
    of: Ints
    """The place of each board's outlook among these, shape (n,)."""

    @classmethod
    def of_each(cls, prospects: Sequence[Prospect]) -> Prospects:
        """One after the other. A board or an outlook that comes often is looked at once."""
        boards: dict[tuple[int, int], int] = {}
        outlooks: dict[Outlook, int] = {}
        on = [boards.setdefault((each.cells, each.bar), len(boards)) for each in prospects]
        of = [outlooks.setdefault(each.outlook, len(outlooks)) for each in prospects]
        cells, bars = zip(*boards, strict=True)
        facts = facts_of(columns_of(cells), np.array(bars))
        return cls(facts.at(np.array(on)), list(outlooks), np.array(of))

    @property
    def numbers(self) -> Ints:
        """All numbers of each outlook, in their order, shape (numbers, n)."""
        found: Ints = np.array([_numbers(each) for each in self.outlooks]).T[:, self.of]
        return found


def strengths(prospects: Prospects) -> Ints:
    """The strength of each, shape (n,), in parts of `ODDS`."""
    exact = all_inputs(prospects).astype(np.float64)
    return (learnt().strength @ exact).astype(np.int64) // UNIT


def all_inputs(prospects: Prospects) -> Ints:
    """The inputs and the expected turns of each, shape (facts, n). The strength is a weighted sum of these."""
    known = inputs(prospects)
    return np.vstack((known, turns_parts(expected_turns(prospects.facts, known))))


def expected_turns(facts: Facts, known: Ints) -> Ints:
    """The expected turns of each board, by its facts and inputs, in tenths of `TURNS`."""
    weights = learnt()
    return weights.survival.values(known[SURVIVAL_INPUTS, :]) + weights.surface.values(facts.surface)


def turns_parts(turns: Ints) -> Ints:
    """The expected turns, and as much of them as lies below each step of `NEAR`; shape (parts, n)."""
    return np.vstack((turns, *(np.clip(turns, 0, near) for near in NEAR)))


def inputs(prospects: Prospects) -> Ints:
    """The inputs of the networks but those of `turns_parts`; shape (inputs, n)."""
    facts, of = prospects.facts, prospects.numbers
    coming, supplied, flags, rest = of[:10], of[10:20], of[20:23], of[23:]
    threat, is_next, locked = flags
    missing, overlapping = ~facts.places.fits, facts.places.overlaps
    lost = (coming * missing).sum(0)
    in_danger = (coming * overlapping).sum(0)
    risks = (
        lost,
        (supplied * missing).sum(0),
        in_danger,
        (supplied * overlapping).sum(0),
        (supplied * facts.places.even).sum(0),
        (supplied * facts.places.low).sum(0),
        threat * in_danger,
    )
    own, others, table, standby = rest[:10], rest[10:20], rest[20:26], rest[26:]
    seats, supply, level, at_level, gone, bag = table
    return np.vstack(
        (
            facts.room,
            facts.counts,
            risks,
            facts.icons,
            own,
            others,
            (locked, is_next, supply, level, seats, gone, at_level, bag),
            standby,
            facts.shapes,
            (threat, is_next * lost, is_next * threat * in_danger),
        )
    )


def _numbers(outlook: Outlook) -> list[int]:
    """The outlook in one row."""
    flags = (int(outlook.is_threatened), int(outlook.is_next), int(outlook.is_locked))
    parts = (outlook.coming, outlook.supplied, flags, outlook.own, outlook.others, outlook.table, outlook.standby)
    return list(chain.from_iterable(parts))
