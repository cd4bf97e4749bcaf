"""Running `p2pgame` as a user does: a process of its own, with what is typed and what is printed."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = "from p2pgame.cli.main import main; main()"


def run(*arguments: str, typed: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `p2pgame ARGUMENTS`, `typed` coming by a pipe; a traceback fails the test."""
    done = subprocess.run(
        [sys.executable, "-c", CODE, *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env={**os.environ, "COLUMNS": "80", **environment},
        timeout=120,
        check=False,
    )
    found = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in found.stderr, found.stderr
    return found
