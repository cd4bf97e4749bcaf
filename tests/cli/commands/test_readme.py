"""Every command of README.md is run as it is written there: with a game, a log or an address in place of a capital."""

from __future__ import annotations

import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from p2pgame.cli.system.exits import ExitCode

from ...imports import ROOT
from ..at_terminal import Terminal
from ..peers import Peer, hosted, running
from ..running import call
from ..screen.logged import log_of

README = (ROOT / "README.md").read_text(encoding="utf-8")

_BLOCK = re.compile(r"(?m)^ {4,}(?=git |cd |uv )(.*)$")
_CODE = re.compile(r"`((?:uv run )?(?:p2pgame(?: [^`]*)?|uv sync [^`]*))`")


def commands() -> Iterator[str]:
    """The command lines of the page, without their remarks, each once."""
    lines = [*_BLOCK.findall(README), *_CODE.findall(README)]
    yield from dict.fromkeys(line.split(" #")[0].strip().removeprefix("uv run ") for line in lines)


@dataclass(frozen=True, slots=True)
class Try:
    """A command that ends by itself, given lines to read."""

    says: str
    typed: str = ""
    code: ExitCode = ExitCode.OK


@dataclass(frozen=True, slots=True)
class Hosts:
    """A command that opens a table and waits; it is stopped."""

    says: str


LEFT = ExitCode.UNFINISHED

TRIED: Mapping[str, Try | Hosts] = {
    "p2pgame": Try("Commands:"),  # at a terminal the menu: below
    "p2pgame learn tink": Try("Learn Tink", code=LEFT),
    "p2pgame play tink": Try("You left the game", "quit\n"),
    "p2pgame demo": Try("All 3 logs hold the same history."),
    "p2pgame host tink": Hosts("Code: "),
    "p2pgame doctor": Try(""),
    "p2pgame games": Try("tentricks"),
    "p2pgame rules GAME": Try("# Tink"),
    "p2pgame rules tink 3.1": Try("3.1 The first stone"),
    "p2pgame host tetris --seats 3 --bots 1": Hosts("2 seats are free|1 seat is free"),
    "p2pgame host te-trix --turn-time 60": Hosts("60 seconds"),
    "p2pgame host tink --takebacks": Hosts("takebacks"),
    "p2pgame host ten --open": Hosts("Join from another machine"),
    "p2pgame learn GAME --again": Try("Learn Tink", code=LEFT),
    "p2pgame play ten --seats 1": Try("You left the game", "quit\n"),
    "p2pgame play tink --humans 2 --names Ada,Ben": Try("Ada", "quit\n"),
    "p2pgame tables": Try(""),
    "p2pgame resume LOG": Try("no seat for you", code=ExitCode.FAILED),
    "p2pgame replay LOG": Try("The game is over"),
    "p2pgame verify LOG": Try("fair and intact"),
    "p2pgame replay LOG --html FILE": Try(""),
    "p2pgame replay LOG --analyse": Try(""),
    "p2pgame join": Try("tables", code=ExitCode.FAILED),
    "p2pgame watch": Try("tables", code=ExitCode.FAILED),
    "p2pgame engine GAME": Try('"ok": true', "new 2\nquit\n"),
    "p2pgame --profile ben play tink": Try("You left the game", "quit\n"),
}
"""Command to the attempt that is made."""

BY_TWO = {"p2pgame join 192.168.1.20:52345", "p2pgame watch 192.168.1.20", "p2pgame resume"}
"""Commands that need another machine: two people play by them below."""

AFTER_A_GAME = {"p2pgame history", "p2pgame replay 1"}
"""Commands about games that have been played."""

FIRST = {"git clone ADDRESS p2pgame", "cd p2pgame"}
"""The lines with which everybody begins."""

ARENA = "p2pgame arena tink easy normal cmd:./mybot --seats 2"

LEARNING = "uv sync --extra rl"


def test_each_command_of_the_page_is_tried() -> None:
    """A new command needs a line above, and an old one has no line left."""
    assert set(commands()) == {*TRIED, *BY_TWO, *AFTER_A_GAME, *FIRST, ARENA, LEARNING}


def words_of(line: str, folder: Path) -> list[str]:
    """The words behind `p2pgame`, with a game, a log and a file of its own in place of the capitals."""
    known = {"GAME": "tink", "LOG": str(log_of("tink")), "FILE": str(folder / "FILE")}
    return [known.get(word, word) for word in shlex.split(line)[1:]]


SLOW = frozenset(("p2pgame doctor", "p2pgame join", "p2pgame watch", "p2pgame tables", "p2pgame replay LOG --analyse"))
"""Commands that look for tables, or think, for many seconds: they have tests of their own, which wait less."""


def _param(line: str) -> ParameterSet:
    return pytest.param(line, marks=pytest.mark.long if line in SLOW else ())


