"""`p2pgame history`, and logs of games on this machine in `verify` and `replay`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from p2pgame.cli.profile import person
from p2pgame.cli.system.exits import ExitCode
from p2pgame.engine.games import GAMES, load

from ...protocol.log.local_logs import local_log, played, recorded
from ..running import call
from ..screen.logged import log_of


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    person.play_as("default")


def mine(game_id: str, seats: int, moment: int = 0) -> Path:
    """The log of a finished game that the profile has played on this machine."""
    key = person.home().identity()
    path = person.home().logs / f"{game_id}-{seats}.p2plog"
    path.write_bytes(b"".join(recorded(load(game_id), seats, list(played(game_id, seats)), key)))
    os.utime(path, (moment, moment))
    return path


def test_without_games_it_says_how_to_begin() -> None:
    """One sentence."""
    done = call("history")
    assert (done.returncode, done.stdout) == (ExitCode.OK, "No games yet: `p2pgame play` begins one.\n")


def test_games_are_listed_with_players_result_length_and_time() -> None:
    """The last one first; then the records."""
    mine("tink", 2, 1_000_000_000)
    mine("ten", 1, 1_100_000_000)
    table = person.home().logs / "table.p2plog"
    table.write_bytes(log_of("tetris").read_bytes())
    done = call("history")
    lines = done.stdout.splitlines()
    assert lines[0] == "Games"
    assert "Tetris: Ada and Ben; " in lines[1]
    assert "TEN: you alone; " in lines[2]
    assert "Tink: you and Max 1 (normal bot); " in lines[3]
    assert f"{len(played('tink', 2))} steps" in lines[3]
    assert lines[3].split()[1:2] == ["2001-09-09"]
    records = done.stdout.partition("Records")[2]
    assert "against normal bot: " in records
    assert "alone: 1 played, " in records


def test_one_game_alone_and_how_many_are_older() -> None:
    """`history tink`; the numbers are those of the whole list."""
    mine("tink", 2, 5)
    mine("ten", 2, 9)
    done = call("history", "tink")
    assert "TEN" not in done.stdout
    assert done.stdout.splitlines()[1].split()[0] == "2"


def test_the_list_as_json() -> None:
    """For programs."""
    path = mine("tink", 2)
    found = json.loads(call("history", "--json").stdout)
    (game,) = found["games"]
    assert (game["log"], game["game"], game["state"], game["mine"]) == (str(path), "tink", "over", 0)
    assert found["records"][0]["played"] == 1


def test_a_game_is_replayed_by_its_number() -> None:
    """As the list has it."""
    mine("tink", 2, 9)
    mine("ten", 2, 5)
    assert "Tink: Ada, Max 1" in call("replay", "1").stdout
    assert "TEN: Ada, Max 1" in call("replay", "2").stdout
    done = call("replay", "3")
    assert done.returncode == ExitCode.USAGE
    assert "There is no game 3" in done.stderr


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_of_this_machine_is_replayed_in_lines(game_id: str, tmp_path: Path) -> None:
    """To its end, as JSON, and at one step."""
    log = tmp_path / "game.p2plog"
    log.write_bytes(local_log(game_id))
    done = call("replay", str(log))
    assert done.returncode == ExitCode.OK
    assert "The game is over" in done.stdout
    lines = [json.loads(line) for line in call("replay", str(log), "--json").stdout.splitlines()]
    assert [line["step"] for line in lines] == list(range(1, len(played(game_id, 2)) + 1))
    assert all(line["answers"] for line in lines)
    assert lines[-1]["result"] is not None
    assert call("replay", str(log), "--at", "3").returncode == ExitCode.OK


def test_an_unfinished_game_of_this_machine_says_so(tmp_path: Path) -> None:
    """By its exit code, too."""
    log = tmp_path / "game.p2plog"
    log.write_bytes(b"".join(recorded(load("tink"), 2, list(played("tink", 2))[:3])))
    done = call("replay", str(log))
    assert done.returncode == ExitCode.UNFINISHED
    assert "unfinished" in done.stdout


def test_verify_names_the_signer_and_says_that_no_draw_is_proven(tmp_path: Path) -> None:
    """`you`, if it is the profile's key; never exit code 0."""
    own, other = mine("tink", 2), tmp_path / "other.p2plog"
    other.write_bytes(local_log())
    done = call("verify", str(own))
    assert done.returncode == ExitCode.UNFINISHED
    assert "intact; signed by you alone; draws by your machine, not proven fair" in done.stdout
    done = call("verify", str(other))
    assert "signed by the key " in done.stdout
    assert "draws by its own machine, not proven fair" in done.stdout


def test_verify_finds_a_change_in_such_a_log(tmp_path: Path) -> None:
    """Step and reason; other logs beside it are verified too."""
    log = tmp_path / "game.p2plog"
    data = bytearray(local_log())
    data[len(data) // 2] ^= 1
    log.write_bytes(data)
    done = call("verify", str(log), str(log_of("tink")))
    assert done.returncode == ExitCode.FAILED
    assert "not intact" in done.stdout
    assert "fair and intact" in done.stdout


def test_verify_describes_such_a_log_as_json() -> None:
    """The verdict has a name of its own."""
    found = json.loads(call("verify", "--json", str(mine("tink", 2))).stdout)
    assert (found["verdict"], found["fault"]) == ("local-whole", None)
    assert found["players"] == [{"name": "Ada", "bot": None}, {"name": "Max 1", "bot": "normal"}]


def test_play_resumes_or_begins_by_its_options() -> None:
    """`--resume` the last unfinished game, `--new` another; both stay."""
    call("play", "tink", "--seed", "3", typed="s@d4\n")
    assert "An unfinished game is kept; `--resume` resumes it." in call("play", "tink", typed="quit\n").stdout
    resumed = call("play", "tink", "--resume", typed="quit\n").stdout
    assert "The game continues after " in resumed
    assert "continues" not in call("play", "tink", "--new", typed="quit\n").stdout
    assert call("play", "ten", "--resume").returncode == ExitCode.USAGE
    assert call("play", "tink", "--resume", "--seats", "3").returncode == ExitCode.USAGE


def test_a_game_that_was_saved_in_a_file_gets_its_log_at_its_end(tmp_path: Path) -> None:
    """It has no log before that."""
    file = tmp_path / "evening.game"
    words = ("play", "tink", "--humans", "0", "--bots", "random", "--seed", "5", "--save", str(file))
    assert call(*words).returncode == ExitCode.OK
    (log,) = person.home().logs.glob("*.p2plog")
    assert "The game is over" in call("replay", str(log)).stdout


def test_a_number_of_the_list_is_a_log_for_verify_and_replay() -> None:
    """And a number that the list does not have is refused in the same words."""
    log = mine("tink", 2)
    assert call("verify", "1").stdout == call("verify", str(log)).stdout
    assert call("replay", "1").stdout == call("replay", str(log)).stdout
    for command in ("verify", "replay"):
        refused = call(command, "2")
        assert refused.returncode == ExitCode.USAGE
        assert "There is no game 2: `p2pgame history` lists 1 game." in refused.stderr
