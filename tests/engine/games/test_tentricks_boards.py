"""Clauses 1 and 2.6 to 2.8 of `spec/games/tentricks.md`: pieces, boards, and where a piece may go."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.engine.errors import BadPosition, NotAMove
from p2pgame.engine.games.tentricks.game import GAME

from . import tentricks_oracle as oracle
from .tables import Table
from .tentricks_tables import (
    ORIENTATIONS,
    TYPES,
    board,
    in_hand,
    lying,
    name_of,
    new,
    placements,
    position,
    table,
    uses,
)

ICONS = ["a4", "b8", "c2", "c12", "d6", "e10", "f10", "g6", "h2", "h12", "i8", "j4"]


def after_placing(kind: str, move: str, *rows: str, bar: int = 8) -> list[list[object]]:
    """The pieces on seat 0's board after it has placed one there."""
    game = in_hand(kind, board(*rows, bar=bar), board()).play(move)
    placed: list[list[object]] = game.position["boards"][0]["placed"]
    return placed


@pytest.mark.parametrize(("seats", "number"), [(2, 6), (3, 9), (4, 12)])
def test_1_1_three_pieces_a_seat_and_three_cards_of_each_type(seats: int, number: int) -> None:
    """In the order of the ten types."""
    start = GAME.position(GAME.begin(seats))
    assert list(start["supply"].items()) == [(name, number) for name in TYPES]
    assert start["deck"]["unseen"] == dict.fromkeys(TYPES, 3)


def test_1_2_which_orientations_exist() -> None:
    """One equal to an earlier one does not; the others keep their numbers."""
    existing = {"I3": "01", "V3": "0123", "I4": "01", "O4": "0", "T4": "0123", "S4": "0145", "U5": "0123"}
    for name in TYPES:
        for number in "01234567":
            if number in existing.get(name, "01234567"):
                assert GAME.format(GAME.parse(f"{name}.{number}@a")) == f"{name}.{number}@a"
            else:
                with pytest.raises(NotAMove, match="orientation"):
                    GAME.parse(f"{name}.{number}@a")


@pytest.mark.parametrize(("name", "number"), ORIENTATIONS, ids=str)
def test_1_2_how_each_orientation_lies(name: str, number: int) -> None:
    """Dropped with its leftmost cell in column d on an empty board."""
    cells = sorted((column + 3, row) for column, row in ORIENTATIONS[name, number])
    assert after_placing(name, f"{name}.{number}@d") == [[name, [name_of(cell) for cell in cells]]]


def test_1_3_the_icons_of_a_board() -> None:
    """These twelve and no other cell."""
    spent = {"rows": [], "icons": ICONS}
    assert table(board(spent=spent), board()).position["boards"][0]["spent"]["icons"] == ICONS
    for cell in ("a3", "e9", "j16"):
        with pytest.raises(BadPosition, match=r"spent.icons\[0\]"):
            table(board(spent={"rows": [], "icons": [cell]}), board())


def test_1_3_an_icon_is_covered_while_its_cell_is_filled() -> None:
    """An upright I4 covers a4, c2, h2 and j4 in their columns, and none in the others."""
    won = [
        column for column in "abcdefghij" if in_hand("I4", board(), board()).play(f"I4.1@{column}").position["gains"]
    ]
    assert won == ["a", "c", "h", "j"]


@pytest.mark.parametrize("lower", [0, 1, 2])
def test_1_4_8_1_the_bar_starts_above_eight_free_rows_or_fewer(lower: int) -> None:
    """Less the option `bar`."""
    assert [own["bar"] for own in new(3, bar=lower).position["boards"]] == [8 - lower] * 3


def test_1_4_a_cell_above_the_bar_overlaps_it() -> None:
    """An upright I4 fits under a bar at 4 and overlaps one at 3."""
    assert in_hand("I4", board(bar=4), board(bar=4)).play("I4.1@a").position["boards"][0]["out"] is False
    assert in_hand("I4", board(bar=3), board(bar=3), board()).play("I4.1@a").position["boards"][0]["out"] is True


def test_1_5_a_piece_falls_until_it_meets_something() -> None:
    """The floor, or a filled cell below any of its cells."""
    assert after_placing("I4", "I4.0@a") == [["I4", ["a1", "b1", "c1", "d1"]]]
    assert after_placing("I4", "I4.0@a", "...AA", "...AA")[0] == ["I4", ["a3", "b3", "c3", "d3"]]
    assert after_placing("L4", "L4.6@a", "AA...", "AA...")[1] == ["L4", ["a3", "b3", "c2", "c3"]]


def test_1_5_a_piece_stays_within_the_columns() -> None:
    """The leftmost cell may not be so far right that others stick out."""
    game = in_hand("I4", board(), board())
    game.refuses(0, "I4.0@h", "tentricks 1.5")
    game.refuses(0, "I4.0@g>", "tentricks 1.5")
    game.refuses(0, "I4.0@a<", "tentricks 1.5")
    assert "I4.0@g" in game.legal(0)


