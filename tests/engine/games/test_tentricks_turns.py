"""Clause 3 of `spec/games/tentricks.md`: phases, windows, rounds, and the end of a turn."""

from __future__ import annotations

from p2pgame.engine.games.tentricks.game import GAME
from p2pgame.engine.pending import Chance, Turn, Window

from .tables import Table
from .tentricks_tables import TYPES, board, in_hand, new, placements, position, table, uses

CARDS = Chance(tuple((name, 3) for name in TYPES))


def reacting(*boards: dict[str, object], **keys: object) -> Table:
    """A T4 has been revealed to seat 0."""
    return in_hand("T4", *boards, **({"phase": "react"} | keys))


def test_3_a_turn_without_tokens_is_a_card_and_a_placement() -> None:
    """Nobody is asked anything else."""
    game = new(3, first=1)
    assert (game.position["phase"], game.pending) == ("card", CARDS)
    game.draw("T4")
    assert (game.position["phase"], game.pending) == ("place", Turn(1))
    game.play("T4.0@a")
    assert game.position["active"] == 2
    assert game.pending == Chance(tuple((name, 3 - (name == "T4")) for name in TYPES))


def test_3_only_the_seat_that_is_asked_moves() -> None:
    """And in a chance step nobody does."""
    game = new(2)
    game.refuses(0, "reveal", "tentricks 3")
    game.draw("T4").refuses(1, "T4.0@a", "tentricks 3")
    game.refuses(0, "I4.0@a", "tentricks 3.5")
    game.refuses(0, "end", "tentricks 3.5")
    assert game.legal(1) == []


def test_3_1_the_beginning_is_asked_only_with_a_usable_token() -> None:
    """A 10 is usable, a 6 is not."""
    with_pick = table(board(tokens=[10]), board(), phase="start")
    assert with_pick.legal(0)[0] == "reveal"
    ended = table(board(), board(tokens=[6]), phase="after", active=0).play("end")
    assert (ended.position["active"], ended.position["phase"]) == (1, "card")
    waiting = table(board(), board(tokens=[10])).play("end")
    assert (waiting.position["phase"], waiting.pending) == ("start", Turn(1))


def test_3_1_a_position_in_start_without_tokens_has_one_move() -> None:
    """It is accepted as it is."""
    game = table(board(), board(), phase="start")
    assert game.legal(0) == ["reveal"]
    assert game.play("reveal").pending == CARDS
    standby = table(board(standby="T4"), board(), phase="start")
    assert standby.legal(0) == ["standby"]
    standby.refuses(0, "reveal", "tentricks 3.2")
    game = table(board(), board(), phase="start")
    game.refuses(0, "standby", "tentricks 3.2")
    game.refuses(0, "end", "tentricks 3.1")


def test_3_2_a_standby_piece_is_placed_instead_of_a_card() -> None:
    """By itself when there is no token to use."""
    game = table(board(), board(standby="T4")).play("end")
    after = game.position
    assert (after["active"], after["phase"], after["hand"], after["hand_from"]) == (1, "place", "T4", "standby")
    assert after["boards"][1]["standby"] is None
    assert sum(after["deck"]["unseen"].values()) == 30
    assert placements(game.legal(1)) == placements(in_hand("T4", board(), board()).legal(0))


def test_3_2_a_fresh_standby_piece_waits_for_the_next_turn() -> None:
    """Won before the reveal, it does not replace it."""
    game = table(board(standby="T4", tokens=[7]), board(), phase="start", fresh=True)
    assert game.legal(0) == ["reveal"]
    game.play("reveal").draw("I4").play("I4.0@a")
    after = game.play("end").position
    assert (after["active"], after["fresh"], after["boards"][0]["standby"]) == (1, False, "T4")


def test_3_2_in_an_extra_turn_it_is_fresh_no_more() -> None:
    """The turn that it was won in is over."""
    game = table(board(standby="T4", tokens=[7]), board(), fresh=True, again=True)
    after = game.play("end").position
    assert (after["active"], after["phase"], after["hand"], after["hand_from"]) == (0, "place", "T4", "standby")


def test_3_3_the_card_is_discarded_and_the_piece_leaves_the_supply() -> None:
    """At once."""
    after = new(2).draw("U5").position
    assert after["discard"]["U5"] == 1
    assert after["deck"]["before_level"] == 14
    assert after["supply"]["U5"] == 5
    assert after["hand"] == "U5"


def test_3_4_react_asks_the_others_that_have_a_usable_token() -> None:
    """A 1 may be used on a card, a 3 and a 6 not now, a 4 only with a piece to give."""
    game = new(4)
    assert game.draw("T4").position["phase"] == "place"
    asked = reacting(board(), board(tokens=[1]), board(tokens=[3, 6]), board(tokens=[4]))
    asked.asks(1)
    assert asked.legal(1) == ["pass", "use 1"]
    asked.refuses(1, "end", "tentricks 3.7")
    asked.refuses(2, "use 3", "tentricks 3")


