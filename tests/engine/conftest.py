"""The games for the laws and the clause test: all of ours, or one of another package.

`pytest tests/engine/test_laws.py tests/engine/test_clauses.py --game ID --game-tests=FOLDER` tries a game that is
installed beside p2pgame, with its own tests in FOLDER (`docs/new-game.md`).
"""

from __future__ import annotations

import pytest
from nim_die.game import GAME as NIM
from p2pgame.cli.games.find import load_game
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that is marked `every_game` takes each as `game`."""
    if metafunc.definition.get_closest_marker("every_game"):
        games = tried(metafunc.config)
        metafunc.parametrize("game", games, ids=[game.id for game in games])


def tried(config: pytest.Config) -> list[AnyGame]:
    """Our own games and the one of `tests/outside`, or the one that the command line names."""
    named: str | None = config.getoption("--game")
    return [*map(load, GAMES), NIM] if named is None else [load_game(named)]
