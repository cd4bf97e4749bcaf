"""Ids of actions are those that `docs/adapters.md` lists, and observations show a seat what it may know."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from p2pgame.engine.adapters.coding import coded
from p2pgame.engine.adapters.table import IllegalAction, Table
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import asked

from ..playing import random_states

PAGE = Path(__file__).parents[3] / "docs" / "adapters.md"

our_games = pytest.mark.parametrize("game", list(map(load, GAMES)), ids=list(GAMES))


@our_games
def test_every_legal_move_has_an_id_of_its_own(game: AnyGame) -> None:
    """In a whole game at the largest table; in Tetris, those with at most two minos."""
    actions = coded(game).actions
    for state in random_states(game, game.seats[-1], {}, random.Random(4)):
        for seat in asked(game.pending(state)):
            moves = [move for move in game.legal(state, seat) if len(getattr(move, "minos", ())) <= 2]
            ids = [-1 if (number := actions.number(move)) is None else number for move in moves]
            assert len(set(ids)) == len(moves) > 0
            assert all(0 <= number < actions.size for number in ids)
            assert [actions.move(number) for number in ids] == moves


@our_games
def test_a_table_has_as_many_numbers_in_each_state(game: AnyGame) -> None:
    """For every number of seats."""
    for seats in game.seats:
        sizes = {
            len(coded(game).features(state, seat))
            for state in random_states(game, seats, {}, random.Random(seats))
            for seat in range(seats)
        }
        assert len(sizes) == 1


@our_games
def test_the_page_says_how_many_actions_there_are(game: AnyGame) -> None:
    """An id keeps its meaning from release to release: a change of these numbers is one of the adapters' version."""
    told = re.search(rf"^\| {game.title} \| ([\d,]+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert told is not None
    assert int(told[1].replace(",", "")) == coded(game).actions.size


@pytest.mark.parametrize(
    ("game_id", "number", "text"),
    re.findall(r"^\| `([a-z-]+)` \| (\d+) \| `(.+)` \|", PAGE.read_text("utf-8"), re.MULTILINE),
)
def test_the_examples_of_the_page(game_id: str, number: str, text: str) -> None:
    """Ids and the moves that they stand for."""
    game = load(game_id)
    actions = coded(game).actions
    assert game.format(actions.move(int(number))) == text
    assert actions.number(game.parse(text)) == int(number)


def test_a_secret_choice_is_in_nobodys_observation() -> None:
    """Before all have chosen, nothing has changed for the others."""
    table = Table(load("tetris"), 2)
    before = table.observation(1).tolist()
    table.act(0, 0)
    assert table.waiting == (1,)
    assert table.observation(1).tolist() == before


def test_a_seat_acts_once_in_a_step() -> None:
    """And only one that is asked."""
    table = Table(load("tetris"), 2)
    table.act(0, 0)
    with pytest.raises(IllegalAction, match="action 0 of seat 0 is not legal here"):
        table.act(0, 0)