def test_3_4_the_active_seat_is_asked_too_when_another_is() -> None:
    """It may have to act first; alone it can wait for its turn."""
    reacting(board("AAAA", tokens=[7]), board(tokens=[1])).asks(0, 1)
    alone = table(board("AAAA", tokens=[7]), board(), phase="start").play("reveal").draw("T4")
    assert (alone.position["phase"], alone.pending) == ("place", Turn(0))


def test_3_4_the_active_seat_is_asked_alone_when_it_is_steered() -> None:
    """It will not have a turn to place in."""
    game = reacting(board("AAAA", tokens=[7]), board(tokens=[1])).play("pass", "use 1")
    assert game.pending == Window((0,))
    assert game.play("pass").pending == Turn(1)


def test_3_5_a_token_used_in_place_comes_back_to_place() -> None:
    """The window is not opened again, even though seat 1 has a token."""
    game = in_hand("T4", board("AAAA", tokens=[7]), board(tokens=[1]))
    assert uses(game.legal(0)) == ["use 7 a1"]
    game.play("use 7 a1")
    assert (game.position["phase"], game.pending) == ("place", Turn(0))


def test_3_5_the_steering_seat_uses_no_token() -> None:
    """Neither its own nor the active seat's."""
    game = in_hand("T4", board("AAAA", tokens=[7]), board("AAAA", tokens=[4, 5]), steer=1)
    game.asks(1)
    assert uses(game.legal(1)) == []
    game.refuses(1, "use 5 s0 t7", "tentricks 3.5")
    assert game.play("T4.0@a").position["boards"][0]["placed"][1][0] == "T4"


def test_3_6_after_is_asked_only_with_a_usable_token() -> None:
    """Then the others have their window at the end."""
    game = in_hand("T4", board(tokens=[9]), board(tokens=[3])).play("T4.0@a")
    assert game.legal(0) == ["end", "use 9 s1"]
    game.refuses(0, "T4.0@a", "tentricks 3.6")
    game.play("end")
    assert (game.position["phase"], game.pending) == ("end", Window((1,)))
    quiet = in_hand("T4", board(), board(tokens=[3])).play("T4.0@a")
    assert quiet.pending == Window((1,))
    assert quiet.legal(1) == ["pass", "use 3"]
    assert quiet.play("pass").position["active"] == 1


def test_3_6_after_a_token_at_the_end_the_active_seat_may_use_its_own() -> None:
    """Back to `after`, after any token."""
    game = table(board("AAAA", tokens=[7]), board(tokens=[5]), phase="end").play("use 5 s0 t7")
    assert game.position["boards"][1]["tokens"] == [7]
    assert game.position["active"] == 1
    kept = table(board("AAAA", tokens=[7, 8]), board(tokens=[3]), phase="end").play("use 3")
    assert (kept.position["phase"], kept.pending) == ("after", Turn(0))


def test_3_6_also_when_it_was_cancelled() -> None:
    """Seat 2 cancels the extra turn; seat 0 is asked again."""
    game = table(board("AAAA", tokens=[7]), board(tokens=[3]), board(tokens=[6]), phase="end").play("use 3")
    game.asks(2)
    game.play("use 6")
    after = game.position
    assert (after["phase"], after["again"], game.pending) == ("after", False, Turn(0))


def test_3_7_the_first_in_turn_order_acts_and_the_other_answers_lapse() -> None:
    """Seat 2 is active; seats 3 and 0 both use a 5: seat 3's counts, and seat 0 keeps its token."""
    boards = board(tokens=[5]), board(), board(tokens=[9]), board(tokens=[5])
    game = table(*boards, phase="end", active=2)
    assert game.pending == Window((0, 3))
    game.play("use 5 s2 t9", "use 5 s2 t9")
    assert [own["tokens"] for own in game.position["boards"]] == [[5], [], [], [9]]


def test_3_7_the_active_seat_comes_first() -> None:
    """It removes a piece before it is steered; then all may answer again."""
    game = reacting(board("AAAA", tokens=[7]), board(tokens=[1])).play("use 7 a1", "use 1")
    assert game.position["boards"][0]["placed"] == []
    assert game.position["boards"][1]["tokens"] == [1]
    assert game.pending == Window((1,))


def test_3_8_a_seat_is_asked_only_when_it_has_a_legal_use() -> None:
    """A 4 needs two pieces, a 5 a token to take, a 2 an empty standby space."""
    others = board(tokens=[4]), board(tokens=[5]), board(tokens=[2], standby="T4")
    game = table(board("AAAA"), *others, phase="start").play("reveal").draw("T4")
    game.asks(2)
    assert game.legal(2) == ["pass", "use 5 s1 t4", "use 5 s3 t2"]


def test_3_9_the_turn_is_forgotten_at_its_end() -> None:
    """Hand, placed, steer and rows."""
    after = in_hand("T4", board(), board(), board(), steer=2).play("T4.0@a").position
    assert (after["hand"], after["placed"], after["steer"], after["rows"], after["hand_from"]) == (
        None,
        None,
        None,
        0,
        None,
    )


