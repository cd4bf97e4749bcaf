"""Clauses 4.0 to 4.11 of `spec/games/tentricks.md`: the effect tokens, apart from swaps (4.4) and cancels."""

from __future__ import annotations

from typing import Any

import pytest
from p2pgame.engine.pending import Turn

from .tentricks_tables import TYPES, board, in_hand, lying, placements, reacting, table, uses

ALL = list(range(1, 11))


def numbers(moves: list[str]) -> set[int]:
    """The tokens that are used in these moves."""
    return {int(move.split()[1]) for move in uses(moves)}


def test_4_0_a_used_token_leaves_the_game() -> None:
    """It is in no bag, on no board."""
    after = table(board("AAAA", tokens=[7, 7]), board()).play("use 7 a1").position
    assert after["boards"][0]["tokens"] == [7]
    assert after["bag"]["7"] == 0


@pytest.mark.parametrize(
    ("token", "seat", "move", "phase"),
    [
        (1, 1, "use 1", "react"),
        (2, 1, "use 2", "react"),
        (3, 1, "use 3", "end"),
        (4, 1, "use 4 a1 s0 a1", "react"),
        (5, 1, "use 5 s0 t7", "react"),
    ],
)
def test_4_0_a_token_against_a_seat_becomes_its_lock(token: int, seat: int, move: str, phase: str) -> None:
    """And nobody can use another one against it in this round."""
    boards = [board("AAAA", tokens=[7]), board("AAAA", tokens=[token]), board("AAAA", tokens=[5])]
    game = reacting(*boards) if phase == "react" else table(*boards, phase="end")
    answers = ["pass" if asked != seat else move for asked in (0, 1, 2) if (phase == "react" or asked)]
    game.play(*answers)
    assert game.position["boards"][0]["lock"] == token
    locked = [use for use in game.legal(2) if " s0" in use or use in ("use 1", "use 2", "use 3")]
    assert locked == []


def test_4_0_a_locked_seat_is_no_target_but_plays_its_own_tokens() -> None:
    """And the refusal says so."""
    game = table(board("AAAA", tokens=[7], lock=2), board(tokens=[3, 5]), board(tokens=[1]), phase="end")
    assert uses(game.legal(1)) == ["use 5 s2 t1"]
    game.refuses(1, "use 3", "tentricks 4.0")
    game.refuses(1, "use 5 s0 t7", "tentricks 4.0")
    mine = table(board("AAAA", tokens=[7], lock=2), board())
    assert uses(mine.legal(0)) == ["use 7 a1"]


def test_4_0_no_token_against_a_seat_that_is_out_or_oneself_or_nobody() -> None:
    """Three refusals."""
    game = table(board("AAAA", tokens=[5]), board(out=True), board(tokens=[1]))
    assert uses(game.legal(0)) == ["use 5 s2 t1"]
    game.refuses(0, "use 5 s1 t1", "tentricks 4.0")
    game.refuses(0, "use 5 s0 t5", "tentricks 4.0")
    game.refuses(0, "use 5 s3 t5", "tentricks 4.0")
    game.refuses(0, "use 7 a1", "tentricks 4.0")


def test_4_0_a_lock_of_a_token_named_against_a_third_seat() -> None:
    """Seat 1 swaps with seat 2 in the turn of seat 0: seat 2 is locked, nobody else."""
    game = reacting(board(), board("AAAA", tokens=[4]), board("AA", "AA")).play("use 4 a1 s2 a1")
    assert [own["lock"] for own in game.position["boards"]] == [None, None, 4]


def test_4_1_steer_decides_where_the_revealed_piece_goes() -> None:
    """Seat 1 places it on the board of seat 0, after seat 0 could still react."""
    game = reacting(board("AAAA", tokens=[7]), board(tokens=[1])).play("pass", "use 1")
    assert game.position["steer"] == 1
    assert game.play("pass").pending == Turn(1)
    assert placements(game.legal(1)) == placements(in_hand("T4", board("AAAA"), board()).legal(0))
    after = game.play("T4.0@h").position
    assert "T4 h1" in lying(after["boards"][0])
    assert (after["active"], after["phase"], after["placed"]) == (0, "after", "T4")


