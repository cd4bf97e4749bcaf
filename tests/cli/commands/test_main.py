"""The program as a whole: quick help, one sentence for each error, exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from p2pgame.cli.main import COMMANDS, app
from p2pgame.cli.profile import person
from p2pgame.cli.saves.logs import logs_of, named_or_only
from p2pgame.cli.system.exits import ExitCode, Misused
from p2pgame.engine.games import load
from p2pgame.p2p.store.addressbook import Book
from p2pgame.p2p.store.home import Home
from p2pgame.p2p.store.journal_file import journal_path
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.seat_session import SeatSession

from ...protocol.people import genesis, identity
from ..running import CODE, call, run
from ..screen.logged import log_of
from ..unwrapped import unwrapped

HEAVY = ("numpy", "trio", "textual", "rich", "cryptography", "zeroconf", "importlib.metadata")


HEAVY_FOR_HELP = ("trio", "textual", "rich", "cryptography", "zeroconf", "spake2", "ifaddr", "asyncio")


def _imported_by(heavy: tuple[str, ...], *asked: tuple[str, ...]) -> tuple[str, str]:
    """The output of commands that run one after another in one process, and the heavy modules that they imported."""
    code = f"""
import sys
from p2pgame.cli.main import main
for words in {asked!r}:
    sys.argv = ["p2pgame", *words]
    try:
        main()
    except SystemExit:
        pass
    print(words, [name for name in {heavy!r} if name in sys.modules], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    return done.stdout, done.stderr


def test_help_imports_nothing_heavy() -> None:
    """`p2pgame --help` starts about as fast as click does."""
    told, brought = _imported_by(HEAVY, ("--help",))
    assert "Commands:" in told
    assert brought.endswith("[]\n")


def test_help_of_a_command_imports_nothing_that_only_the_command_needs() -> None:
    """Neither the network nor signatures nor the whole screen."""
    told, brought = _imported_by(HEAVY_FOR_HELP, *((command, "--help") for command in COMMANDS))
    assert told.count("Usage:") == len(COMMANDS)
    assert [line for line in brought.splitlines() if not line.endswith("[]")] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    """`--help` of each command ends with something to copy."""
    result = CliRunner().invoke(app, [command, "--help"])
    assert result.exit_code == ExitCode.OK
    assert "Example" in result.output
    assert f"p2pgame {command} " in result.output.split("Example")[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_list_of_commands_agrees_with_their_help(command: str) -> None:
    """Each command is in the list of `p2pgame --help`."""
    result = CliRunner().invoke(app, ["--help"])
    assert f"  {command} " in result.output


def test_without_a_command_help_is_printed() -> None:
    """`p2pgame` alone is no mistake."""
    done = call()
    assert done.returncode == ExitCode.OK
    assert "Commands:" in done.stdout


def test_version() -> None:
    """The name and a number."""
    done = call("--version")
    assert done.returncode == ExitCode.OK
    assert done.stdout.startswith("p2pgame 0.")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["ruls", "tink"], "Error: There is no command 'ruls'. Did you mean `p2pgame rules`?\n"),
        (["rules", "tinkk"], "Error: There is no game 'tinkk'. Did you mean tink? The games are "),
        (["rules"], "Error: Missing argument 'GAME'. The games are "),
        (["games", "--jsn"], "Error: No such option '--jsn'"),
        (
            ["--profile", "../up", "games"],
            "Error: A profile's name is made of letters, digits, - and _, not '../up'.\n",
        ),
        (["rules", "\udcff"], "Error: There is no game '\\udcff'. The games are "),
    ],
)
def test_a_mistake_gets_one_sentence_and_exit_code_2(words: list[str], sentence: str) -> None:
    """The sentence names the mistake and the right form; standard output stays empty."""
    done = call(*words)
    assert done.returncode == ExitCode.USAGE
    assert done.stderr.startswith(sentence)
    assert done.stdout == ""


def test_shells_complete_commands_and_games() -> None:
    """As the scripts of click ask for them."""
    asked = {"_P2PGAME_COMPLETE": "bash_complete", "COMP_CWORD": "2"}
    assert run(COMP_WORDS="p2pgame play te", **asked).stdout.split() == [
        "plain,tentricks",
        "plain,ten",
        "plain,te-trix",
        "plain,tetris",
    ]
    asked["COMP_CWORD"] = "1"
    assert run(COMP_WORDS="p2pgame ru", **asked).stdout.split() == ["plain,rules"]


