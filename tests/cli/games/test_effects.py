"""The effect tokens of Tentricks in words: a person who has never read the rules sees the effect of each use."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from p2pgame.cli.export.svg import drawing
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.tentricks.effects import DOES, LOCKED, TOKENS, deed, label, picking
from p2pgame.cli.table.answer import answer
from p2pgame.cli.table.narration import describe_event
from p2pgame.cli.table.replies import Say
from p2pgame.cli.table.view import View, question
from p2pgame.engine.events import Answered
from p2pgame.engine.games import load
from p2pgame.engine.pending import asked

from ...engine.games.tables import Table
from ...engine.games.tentricks_tables import board, reacting, table, uses
from .test_phrases import steps

GAME = load("tentricks")
NAMES = ("Ann", "Bo", "Cy")
CALLED = (*NAMES, "Di")


def view(game: Table, seat: int) -> View:
    """The table as a seat sees it."""
    return View(GAME, game.state, seat, asked(game.pending), NAMES, random.Random(0))


def taking() -> Table:
    """Seat 1 takes a token of seat 0, and seat 2 may cancel that."""
    game = reacting(board(tokens=[7]), board(tokens=[5]), board(tokens=[6]))
    return game.play("use 5 s0 t7")


def tables() -> Iterator[tuple[Table, int]]:
    """Every token in the hand of somebody who may use it, and the seat."""
    rows = ("AAAA......", "BBBB.CCCC.")
    mine, theirs = board(*rows, tokens=[4, 7, 8], standby="L4"), board("AA", "AA", tokens=[1, 2, 3, 4, 5])
    yield table(board(*rows, tokens=[4, 5, 7, 8, 10]), theirs, board(tokens=[6]), phase="start"), 0
    yield reacting(mine, theirs, board(standby="O4")), 0
    yield reacting(mine, theirs, board(standby="O4")), 1
    yield table(board(*rows, tokens=[4, 5, 7, 9]), theirs, board(), phase="after", placed="I4"), 0
    yield table(mine, theirs, board(), phase="end", placed="I4"), 1
    yield taking(), 2


def all_uses() -> Iterator[tuple[Table, int, str]]:
    """Each use that may be made there."""
    for game, seat in tables():
        yield from ((game, seat, use) for use in uses(game.legal(seat)))


def test_each_token_is_used_at_those_tables() -> None:
    """So the tests below look at all of them."""
    assert {use.split(" ")[1] for _, _, use in all_uses()} == set(TOKENS) == set(DOES)


def test_the_effect_of_a_token_names_pieces_and_seats() -> None:
    """Not by the numbers of a move alone."""
    found = {use: deed(game.state, seat, use, NAMES) for game, seat, use in all_uses()}
    assert found["use 1"] == "steer: choose the place of T4 on Ann's board"
    assert found["use 2"] == "grab: put T4 on standby, and make Ann reveal another card"
    assert found["use 3"] == "again: make Ann take an extra turn"
    assert found["use 4 a2 s1 a1"] == "swap: exchange I4 on a2 for Bo's O4 on a1; both are placed again"
    assert found["use 4 hand s2 standby"] == "swap: exchange T4 in hand for Cy's O4 on standby; both are placed again"
    assert found["use 5 s1 t3"] == "take: Bo's token 3 (again)"
    assert found["use 6"] == "cancel: Bo's token 5 (take) has no effect"
    assert found["use 7 a2"] == "remove: I4 on a2 leaves the game"
    assert found["use 8 a2 f1"] == "relocate: lift I4 on a2 and I4 on f1; place them again"
    assert found["use 9 s1"] == "copy: put another I4 on Bo's board"
    assert found["use 10 T4"] == ("pick: put T4 from the supply on standby; this turn reveals and places nothing")


def test_a_pick_that_is_placed_at_once_is_shown_as_such() -> None:
    """With `must_place`."""
    game = table(board(tokens=[10]), board(), phase="start", options={"must_place": True})
    assert (
        deed(game.state, 0, "use 10 T4", NAMES) == "pick: take T4 from the supply and place it now; no card is revealed"
    )


def test_every_token_use_in_random_games_is_shown_and_picked_in_words() -> None:
    """Each word of it by a label, each choice by a question of its own; every piece has its type."""
    seen = 0
    for seed in range(12):
        for state, _ in steps(GAME, seed):
            for seat in asked(GAME.pending(state)):
                for use in uses(list(map(GAME.format, islice(GAME.legal(state, seat), 200))))[::3]:
                    words, seen = use.split(" "), seen + 1
                    does = deed(state, seat, use, CALLED)
                    assert does is not None
                    assert does.startswith(f"{TOKENS[words[1]]}: ")
                    assert "a piece" not in does
                    for number in range(1, len(words)):
                        said = label(state, seat, words[: number + 1], CALLED)
                        assert said or words[1] == "10", use
                        assert picking(state, words[:number], CALLED), use
                        assert "a piece" not in (said or "")
    assert seen > 100


def test_a_question_names_the_usable_tokens_and_their_effects() -> None:
    """Few of them one by one, many by an example."""
    reacting_to = reacting(board(), board(tokens=[2, 7]), board())
    assert question(view(reacting_to, 1)) == (
        "Ann has revealed T4. You may use a token first: `use 2` (grab: put T4 on standby, and make Ann reveal "
        "another card). `pass` uses no token."
    )
    many = question(view(next(tables())[0], 0))
    assert "You may use token 4 swap, 5 take, 7 remove, 8 relocate or 10 pick first, such as `use 4 " in many
    assert question(view(taking(), 2)) == (
        "Bo uses token 5, take: Ann's token 7 (remove). Cancel it with `use 6`, or `pass`."
    )
    assert question(view(taking(), 2), picked=()) == (
        "Bo uses token 5, take: Ann's token 7 (remove). Cancel it, or pass."
    )


def test_a_log_shows_used_and_lapsed_tokens() -> None:
    """All answer a window at once; the first in turn order counts."""
    game = reacting(board(), board(tokens=[1]), board(tokens=[2]))
    moves = tuple(map(GAME.parse, ("use 1", "use 2")))
    assert describe_event(GAME, game.state, Answered(moves), NAMES).splitlines() == [
        "Bo: token 1, steer: choose the place of T4 on Ann's board",
        "Cy: token 2, grab: put T4 on standby, and make Ann reveal another card, "
        "too late: it has no effect and costs nothing",
    ]


def test_a_person_sees_the_effects_of_their_tokens() -> None:
    """Below the boards, in the list of moves, in a hint, and in the help."""
    game, seat = next(tables())
    own = view(game, seat)
    assert f"4 swap: {DOES['4']}" in own.table.splitlines()
    assert "6 cancel" not in own.table
    listed = answer(own, "legal use 7")
    assert isinstance(listed, Say)
    assert listed.text.splitlines()[0] == "use 7 a2  remove: your I4 on a2 leaves the game"
    helped = answer(own, "help")
    assert isinstance(helped, Say)
    assert all(f"{token} {TOKENS[token]} " in helped.text for token in TOKENS)
    assert list(presentation_of(GAME).phrases.things) == [*(f"{token} {TOKENS[token]}" for token in TOKENS), "lock"]
    locked = table(board(lock=9), board(), phase="card")
    assert f"lock: {LOCKED}" in view(locked, 0).table.splitlines()


def test_two_equal_relocated_pieces_are_two_choices() -> None:
    """Not one or the other."""
    game = table(board("AAAA......", "BBBB.CCCC.", tokens=[8]), board(), phase="start").play("use 8 a2 f1")
    text = question(view(game, 0), building=True)
    assert text == "Because of a token, place your two I4 on your board."


def test_the_question_names_tokens_before_placing() -> None:
    """With any number of places for the piece."""
    for kind in ("L5", "T4"):
        game = table(board("AAAA", tokens=[7]), board(), phase="place", hand=kind, hand_from="card")
        assert "You may use a token first: `use 7 a1` (remove:" in question(view(game, 0))
        assert question(view(game, 0), building=True).endswith("You may use a token first.")
    without: Any = table(board("AAAA", tokens=[3]), board(), phase="place", hand="T4", hand_from="card")
    assert "token" not in question(view(without, 0))


def test_tokens_are_named_where_there_is_room() -> None:
    """In the facts below a drawn board, and in the standings; by their numbers if names are too long."""
    few = table(board(tokens=[3, 6]), board(tokens=list(range(1, 11))), phase="card")
    svg = drawing(GAME.picture(few.state), NAMES, "x", "default")
    assert ">tokens 3 again, 6 cancel<" in svg
    assert ">tokens 1 2 3 4 5 6 7 8 9 10<" in svg
    score = answer(view(few, 0), "score")
    assert isinstance(score, Say)
    assert "tokens 3 again, 6 cancel" in score.text
