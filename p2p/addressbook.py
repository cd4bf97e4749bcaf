"""Where the peers of a table listen, kept beside its log for whoever takes the table up again.

    {"port": 41234, "seats": [[["192.168.1.20", 27510]], [["192.168.1.21", 50312]]]}

A hint and nothing more: links prove who answers. A file that cannot be read is as good as none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from p2pgame.protocol.limits import ADDRESS_BYTES, ADDRESSES
from p2pgame.protocol.lobby_messages import Address

from . import beside

_SIZE = 1 << 16
"""Bytes of the largest book that can make sense."""

Addresses = Mapping[int, tuple[Address, ...]]
"""Seat to where it listens, the best first."""


def book_path(log: Path) -> Path:
    """Where the book of a log is."""
    return log.with_name(log.name + ".peers")


def write_book(log: Path, port: int, addresses: Addresses, seats: int) -> None:
    """Keep the book beside the log; a disk that does not take it costs only this hint."""
    listed = [[[address.host, address.port] for address in addresses.get(seat, ())] for seat in range(seats)]
    beside.write(book_path(log), json.dumps({"port": port, "seats": listed}).encode() + b"\n")


def read_book(log: Path) -> tuple[int, Addresses]:
    """The port that was listened on (0 if that is not known), and where the seats listened."""
    try:
        book = json.loads(beside.read(book_path(log), _SIZE) or b"")
        port = book["port"]
        addresses = {
            seat: tuple(_address(*entry) for entry in listed[:ADDRESSES]) for seat, listed in enumerate(book["seats"])
        }
    except (ValueError, TypeError, KeyError, RecursionError):
        return 0, {}
    return (port if type(port) is int and 0 < port < 1 << 16 else 0), addresses


def _address(host: object, port: object) -> Address:
    if not isinstance(host, str) or len(host) > ADDRESS_BYTES or type(port) is not int or not 0 < port < 1 << 16:
        raise ValueError("no address")
    return Address(host, port)
