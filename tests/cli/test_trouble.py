"""What is told of trouble at a network table (`spec/table.md`, "Votes")."""

from __future__ import annotations

from pathlib import Path

import pytest
from p2pgame.cli.remote.trouble import not_out_told
from p2pgame.p2p.store.log_file import LogFile
from p2pgame.p2p.table.runner import TableRunner

from ..protocol.people import GRACE
from ..protocol.test_absence import part, room

NAMES = ("Ada", "Ben", "Cleo", "Dora")


@pytest.mark.parametrize(
    ("groups", "told"),
    [
        (((0, 1), (2, 3)), "it takes 3 of 4, and 2 are here. The table waits"),
        (((0,), (1, 2, 3)), "it takes 3 of 4, and 1 is here. The table waits"),
        (((0, 1, 2), (3,)), "Dora cannot be voted out now: only who is waited for and away for long."),
    ],
    ids=["halves", "alone", "majority"],
)
def test_a_smaller_part_is_told_why_it_cannot_go_on(
    tmp_path: Path, groups: tuple[tuple[int, ...], ...], told: str
) -> None:
    """And what becomes of the table; a larger one, who may be voted out."""
    table = room("ten", 4)
    part(table, *groups)
    table.gone = {1, 2, 3}
    table.beat(GRACE + 2, votes=False)
    log = LogFile(tmp_path / "a.p2plog", new=True)
    live = TableRunner(table.peers[0].table, log, lambda _news: None)
    assert told in not_out_told(live, NAMES[3])
    log.close()
