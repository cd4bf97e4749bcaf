"""Straight drops, against a piece that is really lowered row by row."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from p2pgame.engine.drop import column_heights, moved, resting_row, topside, underside
from p2pgame.engine.polyomino import orientations, shape

L = orientations(shape("..#/###"), flips=True)
U = orientations(shape("#.#/###"), flips=True)
PIECES = [*L.values(), *U.values()]


def test_underside_and_topside_of_a_piece() -> None:
    """L as drawn lies flat; upside down it hangs over by its hook."""
    assert (underside(L[0]), topside(L[0])) == ((0, 0, 0), (1, 1, 2))
    assert (underside(L[2]), topside(L[2])) == ((0, 1, 1), (2, 2, 2))
    assert (underside(L[3]), topside(L[3])) == ((2, 0), (3, 3))


def test_a_piece_lands_on_the_highest_thing_below_any_of_its_cells() -> None:
    """Its other columns may cover holes."""
    assert resting_row(underside(L[0]), (0, 2, 0, 0), 1) == 2
    assert resting_row(underside(L[3]), (2, 0, 0, 0), 0) == 0
    assert moved(L[3], 0, 0) == ((0, 2), (1, 0), (1, 1), (1, 2))


def test_heights_look_through_holes() -> None:
    """Only the highest filled square of a column counts."""
    assert column_heights([(0, 0), (0, 4), (2, 1)], 4) == (5, 0, 2, 0)


@given(filled=st.sets(st.tuples(st.integers(0, 9), st.integers(0, 7)), max_size=40), piece=st.sampled_from(PIECES))
def test_resting_rows_agree_with_lowering_row_by_row(
    filled: set[tuple[int, int]], piece: tuple[tuple[int, int], ...]
) -> None:
    """From far above, down until the floor or a filled square stops it, on boards with holes and overhangs."""
    found = []
    for column in range(10 - max(right for right, _ in piece)):
        row = 12
        while row and not filled.intersection(moved(piece, column, row - 1)):
            row -= 1
        found.append(row)
    heights = column_heights(filled, 10)
    assert [resting_row(underside(piece), heights, column) for column in range(len(found))] == found
