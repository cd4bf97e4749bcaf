"""The command by which developers run the simulation: `spec/simulation.md`."""

from __future__ import annotations

import shlex

import pytest

from . import __main__ as command
from .plan import Plan
from .run import Outcome


@pytest.mark.parametrize("words", ["", "--game ten --seats 4", "--faults crash,reset --attacks none"])
def test_a_seed_that_breaks_is_printed_with_the_command_that_replays_it(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Typed as it stands there, it plays the same table under the same faults and attack, and prints the events."""
    played: list[tuple[Plan, bool]] = []

    def broken(plan: Plan, *, show: bool = False) -> Outcome:
        played.append((plan, show))
        return Outcome(plan, "00", 1, 1, 1.0, 1.0, ("waits",), frozenset(), 0, "a seat waits for ever")

    monkeypatch.setattr(command, "play", broken)
    assert command.main(["--seeds", "41:43", "--jobs", "1", *words.split()]) == 1
    told = capsys.readouterr().out
    assert "2 broken" in told
    commands = [shlex.split(line) for line in told.splitlines() if line.startswith("  python -m tests.sim ")]
    assert len(commands) == 2
    for _, _, _, *typed in commands:
        assert command.main([*typed, "--jobs", "1"]) == 1
    assert played[2:] == [(plan, True) for plan, _ in played[:2]]