def test_4_1_steer_may_put_the_seat_out() -> None:
    """Onto its own bar."""
    game = reacting(board(bar=2), board(tokens=[1]), board()).play("use 1").play("T4.1@a")
    assert game.position["boards"][0]["out"] is True
    assert game.position["active"] == 1


def test_4_1_no_steering_of_a_standby_piece() -> None:
    """It was not revealed."""
    game = reacting(board(), board(tokens=[1, 2, 5]), board(tokens=[9]), hand_from="standby")
    assert uses(game.legal(1)) == ["use 5 s2 t9"]
    game.refuses(1, "use 1", "tentricks 4.1")
    game.refuses(1, "use 2", "tentricks 4.2")


def test_4_1_only_one_seat_steers() -> None:
    """A second one is refused even without a lock."""
    game = reacting(board(), board(tokens=[1, 5]), board(tokens=[9]), steer=2)
    assert uses(game.legal(1)) == ["use 5 s2 t9"]
    game.refuses(1, "use 1", "tentricks 4.1")


def test_4_2_grab_takes_the_piece_on_standby_and_another_card_is_revealed() -> None:
    """At once; the seat places it in its next turn."""
    game = reacting(board(), board(tokens=[2])).play("use 2")
    after = game.position
    assert after["boards"][1]["standby"] == "T4"
    assert after["boards"][0]["lock"] == 2
    assert (after["phase"], after["hand"], after["hand_from"]) == ("card", None, None)
    game.draw("I4").play("I4.0@a")
    assert (game.position["active"], game.position["hand"]) == (1, "T4")


def test_4_2_grab_may_reveal_the_next_level_card() -> None:
    """No card lies above it."""
    unseen = dict.fromkeys(TYPES, 1) | dict.fromkeys(TYPES[:5], 2)
    deck = {"unseen": unseen, "before_level": 0}
    discard = {name: 3 - number for name, number in unseen.items()}
    game = reacting(board(), board(tokens=[2]), deck=deck, discard=discard).play("use 2")
    after = game.position
    assert [own["bar"] for own in after["boards"]] == [7, 7]
    assert (after["active"], after["hand"], after["placed"]) == (1, "T4", None)


def test_4_2_grab_needs_an_empty_standby_space() -> None:
    """Seat 1's is taken."""
    game = reacting(board(), board(tokens=[1, 2], standby="I4"))
    assert uses(game.legal(1)) == ["use 1"]
    game.refuses(1, "use 2", "tentricks 4.2")


def test_4_2_a_grab_ends_the_steering_of_the_piece() -> None:
    """The new piece is the active seat's own to place."""
    game = reacting(board(), board(tokens=[2]), board(), steer=2).play("use 2")
    assert game.position["steer"] is None
    assert game.draw("I4").pending == Turn(0)


def test_4_3_again_makes_the_active_seat_take_another_turn() -> None:
    """Whole: with a standby piece that is placed."""
    game = table(board(standby="O4"), board(tokens=[3]), phase="end").play("use 3")
    after = game.position
    assert (after["active"], after["round"], after["again"]) == (0, 1, False)
    assert (after["hand"], after["hand_from"]) == ("O4", "standby")
    assert after["boards"][0]["lock"] == 3


def test_4_3_the_extra_turn_begins_when_the_turn_has_ended() -> None:
    """The active seat may use its tokens before."""
    game = table(board("AAAA", tokens=[7]), board(tokens=[3]), phase="end").play("use 3")
    assert game.position["again"] is True
    assert game.legal(0) == ["end", "use 7 a1"]
    assert (game.play("use 7 a1").position["active"], game.position["phase"]) == (0, "card")


def test_4_5_take_a_token_which_may_be_used_at_the_next_opportunity() -> None:
    """Seat 0 takes a 7 and uses it in the same phase."""
    game = table(board("AAAA", tokens=[5]), board(tokens=[3, 7, 7])).play("use 5 s1 t7")
    after = game.position
    assert [own["tokens"] for own in after["boards"]] == [[7], [3, 7]]
    assert after["boards"][1]["lock"] == 5
    assert uses(game.legal(0)) == ["use 7 a1"]


