"""A process that searches, asked by lines of JSON (`program`). It is started when it is first needed."""

from __future__ import annotations

import json
import subprocess
import sys
import weakref
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from p2pgame.engine.game import AnyGame

Heard = Callable[[int], None]
"""Called with the progress of a search in percent, from time to time."""


class Weighed(NamedTuple):
    """A move in notation and its value; higher is better, within one answer only."""

    move: str
    value: int


class WorkerStopped(Exception):
    """The process ended before it answered."""


class Worker:
    """One process; it answers one question after the other, and ends with this object. For one thread at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._end: Callable[[], object] = _nothing

    def weigh(
        self,
        game: AnyGame,
        state: Any,
        seat: int,
        level: str,
        seed: int,
        also: Sequence[str] = (),
        heard: Heard | None = None,
    ) -> list[Weighed]:
        """The considered moves of a level, best first. Waits for the process; `heard` is called by this thread.

        Raises:
            WorkerStopped: the process failed.
        """
        question = {
            "game": game.id,
            "position": game.position(state),
            "seat": seat,
            "level": level,
            "seed": seed,
            "also": list(also),
        }
        answer = self._ask(json.dumps(question), heard)
        return [Weighed(move, value) for move, value in answer]

    def _ask(self, question: str, heard: Heard | None) -> Any:
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(question + "\n")
            process.stdin.flush()
            for line in process.stdout:
                answer = json.loads(line)
                if "moves" in answer:
                    return answer["moves"]
                if heard is not None:
                    heard(min(100, 100 * answer["spent"] // answer["nodes"]))
        except (OSError, ValueError) as problem:
            self._stop()
            raise WorkerStopped from problem
        self._stop()
        raise WorkerStopped

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = _started()
            self._end = weakref.finalize(self, _ended, self._process)
        return self._process

    def _stop(self) -> None:
        """End the process; the next question starts another."""
        self._process = None
        self._end()


def _started() -> subprocess.Popen[str]:
    """The process. It has a session of its own, so that Ctrl-C at the terminal reaches only this program."""
    return subprocess.Popen(
        [sys.executable, "-m", "p2pgame.cli.thinking.program"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )


def _ended(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def _nothing() -> None:
    pass