@pytest.mark.parametrize("words", [("rules", "tink"), ("--help",), ("host", "--help"), ("--version",)])
def test_a_reader_that_goes_away_ends_the_program_quietly(words: tuple[str, ...]) -> None:
    """`p2pgame rules tink | true` says nothing about pipes. The reader has gone before anything is printed."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as gone:
        done = subprocess.run([sys.executable, "-c", CODE, *words], stdout=gone, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (ExitCode.PIPE_CLOSED, b"")


def test_a_profile_before_the_command_holds_for_all_of_them() -> None:
    """For settings, and as the default of commands that take a profile of their own."""
    before = person.profile()
    try:
        done = call("--profile", "ada", "join", "--help")
        assert "[default: ada]" in unwrapped(done.stdout)
        assert person.profile() == "ada"
    finally:
        person.play_as(before)


def test_each_log_gets_its_verdict_independently_of_the_others(tmp_path: Path) -> None:
    """The worst counts for the exit code; only logs are compared."""
    good = log_of("tink")
    done = call("verify", str(good), __file__, str(tmp_path / "none"), str(tmp_path), str(good))
    assert done.returncode == ExitCode.USAGE
    verdicts = [line for line in done.stdout.splitlines() if not line.startswith(" ") and ": " in line]
    assert len(verdicts) == 5
    assert done.stdout.count("cannot be read") == 2
    assert "Both logs hold the same history." in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        (
            "host",
            "tink",
            "--bots",
            "1:random",
            "--auto",
            "random",
            "--bind",
            "127.0.0.1",
            "--port",
            "0",
            "--no-announce",
        ),
        ("demo", "tink", "--fast"),
    ],
    ids=["table", "demo"],
)
def test_a_reader_that_goes_away_ends_a_table_of_the_network_quietly(words: tuple[str, ...], tmp_path: Path) -> None:
    """`p2pgame host tink | head -1`, at any moment; nobody is left to be shown where the log is.

    The pipe is small, so that a table cannot come to its end before its reader has gone.
    """
    with subprocess.Popen(
        [sys.executable, "-c", CODE, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pipesize=4096,
        env=os.environ | {"P2PGAME_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == ExitCode.PIPE_CLOSED


LONG = "x" * 5000


@pytest.mark.parametrize(
    "words",
    [
        (LONG,),
        ("rules", LONG),
        ("play", LONG),
        ("play", "tink", "-o", LONG),
        ("play", "tink", "-o", f"{LONG}=1"),
        ("play", "tentricks", "-o", f"bar={LONG}"),
        ("play", "tink", "--names", f"{LONG},{LONG}"),
        ("host", "tink", "--bots", LONG),
        ("host", "tink", "--bots", f"1:{LONG}"),
        ("host", "tink", "--bind", LONG),
        ("host", "tink", "--profile", f"/{LONG}"),
    ],
    ids=lambda words: " ".join(words)[:24],
)
def test_typed_text_is_repeated_only_in_part(words: tuple[str, ...]) -> None:
    """A refusal of a long word stays a sentence."""
    done = call(*words)
    assert done.returncode in (ExitCode.USAGE, ExitCode.FAILED)
    assert 0 < len(done.stderr) < 1000
    assert "x" * 60 not in done.stderr


def test_without_a_log_resume_says_which_tables_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No table, one (which is taken), several."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    logs = Home.of("default").logs
    logs.mkdir(parents=True, exist_ok=True)
    with pytest.raises(Misused, match="No unfinished network game in"):
        named_or_only(None, "default")
    for number in range(5):
        log = logs / f"2026-11-2{number}-tink-00000000.p2plog"
        log.write_bytes(b"")
        if number != 1:
            journal_path(log).write_bytes(b"")
        if number == 0:
            assert named_or_only(None, "default") == log
            assert named_or_only(tmp_path, "default") == tmp_path
    with pytest.raises(Misused) as several:
        named_or_only(None, "default")
    named = [f"2026-11-2{number}" in str(several.value) for number in range(5)]
    assert named == [False, False, True, True, True]


def test_a_table_left_before_the_first_decision_waits_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has begun, and this seat has said nothing yet; one that was watched does not wait."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    keeping, tink = LogLocation(Home.of("default").logs), load("tink")
    whole = genesis(tink, 2)
    keeping.open(whole, tink).close()
    left = SeatSession.new(identity(0), whole, tink, Book(), keeping, lambda _news: None).live.log
    left.close()
    assert len(logs_of("default")) == 2
    assert named_or_only(None, "default") == left.path
