"""Parts of a game that stand beside its rules, in our folders and in those of other packages."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest
from p2pgame.engine.adapters.coding import coded
from p2pgame.engine.bots.playouts import SEARCH as PLAYOUTS
from p2pgame.engine.bots.searcher import search_of
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.parts import part_of


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of another package, whose game is Tink again."""
    folder = tmp_path / "tink_again"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "game.py").write_text(
        "from p2pgame.engine.games.tink.game import Tink\nclass Again(Tink): ...\nGAME = Again()\n", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("tink_again", "tink_again.game", "tink_again.search"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return folder


def game_of(package: Path) -> AnyGame:
    """The game of that package."""
    game: AnyGame = import_module(f"{package.name}.game").GAME
    return game


@pytest.mark.parametrize("game_id", GAMES)
def test_each_of_our_games_has_a_search_and_a_coding(game_id: str) -> None:
    game = load(game_id)
    assert search_of(game) is not PLAYOUTS
    assert set(search_of(game).nodes) == {"hard", "expert"}
    assert coded(game).actions.size > 0


def test_a_game_without_parts_has_playouts_and_a_general_coding(package: Path) -> None:
    game = game_of(package)
    assert search_of(game) is PLAYOUTS
    assert coded(game).actions.size == 0


def test_another_package_may_bring_a_search(package: Path) -> None:
    (package / "search.py").write_text("SEARCH = 'looks ahead'\n", "utf-8")
    assert part_of(game_of(package), "search", "SEARCH") == "looks ahead"
    assert part_of(game_of(package), "search", "OTHER") is None
