"""The chance to win of one of two seats that are left, as a network judges both boards and all tokens together.

For each seat a network with one hidden layer, cut off at zero and one, adds up a strength from facts about both. The
chance is the softmax of the two strengths. So it knows, for instance, that a token which steers a piece is worth little
against a low board. Tokens that are still to be drawn count by each token that is in the bag.

All weights are whole numbers, as in `network`. They are in `duel.npz`; `python -m benchmarks.train_tentricks_duel`
learns them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from ...records import replace
from .components import TOKENS
from .features import ROOMS, Bools, Ints
from .moves import Cancel, Steer
from .network import DIVISORS, TURNS, Network, Prospect, all_inputs
from .odds import WON, chances_of_pairs
from .outlook import CERTAIN, Outlook, outlook
from .state import State

_STANDBY, _TOKENS = slice(53, 63), slice(25, 35)
_LOCKED, _NEXT, _SUPPLY, _LEVEL, _GONE, _AT_LEVEL, _LOST, _DANGER, _BAR = 45, 46, 47, 48, 50, 51, 16, 18, 15
"""Rows of `network.all_inputs`."""
BOTH = (69, 70, 71, 72, _LOST, _DANGER, 19, 17, _LOCKED, _BAR, 23, 24)
"""Facts about each of the two: expected turns, risks of the next piece, lock, bar, icons."""
OWN = (*range(ROOMS), *range(8, 16), 20, 21, *range(53, 63))
"""More facts about the own board: room, counts, places without a gap, the piece on standby."""
TABLE = (_NEXT, _SUPPLY, _LEVEL, _AT_LEVEL, _GONE)

_DIVISORS = (*DIVISORS, *(TURNS,) * 4)
_OF_BOTH = (*(_DIVISORS[row] for row in BOTH), 1, *(CERTAIN,) * len(TOKENS))
DUEL_DIVISORS = (
    *_OF_BOTH,
    *(_DIVISORS[row] for row in OWN),
    *_OF_BOTH,
    *(_DIVISORS[row] for row in TABLE),
    *(20, 1),
    *(2,) * len(TOKENS),
    *(1, CERTAIN, CERTAIN, CERTAIN, CERTAIN, 1, CERTAIN, CERTAIN),
)
"""The size of each input that counts as one, in the order of `_inputs`."""


class Side(NamedTuple):
    """One of the two seats."""

    prospect: Prospect
    """Without the tokens that are due."""
    due: int
    """The number of tokens that it is to draw."""


class Duel(NamedTuple):
    """Two seats that are left, at the end of a turn."""

    mine: Side
    theirs: Side
    bag: bytes
    """Tokens of each number in the bag."""
    is_first: bool
    """Whether the first of the two comes first in a round."""


@cache
def learnt() -> Network:
    """From its file."""
    with files(__package__).joinpath("duel.npz").open("rb") as file, np.load(file) as arrays:
        return Network(*(arrays[part].astype(np.float64) for part in Network._fields))


def outlook_now(state: State, seat: int) -> Outlook:
    """The outlook without the tokens that are due."""
    return outlook(replace(state, gains=()), seat)


def chances_in(duels: Sequence[Duel], bonus: Ints) -> Ints:
    """The chance of the first seat of each duel to win, in parts of `WON`; its strength is raised by the bonus."""
    rows = _Rows.of(duels)
    mine, theirs = _both_inputs(rows)
    won = chances_of_pairs(learnt().values(mine) + bonus[rows.of_duel], learnt().values(theirs))
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

    known: tuple[Ints, Ints]
    """Facts about both seats of each duel, shape (facts, duels)."""
    tokens: tuple[Ints, Ints]
    """Tokens of both seats, shape (tokens, rows)."""
    bag: Ints
    """Shape (tokens, rows)."""
    is_first: Ints
    """Shape (duels,)."""
    of_duel: Ints
    """Shape (rows,)."""
    drawing: tuple[Ints, Ints]
    """Duels in which each of the two draws a token; they have a row for each number of a token."""
    due: tuple[Ints, Ints]
    """The number of tokens that each is to draw, shape (duels,)."""

    @classmethod
    def of(cls, duels: Sequence[Duel]) -> _Rows:
        mine, theirs = [duel.mine for duel in duels], [duel.theirs for duel in duels]
        known = _known(mine), _known(theirs)
        bag = np.array([list(duel.bag) for duel in duels], np.int64).T
        due = _due(mine), _due(theirs)
        first, second = (np.flatnonzero((number > 0) & (bag.sum(0) > 0)) for number in due)
        of_duel = np.concatenate((np.arange(len(duels)), *(np.repeat(each, len(TOKENS)) for each in (first, second))))
        before, after = len(duels), len(duels) + len(first) * len(TOKENS)
        drawn = np.tile(np.eye(len(TOKENS), dtype=np.int64), len(first) + len(second))
        drawn = np.hstack((np.zeros((len(TOKENS), before), np.int64), drawn))
        by_first, by_second = drawn.copy(), drawn.copy()
        by_first[:, after:] = 0
        by_second[:, :after] = 0
        return cls(
            known=known,
            tokens=(_tokens(known[0], of_duel, by_first), _tokens(known[1], of_duel, by_second)),
            bag=bag[:, of_duel] - drawn,
            is_first=np.array([duel.is_first for duel in duels], np.int64),
            of_duel=of_duel,
            drawing=(first, second),
            due=due,
        )


def _due(sides: Sequence[Side]) -> Ints:
    return np.array([side.due for side in sides], np.int64)


def _tokens(known: Ints, of_duel: Ints, drawn: Ints) -> Ints:
    held: Ints = known[_TOKENS][:, of_duel] + CERTAIN * drawn
    return held


def _known(sides: Sequence[Side]) -> Ints:
    """The facts of `all_inputs` about each prospect; one that comes often is looked at once."""
    place: dict[int, int] = {}
    of = [place.setdefault(id(side.prospect), len(place)) for side in sides]
    different = {id(side.prospect): side.prospect for side in sides}.values()
    found: Ints = all_inputs(list(different))[:, of]
    return found


def inputs_of(duels: Sequence[Duel]) -> tuple[Ints, Ints]:
    """The inputs of the network for both seats of duels in which no token is due; shape (inputs, duels)."""
    return _both_inputs(_Rows.of(duels))


def _both_inputs(rows: _Rows) -> tuple[Ints, Ints]:
    """The inputs of the network for both seats, shape (inputs, rows)."""
    facts = [each[:, rows.of_duel] for each in rows.known]
    first = rows.is_first[rows.of_duel]
    mine = _inputs(facts[0], facts[1], rows.tokens[0], rows.tokens[1], rows.bag, first)
    theirs = _inputs(facts[1], facts[0], rows.tokens[1], rows.tokens[0], rows.bag, 1 - first)
    return mine, theirs


def _inputs(own: Ints, other: Ints, tokens: Ints, others: Ints, bag: Ints, first: Ints) -> Ints:
    own_open, other_open = own[_STANDBY].sum(0) == 0, other[_STANDBY].sum(0) == 0
    threat = _threat(others, own[_LOCKED], tokens)
    attack = _threat(tokens, other[_LOCKED], others)
    is_next = own[_NEXT]
    danger, harm = threat * own[_DANGER], attack * other[_DANGER]
    return np.vstack(
        (
            own[BOTH, :],
            ~own_open,
            tokens,
            own[OWN, :],
            other[BOTH, :],
            ~other_open,
            others,
            own[TABLE, :],
            (bag.sum(0), first),
            bag,
            (threat, danger, is_next * danger, is_next * own[_LOST], is_next * danger * own_open),
            (attack, harm, (1 - is_next) * harm * other_open),
        )
    )


def _threat(steering: Ints, locked: Ints, steered: Ints) -> Ints:
    """Whether one seat may steer a piece of the other, which can cancel nothing: one or zero."""
    can: Bools = (steering[Steer.token - 1] > 0) & (locked == 0) & (steered[Cancel.token - 1] == 0)
    return can.astype(np.int64)
