"""Tables on the LAN that are kept, asked for again and forgotten, second by second (`spec/discovery.md`)."""

from __future__ import annotations

import struct
from dataclasses import replace
from typing import Any

import pytest
import trio
import trio.testing
from p2pgame.p2p.lan.browser import MOST_TABLES, FoundTable
from p2pgame.p2p.lan.discovery import LIFETIME, NEWS_AT_ONCE, NEWS_SPACING, TEXT_LIFETIME, Appeared, News, TableListing
from p2pgame.protocol.identity.fingerprint import ALPHABET, fingerprint, parse
from p2pgame.protocol.lobby.announcement import SERVICE, announcement
from p2pgame.protocol.lobby.messages import Address, Offer
from p2pgame.protocol.wire.errors import LocalError
from trio.testing import MockClock
from zeroconf import DNSAddress, ServiceInfo  # type: ignore[attr-defined]  # not in `__all__`

from .browsing import Hearing, records

ANNS = announcement(Offer("Ann", "tink", 1, (), 3, coded=True), bytes(32), 1, "p2pgame 0.1.0")
PTR, TXT, SRV = 12, 16, 33


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch) -> Hearing:
    """An ear that has just begun to listen, where nobody says anything."""
    return Hearing(monkeypatch)


def host(name: str, taken: int = 1, **forged: Any) -> ServiceInfo:
    """A table as its host announces it, or as somebody else does who is on the LAN."""
    return ServiceInfo(
        SERVICE,
        f"{name} ({ANNS.short}-96c6).{SERVICE}",
        4000,
        properties=replace(ANNS, taken=taken, **forged).encode(),
        server=f"{name}.local.",
        host_ttl=LIFETIME,
        other_ttl=TEXT_LIFETIME,
        parsed_addresses=["192.0.2.9"],
    )


def instance_of(name: str) -> str:
    """The name by which a table is known, in small letters."""
    return host(name).name.lower()


def test_everybody_is_asked_again_ever_more_seldom(hearing: Hearing) -> None:
    """So a lost question costs a second at first, and later a minute at most."""
    hearing.wait(130)
    assert [round(when - 1000) for when, name, kind in hearing.asked if kind == PTR] == [0, 1, 3, 7, 15, 31, 60, 120]


@pytest.mark.parametrize(("lost", "seconds"), [(0, 1.1), (1, 3.1), (3, 15.1)])
def test_a_table_whose_answers_were_lost_is_found_by_the_next_question(
    hearing: Hearing, lost: int, seconds: float
) -> None:
    """Only answers announce it."""
    hearing.hosts, hearing.lost = [host("ann")], lost
    hearing.wait(seconds - 0.2)
    assert not hearing.tables
    hearing.wait(0.2)
    (table,) = hearing.tables.values()
    assert (table.announcement, table.addresses) == (ANNS, (Address("192.0.2.9", 4000),))


def test_a_table_that_lives_is_there_for_ever(hearing: Hearing) -> None:
    """It is asked for every second from half of its lifetime on, so four questions may be lost in a row."""
    hearing.hear(*records(host("ann")))
    hearing.hosts = [host("ann")]
    hearing.wait(1)
    for _ in range(300):
        hearing.lost = max(hearing.lost, 4 if hearing.seconds % 20 == 0 else 0)
        hearing.wait(1)
        assert len(hearing.tables) == 1
    asked = [when for when, _, kind in hearing.asked if kind == SRV]
    assert asked[0] - 1000 == LIFETIME / 2
    assert len(asked) < 150, "and not all the time"


def test_a_table_that_falls_silent_vanishes_and_may_come_back(hearing: Hearing) -> None:
    """When its lifetime is over and nobody answers: as after a kill, or a cable pulled."""
    hearing.wait(3)
    hearing.hear(*records(host("ann")))
    hearing.wait(LIFETIME - 1)
    assert len(hearing.tables) == 1
    hearing.wait(2)
    assert not hearing.tables
    hearing.wait(300)
    assert hearing.asked[-1][1:] == (SERVICE, PTR), "what has gone is asked for no more"
    hearing.hosts = [host("ann")]
    hearing.wait(61)
    assert len(hearing.tables) == 1


def test_a_change_with_lost_announcements_is_learnt_by_asking(hearing: Hearing) -> None:
    """Else a table that is full would be listed as free for more than an hour."""
    hearing.hear(*records(host("ann")))
    hearing.wait(1)
    hearing.hosts = [host("ann", taken=3)]
    hearing.wait(LIFETIME / 2 + 1)
    (table,) = hearing.tables.values()
    assert table.announcement.taken == 3
    hearing.wait(200)
    assert {table.announcement.taken for table in hearing.tables.values()} == {3}


def test_a_table_with_a_code_never_becomes_one_without(hearing: Hearing) -> None:
    """Anybody can send a record in its name; what else that says is believed."""
    hearing.hear(*records(host("ann")))
    hearing.wait(2)
    hearing.hear(host("ann", 2, coded=False).dns_text())
    hearing.wait(2)
    (table,) = hearing.tables.values()
    assert table.announcement.coded
    assert table.announcement.taken == 2


def test_a_table_keeps_the_key_that_it_was_announced_with(hearing: Hearing) -> None:
    """Also if another key begins with the same five letters as its name's key."""
    hearing.hear(*records(host("ann")))
    hearing.wait(2)
    like = ANNS.short + fingerprint(bytes(31))[5:]
    similar = next(like[:-1] + letter for letter in ALPHABET if is_fingerprint(like[:-1] + letter))
    for key in (similar, fingerprint(bytes([1]) * 32)):
        hearing.hear(host("ann", 2, key=key).dns_text())
        hearing.wait(2)
        (table,) = hearing.tables.values()
        assert table.announcement.key == ANNS.key


