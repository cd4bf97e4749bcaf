"""The hardware address of a machine on one of our networks, as the kernel knows it.

One machine has any number of IP addresses, but its card or radio has one hardware address. A radio network lets it use
no other one.
"""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address
from itertools import islice

_NEW_NEIGHBOUR, _GET_NEIGHBOUR = 28, 30
"""RTM_NEWNEIGH and RTM_GETNEIGH of linux/rtnetlink.h."""

_REQUEST = 1
"""NLM_F_REQUEST."""

_DESTINATION, _HARDWARE = 1, 2
"""NDA_DST and NDA_LLADDR of linux/neighbour.h."""

_HEADER = struct.Struct("=IHHII")
"""struct nlmsghdr: length, type, flags, sequence, port."""

_NEIGHBOUR = struct.Struct("=BxxxiHBB")
"""struct ndmsg: family, interface, state, flags, type."""

_ATTRIBUTE = struct.Struct("=HH")
"""struct rtattr: length, type."""

_PATIENCE = 0.1
"""Seconds for an answer of the kernel, which answers at once."""

_MOST = 16
"""Interfaces that are asked about, the oldest first: cables and radios come before those of containers. Each takes some
20 microseconds, and strangers may come by the hundred."""

_BYTES = 1 << 12
"""Bytes of an answer."""


def hardware_of(host: str) -> str | None:
    """The hardware address of the machine with that IP address; None if it is on none of our networks, or where the
    system does not say.
    """
    if sys.platform != "linux":
        return None
    with suppress(OSError, ValueError), socket.socket(socket.AF_NETLINK, socket.SOCK_RAW) as asking:
        asking.settimeout(_PATIENCE)
        address = ip_address(host)
        family = socket.AF_INET if address.version == 4 else socket.AF_INET6
        for index, _ in islice(socket.if_nameindex(), _MOST):
            asking.send(request(family, index, address.packed))
            found = hardware_in(asking.recv(_BYTES))
            if found is not None:
                return found
    return None


def request(family: int, index: int, address: bytes) -> bytes:
    """The question for one neighbour on one interface."""
    attribute = _ATTRIBUTE.pack(_ATTRIBUTE.size + len(address), _DESTINATION) + address
    body = _NEIGHBOUR.pack(family, index, 0, 0, 0) + attribute
    return _HEADER.pack(_HEADER.size + len(body), _GET_NEIGHBOUR, _REQUEST, 0, 0) + body


def hardware_in(answer: bytes) -> str | None:
    """The hardware address in an answer; None if it has none, because the kernel knows no such neighbour."""
    if len(answer) < _HEADER.size + _NEIGHBOUR.size or _HEADER.unpack_from(answer)[1] != _NEW_NEIGHBOUR:
        return None
    attributes = dict(_attributes(answer[_HEADER.size + _NEIGHBOUR.size :]))
    found = attributes.get(_HARDWARE, b"")
    return found.hex(":") if any(found) else None


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The attributes of an answer, each begun at a multiple of four bytes."""
    at = 0
    while at + _ATTRIBUTE.size <= len(data):
        length, kind = _ATTRIBUTE.unpack_from(data, at)
        if length < _ATTRIBUTE.size:
            return
        yield kind, data[at + _ATTRIBUTE.size : at + length]
        at += (length + 3) & ~3
