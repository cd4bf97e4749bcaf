"""Programs of somebody else in the arena (`spec/engine-line.md`, section 5): good ones play, others lose."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from p2pgame.cli.system.exits import ExitCode

from ..at_terminal import Terminal
from ..games.test_engine_line import SPEC
from ..running import CODE, call

ENGINE = f"cmd:{shlex.join([sys.executable, '-c', CODE, 'engine', 'tink'])}"

_LOOP = """
import json, os, signal, sys, time
for line in sys.stdin:
    if line.startswith("position"):
        position = json.loads(line.split(" ", 1)[1])
        print('{"ok": true}', flush=True)
    elif line.startswith("choose"):
        %s
"""
"""A program that answers a position well, and a question as a test says."""


def program(folder: Path, answer: str) -> str:
    """An entrant that answers each question with such a statement."""
    script = folder / "bot.py"
    script.write_text(_LOOP % answer, "utf-8")
    return f"cmd:{shlex.join([sys.executable, str(script)])}"


def match(*words: str) -> dict[str, Any]:
    """A match as JSON."""
    done = call("arena", *words, "--json")
    assert done.returncode == ExitCode.OK, done.stderr
    described: dict[str, Any] = json.loads(done.stdout)
    return described


def test_5_1_a_program_is_asked_for_its_moves() -> None:
    """It plays as well as it can: the engine's own bot beats a random one."""
    bots = match("tink", ENGINE, "random", "-n", "2")["bots"]
    assert [bot["won"] for bot in bots] == [2, 0]
    assert [bot["faults"] for bot in bots] == [{}, {}]


def test_5_1_in_a_secret_step_each_seat_is_asked_by_itself() -> None:
    """Two of it at a table where all choose at once."""
    engine = ENGINE.replace("tink", "tetris")
    described = match("tetris", engine, engine, "-n", "1")
    assert described["games"] == 1
    assert [bot["faults"] for bot in described["bots"]] == [{}, {}]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("sys.exit(7)", r"it ended, exit code 7"),
        ("os.kill(os.getpid(), signal.SIGKILL)", r"it ended by signal 9"),
        ("time.sleep(60)", r"no answer within 1 seconds"),
        ("print('hello', flush=True)", r"an answer that is not a JSON object: 'hello'"),
        ("print('[1]', flush=True)", r"an answer that is not a JSON object: '\[1\]'"),
        ("print('{' * 99999, flush=True)", r"an answer longer than 65536 bytes"),
        ("print('[' * 50000, flush=True)", r"an answer that is not a JSON object: '\[+\.\.\.'?"),
        ('print(\'{"ok": false, "message": "no idea"}\', flush=True)', r"an error message: 'no idea'"),
        ("print('{\"ok\": true}', flush=True)", r"an answer without a move"),
        ('print(\'{"ok": true, "move": "zz"}\', flush=True)', r"an unknown move: 'zz'"),
        ('print(\'{"ok": true, "move": "l@a1"}\', flush=True)', r"illegal move 'l@a1': .* \(tink [34]\.[125]\)"),
    ],
)
def test_5_3_a_program_with_a_fault_loses_that_game(tmp_path: Path, answer: str, why: str) -> None:
    """The reason is shown, and the match continues."""
    patience = "1" if "sleep" in answer else "60"
    first, second = match("tink", program(tmp_path, answer), "random", "-n", "2", "--move-time", patience)["bots"]
    assert (first["won"], second["won"]) == (0, 2)
    assert sum(first["faults"].values()) == 2
    assert all(re.fullmatch(why, told) for told in first["faults"]), first["faults"]


@pytest.mark.parametrize(
    ("command", "why"), [("/no/such/program", "No such file or directory"), ("'", "No closing quotation"), (" ", "")]
)
def test_5_3_a_program_that_does_not_start_loses(command: str, why: str) -> None:
    """Just as one that ends at once."""
    first, _ = match("tink", f"cmd:{command}", "random", "-n", "1")["bots"]
    (told,) = first["faults"]
    assert told.startswith("it does not start: ")
    assert why in told


def test_5_3_a_table_of_three_continues_without_it(tmp_path: Path) -> None:
    """Two play on."""
    described = match("tink", program(tmp_path, "sys.exit(1)"), "normal", "random", "-n", "2")
    assert [bot["won"] for bot in described["bots"]] == [0, 2, 0]
    assert described["reasons"] == {"line": 2}


def test_5_3_the_table_names_the_fault(tmp_path: Path) -> None:
    """In a sentence below it."""
    done = call("arena", "tink", program(tmp_path, "sys.exit(3)"), "random", "-n", "2")
    assert "lost 2 games by its own fault: it ended, exit code 3 (2)." in " ".join(done.stdout.split())


def test_5_4_the_program_of_the_spec_plays(tmp_path: Path) -> None:
    """The program of the page, with another name of the command."""
    page = SPEC.read_text("utf-8").split("## 5 A program that plays\n")[1].split("takes the first legal\nmove:\n")[1]
    text = page.replace("\n    ", "\n").strip().replace('["p2pgame", ', f"[{sys.executable!r}, '-c', {CODE!r}, ")
    script = tmp_path / "first.py"
    script.write_text(text, "utf-8")
    entrant = f"cmd:{shlex.join([sys.executable, str(script)])}"
    first, second = match("ten", entrant, "random", "-n", "1")["bots"]
    assert (first["faults"], second["faults"]) == ({}, {})


def test_ctrl_c_ends_the_match_at_once_and_all_programs_with_it(tmp_path: Path) -> None:
    """Each would otherwise think for an hour."""
    thinking = f"open({str(tmp_path)!r} + f'/{{os.getpid()}}.pid', 'w').close(); time.sleep(3600)"
    entrant = program(tmp_path, thinking)
    with Terminal("arena", "tink", entrant, entrant, "-n", "100", "--move-time", "3600", "--workers", "2") as terminal:
        terminal.until("/100")
        ends = monotonic() + 60
        while len(list(tmp_path.glob("*.pid"))) < 2:
            assert monotonic() < ends
            sleep(0.1)
        terminal.type("\x03")
        printed, code = terminal.rest()
    assert code == ExitCode.INTERRUPTED
    assert "Tink: 0 games" in printed
    for file in tmp_path.glob("*.pid"):
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.stem), 0)
