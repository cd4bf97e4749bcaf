"""Where the seats of a table listen, kept beside its log: a hint that may be garbage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from p2pgame.engine.games import load
from p2pgame.p2p.store.addressbook import Book, book_path, read_book, write_book
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.log.format import header
from p2pgame.protocol.wire.limits import ADDRESS_BYTES, ADDRESSES, SEATS

from ..protocol.log.logs import log_of
from ..protocol.people import find_game, genesis, identity
from ..protocol.table.room import Room

ADA, BEN = Address("192.168.1.20", 27510), Address("fe80::1", 50312)


def test_written_announcements_are_read_again(tmp_path: Path) -> None:
    """The port, every seat's addresses, the best first, who hosted, whether the table was open, or else its code."""
    log = tmp_path / "a.p2plog"
    write_book(log, Book(41234, {0: (ADA, BEN), 2: (BEN,)}, 1, open=True), 3)
    assert read_book(log) == Book(41234, {0: (ADA, BEN), 1: (), 2: (BEN,)}, 1, open=True)
    write_book(log, Book(code="7-amber-otter"), 0)
    assert read_book(log) == Book(code="7-amber-otter")
    write_book(log, Book(bind="127.0.0.1", announced=True), 0)
    assert read_book(log) == Book(bind="127.0.0.1", announced=True)


@pytest.mark.parametrize("bind", ["7", '""', "[]", f'"{"9" * 999}"', '"\\u001b[2J"'])
def test_an_invalid_bind_address_is_not_known(tmp_path: Path, bind: str) -> None:
    log = tmp_path / "a.p2plog"
    book_path(log).write_text(f'{{"port": 4000, "seats": [], "bind": {bind}, "announced": 1}}', "utf-8")
    assert read_book(log) == Book(4000)


@pytest.mark.parametrize("code", ['"7-amber"', "7", '"7-amber-otter-8"', "[]", '"\\u001b[2J"'])
def test_an_invalid_code_is_not_known(tmp_path: Path, code: str) -> None:
    log = tmp_path / "a.p2plog"
    book_path(log).write_text(f'{{"port": 4000, "seats": [], "code": {code}}}', "utf-8")
    assert read_book(log) == Book(4000)


def test_no_book_is_no_hint(tmp_path: Path) -> None:
    """As for a log that was copied alone."""
    assert read_book(tmp_path / "a.p2plog") == Book()


def test_a_book_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    """There is no such folder."""
    write_book(tmp_path / "nowhere" / "a.p2plog", Book(1), 2)
    assert not (tmp_path / "nowhere").exists()


GARBAGE = {
    "nothing": b"",
    "bytes": bytes(range(256)),
    "no UTF-8": b'{"port": 1, "seats": [[["\xff", 1]]]}',
    "half": b'{"port": 1, "sea',
    "an array": b"[]",
    "a number": b"7",
    "nested": b"[" * 50_000,
    "no seats": b'{"port": 1}',
    "invalid seats": b'{"port": 1, "seats": 5}',
    "an invalid seat": b'{"port": 1, "seats": [5]}',
    "a seat that is an object": b'{"port": 1, "seats": [{"a": 1}]}',
    "an invalid host": b'{"port": 1, "seats": [[[5, 1]]]}',
    "a host that commands the terminal": b'{"port": 1, "seats": [[["\\u001b[2J", 1]]]}',
    "an invalid port": b'{"port": 1, "seats": [[["host", "1"]]]}',
    "a port that is true": b'{"port": 1, "seats": [[["host", true]]]}',
    "a port out of range": b'{"port": 1, "seats": [[["host", 65536]]]}',
    "an address too many": b'{"port": 1, "seats": [[["host", 1, 2]]]}',
    "a host without end": b'{"port": 1, "seats": [[["' + b"x" * 5000 + b'", 1]]]}',
    "a number without end": b'{"port": 1, "seats": [[["host", ' + b"9" * 5000 + b"]]]}",
    "a book without end": b'{"port": 1, "seats": [' + b"[]," * 100_000 + b"[]]}",
}


@pytest.mark.parametrize("content", GARBAGE.values(), ids=GARBAGE.keys())
def test_garbage_counts_as_no_book(tmp_path: Path, content: bytes) -> None:
    """With any content."""
    log = tmp_path / "a.p2plog"
    book_path(log).write_bytes(content)
    assert read_book(log) == Book()


@pytest.mark.parametrize("port", [-1, 0, 65536, True, "27510", None, 1.5])
def test_an_invalid_port_keeps_the_addresses(tmp_path: Path, port: object) -> None:
    """One can listen anywhere."""
    log = tmp_path / "a.p2plog"
    book_path(log).write_text(json.dumps({"port": port, "seats": [[["192.168.1.20", 27510]]]}), "utf-8")
    assert read_book(log) == Book(0, {0: (ADA,)})


@pytest.mark.parametrize("host", [-1, 1, True, "0", None, 0.0])
@pytest.mark.parametrize("is_open", [1, "true", None, []])
def test_a_host_that_has_no_seat_is_not_known(tmp_path: Path, host: object, is_open: object) -> None:
    """A book that does not say that the table is open means a closed one."""
    log = tmp_path / "a.p2plog"
    told = {"port": 1, "seats": [[["192.168.1.20", 27510]]], "host": host, "open": is_open}
    book_path(log).write_text(json.dumps(told), "utf-8")
    assert read_book(log) == Book(1, {0: (ADA,)})


def test_the_largest_book_is_read_again(tmp_path: Path) -> None:
    """Five seats with as many addresses as they may name, each as long as it may be: less than 20 KB."""
    log = tmp_path / "a.p2plog"
    address = "2001:0db8:0000:0000:0000:0000:0000:000{}%"
    longest = tuple(Address(address.format(n).ljust(ADDRESS_BYTES, "\N{OHM SIGN}"), 65535) for n in range(ADDRESSES))
    seats = dict.fromkeys(range(SEATS), longest)
    book = Book(65535, seats, SEATS - 1, True, "7-amber-otter", "x" * ADDRESS_BYTES, proven=seats)
    write_book(log, book, SEATS)
    assert read_book(log) == book
    assert book_path(log).stat().st_size < 20_000


def test_no_more_addresses_than_can_be_of_use(tmp_path: Path) -> None:
    """The first ones of a seat."""
    log = tmp_path / "a.p2plog"
    entries = [[f"10.0.0.{n}", 1] for n in range(3 * ADDRESSES)]
    book_path(log).write_text(json.dumps({"port": 1, "seats": [entries]}), "utf-8")
    assert len(read_book(log).addresses[0]) == ADDRESSES


def test_beside_the_log_of_a_table_that_is_closed_no_book_appears(tmp_path: Path) -> None:
    """Otherwise a peer that gets a new address would make the table look unfinished."""
    tink, log = load("tink"), tmp_path / "a.p2plog"
    table = Room(tink, genesis(tink, 2))
    table.connect()
    table.begin()
    table.run()
    for over, data in ((True, log_of(table)), (False, header(genesis(tink, 2)))):
        log.write_bytes(data)
        seated, _ = SeatSession.resume(identity(0), log, data, find_game, lambda _news: None)
        assert seated.live.table.ledger.now.closed == over
        seated.set_addresses((ADA,))
        seated.note_hosting("127.0.0.1", announced=True)
        assert (seated.own_addresses, seated.book.announced) == ((ADA,), True)
        assert book_path(log).exists() != over
        seated.live.log.close()
