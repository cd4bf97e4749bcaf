"""The clauses of `spec/games/tetris.md`, sections 1 to 7: set-up, rounds, drops, minos, holding, icons."""

from __future__ import annotations

import pytest
from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.games.tetris.components import ACHIEVEMENTS, SHAPES
from p2pgame.engine.games.tetris.pieces import MARKS, PIECES_OF
from p2pgame.engine.pending import Chance, Over, Secret

from .tetris_tables import LETTERS, TALL, last_round, new, placed, table, tower


def test_1_1_a_tower_is_8_columns_wide_and_15_rows_high() -> None:
    """Minos stand from wall to wall and up to row 15."""
    assert [piece.column for piece in PIECES_OF["m"]] == list(range(8))
    heap = " ".join(["m0@a"] * 14)
    game = table(tower(heap, minos=2), current="I")
    assert "ma I0@b" in game.legal(0)
    game.refuses(0, "ma ma I0@b", "tetris 5.3")


def test_1_2_the_seven_shapes() -> None:
    """As drawn, and in as many orientations as differ."""
    orientations = {letter: len({piece.orientation for piece in PIECES_OF[letter]}) for letter in SHAPES}
    assert orientations == {"I": 2, "O": 1, "T": 4, "S": 2, "Z": 2, "J": 4, "L": 4}


def test_1_4_the_box_has_enough_minos() -> None:
    """One to begin with and five diamonds for each of four seats."""
    assert 4 * (1 + list(MARKS["up"].values()).count("*")) == 24


def test_1_5_the_print_behind_a_tower() -> None:
    """Fourteen icons, two of each shape, and five diamonds."""
    marks = list(MARKS["up"].values())
    assert {letter: marks.count(letter) for letter in LETTERS} == dict.fromkeys(LETTERS, 2)
    assert MARKS["up"][5, 5] == "L"
    assert MARKS["up"][7, 7] == "*"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_3_2_1_2_2_a_basic_game_begins_with_the_first_card(seats: int) -> None:
    """Four cards of each shape are unseen, and each seat has a mino."""
    game = new(seats)
    assert game.pending == Chance(tuple((letter, 4) for letter in LETTERS))
    assert [tower["minos"] for tower in game.position["towers"]] == [1] * seats
    assert game.position["round"] == 0


def test_2_3_the_basic_game_has_the_card_for_six_rows() -> None:
    """Nobody has a token beside it."""
    assert new().position["achievements"] == {"six-lines": [[], [], []]}


def test_2_3_the_advanced_game_draws_two_cards_of_twelve() -> None:
    """The second is another one; their order is kept."""
    game = new(advanced=True)
    assert game.pending == Chance(tuple((name, 1) for name in ACHIEVEMENTS))
    game.draw("two-rows")
    assert game.pending == Chance(tuple((name, 1) for name in ACHIEVEMENTS if name != "two-rows"))
    game.draw("six-lines")
    assert list(game.position["achievements"]) == ["two-rows", "six-lines"]
    assert game.pending == Chance(tuple((letter, 4) for letter in LETTERS))


def test_2_4_the_first_card_lies_open_before_towers_are_stood_up() -> None:
    """It is the next one; no card is current."""
    game = new().draw("L")
    assert game.pending == Secret((0, 1))
    position = game.position
    assert (position["current"], position["next"], position["round"]) == (None, "L", 0)
    assert position["unseen"]["L"] == 3


def test_2_5_each_seat_chooses_how_its_tower_stands() -> None:
    """Up or down; nothing else may be done first, and nothing changes it."""
    game = new().draw("L")
    assert game.legal(0) == game.legal(1) == ["up", "down"]
    game.refuses(0, "L0@a", "tetris 2.5")
    game.refuses(0, "hold", "tetris 2.5")
    game.play("up", "down").draw("T")
    assert [tower["way"] for tower in game.position["towers"]] == ["up", "down"]
    game.refuses(0, "down", "tetris 2.5")


def test_2_5_a_tower_stood_down_is_turned_by_180_degrees() -> None:
    """The diamond of e3 lies behind d13, that of h8 behind a8."""
    assert {square for square, mark in MARKS["down"].items() if mark == "*"} == {
        (7 - column, 14 - row) for (column, row), mark in MARKS["up"].items() if mark == "*"
    }
    assert (MARKS["down"][3, 12], MARKS["down"][0, 7]) == ("*", "*")