OVERHANG = (
    "....AAA...",
    "....A.....",
)
"""An L4 with free cells f1 and g1 below its arm."""


def test_1_6_a_slide_goes_one_column_at_the_same_height() -> None:
    """Below an overhang, but no further than one column."""
    assert after_placing("I3", "I3.0@h<", *OVERHANG)[1] == ["I3", ["g1", "h1", "i1"]]


def test_1_6_a_slide_needs_room() -> None:
    """Every cell that the piece fills was free."""
    game = in_hand("O4", board("..AA", "..AA"), board())
    game.refuses(0, "O4.0@a>", "tentricks 1.6")


def test_1_6_a_slid_piece_does_not_fall_again() -> None:
    """It hangs in the air."""
    assert after_placing("O4", "O4.0@c>", "..A.", "..A.", "..A.")[1] == ["O4", ["d4", "d5", "e4", "e5"]]


def test_1_7_an_overlapping_drop_has_no_slide() -> None:
    """The bar is at 4; a V3 on the O4 would reach row 5."""
    game = in_hand("V3", board("AABB", "AABB", "CCDD", "CCDD", bar=5), board())
    assert "V3.0@a" in game.legal(0)
    game.refuses(0, "V3.0@c>", "tentricks 1.7")


def test_1_8_equal_cells_are_one_move_spelled_as_the_straight_drop() -> None:
    """On an empty board no slide leads anywhere new."""
    game = in_hand("O4", board(), board())
    assert game.legal(0) == [f"O4.0@{column}" for column in "abcdefghi"]
    game.refuses(0, "O4.0@b>", "tentricks 1.8")


def test_1_8_two_slides_that_meet_are_spelled_as_the_smaller() -> None:
    """Over the gap between two towers from the left or from the right: `b>` comes before `d<`."""
    game = in_hand("O4", board("AA..BB", "AA..BB"), board())
    assert "O4.0@b>" in game.legal(0)
    assert "O4.0@c" in game.legal(0)
    game.refuses(0, "O4.0@d<", "tentricks 1.8")


def test_1_9_a_piece_is_named_by_its_lowest_then_leftmost_cell() -> None:
    """The T4 on its point is named by the point, the I4 by its left end."""
    game = table(board("AAA.......", ".A..BBBB..", tokens=[7]), board())
    assert uses(game.legal(0)) == ["use 7 b1", "use 7 e1"]
    game.refuses(0, "use 7 a2", "tentricks 1.9")


def test_1_10_a_piece_below_another_is_not_accessible() -> None:
    """Also where a gap lies in between."""
    game = table(board("BBBB......", "A.........", "A.........", "A....CC...", ".....CC...", tokens=[7]), board())
    assert uses(game.legal(0)) == ["use 7 a5", "use 7 f1"]
    game.refuses(0, "use 7 a2", "tentricks 4.7")


def test_1_10_its_own_cells_do_not_bar_a_piece() -> None:
    """But another one between its arms does."""
    assert uses(table(board("AA", "A.", "AA", tokens=[7]), board()).legal(0)) == ["use 7 a1"]
    held = table(board("AA...", "ABBBB", "AA...", tokens=[7]), board())
    assert uses(held.legal(0)) == []
    assert held.legal(0) == ["end"]


def test_1_11_nothing_falls_when_a_piece_is_taken_away() -> None:
    """The slid O4 stays in the air when the I3 beside it is gone."""
    game = table(board(".BB", ".BB", "A..", "A..", "A..", tokens=[7]), board(tokens=[3]))
    game.play("use 7 a1")
    assert lying(game.position["boards"][0]) == {"O4 b4": ["b4", "b5", "c4", "c5"]}


def test_2_6_an_owner_may_choose_any_sound_or_overlapping_placement() -> None:
    """Even to be out."""
    game = in_hand("I4", board(bar=4), board(bar=4))
    assert placements(game.legal(0)) == {f"I4.0@{c}" for c in "abcdefg"} | {f"I4.1@{c}" for c in "abcdefghij"}
    low = in_hand("I4", board(bar=3), board(bar=3))
    assert placements(low.legal(0)) == placements(game.legal(0))


def test_2_6_a_foreign_placement_may_not_overlap_the_bar() -> None:
    """Token 9 puts an I4 on the board of seat 1, whose bar is at 3."""
    game = table(board("AAAA", tokens=[9]), board(bar=3), placed="I4").play("use 9 s1")
    assert set(game.legal(0)) == {f"I4.0@{c}" for c in "abcdefg"}
    game.refuses(0, "I4.1@a", "tentricks 2.6")


def test_2_7_8_4_pieces_of_one_type_may_not_touch() -> None:
    """With `no_touch`, sharing an edge; a corner is no touch."""
    game = in_hand("O4", board("AA........", "AA........"), board(), options={"no_touch": True})
    assert placements(game.legal(0)) == {f"O4.0@{c}" for c in "defghi"} | {"O4.0@b>"}
    game.refuses(0, "O4.0@c", "tentricks 2.7")
    corner = in_hand("V3", board("A.........", "AABBB....."), board(), options={"no_touch": True})
    assert "V3.0@c" in corner.legal(0)
    corner.refuses(0, "V3.0@b", "tentricks 2.7")


