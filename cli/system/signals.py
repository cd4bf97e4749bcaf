"""Signals that end the program. Each ends it as Ctrl-C does: everything open is closed, and the terminal is restored.

The exit code shows a shell which signal it was: 128 and its number.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from .exits import ExitCode

_CODES = {
    name: code
    for name, code in (
        ("SIGINT", ExitCode.INTERRUPTED),
        ("SIGTERM", ExitCode.TERMINATED),
        ("SIGHUP", ExitCode.HUNG_UP),
        ("SIGQUIT", ExitCode.QUIT),
    )
    if hasattr(signal, name)
}
"""Signal to exit code; `SIGHUP` comes when the terminal is closed, and not every system has it."""

_IN_LINES = ("SIGTERM", "SIGHUP")
r"""Signals that end a program in line mode. Ctrl-C is Python's own, and Ctrl-\ ends even a program that hangs."""

_heard: list[ExitCode] = []
"""The exit codes of the received signals; one list per process, because signals are per process."""


def end_as_interrupted() -> None:
    """Treat a request to end as a Ctrl-C, unless it is ignored, as by `nohup`."""
    for name in _IN_LINES:
        if name in _CODES and signal.getsignal(signal.Signals[name]) == signal.SIG_DFL:
            signal.signal(signal.Signals[name], _interrupt)


def code_of_interrupt() -> ExitCode:
    """The exit code of a program that was ended as by Ctrl-C."""
    return _heard[-1] if _heard else ExitCode.INTERRUPTED


@contextmanager
def ending_by(end: Callable[[ExitCode], object]) -> Iterator[None]:
    """In this block the first signal calls `end` with its exit code; a second one kills the program at once."""

    def heard(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        end(_CODES[signal.Signals(number).name])

    numbers = [signal.Signals[name] for name in _CODES]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler != signal.SIG_IGN:
            signal.signal(number, heard)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Pass the signal on to the handler of Ctrl-C: Python's own, or trio's, which cancels its tasks."""
    _heard.append(_CODES[signal.Signals(number).name])
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(signal.SIGINT, frame)
