"""Whole tables in memory: `spec/table.md` and `spec/log.md`, followed from genesis to close."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.engine.games import GAMES, load
from p2pgame.protocol.effects import Refused, Stopped
from p2pgame.protocol.kinds import Kind
from p2pgame.protocol.verify import Verdict, verify

from .people import find_game, genesis
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


def test_different_contracts_are_found_before_the_first_draw() -> None:
    """A host that shows one seat another genesis: its acceptance is for another table."""
    game = load("tink")
    table = Room(game, genesis(game, 2))
    other = Room(game, genesis(game, 2, nonce=8))
    table.peers[1] = other.peers[1]
    table.connect()
    table.begin()
    table.run()
    assert {refused.error.code.name for refused in table.news(Refused)} == {"FOREIGN_TABLE"}
    assert all(peer.table.ledger.step == 0 for peer in table.peers)
