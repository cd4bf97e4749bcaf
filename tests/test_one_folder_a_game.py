"""A game is one folder in `engine/games/`, one in `cli/games/`, and one line in the list of games.

No other source file knows it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from p2pgame.engine.games import GAMES

from .imports import ROOT, imported, nodes

HOMES = (ROOT / "engine" / "games", ROOT / "cli" / "games")
"""The folders in which each game has one of its own."""

LIST = HOMES[0] / "__init__.py"

CHOSEN = {("cli/commands/demo.py", "tetris"), ("cli/net/lan.py", "tink")}
"""The game that a command takes if none is named, and an example in a sentence. Another game changes neither."""

FLOORS = ("engine", "protocol", "p2p", "cli")


def _is_of_a_game(path: Path) -> bool:
    return any(home / folder in path.parents for home in HOMES for folder in GAMES.values())


SHARED = sorted(
    path
    for floor in FLOORS
    for path in (ROOT / floor).rglob("*")
    if path.suffix in (".py", ".html", ".tcss") and not _is_of_a_game(path) and path != LIST
)

WORD = re.compile(rf"(?<![\w-])({'|'.join({*GAMES, *GAMES.values()})})(?![\w-])")


def _strings(path: Path) -> Iterator[str]:
    """The strings of a source file that are values; docstrings may give examples."""
    said = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


@pytest.mark.parametrize("folder", GAMES.values())
def test_each_game_has_its_two_folders(folder: str) -> None:
    assert all((home / folder / "__init__.py").is_file() for home in HOMES)


def test_no_other_file_names_a_game() -> None:
    found = {
        (str(path.relative_to(ROOT)), word)
        for path in SHARED
        for text in (_strings(path) if path.suffix == ".py" else [path.read_text("utf-8")])
        for word in WORD.findall(text)
    }
    assert found == CHOSEN


def test_no_other_file_imports_from_a_game() -> None:
    homes = {f"{home}.{folder}" for home in ("engine.games", "cli.games") for folder in GAMES.values()}
    found = {
        (path, module)
        for path in SHARED
        if path.suffix == ".py"
        for module in imported(path)
        if ".".join(module.split(".")[:3]) in homes
    }
    assert found == set()


@pytest.mark.parametrize("room", ["games", "table", "learn", "lines", "screen", "export", "saves"])
def test_nothing_reads_a_state_by_the_keys_of_its_position(room: str) -> None:
    """`game.position(state)["key"]` has no type: screens and texts read the fields of states."""
    for path in sorted((ROOT / "cli" / room).rglob("*.py")):
        for node in nodes(path):
            match node:
                case ast.Subscript(value=ast.Call(func=ast.Attribute(attr="position"))):
                    raise AssertionError(f"{path}:{node.lineno}")
