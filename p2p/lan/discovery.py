"""Tables on the LAN that find each other: announcing one, and browsing for others.

    async with announce(announcement(offer, identity.public, 1, software), port) as announced:
        if announced.trouble:
            ...                                   # nobody will see it: tell the `p2pgame join HOST:PORT` line
        announced.update(announcement(offer, identity.public, 2, software))     # a seat was taken
    # left: the table is withdrawn

    async with browse() as found:
        async for news in found:                  # Appeared, Changed or Vanished, for ever
            print(news.table.announcement.table, news.table.addresses)

Neither raises for what the network does or lacks: `trouble` says it in a sentence while it lasts. When cables, radios
or addresses change, and some seconds after multicast DNS failed, both begin anew by themselves. Multicast DNS itself is
python-zeroconf's, in threads of its own; here nothing blocks. Leaving a block, also by cancellation, waits until all is
closed: some 0.3 seconds.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import trio
from p2pgame.protocol.lobby.announcement import SERVICE, Announcement
from p2pgame.protocol.wire.limits import ADDRESSES
from zeroconf import ServiceInfo, Zeroconf

from .browser import MOST_TABLES, Ear, FoundTable, Tables
from .interfaces import Kind, OwnAddress, bare, beyond_loopback, local_addresses
from .mdns import FAILURES, DiscoveryError, close_zeroconf, open_zeroconf

ALONE = "this machine is on no network, so its tables are seen by itself alone"

LIFETIME = 20
"""Seconds for which others believe that a table is there without hearing of it: so long is seen what was killed."""

TEXT_LIFETIME = 4500
"""Seconds for which a table's name and description are kept: the standard's value (RFC 6762, section 10)."""

SPACING = 1.1
"""Seconds between two changes of an announcement: receivers tell the newer from the older only if more than one second
lies between them (RFC 6762, section 10.2)."""

ROUNDS = 2
"""Times that each change is announced: an answer that was given before it may be sent some 1.3 seconds after it, as
answers wait for others to go with (RFC 6762, section 6), and would be believed; the second time puts that right."""

NEWS_AT_ONCE = MOST_TABLES
"""News that are told as they come: all tables that there can be."""

NEWS_SPACING = 0.125
"""Seconds for each further one: who announces ever new things is listed no faster than a person could read."""

ADDRESS_POLL = 3.0
"""Seconds between looks at this machine's addresses."""

RETRY = 10.0
"""Seconds after which what has failed is begun anew: the network may be up later, or the machine less busy."""


@dataclass(frozen=True, slots=True)
class Appeared:
    """A table is there that was not."""

    table: FoundTable


@dataclass(frozen=True, slots=True)
class Changed:
    """A table's seats or addresses are others than before."""

    table: FoundTable


@dataclass(frozen=True, slots=True)
class Vanished:
    """A table was withdrawn, or has been silent for too long."""

    table: FoundTable


News = Appeared | Changed | Vanished


class Announced:
    """A table that is being announced."""

    def __init__(self, announcement: Announcement, port: int) -> None:
        self.trouble: str | None = None
        """Why others may not see the table now; None while nothing is known to be wrong."""
        self._text = announcement.encode()
        self._changed = trio.Event()
        self._port = port
        self._name = f"{announcement.instance(secrets.token_hex(2))}.{SERVICE}"
        self._server = f"p2pgame-{secrets.token_hex(4)}.local."

    @property
    def instance(self) -> str:
        """The `FoundTable.instance` by which browsers know this table."""
        return self._name.lower()

    def update(self, announcement: Announcement) -> None:
        """Announce this from now on. Returns at once; of several updates within a second, the last is sent.

        Raises:
            LocalError: it cannot be announced.
        """
        self._text = announcement.encode()
        self._changed.set()

    async def _use(self, zeroconf: Zeroconf, own: tuple[OwnAddress, ...]) -> None:
        """Register the service, then every change of it."""
        # Nobody is asked first whether the name is free: the key and the nonce in it make it so, and an answer that
        # it is taken could be forged.
        send: Callable[[ServiceInfo], None] = partial(zeroconf.register_service, cooperating_responders=True)
        while True:
            self._changed = trio.Event()
            for _ in range(ROUNDS):
                await trio.to_thread.run_sync(send, self._service(own))
                send = zeroconf.update_service
                await trio.sleep(SPACING)
            await self._changed.wait()

    def _service(self, own: tuple[OwnAddress, ...]) -> ServiceInfo:
        return ServiceInfo(
            SERVICE,
            self._name,
            port=self._port,
            properties=self._text,
            server=self._server,
            host_ttl=LIFETIME,
            other_ttl=TEXT_LIFETIME,
            parsed_addresses=[bare(address.host) for address in beyond_loopback(own)][:ADDRESSES],
        )


