"""A terminal for a test: `p2pgame` runs in it, keys are typed, and the test waits for its output."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from p2pgame.cli.profile.crash import CRASHED

from .forked import Forked

PATIENCE = 60
"""Seconds until a test gives up waiting for text; no test takes a fraction of that."""

ASLEEP = ("S", "I")
"""States of a process that waits, as `ps` shows them; macOS has a letter of its own for a long wait."""


class Terminal:
    """A pseudo-terminal of some columns and rows with `p2pgame ARGUMENTS` in it."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        ignored: str = "",
        errors: str = "",
        **environment: str,
    ) -> None:
        """`ignored` names a signal that the program ignores from the beginning, `errors` a file for standard error."""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.attributes_before = self.attributes
        """Those before the program has started."""
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        usual = {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "PAGER": "cat"}
        given = inherited | usual | environment
        error_file = os.open(errors, os.O_WRONLY | os.O_CREAT, 0o600) if errors else slave
        files = (slave, slave, error_file)
        self._process = Forked(arguments, given, *files, at_terminal=True, ignored=ignored)
        for file in set(files):
            os.close(file)
        self.printed = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)
        self.close()

    @property
    def attributes(self) -> list[object]:
        """How the terminal treats what is typed, as `stty -a` shows it."""
        return list(termios.tcgetattr(self._master))

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        self._process.send_signal(number)

    def wait(self, seconds: float) -> int:
        """Wait for the end of the program; its exit code."""
        return self._process.wait(seconds)

    def close(self) -> None:
        """Take the terminal away, as a window that is closed."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: str) -> None:
        """Press keys; `\\r` is Enter, `\\x03` Ctrl-C, `\\x04` Ctrl-D."""
        os.write(self._master, keys.encode())

    def until(self, text: str) -> str:
        """The output since the last call, up to and with the text."""
        while text not in self.printed:
            chunk = self._read()
            assert chunk, f"the program ended without printing {text!r}, but {self.printed!r}"
            self.printed += chunk
        end = self.printed.index(text) + len(text)
        found, self.printed = self.printed[:end], self.printed[end:]
        return found

    def until_asked(self, prompt: str = "\n> ") -> str:
        """The output since the last call, up to and with the prompt, once the program waits for a key.

        Between the two, a signal has no effect on CPython's `input` before the end of the line.
        """
        found = self.until(prompt)
        end = time.monotonic() + PATIENCE
        while _state(self._process.pid) not in ASLEEP:
            assert time.monotonic() < end, f"the program does not wait for a key after {found!r}"
            time.sleep(0.001)
        return found

    def rest(self) -> tuple[str, int]:
        """The output until the program ends, and its exit code."""
        while chunk := self._read():
            self.printed += chunk
        assert "Traceback" not in self.printed, self.printed
        assert CRASHED not in self.printed, self.printed
        return self.printed, self._process.wait(PATIENCE)

    def _read(self) -> str:
        ready, _, _ = select.select([self._master], [], [], PATIENCE)
        assert ready, f"nothing more is printed after {self.printed!r}"
        try:
            return os.read(self._master, 65536).decode(errors="replace")
        except OSError:  # how Linux says that the other side has closed
            return ""


def _state(pid: int) -> str:
    """The state of a process, as `ps` shows it: a letter."""
    known = Path(f"/proc/{pid}/stat")
    if known.exists():  # on Linux, where `ps` is not everywhere
        return known.read_text("utf-8").rpartition(") ")[2][:1]
    done = subprocess.run(["ps", "-o", "state=", "-p", str(pid)], capture_output=True, encoding="utf-8", check=True)
    return done.stdout[:1]
