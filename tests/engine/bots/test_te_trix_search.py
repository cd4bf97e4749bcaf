"""The batches of Te-Trix agree with its rules, and its search sees the end of a game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.budget import Budget
from p2pgame.engine.bots.chance import Stream
from p2pgame.engine.bots.searcher import search_of
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.events import Drawn, Played
from p2pgame.engine.games import load
from p2pgame.engine.games.te_trix.batch import NUMBERS, all_ways, as_batch, entries, points
from p2pgame.engine.games.te_trix.course import NO_BAND, Sheets, courses
from p2pgame.engine.games.te_trix.moves import STOP, Place
from p2pgame.engine.games.te_trix.placements import EVERYWHERE, placements
from p2pgame.engine.games.te_trix.scoring import score
from p2pgame.engine.games.te_trix.sheet import ALL, Sheet, box, rows_of
from p2pgame.engine.games.te_trix.worth import POINT, worth
from p2pgame.engine.pending import Over
from p2pgame.engine.play import step

TE_TRIX: Any = load("te-trix")


def states(seats: int) -> Iterator[Any]:
    """All states of a game of normal bots."""
    rng, state = random.Random(3), TE_TRIX.begin(seats)
    while not isinstance(TE_TRIX.pending(state), Over):
        yield state
        event = answer(TE_TRIX, state, [BOTS["normal"]] * seats, rng)
        assert event is not None
        state = step(TE_TRIX, state, event)
    yield state


def test_a_batch_of_sheets_has_the_points_of_single_sheets() -> None:
    """Sheets from the first to the last round."""
    sheets = [sheet for state in states(2) for sheet in state.sheets]
    assert points(as_batch(sheets)).tolist() == list(map(score, sheets))
    assert max(map(score, sheets)) > 0


def test_entries_are_the_legal_places() -> None:
    """In their order, with the symbols that they enter; alone, within the band."""
    asked = 0
    for state in (*states(1), *states(2)):
        for seat in range(state.seats) if state.phase == "place" else ():
            number = NUMBERS[state.shape]
            found = entries(as_batch([state.sheets[seat]]), np.array([number]), np.array([state.may_run_over]))
            moves = [move for move in TE_TRIX.legal(state, seat) if isinstance(move, Place)]
            ways = found.ways - all_ways().first[number]
            assert [placements(state.shape)[way].place for way in ways] == moves
            after = [
                state.sheets[seat].with_symbols(state.shape.symbols, EVERYWHERE[state.shape.shape][move].each)
                for move in moves
            ]
            assert found.sheets.tolist() == as_batch(after).tolist()
            asked += len(moves)
    assert asked


def test_a_sheet_is_worth_its_areas_in_hundredths_and_its_room() -> None:
    """An area of five circles, and one of two squares that counts for a tenth; pairs and lonely boxes of the rest."""
    circles = sum(box(column, 0) for column in range(5))
    squares = sum(box(column, 6) for column in (0, 1))
    sheet = as_batch([Sheet(circles, squares, 0)])
    none, pairs, lonely = np.zeros((3, 6), np.int64), np.zeros((3, 6), np.int64), np.zeros((3, 6), np.int64)
    none[0, 1], pairs[0, 4], lonely[0, 5] = 10, 1, 1
    assert worth(sheet, none).tolist() == [POINT * 5 + 10 * 2]
    assert worth(sheet, pairs).tolist() == [POINT * 5 + 84 - 10 - 4]
    assert worth(sheet, lonely).tolist() == [POINT * 5]


def test_an_area_without_room_to_grow_is_worth_nothing() -> None:
    """Four circles in a corner, behind crosses."""
    circles, crosses = box(0, 0) | box(1, 0) | box(0, 1) | box(1, 1), box(2, 0) | box(2, 1) | box(0, 2) | box(1, 2)
    closed, learnt = as_batch([Sheet(circles, 0, crosses)]), np.zeros((3, 6), np.int64)
    learnt[0, 3] = 50
    assert worth(closed, learnt).tolist() == [0]
    assert worth(as_batch([Sheet(circles, 0, 0)]), learnt).tolist() == [50 * 4]


def test_a_game_ends_for_all_sheets_with_the_first_that_is_stuck() -> None:
    """A sheet that is full from the beginning lets the other take one shape; alone, that sheet goes on."""
    full, fresh = Sheet(ALL, 0, 0), Sheet(0, 0, box(3, 3))
    course = courses(Sheets(as_batch([full, fresh]), np.full(2, NO_BAND)), [Stream(1), Stream(2)])
    assert course.entered[:, 0].tolist() == [0, 0]
    assert (course.entered[:, 1] > 8).all()
    both = course.ends(np.array([[0, 1]]))
    assert both.tolist() == [[[49, 0]], [[49, 0]]]
    alone = course.ends(np.array([[1]]))
    assert (alone > 0).all()


def test_the_search_scores_at_once_when_the_game_ends_with_this_shape() -> None:
    """The other sheet is full. Four circles make five points beside the one that is there, and none elsewhere."""
    state = step(TE_TRIX, step(TE_TRIX, TE_TRIX.begin(2), Drawn(0)), Drawn(0))
    state = step(TE_TRIX, state, Played(0, TE_TRIX.parse("I:OOOO")))
    sheets = [rows_of(Sheet(box(3, 3), 0, 0)), rows_of(Sheet(0, ALL, 0))]
    state = TE_TRIX.from_position({**TE_TRIX.position(state), "sheets": sheets})
    best = search_of(TE_TRIX).weigh(TE_TRIX, state, 0, random.Random(1), Budget(100))[0].move
    assert score(state.sheets[0].with_symbols("OOOO", EVERYWHERE["I"][best].each)) == 5


def test_alone_the_search_does_not_stop_while_there_is_room() -> None:
    """The first shape is entered: stopping brings only the points of the band."""
    state = step(TE_TRIX, TE_TRIX.begin(1), Drawn(0))
    state = step(TE_TRIX, state, Played(0, next(TE_TRIX.legal(state, 0))))
    weighed = search_of(TE_TRIX).weigh(TE_TRIX, state, 0, random.Random(1), Budget(1))
    assert weighed[0].move != STOP
    assert STOP in dict(weighed)
