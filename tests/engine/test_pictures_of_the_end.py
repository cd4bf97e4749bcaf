"""Winning and scoring marks on the boards once a game is over, and none before that."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from p2pgame.engine.events import Drawn, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.games.ten.components import CARDS, NAMES
from p2pgame.engine.games.ten.counting import counting
from p2pgame.engine.games.ten.scoring import colour_points
from p2pgame.engine.pending import Over
from p2pgame.engine.picture import Mark, Picture
from p2pgame.engine.play import step

from .playing import random_event


def _ended(game: AnyGame, seed: int, seats: int) -> tuple[Any, Over]:
    """The state after a game at random, which is over."""
    state, rng = game.begin(seats, {}), random.Random(seed)
    while True:
        pending = game.pending(state)
        if isinstance(pending, Over):
            return state, pending
        assert not _won(game.picture(state))
        event = random_event(game, state, rng)
        assert event is not None
        state = step(game, state, event)


def _won(picture: Picture) -> list[list[Mark]]:
    """The marks that have won, of the boards with any."""
    boards = [[mark for row in board.marks for mark in row if mark.won] for board in picture.boards]
    return [marks for marks in boards if marks]


@pytest.mark.parametrize("game_id", GAMES)
def test_nothing_is_marked_before_the_end(game_id: str) -> None:
    """Else all other squares would stand back."""
    game = load(game_id)
    for seed in range(2):
        _ended(game, seed, game.seats[-1])


def test_tink_marks_the_line_of_four() -> None:
    """Stones of the winner alone."""
    game = load("tink")
    state = step(game, game.begin(2, {}), Drawn(0))
    for seat, move in ((0, "s@c3"), (1, "s@c5"), (0, "s@d3"), (1, "s@d5"), (0, "s@e3"), (1, "s@e6"), (0, "s@f3")):
        assert not _won(game.picture(state))
        state = step(game, state, Played(seat, game.parse(move)))
    (marks,) = _won(game.picture(state))
    assert [(mark.text, mark.ink) for mark in marks] == [("*s", "seat0")] * 4


@pytest.mark.parametrize("seed", range(3))
def test_te_trix_marks_the_boxes_that_the_score_sheet_counts(seed: int) -> None:
    """As many as it says for each symbol."""
    game = load("te-trix")
    state, over = _ended(game, seed, 3)
    for board, lines in zip(game.picture(state).boards, over.result.detail, strict=True):
        marked = Counter(mark.text for row in board.marks for mark in row if mark.won)
        counts = {name[0]: int(name.split(" ")[-1]) for name, _ in lines}
        assert [marked[sign] for sign in "●■✕"] == [counts[symbol] for symbol in "OSX"]


@pytest.mark.parametrize("seed", range(3))
def test_tetris_marks_full_rows_and_icons_that_count(seed: int) -> None:
    """Two points a row, one an icon."""
    game = load("tetris")
    state, over = _ended(game, seed, 2)
    for board, lines in zip(game.picture(state).boards, over.result.detail, strict=True):
        rows = [row for row in board.marks if all(mark.won for mark in row)]
        others = [mark for row in board.marks if row not in rows for mark in row if mark.won]
        points = dict(lines)
        assert 2 * len(rows) == points["rows"]
        assert {mark.sign for mark in others} <= {"+"}
        assert sum(mark.sign == "+" for row in board.marks for mark in row) == points["icons"]


@pytest.mark.parametrize("seed", range(2))
def test_ten_marks_the_runs_of_the_best_assignment(seed: int) -> None:
    """As long as the points of each colour say; nine numbers for all ten points."""
    cards = [card for card in range(len(NAMES)) if not NAMES[card].startswith("c")]
    rng = random.Random(seed)
    for _ in range(40):
        hand = bytes(sorted(rng.choices(cards, k=rng.randrange(1, 14))))
        lengths = [length for _, length in counting(hand)]
        assert lengths == [min(points, 9) for points in colour_points(hand)]


@pytest.mark.parametrize("seed", range(3))
def test_tentricks_marks_the_tower_that_has_outlasted_the_others(seed: int) -> None:
    """All pieces of the winner, and none of the others."""
    game = load("tentricks")
    state, over = _ended(game, seed, 3)
    for board in game.picture(state).boards:
        pieces = [mark for row in board.marks for mark in row if mark.piece is not None]
        assert pieces
        assert {mark.won for mark in pieces} == {board.seat in over.result.winners}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_with_a_winner_marks_something(game_id: str) -> None:
    """By a line, a tower, or points."""
    game = load(game_id)
    ends = [_ended(game, seed, game.seats[-1]) for seed in range(4)]
    marked = [game.picture(state).marks_won for state, over in ends if over.result.winners]
    assert marked
    assert all(marked)


def test_ten_fills_a_run_by_wilds_where_they_serve() -> None:
    """A numbered wild only where it says."""
    hand = bytes(sorted(CARDS[card] for card in ("blue1", "blue3", "blue4", "*2", "green8")))
    blue, green, *_ = counting(hand)
    assert blue == (0, 4)
    assert green == (7, 1)


@pytest.mark.parametrize("seed", range(2))
def test_ten_shows_a_star_on_a_number_that_a_wild_stands_for(seed: int) -> None:
    """Its board shows as many marks as the score sheet has points."""
    game = load("ten")
    rng = random.Random(seed)
    state = game.begin(2, {})
    while not isinstance(pending := game.pending(state), Over):
        event = random_event(game, state, rng)
        assert event is not None
        state = step(game, state, event)
    for board, lines in zip(game.picture(state).boards, pending.result.detail, strict=True):
        marked = [sum(mark.won for mark in row) for row in board.marks]
        assert marked == [min(points, 9) for _, points in lines]
