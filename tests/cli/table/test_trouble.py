"""What is told of trouble at a network table (`spec/table.md`, "Seats that stay away")."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from p2pgame.cli.table.network_commands import waited
from p2pgame.cli.table.trouble import not_out_told, trouble_told, unclaimed_told
from p2pgame.p2p.store.log_file import LogFile
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.table.effects import Away, ClaimMade
from p2pgame.protocol.table.kinds import InputKind

from ...protocol.log.logs import claimed_room, is_due, play_until, room
from ...protocol.people import GRACE
from ...protocol.table.room import Room

NAMES = ("Ada", "Ben", "Cleo", "Dan")


@contextmanager
def running(table: Room, n: int, folder: Path) -> Iterator[TableRunner]:
    """A peer's table as its program runs it."""
    log = LogFile(folder / f"{n}.p2plog", new=True)
    yield TableRunner(table.peers[n].table, log, lambda _news: None)
    log.close()


@pytest.mark.parametrize(
    ("groups", "told"),
    [
        (((0, 1), (2, 3)), "3 of 4 players must agree to remove somebody, and only 2 are connected. The game is saved"),
        (((0,), (1, 2, 3)), "3 of 4 players must agree to remove somebody, and only 1 is connected"),
        (((0, 1, 2), (3,)), "Dan cannot be removed now"),
    ],
    ids=["halves", "alone", "majority"],
)
def test_a_smaller_part_is_told_why_it_cannot_go_on(
    tmp_path: Path, groups: tuple[tuple[int, ...], ...], told: str
) -> None:
    """And what becomes of the table; a larger one, who may be removed."""
    table = room("tink", 4)
    play_until(table, is_due(table, InputKind.MOVE, 0))
    for one in range(4):
        for other in range(one + 1, 4):
            if not any(one in group and other in group for group in groups):
                table.cut(one, other)
    table.gone = {0}  # it thinks
    for _ in range(5):
        table.tick(votes=False)
        table.carry_out(0, table.peers[0].table.tick())
    with running(table, 0, tmp_path) as live:
        assert told in not_out_told(live, NAMES[3], 3)


def test_of_more_than_two_one_is_told_that_ones_program_votes_by_itself(tmp_path: Path) -> None:
    """And how to keep it from that."""
    with running(room("tink", 3), 0, tmp_path) as live:
        told = trouble_told(live, NAMES, Away(1, is_there=False), drop=":drop") or ""
    assert told.startswith("Ben has been away for long. `:drop Ben` votes to go on without.")
    assert f"waited for {3 * GRACE} seconds; `:wait Ben` keeps it from that" in told


def test_one_can_wait_for_somebody_who_may_be_removed(tmp_path: Path) -> None:
    """Then one's own program does not vote; of anybody else there is nothing to say."""
    table = room("tink", 4)
    play_until(table, is_due(table, InputKind.MOVE))
    (owing,) = table.peers[0].table.awaited
    n = next(seat for seat in range(4) if seat != owing)
    table.leave(owing)
    with running(table, n, tmp_path) as live:
        assert "cannot be removed now" in waited(live, NAMES[owing], owing)
        table.tick(GRACE, votes=False)
        assert f"You wait for {NAMES[owing]}" in waited(live, NAMES[owing], owing)
        for _ in range(4 * GRACE):
            table.carry_out(n, live.table.tick())
    assert not live.table.liveness.wants_out(owing, live.table.due, owes=True)


def test_of_two_one_is_told_that_a_claim_saves_the_game(tmp_path: Path) -> None:
    """Nobody is removed."""
    with running(room("tink", 2), 0, tmp_path) as live:
        told = trouble_told(live, NAMES, Away(1, is_there=True), drop="drop") or ""
    assert told.startswith("Ben is connected but not answering. `drop Ben` stops and saves the game")
    assert "vote" not in told


def test_of_two_one_is_told_what_a_claim_must_wait_for(tmp_path: Path) -> None:
    """For one's own move, or for the grace time; nobody would be removed."""
    table = room("tink", 2)
    play_until(table, is_due(table, InputKind.MOVE))
    (owing,) = table.peers[0].table.awaited
    for n, told in (
        (owing, "Make your own move first: the game can be stopped once it waits for "),
        (1 - owing, "The game cannot be stopped yet: it must have waited for "),
    ):
        with running(table, n, tmp_path) as live:
            assert not_out_told(live, NAMES[1 - n], 1 - n).startswith(told + NAMES[1 - n])


def test_a_claim_is_told_on_both_screens(tmp_path: Path) -> None:
    """The claimer has stopped and can resume; the other one is told what the claimer says."""
    table = claimed_room()
    claim = next(each for each in table.peers[0].news if isinstance(each, ClaimMade))
    with running(table, 0, tmp_path) as live:
        assert "You say that Ben has gone." in (trouble_told(live, NAMES, claim) or "")
        assert "The game is saved, and nobody has won. It goes on when you resume it." in unclaimed_told(live)
    with running(table, 1, tmp_path) as live:
        told = trouble_told(live, NAMES, claim) or ""
        assert told == "Ada says that you had gone (E518), and has stopped. The game goes on when Ada resumes it."
        assert not unclaimed_told(live)
