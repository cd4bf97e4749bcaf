"""What `verify` tells of seats that were voted out, and of ends that are contested (`spec/log.md`, "Verifying")."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.log import MAGIC
from p2pgame.protocol.voting_table.messages import Give
from p2pgame.protocol.wire.limits import LOG_BYTES

from ..protocol.cheating import deviating_room
from ..protocol.hostile import forge
from ..protocol.people import GRACE
from ..protocol.room import Room
from ..protocol.test_absence import MANY, room, waiting_for
from .running import call
from .unwrapped import unwrapped


def written(table: Room, folder: Path, *peers: int) -> list[str]:
    """The logs of these peers, as files."""
    paths = [folder / f"{n}.p2plog" for n in peers]
    for n, path in zip(peers, paths, strict=True):
        path.write_bytes(table.logs()[n])
    return list(map(str, paths))


@pytest.fixture(scope="module")
def parted() -> Room:
    """A table of two whose link is cut for good, so that each claims the game."""
    table = room("tink", 2)
    table.cut(0, 1)
    table.beat_until_closed((0, 1))
    return table


def test_each_says_that_the_other_left_and_verify_explains_it(parted: Room, tmp_path: Path) -> None:
    """Neither log lies about anything that a log can show, so it takes both."""
    done = call("verify", *written(parted, tmp_path, 0, 1))
    told = unwrapped(done.stdout)
    assert done.returncode == 1
    assert "The end is contested: " in told
    for one, other in (("Ada", "Ben"), ("Ben", "Ada")):
        assert f"{one} says that {other} had left" in told


def test_one_log_says_that_its_end_is_one_seats_word(parted: Room, tmp_path: Path) -> None:
    """And what to do about that."""
    log, _ = written(parted, tmp_path, 0, 1)
    done = call("verify", log)
    assert done.returncode == 0
    told = unwrapped(done.stdout)
    assert "Ada alone voted Ben out" in told
    assert "verify both logs together" in told
    described = json.loads(call("verify", "--json", log).stdout)
    (voted,) = described["voted_out"]
    assert (voted["seat"], voted["by"], voted["alone"]) == (1, [0], True)


def test_who_was_voted_out_and_by_whom_is_told_and_nothing_is_contested(tmp_path: Path) -> None:
    """Where it took more than one."""
    table = room("tink", 3)
    table.leave(2)
    table.beat(MANY)
    done = call("verify", *written(table, tmp_path, 0, 1))
    assert done.returncode == 0
    assert "Cleo was voted out by Ada and Ben" in done.stdout
    assert "contested" not in done.stdout


def test_one_log_says_that_its_end_is_contested_where_the_table_stopped_for_that(tmp_path: Path) -> None:
    """Each had gone on alone, and then a link stood again: the log has the other's word as well."""
    table = room("tink", 2)
    table.cut(0, 1)
    table.beat(GRACE + 2)
    table.connect()
    table.beat(10)
    assert all(peer.table.stopped is not None for peer in table.peers)
    for log in written(table, tmp_path, 0, 1):
        done = call("verify", log)
        assert done.returncode == 1
        assert "The end is contested: " in unwrapped(done.stdout)
        assert json.loads(call("verify", "--json", log).stdout)["contested"]


def test_a_claim_that_the_other_did_not_follow_is_told_from_its_log(tmp_path: Path) -> None:
    """It was there, so its table stopped."""
    table = room("tink", 2)
    waiting_for(table, 0)
    claim = forge(table, 1, kind=Kind.DROP, content=bytes([0, 0]))
    table.carry_out(0, table.peers[0].table.receive(table.peers[1].public, Give(claim)))
    (log,) = written(table, tmp_path, 0)
    done = call("verify", log)
    assert done.returncode == 1
    assert "Ben alone voted Ada out" in unwrapped(done.stdout)


def test_either_log_names_the_program_that_deviated(tmp_path: Path) -> None:
    """By the rules, and by what both have signed."""
    table = deviating_room()
    for log in written(table, tmp_path, 0, 1):
        done = call("verify", log)
        assert done.returncode == 1
        told = unwrapped(done.stdout)
        assert (
            "Ben signed a state that the rules do not lead to, so that program deviated; Ada signed the right" in told
        )
        assert json.loads(call("verify", "--json", log).stdout)["deviated"] == [1]


def test_a_file_that_is_larger_than_any_log_is_refused_unread(tmp_path: Path) -> None:
    """Whatever it holds: no more than 64 MiB are read."""
    bomb = tmp_path / "bomb.p2plog"
    with bomb.open("wb") as file:
        file.write(MAGIC)
        file.truncate(LOG_BYTES + 1)  # takes no room on a disk
    for words in (("verify",), ("replay",), ("resume", "--plain")):
        done = call(*words, str(bomb))
        assert done.returncode == 2
        assert "too large to be a log" in unwrapped(done.stdout + done.stderr)
