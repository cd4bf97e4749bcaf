"""The tests of `benchmarks/fairness.py` would see a bias, and the figures of `docs/fairness.md` are those that come."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import fairness

CHANCES = ((3.841, 1, 0.05), (18.307, 10, 0.05), (124.342, 100, 0.05), (63.691, 40, 0.01))
"""Statistic, degrees of freedom, and the chance that tables of the chi-square distribution give."""


@pytest.mark.parametrize(("statistic", "freedom", "chance"), CHANCES)
def test_chances_are_those_of_printed_tables(statistic: float, freedom: int, chance: float) -> None:
    """To a tenth of them, which is what the approximation gives for one degree of freedom."""
    assert fairness.chi_square(statistic, freedom) == pytest.approx(chance, rel=0.1)


def test_draws_of_the_protocol_are_called_even() -> None:
    """A hundredth of the page's draws."""
    values = fairness.drawn(fairness.echoed, [6] * 1_200)
    assert set(values) == set(range(6))
    assert fairness.even("dice", values, 6).chance > 0.001
    assert fairness.uncorrelated("dice", values).chance > 0.001


def test_a_plain_remainder_would_be_called_uneven() -> None:
    """Of eight bits, below 100: the first 56 values come three times where the others come twice."""
    values = fairness.drawn(fairness.honest, [256] * 4_000) % 100
    assert fairness.even("below 100", values, 100).chance < 1e-9


def test_throws_that_repeat_would_be_called_correlated() -> None:
    """One throw in ten is the one before."""
    values = fairness.drawn(fairness.honest, [6] * 6_000)
    values[1::10] = values[::10]
    assert fairness.even("dice", values, 6).chance > 0.001
    assert fairness.uncorrelated("dice", values).chance < 1e-6


def test_a_deck_that_is_hardly_shuffled_would_be_called_uneven() -> None:
    """Its first card stays on top in every tenth deck."""
    values = fairness.drawn(fairness.honest, [*range(fairness.DECK, 0, -1)] * 100)
    assert fairness.by_place(values).chance > 0.001
    values[:: 10 * fairness.DECK] = 0
    assert fairness.by_place(values).chance < 0.5
    values[:: fairness.DECK] = 0
    assert fairness.by_place(values).chance < 1e-9


def test_the_picture_has_a_point_for_each_bound_and_a_bar_for_each_distance() -> None:
    """And is one well-formed drawing."""
    bounds = [fairness.Outcome("a bound", 1, chance) for chance in (0.1, 0.9, 0.5)]
    drawing = fairness.picture(bounds, np.zeros(len(fairness.LAGS)), 100)
    assert drawing.count("<circle") == 3
    assert drawing.count('<path class="f"') == len(fairness.LAGS)


@pytest.mark.long
def test_the_page_has_the_figures_that_come() -> None:
    """All million draws, made again."""
    shown = fairness.DOCS.joinpath("fairness.md").read_text("utf-8").split("<!-- figures -->\n")[1]
    table, drawing = fairness.figures()
    assert shown == f"{table}\n"
    assert fairness.DOCS.joinpath("fairness.svg").read_text("utf-8") == drawing
