"""Clauses 6, 7, 8, 9 and 13 of `spec/games/tentricks.md`: seats out, falling bars, options, seats that leave."""

from __future__ import annotations

from typing import Any

import pytest
from p2pgame.engine.pending import Chance, Over, Turn, Window

from .tables import Table
from .tentricks_tables import TYPES, board, in_hand, new, position, table, uses

NEXT_LEVEL: dict[str, Any] = {
    "deck": {"unseen": dict.fromkeys(TYPES[:5], 2) | dict.fromkeys(TYPES[5:], 1), "before_level": 0},
    "discard": dict.fromkeys(TYPES[:5], 1) | dict.fromkeys(TYPES[5:], 2),
}
"""Two seats: the Next Level card lies on top."""


def next_level(*boards: dict[str, Any], **keys: Any) -> Table:
    """Seat 0 is about to reveal the Next Level card."""
    seats = len(boards)
    below = {2: 15, 3: 10, 4: 5}[seats]
    unseen = {name: below // 10 + (place < below % 10) for place, name in enumerate(TYPES)}
    deck = {"unseen": unseen, "before_level": 0}
    return table(*boards, phase="start", deck=deck, discard={name: 3 - unseen[name] for name in TYPES}, **keys)


def bars(game: Table) -> list[int]:
    """The rows under each bar."""
    return [own["bar"] for own in game.position["boards"]]


def outs(game: Table) -> list[bool]:
    """The seats that are out."""
    return [own["out"] for own in game.position["boards"]]


def empty(kind: str) -> dict[str, int]:
    """A supply in which that type has run out."""
    return dict.fromkeys(TYPES, 3) | {kind: 0}


def test_6_1_a_bar_that_falls_onto_a_piece_puts_the_seat_out() -> None:
    """Two rows of pieces under a bar at 2."""
    game = next_level(board(), board("AA", "AA", bar=2), board()).play("reveal")
    assert (bars(game), outs(game)) == ([7, 1, 7], [False, True, False])


def test_6_1_a_bar_at_no_rows_puts_the_seat_out_even_without_pieces() -> None:
    """So every game ends."""
    game = next_level(board(), board(bar=1), board()).play("reveal")
    assert outs(game) == [False, True, False]


def test_6_1_pieces_may_touch_the_bar() -> None:
    """A bar at 3 falls to 2, just above two rows."""
    game = next_level(board(), board("AA", "AA", bar=3)).play("reveal")
    assert outs(game) == [False, False]


def test_6_2_the_pieces_of_a_seat_leave_the_game_with_it() -> None:
    """Tokens, lock and standby piece; pieces and bar stay."""
    game = next_level(board(), board("AA", "AA", bar=2, tokens=[5, 6], lock=4, standby="T4"), board()).play("reveal")
    after = game.position
    assert after["boards"][1] == board("AA", "AA", bar=1, out=True)
    assert (after["bag"]["5"], after["supply"]["T4"]) == (2, 8)


def test_6_2_a_steering_seat_that_goes_out_steers_no_more() -> None:
    """Seat 1 has to place an I4 under a bar at 0 rows of room: the piece is seat 0's to place again."""
    puts = [{"by": 1, "on": 1, "types": ["I4"], "turn": False}]
    game = in_hand("T4", board(), board(bar=1), board(), phase="react", steer=1, puts=puts).play("I4.1@a")
    assert outs(game) == [False, True, False]
    assert (game.position["steer"], game.position["phase"]) == (None, "place")
    assert game.pending == Turn(0)


def test_6_2_gains_due_to_an_out_seat_vanish() -> None:
    """Seat 1 goes out by the first of its two pieces; seat 0 then continues."""
    puts = [{"by": 1, "on": 1, "types": ["I4", "O4"], "turn": False}]
    game = table(board("AAAA", tokens=[7]), board(bar=1), board(), puts=puts).play("O4.0@a")
    assert game.position["puts"] == []
    assert game.pending == Turn(0)


def test_6_3_an_out_seat_is_neither_asked_nor_a_target() -> None:
    """Its place is skipped."""
    game = table(board(tokens=[5]), board("AAAA", out=True), board(tokens=[1]))
    assert uses(game.legal(0)) == ["use 5 s2 t1"]
    assert game.play("end").position["active"] == 2


@pytest.mark.parametrize(("seats", "above"), [(2, 15), (3, 20), (4, 25)])
def test_7_1_next_level_drops_all_bars_and_makes_a_new_deck(seats: int, above: int) -> None:
    """Without a chance step; the round continues with the next player."""
    game = next_level(*[board()] * seats).play("reveal")
    after = game.position
    assert bars(game) == [7] * seats
    assert after["deck"] == {"unseen": dict.fromkeys(TYPES, 3), "before_level": above}
    assert after["discard"] == dict.fromkeys(TYPES, 0)
    assert (after["active"], after["phase"]) == (1, "card")


def test_7_1_next_level_comes_by_itself_when_no_token_may_be_used_before() -> None:
    """After fifteen cards of two seats."""
    deck, discard = NEXT_LEVEL["deck"], NEXT_LEVEL["discard"]
    game = table(board(), board(), deck=deck, discard=discard).play("end")
    assert bars(game) == [7, 7]
    assert game.position["active"] == 0


def test_7_1_the_new_deck_goes_by_the_seats_at_the_start() -> None:
    """Although one of three is out."""
    game = next_level(board(), board(out=True), board()).play("reveal")
    assert game.position["deck"]["before_level"] == 20


def test_7_1_8_2_with_level_drop_2_bars_fall_two_rows() -> None:
    """Not below 0, and out seats' bars stay."""
    game = next_level(board(), board(bar=5, out=True), board(bar=1), board(), options={"level_drop": 2}).play("reveal")
    assert (bars(game), outs(game)) == ([6, 5, 0, 6], [False, True, True, False])


def test_7_2_a_piece_that_has_run_out_drops_all_bars() -> None:
    """The card is discarded, nothing is placed, the next seat begins."""
    game = table(board(), board(), phase="card", supply=empty("T4")).draw("T4")
    after = game.position
    assert bars(game) == [7, 7]
    assert (after["discard"]["T4"], after["deck"]["unseen"]["T4"]) == (1, 2)
    assert (after["active"], after["hand"], after["placed"]) == (1, None, None)


def test_7_2_8_3_with_empty_drop_2_bars_fall_two_rows() -> None:
    """Of every seat."""
    keys: dict[str, Any] = {"phase": "card", "supply": empty("T4"), "options": {"empty_drop": 2, "level_drop": 1}}
    assert bars(table(board(), board(), **keys).draw("T4")) == [6, 6]


def test_7_3_tokens_may_be_used_after_the_drop() -> None:
    """But no copy: nothing was placed."""
    game = table(board("AAAA", tokens=[7, 9]), board(), phase="card", supply=empty("T4")).draw("T4")
    assert (game.position["phase"], game.legal(0)) == ("after", ["end", "use 7 a1"])


def test_7_3_the_active_seat_may_go_out_by_the_drop() -> None:
    """Its turn is over, and the other one wins."""
    game = table(board("AA", "AA", bar=2, tokens=[7]), board(), phase="card", supply=empty("T4")).draw("T4")
    assert (game.result.winners, game.result.reason) == ((1,), "victory")


def test_7_3_all_may_go_out_at_once() -> None:
    """A common defeat."""
    game = table(board("AA", "AA", bar=2), board(bar=1), phase="card", supply=empty("T4")).draw("T4")
    assert (game.result.winners, game.result.reason) == ((), "defeat")


def test_7_3_8_6_with_must_place_the_turn_continues_with_a_card() -> None:
    """Until a piece is placed or the seat is out."""
    keys: dict[str, Any] = {"phase": "card", "supply": empty("T4"), "options": {"must_place": True}}
    game = table(board(), board(), **keys).draw("T4")
    assert (game.position["active"], game.position["phase"], bars(game)) == (0, "card", [7, 7])
    assert game.draw("T4").draw("I4").pending == Turn(0)
    assert bars(game) == [6, 6]


def test_7_3_with_must_place_next_level_is_followed_by_another_card() -> None:
    """In the same turn."""
    game = next_level(board(), board(), options={"must_place": True}).play("reveal")
    assert (game.position["active"], game.position["phase"], bars(game)) == (0, "card", [7, 7])


def test_7_4_with_must_place_tokens_of_the_beginning_are_usable_again() -> None:
    """A 10 as well."""
    keys: dict[str, Any] = {"phase": "card", "supply": empty("T4"), "options": {"must_place": True}}
    game = table(board(tokens=[10]), board(), **keys).draw("T4")
    assert game.position["phase"] == "start"
    assert "use 10 I4" in game.legal(0)
    game.refuses(0, "use 10 T4", "tentricks 4.10")


def test_7_4_with_must_place_a_seat_reveals_until_it_is_out() -> None:
    """With an empty supply every card drops the bars; seat 0 goes out first, and the game continues with seat 1."""
    keys: dict[str, Any] = {"phase": "card", "supply": dict.fromkeys(TYPES, 0), "options": {"must_place": True}}
    game = table(board(bar=2), board(), board(), **keys).draw("T4")
    assert game.position["active"] == 0
    game.draw("T4")
    assert (game.position["active"], outs(game), bars(game)) == (1, [True, False, False], [0, 6, 6])


def test_8_every_option_has_its_default() -> None:
    """Written in each position."""
    assert new(2).position["options"] == position(board(), board())["options"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_8_5_fewer_takes_pieces_of_one_type_out_of_the_game(seats: int) -> None:
    """As many as there are seats; the card is discarded."""
    game = new(seats, fewer=True)
    assert game.position["phase"] == "fewer"
    assert game.pending == Chance(tuple((name, 3) for name in TYPES))
    after = game.draw("S4").position
    assert after["supply"] == dict.fromkeys(TYPES, 3 * seats) | {"S4": 2 * seats}
    assert after["discard"]["S4"] == 1
    assert after["deck"]["before_level"] == {2: 14, 3: 19, 4: 24}[seats]
    assert (after["phase"], after["active"], after["hand"]) == ("card", 0, None)


@pytest.mark.parametrize(
    ("seats", "mode", "number"), [(2, False, 2), (3, False, 3), (4, False, 4), (2, True, 4), (3, True, 4)]
)
def test_8_7_the_bag(seats: int, mode: bool, number: int) -> None:
    """One of each token a seat, or all forty with `random_tokens`."""
    assert new(seats, random_tokens=mode).position["bag"] == {str(token): number for token in range(1, 11)}


def test_8_8_the_starting_seat_is_drawn_first() -> None:
    """Then it is its turn, in round 1."""
    game = new(3, first=2)
    after = game.position
    assert (after["start"], after["active"], after["round"], after["phase"]) == (2, 2, 1, "card")


def test_13_a_seat_that_leaves_is_out() -> None:
    """And is skipped."""
    game = new(3).draw("T4").drop(1)
    assert game.position["dropped"] == [1]
    assert outs(game) == [False, True, False]
    assert game.play("T4.0@a").position["active"] == 2
    assert game.drop(1).position["dropped"] == [1]


def test_13_the_last_seat_wins_by_default() -> None:
    """At once, with everything cleared that belongs to a turn."""
    game = in_hand("T4", board("AAAA", tokens=[7]), board()).drop(0)
    assert (game.result.winners, game.result.reason) == ((1,), "default")
    after = game.position
    assert (after["phase"], after["default"], after["hand"]) == ("over", True, None)
    assert game.drop(1).result.reason == "default"


def test_13_nobody_left_is_a_defeat() -> None:
    """Seat 1 went out in the turn that seat 0 leaves in."""
    game = table(board("AAAA", tokens=[7]), board(out=True)).drop(0)
    assert (game.result.winners, game.result.reason) == ((), "defeat")
    assert game.position["default"] is False


def test_13_before_the_draw_a_seat_that_left_is_no_outcome() -> None:
    """Start and active stay null when only one is left."""
    game = Table(new(3).game, new(3).game.begin(3)).drop(1)
    assert game.pending == Chance((("0", 1), ("2", 1)))
    game.drop(0)
    assert (game.result.winners, game.result.reason) == ((2,), "default")
    assert (game.position["start"], game.position["active"]) == (None, None)


def test_13_in_fewer_the_card_is_still_drawn() -> None:
    """Then the next seat begins; the starting seat stays the one that was drawn."""
    game = new(3, first=2, fewer=True).drop(2)
    assert game.position["phase"] == "fewer"
    after = game.draw("T4").position
    assert (after["start"], after["active"], after["phase"], after["round"]) == (2, 0, "card", 1)
    assert after["supply"]["T4"] == 6


def test_13_the_turn_of_a_seat_that_leaves_is_over() -> None:
    """In every phase: its hand, stack and steering go to the box."""
    for game in (
        new(3).drop(0),
        new(3).draw("T4").drop(0),
        table(board(), board(), board(), bonus=True).drop(0),
        table(board(), board(), board(), gains=[0]).drop(0),
        table(board("AAAA", tokens=[7]), board(tokens=[6]), board()).play("use 7 a1").drop(0),
        in_hand("T4", board(), board(), board(), steer=1).drop(0),
    ):
        after = game.position
        assert (after["active"], after["phase"], after["stack"], after["hand"]) == (1, "card", [], None)


def test_13_gains_of_others_come_before_the_end_of_the_turn() -> None:
    """Seat 1 still places the piece that it got."""
    puts = [
        {"by": 0, "on": 0, "types": ["T4"], "turn": True},
        {"by": 1, "on": 1, "types": ["I4"], "turn": False},
    ]
    game = table(board(), board(), board(), puts=puts).drop(0)
    assert game.pending == Turn(1)
    assert game.play("I4.0@a").position["active"] == 1


def test_13_a_copy_on_the_board_of_a_seat_that_leaves_vanishes() -> None:
    """Seat 0 has nothing more to place."""
    game = table(board("AAAA", tokens=[7, 9]), board(), board(), placed="I4").play("use 9 s1").drop(1)
    assert (game.position["puts"], game.pending) == ([], Turn(0))


def test_13_a_seat_that_leaves_steers_no_more() -> None:
    """The active seat places its piece itself."""
    game = in_hand("T4", board(), board(), board(), steer=1).drop(1)
    assert (game.position["steer"], game.pending) == (None, Turn(0))


def test_13_the_stack_is_cut_below_the_lowest_token_of_the_seat() -> None:
    """Seat 1 cancelled; without it the first token has its window again."""
    game = (
        table(board("AAAA", tokens=[6, 7]), board(tokens=[6]), board(tokens=[6])).play("use 7 a1").play("use 6", "pass")
    )
    game.drop(1)
    assert game.position["stack"] == [{"seat": 0, "move": "use 7 a1"}]
    assert game.pending == Window((2,))
    assert game.play("pass").position["boards"][0]["placed"] == []


def test_13_a_stack_against_a_seat_that_leaves_is_emptied() -> None:
    """The token against it is spent for nothing."""
    game = table(board("AAAA", tokens=[5, 7]), board(tokens=[9]), board(tokens=[6])).play("use 5 s1 t9").drop(1)
    assert game.position["stack"] == []
    assert game.position["boards"][0]["tokens"] == [7]
    assert game.pending == Turn(0)


def test_13_a_window_continues_without_the_seat() -> None:
    """With nobody else to ask it passes."""
    game = in_hand("T4", board(), board(tokens=[1]), board(), phase="react").drop(1)
    assert (game.position["phase"], game.pending) == ("place", Turn(0))
    ending = table(board(), board(tokens=[3]), board(tokens=[3]), phase="end").drop(1)
    assert ending.pending == Window((2,))


def test_13_a_seat_that_is_out_already_may_leave() -> None:
    """Nothing changes, unless only one is left: then that one need not finish its turn."""
    game = in_hand("T4", board(), board(out=True), board()).drop(1)
    assert (game.position["dropped"], game.pending) == ([1], Turn(0))
    last = in_hand("T4", board(), board(out=True)).drop(1)
    assert isinstance(last.pending, Over)
    assert (last.result.winners, last.result.reason) == ((0,), "default")


def asleep(game: Table, seat: int = 0) -> str:
    """The seat's default move."""
    return game.game.format(game.game.default(game.state, seat))


def test_14_a_sleeper_uses_no_token() -> None:
    """It passes, reveals or takes its standby piece, ends its turn, chooses the first type that there is."""
    tokens = list(range(1, 11))
    assert asleep(table(board("AAAA", tokens=tokens), board(tokens=tokens), phase="start")) == "reveal"
    standby = table(board("AAAA", tokens=tokens, standby="T4"), board(tokens=tokens), phase="start")
    assert asleep(standby) == "standby"
    assert asleep(table(board("AAAA", tokens=tokens), board(tokens=tokens))) == "end"
    assert asleep(in_hand("T4", board(), board(tokens=[1]), phase="react"), 1) == "pass"
    supply = dict.fromkeys(TYPES, 0) | {"O4": 1, "S4": 2}
    assert asleep(table(board(), board(), bonus=True, supply=supply)) == "O4"


def test_14_a_sleeper_places_in_the_first_place_under_the_bar() -> None:
    """The first orientation before the column furthest left; a slide where nothing else is; over the bar at last."""
    assert asleep(in_hand("I4", board(".A", ".A", ".A", ".A", bar=4), board())) == "I4.0@c"
    touching = ("AA.BB.CC..", "AA.BB.CC..")
    assert asleep(in_hand("O4", board(*touching, bar=4), board(), options={"no_touch": True})) == "O4.0@h>"
    assert asleep(in_hand("O4", board(bar=1), board())) == "O4.0@a"
    puts = [{"by": 0, "on": 0, "types": ["I4", "O4"], "turn": False}]
    assert asleep(table(board(bar=1), board(), puts=puts)) == "I4.0@a"
