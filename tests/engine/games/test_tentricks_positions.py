"""Clauses 10 and 11 of `spec/games/tentricks.md`: notation, positions, and impossible positions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from p2pgame.engine.errors import BadPosition, NotAMove
from p2pgame.engine.games.tentricks.game import GAME
from p2pgame.engine.pending import Window

from .tables import Table
from .tentricks_tables import TYPES, board, in_hand, new, position, table

EXAMPLE = """
{"game": "tentricks", "rules": 1, "seats": 3,
 "options": {"bar": 1, "level_drop": 1, "empty_drop": 1, "no_touch": true, "fewer": false, "must_place": false,
             "random_tokens": false},
 "start": 2, "active": 0, "round": 4,
 "supply": {"I3": 9, "V3": 7, "I4": 7, "O4": 8, "T4": 8, "S4": 8, "L4": 6, "P5": 7, "U5": 8, "L5": 9},
 "deck": {"unseen": {"I3": 3, "V3": 1, "I4": 1, "O4": 2, "T4": 2, "S4": 2, "L4": 2, "P5": 1, "U5": 2, "L5": 3},
          "before_level": 9},
 "discard": {"I3": 0, "V3": 2, "I4": 2, "O4": 1, "T4": 1, "S4": 1, "L4": 1, "P5": 2, "U5": 1, "L5": 0},
 "bag": {"1": 3, "2": 3, "3": 3, "4": 1, "5": 1, "6": 2, "7": 1, "8": 3, "9": 1, "10": 3},
 "boards": [
  {"placed": [["I4", ["a1", "a2", "a3", "a4"]], ["P5", ["b1", "b2", "c1", "c2", "d1"]],
              ["I4", ["c3", "d3", "e3", "f3"]], ["O4", ["e1", "e2", "f1", "f2"]],
              ["P5", ["h1", "h2", "i1", "i2", "j1"]]],
   "bar": 7, "tokens": [], "lock": null, "standby": null, "out": false, "spent": {"rows": [], "icons": []}},
  {"placed": [["L4", ["a1", "b1", "c1", "c2"]], ["S4", ["b2", "b3", "c3", "c4"]], ["L4", ["d3", "d4", "e4", "f4"]],
              ["V3", ["f1", "f2", "g1"]]],
   "bar": 7, "tokens": [], "lock": null, "standby": null, "out": false, "spent": {"rows": [], "icons": []}},
  {"placed": [["T4", ["a1", "b1", "b2", "c1"]], ["V3", ["g1", "h1", "h2"]]],
   "bar": 7, "tokens": [6], "lock": null, "standby": null, "out": false, "spent": {"rows": [], "icons": []}}],
 "phase": "after", "hand": null, "hand_from": null, "steer": null, "placed": "I4", "rows": 0, "again": false,
 "fresh": false, "bonus": false, "gains": [], "puts": [], "stack": [{"seat": 0, "move": "use 5 s2 t6"}],
 "default": false}
