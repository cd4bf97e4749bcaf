"""Addresses of the peers of a table, kept beside its log, so that the table can be resumed.

    {"port": 41234, "seats": [[["192.168.1.20", 27510]], [["192.168.1.21", 50312]]],
     "proven": [[["192.168.1.20", 27510]], []], "host": 0, "open": false,
     "code": "7-amber-otter", "bind": "192.168.1.20", "announced": true}

The book is only a hint: a link proves the peer that answers. An unreadable book counts as missing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from p2pgame.protocol.link.pairing_code import parse
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.wire.errors import LocalError
from p2pgame.protocol.wire.limits import ADDRESS_BYTES, ADDRESSES, SEATS

from . import sidecar

_SIZE = 1 << 16
"""Bytes of the largest sensible book."""

Addresses = Mapping[int, tuple[Address, ...]]
"""Addresses of each seat, the best first."""


@dataclass(frozen=True, slots=True)
class Book:
    """The known addresses of the peers of a table; empty by default."""

    port: int = 0
    """The port that this peer listened on; 0 if unknown."""
    addresses: Addresses = field(default_factory=dict)
    """Addresses that seats claim to listen at."""
    host: int | None = None
    """The seat that hosted the table, where all may meet for a rematch; None if unknown."""
    open: bool = False
    """Whether guests needed no code. Then spectators need none either."""
    code: str | None = None
    """The code of the table, in its one spelling, which spectators need; None if unknown, or if the table was open."""
    bind: str | None = None
    """The one address of this machine that the host listened at; None for all of them."""
    announced: bool = False
    """Whether the host announced the table on the LAN."""
    proven: Addresses = field(default_factory=dict)
    """Addresses where seats have proved their keys, the latest first."""


def book_path(log: Path) -> Path:
    """The path of a log's book."""
    return log.with_name(log.name + ".peers")


def write_book(log: Path, book: Book, seats: int) -> None:
    """Keep the book beside the log; a failing disk costs only this hint."""
    listed, proven = (
        [[[address.host, address.port] for address in addresses.get(seat, ())] for seat in range(seats)]
        for addresses in (book.addresses, book.proven)
    )
    document = {"port": book.port, "seats": listed, "proven": proven, "host": book.host, "open": book.open}
    document |= {"code": book.code, "bind": book.bind, "announced": book.announced}
    sidecar.write(book_path(log), json.dumps(document).encode() + b"\n")


def read_book(log: Path) -> Book:
    """The book beside the log; an empty one if it is missing or cannot be read."""
    try:
        book = json.loads(sidecar.read(book_path(log), _SIZE) or b"")
        port, host, is_open, code = book["port"], book.get("host"), book.get("open"), book.get("code")
        bind, announced = book.get("bind"), book.get("announced")
        addresses = _addresses(book["seats"])
        proven = {seat: listed for seat, listed in _addresses(book.get("proven", [])).items() if listed}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return Book()
    known_port = port if type(port) is int and 0 < port < 1 << 16 else 0
    known_host = host if type(host) is int and 0 <= host < len(addresses) else None
    return Book(known_port, addresses, known_host, is_open is True, _code(code), _bind(bind), announced is True, proven)


def _addresses(seats: Sequence[Sequence[Sequence[object]]]) -> Addresses:
    return {seat: tuple(_address(*entry) for entry in listed[:ADDRESSES]) for seat, listed in enumerate(seats[:SEATS])}


def _code(code: object) -> str | None:
    try:
        return parse(code) if isinstance(code, str) else None
    except LocalError:
        return None


def _bind(bind: object) -> str | None:
    return bind if isinstance(bind, str) and 0 < len(bind) <= ADDRESS_BYTES and bind.isprintable() else None


def _address(host: object, port: object) -> Address:
    if not isinstance(host, str) or len(host) > ADDRESS_BYTES or not host.isprintable():
        raise ValueError("no address")
    ip_address(host)  # raises ValueError for a name: no name from a file is looked up
    if type(port) is not int or not 0 < port < 1 << 16:
        raise ValueError("no port")
    return Address(host, port)
