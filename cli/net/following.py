"""A rematch after a resumed table."""

from __future__ import annotations

from dataclasses import replace

from p2pgame.p2p.table.seat_session import SeatSession

from ..games.names import seat_names
from ..profile.who import Me
from ..thinking.bots import USUAL_LEVEL, Bots
from .front import Front
from .guest_session import GuestSession
from .host_session import HostSession
from .hosted_bots import hosted_bots
from .join_target import JoinTarget
from .terms import Terms


def follows(seated: SeatSession) -> bool:
    """Whether a rematch is possible: the table is not closed yet, and the next host is known."""
    book = seated.book
    if book.host is None or seated.live.table.ledger.now.closed:
        return False
    return book.host == seated.seat or bool(seated.dialable_at(book.host))


def another(me: Me, seated: SeatSession, port: int, front: Front) -> HostSession | GuestSession:
    """The next table, hosted at that port or joined, under the same name; a rematch must be possible."""
    contract, book = seated.genesis.contract, seated.book
    assert book.host is not None
    named = replace(me, name=contract.seats[seated.seat].name)
    if book.host == seated.seat:
        return HostSession(named, terms_of(me, seated, port), front, after=seated)
    key, called = contract.seats[book.host].public, seat_names(contract)[book.host]
    return GuestSession(named, JoinTarget(seated.dialable_at(book.host)), front, host=key, called=called)


def terms_of(me: Me, seated: SeatSession, port: int) -> Terms:
    """The terms of the present table, which are those of the next one."""
    contract = seated.genesis.contract
    bots = list(hosted_bots(me.identity, contract))
    return Terms(
        game=seated.live.table.ledger.game,
        options=dict(contract.options),
        seats=len(contract.seats),
        bots=Bots(len(bots), bots[0].level if bots else USUAL_LEVEL),
        open=seated.book.open,
        port=port,
        bind=seated.book.bind,
        auto=None,
        grace=contract.grace,
        announced=seated.book.announced,
        turn_time=contract.turn_time,
        takebacks=contract.takebacks,
    )
