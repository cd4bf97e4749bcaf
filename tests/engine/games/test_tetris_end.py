"""The clauses of `spec/games/tetris.md`, sections 9 to 13: the end, notation, positions, perft; and the bots."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any

import pytest
from p2pgame.cli.games.engine_line import perft
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.errors import BadPosition, NotAMove
from p2pgame.engine.games.tetris.game import GAME
from p2pgame.engine.pending import Chance, Over, Secret, asked
from p2pgame.engine.play import step

from .tables import Table
from .tetris_tables import FIVE_ROWS, LETTERS, TALL, last_round, new, placed, position, table, tower

TWO_ROWS = "O0@a O0@c O0@e O0@g"


def test_9_1_the_game_ends_after_round_27() -> None:
    """Both cards are gone then."""
    game = last_round("", "").play("O0@a", "hold")
    assert game.result.reason == "cards"
    assert (game.position["current"], game.position["next"], game.position["round"]) == (None, None, 27)


def test_9_2_the_game_ends_at_once_when_all_are_out() -> None:
    """Neither can place the O that comes."""
    game = table(tower(TALL, held="S"), tower(TALL, held="S"), current="I", next="O").play("I0@a", "I0@e")
    assert (game.result.reason, game.result.winners) == ("out", (0, 1))
    assert (game.position["current"], game.position["next"]) == (None, None)


def test_9_3_the_score_sheet() -> None:
    """Six rows, the icon of f6, and the second space with two seats."""
    result = last_round(FIVE_ROWS, "", current="L").play("L2@e", "L0@a").result
    assert result.scores == (17, 0)
    assert result.detail[0] == (("rows", 12), ("icons", 1), ("six-lines", 4))
    assert result.winners == (0,)


def test_9_3_the_lines_of_both_achievements() -> None:
    """In the order in which the cards were drawn."""
    cards = {"two-rows": [[1], [0], []], "full-column": [[], [], []]}
    result = last_round(TWO_ROWS, "", "", achievements=cards).play("hold", "hold", "hold").result
    assert result.detail[0] == (("rows", 4), ("icons", 0), ("two-rows", 4), ("full-column", 0))
    assert result.scores == (8, 6, 0)


@pytest.mark.parametrize(("space", "points"), [(0, 6), (1, 4), (2, 2)])
def test_1_6_9_3_the_points_of_the_spaces(space: int, points: int) -> None:
    """Six, four and two points from the top; who shares a space has them all."""
    cards = {"six-lines": [[2], [3], []][:space] + [[0, 1]] + [[]] * (2 - space)}
    result = last_round("", "", "", "", achievements=cards).play("hold", "hold", "hold", "hold").result
    assert [dict(lines)["six-lines"] for lines in result.detail[:2]] == [points, points]


def test_9_4_a_tie_goes_to_more_rows() -> None:
    """Four points each: two rows, or a space of an achievement card."""
    cards = {"six-lines": [[], [1], []]}
    result = last_round(TWO_ROWS, "", achievements=cards, current="T").play("hold", "hold").result
    assert result.scores == (4, 4)
    assert result.winners == (0,)


def test_9_4_a_tie_of_rows_too_is_shared() -> None:
    """Nothing against nothing."""
    assert last_round("", "").play("O0@a", "O0@c").result.winners == (0, 1)


def test_9_5_a_seat_that_leaves_is_out_and_its_tower_scores() -> None:
    """It has the most points and does not win."""
    game = last_round(TWO_ROWS, "", "").drop(0)
    assert game.pending == Secret((1, 2))
    assert game.position["dropped"] == [0]
    result = game.play("hold", "hold").result
    assert (result.scores, result.winners) == ((4, 0, 0), (1, 2))


def test_9_5_the_last_seat_wins_by_default() -> None:
    """With any points."""
    result = table(TWO_ROWS, "").drop(0).result
    assert (result.reason, result.winners) == ("default", (1,))


def test_9_5_seats_may_leave_before_the_first_round() -> None:
    """Their towers are never stood up."""
    game = new(3, advanced=True).drop(1).draw("two-rows").draw("four-io").draw("L")
    assert game.pending == Secret((0, 2))
    game.play("up", "down").draw("O")
    assert [each["way"] for each in game.position["towers"]] == ["up", None, "down"]


def test_9_5_when_those_left_are_out_the_game_is_over() -> None:
    """Seat 1 was the only one still playing."""
    out = tower(TALL, held="S", out=True)
    assert table(out, "", out).drop(1).result.reason == "out"


@pytest.mark.parametrize("text", ["up", "down", "hold", "L1@c", "mb mb mf L1@c", "I0@e", "I1@h"])
def test_10_moves_are_spelled_like_this(text: str) -> None:
    """And come back the same."""
    assert GAME.format(GAME.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "UP", "L1", "L1@i", "L4@a", "I2@a", "O1@a", "I0@f", "l1@c", "mb  L1@c", "mf mb L1@c", "ma hold", "mb", "m0@a"],
)
def test_10_anything_else_is_no_move(text: str) -> None:
    """No such orientation, out of the walls, minos in disorder."""
    with pytest.raises(NotAMove):
        GAME.parse(text)


def test_10_the_order_of_moves() -> None:
    """Without minos, hold, one mino, two minos."""
    moves = table(tower(minos=2)).legal(0)
    assert moves[:9] == [*(f"O0@{column}" for column in "abcdefg"), "hold", "ma O0@a"]
    assert moves[8 + 56 :][:2] == ["ma ma O0@a", "ma ma O0@b"]
    assert len(moves) == 1 + 7 * (1 + 8 + 36)


def test_10_long_lists_are_lazy_and_samples_reach_all_of_them() -> None:
    """Six minos: over 78,000 moves; a bot still weighs only a few."""
    game = table(tower(minos=6), current="L")
    assert sum(1 for _ in GAME.legal(game.state, 0)) == 78_079
    full = table(tower(minos=24), "")
    assert len(list(islice(GAME.legal(full.state, 0), 50))) == 50
    assert len(list(GAME.candidates(full.state, 0))) < 100
    rng = random.Random(1)
    small = table(tower(minos=1))
    assert {GAME.format(GAME.sample(small.state, 0, rng)) for _ in range(2000)} == set(small.legal(0))


def test_11_a_position_reads_back_as_itself() -> None:
    """The text of a round, to the byte."""
    written = position(tower("L1@c m0@a O0@e", minos=1), tower(way="down", held="S"))
    assert json.dumps(GAME.position(GAME.from_position(written))) == json.dumps(written)


def spoiled(**keys: Any) -> dict[str, Any]:
    """A position whose first tower has an L and an O, with other keys."""
    return position(tower("L1@c O0@a"), "", **keys)


def first_tower(**keys: Any) -> dict[str, Any]:
    """That position with other keys in its first tower."""
    return position(tower("L1@c O0@a") | keys, "")


ONE_LEFT = dict.fromkeys(LETTERS, 0) | {"T": 1}
TWO_CARDS: dict[str, list[list[int]]] = {"two-rows": [[], [], []], "four-io": [[], [], []]}


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        (spoiled(extra=1), "extra"),
        (spoiled(rules=2), "rules"),
        (spoiled(seats=3), "towers"),
        (spoiled(current="m"), "current"),
        (spoiled(current=None), "waiting"),
        (spoiled(round=28), "round"),
        (spoiled(round=0), "towers.0..way"),
        (spoiled(unseen=dict.fromkeys(LETTERS, 4)), "unseen.O"),
        (spoiled(unseen={"I": 4}), "unseen"),
        (spoiled(next=None), "next: expected a card"),
        (spoiled(round=27), "next: the last"),
        (spoiled(next=None, waiting="card", unseen=ONE_LEFT), "unseen"),
        (spoiled(waiting="way"), "waiting"),
        (spoiled(waiting="over"), "waiting"),
        (spoiled(waiting="over", current=None, next=None), "waiting: the game is not over"),
        (spoiled(waiting="soon"), "waiting"),
        (spoiled(dropped=[]), "dropped"),
        (spoiled(dropped=[0]), "towers.0..out"),
        (spoiled(achievements={}), "achievements"),
        (spoiled(achievements={"two-rows": [[], [], []]}), "achievements"),
        (spoiled(achievements=TWO_CARDS | {"four-sz": [[], [], []]}), "achievements"),
        (spoiled(achievements={"six-lines": [[0], [], []]}), "from the second"),
        (spoiled(achievements={"six-lines": [[], [], [0]]}), "from the top"),
        (spoiled(achievements={"six-lines": [[], [0], [0]]}), "one token"),
        (spoiled(achievements={"six-lines": [[], [1, 0], []]}), "rising"),
        (first_tower(way=None), "way"),
        (first_tower(way="left"), "way"),
        (first_tower(minos=25), "minos"),
        (first_tower(out=True, minos=1, held="S"), "minos"),
        (first_tower(placed=placed("O0@a O0@c O0@e O0@g"), held="O"), "placed: more than 4 O"),
        (first_tower(placed=[["L", ["c2", "c3", "c4", "d2"]]]), "placed.0.: a straight drop"),
        (first_tower(placed=[*placed("O0@a"), *placed("O0@b")]), "placed.1.: a straight drop"),
        (first_tower(placed=[["L", ["c1", "c2", "c3", "d2"]]]), "no L"),
        (first_tower(placed=[["L", ["c1", "c2", "d1", "c3"]]]), "sorted"),
        (first_tower(placed=[["L", ["c1", "c2", "c3", "i1"]]]), "placed.0..1."),
        (first_tower(placed=[["m", []]]), "no m"),
        (first_tower(placed=[["X", ["a1"]]]), "placed.0..0."),
        (position(tower(TALL, held="S"), ""), "towers.0..out"),
        (position(tower(minos=20), tower(minos=5)), "25 minos"),
        (position(tower(held="S", out=True), tower(held="S", out=True)), "no seat can play"),
    ],
)
def test_11_impossible_positions_are_refused(wrong: dict[str, Any], where: str) -> None:
    """And the refusal names the place."""
    with pytest.raises(BadPosition, match=where):
        GAME.from_position(wrong)


@pytest.mark.parametrize(
    ("seats", "advanced", "counts"),
    [
        (2, False, [28, 56, 112, 3024]),
        (3, False, [28, 56, 112, 224]),
        (4, False, [28, 56, 112, 224]),
        (2, True, [12, 132, 3696]),
        (4, True, [12, 132, 3696]),
    ],
)
def test_12_perft(seats: int, advanced: bool, counts: list[int]) -> None:
    """The published table."""
    state = new(seats, advanced=advanced).state
    assert [perft(GAME, state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_12_perft_of_a_round() -> None:
    """118 moves a seat, then 26 cards for the next draw; the deepest figure of the table is their product."""
    game = new().draw("I").play("up", "up").draw("T")
    assert [perft(GAME, game.state, depth) for depth in (1, 2)] == [118, 118**2]
    game.play("I0@a", "I0@a")
    assert isinstance(game.pending, Chance)
    assert game.pending.bound == 26


def test_13_a_game_that_nobody_cuts_short_has_57_steps() -> None:
    """Two achievements, 27 cards, the choice of towers, 27 rounds."""
    rng = random.Random(4)
    state, steps = new(advanced=True).state, 0
    while (event := answer(GAME, state, [BOTS["normal"]] * 2, rng)) is not None:
        state, steps = step(GAME, state, event), steps + 1
    assert Table(GAME, state).result.reason == "cards"
    assert steps == 57


def test_a_bot_weighs_only_legal_moves_and_never_none() -> None:
    """In every step of a game; minos are thought of where a column is lower than a neighbour."""
    rng = random.Random(5)
    state = new(3, advanced=True).state
    with_minos = 0
    while (event := answer(GAME, state, [BOTS["normal"]] * 3, rng)) is not None:
        for seat in asked(GAME.pending(state)):
            weighed = list(GAME.candidates(state, seat))
            assert weighed
            assert len(set(weighed)) == len(weighed)
            for move in weighed:
                GAME.check(state, seat, move)
            with_minos += any("m" in GAME.format(move) for move in weighed)
        state = step(GAME, state, event)
    assert with_minos > 5


@pytest.mark.parametrize("advanced", [False, True])
def test_normal_beats_random_clearly(advanced: bool) -> None:
    """Every game of ten, by far."""
    rng = random.Random(3)
    for number in range(10):
        normal = number % 2
        bots = [BOTS["normal" if seat == normal else "random"] for seat in range(2)]
        state = new(advanced=advanced).state
        while (event := answer(GAME, state, bots, rng)) is not None:
            state = step(GAME, state, event)
        pending = GAME.pending(state)
        assert isinstance(pending, Over)
        scores = pending.result.scores
        assert (scores[normal] or 0) >= (scores[1 - normal] or 0) + 10
