"""Tables that other machines announce on the LAN: asking for them, and reading the answers in zeroconf's cache.

Every answer comes from a stranger. So it is read strictly, the memory for it is bounded, and only addresses in our own
networks are handed on.

This is no `ServiceBrowser`: that class keeps a killed program's table for up to 75 minutes, and stops asking while a
person still waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from ipaddress import ip_address, ip_network
from itertools import islice
from typing import TypeVar

from p2pgame.protocol.lobby.announcement import LABEL_BYTES, SERVICE, Announcement, decode
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.wire.errors import RemoteError
from p2pgame.protocol.wire.limits import ADDRESSES
from zeroconf import (  # type: ignore[attr-defined] # the DNS classes are exported, though not listed in `__all__`
    DNSAddress,
    DNSOutgoing,
    DNSPointer,
    DNSQuestion,
    DNSRecord,
    DNSService,
    DNSText,
    RecordUpdate,
    RecordUpdateListener,
    Zeroconf,
    current_time_millis,
)

from .interfaces import OwnAddress, beyond_loopback, zone

MOST_TABLES = 64
"""Tables kept. Nobody can choose among more, and a flood of false ones takes no more memory. The first to come stay."""

MOST_NAMES = 256
"""Names looked at: most of a flood's names may be no tables."""

MOST_QUESTIONS = 32
"""Questions asked at once: they fit one packet."""

GATHERING = 0.05
"""Seconds from the first record to a look at the cache: the records of one table may come in several packets, and a
flood of packets then costs no more than 20 looks a second."""

SWEEP = 1.0
"""Seconds between looks for records that have expired, or will soon expire and must be asked for again."""

ASKED_AT = frozenset({0, 1, 3, 7, 15, 31})
"""The sweeps that ask everybody for tables, at growing intervals (RFC 6762, section 5.2)."""

ASKED_EVERY = 60
"""Sweeps between later questions: at most a minute, because a person is waiting. Tables already known need not
answer."""

PATIENCE = 10_000
"""Milliseconds for which the missing records of a table are asked for. Then its name is forgotten until it is announced
again."""

NAME_BYTES = 255
"""Bytes of a name in a packet (RFC 1035, section 2.3.4)."""

_HALF, _WHOLE = 50, 100
"""Percent of a record's lifetime after which it is asked for again, and after which it expires."""

_QUERY, _IN = 0, 1
_A, _PTR, _TXT, _AAAA, _SRV = 1, 12, 16, 28, 33
_ADDRESS_BYTES = {_A: 4, _AAAA: 16}