def test_2_7_unless_every_sound_placement_touches() -> None:
    """Below a bar at 2 only the place i1 to j2 is left, beside another O4; with more room one that hangs apart."""
    game = in_hand("O4", board("AA.BB.CC..", "AA.BB.CC..", bar=2), board(), options={"no_touch": True})
    assert placements(game.legal(0)) == {f"O4.0@{c}" for c in "abcdefghi"}
    assert game.play("O4.0@i").position["boards"][0]["out"] is False
    roomy = in_hand("O4", board("AA.BB.CC..", "AA.BB.CC..", bar=4), board(), options={"no_touch": True})
    assert placements(roomy.legal(0)) == {"O4.0@h>"}
    roomy.refuses(0, "O4.0@i", "tentricks 2.7")


def test_2_7_overlapping_ones_stay_legal_beside_sound_ones_that_do_not_touch() -> None:
    """Own board: an I4 upright overlaps the bar at 3, lying it may not touch."""
    game = in_hand("I4", board("AAAA......", bar=3), board(), options={"no_touch": True})
    assert placements(game.legal(0)) == {"I4.0@d>", "I4.0@f", "I4.0@g"} | {f"I4.1@{c}" for c in "abcdefghij"}


def test_2_7_on_another_board_touching_is_never_allowed() -> None:
    """So where every place touches, token 9 cannot be used against that seat."""
    rows = ("AAAABBBB..",)
    game = table(board("AAAA", tokens=[9]), board(*rows, bar=1), placed="I4", options={"no_touch": True})
    assert uses(game.legal(0)) == []
    free = table(board("AAAA", tokens=[9]), board("AAAA......", bar=1), placed="I4", options={"no_touch": True})
    assert set(free.play("use 9 s1").legal(0)) == {"I4.0@f", "I4.0@g"}
    free.refuses(0, "I4.0@e", "tentricks 2.7")


def test_2_7_only_the_type_counts() -> None:
    """An I4 beside an O4 is no touch."""
    game = in_hand("I4", board("AA........", "AA........"), board(), options={"no_touch": True})
    assert "I4.1@c" in game.legal(0)


@pytest.mark.parametrize("kind", TYPES)
def test_1_5_a_drop_passes_the_highest_row_first(kind: str) -> None:
    """Pieces that hang from row 16, and from the row below it, leave no way to the free cells below them."""
    hanging = [("I4", [(column, 15) for column in range(2, 6)]), ("I3", [(column, 14) for column in range(6, 9)])]
    lies = oracle.Lying([(name, frozenset(cells)) for name, cells in hanging])
    game = in_hand(kind, board() | {"placed": lies.placed(), "bar": 16}, board(), board())
    assert set(game.legal(0)) == oracle.own(lies, 16, kind, no_touch=False)


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32), no_touch=st.booleans())
def test_1_5_to_1_8_and_2_7_agree_with_brute_force(seed: int, no_touch: bool) -> None:
    """Every placement of every type on boards filled at random, with holes and hanging pieces."""
    rng = random.Random(seed)
    lies = oracle.random_board(rng, 14)
    bar = rng.randrange(max(1, lies.height()), 17)
    for kind in rng.sample(TYPES, 2):
        own = board() | {"placed": lies.placed(), "bar": bar}
        game = in_hand(kind, own, board(), board(), options={"no_touch": no_touch})
        legal = game.legal(0)
        assert len(legal) == len(set(legal))
        assert set(legal) == oracle.own(lies, bar, kind, no_touch)


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_2_2_a_piece_lies_where_brute_force_says(seed: int) -> None:
    """After each kind of placement."""
    rng = random.Random(seed)
    lies = oracle.random_board(rng, 10)
    kind = rng.choice(TYPES)
    sound, _ = oracle.spellings(lies, 16, kind)
    own = board() | {"placed": lies.placed(), "bar": 16}
    cells = rng.choice(sorted(sound, key=sorted))
    game = in_hand(kind, own, board(), board()).play(sound[cells])
    lies.pieces.append((kind, cells))
    assert game.position["boards"][0]["placed"] == lies.placed()


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_1_10_and_4_8_agree_with_brute_force(seed: int) -> None:
    """The pieces that can be lifted, alone and one after the other."""
    lies = oracle.random_board(random.Random(seed), 14)
    own = board(tokens=[7, 8]) | {"placed": lies.placed(), "bar": 16}
    game: Table = table(own, board(), board())
    found = set(uses(game.legal(0)))
    assert found == {f"use 7 {name}" for name in oracle.removable(lies)} | oracle.relocations(lies)


def test_positions_of_these_tests_are_sound() -> None:
    """The helper draws what the engine reads."""
    drawn = position(board("A.", "AA"), board())
    assert GAME.position(GAME.from_position(drawn)) == drawn