"""


@pytest.mark.parametrize(
    "text",
    [
        *("reveal", "standby", "end", "pass", "T4", "L4.5@c", "L4.5@c<", "L4.5@c>", "I4.0@j"),
        *("use 1", "use 2", "use 3", "use 6", "use 4 c1 s2 standby", "use 4 hand s0 j16", "use 4 standby s3 hand"),
        *("use 5 s2 t10", "use 7 a16", "use 8 a1 b12", "use 9 s1", "use 10 T4"),
    ],
)
def test_10_one_spelling_a_move(text: str) -> None:
    """Read and written back, at every position."""
    assert GAME.format(GAME.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "t4", "X4", "Reveal", "T4.0", "T4.0@k", "T4.4@a", "O4.1@a", "L4.8@c", "L4.5@c ", "L4.5@c<>", " end"),
        *("use", "use 0", "use 11", "use 1 ", "use 4", "use 4 c1 s2", "use 4 c1 s4 d1", "use 4 c17 s1 d1", "use  7 a1"),
        *("use 5 s1 t0", "use 5 s1 t11", "use 5 1 t1", "use 7", "use 7 k1", "use 7 a0", "use 8 a1", "use 9", "use 10"),
        *("use 10 t4", "use 6 s1", "use 01", "pass\n"),
    ],
)
def test_10_anything_else_is_no_move(text: str) -> None:
    """The refusal says what a move looks like."""
    with pytest.raises(NotAMove):
        GAME.parse(text)


def test_11_the_example() -> None:
    """Read, asked, and written back to the byte."""
    found = json.loads(EXAMPLE)
    state = GAME.from_position(found)
    assert GAME.pending(state) == Window((2,))
    assert json.dumps(GAME.position(state)) == json.dumps(found)


def test_11_the_position_at_the_start() -> None:
    """Everything, the active seat apart."""
    start = GAME.position(GAME.begin(2))
    assert (start["start"], start["active"], start["round"], start["phase"]) == (None, None, 1, "first")
    assert start["deck"] == {"unseen": dict.fromkeys(TYPES, 3), "before_level": 15}
    assert start["boards"] == [board(), board()]
    assert new(2).position.keys() == start.keys() == position(board(), board()).keys()


def refused(match: str, *boards: dict[str, Any], **keys: Any) -> None:
    """Fail unless the position is refused for a reason that says so."""
    with pytest.raises(BadPosition, match=match):
        table(*(boards or (board(), board())), **keys)


@pytest.mark.parametrize(
    ("keys", "match"),
    [
        ({"game": "tink"}, "game"),
        ({"rules": 2}, "rules"),
        ({"seats": 5}, "seats"),
        ({"options": {"bar": 3}}, "options"),
        ({"extra": 1}, "unknown key 'extra'"),
        ({"round": 0}, "round"),
        ({"phase": "middle"}, "phase"),
        ({"active": 2}, "active"),
        ({"start": None}, "start"),
        ({"active": None}, "start"),
        ({"active": None, "start": None}, "active"),
        ({"phase": "first"}, "active"),
        ({"phase": "fewer"}, "fewer"),
        ({"supply": dict.fromkeys(TYPES, 7)}, r"supply.I3"),
        ({"supply": dict.fromkeys(TYPES[:9], 1)}, "supply: L5 is missing"),
        ({"deck": {"unseen": dict.fromkeys(TYPES, 3), "before_level": 14}}, "deck.before_level"),
        ({"deck": {"unseen": dict.fromkeys(TYPES, 2), "before_level": 5}}, "discard"),
        ({"bag": {str(token): 3 for token in range(1, 11)}}, "bag"),
        ({"hand": "T4"}, "hand_from"),
        ({"hand": "T4", "hand_from": "card"}, "hand"),
        ({"phase": "place"}, "hand"),
        ({"phase": "place", "hand": "T4"}, "hand_from"),
        ({"phase": "place", "hand": "T4", "hand_from": "supply"}, "hand_from"),
        ({"phase": "start", "placed": "T4"}, "placed"),
        ({"phase": "start", "again": True}, "again"),
        ({"steer": 1}, "steer"),
        ({"phase": "place", "hand": "T4", "hand_from": "card", "steer": 0}, "steer"),
        ({"phase": "place", "hand": "T4", "hand_from": "standby", "steer": 1}, "steer"),
        ({"fresh": True}, "fresh"),
        ({"default": True}, "default"),
        ({"phase": "over"}, "over"),
        ({"gains": [2]}, r"gains\[0\]"),
        ({"gains": [0], "phase": "card"}, "gains"),
        ({"gains": [0], "bag": dict.fromkeys(map(str, range(1, 11)), 0)}, "gains: no token"),
        ({"bonus": True, "supply": dict.fromkeys(TYPES, 0)}, "bonus"),
        ({"puts": [{"by": 0, "on": 0, "types": [], "turn": False}]}, r"puts\[0\].types"),
        ({"puts": [{"by": 0, "on": 0, "types": ["O4", "I4"], "turn": False}]}, r"puts\[0\].types"),
        ({"puts": [{"by": 0, "on": 1, "types": ["O4"], "turn": False}]}, r"puts\[0\]"),
        ({"puts": [{"by": 1, "on": 1, "types": ["O4"], "turn": True}]}, r"puts\[0\].turn"),
        ({"phase": "end"}, "phase: no seat"),
        ({"stack": [{"seat": 0, "move": "end"}]}, r"stack\[0\].move"),
        ({"stack": [{"seat": 0, "move": 6}]}, r"stack\[0\].move"),
        ({"dropped": []}, "dropped"),
        ({"dropped": [1]}, r"boards\[1\].out"),
    ],
)
def test_11_refused(keys: dict[str, Any], match: str) -> None:
    """With the place and the reason."""
    refused(match, **keys)


@pytest.mark.parametrize(
    ("keys", "match"),
    [
        ({"placed": [["X4", ["a1"]]]}, r"placed\[0\]\[0\]"),
        ({"placed": [["I4", ["a1", "a2", "a3"]]]}, "no I4"),
        ({"placed": [["I3", ["a15", "a16", "b1"]]]}, "no I3"),
        ({"placed": [["I3", ["a1", "a3", "a2"]]]}, "by column, then row"),
        ({"placed": [["I3", ["a1", "a2", "a2"]]]}, "no I3"),
        ({"placed": [["I3", ["a1", "a2", "a17"]]]}, "a17"),
        ({"placed": [["I3", ["a1", "a2", "a3"]], ["I3", ["a3", "a4", "a5"]]]}, "lies on another"),
        ({"placed": [["I3", ["b1", "b2", "b3"]], ["I3", ["a1", "a2", "a3"]]]}, "by their first cell"),
        ({"placed": [["I3", ["a7", "a8", "a9"]]]}, "overlaps the bar"),
        ({"bar": 17}, "bar"),
        ({"bar": 0}, "bar"),
        ({"tokens": [2, 1]}, "rising"),
        ({"tokens": [11]}, r"tokens\[0\]"),
        ({"tokens": [1, 1, 1]}, "more of token 1"),
        ({"lock": 6}, "lock"),
        ({"standby": "t4"}, "standby"),
        ({"spent": {"rows": [0], "icons": []}}, "spent.rows"),
        ({"spent": {"rows": [2, 2], "icons": []}}, "spent.rows"),
        ({"spent": {"rows": [], "icons": ["a1"]}}, "spent.icons"),
        ({"spent": {"rows": [], "icons": ["j4", "a4"]}}, "spent.icons"),
        ({"out": True, "tokens": [1]}, "out"),
        ({"out": True, "lock": 1}, "out"),
        ({"out": True, "standby": "T4"}, "out"),
        ({"out": True, "spent": {"rows": [1], "icons": []}}, "out"),
    ],
)
def test_11_boards_refused(keys: dict[str, Any], match: str) -> None:
    """With the place and the reason."""
    sound = position(
        board(), board(), board(), bag={str(token): 1 for token in range(1, 11)}, supply=dict.fromkeys(TYPES, 5)
    )
    with pytest.raises(BadPosition, match=match):
        GAME.from_position(sound | {"boards": [board(), board() | keys, board()]})


def test_11_more_pieces_than_the_game_has_are_refused() -> None:
    """In supply, boards, standbys, hand and puts together."""
    full = dict.fromkeys(TYPES, 6)
    for boards, keys in (
        ((board("AAA"), board()), {}),
        ((board(standby="I3"), board()), {}),
        ((board(), board()), {"phase": "place", "hand": "I3", "hand_from": "card"}),
        ((board(), board()), {"puts": [{"by": 0, "on": 0, "types": ["I3"], "turn": False}]}),
    ):
        refused("supply: all places have 7 of I3", *boards, **(keys | {"supply": full}))


def test_11_fewer_tokens_than_were_taken_out_unseen_are_refused() -> None:
    """Twenty stay in the bag of two seats."""
    bag = dict.fromkeys(map(str, range(1, 11)), 2)
    options = {"random_tokens": True}
    assert table(board(), board(), bag=bag, options=options).position["bag"] == bag
    refused("taken out unseen", bag=bag | {"1": 1}, options=options)


def test_11_an_active_seat_that_is_out_is_refused_unless_others_are_due() -> None:
    """In `after` only."""
    out = board(out=True)
    refused("active: seat 0 is out", out, board(), board())
    refused("active: seat 0 is out", out, board(), board(), phase="start")
    puts = [{"by": 1, "on": 1, "types": ["I3"], "turn": False}]
    assert table(out, board(), board(), puts=puts).position["puts"] == puts
    assert table(out, board(), board(), gains=[2]).position["gains"] == [2]
    refused("gains", out, board(), board(), gains=[0])
    refused("puts", out, board(), board(), puts=[puts[0] | {"by": 0, "on": 0}])


def test_11_two_puts_are_those_of_an_exchange_in_turn_order() -> None:
    """Any other two are refused."""
    mine = {"by": 0, "on": 0, "types": ["I3"], "turn": False}
    theirs = {"by": 1, "on": 1, "types": ["T4"], "turn": False}
    assert table(board(), board(), puts=[mine, theirs]).position["puts"] == [mine, theirs]
    assert table(board(), board(), puts=[theirs, mine], active=1).position["puts"] == [theirs, mine]
    for puts in ([theirs, mine], [mine, mine], [mine | {"types": ["I3", "T4"]}, theirs], [mine, theirs, mine]):
        refused("puts", puts=puts)


def test_11_a_bonus_needs_room_on_standby() -> None:
    """The active seat's."""
    refused("bonus", board(standby="T4"), board(), bonus=True)
    assert table(board(), board(standby="T4"), bonus=True).legal(0) == list(TYPES)


