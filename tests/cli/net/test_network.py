"""People at a network table: real processes, real sockets, over loopback."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from p2pgame.p2p.link.strangers import STRANGERS

from ..at_terminal import Terminal
from ..peers import SECONDS, Peer, hosted, ran, running
from ..unwrapped import unwrapped


@pytest.mark.parametrize("game", ["tink", "tetris"])
def test_host_and_join_with_a_code_play_to_the_end(tmp_path: Path, game: str) -> None:
    """Two processes, a bot on each seat; equal logs that verify and replay."""
    host, address = hosted(tmp_path / "ada", game, "--auto", "normal")
    code = host.wait_for(r"Code: (\S+)")[1]
    guest = Peer(tmp_path / "ben", "join", address, "--code", code, "--auto", "normal", "--name", "Ben")
    with running(host, guest):
        assert (host.end(), guest.end()) == (0, 0), host.output + guest.output
    for peer in (host, guest):
        assert re.search("win[s! ]|share the victory|Nobody wins", peer.output)
        assert "The log is" in peer.output
    (one,), (two,) = host.logs, guest.logs
    verified = ran(tmp_path, "verify", str(one), str(two))
    assert verified.returncode == 0
    assert "Both logs hold the same history." in verified.stdout
    replayed = ran(tmp_path, "replay", str(one))
    assert replayed.returncode == 0
    assert "The game is over" in replayed.stdout


def test_people_play_by_typing_lines(tmp_path: Path) -> None:
    """Each builds a line of its own; the first one wins. Commands, slips and forgiven spellings in between."""
    host, address = hosted(tmp_path / "ada", "tink", "--open")
    guest = Peer(tmp_path / "ben", "join", address, "--name", "Ben")
    with running(host, guest):
        for peer, row in ((host, 3), (guest, 6)):
            peer.type(
                "legal", "nonsense", f"S @ C{row}", "undo", f"s@d{row}", f"s@d{row}", "who", f"s@e{row}", f"s@f{row}"
            )
        assert (host.end(), guest.end()) == (0, 0), host.output + guest.output
    for peer in (host, guest):
        assert "'nonsense' is neither a move nor a command" in peer.output
        assert "there is no undo" in peer.output
        assert "four in a row" in peer.output


def test_commands_of_a_network_table(tmp_path: Path) -> None:
    """Rules are shown while the table continues; an empty line of chat is not sent; a leaving player sees the way back,
    and the links that end by leaving are no news."""
    host, address = hosted(tmp_path / "ada", "tink", "--open", "--auto", "random")
    guest = Peer(tmp_path / "ben", "join", address, "--name", "Ben")
    with running(host, guest):
        guest.type("rules", "say", "say hello", "who", "hint", "quit")  # a hint is about a question: it waits for one
        assert guest.end() == 3, guest.output
        host.wait_for("<Ben> hello")
        assert "<Ben> \n" not in host.output
    assert "# Tink" in guest.output
    assert "Add a text" in guest.output
    assert re.search(r"^Ben: you$", guest.output, re.MULTILINE)
    assert re.search(r"^You: [0-9]s", guest.output, re.MULTILINE), "the players are named beside their facts"
    assert f"`p2pgame resume {guest.logs[0]}`" in guest.output
    assert "Ada is away" not in guest.output


def test_commands_of_an_idle_player_are_answered(tmp_path: Path) -> None:
    """Though lines come by a pipe: commands are obeyed at once, and a move typed ahead waits for its question."""
    host, address = hosted(tmp_path / "ada", "tink", "--open", "--name", "Ada")
    guest = Peer(tmp_path / "ben", "join", address, "--name", "Ben")
    with running(host, guest):
        for peer, other in ((host, "Ben"), (guest, "Ada")):
            peer.wait_for("First to play")
            peer.type("who", "drop nobody")
            peer.wait_for(f"{other}: connected")
            peer.wait_for("There is no 'nobody' here")
            told, *_ = peer.output.partition("is away")  # as a slow machine may say, and then that somebody is back
            assert f"{other} is here" not in told, "the lobby has shown it"
        for peer in (host, guest):  # only now: a greeting that comes before a line waited for is passed over
            peer.type("say hello")
        for peer, other in ((host, "Ben"), (guest, "Ada")):
            peer.wait_for(f"<{other}> hello")
        guest.type("s@d4")
        host.type("s@c3")
        host.wait_for("Ben: small stone on d4|You: small stone on c3")
        host.wait_for("Ben: small stone on d4|You: small stone on c3")
        guest.type("quit")
        host.type("quit")
        assert (host.end(), guest.end()) == (3, 3)


def test_a_table_with_three_processes_and_a_bot(tmp_path: Path) -> None:
    """Full mesh of four peers, one of them a bot inside of the host's process."""
    host, address = hosted(tmp_path / "ada", "tink", "--open", "--seats", "4", "--bots", "1:random", "--auto", "random")
    guests = [Peer(tmp_path / name, "join", address, "--auto", "random", "--name", name) for name in ("ben", "cleo")]
    with running(host, *guests):
        assert [peer.end() for peer in (host, *guests)] == [0, 0, 0]
    verified = ran(tmp_path, "verify", *(str(log) for peer in (host, *guests) for log in peer.logs))
    assert verified.returncode == 0
    assert "All 3 logs hold the same history." in verified.stdout


