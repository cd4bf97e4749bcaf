"""Odd accounts, odd folders and logs of other programs: each command says in a sentence what is wrong."""

from __future__ import annotations

import io
import os
import pwd
import sys
from collections.abc import Callable
from contextlib import redirect_stderr
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from p2pgame.cli.main import main
from p2pgame.cli.profile import person
from p2pgame.cli.saves.logs import describe_log
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.flows.menu import menu
from p2pgame.cli.screen.widgets.picker import Picker
from p2pgame.cli.system.exits import ExitCode
from p2pgame.cli.words.moment import format_moment
from p2pgame.engine.games import load
from p2pgame.p2p.store.home import Home
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.log.format import header

from ...protocol.people import genesis
from ..running import call, run
from ..screen.logged import log_of
from ..screen.piloting import Playing, at_once, run_loop

NETWORK = [
    ("host", "tink", "--no-announce", "--port", "0"),
    ("join", "127.0.0.1:1"),
    ("watch", "127.0.0.1:1"),
    ("resume",),
    ("doctor",),
    ("demo", "tink", "--fast"),
]
"""Commands that need a profile."""

ALONE = [
    ("games",),
    ("rules", "tink"),
    ("play", "tink", "--seed", "1"),
    ("arena", "tink", "random", "random", "-n", "1"),
]
"""Commands that need none."""