class Found:
    """The tables on the LAN. Iterating over it tells what changes, for ever; everything that is there comes first."""

    def __init__(self) -> None:
        self.trouble: str | None = None
        """Why tables may not be found now; None while nothing is known to be wrong."""
        self._heard: Tables = {}
        self._told: dict[str, FoundTable] = {}
        self._news = trio.Event()
        self._due = -math.inf
        """When the next news would be due, had all been told evenly spaced."""
        self._token = trio.lowlevel.current_trio_token()

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """All tables that are there now."""
        return tuple(self._heard.values())

    def __aiter__(self) -> Found:
        return self

    async def __anext__(self) -> News:
        while True:
            await trio.lowlevel.checkpoint()
            await trio.sleep_until(self._due - (NEWS_AT_ONCE - 1) * NEWS_SPACING)
            news = self._next()
            if news is not None:
                self._due = max(self._due, trio.current_time()) + NEWS_SPACING
                return news
            await self._news.wait()

    def _next(self) -> News | None:
        """One difference between what was told and what is there; told from now on."""
        self._news = trio.Event()
        heard = self._heard
        for instance, table in self._told.items():
            if instance not in heard:
                del self._told[instance]
                return Vanished(table)
        for instance, table in heard.items():
            told = self._told.get(instance)
            if told != table:
                self._told[instance] = table
                return Changed(table) if told else Appeared(table)
        return None

    async def _use(self, zeroconf: Zeroconf, own: tuple[OwnAddress, ...]) -> None:
        """Listen; what was heard is forgotten when this is cancelled, as it came by other links."""
        ear = Ear(zeroconf, own, self._hear)
        assert zeroconf.loop is not None
        zeroconf.loop.call_soon_threadsafe(ear.start)
        try:
            await trio.sleep_forever()
        finally:
            ear.stop()
            self._hear({})

    def _hear(self, tables: Tables) -> None:
        """All tables that are there. Called from zeroconf's thread."""
        if tables != self._heard:
            self._heard = tables
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._wake, idempotent=True)

    def _wake(self) -> None:
        self._news.set()


@asynccontextmanager
async def announce(
    announcement: Announcement, port: int, hosts: Collection[str] | None = None
) -> AsyncIterator[Announced]:
    """Announce a table that listens on this TCP port, while the block runs.

    With `hosts`, only on the links of these of this machine's addresses, and only them: for a listener bound to some
    of them, or `["127.0.0.1"]` for tests. Otherwise on every LAN, and on loopback.

    Raises:
        LocalError: the table cannot be announced so.
    """
    announced = Announced(announcement, port)
    async with _beside(announced, hosts):
        yield announced


@asynccontextmanager
async def browse(hosts: Collection[str] | None = None) -> AsyncIterator[Found]:
    """Find the tables on the LAN, while the block runs; with `hosts`, only by these of this machine's addresses."""
    found = Found()
    async with _beside(found, hosts):
        yield found


class _User(Protocol):
    """What uses multicast DNS as long as it may."""

    trouble: str | None

    async def _use(self, zeroconf: Zeroconf, own: tuple[OwnAddress, ...]) -> None: ...


@asynccontextmanager
async def _beside(user: _User, hosts: Collection[str] | None) -> AsyncIterator[None]:
    """Let `user` use multicast DNS while the block runs. What the block raises comes out as it is, in no group."""
    raised: BaseException | None = None
    async with trio.open_nursery() as nursery:
        await nursery.start(_keep, user, hosts)
        try:
            yield
        except (Exception, KeyboardInterrupt) as error:
            raised = error
        nursery.cancel_scope.cancel()
    if raised is not None:
        raise raised


async def _keep(user: _User, hosts: Collection[str] | None, task_status: trio.TaskStatus[None]) -> None:
    """Open multicast DNS for the user, and anew whenever it failed or this machine's addresses change.

    Started when it was tried.
    """
    while True:
        own = await trio.to_thread.run_sync(local_addresses, hosts)
        async with _opened(own) as opened, trio.open_nursery() as nursery:
            if isinstance(opened, Zeroconf):
                user.trouble = (
                    ALONE if hosts is None and all(address.kind is Kind.LOOPBACK for address in own) else None
                )
            else:
                user.trouble = str(opened)
            nursery.start_soon(_until_failed, user, opened, own, nursery.cancel_scope)
            task_status.started()
            task_status = trio.TASK_STATUS_IGNORED
            await _change_of(own, hosts)
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def _opened(own: tuple[OwnAddress, ...]) -> AsyncIterator[Zeroconf | DiscoveryError]:
    """Multicast DNS while the block runs, or why there is none."""
    try:
        opened = await trio.to_thread.run_sync(open_zeroconf, own)
    except DiscoveryError as error:
        yield error
        return
    try:
        yield opened
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(close_zeroconf, opened)


async def _until_failed(
    user: _User, opened: Zeroconf | DiscoveryError, own: tuple[OwnAddress, ...], beginning: trio.CancelScope
) -> None:
    """Let the user use what was opened; when that fails, cancel this beginning after a while, for a new one."""
    if isinstance(opened, Zeroconf):
        try:
            await user._use(opened, own)
        except FAILURES as error:
            user.trouble = f"multicast DNS has stopped working ({type(error).__name__})"
    await trio.sleep(RETRY)
    beginning.cancel()


async def _change_of(own: tuple[OwnAddress, ...], hosts: Collection[str] | None) -> None:
    """Wait until this machine has other addresses."""
    while await trio.to_thread.run_sync(local_addresses, hosts) == own:
        await trio.sleep(ADDRESS_POLL)
