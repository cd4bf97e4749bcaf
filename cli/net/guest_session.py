"""Joining: the code, the lobby, and then the game."""

from __future__ import annotations

import math
from contextlib import AsyncExitStack
from functools import partial

import trio
from p2pgame.p2p.lan.interfaces import advertised_hosts, own_addresses
from p2pgame.p2p.link.dialing import Unreachable
from p2pgame.p2p.link.link import AskCode
from p2pgame.p2p.link.listener import listen_again, port_of
from p2pgame.p2p.lobby.events import LobbyNews
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.lobby.messages import Address, Offer
from p2pgame.protocol.wire.errors import Code, RemoteError
from p2pgame.protocol.wire.limits import ADDRESSES

from ..games.find import find_game
from ..games.names import seat_names
from ..profile.who import Me
from ..system.exits import Failed
from ..system.groups import leaves
from .code import with_code
from .ending import check_ended_well
from .front import Front, LobbyActs
from .join_target import JoinTarget
from .rematch import until_let_in, watchers_of
from .rematch_poll import Waiting, wants_again

RETRY = 2.0
"""Seconds between two attempts to reach a lost host."""

RETRY_SECONDS = 120.0
"""Seconds for which a lost host is dialed from its lobby: time to restart a machine."""


LOSSES = 10
"""Times that a guest may lose its lobby; a host that hangs up again and again cannot fill the screen."""


class GuestSession:
    """The tables that this command joins: one, and any number of rematches."""

    def __init__(
        self, me: Me, target: JoinTarget, front: Front, host: bytes | None = None, called: str = "The host"
    ) -> None:
        """With `host`, the first table is a rematch; `host` is the key of its host, whose name is `called`."""
        self.me = me
        self.tables: list[TableRunner] = []
        self._target = target
        self._front = front
        self._host = host
        """The key of the previous table's host."""
        self._called = called
        self._came_in = False
        self._joining: Joining | None = None
        """The latest attempt to join."""
        self._port = 0
        """Where this guest listened last; 0 for any free port."""
        self._watchers: frozenset[bytes] = frozenset()
        """The spectators that this guest had at the last table."""
        self._lost: Joining | None = None
        """The attempt whose lobby was lost with its host."""

    async def run(self) -> None:
        """Join the table and play it to its end, and rematches.

        Raises:
            Unreachable, RemoteError: the table cannot be joined.
            Quitted, EndOfInput: the person has left.
            Failed: a table could not be played to its end.
            LogFileError: no log can be written.
        """
        self.me.keeping.check()
        while True:
            seated = await self._table()
            check_ended_well(seated.live)
            if not await wants_again(self._front, self.me.identity, seated):
                return
            self.me, self._watchers = self.me.elsewhere, watchers_of(seated)

    async def _table(self) -> SeatSession:
        """Play one table from its lobby to its end."""
        async with trio.open_nursery() as nursery:
            async with trio.open_nursery() as lobby:
                lobby.start_soon(self._front.attend_lobby)
                if self._host is None:
                    seated = await with_code(self._front, self._target, partial(self._join_again, nursery))
                else:
                    waiting = Waiting(self._front, self._called)
                    seated = await until_let_in(
                        lambda: self._join(nursery, self._target, _known), lambda: self._came_in, waiting.hear
                    )
                lobby.cancel_scope.cancel()
            self.tables.append(seated.live)
            contract = seated.genesis.contract
            seat = None if self._host is None else contract.seat_of(self._host)
            self._called = self._called if seat is None else seat_names(contract)[seat]
            await self._front.play(seated, again=True)
            nursery.cancel_scope.cancel()
        return seated

    async def _join_again(self, nursery: trio.Nursery, target: JoinTarget, ask_code: AskCode) -> SeatSession:
        """The seat, when the table begins.

        A guest that loses its host in the lobby dials it again for a while, with the same code.
        """
        code, lost, losses = "", -math.inf, 0

        async def ask(problem: str | None) -> str:
            nonlocal code
            if problem is not None or self._lost is None or not code:
                code = await ask_code(problem)
            return code

        while True:
            try:
                return await self._join(nursery, target, ask)
            except* (RemoteError, Unreachable) as group:
                now = trio.current_time()
                lost, losses = (now, losses + 1) if self._came_in else (lost, losses)
                if now - lost > RETRY_SECONDS or losses > LOSSES or not all(map(_is_loss, leaves(group))):
                    raise
                if self._came_in:
                    self._lost = self._joining
                    self._front.note("Connection lost. Retrying for 2 minutes ...")
            await trio.sleep(RETRY)

    async def _join(self, nursery: trio.Nursery, target: JoinTarget, ask_code: AskCode) -> SeatSession:
        """The seat, when the table begins; other seats' links are served in the nursery."""
        self._came_in = False
        me, front, again = self.me, self._front, self._host is not None
        lost = self._lost
        ready = again or not front.says_ready or (lost is not None and lost.is_ready)
        expected = self._host if lost is None else lost.host
        joining = self._joining = Joining(
            me.identity, me.name, find_game, me.keeping, self._tell_lobby, front.tell, ready, self._watchers
        )
        front.enter_lobby(LobbyActs(joining.say, joining.ready))
        listeners = await listen_again(self._port)  # where spectators of the last table look for the next one
        self._port = port_of(listeners)
        own = tuple(Address(host, self._port) for host in advertised_hosts(own_addresses()))[:ADDRESSES]
        attend = partial(joining.attend, expected=expected, coded=target.coded, announced=target.key)
        async with AsyncExitStack() as until_begun:
            for listener in listeners:
                until_begun.push_async_exit(listener)
            seated: SeatSession = await nursery.start(attend, nursery, target.addresses, own, ask_code)
            until_begun.pop_all()
        nursery.start_soon(joining.serve, listeners)
        self._host, self._lost = joining.host, None
        if joining.reached is not None:
            self._target = JoinTarget((joining.reached,))
        return seated

    def _tell_lobby(self, news: LobbyNews) -> None:
        self._came_in = self._came_in or isinstance(news, Offer)
        self._front.tell_lobby(news)


def _is_loss(error: BaseException) -> bool:
    """Whether the network may be at fault, so that another try may help."""
    return isinstance(error, Unreachable) or (
        isinstance(error, RemoteError) and error.code in (Code.HUNG_UP, Code.SILENT, Code.TOO_SLOW)
    )


async def _known(_problem: str | None) -> str:
    """Fail: the host of a rematch knows its guests, and asks for no code."""
    raise Failed("The host no longer recognises you. Join again with its code.")
