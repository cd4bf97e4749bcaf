"""Draws in numbers: over many tables they are spread evenly, and no draw shows the next. `spec/fairness.md`.

The tables are the same in every run, so the counts are, too: these tests never fail by chance.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from p2pgame.protocol.contract import fairness

from .people import identity

SEATS = 2
TABLES = 20
DRAWS = 250
"""Draws at each table, one after the other, as a game would ask for them."""

RARE = 3.72
"""Standard deviations: an even spread is as uneven as this once in 10,000 times."""


@cache
def draws(bound: int) -> NDArray[np.int64]:
    """The draws of these tables below a bound: a row each."""
    return np.array([_drawn(number.to_bytes(32, "big"), bound) for number in range(TABLES)])


def _drawn(table: bytes, bound: int) -> list[int]:
    return [fairness.draw(table, n, n, shares, bound) for n, shares in enumerate(_shares(table), 1)]


@cache
def _shares(table: bytes) -> list[list[tuple[int, bytes]]]:
    """Every seat's shares for each draw, under any bound; making the chains takes a while."""
    chains = [fairness.Chain(identity(seat), table, table, seat) for seat in range(SEATS)]
    return [[(seat, chain.share(n)) for seat, chain in enumerate(chains)] for n in range(1, DRAWS + 1)]


def is_even(counts: NDArray[np.int64], freedom: int) -> bool:
    """Whether counts that should be equal are within chance: Pearson's test, by the approximation of Wilson and
    Hilferty (1931) for that many degrees of freedom."""
    expected = counts.sum() / counts.size
    statistic = float(((counts - expected) ** 2).sum() / expected)
    spread = 2 / (9 * freedom)
    return bool(statistic < freedom * (1 - spread + RARE * spread**0.5) ** 3)


@pytest.mark.parametrize("bound", [2, 6, 20, 52])
def test_every_value_comes_equally_often(bound: int) -> None:
    """Coins, dice, bags and decks."""
    assert is_even(np.bincount(draws(bound).ravel(), minlength=bound), bound - 1)


@pytest.mark.parametrize("apart", [1, 2, 7])
def test_no_draw_reveals_another(apart: int) -> None:
    """Every pair of values comes equally often, at each distance between draws."""
    bound = 6
    pairs = draws(bound)[:, :-apart] * bound + draws(bound)[:, apart:]
    assert is_even(np.bincount(pairs.ravel(), minlength=bound * bound), bound * bound - 1)


def test_tables_of_the_same_people_draw_alike_no_more_often_than_by_chance() -> None:
    """The same seats with the same keys, at other tables."""
    bound = 6
    there, here = draws(bound)[:-1].ravel(), draws(bound)[1:].ravel()
    assert is_even(np.bincount((there - here) % bound, minlength=bound), bound - 1)


def test_a_bias_would_be_seen() -> None:
    """The remainder of six bits, as a careless program might take it: of 52 values the first 12 come twice as often."""
    assert not is_even(np.bincount(draws(64).ravel() % 52, minlength=52), 51)
