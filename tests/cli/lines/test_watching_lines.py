"""Lines typed by a spectator."""

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


def test_a_spectator_can_enlarge_a_board(tmp_path: Path) -> None:
    """Moves and chat are refused; the end of the input ends nothing."""
    lines = ["help", "who", "score", "show", "rules 3.1", "s@d4", "undo", "resign yes", "say hi", "nonsense", ""]
    printed = io.StringIO()
    output = Output(printed, screen=False, colour=False, wraps=False)
    with typing("".join(f"{line}\n" for line in lines)):
        trio.run(NetworkLines(watched(tmp_path, LINES), output, Lines()).look_on)
    told = printed.getvalue()
    for said in ("quit p2pgame", "list the players", "Ada\nBen", "there is no undo", "neither a move nor"):
        assert said in told
    assert told.count("you cannot move") == 1
    assert "say TEXT" in told
    assert told.count("waiting for Ada and Ben.") == 4


def test_a_spectator_leaves_by_quit(tmp_path: Path) -> None:
    """So the command ends with the exit code for that."""
    front = LineFront(Output(io.StringIO(), screen=False, colour=False, wraps=False))
    with typing("quit\n"), pytest.RaisesGroup(Quitted):
        trio.run(front.watch, watched(tmp_path).live)
