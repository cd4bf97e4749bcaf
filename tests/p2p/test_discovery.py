"""Tables that find each other by multicast DNS (`spec/discovery.md`), over this machine's loopback."""

from __future__ import annotations

import pkgutil
import secrets
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any

import pytest
import trio
from p2pgame.p2p.lan.discovery import Announced, Appeared, Changed, News, TableListing, Vanished, announce, browse
from p2pgame.p2p.lan.mdns import DiscoveryError
from p2pgame.protocol.lobby.announcement import SERVICE, announcement
from p2pgame.protocol.lobby.messages import Address, Offer
from zeroconf import DNSOutgoing, EventLoopBlocked, ServiceInfo, Zeroconf  # type: ignore[attr-defined]  # not in `__all__`

from .lan import GROUP, LOOPBACK, PORT, need_loopback

OFFER = Offer(host="Ann", game="tink", rules=1, options=(), seats=3, coded=True)
ANNS = announcement(OFFER, bytes(32), 1, "p2pgame 0.1.0")
BOBS = announcement(replace(OFFER, host="Bob"), bytes([1]) * 32, 1, "p2pgame 0.1.0")

RUN = secrets.token_hex(4)
"""A part of every name, because other runs of these tests share loopback."""

SERVICE_NAME = b"\x08_p2pgame\x04_tcp\x05local\x00"
"""The service type as packets have it."""

IP_RECVTTL = 12
"""Linux's number, which Python names from 3.14 on."""

pytestmark = [pytest.mark.trio, pytest.mark.usefixtures("loopback")]


@pytest.fixture(scope="module", name="loopback")
def _loopback() -> None:
    need_loopback()


@asynccontextmanager
async def browsing() -> AsyncIterator[TableListing]:
    """Browse on loopback; a test that waits for ever fails."""
    with trio.fail_after(60):
        async with browse(LOOPBACK) as found:
            assert found.trouble is None
            yield found


async def news_of(found: TableListing, instance: str) -> News:
    """The next news of one table; other announcements on this machine are skipped."""
    async for news in found:
        if news.table.instance == instance:
            return news
    raise AssertionError("browsing never ends")


@contextmanager
def stranger() -> Iterator[Zeroconf]:
    """Somebody who announces anything, and answers no questions about it."""
    zeroconf = Zeroconf(interfaces=LOOPBACK)
    try:
        yield zeroconf
    finally:
        zeroconf.close()


def service(name: str, text: bytes, address: str = "127.0.0.1", port: int = 4000, ttl: int = 60) -> ServiceInfo:
    """A service of our kind, as anybody may make one."""
    server = f"{name}-{RUN}.local."
    return ServiceInfo(
        SERVICE,
        f"{name} {RUN} ({BOBS.short}-0000).{SERVICE}",
        port,
        properties=text,
        server=server,
        host_ttl=ttl,
        parsed_addresses=[address],
    )


def say(zeroconf: Zeroconf, info: ServiceInfo) -> str:
    """Send one announcement, and be silent afterwards; the name under which the table would be found."""
    zeroconf.send(zeroconf.generate_service_broadcast(info, None))
    return info.name.lower()


async def until_taken(found: TableListing, announced: Announced, taken: int) -> None:
    """Wait for the news that a table has that many seats taken."""
    while (await news_of(found, announced.instance)).table.announcement.taken != taken:
        pass


async def test_a_table_appears_changes_and_vanishes() -> None:
    """With its announcement and its addresses; when the host leaves, it is gone."""
    async with browsing() as found:
        async with announce(ANNS, 4000, LOOPBACK) as announced:
            assert announced.trouble is None
            seen = await news_of(found, announced.instance)
            assert isinstance(seen, Appeared)
            assert seen.table.announcement == ANNS
            assert seen.table.addresses == (Address("127.0.0.1", 4000),)
            assert seen.table in found.tables
            announced.update(replace(ANNS, taken=2))
            seen = await news_of(found, announced.instance)
            assert isinstance(seen, Changed)
            assert seen.table.announcement.taken == 2
        while isinstance(seen, Changed):  # perhaps to what it was, and back: an answer of before may come late
            seen = await news_of(found, announced.instance)
        assert isinstance(seen, Vanished)
        assert seen.table not in found.tables


