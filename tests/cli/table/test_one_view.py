"""One view of a table: the same game has the same lines while it is played, when it is resumed, and in a replay."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from p2pgame.cli.table.narration import LINES
from p2pgame.cli.table.network import NetworkTable
from p2pgame.cli.table.replay import ReplayTable
from p2pgame.p2p.store.log_file import LogFile
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.table import Table

from ..screen.logged import log_of, replay_of


def _begun(path: Path, ledger: Ledger) -> TableRunner:
    """A runner for a table without links, whose log stands at a path."""
    log = LogFile(path, new=True)
    log.begin(ledger.genesis)
    return TableRunner(Table(ledger, None), log, lambda _news: None)


@pytest.mark.parametrize("game_id", ["tink", "ten"])
def test_a_table_that_is_followed_or_resumed_looks_like_its_replay(game_id: str, tmp_path: Path) -> None:
    """In every line; only a replay says that the end is signed."""
    log = log_of(game_id)
    replay = replay_of(log)
    begun = Ledger(replay.genesis, replay.ledger.game)
    followed = NetworkTable(_begun(tmp_path / "followed.p2plog", begun))
    steps = list(replay.steps())
    for step in steps:
        followed.hear(step)
    resumed = NetworkTable(_begun(tmp_path / "resumed.p2plog", replay.ledger), history=steps)
    replayed = ReplayTable(replay_of(log), log)
    assert len(resumed.lines) > len(steps) // 2
    assert followed.lines == resumed.lines == replayed.lines[:-1]
    assert replayed.lines[-1].text.startswith("The end is signed by ")
    assert resumed.fairness == replayed.frames[-1].fairness != ""


def test_in_lines_moves_are_spelled_behind_their_words(tmp_path: Path) -> None:
    """For people who type them; everything else is the same."""
    replay = replay_of(log_of("tink"))
    steps = list(replay.steps())
    shown = NetworkTable(_begun(tmp_path / "shown.p2plog", replay.ledger), history=steps)
    printed = NetworkTable(_begun(tmp_path / "printed.p2plog", replay.ledger), history=steps, manner=LINES)
    pairs = [(one.text, other.text) for one, other in zip(shown.lines, printed.lines, strict=True)]
    assert all(long.startswith(short) for short, long in pairs)
    spelled = [long.removeprefix(short) for short, long in pairs if short != long]
    assert spelled
    assert all(re.fullmatch(r" \((pass|[sml]@[a-h][1-8](=.*)?)\)", rest) for rest in spelled)