def test_11_nothing_is_due_beside_a_stack() -> None:
    """Neither gains nor a bonus nor puts."""
    boards = board("AAAA"), board(tokens=[6])
    stack = [{"seat": 0, "move": "use 7 a1"}]
    assert table(*boards, stack=stack).pending == Window((1,))
    for keys in ({"gains": [0]}, {"bonus": True}, {"puts": [{"by": 0, "on": 0, "types": ["I3"], "turn": False}]}):
        refused("stack", *boards, stack=stack, **keys)


@pytest.mark.parametrize(
    ("stack", "match"),
    [
        ([(0, "use 7 b1")], "1.9"),
        ([(0, "use 6")], "4.6"),
        ([(1, "use 7 a1")], "could not move"),
        ([(0, "use 1")], "4.11"),
        ([(0, "use 5 s1 t9")], "4.5"),
        ([(0, "use 7 a1"), (1, "use 5 s0 t6")], "only a cancel"),
        ([(0, "use 7 a1"), (0, "use 6")], "no seat cancels its own token"),
        ([(0, "use 7 a1"), (1, "use 6"), (1, "use 6")], "no seat cancels its own token"),
        ([(2, "use 3")], "is out"),
    ],
)
def test_11_stacks_that_could_not_have_come_about_are_refused(stack: list[tuple[int, str]], match: str) -> None:
    """Seat 0 has an I4, seats 1 and 3 have a 6, seat 2 is out."""
    boards = board("AAAA"), board(tokens=[6]), board(out=True), board(tokens=[6])
    refused(match, *boards, stack=[{"seat": seat, "move": move} for seat, move in stack])


