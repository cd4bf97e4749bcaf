"""An ear for tables on a clock that tests turn: real packets and zeroconf's cache; no sockets, no waiting."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, cast

import pytest
from p2pgame.p2p.lan import browser
from p2pgame.p2p.lan.browser import FoundTable, MdnsBrowser, Tables
from p2pgame.p2p.lan.interfaces import Kind, OwnAddress
from zeroconf import DNSCache, DNSIncoming, DNSOutgoing, ServiceInfo, Zeroconf  # type: ignore[attr-defined]  # not in `__all__`
from zeroconf._handlers.record_manager import RecordManager

HERE = OwnAddress(Kind.LAN, "eth0", 2, "192.0.2.1", "192.0.2.0/24", up=True)

_ANSWER = 0x8400
_IN = 1


class Hearing:
    """The browser, its news, and a LAN whose hosts answer its questions."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 1000.0
        self.tables: dict[str, FoundTable] = {}
        """The tables of the last report."""
        self.asked: list[tuple[float, str, int]] = []
        """The questions: when, for which name, for which type of record."""
        self.lost = 0
        """Questions to come that no host hears."""
        self.done = False
        self.cache = DNSCache()
        self.loop = self
        self.hosts: list[ServiceInfo] = []
        self._calls: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self._records = RecordManager(cast(Zeroconf, self))
        monkeypatch.setattr(browser, "current_time_millis", lambda: self.seconds * 1000)
        MdnsBrowser(cast(Zeroconf, self), [HERE], self._tell).start()
        self._clean()

    # The parts of zeroconf and of its event loop that the browser uses.

    def async_add_listener(self, listener: MdnsBrowser, question: None) -> None:
        """Let it know of records."""
        self._records.async_add_listener(listener, question)

    def async_notify_all(self) -> None:
        """Nobody waits."""

    def call_later(self, delay: float, call: Callable[[], None]) -> object:
        """Do that when the clock has come so far."""
        heapq.heappush(self._calls, (self.seconds + delay, next(self._numbers), call))
        return call

    def async_send(self, query: DNSOutgoing) -> None:
        """Ask on the LAN; every host answers at once, unless the question is lost."""
        for packet in query.packets():
            question = self._read(packet)
            names = [(asked.name, asked.type) for asked in question.questions]
            self.asked += [(self.seconds, *name) for name in names]
            if self.lost:
                self.lost -= 1
                continue
            known = {getattr(record, "alias", None) for record in question.answers()}
            self.hear(*(record for host in self.hosts for record in _answers(host, names, known)))

    # Events.

    def wait(self, seconds: float) -> None:
        """Let that much time pass."""
        end = self.seconds + seconds
        while self._calls and self._calls[0][0] <= end:
            self.seconds, _, call = heapq.heappop(self._calls)
            call()
        self.seconds = end

    def hear(self, *records: Any) -> None:
        """Receive these records, and look at them."""
        if records:
            packet = DNSOutgoing(_ANSWER)
            for record in records:
                packet.add_answer_at_time(record, 0)
            for each in packet.packets():
                self.receive(each)

    def receive(self, packet: bytes) -> None:
        """Receive an answer as bytes."""
        message = self._read(packet)
        if message.valid:
            self._records.async_updates_from_response(message)

    def _clean(self) -> None:
        """Drop what has expired, as seldom as zeroconf does."""
        self.cache.async_expire(self.seconds * 1000)
        self.call_later(10, self._clean)

    def _read(self, packet: bytes) -> DNSIncoming:
        return DNSIncoming(packet, ("192.0.2.9", 5353), None, self.seconds * 1000)

    def _tell(self, tables: Tables) -> None:
        self.tables = dict(tables)


def records(host: ServiceInfo) -> list[Any]:
    """The announcement of a host."""
    return [host.dns_pointer(), host.dns_service(), host.dns_text(), *host.dns_addresses()]


def _answers(host: ServiceInfo, asked: Iterable[tuple[str, int]], known: set[str | None]) -> list[Any]:
    """A host's answer: to a question for all services everything, unless the name is known already."""
    said = []
    for name, kind in asked:
        pointed = [record for record in records(host) if record.name == name and record.type == kind]
        if pointed and pointed[0] == host.dns_pointer():
            said += [] if host.name in known else records(host)
        else:
            said += pointed
    return said
