"""Ratings of the arena, held against numbers that were worked out apart from it."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest
from p2pgame.cli.arena.match import Finished
from p2pgame.cli.arena.ratings import fitted, ratings


def games(*winners: tuple[int, ...]) -> list[Finished]:
    """Games of two entrants, won by these."""
    return [Finished(number, (0, 1), 9, each, (None, None), "end") for number, each in enumerate(winners)]


def test_two_entrants_differ_by_the_odds_of_a_win() -> None:
    """Three of four, and half a game added for each: 3.5 to 1.5."""
    first, second = ratings(games((0,), (0,), (1,), (0,)), 2, seed=1)
    assert first.points - second.points == pytest.approx(400 * log10(3.5 / 1.5))
    assert first.points == pytest.approx(-second.points)


def test_a_draw_counts_half_for_each() -> None:
    """Whether both win or nobody does."""
    assert [rating.points for rating in ratings(games((0, 1), ()), 2, seed=1)] == pytest.approx([0, 0])


def test_strengths_are_found_again() -> None:
    """From the wins that are expected of them, of many games."""
    points = np.array([200.0, 50.0, -60.0, -190.0])
    strengths = 10 ** (points / 400)
    wins = 1e9 * strengths[:, None] / (strengths[:, None] + strengths)
    np.fill_diagonal(wins, 0)
    assert fitted(wins[None])[0] == pytest.approx(points, abs=1e-3)


def test_an_interval_holds_the_rating_and_shrinks_with_more_games() -> None:
    """The interval comes from games that are drawn again, so the same seed gives the same interval."""
    few, many = (ratings(games(*[(0,), (0,), (1,)] * times), 2, seed=3)[0] for times in (10, 1000))
    assert few.low < few.points < few.high
    assert many.high - many.low < (few.high - few.low) / 5
    assert few == ratings(games(*[(0,), (0,), (1,)] * 10), 2, seed=3)[0]


def test_one_that_never_lost_has_a_finite_rating() -> None:
    """So has one that never won, and one that never played."""
    best, worst, idle = ratings(games(*[(0,)] * 50), 3, seed=1)
    assert best.points > 200 > -200 > worst.points
    assert idle.points == pytest.approx(0, abs=1)


def test_at_a_table_of_three_a_winner_beats_both_others() -> None:
    """Those two drew."""
    three = [Finished(0, (2, 0, 1), 9, (0,), (None,) * 3, "end")]
    first, second, winner = (rating.points for rating in ratings(three, 3, seed=1))
    assert winner > first == pytest.approx(second)


def test_no_games_no_difference() -> None:
    """Nor with a single entrant."""
    assert [rating.points for rating in ratings([], 2, seed=1)] == [0, 0]
    assert [rating.points for rating in ratings(games((0,))[:0], 1, seed=1)] == [0]