def test_4_5_only_tokens_in_hand_may_be_taken_not_a_lock() -> None:
    """Each number once in the list."""
    game = table(board(tokens=[5]), board(tokens=[3, 3, 8]), board(lock=4, tokens=[1]))
    assert uses(game.legal(0)) == ["use 5 s1 t3", "use 5 s1 t8"]
    game.refuses(0, "use 5 s1 t4", "tentricks 4.5")
    game.refuses(0, "use 5 s2 t1", "tentricks 4.0")


def test_4_7_remove_takes_an_accessible_piece_to_the_box() -> None:
    """It does not return to the supply."""
    game = table(board("AAAA", tokens=[7]), board())
    supply = game.position["supply"]
    game.play("use 7 a1")
    assert game.position["boards"][0]["placed"] == []
    assert game.position["supply"] == supply
    assert [own["lock"] for own in game.position["boards"]] == [None, None]


def test_4_8_relocate_lifts_two_pieces_and_places_them_in_any_order() -> None:
    """Either type may come first."""
    game = table(board("BBBB", "AA..", "AA..", tokens=[8]), board()).play("use 8 a3 a1")
    after = game.position
    assert after["boards"][0]["placed"] == []
    assert after["puts"] == [{"by": 0, "on": 0, "types": ["I4", "O4"], "turn": False}]
    assert {move[:2] for move in game.legal(0)} == {"I4", "O4"}
    game.play("O4.0@e")
    assert game.position["puts"] == [{"by": 0, "on": 0, "types": ["I4"], "turn": False}]
    game.refuses(0, "O4.0@a", "tentricks 3")
    game.play("I4.0@a")
    assert lying(game.position["boards"][0]).keys() == {"I4 a1", "O4 e1"}


def test_4_8_two_pieces_of_one_type_are_listed_once() -> None:
    """And placed one after the other."""
    game = table(board("AAAABBBB", tokens=[8]), board()).play("use 8 a1 e1")
    assert game.position["puts"][0]["types"] == ["I4", "I4"]
    assert len(game.legal(0)) == len(set(game.legal(0))) == 17
    assert game.play("I4.0@a").position["puts"][0]["types"] == ["I4"]


def test_4_8_which_two_pieces() -> None:
    """The first accessible, the second when the first is gone; of two orders the one with the smaller cell first."""
    game = table(board("BBBB....", "AA......", "AA..CCCC", tokens=[8]), board())
    assert uses(game.legal(0)) == ["use 8 a3 a1", "use 8 a3 e1"]
    game.refuses(0, "use 8 a1 a3", "tentricks 4.8")
    game.refuses(0, "use 8 e1 a3", "tentricks 4.8")
    game.refuses(0, "use 8 a3 a3", "tentricks 4.8")
    game.refuses(0, "use 8 a3 b1", "tentricks 4.8")
    game.refuses(0, "use 8 e1 a1", "tentricks 4.8")


def test_4_8_the_second_piece_goes_to_the_box_if_the_first_ends_the_seat() -> None:
    """Seat 0 stands the I4 upright under a bar at 3."""
    game = table(board("AA........", "AABBBB....", tokens=[8], bar=3), board(), board()).play("use 8 a1 c1")
    assert game.play("I4.1@a").position["boards"][0]["out"] is True
    assert game.position["puts"] == []
    assert game.position["active"] == 1


def test_4_9_copy_places_a_piece_of_the_same_type_on_another_board() -> None:
    """It comes from the supply, and the other seat is locked."""
    game = table(board("AAAA", tokens=[9]), board(), board(), placed="I4")
    assert uses(game.legal(0)) == ["use 9 s1", "use 9 s2"]
    game.play("use 9 s2")
    after = game.position
    assert after["supply"]["I4"] == 7
    assert after["puts"] == [{"by": 0, "on": 2, "types": ["I4"], "turn": False}]
    assert after["boards"][2]["lock"] == 9
    assert game.pending == Turn(0)
    game.play("I4.0@a")
    assert lying(game.position["boards"][2]).keys() == {"I4 a1"}