def test_3_9_the_next_seat_clockwise_that_is_not_out() -> None:
    """Seat 1 is out."""
    game = table(board(tokens=[7]), board(out=True), board()).play("end")
    assert game.position["active"] == 2


def test_3_9_a_new_round_begins_at_the_starting_seat_and_opens_all_locks() -> None:
    """Seat 2 started: from 1 to 2 is a new round, from 0 to 1 is not."""
    boards = board(lock=5), board(lock=1), board(lock=9)
    same = table(*boards, active=0, start=2, round=4).play("end").position
    assert (same["active"], same["round"], [own["lock"] for own in same["boards"]]) == (1, 4, [5, 1, 9])
    following = table(*boards, active=1, start=2, round=4).play("end").position
    assert (following["active"], following["round"]) == (2, 5)
    assert [own["lock"] for own in following["boards"]] == [None] * 3


def test_3_9_a_round_also_begins_past_a_starting_seat_that_is_out() -> None:
    """Seat 1 started and is out: from 0 to 2 a new round begins."""
    after = table(board(), board(out=True), board(), start=1, round=2).play("end").position
    assert (after["active"], after["round"]) == (2, 3)


def test_3_9_one_seat_left_wins_at_the_end_of_its_turn() -> None:
    """Not before: it has to finish."""
    game = in_hand("T4", board(), board(out=True))
    assert game.pending == Turn(0)
    result = game.play("T4.0@a").result
    assert (result.winners, result.scores, result.detail, result.reason) == ((0,), (None, None), ((), ()), "victory")
    assert game.position["phase"] == "over"


def test_3_9_nobody_left_is_a_common_defeat() -> None:
    """The last player goes out in its final turn."""
    result = in_hand("T4", board(bar=1), board(out=True)).play("T4.0@a").result
    assert (result.winners, result.reason) == ((), "defeat")


def test_3_9_two_seats_left_play_on() -> None:
    """The other one wins when the active one goes out."""
    result = in_hand("T4", board(bar=1), board(), board(out=True)).play("T4.0@a").result
    assert (result.winners, result.reason) == ((1,), "victory")


def test_3_9_an_extra_turn_is_no_new_round() -> None:
    """And is taken once."""
    game = table(board(lock=3), board(), start=0, again=True).play("end")
    after = game.position
    assert (after["active"], after["round"], after["again"], after["phase"]) == (0, 1, False, "card")
    assert after["boards"][0]["lock"] == 3
    assert game.draw("T4").play("T4.0@a").position["active"] == 1


def test_3_10_the_turn_of_a_seat_that_goes_out_ends_at_once() -> None:
    """No window at its end, although seat 1 has a 3."""
    game = in_hand("T4", board(bar=1, tokens=[7]), board(tokens=[3]), board()).play("T4.0@a")
    after = game.position
    assert (after["active"], after["phase"]) == (1, "card")
    assert after["boards"][0]["tokens"] == []


def test_3_10_gains_of_others_come_first() -> None:
    """In an exchange both place; seat 0 goes out, seat 1 still places its piece."""
    puts = [
        {"by": 0, "on": 0, "types": ["T4"], "turn": True},
        {"by": 1, "on": 1, "types": ["I4"], "turn": False},
    ]
    game = table(board(bar=1), board(), board(), puts=puts).play("T4.0@a")
    after = game.position
    assert (after["active"], after["phase"], after["placed"]) == (0, "after", "T4")
    assert game.pending == Turn(1)
    again = GAME.from_position(game.position)
    assert GAME.position(again) == game.position
    game.play("I4.1@c")
    assert game.position["gains"] == [1]
    game.draw("5")
    assert game.position["active"] == 1


def test_3_10_the_piece_in_hand_goes_to_the_box() -> None:
    """Seat 0 goes out while it relocates pieces, before it has placed its T4."""
    puts = [{"by": 0, "on": 0, "types": ["I4", "O4"], "turn": False}]
    game = in_hand("T4", board(bar=1), board(), board(), puts=puts)
    supply = game.position["supply"]
    game.play("O4.0@a")
    after = game.position
    assert after["boards"][0]["placed"] == []
    assert after["supply"] == supply
    assert after["active"] == 1


def test_3_a_bonus_in_another_seats_step_waits_for_the_gains() -> None:
    """The order of due things: gains, bonus, puts, phase."""
    puts = [{"by": 1, "on": 1, "types": ["I4"], "turn": False}]
    game = table(board(), board(), gains=[0], bonus=True, puts=puts, placed="T4")
    assert isinstance(game.pending, Chance)
    assert game.draw("7").legal(0) == list(TYPES)
    assert game.play("V3").pending == Turn(1)
    game.play("I4.0@a")
    assert game.position["active"] == 1
    assert position(board(), board())["bonus"] is False
