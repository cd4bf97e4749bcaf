"""The speed of the full screen: from a key to the repaint, from the command to the first screen, and the processor at
rest.

python -m benchmarks.screen
"""

from __future__ import annotations

import asyncio
import os
import pty
import random
import select
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from p2pgame.cli.games.session import Session
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.screens.table import TableScreen
from p2pgame.cli.table.local import LocalTable
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import GAMES, load

KEYS = ("left", "right", "r", "left", "right") * 8
ARROWS = {"left": "\x1b[D", "right": "\x1b[C"}
"""The bytes that a terminal sends for keys that move in every game."""

SEATS = 4
SIZE = (160, 50)
MOVES = 4
"""Moves of one's own before keys are pressed, so that something lies on the boards."""

PROGRAM = str(Path(sys.executable).with_name("p2pgame"))
OPENING = "The table is being opened"
HOST = ("host", "tink", "--no-announce", "--bind", "127.0.0.1", "--port", "0")
SCREENS = (
    ("the first start", (), "be called"),
    ("a game against bots", ("play", "te-trix", "--seats", "1"), "step "),
    ("a host's first screen", HOST, OPENING),
    ("a host's lobby", HOST, "Your fingerprint"),
)
"""The command, and the text of its first screen, or of a later one."""

SETTLED = "your move · 0:02"
"""The title once the person has been asked for two seconds: a forced move is made before that, and while bots play,
keys mean nothing, so that the next drawing would be theirs."""

PATIENCE = 60.0
"""Seconds after which the measuring is given up, as what is waited for will not come."""

TIMES = 3
REST = 10.0
"""Seconds that a program is left alone."""


async def _processor_a_key(game_id: str) -> list[float]:
    """Milliseconds of processor time for each key, the repaint included."""
    game, rng = load(game_id), random.Random(1)
    table = LocalTable(Session(game, game.begin(SEATS)), dict.fromkeys(range(1, SEATS), BOTS["normal"]), rng)

    async def story(app: Full) -> int:
        await app.push_screen_wait(TableScreen(table, pause=0))
        return 0

    app, used = Full(story), list[float]()
    async with app.run_test(size=SIZE) as pilot:
        for left in reversed(range(MOVES + 1)):
            while not isinstance(app.screen, TableScreen) or not app.screen.view.ready:
                await pilot.pause(0.02)
            if left and table.seat is not None:
                table.make(BOTS["normal"].choose(game, table.state, table.seat, rng))
        await pilot.pause(0.2)
        for key in KEYS:
            before = time.process_time()
            await pilot.press(key)
            used.append(1000 * (time.process_time() - before))
    return used


def _clock_a_key(game_id: str, home: str) -> list[float]:
    """Milliseconds by the clock from each key to the first output to the terminal."""
    terminal = Terminal(("play", game_id, "--seats", str(SEATS), "--seed", "1"), home)
    terminal.until(SETTLED)
    times = [1000 * terminal.press(ARROWS[key]) for key in KEYS if key in ARROWS]
    terminal.end()
    return times


class ProgramEnded(Exception):
    """The measured program has ended too early."""


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, words: Sequence[str], home: str) -> None:
        self._began = time.perf_counter()
        self._pid, self._side = pty.fork()
        if not self._pid:
            kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
            size = {"COLUMNS": str(SIZE[0]), "LINES": str(SIZE[1])}
            environment = {**kept, **size, "TERM": "xterm-256color", "P2PGAME_HOME": home}
            os.execve(PROGRAM, [PROGRAM, *words], environment)  # noqa: S606 - our own program

    def until(self, words: str) -> float:
        """Seconds from the start until the screen says this.

        Raises:
            TimeoutError, ProgramEnded: it does not.
        """
        seen = b""
        while words.encode() not in seen:
            seen += self._read(words)
        return time.perf_counter() - self._began

    def _read(self, awaited: str) -> bytes:
        if not select.select([self._side], [], [], PATIENCE)[0]:
            raise TimeoutError(f"{awaited!r} is not drawn within {PATIENCE:.0f} seconds")
        try:
            return os.read(self._side, 1 << 16)
        except OSError as error:  # how Linux says that the other side has closed
            raise ProgramEnded(f"the program ended without drawing {awaited!r}") from error

    def press(self, key: str) -> float:
        """Seconds from a key to the first that is drawn after it."""
        self._let_be(0.1)
        began = time.perf_counter()
        os.write(self._side, key.encode())
        self._read("an answer to a key")
        return time.perf_counter() - began

    def rest(self, seconds: float) -> float:
        """The share of a processor that it takes while nothing happens."""
        self._let_be(1.0)
        before = self.used()
        self._let_be(seconds)
        return (self.used() - before) / seconds

    def end(self) -> None:
        """Kill it."""
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._side)

    def _let_be(self, seconds: float) -> None:
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            if select.select([self._side], [], [], left)[0]:
                os.read(self._side, 1 << 16)

    def used(self) -> float:
        """Seconds of processor time so far (Linux's `proc(5)`)."""
        fields = Path(f"/proc/{self._pid}/stat").read_text(encoding="utf-8").rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _show_screens() -> None:
    with TemporaryDirectory(prefix="p2pgame-bench-") as home:
        for name, words, first in SCREENS:
            seconds, used = [], []
            for left in reversed(range(TIMES)):
                terminal = Terminal(words, home)
                seconds.append(terminal.until(first))
                used.append(terminal.used())
                share = terminal.rest(REST) if not left and first != OPENING else None
                terminal.end()
            rest = "" if share is None else f"; {100 * share:.1f}% at rest"
            print(f"{name}: after {min(seconds):.2f} s by the clock, {min(used):.2f} s of the processor{rest}")


def main() -> None:
    """Measure and print."""
    print(f"load {os.getloadavg()[0]:.1f}; {SEATS} seats, {SIZE[0]} x {SIZE[1]}")
    with TemporaryDirectory(prefix="p2pgame-bench-") as home:
        for game_id in GAMES:
            used, clock = asyncio.run(_processor_a_key(game_id)), _clock_a_key(game_id, home)
            print(
                f"{game_id}: key to repaint {median(clock):.0f} ms by the clock (worst of {len(clock)}: "
                f"{max(clock):.0f}), {median(used):.0f} ms of the processor (worst of {len(used)}: {max(used):.0f})"
            )
    if sys.platform == "linux":
        _show_screens()


if __name__ == "__main__":
    main()
