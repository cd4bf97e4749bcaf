"""The clauses of `spec/games/te-trix.md`, sections 1 to 6 and 8."""

from __future__ import annotations

from itertools import product

import pytest
from p2pgame.engine.errors import NotAMove
from p2pgame.engine.games.te_trix.game import GAME
from p2pgame.engine.pending import Chance, Secret, Turn

from .tables import Table
from .te_trix_tables import HOLE, ROOM_FOR_ONE, finished, fresh, new, sheet, table


def test_1_1_four_dice_show_three_symbols_equally_often() -> None:
    """81 results in the alphabet's order, one integer each."""
    labels = ["".join(faces) for faces in product("OSX", repeat=4)]
    assert new().pending == Chance(tuple((label, 1) for label in labels))


def test_1_2_1_3_2_1_sheets_are_empty_except_for_the_printed_symbol() -> None:
    """Red O, blue S, yellow X, white O on d4."""
    assert Table(GAME, GAME.begin(4)).position["sheets"] == [sheet(seat=seat) for seat in range(4)]


def test_1_4_there_are_seven_shapes() -> None:
    """Of four equal symbols each can be made in one way."""
    shapes = new().draw("SSSS").legal(0)
    assert shapes == ["I:SSSS", "O:SSSS", "T:SSSS", "S:SSSS", "Z:SSSS", "J:SSSS", "L:SSSS"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_2_the_first_roller_is_drawn_among_all_seats(seats: int) -> None:
    """One outcome a seat, equally likely."""
    game = Table(GAME, GAME.begin(seats))
    assert game.pending == Chance(tuple((str(seat), 1) for seat in range(seats)))
    assert game.draw(str(seats - 1)).draw("OOSX").pending == Turn(seats - 1)


def test_2_3_the_dice_go_round_clockwise() -> None:
    """From the last seat on to the first."""
    game = new(seats=3, first="2")
    rollers = []
    for column in "abcd":
        game.draw("OOOO")
        rollers.append(game.position["roller"])
        game.play("I:OOOO").play(*[f"r1@{column}4" if column != "d" else "r1@e7"] * 3)
    assert rollers == [2, 0, 1, 2]
    assert game.position["roller"] == 0


def test_3_1_on_which_die_a_symbol_shows_does_not_matter() -> None:
    """Two rolls of the same symbols lead to the same state."""
    assert new().draw("XOSO").state == new().draw("OOSX").state
    assert new().draw("XOSO").position["dice"] == "OOSX"


def test_3_2_the_roller_alone_makes_the_shape() -> None:
    """The others are not asked."""
    game = new(first="1").draw("OOSX")
    game.asks(1)
    game.refuses(0, "L:OSXO", "te-trix 3.2")
    game.refuses(1, "r0@c5", "te-trix 3.2")
    assert game.play("L:OSXO").position["shape"] == "L:OSXO"


@pytest.mark.parametrize(("dice", "ways"), [("OOSX", 57), ("OOOO", 7), ("OOSS", 32), ("OOOS", 19)])
def test_3_3_symbols_in_any_order(dice: str, ways: int) -> None:
    """Counted by hand from the symmetries of the shapes, such as OOSS: I 4, O 2, S 4, Z 4, T J L 6 each."""
    assert len(new().draw(dice).legal(0)) == ways


def test_3_3_no_die_is_turned_to_another_face() -> None:
    """The symbols are those that were rolled."""
    new().draw("OOSX").refuses(0, "L:OSXX", "te-trix 3.3")


def test_3_4_4_1_all_enter_the_same_shape_in_secret() -> None:
    """All seats are asked at once; no second shape is made."""
    game = new(seats=4).draw("OOSX").play("L:OSXO")
    assert game.pending == Secret((0, 1, 2, 3))
    game.refuses(0, "L:OSXO", "te-trix 4.1")


def test_4_1_a_seat_with_room_must_enter_the_shape() -> None:
    """Neither `stop` nor anything else but a placement is a move among several."""
    game = fresh()
    game.refuses(0, "stop", "te-trix 7.4")
    assert all(move.startswith("r") for move in game.legal(0))


@pytest.mark.parametrize(
    ("turns", "drawn"),
    [(0, ["..O", "SXO"]), (1, ["S..", "X..", "OO."]), (2, ["OXS", "O.."]), (3, ["OO.", ".X.", ".S."])],
)
def test_4_2_4_3_the_shape_is_turned_as_a_whole(turns: int, drawn: list[str]) -> None:
    """L:OSXO by quarter turns clockwise, its corner at a7."""
    game = fresh(dice="OOSX", shape="L:OSXO").play(f"r{turns}@a7", "r0@c7")
    assert [row[:3] for row in game.position["sheets"][0][: len(drawn)]] == drawn


def test_4_3_the_shape_is_never_turned_over() -> None:
    """No placement of an L looks like a J."""
    game = fresh(dice="OOOO", shape="L:OOOO")
    looks = set()
    for move in game.legal(0):
        after = Table(GAME, game.state).play(move, "r0@a7").position["sheets"][0]
        looks.add("".join(row[0:3] for row in after[0:2]))
    assert "..OOOO" in looks
    assert "O..OOO" not in looks


def test_4_4_any_empty_boxes_will_do() -> None:
    """A corner far from the printed symbol."""
    assert fresh().play("r0@a7", "r0@d1").position["sheets"][0][0] == "OOOO..."


def test_4_5_symbols_may_run_over_any_edge() -> None:
    """Over the left, the upper, the right and the lower one; those on the sheet are entered."""
    game = fresh(4, dice="OOSX", shape="L:OSXO").play("r0@y2", "r1@a9", "r2@f7", "r3@a1")
    left, upper, right, lower = game.position["sheets"]
    assert [row[0] for row in left[-2:]] == ["O", "O"]
    assert left[-1] == "O......"
    assert upper[0] == "OO....."
    assert [row[-2:] for row in right[:2]] == ["OX", "O."]
    assert lower[-1] == "OO....."


def test_4_6_at_least_one_symbol_is_entered() -> None:
    """A shape wholly beside the sheet is refused, also where only its bounding box reaches in."""
    game = fresh(dice="OOSX", shape="L:OSXO")
    game.refuses(0, "r0@x7", "te-trix 4.6")
    game.refuses(0, "r0@a9", "te-trix 4.6")
    game.refuses(0, "r0@f10", "te-trix 4.6")


def test_4_7_a_box_takes_one_symbol() -> None:
    """The printed one counts."""
    game = fresh().play("r0@a7", "r0@a1").draw("OOOO").play("I:OOOO")
    game.refuses(0, "r0@d7", "te-trix 4.7")
    game.refuses(0, "r0@a4", "te-trix 4.7")
    assert "r0@e7" in game.legal(0)
    for mark in "OSX":
        table(sheet(f"{mark}......"), sheet(seat=1)).refuses(0, "r0@a7", "te-trix 4.7")


def test_5_1_a_seat_without_room_is_not_asked_and_ends_the_game_afterwards() -> None:
    """Seat 1 has no room; seats 0 and 2 enter."""
    game = table(sheet(), sheet("SSSSSSS", *["SXSSXSS"] * 6, seat=1), sheet(seat=2))
    game.asks(0, 2)
    game.refuses(1, "r0@a7", "te-trix 4.1")
    game.play("r0@a7", "r0@d7")
    assert game.result.reason == "no-room"
    assert game.position["sheets"][0][0] == "OOOO..."
    assert game.position["sheets"][2][0] == "...OOOO"


def test_5_1_a_single_free_box_at_the_edge_is_room_one_inside_is_not() -> None:
    """The rest of the shape runs over the edge, or has nowhere to go."""
    table(list(ROOM_FOR_ONE), sheet(seat=1)).asks(0, 1)
    table(list(HOLE), sheet(seat=1)).asks(1)


def test_5_2_if_nobody_can_enter_the_shape_the_game_is_over_at_once() -> None:
    """No placement is asked for."""
    other = [row.replace("O", "s").replace("S", "O").replace("s", "S") for row in HOLE]
    game = table(list(HOLE), other, phase="shape", shape=None).play("T:OOOO")
    assert game.result.reason == "no-room"
    assert (game.position["dice"], game.position["shape"]) == (None, None)


def test_5_3_empty_boxes_count_nothing() -> None:
    """A sheet with a hole scores as what is entered."""
    assert finished(list(HOLE), sheet(seat=1)).result.scores == (0, 0)
    assert finished(sheet("XXXXX.."), sheet("XXXXX..", ".......", "SS.SS..", seat=1)).result.scores == (5, 5)


def test_6_1_areas_hang_together_by_edges_not_corners() -> None:
    """Five in a row and the printed one; a diagonal of seven is nothing."""
    straight = sheet("OOOOO..")
    diagonal = sheet("S......", ".S.....", "..S....", "...S...", "....S..", ".....S.", "......S", seat=1)
    assert finished(straight, diagonal).result.scores == (5, 0)


def test_6_1_the_printed_symbol_belongs_to_an_area() -> None:
    """Four entered beside it make five."""
    assert finished(sheet(".......", ".......", ".......", "OOOOO.."), sheet(seat=1)).result.scores == (5, 0)


def test_6_2_areas_of_fewer_than_five_are_worth_nothing() -> None:
    """Four and the printed one apart, and an area of five that counts alone."""
    game = finished(sheet("OOOO.XX", ".....XX", ".....X."), sheet(seat=1))
    assert game.result.detail[0] == (("O 0 x 0", 0), ("S 0 x 0", 0), ("X 1 x 5", 5))


def test_6_3_areas_times_boxes_by_symbol() -> None:
    """The rulebook's example: 2 x 11, 1 x 17 and 2 x 13 are 65."""
    example = ["OOOOOXX", "SSSSSXX", "SSSSSXX", "SSSOO.X", "SSSOO..", "S..OO..", "XXXXXX."]
    result = finished(example, sheet(seat=1)).result
    assert result.detail[0] == (("O 2 x 11", 22), ("S 1 x 17", 17), ("X 2 x 13", 26))
    assert result.scores == (65, 0)


def test_6_4_the_highest_score_wins_and_equals_share() -> None:
    """Six boxes beat five."""
    five, six = sheet("XXXXX.."), sheet("XXXXXX.", seat=1)
    assert finished(five, six).result.winners == (1,)
    assert finished(five, six, sheet("SSSSSS.", seat=2)).result.winners == (1, 2)


def test_6_5_a_sheet_that_was_left_scores_but_cannot_win() -> None:
    """The best of three has left."""
    sheets = sheet("XXXXXXX"), sheet("XXXXXX.", seat=1), sheet("XXXXX..", seat=2)
    result = finished(*sheets, dropped=[0]).result
    assert (result.scores, result.winners) == ((7, 6, 5), (1,))


@pytest.mark.parametrize("phase", ["roll", "shape"])
def test_6_5_the_next_seat_rolls_or_makes_the_shape_in_its_place(phase: str) -> None:
    """Clockwise, past another that has left; dice that were rolled stay."""
    dice = {"roll": None, "shape": "OOSX"}[phase]
    game = fresh(4, phase=phase, dice=dice, shape=None, roller=3, dropped=[0]).drop(3)
    assert (game.position["phase"], game.position["roller"], game.position["dice"]) == (phase, 1, dice)


def test_6_5_while_all_enter_the_others_continue_without_the_seat() -> None:
    """The roller leaves; the next round is its left neighbour's."""
    game = fresh(3).drop(0)
    game.asks(1, 2)
    assert game.play("r0@a7", "r0@a7").position["roller"] == 1


def test_6_5_a_seat_that_left_does_not_end_the_game() -> None:
    """Seat 0 has no room, but it has left."""
    game = table(list(HOLE), sheet(seat=1), sheet(seat=2)).drop(0).play("r0@a7", "r0@a7")
    assert (game.position["phase"], game.position["roller"]) == ("roll", 1)


def test_6_5_the_game_is_over_when_only_blocked_seats_are_left() -> None:
    """Seat 1, who could still enter, has left."""
    holes = list(HOLE), sheet(seat=1), [row.translate(str.maketrans("OX", "XO")) for row in HOLE]
    assert table(*holes).drop(1).result.reason == "no-room"


def test_6_5_the_last_one_left_wins_by_default() -> None:
    """With any points."""
    game = table(sheet("OOOOO.."), sheet(seat=1)).drop(0)
    assert (game.result.winners, game.result.scores, game.result.reason) == ((1,), (5, 0), "default")


def test_6_5_a_seat_that_leaves_before_the_draw_is_not_drawn() -> None:
    """Its label is gone."""
    game = Table(GAME, GAME.begin(3)).drop(1)
    assert game.pending == Chance((("0", 1), ("2", 1)))
    assert game.draw("2").draw("OOOO").pending == Turn(2)


@pytest.mark.parametrize(
    ("shape", "drawn"),
    [
        ("I:OSXO", ["OSXO"]),
        ("O:OOSX", ["OO", "SX"]),
        ("T:SOXO", [".S.", "OXO"]),
        ("S:OOSX", [".OO", "SX."]),
        ("Z:OOSX", ["OO.", ".SX"]),
        ("J:SOXO", ["S..", "OXO"]),
        ("L:SOXO", ["..S", "OXO"]),
    ],
)
def test_8_1_symbols_are_named_row_by_row_from_the_top(shape: str, drawn: list[str]) -> None:
    """As the shape is drawn in 1.4, entered unturned at a7."""
    game = fresh(dice="OOSX", shape=shape)
    assert game.position["shape"] == shape
    rows = game.play("r0@a7", "r0@a1").position["sheets"][0]
    assert [row[: len(drawn[0])] for row in rows[: len(drawn)]] == drawn


@pytest.mark.parametrize("shape", ["I:XOSO", "O:XSOO", "S:XSOO", "Z:SXOO"])
def test_8_2_a_shape_that_is_turned_into_itself_has_one_spelling(shape: str) -> None:
    """The first in the alphabet."""
    new().draw("OOSX").refuses(0, shape, "te-trix 8.2")


def test_8_3_the_corner_is_that_of_the_bounding_box() -> None:
    """Of the turned T the corner box itself stays empty."""
    game = fresh(dice="OOOO", shape="T:OOOO").play("r3@a7", "r0@a7")
    assert game.position["sheets"][0][:3] == [".O.....", "OO.....", ".O....."]


def test_8_4_placements_of_the_same_effect_have_one_spelling() -> None:
    """Fewest turns first: I:OOOO upside down is I:OOOO; then the corner furthest left, then the lowest."""
    game = fresh()
    game.refuses(0, "r2@a7", "te-trix 8.4")
    game.refuses(0, "r1@a10", "te-trix 8.4")
    assert {"r0@a7", "r0@x7"} <= set(game.legal(0))


@pytest.mark.parametrize(
    "text", ["", "r4@a1", "r0@h1", "r0@w1", "r0@a0", "r0@a11", "r0@a01", "R0@a1", "l:OSXO", "L:OSX", "L:OSXA", "Stop"]
)
def test_8_anything_else_is_no_move(text: str) -> None:
    """The refusal says what a move looks like."""
    with pytest.raises(NotAMove, match="r1@c5"):
        GAME.parse(text)
