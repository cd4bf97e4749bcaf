"""The sentences of `verify` on rulings, claims, forks and proofs (`spec/log.md`, "Verifying")."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from p2pgame.cli.system.exits import ExitCode
from p2pgame.protocol.log.format import MAGIC, read_entries, read_genesis, whole_log
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Claimed
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Claim, sign
from p2pgame.protocol.wire.limits import LOG_BYTES

from ...protocol.log.logs import (
    cheated_room,
    claimed_room,
    deviating_room,
    dropped_in_draw_room,
    finished,
    forged,
    is_due,
    log_of,
    play_until,
    room,
    skipped_room,
)
from ...protocol.people import identity
from ...protocol.table.room import Room
from ..running import Done, call
from ..unwrapped import unwrapped


def checked(folder: Path, *logs: bytes) -> Done:
    """The output of `verify` for these logs, on unwrapped lines."""
    paths = [folder / f"{n}.p2plog" for n in range(len(logs))]
    for path, log in zip(paths, logs, strict=True):
        path.write_bytes(log)
    done = call("verify", *map(str, paths))
    return replace(done, stdout=unwrapped(done.stdout))


def described(folder: Path, log: bytes) -> dict[str, Any]:
    """The same of one log, as data."""
    path = folder / "described.p2plog"
    path.write_bytes(log)
    found: dict[str, Any] = json.loads(call("verify", "--json", str(path)).stdout)
    return found


def test_a_finished_log_names_the_signers_of_the_end(tmp_path: Path) -> None:
    """Also where nobody has."""
    log = finished("tink", 3)
    done = checked(tmp_path, log)
    assert done.returncode == ExitCode.OK
    assert "the end is signed by Ada, Ben and Cleo" in done.stdout
    genesis, begin = read_genesis(log)
    entries = [entry for entry, _ in read_entries(log, begin)]
    done = checked(tmp_path, whole_log(genesis, entries[:-1]))
    assert done.returncode == ExitCode.OK
    assert "the game is over; not everybody signed the end" in done.stdout
    assert described(tmp_path, log)["signed_end"] == [0, 1, 2]


def test_a_removal_is_shown_with_its_draw_and_the_consenting_players(tmp_path: Path) -> None:
    """The others repeat the draw."""
    log = log_of(dropped_in_draw_room())
    done = checked(tmp_path, log)
    assert done.returncode == ExitCode.OK
    assert "Cleo was removed in draw 2, which was repeated; Ada and Ben agreed" in done.stdout
    (ruled,) = described(tmp_path, log)["rulings"]
    assert (ruled["kind"], ruled["seat"], ruled["consenting"], ruled["draw"]) == ("drop", 2, [0, 1], 2)


def test_a_timeout_and_the_agreeing_players_are_shown(tmp_path: Path) -> None:
    """Its default move stands."""
    done = checked(tmp_path, log_of(skipped_room()))
    assert done.returncode == ExitCode.OK
    assert "Cleo ran out of time, so the default move was made; Ada and Ben agreed" in done.stdout


def test_an_unfinished_log_names_the_step_it_waits_for(tmp_path: Path) -> None:
    """And from whom."""
    table = room("tink", 3)
    play_until(table, is_due(table, InputKind.MOVE, 1))
    done = checked(tmp_path, log_of(table))
    assert done.returncode == ExitCode.UNFINISHED
    assert "waits for a move from Ben" in done.stdout


@pytest.fixture
def claimed() -> Room:
    """A table of two at which Ben owes a move, and Ada claims that he has gone."""
    return claimed_room()


def test_a_claim_is_shown_and_the_log_is_unfinished(claimed: Room, tmp_path: Path) -> None:
    """Nobody has won."""
    done = checked(tmp_path, log_of(claimed))
    assert done.returncode == ExitCode.UNFINISHED
    assert "Ada says that Ben had left, and the game waited for Ben; nobody has won" in done.stdout
    (claim,) = described(tmp_path, log_of(claimed))["claims"]
    assert (claim["seat"], claim["target"], claim["counts"]) == (0, 1, True)


def test_claims_against_each_other_are_contested_together_and_alone(claimed: Room, tmp_path: Path) -> None:
    """Each log by itself is unfinished, and neither shows who was there."""
    place = claimed.peers[0].table.ledger.now.place
    bens = whole_log(
        claimed.peers[0].table.ledger.genesis,
        [*claimed.peers[1].table.ledger.records, Claimed(place, sign(identity(1), place, Claim(1)))],
    )
    alone = checked(tmp_path, bens)
    assert alone.returncode == ExitCode.UNFINISHED
    assert "this log does not show that the game waited for Ada alone" in alone.stdout
    together = checked(tmp_path, log_of(claimed), bens)
    assert together.returncode == ExitCode.FAILED
    assert "contested: Ada says that Ben had left and Ben says that Ada had left" in together.stdout


def test_a_log_that_another_begins_with_takes_nothing_from_it(tmp_path: Path) -> None:
    """The longer one's verdict counts."""
    whole = finished("tink", 3)
    genesis, begin = read_genesis(whole)
    entries = [entry for entry, _ in read_entries(whole, begin)]
    done = checked(tmp_path, whole_log(genesis, entries[:20]), whole)
    assert done.returncode == ExitCode.OK
    assert "The logs agree; some are longer than others." in done.stdout
    assert "Both logs hold the same history." in checked(tmp_path, whole, whole).stdout


