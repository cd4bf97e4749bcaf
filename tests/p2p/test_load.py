"""A table of five under load: strangers, guessers, announcements and hostile peers at once (`spec/security.md`)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import pytest

from .lan import need_loopback

BEGINS = 15.0
"""Seconds within which the table begins, from when the guests start to come."""
LATEST = 0.5
"""Seconds by which the host's clock ticks late at most."""
MEMORY = 100
"""MiB of the host at most."""


@contextmanager
def running(what: str, folder: Path) -> Generator[subprocess.Popen[str]]:
    """One of the programs, until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.p2p.load", what, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=Path(__file__).parents[2],
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def said(stream: IO[str] | None) -> dict[str, float]:
    """The next line of a program."""
    assert stream is not None
    line = stream.readline()
    assert line, "the program has ended"
    found: dict[str, float] = json.loads(line)
    return found


def show(process: subprocess.Popen[str], shown: dict[str, float]) -> None:
    """Let a program read the host's screen."""
    assert process.stdin is not None
    process.stdin.write(json.dumps(shown) + "\n")
    process.stdin.flush()


@pytest.mark.long
def test_a_table_of_five_begins_and_plays_under_load(tmp_path: Path) -> None:
    """200 strangers, guessers, a flood of announcements, a guest and a spectator that flood the host."""
    need_loopback()
    with ExitStack() as stack:
        host, attackers, guests = (
            stack.enter_context(running(what, tmp_path)) for what in ("host", "attackers", "guests")
        )
        shown = said(host.stdout)
        show(attackers, shown)
        for _ in range(3):
            shown = said(host.stdout)  # the guessers have made the code a long one
        show(attackers, shown)  # the hostile guest comes in, and is removed
        shown = said(host.stdout)
        show(guests, shown)
        came = said(guests.stdout)
        show(attackers, shown)  # the hostile spectator comes in
        measured = said(host.stdout)
    print(came, measured)
    assert came["seconds"] < BEGINS
    assert measured["memory"] < MEMORY
    assert measured["steps"] > 10
    assert measured["removed"] == 1
    assert measured["latest"] < LATEST
