"""A table being played by this process: the protocol's `Table` with its log, its links and a clock.

Everything runs on one thread, and nothing between two awaits is seen half done. Effects are carried out in their
order: the log has a step before anybody hears of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import trio
from p2pgame.protocol.effects import Effect, Keep, Send, Tell, Write
from p2pgame.protocol.errors import Code, RemoteError
from p2pgame.protocol.log import own_record, step_record
from p2pgame.protocol.messages import Leave, Message, decode_message, encode_message
from p2pgame.protocol.table import Table

from .link import Link
from .logfile import LogFile

BEAT = 1.0
"""Seconds between two of our `have`s: how long a lost message stays lost."""

SYNC = 1.0
"""Seconds of play that a power cut may cost at the most."""

LINGER = 5.0
"""Seconds that a peer stays after the end for others that have not got all of it yet."""

REFUSALS = 100
"""Messages of one link that may be refused before it is cut: an honest peer's cannot be, but for a few that crossed."""


@dataclass(frozen=True, slots=True)
class Linked:
    """News: a link with this peer stands now, or is gone."""

    peer: bytes
    up: bool


News = Tell | Linked


class LiveTable:
    """One table, from its first step to its last."""

    def __init__(self, table: Table, log: LogFile, tell: Callable[[News], None]) -> None:
        """`tell` is called with all news, in order, and must not wait."""
        self.table = table
        self.log = log
        self._tell = tell
        self._links: dict[bytes, Link] = {}
        self._changed = trio.lowlevel.ParkingLot()

    @property
    def linked(self) -> frozenset[bytes]:
        """The public keys of the peers with which a link stands."""
        return frozenset(self._links)

    @property
    def over(self) -> bool:
        """Whether the table has been closed, or cannot go on."""
        return self.table.ledger.closed or self.table.stopped is not None

    async def play(self) -> None:
        """Take part until the table is over, and then as long as somebody still lacks something of it."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._keep_beating)
            nursery.start_soon(self._keep_syncing)
            self.carry_out(self.table.begin())
            await self._until(lambda: self.over)
            with trio.move_on_after(LINGER):
                self.carry_out(self.table.beat())
                await self._until(lambda: self.table.everybody_has_all)
            nursery.cancel_scope.cancel()

    async def asked(self) -> None:
        """Wait until one's own seat is asked for a decision, or the table is over."""
        await self._until(lambda: self.table.asks_me or self.over)

    def choose(self, move: Any) -> None:
        """Make the decision that one's own seat is asked for.

        Raises:
            LocalError: nothing is asked now.
            IllegalMove: the rules forbid it; with the reason.
        """
        self.carry_out(self.table.choose(move))

    def say(self, text: str) -> None:
        """Send a line of chat."""
        self.carry_out(self.table.say(text))

    async def serve(self, link: Link) -> None:
        """Read a link until it ends. A newer link with the same peer takes the place of an older one."""
        with self._standing(link):
            refused = 0
            async for payload in link:
                try:
                    message = decode_message(payload)
                except RemoteError as error:
                    link.send_nowait(encode_message(Leave(error.code, error.sentence)))
                    return
                before = self.table.refusals
                self.carry_out(self.table.receive(link.peer.public, message))
                refused += self.table.refusals - before
                if refused > REFUSALS:
                    error = RemoteError(Code.TOO_MANY_REFUSALS, "too much of what you sent had to be refused")
                    link.send_nowait(encode_message(Leave(error.code, error.sentence)))
                    return

    def carry_out(self, effects: list[Effect]) -> None:
        """Do what the table asks for, in order.

        Raises:
            LogFileError: the log cannot be written; nothing that depends on it has been done.
        """
        for effect in effects:
            match effect:
                case Keep(inputs, opening):
                    self.log.keep(own_record(inputs, opening))
                case Write(step):
                    self.log.append(step_record(step))
                case Send(message, to):
                    self._send(message, to)
                case _:
                    self._tell(effect)
        self._changed.unpark_all()

    def _send(self, message: Message, to: bytes | None) -> None:
        payload = encode_message(message)
        for peer, link in self._links.items():
            if to is None or to == peer:
                link.send_nowait(payload)

    @contextmanager
    def _standing(self, link: Link) -> Iterator[None]:
        """Count a link among those of the table for as long as it is read."""
        peer = link.peer.public
        older = self._links.get(peer)
        self._links[peer] = link
        if older is not None:
            older.cut()
        self.carry_out(self.table.connected(peer))
        self._tell(Linked(peer, True))
        try:
            yield
        finally:
            if self._links.get(peer) is link:
                del self._links[peer]
                self.table.disconnected(peer)
                self._tell(Linked(peer, False))
                self._changed.unpark_all()

    async def _keep_beating(self) -> None:
        while True:
            await trio.sleep(BEAT)
            self.carry_out(self.table.beat())

    async def _keep_syncing(self) -> None:
        while True:
            await trio.sleep(SYNC)
            await trio.to_thread.run_sync(self.log.sync)

    async def _until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await self._changed.park()