def test_a_wrong_code_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """On the guest's screen and on the host's; the lobby continues."""
    host, address = hosted(tmp_path / "ada", "tink", "--auto", "random")
    code = host.wait_for(r"Code: (\S+)")[1]
    wrong = "3-amber-otter" if not code.startswith("3") else "4-amber-otter"
    with running(host):
        refused = ran(tmp_path / "ben", "join", address, "--code", wrong, "--auto", "random")
        assert refused.returncode == 1
        assert "code" in refused.stderr
        assert "Traceback" not in refused.stderr
        host.wait_for("Somebody could not join: .*code")
        guest = Peer(tmp_path / "ben", "join", address, "--code", code, "--auto", "random")
        assert (guest.end(), host.end()) == (0, 0)


def test_a_guest_with_a_code_refuses_a_table_without_one(tmp_path: Path) -> None:
    """To play or to watch: both screens say so in a sentence, and no name was sent."""
    host, address = hosted(tmp_path / "ada", "tink", "--open", "--auto", "random")
    with running(host):
        for command in ("join", "watch"):
            refused = ran(tmp_path / "ben", command, address, "--code", "7-amber-otter", "--name", "Ben")
            assert refused.returncode == 1
            assert "This host asked for no code, but the chosen table has one" in unwrapped(refused.stderr)
            assert "join by that address without a code" in unwrapped(refused.stderr)
        host.wait_for("Somebody could not join: the other side says: this host asked for no code")
        guest = Peer(tmp_path / "ben", "join", address, "--auto", "random")
        assert (guest.end(), host.end()) == (0, 0)
    assert "Ben " not in host.output


def test_a_code_may_be_typed_at_the_prompt(tmp_path: Path) -> None:
    """And a slip of the finger is asked again without spending a guess."""
    host, address = hosted(tmp_path / "ada", "tink", "--auto", "random")
    code = host.wait_for(r"Code: (\S+)")[1]
    guest = Peer(tmp_path / "ben", "join", address, "--auto", "random")
    with running(host, guest):
        guest.type("hello", code.upper().replace("-", " "))
        assert guest.end() == 0, guest.output
        assert host.end() == 0


def _wrong(code: str) -> str:
    """A code that could be one, and is not that of the table."""
    return "4-amber-otter" if code.startswith("3") else "3-amber-otter"


