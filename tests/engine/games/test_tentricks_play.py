"""Clauses 9 and 12 of `spec/games/tentricks.md`, and whole games: perft, text board, normal play."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.cli.games.engine_line import Interpreter, perft
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.games.tentricks.game import GAME
from p2pgame.engine.pending import Over, Result
from p2pgame.engine.play import step

from ..playing import random_states, random_table
from .tables import Table
from .tentricks_tables import board, in_hand, new, table
from .test_tentricks_positions import EXAMPLE


def full_hands() -> Table:
    """Two seats with all ten tokens each; a T4 has been revealed to seat 0."""
    tokens = list(range(1, 11))
    mine = board("AAAA......", "BBBB.CCCC.", tokens=tokens)
    return in_hand("T4", mine, board("AA", "AA", tokens=tokens), phase="react")


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (GAME.begin(2), [2, 60, 2292]),
        (GAME.begin(3), [3, 90, 3438]),
        (GAME.begin(4), [4, 120, 4584]),
        (GAME.from_position(json.loads(EXAMPLE)), [2, 38, 1662]),
        (full_hands().state, [18, 288, 631]),
    ],
    ids=["2 seats", "3 seats", "4 seats", "EXAMPLE", "full_hands"],
)
def test_12_perft(state: Any, counts: list[int]) -> None:
    """The published table."""
    assert [perft(GAME, state, depth) for depth in (1, 2, 3)] == counts


def test_the_example_of_the_specification() -> None:
    """Each command on the first screen of the page is answered as it says."""
    page = (Path(__file__).parents[3] / "spec" / "games" / "tentricks.md").read_text("utf-8")
    example = re.findall(r"^    > (\S+(?: \S+)*)", page, flags=re.MULTILINE)
    assert len(example) == 7
    engine = Interpreter(GAME)
    assert [json.loads(engine.answer(command)) for command in example] == [{"ok": True}] * 7
    assert json.loads(engine.answer("position"))["position"]["boards"][1]["tokens"] == [7]


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_9_a_game_ends_and_never_has_more_than_the_box(seed: int) -> None:
    """Pieces and tokens only become fewer, and at most one seat wins."""
    rng = random.Random(seed)
    seats, options = random_table(GAME, rng)
    before: tuple[int, int] | None = None
    for state in random_states(GAME, seats, options, rng):
        found = GAME.position(state)
        now = sum(found["supply"].values()), sum(found["bag"].values())
        assert before is None or now <= before
        before = now
    pending = GAME.pending(state)
    assert isinstance(pending, Over)
    assert len(pending.result.winners) <= 1


def test_text_shows_everything_that_a_player_needs() -> None:
    """The turn, the piece in hand in all its orientations, boards with bar and icons, tokens, locks, the supply."""
    game = in_hand("T4", board("AAAA", tokens=[4, 7], lock=5), board(standby="V3", bar=10), round=3, steer=1)
    text = GAME.text(game.state)
    lines = text.split("\n")
    assert lines[0] == "   > seat 0                         seat 1"
    assert " 9 == == == == == == == == == ==    .  .  .  .  .  .  .  .  .  ." in lines
    assert " 2 .  .  *  .  .  .  .  *  .  .     .  .  *  .  .  .  .  *  .  ." in lines
    assert " 1 I4 I4 I4 I4 .  .  .  .  .  .     .  .  .  .  .  .  .  .  .  ." in lines
    assert "   tokens 4 7                       tokens -" in lines
    assert any(line.split() == ["lock", "5", "take", "standby", "V3"] for line in lines)
    assert {"round 3", "in hand: T4", "seat 0 can lift: I4 a1", "Next Level: in 15 cards"} <= set(lines)
    assert "T4.0     T4.1    T4.2     T4.3" in lines


def test_text_shows_seats_that_are_out_or_left() -> None:
    """In words."""
    game = new(3).draw("T4").drop(1)
    assert "now left" in GAME.text(game.state)
    assert "now out" in GAME.text(table(board(), board(out=True), board()).state)


def played(bots: list[str], seed: int) -> Result:
    """The result of one game."""
    rng = random.Random(seed)
    state = GAME.begin(len(bots))
    while (event := answer(GAME, state, [BOTS[name] for name in bots], rng)) is not None:
        state = step(GAME, state, event)
    pending = GAME.pending(state)
    assert isinstance(pending, Over)
    return pending.result


def test_normal_beats_random_clearly() -> None:
    """One normal seat among random ones: at least 14 of 15 games."""
    won: Counter[bool] = Counter()
    for seed in range(15):
        seats = 2 + seed % 3
        normal = seed % seats
        bots = ["normal" if seat == normal else "random" for seat in range(seats)]
        won[played(bots, seed).winners == (normal,)] += 1
    assert won[True] >= 14


def test_a_normal_seat_steers_another_onto_its_bar() -> None:
    """Token 1 is used when it kills."""
    game = in_hand("T4", board("AA", "AA", bar=2), board(tokens=[1]), board(), phase="react")
    assert BOTS["normal"].choose(GAME, game.state, 1, random.Random(0)) == GAME.parse("use 1")


def test_a_normal_bot_cancels_tokens_against_it() -> None:
    """And not what harms others."""
    rng = random.Random(0)
    mine = table(board(tokens=[5]), board(tokens=[6, 9]), board()).play("use 5 s1 t9")
    assert BOTS["normal"].choose(GAME, mine.state, 1, rng) == GAME.parse("use 6")
    other = table(board(tokens=[5]), board(tokens=[6]), board(tokens=[9])).play("use 5 s2 t9")
    assert BOTS["normal"].choose(GAME, other.state, 1, rng) == GAME.parse("pass")


def test_a_normal_seat_makes_room_with_its_tokens() -> None:
    """Where every placement of the piece in hand would put it out, it removes what lies in the way."""
    full = board("AAAABBBBCC", "DDDDEEEECC", bar=2, tokens=[7])
    game = in_hand("I4", full, board(), board())
    move = GAME.format(BOTS["normal"].choose(GAME, game.state, 0, random.Random(0)))
    assert move in ("use 7 a2", "use 7 e2")
    assert "I4.0@" in GAME.format(BOTS["normal"].choose(GAME, game.play(move).state, 0, random.Random(0)))
