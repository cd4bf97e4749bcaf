"""Clauses 2.1 to 2.5, 2.8, 4.12 and 5 of `spec/games/tentricks.md`: what a placed piece brings, and tokens gained."""

from __future__ import annotations

from p2pgame.engine.pending import Chance, Turn

from .tentricks_tables import TYPES, board, in_hand, lying, table

TOWERS = (
    "AABBCCDDI.",
    "AABBCCDDI.",
    "EEFFGGHHI.",
    "EEFFGGHHI.",
)
"""Four rows, full except for column j, in which an upright I4 fits."""

THREE_ROWS = ("AAAABBBBI.", "EEFFGGHHI.", "EEFFGGHHI.")
"""Three rows in which an upright I3 fits at j."""

TWO_ROWS = ("AABBCCDD..", "AABBCCDD..")
"""Two rows in which an O4 fits at i."""


FULL_ROW = (".........D", "........CD", "........CD", "AAAABBBBCD")
"""Row 1 is full; the I4 in column j covers j4 as well."""

OPEN_ROW = (".........D", ".........D", ".........D", ".BBBBCCCCD")
"""Row 1 is full except for a1."""


def test_2_1_an_overlapping_piece_puts_the_seat_out_and_goes_to_the_box() -> None:
    """Its board stays as it is, and the piece does not return to the supply."""
    game = in_hand("I4", board(bar=1), board(), board()).play("I4.1@a")
    after = game.position
    assert after["boards"][0] == board(bar=1, out=True)
    assert after["supply"]["I4"] == 8
    assert after["active"] == 1


def test_2_1_nothing_is_gained_by_an_overlapping_piece() -> None:
    """The upright I4 in column j would fill row 1 and cover j4, but the bar is at 3."""
    game = in_hand("I4", board(*THREE_ROWS, bar=3), board(), board())
    game.play("I4.1@j")
    assert game.position["gains"] == []
    assert game.position["boards"][0]["bar"] == 3
    assert game.position["boards"][0]["out"] is True


def test_2_2_2_3_the_bar_rises_by_the_rows_newly_full() -> None:
    """Two rows at once; they stay where they are."""
    game = in_hand("O4", board(*TWO_ROWS), board()).play("O4.0@i")
    mine = game.position["boards"][0]
    assert mine["bar"] == 10
    assert lying(mine)["O4 i1"] == ["i1", "i2", "j1", "j2"]
    assert len(mine["placed"]) == 5


def test_2_2_a_row_that_was_full_before_is_not_new() -> None:
    """Placing on top of two full rows raises nothing."""
    game = in_hand("O4", board("AABBCCDDEE", "AABBCCDDEE"), board()).play("O4.0@e")
    assert game.position["boards"][0]["bar"] == 8


def test_2_3_the_bar_rises_to_sixteen_at_most() -> None:
    """Further rises are lost."""
    game = in_hand("O4", board(*TWO_ROWS, bar=15), board()).play("O4.0@i")
    assert game.position["boards"][0]["bar"] == 16


def test_2_4_a_token_for_each_icon_newly_covered() -> None:
    """An upright I4 covers c2; another one on top of it covers nothing."""
    game = in_hand("I4", board(), board()).play("I4.1@c")
    assert game.pending == Chance(tuple((str(n), 2) for n in range(1, 11)))
    again = in_hand("I4", board("..A", "..A", "..A", "..A"), board()).play("I4.1@c")
    assert again.position["gains"] == []


def test_2_4_two_icons_at_once_are_two_tokens() -> None:
    """An O4 laid on nine rows covers e10 and f10."""
    column = [["I3", ["e1", "e2", "e3"]], ["I3", ["e4", "e5", "e6"]], ["I3", ["e7", "e8", "e9"]]]
    game = in_hand("O4", board(bar=12) | {"placed": column}, board()).play("O4.0@e")
    assert game.position["gains"] == [0, 0]
    assert game.draw("4").position["gains"] == [0]
    assert game.draw("1").position["boards"][0]["tokens"] == [1, 4]


def test_2_4_a_covered_icon_gives_a_token_to_the_owner_of_the_board() -> None:
    """Seat 0 places on the board of seat 1, which draws."""
    game = table(board("AAAA", tokens=[9]), board(), placed="I4").play("use 9 s1").play("I4.1@c")
    assert game.position["gains"] == [1]
    assert game.draw("7").position["boards"][1]["tokens"] == [7]


def test_2_4_rows_on_another_board_raise_its_bar() -> None:
    """But count for no bonus: it is not its turn."""
    game = table(
        board("A.........", "A.........", "A.........", "A.........", tokens=[9]), board(*TOWERS), board(), placed="I4"
    )
    game.play("use 9 s1").play("I4.1@j")
    after = game.position
    assert after["boards"][1]["bar"] == 12
    assert after["gains"] == [1]
    assert (after["rows"], after["bonus"]) == (0, False)


