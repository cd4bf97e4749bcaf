"""Lines from standard input: with editing, history and Tab at a terminal, and readable in a transcript from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from ..system.streams import echo, forgiving


class EndOfInput(Exception):
    """The input has ended: the pipe is at its end, or somebody pressed Ctrl-D."""


class Keyboard:
    """Standard input, a line at a time."""

    def __init__(self) -> None:
        self.terminal = sys.stdin.isatty()
        self._complete: Callable[[str], Sequence[str]] = lambda typed: ()
        self._completed: Sequence[str] = ()
        if self.terminal:
            self._edit_lines()
        else:
            forgiving()

    def offer(self, complete: Callable[[str], Sequence[str]]) -> None:
        """Set the completion of Tab at a terminal: from the typed text to the whole lines that begin with it."""
        self._complete = complete

    def read(self, prompt: str) -> str:
        """The next line, without its newline. Piped input is printed after the prompt, as if typed.

        Raises:
            EndOfInput: no line follows.
        """
        line = self._typed(prompt) if self.terminal else self._piped()
        if line is None:
            raise EndOfInput
        if not self.terminal:
            echo(prompt + "".join(c if c.isprintable() else "?" for c in line))
        return line

    def _typed(self, prompt: str) -> str | None:
        try:
            return input(prompt)
        except EOFError:
            echo()
            return None
        except OSError:  # such as a terminal that is gone
            return None
        except UnicodeDecodeError:
            return ""

    def _piped(self) -> str | None:
        try:
            line = sys.stdin.readline()
        except OSError:  # such as a folder with the file's name
            return None
        return line.rstrip("\r\n") if line else None

    def _edit_lines(self) -> None:
        """Let `input` edit lines, keep a history and complete by Tab, if the system has readline."""
        try:
            import readline  # noqa: PLC0415 - not on every system
        except ImportError:
            return
        readline.set_completer_delims("")
        readline.set_completer(self._completion)
        readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")

    def _completion(self, typed: str, number: int) -> str | None:
        """The completions for a text, one after the other, then None, as readline asks for them."""
        if number == 0:
            self._completed = self._complete(typed)
        return self._completed[number] if number < len(self._completed) else None