def test_4_9_copy_needs_a_placed_piece_and_one_in_the_supply() -> None:
    """Two refusals."""
    nothing = table(board("AAAA", tokens=[9]), board())
    assert nothing.legal(0) == ["end"]
    nothing.refuses(0, "use 9 s1", "tentricks 4.9")
    supply = dict.fromkeys(TYPES, 1) | {"I4": 0}
    empty = table(board("AAAA", tokens=[9]), board(), placed="I4", supply=supply)
    assert empty.legal(0) == ["end"]
    empty.refuses(0, "use 9 s1", "tentricks 4.9")


def test_4_9_copy_needs_a_place_below_the_bar_of_that_board() -> None:
    """No U5 fits under a bar at 1."""
    game = table(board("A.A", "AAA", tokens=[9]), board(bar=1), board(bar=2), placed="U5")
    assert uses(game.legal(0)) == ["use 9 s2"]
    game.refuses(0, "use 9 s1", "tentricks 4.9")


def test_4_10_pick_puts_a_piece_on_standby_and_no_piece_is_placed() -> None:
    """The next turn places it."""
    game = table(board(tokens=[10, 10]), board(), phase="start")
    assert uses(game.legal(0)) == sorted(f"use 10 {name}" for name in TYPES)
    game.play("use 10 O4")
    after = game.position
    assert (after["active"], after["boards"][0]["standby"], after["supply"]["O4"]) == (1, "O4", 5)
    assert sum(after["deck"]["unseen"].values()) == 30


def test_4_10_pick_leads_to_after() -> None:
    """Other tokens may be used then."""
    game = table(board("AAAA", tokens=[7, 10]), board(), phase="start").play("use 10 O4")
    assert (game.position["phase"], game.legal(0)) == ("after", ["end", "use 7 a1"])
    assert game.position["fresh"] is False


def test_4_10_pick_needs_an_empty_standby_space_and_a_piece_in_the_supply() -> None:
    """Two refusals."""
    full = table(board("AAAA", tokens=[7, 10], standby="V3"), board(), phase="start")
    assert full.legal(0) == ["standby", "use 7 a1"]
    full.refuses(0, "use 10 O4", "tentricks 4.10")
    supply = dict.fromkeys(TYPES, 0) | {"U5": 2}
    rare = table(board(tokens=[10]), board(), phase="start", supply=supply)
    assert uses(rare.legal(0)) == ["use 10 U5"]
    rare.refuses(0, "use 10 O4", "tentricks 4.10")


def test_4_10_with_must_place_the_picked_piece_comes_into_hand() -> None:
    """As a standby piece would: it cannot be steered or grabbed."""
    boards = board(tokens=[10]), board(tokens=[1, 2])
    game = table(*boards, phase="start", options={"must_place": True}).play("use 10 O4")
    after = game.position
    assert (after["phase"], after["hand"], after["hand_from"]) == ("place", "O4", "standby")
    assert after["boards"][0]["standby"] is None


@pytest.mark.parametrize(
    ("phase", "active", "others"),
    [
        ("start", {4, 5, 7, 8, 10}, None),
        ("react", {4, 5, 7, 8}, {1, 2, 4, 5}),
        ("place", {4, 5, 7, 8}, None),
        ("after", {4, 5, 7, 8, 9}, None),
        ("end", None, {3, 4, 5}),
    ],
)
def test_4_11_which_token_when(phase: str, active: set[int] | None, others: set[int] | None) -> None:
    """Seats 0 and 1 have all ten tokens and pieces to use them on; seat 0 is active."""
    boards = board("AAAABBBB", tokens=ALL), board("AAAABBBB", tokens=ALL)
    keys: dict[str, Any] = {"hand": "T4", "hand_from": "card"} if phase in ("react", "place") else {}
    keys |= {"placed": "I4"} if phase in ("after", "end") else {}
    game = table(*boards, phase=phase, **keys)
    for seat, allowed in ((0, active), (1, others)):
        assert numbers(game.legal(seat)) == (allowed or set())
        for token in set(ALL) - (allowed or set()) if allowed else ():
            move = {
                4: "use 4 a1 s0 a1",
                5: "use 5 s0 t1",
                7: "use 7 a1",
                8: "use 8 a1 e1",
                9: "use 9 s0",
                10: "use 10 T4",
            }
            game.refuses(seat, move.get(token, f"use {token}"), "tentricks 4.6" if token == 6 else "tentricks 4.11")
