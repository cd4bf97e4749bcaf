"""Clause 4.4 of `spec/games/tentricks.md`: pieces that are swapped."""

from __future__ import annotations

from p2pgame.engine.pending import Turn, Window

from .tentricks_tables import board, in_hand, lying, reacting, table, uses


def test_4_4_swap_exchanges_accessible_pieces() -> None:
    """Each seat places what it got on its own board, the active one first."""
    game = table(board("AAAA", tokens=[4]), board("AA", "AA")).play("use 4 a1 s1 a1")
    after = game.position
    assert [own["placed"] for own in after["boards"]] == [[], []]
    assert after["puts"] == [
        {"by": 0, "on": 0, "types": ["O4"], "turn": False},
        {"by": 1, "on": 1, "types": ["I4"], "turn": False},
    ]
    assert game.legal(0) == [f"O4.0@{column}" for column in "abcdefghi"]
    game.refuses(0, "I4.0@a", "tentricks 3")
    game.play("O4.0@e")
    assert game.pending == Turn(1)
    game.play("I4.0@c")
    assert [lying(own) for own in game.position["boards"]] == [
        {"O4 e1": ["e1", "e2", "f1", "f2"]},
        {"I4 c1": ["c1", "d1", "e1", "f1"]},
    ]


def test_4_4_the_first_in_turn_order_from_the_active_seat_places_first() -> None:
    """Seat 0 swaps with seat 1 in the turn of seat 1."""
    game = table(board("AAAA", tokens=[4]), board("AA", "AA"), phase="end", active=1).play("use 4 a1 s1 a1")
    assert game.pending == Turn(1)
    assert [put["on"] for put in game.position["puts"]] == [1, 0]


def test_4_4_which_pieces_may_be_exchanged() -> None:
    """Accessible ones, standby, and the hand of the active seat."""
    mine = board("BB........", "BB........", "AAAA......", standby="V3", tokens=[4])
    theirs = board("CCC.......", "DDDD......", standby="S4")
    game = in_hand("T4", mine, theirs)
    swaps = [f"use 4 {my} s1 {their}" for my in ("a2", "standby", "hand") for their in ("a2", "standby")]
    assert uses(game.legal(0)) == sorted(swaps)
    game.refuses(0, "use 4 a1 s1 a2", "tentricks 4.4")
    game.refuses(0, "use 4 a2 s1 a1", "tentricks 4.4")
    game.refuses(0, "use 4 a2 s1 hand", "tentricks 4.4")
    game.refuses(0, "use 4 a3 s1 a2", "tentricks 1.9")
    after = table(mine, theirs)
    after.refuses(0, "use 4 hand s1 a2", "tentricks 4.4")


def test_4_4_pieces_of_equal_type_may_be_exchanged() -> None:
    """Each gets the other one."""
    game = table(board("AAAA", tokens=[4]), board("AAAA")).play("use 4 a1 s1 a1").play("I4.1@b").play("I4.1@d")
    assert [list(lying(own)) for own in game.position["boards"]] == [["I4 b1"], ["I4 d1"]]


def test_4_4_a_standby_piece_exchanged_is_placed_at_once() -> None:
    """The seat that gets the piece places it, and the other seat places the piece that it gets in return."""
    game = table(board(standby="V3", tokens=[4]), board("AAAA")).play("use 4 standby s1 a1")
    assert [own["standby"] for own in game.position["boards"]] == [None, None]
    game.play("I4.0@a").play("V3.0@a")
    assert [list(lying(own)) for own in game.position["boards"]] == [["I4 a1"], ["V3 a1"]]


def test_4_4_a_fresh_standby_piece_exchanged_is_fresh_no_more() -> None:
    """Also when another seat takes it away."""
    game = table(board(standby="V3", tokens=[4]), board("AAAA"), fresh=True).play("use 4 standby s1 a1")
    assert game.position["fresh"] is False
    theirs = table(board(standby="V3"), board("AAAA", tokens=[4]), phase="end", fresh=True).play("use 4 a1 s0 standby")
    assert theirs.position["fresh"] is False
    kept = table(board("AAAA", standby="V3", tokens=[4]), board("AAAA", standby="O4"), fresh=True)
    assert kept.play("use 4 a1 s1 standby").position["fresh"] is True


def test_4_4_an_exchanged_piece_in_hand_is_replaced_by_the_other_piece() -> None:
    """`placed` is its type, and the turn continues in `after`."""
    game = in_hand("T4", board(tokens=[4, 9]), board("AAAA"), board()).play("use 4 hand s1 a1")
    after = game.position
    assert (after["phase"], after["hand"], after["hand_from"], after["placed"]) == ("after", None, None, None)
    assert after["puts"][0] == {"by": 0, "on": 0, "types": ["I4"], "turn": True}
    assert game.play("I4.0@a").position["placed"] == "I4"
    game.play("T4.0@a")
    assert (game.position["phase"], game.legal(0)) == ("after", ["end", "use 9 s2"])


def test_4_4_another_seat_takes_the_piece_in_hand_and_steering_is_void() -> None:
    """Seat 1 gets the T4 of seat 0, which was to be steered by seat 2."""
    boards = board(), board("AAAA", tokens=[4]), board()
    game = reacting(*boards, steer=2).play("use 4 a1 s0 hand")
    after = game.position
    assert (after["steer"], after["phase"]) == (None, "after")
    assert after["puts"] == [
        {"by": 0, "on": 0, "types": ["I4"], "turn": True},
        {"by": 1, "on": 1, "types": ["T4"], "turn": False},
    ]
    game.play("I4.0@a").play("T4.0@a")
    assert game.position["active"] == 1


def test_4_4_a_seat_without_a_sound_placement_goes_out() -> None:
    """Seat 1 has a bar at 1 and gets an O4."""
    game = table(board("AA", "AA", tokens=[4]), board("AAAA", bar=1), board()).play("use 4 a1 s1 a1")
    game.play("I4.0@a")
    assert game.pending == Turn(1)
    game.play("O4.0@e")
    assert game.position["boards"][1]["out"] is True
    assert game.position["active"] == 2


def test_4_4_after_a_swap_in_react_the_window_is_entered_again() -> None:
    """The piece in hand is still to be placed."""
    game = reacting(board("AAAA"), board("AAAA", tokens=[4, 5]), board(tokens=[9])).play("use 4 a1 s0 a1")
    game.play("I4.0@a").play("I4.0@a")
    assert (game.position["phase"], game.pending) == ("react", Window((1,)))
