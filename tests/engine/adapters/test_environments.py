"""Environments pass the tests of the libraries that they are made for, with their own functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")
pytest.importorskip("pyspiel")

import pyspiel
from gymnasium.error import InvalidAction
from gymnasium.utils.env_checker import check_env
from nim_die.game import GAME as NIM
from p2pgame.engine.adapters.gymnasium import SoloEnv
from p2pgame.engine.adapters.openspiel import register
from p2pgame.engine.adapters.pettingzoo import ParallelTableEnv, TableEnv, env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

every_game = pytest.mark.parametrize("game", [*map(load, GAMES), NIM], ids=[*GAMES, "nim-die"])
at_once = pytest.mark.parametrize("game", [load("tetris"), load("te-trix")], ids=["tetris", "te-trix"])
solo = pytest.mark.parametrize("game", [load("ten"), load("te-trix")], ids=["ten", "te-trix"])

quiet = pytest.mark.filterwarnings("ignore::UserWarning")
"""PettingZoo and Gymnasium give advice beyond their requirements, such as observations of the same scale."""


@quiet
@every_game
def test_pettingzoo_api(game: AnyGame) -> None:
    """`api_test`, of the environment with PettingZoo's guards."""
    api_test(env(game), num_cycles=60)


@quiet
@every_game
def test_pettingzoo_seeds(game: AnyGame) -> None:
    """`seed_test`: equal seeds, equal games."""
    seed_test(partial(env, game), num_cycles=20)


@quiet
@at_once
def test_pettingzoo_parallel_api_and_seeds(game: AnyGame) -> None:
    """`parallel_api_test` and `parallel_seed_test`."""
    parallel_api_test(ParallelTableEnv(game), num_cycles=60)
    parallel_seed_test(partial(ParallelTableEnv, game), num_cycles=20)


@quiet
def test_pettingzoo_max_cycles() -> None:
    """`max_cycles_test`, where all seats act in each cycle."""
    game = load("tetris")
    max_cycles_test(SimpleNamespace(env=partial(TableEnv, game), parallel_env=partial(ParallelTableEnv, game)))


@quiet
@solo
def test_gymnasium_check_env(game: AnyGame) -> None:
    """`check_env`, rendering included. It plays an action that it has drawn in another state."""
    check_env(SoloEnv(game, render_mode="rgb_array", illegal="default"))


@every_game
def test_openspiel_random_sim(game: AnyGame) -> None:
    """`random_sim_test`, states written and read again on the way."""
    pyspiel.random_sim_test(pyspiel.load_game(register(game)), num_sims=2, serialize=True, verbose=False)


def test_openspiel_states_are_written_and_read() -> None:
    """As the game and its actions; a copy continues by itself."""
    spiel = pyspiel.load_game(register(load("tink")), {"seats": 3})
    state = spiel.new_initial_state()
    for action in (1, 1 + 27):
        state.apply_action(action)
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))[1]
    assert str(again) == str(state)
    copy = state.clone()
    copy.apply_action(1)
    assert str(copy) != str(state) == str(again)
    assert spiel.num_players() == 3


def first_step(environment: Any) -> None:
    """Begin, and have the first agent do what is not legal."""
    environment.reset(seed=1)
    environment.step(0)


def illegal_in_parallel() -> None:
    """One agent waits though it is asked."""
    environment = ParallelTableEnv(load("tetris"))
    environment.reset(seed=1)
    environment.step({"seat_0": 0, "seat_1": environment.wait})


def illegal_in_openspiel() -> None:
    """A pass, though stones can be placed."""
    state = pyspiel.load_game(register(load("tink"))).new_initial_state()
    state.apply_action(0)
    state.apply_action(0)


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda: first_step(TableEnv(load("tink"))), InvalidAction),
        (lambda: first_step(SoloEnv(load("te-trix"))), InvalidAction),
        (illegal_in_parallel, InvalidAction),
        (illegal_in_openspiel, pyspiel.SpielError),
    ],
    ids=["aec", "solo", "parallel", "openspiel"],
)
def test_an_illegal_action_raises_the_librarys_own_error(act: Callable[[], None], error: type[Exception]) -> None:
    """Not one of ours."""
    with pytest.raises(error, match="legal"):
        act()


@quiet
def test_the_guards_of_pettingzoo_end_a_game_with_an_illegal_action() -> None:
    """The agent that took it has the worst reward."""
    environment = env(load("tink"))
    environment.reset(seed=1)
    culprit = environment.agent_selection
    environment.step(0)
    assert environment.rewards[culprit] == -1
    assert all(environment.terminations.values())


@every_game
def test_a_table_is_drawn_as_text_and_as_pixels(game: AnyGame) -> None:
    """Rows and columns of red, green and blue."""
    text, drawn = TableEnv(game, render_mode="ansi"), TableEnv(game, render_mode="rgb_array")
    for environment in (text, drawn):
        environment.reset(seed=1)
    assert text.render() == game.text(text.table.state)
    image = drawn.render()
    assert (image.ndim, image.shape[2], image.dtype) == (3, 3, np.uint8)
    assert image.min() < image.max()


def test_rewards_are_one_for_a_win_and_minus_one_for_a_defeat() -> None:
    """They come with the last action, for all agents."""
    environment = TableEnv(load("tink"))
    environment.reset(seed=2)
    for number, agent in enumerate(environment.possible_agents):
        environment.action_space(agent).seed(number)  # or a game in many ends with no winner
    while environment.table.result is None:
        agent = environment.agent_selection
        assert set(environment.rewards.values()) == {0}
        environment.step(environment.action_space(agent).sample(environment.observe(agent)["action_mask"]))
    assert sorted(environment.rewards.values()) == [-1, 1]
    (winner,) = environment.table.result.winners
    assert environment.rewards[f"seat_{winner}"] == 1
