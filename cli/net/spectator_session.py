"""Watching a table."""

from __future__ import annotations

from functools import partial

import trio
from p2pgame.p2p.link.link import AskCode
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.p2p.table.watching import Spectator

from ..games.find import find_game
from ..profile.who import Me
from .code import with_code
from .ending import check_ended_well
from .front import Front
from .join_target import JoinTarget


class SpectatorSession:
    """One table that this command watches, and rematches of it for as long as the person comes along."""

    def __init__(self, me: Me, target: JoinTarget, front: Front) -> None:
        self.me = me
        self.tables: list[TableRunner] = []
        self._target = target
        self._front = front
        self._peer: bytes | None = None
        """The key of the peer that showed the last table: it lets its spectators into the next one."""

    async def run(self) -> None:
        """Watch to the end, and again if the person wants that.

        Raises:
            Unreachable, RemoteError: the table cannot be watched.
            Quitted, EndOfInput: the person has left.
            Failed: the table stopped.
            LogFileError: no log can be written.
        """
        await self._watch(self.me.keeping)
        while await self._front.watches_next():
            self._front.note("Waiting for the rematch to begin. You come along without a code.")
            await self._watch(self.me.elsewhere.keeping)

    async def _watch(self, keeping: LogLocation) -> None:
        keeping.check()
        earlier = frozenset(live.table.ledger.genesis.id for live in self.tables)
        spectator = Spectator(self.me.identity, self.me.name, find_game, keeping, self._front.tell, earlier)
        async with trio.open_nursery() as nursery:
            live = await with_code(self._front, self._target, partial(self._begin, nursery, spectator))
            self.tables.append(live)
            self._peer = spectator.peer
            await self._front.watch(live)
            nursery.cancel_scope.cancel()
        live.log.close()
        check_ended_well(live)

    async def _begin(
        self, nursery: trio.Nursery, spectator: Spectator, target: JoinTarget, ask_code: AskCode
    ) -> TableRunner:
        """The table, which the nursery then watches."""
        watch = partial(spectator.watch, coded=target.coded, announced=target.key, expected=self._peer)
        live: TableRunner = await nursery.start(watch, nursery, target.addresses, ask_code, self._wait)
        return live

    def _wait(self) -> None:
        self._front.wait_for_table("The game has not begun yet. You will see it when it does.")