def test_3_1_all_seats_choose_in_secret_and_apart_from_each_other() -> None:
    """A move is checked without those of the others; a seat that is not asked has none."""
    game = table("", "", tower(TALL, held="S", out=True))
    assert game.pending == Secret((0, 1))
    assert game.legal(2) == []
    game.refuses(2, "O0@a", "tetris 3.1")
    game.play("O0@a", "O0@a").refuses(0, "hold", "tetris 3.1")


def test_3_2_the_next_card_becomes_current_and_a_new_one_is_turned_up() -> None:
    """Before anybody plays."""
    game = new().draw("L").play("up", "up")
    position = game.position
    assert (position["current"], position["next"], position["round"]) == ("L", None, 1)
    assert game.pending == Chance(tuple((letter, 4 - (letter == "L")) for letter in LETTERS))
    game.draw("T")
    assert game.position["next"] == "T"
    game.asks(0, 1)


def test_3_2_round_27_has_no_next_card() -> None:
    """All but one of the 28 have been shown then; the last is never drawn."""
    unseen = dict.fromkeys(LETTERS, 0) | {"T": 1, "I": 1}
    game = table("", "", current="O", next=None, unseen=unseen, round=26, waiting="card")
    game.draw("I").play("O0@a", "O0@a")
    position = game.position
    assert (position["round"], position["current"], position["next"]) == (27, "I", None)
    assert position["unseen"] == dict.fromkeys(LETTERS, 0) | {"T": 1}
    game.play("I0@a", "I0@a")
    assert isinstance(game.pending, Over)


def test_3_6_when_all_have_played_the_next_round_begins() -> None:
    """With the card that was the next one; a seat that is out is not waited for."""
    game = table("", tower(TALL, held="S", out=True), "", current="O", next="T")
    game.play("O0@a", "O0@a").draw("I")
    position = game.position
    assert (position["round"], position["current"], position["next"]) == (6, "T", "I")
    assert game.pending == Secret((0, 2))


def test_3_3_everybody_drops_the_shape_of_the_current_card() -> None:
    """No other."""
    table("").refuses(0, "T0@a", "tetris 3.3")


def test_3_4_a_seat_without_placement_and_hold_is_out() -> None:
    """As soon as the card is current; its minos are lost, and it is not asked any more."""
    game = table(tower(TALL, held="S", minos=2), "", "", current="I", next="O").play("I0@a", "hold", "hold")
    assert game.position["waiting"] == "card"
    out = game.position["towers"][0]
    assert (out["out"], out["minos"]) == (True, 0)
    assert game.draw("T").pending == Secret((1, 2))


def test_3_4_a_seat_that_can_still_hold_is_not_out() -> None:
    """It must hold then."""
    game = table(tower(TALL, minos=2), current="I", next="O").play("I0@a", "hold").draw("T")
    assert game.legal(0) == ["hold"]
    assert game.play("hold", "O0@a").position["towers"][0]["held"] == "O"


def test_4_1_tetriminos_are_turned_not_flipped() -> None:
    """The cells of the four orientations of L."""
    game = table("", current="L")
    assert {move.partition("@")[0] for move in game.legal(0)} == {"L0", "L1", "L2", "L3", "hold"}
    assert placed("L0@a") == [["L", ["a1", "b1", "c1", "c2"]]]
    assert game.play("L2@a", "L3@a").position["towers"][0]["placed"] == [["L", ["a1", "a2", "b2", "c2"]]]


def test_4_2_a_piece_falls_straight_down_without_sliding() -> None:
    """Nothing falls under the overhang of an L."""
    game = table("L3@a").play("O0@a", "O0@a")
    assert game.position["towers"][0]["placed"][-1] == ["O", ["a4", "a5", "b4", "b5"]]


def test_4_3_no_cell_stands_above_row_15() -> None:
    """Column a is 12 high: upright, an I would reach row 16; lying it fits."""
    game = table("I1@a I1@a I1@a", current="I")
    game.refuses(0, "I1@a", "tetris 4.3")
    assert {"I0@a", "I1@b"} < set(game.legal(0))
    assert "I1@a" not in game.legal(0)


def test_4_4_complete_rows_stay() -> None:
    """Two rows are full, and nothing has gone."""
    game = table("O0@a O0@c O0@e").play("O0@g", "hold")
    assert len(game.position["towers"][0]["placed"]) == 4


