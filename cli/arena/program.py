"""Somebody else's program as a player: it answers lines (`spec/engine-line.md`, section 5).

It runs for one game. No fault of it stops this program: each answer has a time limit and a length limit, and each fault
has a reason.
"""

from __future__ import annotations

import json
import os
import random
import select
import shlex
import signal
import subprocess
from contextlib import AbstractContextManager, suppress
from time import monotonic
from typing import Any, Self

from p2pgame.engine.errors import IllegalMove, NotAMove, quoted
from p2pgame.engine.game import AnyGame

COMMAND = "cmd:"
"""The prefix of an entrant that is a program."""

ANSWER_BYTES = 1 << 16
"""Bytes of an answer; one with a move takes some forty."""

_READ = 1 << 12
_LEAVING = 0.5
"""Seconds between `quit` and the forced end of the program."""


class Fault(Exception):
    """Why a program loses its game: a reason in a few words."""


class Program(AbstractContextManager["Program"]):
    """One run of a program. It starts with its first question, and is ended with all processes that it has started."""

    def __init__(self, command: str, patience: float) -> None:
        """`patience` is the seconds for each move, the start included."""
        self._command = command
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._read = bytearray()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return
        with suppress(OSError, subprocess.TimeoutExpired):
            os.write(process.stdin.fileno(), b"quit\n")
            process.wait(_LEAVING)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                pipe.close()

    def choose(self, game: AnyGame, state: Any, seat: int, rng: random.Random) -> Any:
        """The program's move.

        Raises:
            Fault: it does not start, ends, takes too long, or its answer is not a legal move.
        """
        deadline = monotonic() + self._patience
        self._ask(f"position {json.dumps(game.position(state))}", deadline)
        text = self._ask(f"choose {seat}", deadline).get("move")
        if not isinstance(text, str):
            raise Fault("an answer without a move")
        try:
            move = game.parse(text)
            game.check(state, seat, move)
        except NotAMove as error:
            raise Fault(f"an unknown move: {quoted(text)}") from error
        except IllegalMove as error:
            raise Fault(f"illegal move {quoted(text)}: {error}") from error
        return move

    def _ask(self, line: str, deadline: float) -> dict[str, Any]:
        """The answer to a line: an object with `"ok": true`."""
        self._send(f"{line}\n".encode(), deadline)
        reply = self._line(deadline)
        try:
            answer = json.loads(reply)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise Fault(f"an answer that is not a JSON object: {quoted(reply.decode('utf-8', 'replace'))}")
        if answer.get("ok") is not True:
            raise Fault(f"an error message: {quoted(str(answer.get('message', '')))}")
        return answer

    def _send(self, data: bytes, deadline: float) -> None:
        pipe = self._pipes()[0]
        while data:
            self._wait([], [pipe], deadline)
            try:
                data = data[os.write(pipe, data) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise self._ended() from None

    def _line(self, deadline: float) -> bytes:
        pipe = self._pipes()[1]
        while b"\n" not in self._read:
            if len(self._read) > ANSWER_BYTES:
                raise Fault(f"an answer longer than {ANSWER_BYTES} bytes")
            self._wait([pipe], [], deadline)
            data = os.read(pipe, _READ)
            if not data:
                raise self._ended()
            self._read += data
        line, _, self._read = self._read.partition(b"\n")
        return bytes(line)

    def _pipes(self) -> tuple[int, int]:
        """The program's input and output; it is started if it is not running."""
        if self._process is None:
            self._process = self._start()
        process = self._process
        if process.stdin is None or process.stdout is None:
            raise TypeError("a program is started with pipes")
        return process.stdin.fileno(), process.stdout.fileno()

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(  # noqa: S603 - the person who starts the match names the program
                shlex.split(self._command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            raise Fault(f"it does not start: {getattr(error, 'strerror', None) or error}") from error
        if process.stdin is not None:
            os.set_blocking(process.stdin.fileno(), False)
        return process

    def _wait(self, readable: list[int], writable: list[int], deadline: float) -> None:
        ready = select.select(readable, writable, [], max(0.0, deadline - monotonic()))
        if not (ready[0] or ready[1]):
            raise Fault(f"no answer within {self._patience:g} seconds")

    def _ended(self) -> Fault:
        """The reason for the end of a pipe."""
        if self._process is None:
            return Fault("it cannot be started")
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_LEAVING)
            return Fault(f"it ended, exit code {code}" if code >= 0 else f"it ended by signal {-code}")
        return Fault("it closed its output")
