"""`p2pgame replay` in lines and into files: its exit codes and refusals."""

from __future__ import annotations

from pathlib import Path

import pytest
from p2pgame.cli.system.exits import ExitCode
from p2pgame.protocol.log.format import read_genesis

from ..running import call
from ..screen.logged import log_of, replay_of


@pytest.fixture
def part(tmp_path: Path) -> Path:
    """A log up to its fifth step, without a fault."""
    replay = replay_of(log_of("tink"))
    next(happened for happened in replay.steps() if happened.step == 5)
    path = tmp_path / "part.p2plog"
    path.write_bytes(replay.data[: replay.end])
    return path


@pytest.mark.parametrize("option", ["", "--json", "--html", "--svg"])
def test_an_unfinished_log_has_its_exit_code_in_every_form_of_replay(option: str, part: Path) -> None:
    """Also into a file, which is written."""
    file = part.with_name("file")
    words = [option, str(file)] if option in ("--html", "--svg") else [option] if option else []
    assert call("replay", str(part), *words).returncode == ExitCode.UNFINISHED
    assert file.exists() == (len(words) > 1)


def test_a_log_cut_in_its_first_step_names_no_step_before_it(tmp_path: Path) -> None:
    """Step 0, in which everybody accepts, is the first."""
    log = tmp_path / "cut.p2plog"
    data = log_of("tink").read_bytes()
    _, begin = read_genesis(data)
    log.write_bytes(data[: begin + 3])
    done = call("replay", str(log), "--plain")
    assert "The log is not intact from step 0 on: the last record is cut off" in done.stderr
    assert "step -1" not in done.stderr


def test_a_step_that_was_asked_for_is_all_that_is_played(part: Path) -> None:
    """Later steps are not played."""
    assert call("replay", str(part), "--at", "3").returncode == ExitCode.OK
    assert call("replay", str(part), "--at", "3", "--svg", str(part.with_name("file"))).returncode == ExitCode.OK


@pytest.mark.parametrize("speed", ["nan", "1e-300", "0", "-1", "inf", "1001"])
def test_a_speed_is_one_that_somebody_can_wait_for(speed: str) -> None:
    """Every other speed is refused before anything is played."""
    done = call("replay", str(log_of("tink")), "--speed", speed)
    assert done.returncode == ExitCode.USAGE
    assert done.stderr.startswith("Error: --speed is 0.01 to 1000 steps a second, not ")
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--html FILE --json", "--json cannot be combined"),
        ("--svg FILE --json", "--json cannot be combined"),
        ("--json --speed 5", "--speed cannot be combined"),
        ("--at 3 --speed 5", "--speed cannot be combined"),
        ("--html FILE --speed 5", "--speed cannot be combined"),
        ("--html FILE --at 3", "--at works with --svg and --png"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(options: str, says: str, tmp_path: Path) -> None:
    """And nothing is written."""
    file = tmp_path / "file"
    done = call("replay", str(log_of("tink")), *options.replace("FILE", str(file)).split())
    assert done.returncode == ExitCode.USAGE
    assert says in done.stderr
    assert not file.exists()
