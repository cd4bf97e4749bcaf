"""What the coverage-guided fuzzer starts from and what it has ever found: none of it breaks anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.steps import Step

from .__main__ import CORPUS
from .names import NAMES
from .targets import TARGETS


def test_every_target_has_its_name() -> None:
    """The command knows them without importing what is behind them."""
    assert tuple(TARGETS) == NAMES


@pytest.mark.parametrize("target", NAMES)
def test_what_the_fuzzer_starts_from_breaks_nothing(target: str) -> None:
    """Nor does half of it."""
    for seed in TARGETS[target].seeds():
        TARGETS[target].take(seed)
        TARGETS[target].take(seed[: len(seed) // 2])


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/*")), ids=lambda path: f"{path.parent.name}-{path.name[:14]}")
def test_a_finding_of_the_fuzzer_is_mended(path: Path) -> None:
    """It was a crash once."""
    TARGETS[path.parent.name].take(path.read_bytes())


def test_a_finding_at_a_table_still_reaches_what_it_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    """Votes that say nothing in a step that is done: if the table of the target were another one by now, no check would
    be reached, and the finding would have to be made anew.
    """
    broken = property(lambda step: {given.content[0] for given in step.inputs if given.kind is Kind.SKIP})
    monkeypatch.setattr(Step, "skipped", broken)
    (finding,) = CORPUS.glob("table-messages/crash-59ebface*")
    with pytest.raises(IndexError):
        TARGETS["table-messages"].take(finding.read_bytes())
