"""News that arrive before their table begins, and after."""

from __future__ import annotations

from pathlib import Path

import pytest
from p2pgame.cli.lines.news import NewsPrinter
from p2pgame.cli.table.early_news import EarlyNews
from p2pgame.cli.table.narration import LINES
from p2pgame.cli.table.network import NetworkTable
from p2pgame.cli.terminal.output import Output
from p2pgame.p2p.store.log_file import LogFile
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.table.ledger import Ledger, StepCompleted
from p2pgame.protocol.table.table import Table

from ..screen.logged import log_of, replay_of


@pytest.fixture
def table(tmp_path: Path) -> NetworkTable:
    """A watched table of Tink in which nothing has happened."""
    replay = replay_of(log_of("tink"))
    log = LogFile(tmp_path / "watched.p2plog", new=True)
    log.begin(replay.genesis)
    ledger = Ledger(replay.genesis, replay.ledger.game)
    return NetworkTable(TableRunner(Table(ledger, None), log, lambda _news: None), manner=LINES)


@pytest.fixture
def steps() -> list[StepCompleted]:
    """The first steps of a game of Tink: all accept, and two moves."""
    return list(replay_of(log_of("tink")).steps())[:3]


def test_early_news_and_remarks_reach_the_table_in_their_order(table: NetworkTable, steps: list[StepCompleted]) -> None:
    accept, first, second = steps
    news = EarlyNews()
    news.hear(accept)
    news.hear(first)
    news.remark("The address has changed.")
    assert table.lines == []
    news.begin(table)
    news.hear(second)
    texts = [line.text for line in table.lines]
    assert [texts.index(line.text) for line in table.lines] == [0, 1, 2]
    assert texts[1] == "The address has changed."
    assert [table.lines[0].step, table.lines[2].step] == [1, 2]


def test_early_news_are_printed_once_when_the_table_begins(
    table: NetworkTable, steps: list[StepCompleted], capsys: pytest.CaptureFixture[str]
) -> None:
    news = EarlyNews(NewsPrinter(Output.of(plain=True), boards=False).show)
    for step in steps[:2]:
        news.hear(step)
    assert capsys.readouterr().out == ""
    news.begin(table)
    assert capsys.readouterr().out == f"{table.lines[0].text}\n"
    news.hear(steps[2])
    assert capsys.readouterr().out == f"{table.lines[1].text}\n"