def test_two_logs_that_differ_are_forked_and_name_the_cheat(tmp_path: Path) -> None:
    """At a table of two, the mover has signed two moves, one for each log."""
    table = room("tink", 2)
    play_until(table, is_due(table, InputKind.MOVE, 1))
    ledger = table.peers[0].table.ledger
    logs = []
    for move in islice(ledger.game.legal(ledger.now.state, 1), 2):
        given = forged(table, 1, ledger.game.format(move).encode())
        outcome = ledger.now.outcome((given,))
        record = Record(ledger.now.slot, outcome.value, outcome.state_hash)
        logs.append(whole_log(ledger.genesis, [*ledger.records, record]))
    done = checked(tmp_path, *logs)
    assert done.returncode == ExitCode.FAILED
    assert f"The logs are forked: they differ from slot {ledger.now.slot} on" in done.stdout
    assert "Together they prove that Ben has cheated" in done.stdout


def test_a_proof_names_the_seat_and_fails(tmp_path: Path) -> None:
    """In the log of any honest peer. The game continued without the seat."""
    done = checked(tmp_path, log_of(cheated_room()))
    assert done.returncode == ExitCode.FAILED
    assert "Cleo signed two different answers" in done.stdout


def test_a_log_of_the_version_before_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """With the exit code for unreadable files."""
    log = finished("tink", 2)
    older = b"p2plog1\n" + log[len(MAGIC) :]
    done = checked(tmp_path, older)
    assert done.returncode == ExitCode.USAGE
    assert "another format" in done.stdout
    path = str(tmp_path / "0.p2plog")
    for words in (("replay", path), ("resume", path)):
        assert call(*words).returncode == ExitCode.USAGE


def test_either_log_names_the_program_that_deviated(tmp_path: Path) -> None:
    """By the rules, and by the signatures of both."""
    table = deviating_room()
    for n in (0, 1):
        done = checked(tmp_path, log_of(table, n))
        assert done.returncode == ExitCode.FAILED
        assert (
            "Ben signed a state that contradicts the rules, so that program deviated; Ada signed the right"
            in done.stdout
        )
        assert described(tmp_path, log_of(table, n))["deviated"] == [1]


def test_a_file_that_is_larger_than_any_log_is_refused_unread(tmp_path: Path) -> None:
    """With any content: no more than 64 MiB are read."""
    bomb = tmp_path / "bomb.p2plog"
    with bomb.open("wb") as file:
        file.write(MAGIC)
        file.truncate(LOG_BYTES + 1)  # takes no room on a disk
    for words in (("verify",), ("replay",), ("resume", "--plain")):
        done = call(*words, str(bomb))
        assert done.returncode == 2
        assert "too large to be a log" in unwrapped(done.stdout + done.stderr)
