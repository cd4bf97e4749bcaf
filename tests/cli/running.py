"""Running `p2pgame` as a user does: with typed input and printed output, in a process of its own or in this one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from tempfile import TemporaryFile
from unittest.mock import patch

import pytest
from p2pgame.cli.main import main
from p2pgame.cli.profile.crash import CRASHED

from .forked import Forked

CODE = "from p2pgame.cli.main import main; main()"


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a command."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, typed: str | bytes = "", **environment: str) -> Done:
    """Run `p2pgame ARGUMENTS` as a process, `typed` coming by a pipe; a traceback fails the test."""
    done = subprocess.run(
        [sys.executable, "-c", CODE, *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env={**os.environ, "COLUMNS": "80", **environment},
        timeout=120,
        check=False,
    )
    return _without_crash(Done(done.returncode, done.stdout.decode(), done.stderr.decode()))


def fork(*arguments: str, typed: str = "", **environment: str) -> Done:
    """The same for a test that is about the command and not about the start of Python: it starts at once
    (`forked.py`)."""
    read, write = os.pipe()
    os.write(write, typed.encode())
    os.close(write)
    with open(read, "rb") as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
        files = (file.fileno() for file in (stdin, stdout, stderr))
        process = Forked(arguments, {**os.environ, "COLUMNS": "80", **environment}, *files)
        try:
            code = process.wait(120)
        finally:
            process.kill()
        printed = [(file.seek(0), file.read().decode())[1] for file in (stdout, stderr)]
    return _without_crash(Done(code, *printed))


def _without_crash(done: Done) -> Done:
    assert "Traceback" not in done.stderr, done.stderr
    assert CRASHED not in done.stderr, done.stderr
    return done


@contextmanager
def typing(typed: str = "") -> Iterator[None]:
    """In here, standard input is a pipe from which this comes, and then nothing more."""
    reader, writer = os.pipe()
    os.write(writer, typed.encode())
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as stdin, patch.object(sys, "stdin", stdin):
        yield


def call(*arguments: str, typed: str | bytes = "") -> Done:
    """The same in this process, which is quicker; an exception that reaches the top fails the test."""
    stdin = io.TextIOWrapper(io.BytesIO(typed.encode() if isinstance(typed, str) else typed), "utf-8")
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", ["p2pgame", *arguments]),
        patch.object(sys, "stdin", stdin),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as end,
    ):
        main()
    assert isinstance(end.value.code, int)
    assert CRASHED not in err.getvalue(), err.getvalue()
    return Done(int(end.value.code), out.getvalue(), err.getvalue())
