"""Tables on the LAN that find each other: announcing one, and browsing for others.

    async with announce(announcement(offer, identity.public, 1, software), port) as announced:
        if announced.trouble:
            ...                                   # nobody will see it: show the `p2pgame join HOST:PORT` line
        announced.update(announcement(offer, identity.public, 2, software))     # a seat was taken
    # left: the table is withdrawn

    async with browse() as found:
        async for news in found:                  # Appeared, Changed or Vanished, for ever
            print(news.table.announcement.table, news.table.addresses)

Neither raises for a fault of the network: `trouble` is a sentence about it while it lasts. Both start again when the
machine's networks or addresses change, and some seconds after multicast DNS failed. Multicast DNS itself is
python-zeroconf's, in threads of its own; nothing blocks here. Leaving a block, also by cancellation, waits until
everything is closed: some 0.3 seconds.
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

from .browser import MOST_TABLES, FoundTable, MdnsBrowser, Tables
from .interfaces import Kind, OwnAddress, bare, beyond_loopback, local_addresses
from .mdns import FAILURES, DiscoveryError, close_zeroconf, open_zeroconf

ALONE = "this machine is not on a network, so only this machine sees its tables"

LIFETIME = 20
"""Seconds for which others keep a silent table. A killed program's table is listed for that time."""

TEXT_LIFETIME = 4500
"""Seconds for which a table's name and description are kept: the standard's value (RFC 6762, section 10)."""

SPACING = 1.1
"""Seconds between two changes of an announcement: receivers distinguish the newer from the older only if more than one
second lies between them (RFC 6762, section 10.2)."""

ROUNDS = 2
"""Times that each change is announced. An answer from before the change may be sent some 1.3 seconds after it, because
answers are delayed to share packets (RFC 6762, section 6). The second announcement corrects it."""

NEWS_AT_ONCE = MOST_TABLES
"""Changes reported without a delay: as many as there can be tables."""

NEWS_SPACING = 0.125
"""Seconds between further changes: a peer that keeps announcing new things is listed no faster than a person can
read."""

ADDRESS_POLL = 3.0
"""Seconds between looks at this machine's addresses."""

RETRY = 10.0
"""Seconds between attempts to use multicast DNS after a failure: the network may come up, or the machine get less
busy."""


@dataclass(frozen=True, slots=True)
class Appeared:
    """A new table."""

    table: FoundTable


@dataclass(frozen=True, slots=True)
class Changed:
    """A table with other seats or addresses than before."""

    table: FoundTable


@dataclass(frozen=True, slots=True)
class Vanished:
    """A table that was withdrawn, or was silent for too long."""

    table: FoundTable


News = Appeared | Changed | Vanished


class Announced:
    """A table that is being announced."""

    def __init__(self, announcement: Announcement, port: int) -> None:
        self.trouble: str | None = None
        """Why others may not see the table at present; None if no problem is known."""
        self._text = announcement.encode()
        self._changed = trio.Event()
        self._port = port
        self._name = f"{announcement.instance(secrets.token_hex(2))}.{SERVICE}"
        self._server = f"p2pgame-{secrets.token_hex(4)}.local."

    @property
    def instance(self) -> str:
        """The `FoundTable.instance` of this table in browsers."""
        return self._name.lower()

    def update(self, announcement: Announcement) -> None:
        """Replace the announcement. Returns at once; of several updates within a second, the last one is sent.

        Raises:
            LocalError: it cannot be announced.
        """
        self._text = announcement.encode()
        self._changed.set()

    async def _use(self, zeroconf: Zeroconf, own: tuple[OwnAddress, ...]) -> None:
        """Register the service, then every change of it."""
        # Nobody is asked whether the name is free: the key and the nonce in it make it unique, and an answer that it is
        # taken could be forged.
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