def test_11_a_stack_that_nobody_can_cancel_is_refused() -> None:
    """It would have been settled."""
    refused("no seat can cancel", board("AAAA", tokens=[6]), board(), stack=[{"seat": 0, "move": "use 7 a1"}])


def test_11_a_stack_in_a_window() -> None:
    """An asked seat may have used its token; the active seat in `react` only beside another."""
    steer = [{"seat": 1, "move": "use 1"}]
    game = in_hand("T4", board(tokens=[6]), board(), phase="react", stack=steer)
    assert game.pending == Window((0,))
    lonely = [{"seat": 0, "move": "use 7 a1"}]
    with pytest.raises(BadPosition, match="could not move"):
        in_hand("T4", board("AAAA"), board(tokens=[6]), phase="react", stack=lonely)
    both = in_hand("T4", board("AAAA"), board(tokens=[1, 6]), phase="react", stack=lonely)
    assert both.pending == Window((1,))


def test_11_a_6_may_be_gone_before_it_is_taken() -> None:
    """It was used as a cancel, and that was cancelled: two tokens 6 have left the game."""
    boards = board(tokens=[5]), board(tokens=[6]), board(tokens=[6, 6]), board()
    game = table(*boards).play("use 5 s1 t6").play("use 6", "pass").play("use 6")
    assert game.position["stack"] == [{"seat": 0, "move": "use 5 s1 t6"}]
    again = Table(GAME, GAME.from_position(game.position))
    assert again.state == game.state
    refused(r"stack\[0\].*4.5", board(), board(), board(tokens=[6]), stack=game.position["stack"], phase="after")