Record = TypeVar("Record", bound=DNSRecord)


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table that somebody on the LAN announces. Everything in it is hearsay until the link proves the key."""

    instance: str
    """Identifies the table while it is announced. Not for display: it has not been cleaned."""
    announcement: Announcement
    addresses: tuple[Address, ...]
    """Addresses to dial, the best first; at least one."""


Tables = Mapping[str, FoundTable]


class MdnsBrowser(RecordUpdateListener):
    """Listens for tables, asks for them, and calls `tell` with all of them each time they may have changed.

    Everything here runs in zeroconf's thread, where its cache lives.
    """

    def __init__(self, zeroconf: Zeroconf, own: Sequence[OwnAddress], tell: Callable[[Tables], None]) -> None:
        super().__init__()
        self._zeroconf = zeroconf
        self._networks = [ip_network(address.network) for address in beyond_loopback(own)]
        self._tell = tell
        self._known: dict[str, FoundTable] = {}
        """Each table as last reported: parts of it must stay as they were first reported."""
        self._look_due: asyncio.TimerHandle | None = None
        self._sweeps = 0
        self._stopped = False

    def start(self) -> None:
        """Start to ask and listen."""
        self._zeroconf.async_add_listener(self, None)
        self._sweep()

    def stop(self) -> None:
        """Report nothing any more. May be called from any thread."""
        self._stopped = True

    def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
        """Records have arrived. The cache gets them only afterwards."""

    def async_update_records_complete(self) -> None:
        """The cache has the new records: look at it soon, once for all records that arrive until then."""
        if self._look_due is None:
            self._look_due = self._loop.call_later(GATHERING, self._look)

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        assert self._zeroconf.loop is not None
        return self._zeroconf.loop

    def _look(self) -> None:
        self._look_due = None
        found: dict[str, FoundTable] = {}
        for pointer in self._pointers():
            table = self._table(pointer.alias.lower())
            if table and len(found) < MOST_TABLES:
                found[table.instance] = self._unforged(table)
        self._known = found
        self._drop_others()
        if not self._stopped:
            self._tell(found)

    def _sweep(self) -> None:
        """Ask for possible tables, missing records and records about to expire; forget silent tables."""
        if self._zeroconf.done:
            return
        self._loop.call_later(SWEEP, self._sweep)
        query = DNSOutgoing(_QUERY)
        if self._sweeps in ASKED_AT or self._sweeps % ASKED_EVERY == 0:
            self._ask_all(query)
        for name, kind in islice(self._missing(), MOST_QUESTIONS):
            query.add_question(DNSQuestion(name, kind, _IN))
        if query.questions:
            self._zeroconf.async_send(query)
        self._forget()
        self._look()
        self._sweeps += 1

    def _ask_all(self, query: DNSOutgoing) -> None:
        """Ask for tables. The question is multicast, because UDP port 5353 is shared; known tables need not answer
        (7.1, 15.1)."""
        query.add_question(DNSQuestion(SERVICE, _PTR, _IN))
        for pointer in islice(self._pointers(), MOST_QUESTIONS):
            query.add_answer_at_time(pointer, current_time_millis())

    def _pointers(self) -> list[DNSPointer]:
        """The names of announced tables that were not withdrawn, the longest known first."""
        pointers = self._fresh(SERVICE, _PTR, DNSPointer)
        return list(islice((pointer for pointer in pointers if _is_name(pointer.alias)), MOST_NAMES))

    def _forget(self) -> None:
        """Drop the names of tables that were silent for too long, so that a new announcement shows them again."""
        now = current_time_millis()
        silent = [
            pointer
            for pointer in self._pointers()
            if pointer.created + PATIENCE <= now and self._newest(pointer.alias, _SRV, DNSService) is None
        ]
        self._zeroconf.cache.async_remove_records(silent)

    def _drop_others(self) -> None:
        """Drop every record that belongs to no table. zeroconf keeps 10,000 records. When it is full, it drops the
        record that expires first. In a flood of records that live for days, that is a table's record.
        """
        cache, pointers = self._zeroconf.cache, self._pointers()
        names = {SERVICE, *(pointer.alias.lower() for pointer in pointers)}
        names.update(
            service.server.lower() for pointer in pointers for service in self._fresh(pointer.alias, _SRV, DNSService)
        )
        others = [record for name in cache.names() if name not in names for record in cache.entries_with_name(name)]
        known = set(pointers)
        others += [each for each in self._fresh(SERVICE, _PTR, DNSPointer) if each not in known]
        cache.async_remove_records(others)

    def _missing(self) -> Iterator[tuple[str, int]]:
        """The names and types of records to ask for."""
        for pointer in self._pointers():
            yield from self._missing_of(pointer.alias)

    def _missing_of(self, instance: str) -> Iterator[tuple[str, int]]:
        service = self._newest(instance, _SRV, DNSService)
        due = service is None or service.get_expiration_time(_HALF) <= current_time_millis()
        if due:
            yield instance, _SRV
        if due or self._newest(instance, _TXT, DNSText) is None:
            yield instance, _TXT  # known records too: the announcement of a change may have been lost
        if service is not None and _is_name(service.server) and not any(self._addresses(service.server)):
            yield service.server, _A
            yield service.server, _AAAA

    def _table(self, instance: str) -> FoundTable | None:
        """The table of a service, if its records are complete and sound."""
        service = self._newest(instance, _SRV, DNSService)
        text = self._newest(instance, _TXT, DNSText)
        if service is None or text is None or not service.port or not _is_name(service.server):
            return None
        addresses = self._reachable_addresses(service.server, service.port)
        said = self._announcement_of(instance, text.text)
        return FoundTable(instance, said, addresses) if said and addresses else None

    def _announcement_of(self, instance: str, text: bytes) -> Announcement | None:
        """The text of a service; its former text if the new one is not valid for it."""
        known = self._known.get(instance)
        try:
            said = decode(text)
        except RemoteError:
            return None if known is None else known.announcement
        if said.fits(instance):
            return said
        return None if known is None else known.announcement

    def _unforged(self, table: FoundTable) -> FoundTable:
        """The table, with the parts that must not change restored: its key, and the fact that it has a code.

        Anybody can send a record in a table's name, and a guest insists on these two.
        """
        known = self._known.get(table.instance)
        if known is None:
            return table
        if table.announcement.key != known.announcement.key:
            return replace(known, addresses=table.addresses)
        coded = table.announcement.coded or known.announcement.coded
        return replace(table, announcement=replace(table.announcement, coded=coded))

    def _reachable_addresses(self, server: str, port: int) -> tuple[Address, ...]:
        """The server's addresses in our own networks, in the order of those, each once."""
        ranked: dict[str, int] = {}
        for host in self._addresses(server):
            ranks = [rank for rank, network in enumerate(self._networks) if _bare(host) in network]
            if ranks:
                ranked[host] = ranks[0]
        return tuple(Address(host, port) for host in sorted(ranked, key=lambda host: ranked[host])[:ADDRESSES])

    def _addresses(self, server: str) -> Iterator[str]:
        for kind in (_A, _AAAA):
            for record in self._fresh(server, kind, DNSAddress):
                if len(record.address) != _ADDRESS_BYTES[kind]:
                    continue
                host = ip_address(record.address)
                if not host.is_link_local or kind == _A:
                    yield str(host)
                elif record.scope_id:
                    yield f"{host}%{zone(record.scope_id)}"

    def _newest(self, name: str, kind: int, record_class: type[Record]) -> Record | None:
        """The record that expires last: a replaced record stays in the cache for a second (RFC 6762, 10.2)."""
        fresh = self._fresh(name, kind, record_class)
        return max(fresh, key=lambda record: record.get_expiration_time(_WHOLE), default=None)

    def _fresh(self, name: str, kind: int, record_class: type[Record]) -> Iterator[Record]:
        now = current_time_millis()
        for record in self._zeroconf.cache.async_all_by_details(name, kind, _IN):
            if isinstance(record, record_class) and not record.is_expired(now):
                yield record


def _is_name(name: str) -> bool:
    """Whether a name can be asked for. zeroconf replaces bytes that are no UTF-8, and the result may be too long."""
    labels = [label.encode() for label in name.removesuffix(".").split(".")]
    return all(0 < len(label) <= LABEL_BYTES for label in labels) and sum(map(len, labels)) + len(labels) < NAME_BYTES


def _bare(host: str) -> object:
    return ip_address(host.partition("%")[0])
