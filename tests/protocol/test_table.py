"""Whole tables in memory: `spec/table.md` and `spec/log.md`, followed from genesis to close."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.engine.games import GAMES, load
from p2pgame.protocol.contract.contract import Entry, Genesis
from p2pgame.protocol.voting_table.beginning import ELSEWHERE_BEATS
from p2pgame.protocol.voting_table.effects import Refused, Stopped
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.verify import Verdict, verify
from p2pgame.protocol.wire.errors import Code, SeatError

from .hostile import forge, give
from .people import find_game, genesis, identity
from .room import Room

games = pytest.mark.parametrize("game_id", list(GAMES))


def room(game_id: str, seats: int, seed: int = 0, spectators: int = 0) -> Room:
    """A room whose peers all know each other."""
    game = load(game_id)
    return Room(game, genesis(game, seats), seed, spectators)


def test_whoever_leaves_last_is_not_a_spectator_that_lacks_the_end() -> None:
    """Who looks on through a peer has nobody else to get it from: the peer stays until they say that they have it."""
    table = room("tink", 2, spectators=1)
    host, guest, watcher = (peer.table for peer in table.peers)
    table.connect()
    table.begin()
    table.run()
    assert all(peer.ledger.closed for peer in (host, guest, watcher))
    table.carry_out(1, guest.beat())
    table.run()
    assert not host.everybody_has_all
    table.carry_out(2, watcher.beat())
    table.run()
    assert host.everybody_has_all


@games
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_honest_peers_write_the_same_log_and_it_verifies(game_id: str, seed: int) -> None:
    """Whatever the order in which links deliver; spectators hold the same log."""
    seats = load(game_id).seats
    table = room(game_id, max(2, seats[seed % len(seats)]), seed, spectators=1)
    table.connect()
    table.begin()
    table.run()
    assert not table.news(Refused)
    assert not table.news(Stopped)
    assert all(peer.table.ledger.closed for peer in table.peers)
    assert len(set(table.logs())) == 1
    report = verify(table.logs()[0], find_game)
    assert report.verdict is Verdict.FAIR
    assert report.fault is None
    assert report.result is not None


def test_a_ring_of_broken_links_is_bridged_by_relaying() -> None:
    """Four peers, each linked with one neighbour only: inputs travel on."""
    table = room("tink", 4)
    table.connect([(0, 1), (1, 2), (2, 3)])
    table.begin()
    table.run()
    for _ in range(400):
        table.beat()
        if all(peer.table.ledger.closed for peer in table.peers):
            break
    assert len(set(table.logs())) == 1
    assert verify(table.logs()[0], find_game).verdict is Verdict.FAIR


def test_a_link_that_comes_back_catches_up() -> None:
    """What was lost with the cable is sent again."""
    table = room("tink", 2, spectators=1)
    table.connect()
    table.begin()
    for _ in range(40):
        table.deliver()
    table.cut(0, 2)
    table.cut(1, 2)
    table.run()
    assert not table.peers[2].table.ledger.closed
    table.connect([(0, 2)])
    table.run()
    for _ in range(20):
        table.beat()
    assert len(set(table.logs())) == 1


def test_the_opening_step_is_everybodys_acceptance() -> None:
    """Step 0 holds one ACCEPT a seat, before anything is drawn."""
    table = room("tink", 3)
    table.connect()
    table.begin()
    table.run()
    first = table.happened(0)[0]
    assert [(given.seat, given.kind) for given in first.step.inputs] == [(seat, Kind.ACCEPT) for seat in range(3)]
    last = table.happened(0)[-1]
    assert {given.kind for given in last.step.inputs} == {Kind.CLOSE}


def at_two_tables() -> Room:
    """Of three seats the last one has been given another genesis, under the same contract: the host has two entries."""
    game = load("tink")
    given_out = genesis(game, 3)
    host = Entry.signed(identity(0), given_out.contract, 0, b"2" * 32)
    table = Room(game, given_out)
    table.peers[2] = Room(game, Genesis(given_out.contract, (host, *given_out.entries[1:]))).peers[2]
    return table


def other_table(table: Room, signer: int, **changed: Any) -> Input:
    """An acceptance of another table, signed by that seat."""
    return forge(table, signer, table=b"o" * 32, **changed)


def beat_alone(table: Room) -> None:
    """Let more time pass for peer 0 than it gives those at another table, while nothing arrives."""
    for _ in range(2 * ELSEWHERE_BEATS):
        table.carry_out(0, table.peers[0].table.beat())


@pytest.mark.parametrize("linked_first", [True, False])
def test_different_tables_are_found_before_the_first_draw_and_nobody_waits_for_ever(linked_first: bool) -> None:
    """Those who were given different ones tell each other so, whenever they are linked, and stop with a word."""
    table = at_two_tables()
    if not linked_first:
        table.begin()
    table.connect([(1, 2)])
    if linked_first:
        table.begin()
    table.beat(ELSEWHERE_BEATS + 1)
    for peer, other in ((1, "Cleo"), (2, "Ben")):
        stopped = table.peers[peer].stopped()
        assert stopped.error.code is Code.OTHER_TABLE
        assert not isinstance(stopped.error, SeatError)
        assert f"{other} is at another table" in stopped.error.sentence
        assert "the host has given out two, or" in stopped.error.sentence
        assert table.peers[peer].table.ledger.step == 0
    assert [refused.error.code for refused in table.news(Refused)] == [Code.FOREIGN_TABLE] * 2  # of each once
    assert len(table.news(Stopped)) == 2


def test_who_has_stopped_for_another_table_stays_for_those_who_still_count() -> None:
    """They heard of it a little later, and count only as long as it is linked."""
    table = at_two_tables()
    table.connect([(1, 2)])
    table.begin()
    table.run()
    for _ in range(ELSEWHERE_BEATS):
        table.carry_out(1, table.peers[1].table.beat())
    assert table.peers[1].stopped().error.code is Code.OTHER_TABLE
    assert not table.peers[1].table.everybody_has_all
    table.cut(1, 2)
    assert table.peers[1].table.everybody_has_all


def test_who_stays_at_another_table_stops_the_first_step_and_no_later_one() -> None:
    """There a seat could end it by its silence as well; later the others vote."""
    table = room("tink", 3)
    table.connect()
    give(table, 0, 2, other_table(table, 2))
    beat_alone(table)
    assert table.peers[0].stopped().error.code is Code.OTHER_TABLE

    table = room("tink", 3)
    table.connect()
    table.begin()
    table.run()
    give(table, 0, 2, Input.signed(identity(2), b"o" * 32, 0, 2, Kind.ACCEPT, b"", bytes(32)))
    beat_alone(table)
    assert not table.news(Stopped)


def test_an_acceptance_of_another_evening_passed_on_by_somebody_else_stops_nobody() -> None:
    """Only over its own link a seat says at which table it is, and with its own signature."""
    table = room("tink", 3)
    table.connect()
    for acceptance in (other_table(table, 2), other_table(table, 2, seat=1)):
        (refused,) = [news for news in give(table, 0, 1, acceptance) if isinstance(news, Refused)]
        assert refused.error.code in (Code.FOREIGN_TABLE, Code.FORGED_INPUT)
    beat_alone(table)
    assert not table.news(Stopped)


def test_who_accepts_this_table_as_well_stops_nobody_with_another() -> None:
    """Whether it said so before, or says so later."""
    table = room("tink", 3)
    table.connect()
    give(table, 0, 1, other_table(table, 1))
    give(table, 0, 1, forge(table, 1))
    give(table, 0, 1, other_table(table, 1, head=bytes(32)))
    beat_alone(table)
    assert not table.news(Stopped)


def test_who_has_said_to_be_at_another_table_and_is_away_stops_nobody() -> None:
    """Its program may have been started again since, and have come to this one."""
    table = room("tink", 3)
    table.connect()
    give(table, 0, 2, other_table(table, 2))
    table.cut(0, 2)
    beat_alone(table)
    assert not table.news(Stopped)