def test_a_wrong_code_at_a_terminal_is_asked_for_again(tmp_path: Path) -> None:
    """Also if it was given on the command line; the third guess is still one of those that a table allows."""
    host, address = hosted(tmp_path / "ada", "tink", "--auto", "random")
    code = host.wait_for(r"Code: (\S+)")[1]
    words = ("join", address, "--plain", "--auto", "random", "--code", _wrong(code))
    with running(host), Terminal(*words, P2PGAME_HOME=str(tmp_path / "ben")) as guest:
        guest.until("That is not the code of this table")
        guest.until("Code: ")
        guest.type(f"{_wrong(code)}\r")
        guest.until("That is not the code of this table")
        guest.until("Code: ")
        guest.type(f"{code}\r")
        assert guest.rest()[1] == 0
        assert host.end() == 0
    assert "a new code" not in host.output


def test_a_guest_types_a_code_during_a_flood_and_comes_in(tmp_path: Path) -> None:
    """Its connection is the oldest of those that have not come in, so it is the first to make room. The code is not
    asked for twice."""
    host, address = hosted(tmp_path / "ada", "tink", "--auto", "random")
    code = host.wait_for(r"Code: (\S+)")[1]
    where, port = address.rsplit(":", 1)
    words = ("join", address, "--plain", "--auto", "random")
    with running(host), Terminal(*words, P2PGAME_HOME=str(tmp_path / "ben")) as guest, ExitStack() as open_until_then:
        guest.until("Code: ")
        flood = [socket.create_connection((where, int(port)), SECONDS) for _ in range(STRANGERS + 1)]
        for connection in flood:
            open_until_then.enter_context(connection)
        assert flood[0].recv(1) == b""  # so the guest's, which is older, is cut as well
        guest.type(f"{code}\r")
        told, ended = guest.rest()
        assert (ended, host.end()) == (0, 0)
    assert "Code: " not in told


