"""A window of tmux with `p2pgame` in it: real keys, a real screen, a real size that changes."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from .running import CODE

TMUX = shutil.which("tmux")
PATIENCE = 90.0
"""Seconds until a test gives up waiting for a screen."""


class Window:
    """One program at a screen of its own. Its tmux is nobody else's: it has a socket by its own name."""

    _count = 0

    def __init__(self, *arguments: str, size: tuple[int, int] = (80, 24), **environment: str) -> None:
        Window._count += 1
        self._socket = f"p2pgame-test-{os.getpid()}-{Window._count}"
        words = shlex.join([sys.executable, "-c", CODE, *arguments])
        given = [word for name, value in environment.items() for word in ("-e", f"{name}={value}")]
        # The shell shows the exit code on the screen that is left, and stays until the window is closed.
        command = (
            f"unset NO_COLOR COLUMNS LINES; TERM=xterm-256color {words}; echo exit code $?; sleep {PATIENCE * 10:.0f}"
        )
        place = ["-x", str(size[0]), "-y", str(size[1])]
        self._tmux("-f", os.devnull, "new-session", "-d", *place, *given, "sh", "-c", command)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tmux("kill-server")

    def press(self, *keys: str) -> None:
        """Press keys, named as tmux names them."""
        for key in keys:
            self._tmux("send-keys", key)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def text(self) -> str:
        """The text of the screen."""
        return self._tmux("capture-pane", "-p")

    def until(self, condition: Callable[[str], bool] | str) -> str:
        """The screen, once it shows these words or fulfils the condition."""
        holds = (lambda text: condition in text) if isinstance(condition, str) else condition
        end = time.monotonic() + PATIENCE
        while not holds(text := self.text()):
            assert time.monotonic() < end, f"the screen does not show what is waited for, but\n{text}"
            time.sleep(0.05)
        return text

    def _tmux(self, *words: str) -> str:
        assert TMUX is not None
        done = subprocess.run([TMUX, "-L", self._socket, *words], capture_output=True, encoding="utf-8", check=True)
        return done.stdout
