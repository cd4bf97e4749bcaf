"""The benchmarks, which nobody runs every day, still fit what they measure."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from p2pgame.cli.tui.render import title_text, whose_turn
from p2pgame.engine.games import GAMES, load

from benchmarks.peers import genesis
from benchmarks.screen import SETTLED, ProgramEnded, _Terminal

from .cli.tui.piloting import table_of

NAMES = sorted(path.stem for path in (Path(__file__).parent.parent / "benchmarks").glob("[!_]*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_every_benchmark_finds_what_it_measures(name: str) -> None:
    """All that it imports is there; it measures nothing when it is only imported."""
    import_module(f"benchmarks.{name}")


def test_the_screen_is_measured_when_the_person_is_asked() -> None:
    """The words that are waited for are those that the title says."""
    table = table_of("tink", 2, first="0")
    assert table.asked
    assert str(title_text(table, whose_turn(table), 2, with_fairness=False)).endswith(SETTLED)


def test_a_screen_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    """A program that has ended draws nothing any more."""
    terminal = _Terminal(("--version",), str(tmp_path))
    with pytest.raises(ProgramEnded, match="'the moon'"):
        terminal.until("the moon")
    terminal.end()


@pytest.mark.parametrize("game_id", GAMES)
def test_the_tables_that_are_measured_are_real_ones(game_id: str) -> None:
    """Everybody has signed what would be played."""
    genesis(game_id, 2, 1).check(lambda _: load(game_id))
