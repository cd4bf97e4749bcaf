"""Every numbered clause of `spec/games/` has a test that is named after it, and no test is named after none."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from p2pgame.cli.games import rules
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES

HERE = Path(__file__).parent
OUTSIDE = HERE.parent / "outside"

_CLAUSE = re.compile(r"^(?:\| )?(\d+\.\d+) ", re.MULTILINE)
_NUMBERS = re.compile(r"(?:\d+(?:_\d+)*(?:_(?:to|and)_\d+(?:_\d+)*)*(?=_))?")
_SECTION = re.compile(r"^## (\d+) ", re.MULTILINE)


def files_of_tests(game: AnyGame, named: str | None) -> list[Path]:
    """The folder of a game's tests; for a game of another package the named folder, or the one in `tests/outside`."""
    word = game.id.replace("-", "_")
    if game.id in GAMES:
        return [*HERE.glob(f"games/test_{word}.py"), *HERE.glob(f"games/test_{word}_*.py"), HERE / "test_defaults.py"]
    return sorted((Path(named) if named else OUTSIDE / word / "tests").rglob("test_*.py"))


def names_of_tests(game: AnyGame, files: list[Path]) -> Iterator[str]:
    """The names of a game's tests, without `test_`; those of all games begin with the game's name."""
    word = game.id.replace("-", "_")
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                name = node.name.removeprefix("test_")
                if file.name != "test_defaults.py" or name.startswith(f"{word}_"):
                    yield name.removeprefix(f"{word}_")


def numbers_in(name: str) -> set[str]:
    """The clauses and sections that a test is named after: `1_4_8_1_the_bar` 1.4 and 8.1, `5_one_draw` 5."""
    found: set[str] = set()
    beginning = _NUMBERS.match(name)
    for part in re.split("_to_|_and_", beginning[0] if beginning else ""):
        digits = part.split("_")
        found.update([f"{first}.{second}" for first, second in zip(digits[::2], digits[1::2], strict=False)])
        found.update([*filter(None, digits)] if len(digits) == 1 else [])
    return found


@pytest.mark.every_game
def test_every_clause_has_a_test_of_its_number(game: AnyGame, pytestconfig: pytest.Config) -> None:
    """A clause, or a section without clauses, that has no test is found here, and a test left behind by its clause."""
    page = rules.exact(game)
    clauses, sections = set(_CLAUSE.findall(page)), set(_SECTION.findall(page))
    assert len(clauses) > (20 if game.id in GAMES else 0)
    files = files_of_tests(game, pytestconfig.getoption("--game-tests"))
    tested = set[str]().union(*map(numbers_in, names_of_tests(game, files)))
    whole = sections - {clause.partition(".")[0] for clause in clauses}
    assert (clauses | whole) - tested == set()
    assert tested - clauses - sections == set()


def test_how_names_are_read() -> None:
    """The forms that there are."""
    assert numbers_in("1_4_8_1_the_bar") == {"1.4", "8.1"}
    assert numbers_in("5_one_draw") == {"5"}
    assert numbers_in("1_5_to_1_8_and_2_7_agree") == {"1.5", "1.8", "2.7"}
    assert numbers_in("1_1_a_tower_is_8_wide_and_15_high") == {"1.1"}
    assert numbers_in("normal_beats_random") == set()