def test_11_windows_in_which_nobody_is_asked_are_refused() -> None:
    """They would have passed."""
    with pytest.raises(BadPosition, match="no seat can react"):
        in_hand("T4", board("AAAA", tokens=[7]), board(), phase="react")
    refused("no seat can use", board(), board(tokens=[6]), phase="end")


def test_11_over() -> None:
    """At most one seat is left, and nothing of the last turn."""
    won = {"phase": "over"}
    assert table(board(), board(out=True), **won).result.winners == (0,)
    assert table(board(out=True), board(out=True), **won).result.reason == "defeat"
    assert table(board(), board(out=True), default=True, **won).result.reason == "default"
    refused("default", board(out=True), board(out=True), default=True, **won)
    refused("marks", board(), board(out=True), rows=1, **won)
    refused("stack", board("AAAA"), board(out=True), stack=[{"seat": 0, "move": "use 7 a1"}], **won)


def test_11_before_the_first_turn_nothing_has_changed() -> None:
    """Except for seats that left."""
    start = GAME.position(GAME.begin(3, {"fewer": True}))
    fewer = start | {"phase": "fewer", "start": 1, "active": 1}
    assert GAME.position(GAME.from_position(fewer)) == fewer
    for whole in (start, fewer):
        for key, value in (("round", 2), ("supply", whole["supply"] | {"I3": 8}), ("rows", 1), ("gains", [0])):
            with pytest.raises(BadPosition):
                GAME.from_position(whole | {key: value})
    left = [board(), board(out=True), board()]
    assert GAME.position(GAME.from_position(start | {"boards": left, "dropped": [1]}))["dropped"] == [1]
    with pytest.raises(BadPosition, match="at most one seat"):
        GAME.from_position(start | {"boards": [board(), board(out=True), board(out=True)]})
    with pytest.raises(BadPosition, match="fewer needs the option"):
        GAME.from_position(fewer | {"options": fewer["options"] | {"fewer": False}})


def test_11_the_next_level_card_is_never_drawn() -> None:
    """So with no card above it no card is drawn."""
    unseen = dict.fromkeys(TYPES[:5], 2) | dict.fromkeys(TYPES[5:], 1)
    deck = {"unseen": unseen, "before_level": 0}
    discard = {name: 3 - unseen[name] for name in TYPES}
    refused("Next Level", phase="card", deck=deck, discard=discard)


def test_11_hanging_pieces_and_odd_histories_are_accepted() -> None:
    """A piece in the air, a high bar in round 1, tokens for no icons, a full row under a low bar."""
    hanging = board("AAAA", "....", "....", bar=12, tokens=[1, 2, 3])
    assert table(hanging, board("AAAABBBBCC", "........CC", bar=2)).position["boards"][0] == hanging
