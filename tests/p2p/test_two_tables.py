"""A host that gives its guests different tables: they find out over real links, and stop."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from p2pgame.engine.games import load
from p2pgame.p2p.link.listener import LinkServer, listen, port_of
from p2pgame.p2p.store.addressbook import Book
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.contract.contract import Entry, Genesis
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.wire.errors import Code

from ..protocol.people import genesis, identity

LOOPBACK = "127.0.0.1"
TINK = load("tink")


def ignore(_news: object) -> None:
    """No screen."""


@pytest.mark.trio
async def test_guests_that_were_given_different_tables_notice_it_and_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the host's second entry differs, and the host is gone."""
    monkeypatch.setattr("p2pgame.protocol.table.genesis_check.ELSEWHERE_TICKS", 1)
    monkeypatch.setattr("p2pgame.p2p.table.runner.TICK", 0.05)
    monkeypatch.setattr("p2pgame.p2p.table.runner.LINGER", 0.5)
    whole = genesis(TINK, 3)
    other = Genesis(whole.contract, (Entry.signed(identity(0), whole.contract, 0, b"2" * 32), *whole.entries[1:]))
    listening = {1: await listen(0, LOOPBACK), 2: await listen(0, LOOPBACK)}
    book = Book(addresses={seat: (Address(LOOPBACK, port_of(at)),) for seat, at in listening.items()})
    seated = [
        SeatSession.new(identity(seat), given_out, TINK, book, LogLocation(tmp_path / str(seat)), ignore)
        for seat, given_out in ((1, whole), (2, other))
    ]
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            for seat in seated:
                server = LinkServer(seat.identity, seat.door, seat.receive, ignore)
                nursery.start_soon(server.serve, listening[seat.seat])
            async with trio.open_nursery() as playing:
                for seat in seated:
                    playing.start_soon(seat.play)
            nursery.cancel_scope.cancel()
    for seat in seated:
        assert seat.live.table.stopped is not None
        assert seat.live.table.stopped.error.code is Code.OTHER_TABLE