def test_three_wrong_codes_are_enough(tmp_path: Path) -> None:
    """It ends with a sentence that says what to do, and the table has a new code."""
    host, address = hosted(tmp_path / "ada", "tink", "--auto", "random")
    code = host.wait_for(r"Code: (\S+)")[1]
    for command in ("join", "watch"):
        with Terminal(command, address, "--plain", P2PGAME_HOME=str(tmp_path / "ben")) as guest:
            for _ in range(3):
                guest.until("Code: ")
                guest.type(f"{_wrong(code)}\r")
            told, ended = guest.rest()
        assert ended == 1
        assert "Read it from the host's screen" in unwrapped(told)
        code = host.wait_for(r"Code: (\S+)")[1]
    host.kill()


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["join", "127.0.0.1:1"], 1, "nobody listens"),
        (["join", "127.0.0.1:99999"], 2, "is not a port"),
        (["host", "tink", "--seats", "9"], 2, "2 to 4 seats"),
        (["host", "tink", "--seats", "1"], 2, "p2pgame play tink"),
        (["host", "tink", "--bots", "2", "--seats", "2"], 2, "no seat for you at a table of 2"),
        (["host", "tink", "--bots", "x"], 2, "--bots takes a number"),
        (["host", "tink", "--bind", "203.0.113.7"], 1, "does not have the address"),
        (["host", "tink", "--bind", "localhost"], 2, "an IP address"),
        (["verify", "/nonexistent"], 2, "cannot be read"),
        (["replay", "/nonexistent"], 2, "cannot be read"),
        (["verify", __file__], 2, "not a p2pgame log"),
        (["replay", __file__], 2, "not a p2pgame log"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_gets_one_sentence_and_a_code(tmp_path: Path, words: list[str], code: int, says: str) -> None:
    """No traceback for anything that a user can cause."""
    done = ran(tmp_path, *words)
    assert done.returncode == code, done.stdout + done.stderr
    assert says.lower() in (done.stdout + done.stderr).lower()
    assert "Traceback" not in done.stderr


def test_the_others_read_that_a_default_move_came_from_the_clock(tmp_path: Path) -> None:
    """Nobody types: the late player knows it, and the other concludes it. The clocks are real, so the test takes four
    seconds at most."""
    host, address = hosted(tmp_path / "ada", "tink", "--open", "--turn-time", "2")
    guest = Peer(tmp_path / "ben", "join", address, "--name", "Ben")
    with running(host, guest):
        host.wait_for("^Ben: time is up, so this is the default move.$")
        host.wait_for("^Ben: ")
        guest.wait_for("^You ran out of time.$")
        host.kill()


def test_a_late_player_reads_the_next_question_too(tmp_path: Path) -> None:
    """The input is a pipe on which nothing comes: the first question lapses unanswered. Two turns take some seconds."""
    host, address = hosted(tmp_path / "ada", "tink", "--open", "--turn-time", "2")
    guest = Peer(tmp_path / "ben", "join", address, "--name", "Ben")
    with running(host, guest):
        for peer in (host, guest):
            for line in ("then this is played", "^You ran out of time.$", "then this is played"):
                peer.wait_for(line)


def test_a_sentence_names_a_port_in_use(tmp_path: Path) -> None:
    """The sentence has advice."""
    host, address = hosted(tmp_path / "ada", "tink", "--open")
    port = address.rpartition(":")[2]
    with running(host):
        done = ran(tmp_path / "ben", "host", "tink", "--open", "--bind", "127.0.0.1", "--port", port)
        assert done.returncode == 1
        assert f"Port {port} is in use" in done.stderr


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    """It says what to run."""
    key = tmp_path / "default" / "identity.key"
    key.parent.mkdir(parents=True)
    key.write_bytes(bytes(32))
    key.chmod(0o644)
    done = ran(tmp_path, "join", "127.0.0.1:1")
    assert done.returncode == 1
    assert "chmod 600" in done.stderr


def test_the_same_key_cannot_sit_twice(tmp_path: Path) -> None:
    """It says to use another profile."""
    host, address = hosted(tmp_path / "ada", "tink", "--open")
    with running(host):
        done = ran(tmp_path / "ada", "join", address)
        assert done.returncode == 1
        assert "profile" in done.stderr


def test_ctrl_c_leaves_cleanly(tmp_path: Path) -> None:
    """In the lobby, with exit code 130."""
    host, _ = hosted(tmp_path / "ada", "tink", "--open")
    with running(host):
        host.process.send_signal(signal.SIGINT)
        assert host.end() == 130, host.output
    assert "Traceback" not in host.output


def test_demo_shows_everything(tmp_path: Path) -> None:
    """Peers, boards, verification, equal logs."""
    done = ran(tmp_path, "demo", "tink", "--seats", "2", "--fast")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Both logs hold the same history." in done.stdout
    assert done.stdout.count("fair and intact") == 2


@pytest.mark.parametrize("limit", [4000, 8000])
def test_a_demonstration_on_a_full_disk_ends_with_a_sentence(tmp_path: Path, limit: int) -> None:
    """When the log of one peer is full, no other peer is waited for."""
    code = (  # bytecode that is cut off at the limit would break the next import
        "import resource, sys; sys.dont_write_bytecode = True; "
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit})); "
        "from p2pgame.p2p.table import runner; runner.LINGER = 0; "
        "from p2pgame.cli.main import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "demo", "ten", "--fast"],
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
        env=os.environ | {"P2PGAME_HOME": str(tmp_path)},
    )
    assert done.returncode == 1
    assert re.search(r"Error: (The log )?\S+ cannot be written( any further)?: File too large\.", done.stderr)


def test_resume_names_only_logs(tmp_path: Path) -> None:
    """A file that is not there is not recommended for checking."""
    done = ran(tmp_path, "resume", str(tmp_path / "nothing"))
    assert done.returncode == 2
    assert "cannot be read" in done.stderr
    assert "The log is" not in done.stdout
