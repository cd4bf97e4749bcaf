"""Prose on a terminal: where its lines end."""

from __future__ import annotations

import io

from p2pgame.cli.terminal.output import Output


def test_neither_commands_nor_paths_are_broken() -> None:
    """Both are copied from the terminal, which wraps a long line itself."""
    printed = io.StringIO()
    output = Output(printed, screen=False, colour=False, wraps=True)
    typed, path = "`p2pgame resume " + "x" * 100 + " --profile ada`", "/home/" + "y" * 120 + ".p2plog"
    output.say(f"The log is {path} and {typed} takes you back, and this sentence has more words on several lines.")
    lines = printed.getvalue().splitlines()
    assert any(path in line for line in lines)
    assert any(typed in line for line in lines)
    assert all(len(line) <= output.width for line in lines if path not in line and typed not in line)
    assert len(lines) > 3
