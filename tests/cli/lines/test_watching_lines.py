"""What somebody who looks on can type in lines."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import trio
from p2pgame.cli.lines.front import LineFront
from p2pgame.cli.lines.network import NetworkLines
from p2pgame.cli.net.front import Quitted
from p2pgame.cli.table.narration import LINES
from p2pgame.cli.terminal.lines import Lines
from p2pgame.cli.terminal.output import Output

from ..running import typing
from ..screen.test_network_table import watched


def test_who_looks_on_may_look_closer(tmp_path: Path) -> None:
    """Whatever would reach the table is refused; the end of the input ends nothing."""
    lines = ["help", "who", "score", "show", "rules 3.1", "s@d4", "undo", "resign yes", "say hi", "nonsense", ""]
    printed = io.StringIO()
    output = Output(printed, screen=False, colour=False, wraps=False)
    with typing("".join(f"{line}\n" for line in lines)):
        trio.run(NetworkLines(watched(tmp_path, LINES), output, Lines()).look_on)
    told = printed.getvalue()
    for said in ("quit p2pgame", "who sits where", "seat 0  Ada", "signed and stays", "neither a move nor"):
        assert said in told
    assert told.count("does not reach the table") == 2
    assert "say TEXT" not in told
    assert told.count("Ada and Ben still to come.") == 4


def test_who_looks_on_leaves_by_quit(tmp_path: Path) -> None:
    """So the command ends with the exit code for that."""
    front = LineFront(Output(io.StringIO(), screen=False, colour=False, wraps=False))
    with typing("quit\n"), pytest.RaisesGroup(Quitted):
        trio.run(front.watch, watched(tmp_path).live)