class TableListing:
    """The tables on the LAN. Iteration yields changes for ever; the tables that are already there come first."""

    def __init__(self) -> None:
        self.trouble: str | None = None
        """Why tables may not be found at present; None if no problem is known."""
        self._tables: Tables = {}
        self._reported: dict[str, FoundTable] = {}
        self._news = trio.Event()
        self._due = -math.inf
        """When the next change would be due, if all changes had been reported evenly spaced."""
        self._token = trio.lowlevel.current_trio_token()

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """The tables at present."""
        return tuple(self._tables.values())

    def __aiter__(self) -> TableListing:
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
        """One difference between the reported tables and the present ones, which counts as reported from now on."""
        self._news = trio.Event()
        tables = self._tables
        for instance, table in self._reported.items():
            if instance not in tables:
                del self._reported[instance]
                return Vanished(table)
        for instance, table in tables.items():
            reported = self._reported.get(instance)
            if reported != table:
                self._reported[instance] = table
                return Changed(table) if reported else Appeared(table)
        return None

    async def _use(self, zeroconf: Zeroconf, own: tuple[OwnAddress, ...]) -> None:
        """Listen. On cancellation the tables are forgotten, because they were found in other networks."""
        browser = MdnsBrowser(zeroconf, own, self.replace)
        assert zeroconf.loop is not None
        zeroconf.loop.call_soon_threadsafe(browser.start)
        try:
            await trio.sleep_forever()
        finally:
            browser.stop()
            self.replace({})

    def replace(self, tables: Tables) -> None:
        """Replace the set of tables. Called from zeroconf's thread."""
        if tables != self._tables:
            self._tables = tables
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._wake, idempotent=True)

    def _wake(self) -> None:
        self._news.set()


@asynccontextmanager
async def announce(
    announcement: Announcement, port: int, hosts: Collection[str] | None = None
) -> AsyncIterator[Announced]:
    """Announce a table that listens on this TCP port, while the block runs.

    `hosts` restricts the announcement to these addresses of this machine and their networks: for a listener that is
    bound to some of them, or `["127.0.0.1"]` for tests. By default it goes to every LAN, and to loopback.

    Raises:
        LocalError: the table cannot be announced like this.
    """
    announced = Announced(announcement, port)
    async with _using_mdns(announced, hosts):
        yield announced


@asynccontextmanager
async def browse(hosts: Collection[str] | None = None) -> AsyncIterator[TableListing]:
    """Find the tables on the LAN, while the block runs. `hosts` restricts the search to these addresses of this
    machine."""
    found = TableListing()
    async with _using_mdns(found, hosts):
        yield found


class _User(Protocol):
    """A user of multicast DNS."""

    trouble: str | None

    async def _use(self, zeroconf: Zeroconf, own: tuple[OwnAddress, ...]) -> None: ...


@asynccontextmanager
async def _using_mdns(user: _User, hosts: Collection[str] | None) -> AsyncIterator[None]:
    """Let `user` use multicast DNS while the block runs. Errors of the block come out unchanged, in no group."""
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
    """Open multicast DNS for the user, and again after each failure and each change of this machine's addresses.

    Counts as started after the first attempt.
    """
    while True:
        own = await trio.to_thread.run_sync(local_addresses, hosts)
        async with _mdns(own) as mdns, trio.open_nursery() as nursery:
            if isinstance(mdns, Zeroconf):
                user.trouble = (
                    ALONE if hosts is None and all(address.kind is Kind.LOOPBACK for address in own) else None
                )
            else:
                user.trouble = str(mdns)
            nursery.start_soon(_until_failed, user, mdns, own, nursery.cancel_scope)
            task_status.started()
            task_status = trio.TASK_STATUS_IGNORED
            await _change_of(own, hosts)
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def _mdns(own: tuple[OwnAddress, ...]) -> AsyncIterator[Zeroconf | DiscoveryError]:
    """Multicast DNS while the block runs, or the reason why it is unavailable."""
    try:
        mdns = await trio.to_thread.run_sync(open_zeroconf, own)
    except DiscoveryError as error:
        yield error
        return
    try:
        yield mdns
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(close_zeroconf, mdns)


async def _until_failed(
    user: _User, mdns: Zeroconf | DiscoveryError, own: tuple[OwnAddress, ...], beginning: trio.CancelScope
) -> None:
    """Let the user use multicast DNS; after a failure, wait for a while and cancel this attempt so that another one
    starts."""
    if isinstance(mdns, Zeroconf):
        try:
            await user._use(mdns, own)
        except FAILURES as error:
            user.trouble = f"multicast DNS has stopped working ({type(error).__name__})"
    await trio.sleep(RETRY)
    beginning.cancel()


async def _change_of(own: tuple[OwnAddress, ...], hosts: Collection[str] | None) -> None:
    """Wait until this machine's addresses differ from these."""
    while await trio.to_thread.run_sync(local_addresses, hosts) == own:
        await trio.sleep(ADDRESS_POLL)