def test_2_5_four_rows_with_one_piece_give_a_token_more() -> None:
    """After the one for j4; then the seat chooses a piece."""
    game = in_hand("I4", board(*TOWERS), board(), board()).play("I4.1@j")
    assert game.position["gains"] == [0, 0]
    assert game.position["bonus"] is True
    assert game.position["boards"][0]["bar"] == 12
    game.draw("2").draw("3")
    assert game.pending == Turn(0)
    assert set(game.legal(0)) == set(TYPES)


def test_2_5_three_rows_in_one_turn_let_the_seat_choose_a_piece() -> None:
    """It leaves the supply and waits for the next turn."""
    game = in_hand("I3", board(*THREE_ROWS), board(), board()).play("I3.1@j")
    assert game.position["gains"] == []
    assert game.legal(0) == list(TYPES)
    game.refuses(0, "reveal", "tentricks 2.5")
    game.play("T4")
    after = game.position
    assert after["boards"][0]["standby"] == "T4"
    assert after["supply"]["T4"] == 8
    assert after["active"] == 1


def test_2_5_a_type_that_has_run_out_cannot_be_chosen() -> None:
    """Only what the supply has."""
    supply = dict.fromkeys(TYPES, 0) | {"V3": 1}
    game = in_hand("I3", board(*THREE_ROWS), board(), board(), supply=supply).play("I3.1@j")
    assert game.legal(0) == ["V3"]
    game.refuses(0, "T4", "tentricks 2.5")


def test_2_5_rows_are_counted_over_the_whole_turn() -> None:
    """Two earlier in the turn and one now."""
    puts = [{"by": 0, "on": 0, "types": ["O4"], "turn": False}]
    game = table(board("AAAABBBB.."), board(), puts=puts, rows=2, placed="T4").play("O4.0@i")
    assert game.position["rows"] == 3
    assert game.position["bonus"] is True


def test_2_5_the_bonus_comes_once_a_turn() -> None:
    """From three to four rows it does not come again."""
    puts = [{"by": 0, "on": 0, "types": ["O4"], "turn": False}]
    game = table(board("AAAABBBB.."), board(), puts=puts, rows=3, placed="T4").play("O4.0@i")
    assert game.position["bonus"] is False
    assert game.pending == Chance(tuple((name, 3) for name in TYPES))


def test_2_5_no_bonus_with_a_full_standby_space_or_an_empty_supply() -> None:
    """It is lost."""
    full = in_hand("I3", board(*THREE_ROWS, standby="V3"), board(), board()).play("I3.1@j")
    assert full.position["bonus"] is False
    assert full.position["active"] == 1
    empty = in_hand("I3", board(*THREE_ROWS), board(), board(), supply=dict.fromkeys(TYPES, 0)).play("I3.1@j")
    assert empty.position["active"] == 1


def test_2_5_rows_count_for_the_board_even_if_another_seat_steers() -> None:
    """Seat 1 decides where the piece of seat 0 goes; rows and bonus are seat 0's."""
    game = in_hand("I3", board(*THREE_ROWS), board(), board(), steer=1)
    game.asks(1)
    assert game.play("I3.1@j").position["bonus"] is True
    assert game.pending == Turn(0)


def test_2_8_an_own_placement_always_exists() -> None:
    """Under a bar at 1 there is nothing for a T4 but to be out, and that in 34 ways."""
    game = in_hand("T4", board("AAAA......", bar=1), board(), board())
    assert len(game.legal(0)) == 34
    assert game.play("T4.0@e").position["boards"][0]["out"] is True


def test_4_12_rows_opened_by_ones_own_token_give_nothing_in_this_turn() -> None:
    """Token 7 opens row 1 and uncovers j4, token 8 uncovers a4; an I4 put back in column j brings nothing."""
    rows = ("A........D", "A........D", "A........D", "ABBBBCCCCD")
    game = table(board(*rows, tokens=[7, 8]), board()).play("use 7 j1")
    assert game.position["boards"][0]["spent"] == {"rows": [1], "icons": ["j4"]}
    assert game.play("use 8 a1 f1").position["boards"][0]["spent"] == {"rows": [1], "icons": ["a4", "j4"]}
    game.play("I4.1@j")
    assert game.position["gains"] == []
    game.play("I4.0@f")
    assert game.position["boards"][0]["bar"] == 8


def test_4_12_a_row_that_stays_full_is_not_noted() -> None:
    """The O4 that is removed lies on row 1 and covers no icon; a row that it belonged to would be."""
    rows = (".........D", "EE......CD", "EE......CD", "AAAABBBBCD")
    game = table(board(*rows, tokens=[7, 7]), board()).play("use 7 a2")
    assert game.position["boards"][0]["spent"] == {"rows": [], "icons": []}


def test_4_12_but_it_does_in_a_later_turn() -> None:
    """The same row filled when `spent` is empty again raises the bar."""
    game = in_hand("I4", board(*OPEN_ROW), board()).play("I4.1@a")
    assert game.position["boards"][0]["bar"] == 9
    assert game.position["gains"] == [0]


def test_4_12_spent_is_forgotten_at_the_end_of_the_turn() -> None:
    """Of every board."""
    spent = {"rows": [1], "icons": ["a4"]}
    game = table(board("AAAA", spent=spent, tokens=[7]), board(spent=spent)).play("end")
    assert [own["spent"] for own in game.position["boards"]] == [{"rows": [], "icons": []}] * 2