def is_fingerprint(text: str) -> bool:
    """Whether its check character is right."""
    try:
        return parse(text) == text
    except LocalError:
        return False


def test_a_flood_of_tables_takes_no_more_than_its_room(hearing: Hearing) -> None:
    """The earlier ones stay; of the others only a limited number is kept."""
    hearing.hear(*records(host("ann")))
    hearing.hosts = [host("ann")]
    hearing.wait(1)
    for number in range(MOST_TABLES + 20):
        hearing.hear(*records(host(f"false-{number}")))
    hearing.wait(LIFETIME - 2)
    assert len(hearing.tables) == MOST_TABLES
    assert instance_of("ann") in hearing.tables
    hearing.wait(LIFETIME)
    assert list(hearing.tables) == [instance_of("ann")]


def test_records_that_have_nothing_to_do_with_tables_push_no_table_out(hearing: Hearing) -> None:
    """zeroconf keeps 10,000 records, and drops those first that expire soonest: a host's. Others may live for days, so
    that one flood, long over, would hide all tables.
    """
    hearing.hosts = [host("ann")]
    for burst in range(60):
        hearing.hear(*(junk(f"{burst}-{number}") for number in range(200)))
        hearing.wait(0.1)
    hearing.wait(60)
    assert list(hearing.tables) == [instance_of("ann")]
    hearing.hosts = [host("ann"), host("ben")]
    hearing.hear(*records(host("ben")))
    hearing.wait(1)
    assert set(hearing.tables) == {instance_of("ann"), instance_of("ben")}


def junk(name: str) -> DNSAddress:
    """The address of something else, which is good for a day."""
    return DNSAddress(f"{name}.local.", 1, 1, 86_400, b"\xc0\x00\x02\x07")


def test_too_many_names_push_no_table_out(hearing: Hearing) -> None:
    """Names of tables without any further records."""
    hearing.hear(*records(host("ann")))
    hearing.hosts = [host("ann")]
    hearing.wait(1)
    for burst in range(60):
        hearing.hear(*(host(f"{burst}-{number}").dns_pointer() for number in range(200)))
        hearing.wait(0.1)
    hearing.wait(60)
    assert list(hearing.tables) == [instance_of("ann")]
    hearing.hosts = [host("ann"), host("ben")]
    hearing.wait(70)
    assert set(hearing.tables) == {instance_of("ann"), instance_of("ben")}


def _resource(name: bytes, kind: int, data: bytes) -> bytes:
    return name + struct.pack("!HHIH", kind, 1, 60, len(data)) + data


def test_names_that_nobody_could_ask_for_keep_nobody_from_asking(hearing: Hearing) -> None:
    """Labels that are no UTF-8, and so grow too long when read, and addresses cut off: others are still asked for."""
    service = b"\x08_p2pgame\x04_tcp\x05local\x00"
    odd, server = bytes([63]) + b"\xff" * 63 + service, bytes([63]) + b"\xfe" * 63 + b"\x05local\x00"
    named = b"\x05named" + service
    somewhere = struct.pack("!HHH", 0, 0, 4000) + server
    said = _resource(service, PTR, odd), _resource(service, PTR, named), _resource(odd, SRV, somewhere)
    header = struct.pack("!6H", 0, 0x8400, 0, len(said), 0, 0)
    hearing.receive(header + b"".join(said))
    hearing.receive(struct.pack("!6H", 0, 0x8400, 0, 1, 0, 0) + _resource(named, SRV, somewhere))
    hearing.receive(struct.pack("!6H", 0, 0x8400, 0, 1, 0, 0) + _resource(server, 1, b""))
    hearing.receive((struct.pack("!6H", 0, 0x8400, 0, 1, 0, 0) + _resource(server, 1, b"\x7f\x00\x00\x01"))[:-3])
    hearing.hear(host("ann").dns_pointer())
    hearing.hosts = [host("ann")]
    hearing.wait(2)
    assert list(hearing.tables) == [instance_of("ann")]
    asked = {name.lower() for _, name, kind in hearing.asked if kind == TXT}
    assert asked >= {instance_of("ann"), f"named.{SERVICE}"}


@pytest.mark.trio
async def test_ever_new_tables_are_listed_no_faster_than_a_person_reads(autojump_clock: MockClock) -> None:
    """The most possible tables at once, and then some a second. The present tables are known all the time, and are
    reported in the end."""
    found, told = TableListing(), list[News]()

    async def listen() -> None:
        async for news in found:
            told.append(news)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(listen)
        for look in range(1000):
            found.replace({f"{look}-{n}": FoundTable(f"{look}-{n}", ANNS, ()) for n in range(MOST_TABLES)})
            await trio.sleep(0.01)
            assert len(found.tables) == MOST_TABLES
        assert NEWS_AT_ONCE <= len(told) <= NEWS_AT_ONCE + 10 / NEWS_SPACING + 1
        last = FoundTable("last", ANNS, ())
        found.replace({"last": last})
        await trio.sleep(3 * MOST_TABLES * NEWS_SPACING)
        assert told[-1] == Appeared(last)
        before = len(told)
        found.replace({f"{n}": FoundTable(f"{n}", ANNS, ()) for n in range(MOST_TABLES - 1)})
        await trio.sleep(0)
        await trio.testing.wait_all_tasks_blocked()
        assert len(told) == before + MOST_TABLES
        nursery.cancel_scope.cancel()
