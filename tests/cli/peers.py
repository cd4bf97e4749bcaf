"""Peers of a table: real processes and real sockets, over loopback."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Condition, Thread

from .forked import Forked

SECONDS = 150
"""Until a test gives up waiting for a line or for the end of a whole game; this only ends a hang."""


class Peer:
    """A running `p2pgame` with a home of its own. Its output is read all the time, so that it never waits for us."""

    def __init__(self, home: Path, *words: str) -> None:
        self.home = home
        read, stdin = os.pipe()
        stdout, written = os.pipe()
        self.process = Forked(words, _surroundings(home), read, written, written)
        os.close(read)
        os.close(written)
        self._stdin = os.fdopen(stdin, "w", encoding="utf-8")
        self._stdout = os.fdopen(stdout, encoding="utf-8")
        self._lines: list[str] = []
        self._seen = 0
        self._news = Condition()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def output(self) -> str:
        """Everything that it has printed."""
        return "".join(self._lines)

    def _read(self) -> None:
        for line in self._stdout:
            with self._news:
                self._lines.append(line)
                self._news.notify_all()

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Wait for a line that fits, after those that earlier waits have found; the match."""
        with self._news:
            while True:
                while self._seen < len(self._lines):
                    found = re.search(pattern, self._lines[self._seen])
                    self._seen += 1
                    if found:
                        return found
                if not self._news.wait(SECONDS):
                    raise AssertionError(f"{pattern!r} never came:\n{self.output}")

    def type(self, *lines: str) -> None:
        """Type lines, whether or not the program waits for them yet."""
        self._stdin.write("".join(f"{line}\n" for line in lines))
        self._stdin.flush()

    def end(self) -> int:
        """End the input, wait for the end; the exit code."""
        with suppress(BrokenPipeError):
            self._stdin.close()
        return self.finish()

    def finish(self) -> int:
        """Wait for the end and all of the output; the exit code."""
        try:
            code = self.process.wait(SECONDS)
        except subprocess.TimeoutExpired as error:
            raise AssertionError(f"it did not end:\n{self.output}") from error
        self._reader.join(SECONDS)
        with suppress(BrokenPipeError):
            self._stdin.close()
        self._stdout.close()
        return code

    def kill(self) -> None:
        """End it at once, as the system would."""
        self.process.kill()
        self.finish()

    @property
    def logs(self) -> list[Path]:
        """The logs in its home, without those of hosted bots."""
        return sorted(self.home.glob("*/logs/**/*.p2plog"))


@contextmanager
def running(*peers: Peer) -> Iterator[None]:
    """Kill what is still running in the end."""
    try:
        yield
    finally:
        for peer in peers:
            peer.kill()


def hosted(home: Path, *words: str) -> tuple[Peer, str]:
    """A host on loopback, and the address to join it at."""
    host = Peer(home, "host", *words, "--bind", "127.0.0.1", "--port", "0", "--no-announce", "--name", "Ada")
    return host, host.wait_for(r"p2pgame join (\S+:\d+)`")[1]


def begun(folder: Path) -> tuple[Peer, Peer, str]:
    """A game of Tink between Ada and Ben in which nobody has moved: the host, the guest, and the address."""
    host, address = hosted(folder / "ada", "tink", "--open")
    guest = Peer(folder / "ben", "join", address, "--name", "Ben")
    host.wait_for("First to play")
    return host, guest, address


def begun_with_code(folder: Path) -> tuple[Peer, Peer, str, str]:
    """The same at a table that needs a code: the host, the guest, the address, and the code."""
    host, address = hosted(folder / "ada", "tink")
    code = host.wait_for(r"Code: (\S+)")[1]
    guest = Peer(folder / "ben", "join", address, "--code", code, "--name", "Ben")
    host.wait_for("First to play")
    return host, guest, address, code


def place_stones(host: Peer, guest: Peer, columns: str = "cdef") -> None:
    """Each builds a row in these columns. If there are four, the first player has four stones in a row first, and
    wins."""
    for peer, row in ((host, 3), (guest, 6)):
        peer.type(*(f"s@{column}{row}" for column in columns))


def ran(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """One command run to its end, with nothing to read."""
    with (
        open(os.devnull, encoding="utf-8") as stdin,
        tempfile.TemporaryFile("w+", encoding="utf-8") as stdout,
        tempfile.TemporaryFile("w+", encoding="utf-8") as stderr,
    ):
        files = (stdin, stdout, stderr)
        process = Forked(words, _surroundings(home), *(file.fileno() for file in files))
        try:
            code = process.wait(SECONDS)
        finally:
            process.kill()
        for file in files[1:]:
            file.seek(0)
        return subprocess.CompletedProcess(words, code, stdout.read(), stderr.read())


def _surroundings(home: Path) -> dict[str, str]:
    """Those of this process, except for the home."""
    return {key: value for key, value in os.environ.items() if not key.startswith("P2PGAME")} | {
        "P2PGAME_HOME": str(home)
    }
