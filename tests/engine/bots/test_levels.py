"""Laws of every level of bots, in every game."""

from __future__ import annotations

import random

import pytest
from p2pgame.engine.bots import BOTS, SEARCHERS
from p2pgame.engine.bots.budget import Budget
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import asked

from .playing import begun, played, share

each_game = pytest.mark.parametrize("name", GAMES)


@each_game
@pytest.mark.parametrize("level", [level for level in BOTS if level not in SEARCHERS])
def test_the_same_chance_gives_the_same_game(name: str, level: str) -> None:
    """A bot keeps nothing between moves and takes all chance from its source."""
    game = load(name)
    first, again, other = (played(game, (level, "random"), seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other or not any(first.scores)


@each_game
@pytest.mark.parametrize("level", SEARCHERS)
def test_the_same_chance_and_nodes_give_the_same_move(name: str, level: str) -> None:
    """A legal one."""
    game, state = begun(name)
    seat = asked(game.pending(state))[0]
    first, again = (BOTS[level].choose(game, state, seat, random.Random(3), Budget(40)) for _ in range(2))
    assert first == again
    game.check(state, seat, first)


@each_game
@pytest.mark.parametrize(("level", "below"), [("easy", "random"), ("normal", "easy")])
def test_each_quick_level_beats_the_one_below(name: str, level: str, below: str) -> None:
    """In far more than half of twenty games."""
    assert share(load(name), level, below, 20) >= 0.65


def test_a_budget_is_spent_node_by_node() -> None:
    """The last node ends it."""
    budget = Budget(3)
    assert budget.spend(2)
    assert not budget.spend(1)
    assert budget.is_spent


def test_a_watcher_of_a_budget_can_stop_it() -> None:
    """And gets the number of nodes so far."""
    heard = []

    def watch(spent: int, nodes: int) -> bool:
        heard.append((spent, nodes))
        return spent < 4

    budget = Budget(10, watch)
    assert budget.spend(3)
    assert not budget.spend(1)
    assert budget.is_spent
    assert heard == [(3, 10), (4, 10)]
