"""A rematch, once a table has ended (`spec/lobby.md`, "Another game with the same people")."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import trio
from p2pgame.engine.errors import BadOption
from p2pgame.p2p.link.dialing import Unreachable
from p2pgame.p2p.lobby.hosting import Reserved
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError

from ..system.groups import leaves

RETRY = 1.0
"""Seconds between two attempts to join the host's new table."""

_FINAL = (Code.SENT_AWAY, Code.TABLE_FULL, Code.NOT_READY, Code.WRONG_CODE)
"""Answers of a host that does not wait for this player any more."""


def coming_along(seated: SeatSession) -> tuple[int, ...]:
    """The seats of the ended table whose players have a seat at the next one.

    A player who had left the game, or was voted out, has none, if the others can play the game without them.
    """
    ledger, contract = seated.live.table.ledger, seated.genesis.contract
    present = ledger.now.present
    if seated.seat in present:
        with suppress(BadOption):
            ledger.game.begin(len(present), dict(contract.options))
            return present
    return tuple(range(len(contract.seats)))


def moved_on(seated: SeatSession) -> Reserved:
    """The seats of the next table, as its host reserves them: everybody who comes along moves on by one."""
    coming, seats = coming_along(seated), seated.genesis.contract.seats
    kept = {(place - 1) % len(coming): number for place, number in enumerate(coming)}
    others = {place: seats[number] for place, number in kept.items() if number != seated.seat}
    (own,) = kept.keys() - others.keys()
    return Reserved(own, others, watchers_of(seated))


def watchers_of(seated: SeatSession) -> frozenset[bytes]:
    """The spectators who may come along to the next table."""
    return seated.welcome | seated.watchers


async def until_let_in(
    join: Callable[[], Awaitable[SeatSession]],
    came_in: Callable[[], bool],
    refused: Callable[[BaseException], None] = lambda _error: None,
) -> SeatSession:
    """Join until the host lets us in, and then to the beginning; the seat. `refused` gets the reason of each delay.

    Raises:
        RemoteError, Unreachable: the host does not want us any more, or an error after it had let us in.
    """
    while True:
        try:
            return await join()
        except* (RemoteError, Unreachable) as group:
            if came_in() or any(isinstance(e, RefusedByPeer) and e.reason in _FINAL for e in leaves(group)):
                raise
            refused(leaves(group)[0])
        await trio.sleep(RETRY)
