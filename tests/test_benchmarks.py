"""The benchmarks, which nobody runs every day, still fit what they measure."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from p2pgame.engine.games import GAMES, load

from benchmarks.peers import genesis

NAMES = sorted(path.stem for path in (Path(__file__).parent.parent / "benchmarks").glob("[!_]*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_every_benchmark_finds_what_it_measures(name: str) -> None:
    """All that it imports is there; it measures nothing when it is only imported."""
    import_module(f"benchmarks.{name}")


@pytest.mark.parametrize("game_id", GAMES)
def test_the_tables_that_are_measured_are_real_ones(game_id: str) -> None:
    """Everybody has signed what would be played."""
    genesis(game_id, 2, 1).check(lambda _: load(game_id))
