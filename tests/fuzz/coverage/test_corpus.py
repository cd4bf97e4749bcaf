"""First inputs of the coverage-guided fuzzer and all its findings: none of them breaks anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from .__main__ import CORPUS
from .names import NAMES
from .targets import TARGETS


def test_every_target_has_its_name() -> None:
    """The command knows them without importing what is behind them."""
    assert tuple(TARGETS) == NAMES


@pytest.mark.parametrize("target", NAMES)
def test_the_first_inputs_of_the_fuzzer_break_nothing(target: str) -> None:
    """Nor does half of it."""
    for seed in TARGETS[target].seeds():
        TARGETS[target].take(seed)
        TARGETS[target].take(seed[: len(seed) // 2])


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/*")), ids=lambda path: f"{path.parent.name}-{path.name[:14]}")
def test_a_finding_of_the_fuzzer_is_mended(path: Path) -> None:
    """It was a crash once."""
    TARGETS[path.parent.name].take(path.read_bytes())