async def test_a_table_that_was_there_before_is_found_by_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A late browser asks, and the host answers: this one announces nothing without a question."""
    monkeypatch.setattr(Zeroconf, "generate_service_broadcast", lambda *_: DNSOutgoing(0x8400))
    async with browsing() as found, announce(ANNS, 4000, LOOPBACK) as announced:
        assert isinstance(await news_of(found, announced.instance), Appeared)


async def test_of_many_updates_the_last_counts() -> None:
    """A seat is taken, another, one is free again: within a second, and back to the earlier announcement."""
    async with browsing() as found, announce(ANNS, 4000, LOOPBACK) as announced:
        assert isinstance(await news_of(found, announced.instance), Appeared)
        for taken in (2, 3, 2, 3):
            announced.update(replace(ANNS, taken=taken))
        await until_taken(found, announced, 3)
        announced.update(ANNS)
        await until_taken(found, announced, 1)


async def test_a_change_is_announced_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers wait up to 1.3 seconds to be sent: what was asked just before a seat was taken comes after the news, and
    would be believed.
    """
    taken, sent = replace(ANNS, taken=2), list[bytes]()

    def noted(send: Callable[..., None]) -> Callable[..., None]:
        def note(zeroconf: Zeroconf, info: ServiceInfo, **how: bool) -> None:
            sent.append(info.text)
            send(zeroconf, info, **how)

        return note

    for way in ("register_service", "update_service"):  # the change may come before the table is announced at all
        monkeypatch.setattr(Zeroconf, way, noted(getattr(Zeroconf, way)))
    with trio.fail_after(60):
        async with announce(ANNS, 4000, LOOPBACK) as announced:
            announced.update(taken)
            while sent.count(taken.encode()) < 2:
                await trio.sleep(0.05)


async def test_two_tables_of_one_name_are_two_tables() -> None:
    """Of one host, at one port even: the instance names differ."""
    async with browsing() as found, announce(ANNS, 4000, LOOPBACK) as one, announce(ANNS, 4000, LOOPBACK) as other:
        assert one.instance != other.instance
        await news_of(found, one.instance)
        while {one.instance, other.instance} - {table.instance for table in found.tables}:
            await anext(found)


async def test_strangers_nonsense_is_ignored() -> None:
    """Other programs' records, no port, addresses that are not on our links, names that are no services: no table."""
    text = BOBS.encode()
    async with browsing() as found:
        with stranger() as zeroconf:
            false = {
                say(zeroconf, service("another-program", b"\x0bpath=/index")),
                say(zeroconf, service("truncated", text[:-1])),
                say(zeroconf, service("no-port", text, port=0)),
                say(zeroconf, service("far-away", text, address="203.0.113.9")),
                say(zeroconf, service("the-internet", text, address="8.8.8.8")),
            }
            true = say(zeroconf, service("true", text))
            assert isinstance(await news_of(found, true), Appeared)
        async with announce(ANNS, 4000, LOOPBACK) as announced:
            await news_of(found, announced.instance)
            assert false.isdisjoint(table.instance for table in found.tables)


def resource(name: bytes, kind: int, data: bytes) -> bytes:
    """A resource record that lives for a minute."""
    return name + struct.pack("!HHIH", kind, 1, 60, len(data)) + data


def shout(*records: bytes) -> None:
    """Send a response with any records."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        mouth.sendto(struct.pack("!6H", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records), (GROUP, PORT))


async def test_random_datagrams_do_no_harm() -> None:
    """Bytes that are no DNS, and DNS that is cut off: tables are still found."""
    async with browsing() as found:
        for length in range(60):
            record = resource(SERVICE_NAME, 12, bytes([0xC0, 12, length]) * length)
            shout(record[: 3 * length])
            shout(record)
        async with announce(ANNS, 4000, LOOPBACK) as announced:
            assert isinstance(await news_of(found, announced.instance), Appeared)


def threads() -> set[threading.Thread]:
    """Those of zeroconf; trio's own workers come and go."""
    return {thread for thread in threading.enumerate() if "_run_loop" in thread.name}


async def test_cancelling_withdraws_the_table_and_ends_all_threads() -> None:
    """The block may be left in any way."""
    async with browsing() as found:
        before = threads()
        with trio.CancelScope() as scope:
            async with announce(ANNS, 4000, LOOPBACK) as announced:
                assert isinstance(await news_of(found, announced.instance), Appeared)
                assert len(threads() - before) == 1
                scope.cancel()
                await trio.sleep_forever()
        assert threads() == before
        assert isinstance(await news_of(found, announced.instance), Vanished)


