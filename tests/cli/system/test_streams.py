"""Standard streams that are closed, full, or of an encoding that lacks letters: one sentence at most, no traceback."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from p2pgame.cli.main import main
from p2pgame.cli.system import streams
from p2pgame.cli.system.exits import ExitCode, Failed
from p2pgame.cli.terminal.output import Output, print_json

from ..running import CODE, call, run

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no disk that is always full")


def closed(stream: str, *words: str) -> tuple[int, str]:
    """Run `p2pgame` in this process with a standard stream that the shell has closed; the exit code, and the output.

    As in the interpreter: the stream is None.
    """
    rest = {name: io.StringIO() for name in ("stdout", "stderr") if name != stream}
    streams: dict[str, Any] = {**rest, stream: None}
    with patch.multiple(sys, argv=["p2pgame", *words], **streams):
        with pytest.raises(SystemExit) as end:
            main()
        getattr(sys, stream).close()
    return int(end.value.code or 0), "".join(each.getvalue() for each in rest.values())


@pytest.mark.parametrize(
    ("stream", "words", "code"),
    [
        ("stdin", ["play", "tink"], ExitCode.UNFINISHED),
        ("stdin", ["play"], ExitCode.USAGE),
        ("stdin", ["engine", "tink"], ExitCode.OK),
        ("stdout", ["games"], ExitCode.OK),
        ("stdout", ["games", "--json"], ExitCode.OK),
        ("stdout", ["verify", "nope"], ExitCode.USAGE),
        ("stderr", ["gamse"], ExitCode.USAGE),
    ],
)
def test_a_closed_stream_is_an_empty_one(stream: str, words: list[str], code: ExitCode) -> None:
    """The command does what it does, and ends as it would."""
    assert closed(stream, *words)[0] == code


def test_a_closed_input_has_ended() -> None:
    """A sentence says so."""
    assert "The input ended" in closed("stdin", "play", "tink")[1]


@needs_full
def test_output_that_cannot_be_written_is_one_sentence() -> None:
    """By everything that prints."""
    with FULL.open("w", encoding="utf-8") as full:
        output = Output(full, screen=False, colour=False, wraps=False)
        for prints in (output.say, output.show, output.heading):
            with pytest.raises(Failed, match=r"^The output cannot be written: No space left on device\.$"):
                prints("something")
        with patch.object(sys, "stdout", full), pytest.raises(Failed, match="cannot be written"):
            print_json({})
        os.dup2(os.open(os.devnull, os.O_WRONLY), full.fileno())


@needs_full
@pytest.mark.parametrize("words", ["games", "--help", "host --help"])
def test_a_full_disk_behind_the_output_ends_the_program_with_a_sentence(words: str) -> None:
    """And with nothing else, such as the interpreter's own message about unwritten output."""
    with FULL.open("w", encoding="utf-8") as full:
        command = [sys.executable, "-c", CODE, *words.split()]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    assert done.returncode == ExitCode.FAILED
    assert done.stderr == "Error: The output cannot be written: No space left on device.\n"


def test_letters_of_a_name_that_the_terminal_lacks_are_replaced() -> None:
    """Anybody at the table may have one."""
    done = run("play", "tink", "--names", "Žofie", PYTHONIOENCODING="latin-1")
    assert done.returncode == ExitCode.UNFINISHED
    assert "?ofie" in done.stdout


def test_output_that_cannot_be_written_is_dropped() -> None:
    """Or the interpreter would complain of it."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as gone, patch.object(sys, "stdout", gone):
        gone.write("to nobody")
        streams.let_go()
        gone.flush()


def test_streams_of_a_program_around_this_one_are_left_as_they_are() -> None:
    """As tests have them, which are no files."""
    assert call("games").returncode == ExitCode.OK


NOTING = """
import atexit, logging, sys
from p2pgame.cli.main import main
atexit.register(lambda: logging.getLogger("library").error("a note"))
sys.argv = ["p2pgame", "--version"]
main()
"""


def test_notes_of_a_library_are_not_printed() -> None:
    """Peers can bring about many notes, as by too many connections; they would stand over the board."""
    done = subprocess.run([sys.executable, "-c", NOTING], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