def test_4_12_spent_rows_and_icons_give_nothing_again() -> None:
    """Another piece, placed by another seat, in the same turn."""
    spent = {"rows": [1, 2], "icons": ["j4"]}
    game = in_hand("I4", board(*TOWERS, spent=spent), board(), board(), steer=1).play("I4.1@j")
    after = game.position
    assert after["boards"][0]["bar"] == 10
    assert after["gains"] == []
    assert after["active"] == 1


def test_4_12_three_new_rows_of_four_are_three() -> None:
    """No token for four rows, but the bonus for three."""
    spent = {"rows": [1], "icons": ["j4"]}
    game = in_hand("I4", board(*TOWERS, spent=spent), board(), board()).play("I4.1@j")
    assert game.position["gains"] == []
    assert game.position["rows"] == 3
    assert game.position["bonus"] is True


def test_4_12_rows_opened_by_another_seats_token_give_again() -> None:
    """Seat 1 takes the I4 that fills row 1 and covers j4: both are taken out of `spent`, the others stay."""
    spent = {"rows": [1, 2], "icons": ["h2", "j4"]}
    mine = board(*FULL_ROW, spent=spent)
    game = in_hand("V3", mine, board("AAAA", tokens=[4]), phase="react").play("use 4 a1 s0 j1")
    assert game.position["boards"][0]["spent"] == {"rows": [2], "icons": ["h2"]}
    assert game.pending == Turn(0)
    assert game.play("I4.1@j").position["boards"][0]["bar"] == 9
    assert game.position["gains"] == [0]


def test_4_12_the_first_example_of_the_rulebook() -> None:
    """Token 4: what is got completes three rows, of which two were complete before, and covers j4 again."""
    mine = board("AAAABBBB.P", ".CCCCDDDGP", "EEFFHHKKGP", "EEFFHHKKGP", tokens=[4])
    game = table(mine, board("...A", "AAAA")).play("use 4 j1 s1 a1")
    assert game.position["boards"][0]["spent"] == {"rows": [1, 2], "icons": ["j4"]}
    game.play("L5.3@i")
    after = game.position
    assert lying(after["boards"][0])["L5 i4"] == ["i4", "j1", "j2", "j3", "j4"]
    assert (after["boards"][0]["bar"], after["rows"], after["gains"], after["bonus"]) == (9, 1, [], False)


def test_4_12_the_second_example_of_the_rulebook() -> None:
    """Token 8: two icons are uncovered, one is covered again for nothing; of three rows two are new. The other icon
    gives a token in a later turn.
    """
    mine = board("YYY......X", "AABBCCDD.X", "AABBCCDD.X", "EEEFFFGGGX", tokens=[8])
    game = table(mine, board(standby="I3")).play("use 8 a4 j1")
    assert game.position["boards"][0]["spent"] == {"rows": [1], "icons": ["a4", "j4"]}
    game.play("I4.1@j").play("I3.1@i")
    assert (game.position["boards"][0]["bar"], game.position["active"]) == (10, 1)
    game.play("I3.0@a").draw("I4").play("I4.0@a")
    assert game.position["gains"] == [0]


def test_5_one_draw_a_token_over_the_content_of_the_bag() -> None:
    """Weights are the tokens left, and a drawn one leaves the bag."""
    bag = dict.fromkeys(map(str, range(1, 11)), 0) | {"3": 2, "10": 1}
    game = table(board(), board(), gains=[1, 0], bag=bag)
    assert game.pending == Chance((("3", 2), ("10", 1)))
    game.draw("10")
    assert game.pending == Chance((("3", 2),))
    assert game.position["boards"][1]["tokens"] == [10]


def test_5_when_no_token_is_left_nothing_is_gained() -> None:
    """The rest of `gains` is forgotten."""
    bag = dict.fromkeys(map(str, range(1, 11)), 0) | {"3": 1}
    game = table(board(), board(), gains=[1, 0, 0], bag=bag).draw("3")
    assert game.position["gains"] == []
    assert game.position["boards"][0]["tokens"] == []


def test_5_tokens_taken_out_unseen_are_never_drawn() -> None:
    """With `random_tokens` and two seats twenty of the forty stay in the bag."""
    bag = dict.fromkeys(map(str, range(1, 11)), 2) | {"1": 3}
    game = table(board(), board(), gains=[0, 0], bag=bag, options={"random_tokens": True})
    assert game.pending == Chance((("1", 3), *((str(n), 2) for n in range(2, 11))))
    game.draw("5")
    assert game.position["gains"] == []
    assert sum(game.position["bag"].values()) == 20


def test_5_a_token_gained_can_be_used_at_once() -> None:
    """The seat that drew token 7 after its placement is asked before its turn ends."""
    game = in_hand("I4", board(), board()).play("I4.1@c").draw("7")
    assert game.pending == Turn(0)
    assert game.legal(0) == ["end", "use 7 c1"]
