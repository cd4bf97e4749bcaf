"""The memory of a peer while a large table is played before many spectators: each a process of its own, as on the
LAN."""

from __future__ import annotations

from pathlib import Path

import pytest
from p2pgame.protocol.wire.limits import SEATS, SPECTATORS

from benchmarks.peers import play

ROOT = Path(__file__).parents[2]

GAME = "ten"
"""A game for five."""

MOST = 100_000_000
"""Bytes that a process may have held at most, all of Python and its libraries included."""


@pytest.mark.long
def test_five_peers_and_twenty_spectators_take_less_than_100_mb_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole table over TLS with logs on disk, with the most spectators at one seat."""
    monkeypatch.chdir(ROOT)
    assert (SEATS, SPECTATORS) == (5, 20)
    peers = play(GAME, SEATS, 1, SPECTATORS)
    assert len(peers) == SEATS
    assert all(len(peer.tables[0]) > 20 for peer in peers)
    assert all(20_000_000 < peer.peak < MOST for peer in peers)