def test_5_1_minos_of_the_rounds_beginning_may_be_dropped() -> None:
    """None to all; one gained in this round is for later."""
    game = table(tower("m0@e m0@e", minos=1))
    assert {"O0@e", "mh O0@e"} < set(game.legal(0))
    game.refuses(0, "ma mb O0@e", "tetris 5.1")
    table(tower("m0@e m0@e", minos=0)).refuses(0, "ma O0@e", "tetris 5.1")


def test_5_2_a_mino_falls_into_any_column() -> None:
    """It need not touch the tetrimino."""
    game = table(tower(minos=1)).play("mh O0@a", "hold")
    assert game.position["towers"][0]["placed"] == [["m", ["h1"]], ["O", ["a1", "a2", "b1", "b2"]]]


def test_5_3_a_tetrimino_must_fit_after_the_minos() -> None:
    """A mino of the same round may take its place."""
    game = table(tower("I1@a I1@a I1@a m0@a", minos=2))
    assert "O0@a" in game.legal(0)
    game.refuses(0, "ma O0@a", "tetris 4.3")
    assert "ma O0@a" not in game.legal(0)


def test_5_4_minos_fall_before_the_tetrimino() -> None:
    """From the left to the right."""
    game = table(tower(minos=3)).play("ma mb mb O0@a", "hold")
    assert game.position["towers"][0]["placed"] == [
        ["m", ["a1"]],
        ["m", ["b1"]],
        ["m", ["b2"]],
        ["O", ["a3", "a4", "b3", "b4"]],
    ]


def test_6_1_a_seat_holds_once_a_game() -> None:
    """The tetrimino is put aside for good."""
    game = table(tower(), tower(held="S"))
    assert "hold" in game.legal(0)
    assert "hold" not in game.legal(1)
    game.refuses(1, "hold", "tetris 6.1")
    game.play("hold", "O0@a").draw("T")
    assert game.position["towers"][0]["held"] == "O"
    game.refuses(0, "hold", "tetris 6.1")


def test_6_2_a_seat_that_holds_keeps_its_minos() -> None:
    """No move spells minos and hold."""
    game = table(tower(minos=1))
    assert all("hold" not in move or move == "hold" for move in game.legal(0))
    assert game.play("hold", "hold").position["towers"][0]["minos"] == 1


def test_6_3_a_seat_may_hold_though_the_piece_fits() -> None:
    """Beside all placements of an empty tower."""
    game = table("", "")
    assert game.legal(0) == [*(f"O0@{column}" for column in "abcdefg"), "hold"]
    assert game.play("hold", "O0@a").position["towers"][0]["placed"] == []


def test_7_1_an_icon_under_a_cell_of_its_own_shape_scores() -> None:
    """The O icon of b10: an O on it scores, in an inverted tower it is not there."""
    heap = " ".join(["m0@b"] * 9)
    game = last_round(heap, tower(heap, way="down"), current="O").play("O0@b", "O0@b")
    assert [dict(lines)["icons"] for lines in game.result.detail] == [1, 0]


def test_7_1_other_shapes_and_minos_score_nothing_on_an_icon() -> None:
    """The icon of b10 under a mino, and under an I; that of an I on h2 under an O."""
    minos = " ".join(["m0@b"] * 10)
    game = last_round(minos, " ".join(["m0@b"] * 9), current="I").play("I0@e", "I1@b")
    assert [dict(lines)["icons"] for lines in game.result.detail] == [0, 0]
    game = last_round("", "", current="O").play("O0@g", "O0@g")
    assert [dict(lines)["icons"] for lines in game.result.detail] == [0, 0]


def test_7_2_a_tetrimino_on_a_diamond_brings_a_mino() -> None:
    """L1@e covers e3; in the inverted tower e3 is nothing."""
    game = table(tower(minos=1), tower(minos=1, way="down"), current="L").play("L1@e", "L1@e")
    assert [each["minos"] for each in game.position["towers"]] == [2, 1]


def test_7_3_a_mino_on_a_diamond_brings_none() -> None:
    """Three minos into column e: the last on e3."""
    game = table(tower(minos=3)).play("me me me O0@a", "hold")
    assert game.position["towers"][0]["minos"] == 0


def test_a_refusal_says_why_in_words() -> None:
    """Fit for a player, with the clause at its end."""
    game = table("I1@a I1@a I1@a", current="I")
    with pytest.raises(IllegalMove, match=r"I would stick out above the top of your tower \(tetris 4.3\)"):
        game.game.check(game.state, 0, game.game.parse("I1@a"))
