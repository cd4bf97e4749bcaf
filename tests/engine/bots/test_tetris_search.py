"""The search of Tetris: its batches agree with the rules, its evaluations with slow ones, and it sees the race."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.budget import Budget
from p2pgame.engine.bots.searcher import search_of
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.games.tetris.achievements import icons_covered
from p2pgame.engine.games.tetris.batch import Dropped, as_batch, drops, full_rows, with_minos
from p2pgame.engine.games.tetris.components import COLUMNS, ROWS, Way
from p2pgame.engine.games.tetris.falling import can_place, dropped
from p2pgame.engine.games.tetris.features import Features
from p2pgame.engine.games.tetris.pieces import DIAMONDS, ICONS, LETTERS, PIECES_OF
from p2pgame.engine.games.tetris.state import Tower
from p2pgame.engine.games.tetris.tables import PHASES, POINT, SIZES, Expected, Tables, learnt, phase
from p2pgame.engine.games.tetris.weights import HARD, Weights
from p2pgame.engine.pending import asked
from p2pgame.engine.play import step

from ..games.tetris_tables import FIVE_ROWS, table
from .playing import begun

UNSEEN = np.array([4, 0, 2, 1, 3, 2, 4])
SQUARES = [divmod(square, COLUMNS) for square in range(ROWS * COLUMNS)]


def towers(way: Way = "up", pieces: int = 14, number: int = 12) -> list[Tower]:
    """Towers of random pieces, each with more of them than the one before."""
    rng, found = random.Random(5), []
    for most in range(pieces - number + 1, pieces + 1):
        tower = Tower(way)
        for _ in range(most):
            piece = rng.choice(PIECES_OF[rng.choice(LETTERS)])
            if can_place(tower, piece.letter) and max(tower.heights) < ROWS - 3:
                tower = dropped(tower, (), piece)[0]
        found.append(tower)
    return found


def test_a_batch_of_drops_equals_single_drops() -> None:
    """Heights, squares, icons and minos of towers in the middle of games."""
    for tower in towers():
        for letter in LETTERS:
            after, fits = drops(as_batch([tower]), letter, "up")
            singly = [dropped(tower, (), piece)[0] for place, piece in enumerate(PIECES_OF[letter]) if fits[place]]
            expected = as_batch(singly)
            assert after.take(np.nonzero(fits)[0]).heights.tolist() == expected.heights.tolist()
            assert after.squares[:, fits].tolist() == expected.squares.tolist()
            assert after.earned[fits].tolist() == expected.earned.tolist()
            assert after.minos[fits].tolist() == expected.minos.tolist()


def test_drops_into_many_towers_are_those_into_each() -> None:
    """All first drops come first, in the order of the towers."""
    many = towers()
    after, fits = drops(as_batch(many), "T", "up")
    for place, tower in enumerate(many):
        alone, there = drops(as_batch([tower]), "T", "up")
        assert fits[place :: len(many)].tolist() == there.tolist()
        assert after.heights[:, place :: len(many)][:, there].tolist() == alone.heights[:, there].tolist()


def test_a_piece_that_fits_into_no_tower_has_the_value_of_being_stuck() -> None:
    """One tower is empty, one is filled with O up to row 14."""
    full = Tower("up")
    for _ in range(7):
        for piece in PIECES_OF["O"][::2]:
            full = dropped(full, (), piece)[0]
    there = Dropped.of(as_batch([full, Tower("up")]), "O", "up")
    values = np.where(there.fits, 100 + np.arange(len(there.fits)), 10_000)
    best = int(values[there.fits].max())
    assert there.best(values, np.array([7, 8])).tolist() == [7, best]
    places, sources = there.foremost(values, 3)
    assert set(sources.tolist()) == {1}
    assert values[places].tolist() == sorted(values[there.fits].tolist(), reverse=True)[:3]
    assert not len(Dropped.of(as_batch([full]).take(np.array([], np.int64)), "O", "up").fits)


@pytest.mark.parametrize(("everywhere", "columns"), [(False, {0, 3}), (True, {0, 3, 5})])
def test_minos_fall_into_columns_lower_than_a_neighbour(everywhere: bool, columns: set[int]) -> None:
    """Column `a` is the deepest and `d` the steepest one; `f` is lower than its neighbours, too."""
    tower = Tower("up")
    for piece in (PIECES_OF["O"][1], PIECES_OF["I"][9], PIECES_OF["O"][6]):
        tower = dropped(tower, (), piece)[0]
    assert list(tower.heights) == [0, 2, 2, 0, 4, 0, 2, 2]
    before = as_batch([replace(tower, minos=2)])
    after, sources = with_minos(before, everywhere=everywhere)
    rises = after.heights - before.heights
    assert {column for column in range(COLUMNS) if rises[column].any()} == columns
    assert sources.tolist() == [0] * len({*map(tuple, rises.T.tolist())})
    assert (rises.sum(0) + after.minos == before.minos).all()


def _holes(tower: Tower) -> list[tuple[int, int]]:
    below = [(row, column) for row, column in SQUARES if row < tower.heights[column]]
    return [(row, column) for row, column in below if not tower.filled[row] >> column & 1]


def _depths(tower: Tower) -> list[int]:
    walls = [ROWS, *tower.heights, ROWS]
    return [min(walls[at], walls[at + 2]) - walls[at + 1] for at in range(COLUMNS)]


def _even_places(tower: Tower, letter: str) -> int:
    """The outlines and places in which the letter lies without a hole, at most 2; an upright I counts once."""
    places = {
        (tuple(np.diff(piece.under).tolist()), piece.column)
        for piece in PIECES_OF[letter]
        if len({height - low for height, low in zip(tower.heights[piece.column :], piece.under, strict=False)}) == 1
    }
    upright = [place for place in places if not place[0]]
    return min(2, len(places) - max(0, len(upright) - 1))


def _above(tower: Tower, marks: int) -> list[int]:
    """Rows from columns to marks."""
    return [row - tower.heights[column] for row, column in SQUARES if marks >> COLUMNS * row + column & 1]


@pytest.mark.parametrize("way", ["up", "down"])
def test_the_features_of_towers_are_as_counted_one_by_one(way: Way) -> None:
    """With the weights of `hard`, some rounds before the end."""
    for tower in towers(way):
        steps = [right - left for left, right in pairwise(tower.heights)]
        holes, deep = _holes(tower), _depths(tower)
        even = [_even_places(tower, letter) > 0 for letter in LETTERS]
        icons = [
            (above, cards)
            for letter, cards in zip(LETTERS, UNSEEN.tolist(), strict=True)
            for above in _above(tower, ICONS[way][letter])
        ]
        diamonds = _above(tower, DIAMONDS[way])
        counted = Weights(
            full_rows=tower.rows,
            rows_with_holes=len({row for row, _ in holes}),
            holes=len(holes),
            steps=sum(map(abs, steps)),
            deep_wells=sum(max(0, depth - 2) for depth in deep),
            highest=max(tower.heights),
            icons_covered=icons_covered(tower),
            minos=min(6, tower.minos),
            squared_steps=sum(step * step for step in steps),
            near_icons=sum(cards for above, cards in icons if 0 <= above < 2),
            icons=sum(cards for above, cards in icons if 2 <= above < 5),
            far_icons=sum(cards for above, cards in icons if above >= 5),
            diamonds=sum(above >= 0 for above in diamonds),
            near_diamonds=sum(0 <= above < 2 for above in diamonds),
            even_letters=sum(even),
            even_cards=int(UNSEEN @ even),
            wells=sum(depth > 0 for depth in deep),
        )
        value = sum(one * other for one, other in zip(counted, HARD, strict=True))
        assert Features.of(way, UNSEEN, 9).worth(as_batch([tower]), 0).tolist() == [value]


def numbered() -> Tables:
    """Tables in which each number is another one."""
    rng = np.random.default_rng(3)
    return Tables(*(rng.integers(-999, 999, (PHASES, int(size)), np.int32) for size in SIZES))


@pytest.mark.parametrize("way", ["up", "down"])
def test_the_expected_points_are_those_looked_up_one_by_one(way: Way) -> None:
    """In two views at once, with a rival of four rows and one of eight."""
    tables, rounds = numbered(), 9
    here = Tables(*(table[phase(rounds)].tolist() for table in tables))
    both = np.stack((UNSEEN, UNSEEN[::-1]))
    scale = Expected.of(way, both, rounds, np.array([4, 8]), tables)
    many = towers(way)
    for view, rival in ((0, 4), (1, 6)):
        expected = [_looked_up(here, tower, way, both[view].tolist(), rounds, rival) for tower in many]
        assert scale.worth(as_batch(many), 4, np.full(len(many), view)).tolist() == expected


def _looked_up(here: Any, tower: Tower, way: Way, unseen: list[int], rounds: int, rival: int) -> int:
    """The value of a tower by each table alone."""
    steps = [min(max(right - left, -4), 4) + 4 for left, right in pairwise(tower.heights)]
    holes = _holes(tower)
    spoilt = {row for row, _ in holes}
    gaps = sum(8 - tower.filled[row].bit_count() for row in range(ROWS) if tower.filled[row] and row not in spoilt)
    places = [_even_places(tower, letter) for letter in LETTERS]
    value = POINT * (2 * tower.rows + icons_covered(tower) + 4 * (tower.rows >= 6))
    value += sum(here.pairs[81 * at + 9 * left + right] for at, (left, right) in enumerate(pairwise(steps)))
    value += here.highest[max(tower.heights)] + here.lowest[min(tower.heights)]
    value += here.holes[min(23, len(holes))] + here.rows_with_holes[len(spoilt)] + here.full_rows[tower.rows]
    value += here.gaps[min(63, gaps)] + here.minos[min(6, tower.minos)] + here.held[1]
    value += sum(here.depths[min(max(depth, 0), 7)] for depth in _depths(tower))
    value += here.even[sum(1 << at for at, number in enumerate(places) if number)]
    value += here.safe[sum(1 << at for at, number in enumerate(places) if number > 1)]
    for at, letter in enumerate(LETTERS):
        for above in _above(tower, ICONS[way][letter]):
            value += here.icons[(at * 8 + _distance(above)) * 5 + unseen[at]]
        value += here.letters[(at * 3 + places[at]) * 5 + unseen[at]]
    value += sum(here.diamonds[_distance(above)] for above in _above(tower, DIAMONDS[way]))
    value += sum(here.columns[min(at, 7 - at) * 16 + height] for at, height in enumerate(tower.heights))
    return int(value + here.rounds[rounds] + here.race[rival * 7 + min(6, tower.rows)])


def _distance(above: int) -> int:
    return 7 if above < 0 else min(6, above)


@pytest.mark.parametrize("scale", [Features, Expected])
def test_without_rounds_to_come_a_tower_is_worth_its_score(scale: Any) -> None:
    """Two full rows, and no card for six rows."""
    tower = Tower("up")
    for piece in PIECES_OF["O"][::2]:
        tower = dropped(tower, (), piece)[0]
    none = np.zeros(7, np.int64)
    here = Features.of("up", none, 0) if scale is Features else Expected.of("up", none[None], 0, none[:1], learnt())
    assert here.worth(as_batch([tower]), 4).tolist() == [here.point * (4 + icons_covered(tower))]


def in_round(number: int, seats: int = 2) -> tuple[Any, Any]:
    """A table of normal bots in that round, when all are asked."""
    game, state = begun("tetris", seats)
    rng = random.Random(2)
    while state.round < number or not asked(game.pending(state)):
        event = answer(game, state, [BOTS["normal"]] * seats, rng)
        assert event is not None
        state = step(game, state, event)
    return game, state


def test_the_deep_search_looks_at_moves_that_are_asked_about() -> None:
    """The worst drop is asked about; values of moves that were searched deeper come before all others."""
    game, state = in_round(2)
    seat = asked(game.pending(state))[0]
    shallow = search_of(game).weigh(game, state, seat, random.Random(1), Budget(1))
    deep = search_of(game).weigh(game, state, seat, random.Random(1), Budget(30_000), [shallow[-1].move])
    assert len(deep) == len(shallow)
    place = [move for move, _ in deep].index(shallow[-1].move)
    assert deep[place].value > deep[-1].value + 10**8


@pytest.mark.parametrize(("rival", "now", "later"), [("", 6, 6), (FIVE_ROWS, 4, 2)], ids=["alone", "in a race"])
def test_six_rows_are_worth_less_after_a_rival_can_have_them(rival: str, now: int, later: int) -> None:
    """In the last round but one, when this L or the next one can complete the sixth row."""
    unseen = dict.fromkeys(LETTERS, 0) | {"T": 1}
    table_ = table(FIVE_ROWS, rival, current="L", next="L", unseen=unseen, round=26)
    moves = search_of(table_.game).weigh(table_.game, table_.state, 0, random.Random(1), Budget(100_000))
    values = {table_.game.format(move): value for move, value in moves}
    before = full_rows(as_batch([table_.state.towers[0]]).squares)
    assert before.tolist() == [4]
    assert (values["L2@e"] - values["L0@a"]) // POINT == now - later
