"""Sentences on trouble at a network table (`spec/table/absence.md`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from p2pgame.cli.table.network import NetworkTable
from p2pgame.cli.table.network_commands import keep_waiting
from p2pgame.cli.table.network_messages import describe_claim_stop, describe_refused_vote, describe_trouble
from p2pgame.p2p.store.log_file import LogFile
from p2pgame.p2p.table.reachability import Linked, Relayed
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.table.effects import Away, ClaimMade, RanDown, TimeUp
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
        (
            ((0, 1), (2, 3)),
            "3 of 4 players must agree to vote someone out, and only 2 are connected. The game is saved",
        ),
        (((0,), (1, 2, 3)), "3 of 4 players must agree to vote someone out, and only 1 is connected"),
        (((0, 1, 2), (3,)), "Dan cannot be voted out yet"),
    ],
    ids=["halves", "alone", "majority"],
)
def test_a_minority_sees_why_it_cannot_continue(tmp_path: Path, groups: tuple[tuple[int, ...], ...], told: str) -> None:
    """And the future of the table; at a larger table, the players who may be removed."""
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
        assert told in describe_refused_vote(live, NAMES[3], 3)


@pytest.mark.parametrize(("chat", "shown"), [((), ["away", "here"]), (None, ["here", "away", "here"])])
def test_a_player_whom_the_lobby_has_shown_is_not_announced_again(
    tmp_path: Path, chat: tuple[str, ...] | None, shown: list[str]
) -> None:
    """The chat of the lobby says so, and goes to the table. A table without a lobby says it itself."""
    made = room("tink", 2)
    with running(made, 0, tmp_path) as live:
        table = NetworkTable(live, chat=chat)
        peer = live.table.ledger.genesis.contract.seats[1].public
        for up in (True, False, True):
            table.hear(Linked(peer, up))
        said = [f"{table.names[1]} is {'here' if each == 'here' else 'away; the game waits'}." for each in shown]
        assert [line.text for line in table.lines] == said


def test_a_direct_connection_after_a_relay_is_news(tmp_path: Path) -> None:
    """The lobby has shown the player, but the table has said that there is no direct connection."""
    made = room("tink", 3)
    with running(made, 0, tmp_path) as live:
        table = NetworkTable(live, chat=())
        table.hear(Relayed(2, 1))
        table.hear(Linked(live.table.ledger.genesis.contract.seats[2].public, True))
        assert [line.text for line in table.lines] == [
            f"No direct connection to {table.names[2]}; {table.names[1]} is relaying.",
            f"{table.names[2]} is here.",
        ]


def test_at_a_table_of_three_a_player_learns_that_the_program_votes(tmp_path: Path) -> None:
    """And how to keep it from that."""
    with running(room("tink", 3), 0, tmp_path) as live:
        told = describe_trouble(live, NAMES, Away(1, is_there=False), drop=":drop") or ""
    assert told.startswith("Ben has been away for a long time. Type `:drop Ben` to vote them out.")
    assert f"after waiting {3 * GRACE} seconds; `:wait Ben` prevents that" in told


def test_a_player_can_wait_for_a_seat_that_may_be_voted_out(tmp_path: Path) -> None:
    """Then one's own program does not vote; of anybody else there is nothing to say."""
    table = room("tink", 4)
    play_until(table, is_due(table, InputKind.MOVE))
    (owing,) = table.peers[0].table.awaited
    n = next(seat for seat in range(4) if seat != owing)
    table.leave(owing)
    with running(table, n, tmp_path) as live:
        assert "cannot be voted out now" in keep_waiting(live, NAMES[owing], owing)
        table.tick(GRACE, votes=False)
        assert f"You keep waiting for {NAMES[owing]}" in keep_waiting(live, NAMES[owing], owing)
        for _ in range(4 * GRACE):
            table.carry_out(n, live.table.tick())
    assert not live.table.liveness.wants_out(owing, live.table.due, owes=True)


def test_at_a_table_of_two_a_player_learns_that_a_claim_saves_the_game(tmp_path: Path) -> None:
    """Nobody is removed."""
    with running(room("tink", 2), 0, tmp_path) as live:
        told = describe_trouble(live, NAMES, Away(1, is_there=True), drop="drop") or ""
    assert told.startswith("Ben is connected but not answering. Type `drop Ben` to stop and save the game")
    assert "vote" not in told


def test_at_a_table_of_two_a_player_sees_the_condition_of_a_claim(tmp_path: Path) -> None:
    """For one's own move, or for the grace time; nobody would be removed."""
    table = room("tink", 2)
    play_until(table, is_due(table, InputKind.MOVE))
    (owing,) = table.peers[0].table.awaited
    for n, told in (
        (owing, "Make your own move first: you can stop the game when it only waits for "),
        (1 - owing, "You cannot stop the game yet: first the grace time of "),
    ):
        with running(table, n, tmp_path) as live:
            assert describe_refused_vote(live, NAMES[1 - n], 1 - n).startswith(told + NAMES[1 - n])


def test_a_claim_is_shown_on_both_screens(tmp_path: Path) -> None:
    """The claimer has stopped and can resume; the other player sees the claim."""
    table = claimed_room()
    claim = next(each for each in table.peers[0].news if isinstance(each, ClaimMade))
    with running(table, 0, tmp_path) as live:
        assert "You have stopped the game because Ben is away." in (describe_trouble(live, NAMES, claim) or "")
        assert "The game is saved, and nobody has won. Resume it any time." in describe_claim_stop(live)
    with running(table, 1, tmp_path) as live:
        told = describe_trouble(live, NAMES, claim) or ""
        assert told == "Ada says that you had left (E518), and has stopped. The game continues when Ada resumes it."
        assert not describe_claim_stop(live)


def test_a_default_move_of_another_program_differs_from_a_ruling(tmp_path: Path) -> None:
    """A ruling proves that the time was over. For another program's default move there is only the move and the
    clock."""
    with running(room("tink", 2), 0, tmp_path) as live:
        assert describe_trouble(live, NAMES, TimeUp(1)) == "Ben ran out of time."
        told = "Ben: time is up, so this is the default move."
        assert describe_trouble(live, NAMES, RanDown(1)) == told