@pytest.mark.parametrize(
    ("name", "failure", "sentence"),
    [
        ("p2pgame.p2p.lan.discovery.open_zeroconf", DiscoveryError("it rains"), "it rains"),
        ("zeroconf.Zeroconf.register_service", EventLoopBlocked(), "multicast DNS has stopped working"),
    ],
)
async def test_multicast_dns_is_opened_again_after_a_failure(
    monkeypatch: pytest.MonkeyPatch, name: str, failure: Exception, sentence: str
) -> None:
    """The network may be up only later, or the machine too busy at first: the table is still seen."""
    working, again = pkgutil.resolve_name(name), trio.Event()

    def fails(*words: Any, **more: Any) -> Any:
        if not again.is_set():
            raise failure
        return working(*words, **more)

    async with browsing() as found:
        monkeypatch.setattr(name, fails)
        monkeypatch.setattr("p2pgame.p2p.lan.discovery.RETRY", 0.1)
        async with announce(ANNS, 4000, LOOPBACK) as announced:
            while announced.trouble is None:
                await trio.sleep(0.01)
            assert sentence in announced.trouble
            again.set()
            assert isinstance(await news_of(found, announced.instance), Appeared)
            assert announced.trouble is None


async def test_errors_of_the_block_come_out_unchanged() -> None:
    """Not in an exception group, though a task runs beside the block."""
    with pytest.raises(ZeroDivisionError):
        async with announce(ANNS, 4000, LOOPBACK):
            raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError):
        async with browse(LOOPBACK):
            raise ZeroDivisionError


async def test_without_such_an_address_there_is_a_sentence() -> None:
    """Hosting continues without a message."""
    async with announce(ANNS, 4000, ["203.0.113.77"]) as announced, browse(["203.0.113.77"]) as found:
        assert announced.trouble == "this machine is not on a network"
        assert found.trouble == "this machine is not on a network"
        assert found.tables == ()


@pytest.mark.skipif(sys.platform != "linux", reason="reads the time to live as Linux reports it")
async def test_an_answer_to_one_machine_passes_no_router() -> None:
    """A question from another port gets an answer of its own, as in plain DNS: with a time to live of 1."""
    async with browsing() as found, announce(ANNS, 4000, LOOPBACK) as announced:
        await news_of(found, announced.instance)
        with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
            asker.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
            asker.setsockopt(socket.IPPROTO_IP, IP_RECVTTL, 1)
            await asker.bind(("127.0.0.1", 0))
            question = SERVICE_NAME + struct.pack("!HH", 12, 1)
            data, notes = b"", list[tuple[int, int, bytes]]()
            while announced.instance.split(".")[0].split()[-1].encode() not in data.lower():  # others may answer, too
                await asker.sendto(struct.pack("!6H", 7, 0, 1, 0, 0, 0) + question, (GROUP, PORT))
                with trio.move_on_after(2):
                    data, notes, _, _ = await asker.recvmsg(9000, 100)
        assert [struct.unpack("i", value)[0] for _, kind, value in notes if kind == socket.IP_TTL] == [1]


async def test_two_processes_find_each_other() -> None:
    """As two people on one machine do."""
    host = """
import sys, trio
from p2pgame.p2p.lan.discovery import announce
from p2pgame.protocol.lobby.announcement import announcement
from p2pgame.protocol.lobby.messages import Offer
async def main():
    said = announcement(Offer("Eve", "ten", 1, (), 4, False), bytes(32), 1, "p2pgame 0.1.0")
    async with announce(said, 4001, ["127.0.0.1"]) as announced:
        print(announced.instance, flush=True)
        await trio.to_thread.run_sync(sys.stdin.read)
trio.run(main)
"""
    async with browsing() as found:
        with subprocess.Popen(
            [sys.executable, "-c", host], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            instance = (await trio.to_thread.run_sync(process.stdout.readline)).strip()
            seen = await news_of(found, instance)
            assert seen.table.announcement.host == "Eve"
            assert seen.table.addresses == (Address("127.0.0.1", 4001),)
            process.stdin.close()
            assert isinstance(await news_of(found, instance), Vanished)
        assert process.returncode == 0