@pytest.mark.timeout(600)
@pytest.mark.parametrize("line", [_param(line) for line, tried in TRIED.items() if isinstance(tried, Try)])
def test_a_command_works_as_the_page_says(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody sits at a terminal; the demonstration is a whole game, which takes some seconds."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    tried = TRIED[line]
    assert isinstance(tried, Try)
    done = call(*words_of(line, tmp_path), typed=tried.typed)
    assert re.search(tried.says, done.stdout + done.stderr), done.stdout + done.stderr
    assert done.returncode == tried.code, done.stdout + done.stderr


def test_a_game_that_was_played_is_listed_and_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that was left."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    call("play", "tink", "--humans", "2", "--names", "Ada,Ben", typed="s@d4\nquit\n")
    listed = call("history")
    assert "Tink" in listed.stdout, listed
    assert "Ben" in listed.stdout, listed
    replayed = call("replay", "1")
    assert "small stone on d4" in replayed.stdout, replayed


@pytest.mark.parametrize("line", [line for line, tried in TRIED.items() if isinstance(tried, Hosts)])
def test_a_command_opens_a_table(line: str, tmp_path: Path) -> None:
    """On loopback here, and unannounced; it waits for guests until it is stopped."""
    tried = TRIED[line]
    assert isinstance(tried, Hosts)
    here = ("--bind", "127.0.0.1", "--port", "0", "--no-announce")
    host = Peer(tmp_path, *words_of(line, tmp_path), *here)
    with running(host):
        host.wait_for(tried.says)


def test_two_people_play_as_the_page_says_step_by_step(tmp_path: Path) -> None:
    """The host reads the code out, the friend types it; somebody watches; the friend goes and comes back."""
    host, address = hosted(tmp_path / "host", "tink")
    code = host.wait_for(r"Code: (\S+)")[1]
    friend = Peer(tmp_path / "friend", "join", address)
    with running(host, friend):
        friend.type(code)
        host.wait_for("First to play")
        looker = Peer(tmp_path / "looker", "watch", address)
        with running(looker):
            looker.type(code)
            looker.wait_for("First to play")
        friend.kill()
        host.wait_for("is away")
        again = Peer(tmp_path / "friend", "resume")
        with running(again):
            host.wait_for("is here")


def test_the_first_three_lines_work_as_they_stand(tmp_path: Path) -> None:
    """In a clone of the last commit, which `uv run` installs; then the first start asks for a name.

    The clone uses the libraries that are here: a machine without a network has no others.
    """
    clone, change, start = _BLOCK.findall(README)[:3]
    assert (change, start) == ("cd p2pgame", "uv run p2pgame")
    subprocess.run([*clone.split(" #")[0].replace("ADDRESS", str(ROOT)).split()], cwd=tmp_path, check=True)
    assert (tmp_path / "p2pgame" / "pyproject.toml").is_file()
    with Terminal(P2PGAME_HOME=str(tmp_path / "home")) as terminal:
        terminal.until("be called")
        terminal.type("Ada\r")
        terminal.until("Learn")


def block(page: str, start: str) -> str:
    """The indented block of a page that begins with these words."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(f"    {start}"))
    indented = itertools.takewhile(lambda line: not line or line.startswith("    "), lines[first:])
    return "\n".join(line[4:] for line in indented) + "\n"


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_the_arena_plays_a_program_as_the_page_says(tmp_path: Path) -> None:
    """The program is the one of `spec/engine-line.md`."""
    program = tmp_path / "mybot"
    program.write_text(f"#!{sys.executable}\n" + block("spec/engine-line.md", "import json, subprocess, sys"), "utf-8")
    program.chmod(0o755)
    commands = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        shlex.split(ARENA),
        cwd=tmp_path,
        env=os.environ | {"P2PGAME_HOME": str(tmp_path / "home"), "PATH": commands},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == ExitCode.OK, done
    assert re.search(r"cmd:./mybot +200 ", done.stdout), done.stdout
    assert "by its own fault" not in done.stdout, done.stdout


class Clone:
    """A fresh clone in which `uv` installs what a command needs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "p2pgame"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(self._folder)], check=True)
        inherited = {name: of for name, of in os.environ.items() if not name.startswith(("VIRTUAL_ENV", "UV_PROJECT"))}
        self._environment = inherited | {"P2PGAME_HOME": str(folder / "home")}

    def run(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command there, with lines to read."""
        return subprocess.run(
            words,
            cwd=self._folder,
            env=self._environment,
            input=typed,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


NEEDS_UV = pytest.mark.skipif(shutil.which("uv") is None, reason="needs uv")


@pytest.mark.long
@pytest.mark.timeout(1200)
@NEEDS_UV
def test_uv_run_works_in_a_fresh_clone(clone: Clone, tmp_path: Path) -> None:
    """It fetches the libraries, builds the program, and runs the page's commands that end by themselves."""
    for line, tried in TRIED.items():
        if isinstance(tried, Try):
            done = clone.run("uv", "run", "p2pgame", *words_of(line, tmp_path), typed=tried.typed)
            assert done.returncode == tried.code, (line, done.stdout, done.stderr)
            assert re.search(tried.says, done.stdout + done.stderr), line


@pytest.mark.long
@pytest.mark.timeout(1200)
@NEEDS_UV
def test_the_environments_work_in_a_fresh_clone(clone: Clone) -> None:
    """The command installs the libraries, and the example of `docs/adapters.md` plays a game."""
    assert LEARNING in (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
    installed = clone.run(*shlex.split(LEARNING))
    assert installed.returncode == 0, installed.stderr
    done = clone.run("uv", "run", "python", "-c", block("docs/adapters.md", "from p2pgame.engine.games"))
    assert done.returncode == 0, done.stderr


def test_the_pictures_of_the_page_are_there() -> None:
    """The first of them before anything else is explained."""
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)
    assert README.index("![") < README.index("## ")