@pytest.fixture
def _nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """An account that the system does not list, without a home."""

    def unknown(user: int) -> None:
        raise KeyError(user)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    for name in ("HOME", "XDG_DATA_HOME", "P2PGAME_HOME", "LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    person.play_as("default")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A profile of this test's own, with a key."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    person.play_as("default")
    made = Home.of()
    made.identity()
    return made


@pytest.mark.usefixtures("_nobody")
@pytest.mark.parametrize("words", NETWORK, ids=lambda words: words[0])
def test_without_a_home_folder_a_profile_cannot_be_kept(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence says what to set."""
    monkeypatch.setattr("p2pgame.cli.net.lan.PATIENCE", 0.0)
    done = call(*words)
    assert done.returncode == ExitCode.FAILED
    assert "his account has no home folder: set P2PGAME_HOME to a folder of yours" in done.stderr + done.stdout


@pytest.mark.usefixtures("_nobody")
@pytest.mark.parametrize("words", ALONE, ids=lambda words: words[0])
def test_without_a_home_folder_a_local_game_still_works(words: tuple[str, ...]) -> None:
    """It needs no profile, and the settings are the usual ones."""
    assert call(*words, typed="quit\n").returncode == ExitCode.OK


@pytest.mark.usefixtures("_nobody")
def test_an_account_without_a_name_is_called_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other players see a name that nobody else has."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    done = call("host", "tink", "--bots", "1", "--auto", "easy", "--no-announce", "--port", "0")
    assert done.returncode == ExitCode.OK
    assert "player" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="needs the users of POSIX")
@pytest.mark.parametrize("words", NETWORK[:-1], ids=lambda words: words[0])
def test_a_profile_that_root_has_made_is_named(
    words: tuple[str, ...], home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By every command that needs it, `doctor` first of all; the demonstration has a profile of its own."""
    monkeypatch.setattr("p2pgame.cli.net.lan.PATIENCE", 0.0)
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    if words[0] == "resume":
        (home.logs / "a.p2plog").write_bytes(log_of("tink").read_bytes())
        words = (*words, str(home.logs / "a.p2plog"))
    done = call(*words)
    assert done.returncode == ExitCode.FAILED
    assert f"sudo chown -R 54321 {home.folder}" in done.stderr + done.stdout


@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may list any folder")
@pytest.mark.parametrize("command", ["resume", "doctor"])
def test_a_folder_that_cannot_be_listed_is_reported(home: Home, command: str) -> None:
    """It raised before."""
    home.logs.chmod(0)
    try:
        assert call(command).returncode == ExitCode.FAILED
    finally:
        home.logs.chmod(0o700)


def test_logs_that_cannot_be_listed_are_reported(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """For any user: the system refuses it here."""

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", refuse)
    done = call("resume")
    assert done.returncode == ExitCode.FAILED
    assert done.stderr.startswith(f"Error: The logs in {home.logs} cannot be listed: Permission denied.")


def test_doctor_names_logs_that_this_user_cannot_use(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after one game with `sudo`: the folder is all right, and resuming would fail."""
    (home.logs / "a.p2plog").touch()
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: "p2plog" not in str(path) and access(path, mode))
    monkeypatch.setattr("p2pgame.cli.net.lan.PATIENCE", 0.0)
    done = call("doctor")
    assert done.returncode == ExitCode.FAILED
    assert "1 file in" in done.stdout
    assert "sudo chown -R" in done.stdout


def _strange(path: Path) -> None:
    """Things that may be in the folder of the logs beside logs."""
    os.mkfifo(path / "1-pipe.p2plog")
    (path / "2-folder.p2plog").mkdir()
    (path / "3-nowhere.p2plog").symlink_to("nowhere")
    (path / "4-device.p2plog").symlink_to("/dev/zero")
    (path / "5-empty.p2plog").touch()
    (path / "6-log.p2plog").write_bytes(log_of("tink").read_bytes()[:-2000])  # of a game that continues


@pytest.mark.timeout(60)
@pytest.mark.parametrize(("key", "log"), [("6", "6-log"), ("7", "Ada and Ben; unfinished")])
def test_a_pipe_among_the_logs_does_not_hang_the_menu(home: Home, key: str, log: str) -> None:
    """A pipe was waited for; a log is still found."""
    _strange(home.logs)
    for path in list(home.logs.iterdir()):
        (home.logs / f"{path.name}.peers").touch()

    async def run() -> None:
        app = Full(menu, at_once())
        async with app.run_test(size=(100, 30)) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, Picker))
            await playing.press(key)
            await playing.until(lambda: log in playing.text())
            assert "5-empty" in playing.text()
            for other in ("pipe", "folder", "nowhere", "device"):
                assert other not in playing.text()
            await playing.press("escape", "q")

    run_loop(run())


@pytest.mark.parametrize("words", [("replay",), ("verify",), ("resume",), ("replay", "--json")])
def test_a_log_of_a_game_that_is_not_here_is_one_of_another_version(
    words: tuple[str, ...], tmp_path: Path, home: Home
) -> None:
    """Nobody can say that it is not intact."""
    known = genesis(load("tink"), 2)
    log = tmp_path / "chess.p2plog"
    log.write_bytes(header(Genesis(replace(known.contract, game="chess-3d"), known.entries)))
    done = call(*words, str(log))
    told = done.stdout + done.stderr
    assert done.returncode == ExitCode.USAGE
    assert "is a log of 'chess-3d', a game that this program does not have. Another version of p2pgame wrote it" in told
    assert "intact" not in told


@pytest.mark.parametrize("name", ["evening", "evening.p2plog"])
def test_a_file_name_is_shown_unchanged(name: str, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first letter became a capital at the beginning of a sentence."""
    monkeypatch.chdir(home.folder)
    Path(name).touch()
    done = call("host", "tink", "--no-announce", "--port", "0", "--log", name)
    assert done.returncode == ExitCode.FAILED
    assert f"The file {name} exists" in done.stderr
    assert name.capitalize() not in done.stderr


def test_a_fault_of_the_program_itself_is_a_sentence(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its traceback is saved in a file that only its owner can read."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("p2pgame.cli.commands.games.describe", fail)
    printed = io.StringIO()
    with (
        patch.object(sys, "argv", ["p2pgame", "games", "--json"]),
        redirect_stderr(printed),
        pytest.raises(SystemExit) as end,
    ):
        main()
    assert end.value.code == ExitCode.FAILED
    crash = home.folder / "bug-report.txt"
    assert f"please report it, with {crash}." in printed.getvalue()
    assert "Traceback" not in printed.getvalue()
    assert "in fail" in crash.read_text("utf-8")
    assert crash.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "harm", [lambda home: home.folder.chmod(0o500), lambda home: (home.folder / "bug-report.txt").mkdir()]
)
def test_a_fault_that_cannot_be_saved_is_still_shown(
    home: Home, monkeypatch: pytest.MonkeyPatch, harm: Callable[[Home], None]
) -> None:
    """The sentence still names the kind of fault."""
    harm(home)

    def fail(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("p2pgame.cli.commands.games.describe", fail)
    printed = io.StringIO()
    with (
        patch.object(sys, "argv", ["p2pgame", "games", "--json"]),
        redirect_stderr(printed),
        pytest.raises(SystemExit) as end,
    ):
        main()
    assert end.value.code == ExitCode.FAILED
    assert "p2pgame has crashed (ZeroDivisionError: division by zero)" in printed.getvalue()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("play", "tink", "--save", "x"), "The game cannot be saved in x: No such file or directory."),
        (("host", "tink", "--log", "x", "--no-announce", "--port", "0"), "No log can be written at x: No such file"),
        (("replay", "LOG", "--svg", "x"), "x cannot be written: No such file or directory."),
        (("replay", "x"), "x cannot be read: No such file or directory."),
    ],
)
def test_a_removed_working_folder_stops_nothing(
    words: tuple[str, ...], told: str, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As another window may do; what needs the folder says so, and everything else works."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    done = call(*(str(log_of("tink")) if word == "LOG" else word for word in words))
    assert done.returncode in (ExitCode.FAILED, ExitCode.USAGE)
    assert told in done.stderr
    assert call("play", "tink", "--seed", "1", typed="quit\n").returncode == ExitCode.OK


@pytest.mark.parametrize("seconds", [-1e15, 1e15, 1e300, float("nan")])
def test_a_moment_that_no_calendar_has_is_not_shown(seconds: float) -> None:
    """A disk may say anything of when a file was written."""
    assert format_moment(seconds) == ""


def test_a_log_of_the_far_future_is_listed(home: Home) -> None:
    """Without the time."""
    log = home.logs / "a.p2plog"
    log.write_bytes(log_of("tink").read_bytes())
    try:
        os.utime(log, (1e15, 1e15))
    except OSError:
        pytest.skip("this disk has no such times")
    assert describe_log(log).startswith("Tink: ")


@pytest.mark.parametrize(
    "environment",
    [
        {"COLUMNS": "wide"},
        {"COLUMNS": "-1"},
        {"COLUMNS": "99999999999999999999", "LINES": "99999999999999999999"},
        {"TZ": "No/Where"},
        {"LC_ALL": "xx_YY.none"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"TERM": ""},
        {"PAGER": "/no/such/program"},
        {"P2PGAME_HOME": "/dev/null"},
        {"P2PGAME_HOME": ""},
    ],
    ids=str,
)
def test_odd_variables_harm_no_game(environment: dict[str, str], tmp_path: Path) -> None:
    """With any variables of a shell or a container."""
    done = run("play", "tink", "--seed", "1", typed="quit\n", **{"HOME": str(tmp_path), **environment})
    assert done.returncode == ExitCode.OK
    assert "You left the game" in done.stdout
