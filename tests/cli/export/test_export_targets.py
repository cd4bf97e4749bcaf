"""The files that `p2pgame replay` writes (a page, a drawing, a picture), and those that it never harms."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from p2pgame.cli.system.exits import ExitCode

from ..at_terminal import Terminal
from ..running import CODE, call, run
from ..screen.logged import log_of

OPTIONS = pytest.mark.parametrize(
    ("option", "begin"), [("--html", b"<!doctype html"), ("--svg", b"<svg"), ("--png", b"\x89PNG")]
)


@OPTIONS
def test_a_dash_means_standard_output(option: str, begin: bytes) -> None:
    """Only the file is printed, so it can be sent through a pipe."""
    command = [sys.executable, "-c", CODE, "replay", str(log_of("tink")), option, "-"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stdout[: len(begin)].lower() == begin.lower()
    assert done.stderr == b""


@OPTIONS
def test_a_terminal_is_not_sent_a_file(option: str, begin: bytes) -> None:
    """The terminal would obey parts of the file."""
    with Terminal("replay", str(log_of("tink")), option, "-") as terminal:
        printed, code = terminal.rest()
    assert code == ExitCode.USAGE
    assert "A terminal cannot show this file" in printed
    assert begin.decode("latin-1").lower() not in printed.lower()


def test_two_files_of_one_place_are_not_written(tmp_path: Path) -> None:
    """In any spelling of the path; standard output is one place as well."""
    (tmp_path / "d").mkdir()
    (tmp_path / "link").symlink_to(tmp_path)
    for one, other in (("x", "d/../x"), ("x", "link/x"), ("-", "-")):
        names = [name if name == "-" else str(tmp_path / name) for name in (one, other)]
        done = call("replay", str(log_of("tink")), "--svg", names[0], "--html", names[1])
        assert done.returncode == ExitCode.USAGE
        assert "have the same name" in done.stderr
    assert not (tmp_path / "x").exists()


def test_a_file_called_dash_is_written_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with other programs."""
    monkeypatch.chdir(tmp_path)
    done = call("replay", str(log_of("tink")), "--svg", "./-")
    assert done.returncode == ExitCode.OK
    assert (tmp_path / "-").read_bytes().startswith(b"<svg")


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "make",
    [
        os.mkfifo,
        lambda path: path.symlink_to(path.with_name("elsewhere")),
        lambda path: path.symlink_to("/dev/null"),
    ],
    ids=["pipe", "dangling link", "link to a device"],
)
@OPTIONS
def test_only_a_file_is_replaced(tmp_path: Path, option: str, begin: bytes, make: Callable[[Path], None]) -> None:
    """A pipe is not waited for, a link is not followed, and both stay."""
    target = tmp_path / "target"
    make(target)
    before = os.lstat(target)
    done = call("replay", str(log_of("tink")), option, str(target))
    assert done.returncode == ExitCode.USAGE
    assert "nothing was overwritten" in done.stderr
    assert os.path.samestat(os.lstat(target), before)
    assert [each.name for each in tmp_path.iterdir()] == ["target"]


@OPTIONS
def test_a_full_disk_leaves_the_older_file(tmp_path: Path, option: str, begin: bytes) -> None:
    """A limit on the size of files fails like a full disk, in the middle of a file."""
    target = tmp_path / "target"
    target.write_bytes(begin + b" older")
    command = [sys.executable, "-c", CODE, "replay", str(log_of("tink")), option, str(target)]
    done = subprocess.run(
        command,
        capture_output=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
    )
    assert done.returncode == ExitCode.FAILED
    assert b"cannot be written: File too large." in done.stderr
    assert target.read_bytes() == begin + b" older"
    assert [each.name for each in tmp_path.iterdir()] == ["target"]


def test_a_file_is_no_more_open_to_others_than_usual(tmp_path: Path) -> None:
    """Even where the mask takes nothing away."""
    target, game = tmp_path / "target", tmp_path / "game"
    old = os.umask(0)
    try:
        call("replay", str(log_of("tink")), "--svg", str(target))
        call("play", "tink", "--save", str(game), typed="quit\n")
    finally:
        os.umask(old)
    assert [path.stat().st_mode & 0o022 for path in (target, game)] == [0, 0]


def test_a_place_where_no_file_can_be_is_named(tmp_path: Path) -> None:
    """A folder that is a file, and a name that is too long."""
    (tmp_path / "file").touch()
    for place in (tmp_path / "file" / "x", tmp_path / ("x" * 300)):
        done = run("replay", str(log_of("tink")), "--svg", str(place))
        assert done.returncode == ExitCode.FAILED
        assert "cannot be written: " in done.stderr
