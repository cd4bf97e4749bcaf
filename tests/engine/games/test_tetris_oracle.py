"""Tetris against `tetris_oracle`, a second implementation over positions: legal moves, rounds, achievements, scores."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.bots.budget import Budget
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.events import Answered
from p2pgame.engine.game import Game, Rng
from p2pgame.engine.games.tetris.components import ACHIEVEMENTS
from p2pgame.engine.games.tetris.game import GAME
from p2pgame.engine.pending import Over
from p2pgame.engine.play import step

from . import tetris_oracle as oracle

S = TypeVar("S")
M = TypeVar("M")

SPACES = (6, 4, 2)


class Mixed:
    """Mostly the normal bot, so that rows and achievements come about; at times anything, so that odd things do."""

    level = "mixed"
    is_quick = True

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget | None = None) -> M:
        """A legal move."""
        return BOTS["random" if rng.randrange(6) == 0 else "normal"].choose(game, state, seat, rng, budget)


def rounds(bot: Bot, seed: int, options: dict[str, Any]) -> list[tuple[dict[str, Any], list[str] | None]]:
    """The positions of one game, each with the moves that answered it if it waited for pieces."""
    rng = random.Random(seed)
    seats = rng.choice(GAME.seats)
    state = GAME.begin(seats, options)
    found: list[tuple[dict[str, Any], list[str] | None]] = []
    while (event := answer(GAME, state, [bot] * seats, rng)) is not None:
        moves = [GAME.format(move) for move in event.moves] if isinstance(event, Answered) else None
        found.append((GAME.position(state), moves))
        state = step(GAME, state, event)
    pending = GAME.pending(state)
    assert isinstance(pending, Over)
    _check_result(GAME.position(state), pending)
    return [*found, (GAME.position(state), None)]


@pytest.mark.parametrize("bot", [BOTS["random"], Mixed()], ids=["random", "mixed"])
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_legal_moves_are_those_of_a_piece_lowered_row_by_row(bot: Bot, seed: int) -> None:
    """Of all seats in one game, those with more than one mino left out."""
    for position, moves in rounds(bot, seed, {}):
        if position["waiting"] != "place" or moves is None:
            continue
        state = GAME.from_position(position)
        for seat, tower in enumerate(position["towers"]):
            listed = [GAME.format(move) for move in GAME.legal(state, seat)]
            few = [move for move in listed if move.count("m") <= 1]
            assert len(set(few)) == len(few)
            assert set(few) == (set() if tower["out"] else oracle.legal(tower, position["current"], 1))


@pytest.mark.parametrize("advanced", [False, True])
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_rounds_end_as_a_second_implementation_says(advanced: bool, seed: int) -> None:
    """Towers, minos, holds, tokens and who is out, after every round."""
    game = rounds(Mixed(), seed, {"advanced": advanced})
    for (position, moves), (then, _) in pairwise(game):
        if position["waiting"] == "place" and moves is not None:
            towers, achievements = _after_round(position, moves)
            assert [each | {"out": False} for each in then["towers"]] == [
                each | ({"minos": 0} if after["out"] else {}) | {"out": False}
                for each, after in zip(towers, then["towers"], strict=True)
            ]
            assert then["achievements"] == achievements
            letter = then["current"]
            if letter is not None:
                stuck = [not oracle.legal(each, letter, 0) or each["out"] for each in towers]
                assert [each["out"] for each in then["towers"]] == stuck


@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_every_achievement_agrees_with_a_second_implementation(seed: int) -> None:
    """All twelve cards, for all seats in every round of a game, with any cards in play."""
    for position, moves in rounds(Mixed(), seed, {}):
        if position["waiting"] != "place" or moves is None:
            continue
        names = list(ACHIEVEMENTS)
        for pair in zip(names[::2], names[1::2], strict=True):
            cards: dict[str, list[list[int]]] = {name: [[], [], []] for name in pair}
            start = position | {"options": {"advanced": True}, "achievements": cards}
            state = step(GAME, GAME.from_position(start), Answered(tuple(map(GAME.parse, moves))))
            assert GAME.position(state)["achievements"] == _after_round(start, moves)[1]


def _after_round(position: dict[str, Any], moves: list[str]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Towers and achievement cards after these moves, before the next card comes."""
    towers = [dict(tower) for tower in position["towers"]]
    playing = [seat for seat, tower in enumerate(towers) if not tower["out"]]
    fulfilled: dict[str, list[int]] = {name: [] for name in position["achievements"]}
    for seat, move in zip(playing, moves, strict=True):
        tower = towers[seat]
        before = now = oracle.pieces_of(tower)
        dropped = None
        if move == "hold":
            tower["held"] = position["current"]
        else:
            after = oracle.after(tower, move)
            assert after is not None
            now, dropped = after, after[-1]
            tower["placed"] = [oracle.written(piece) for piece in now]
            tower["minos"] += oracle.diamonds(tower["way"], [dropped]) - move.count("m")
        for name, seats in fulfilled.items():
            if oracle.fulfils(name, tower["way"], before, now, dropped):
                seats.append(seat)
    achievements = {
        name: _with_tokens(spaces, fulfilled[name], len(towers)) for name, spaces in position["achievements"].items()
    }
    return towers, achievements


def _with_tokens(spaces: list[list[int]], seats: list[int], number: int) -> list[list[int]]:
    new = [seat for seat in seats if not any(seat in space for space in spaces)]
    free = [index for index, space in enumerate(spaces) if not space and (index > 0 or number > 2)]
    return [new if free and index == free[0] else space for index, space in enumerate(spaces)]


def _check_result(position: dict[str, Any], over: Over) -> None:
    ranks = []
    for seat, tower in enumerate(position["towers"]):
        pieces = oracle.pieces_of(tower)
        rows = len(oracle.full_rows(pieces))
        tokens = sum(
            SPACES[index]
            for spaces in position["achievements"].values()
            for index, space in enumerate(spaces)
            if seat in space
        )
        ranks.append((2 * rows + oracle.icons(tower["way"], pieces) + tokens, rows))
    assert list(over.result.scores) == [score for score, _ in ranks]
    assert [sum(points for _, points in lines) for lines in over.result.detail] == [score for score, _ in ranks]
    assert list(over.result.winners) == [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
