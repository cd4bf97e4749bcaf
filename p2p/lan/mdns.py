"""Multicast DNS on this machine's links: opening python-zeroconf so that it works, or saying why it cannot.

python-zeroconf runs in threads of its own. Opening and closing it blocks: call these from a worker thread.
"""

from __future__ import annotations

import errno
import socket
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from zeroconf import Error, Zeroconf

from .interfaces import Kind, OwnAddress, bare

FAILURES = (Error, OSError, RuntimeError, TimeoutError)
"""What zeroconf raises when the network or the system fails it."""

_ONE_HOP = 1
"""Time to live of what is sent to one machine rather than to all: no router passes it on."""


class DiscoveryError(Exception):
    """There is no multicast DNS here: one sentence that says why. `advice` says what to do, if there is anything."""

    def __init__(self, sentence: str, advice: str = "") -> None:
        super().__init__(sentence)
        self.advice = advice


def open_zeroconf(addresses: Sequence[OwnAddress]) -> Zeroconf:
    """Multicast DNS on the links of these addresses, by IPv4 and IPv6, or one of them where there is no other.

    Raises:
        DiscoveryError: it cannot be had.
    """
    trouble = DiscoveryError("this machine is on no network")
    for interfaces in _choices(addresses):
        try:
            opened = Zeroconf(interfaces=interfaces)
        except FAILURES as error:
            trouble = _trouble(error)
            continue
        if opened.engine.senders:
            _keep_on_link(opened)
            _keep_quiet(opened)
            return opened
        close_zeroconf(opened)
        trouble = DiscoveryError("no network of this machine allows multicast")
    raise trouble


@contextmanager
def zeroconf_on(addresses: Sequence[OwnAddress]) -> Iterator[Zeroconf]:
    """The same, while the block runs.

    Raises:
        DiscoveryError: it cannot be had.
    """
    opened = open_zeroconf(addresses)
    try:
        yield opened
    finally:
        close_zeroconf(opened)


def close_zeroconf(opened: Zeroconf) -> None:
    """Say goodbye for all that was announced, then close the sockets and end the threads."""
    with suppress(*FAILURES):
        opened.close()


def _choices(addresses: Sequence[OwnAddress]) -> Iterator[list[str | int]]:
    """What to ask of zeroconf, the best first: IPv4 addresses, and one of IPv6 an interface."""
    by4: list[str | int] = [own.host for own in addresses if own.version == 4]
    by6 = _one_an_interface([own for own in addresses if own.version == 6 and own.kind is not Kind.LOOPBACK])
    yield from (choice for choice in ([*by4, *by6], by4, by6) if choice)


def _one_an_interface(addresses: Sequence[OwnAddress]) -> list[str | int]:
    """What stands for each interface: its link-local address, or its number where that is ambiguous or absent.

    Only what comes from a link-local address tells its receivers through which interface such addresses are dialled.
    """
    local = {own.index: bare(own.host) for own in addresses if own.kind is Kind.LINK_LOCAL}
    times = Counter(local.values())
    indexes = sorted({own.index for own in addresses})
    return [local[index] if index in local and times[local[index]] == 1 else index for index in indexes]


def _keep_on_link(opened: Zeroconf) -> None:
    """Let no answer to one machine pass a router. Multicast of this kind never does (RFC 5771, RFC 4291)."""
    for reader in opened.engine.readers:
        with suppress(OSError):  # a socket of IPv6 alone has no such option
            reader.sock.setsockopt(socket.IPPROTO_IP, socket.IP_TTL, _ONE_HOP)
        if reader.is_ipv6:
            reader.sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_UNICAST_HOPS, _ONE_HOP)


def _keep_quiet(opened: Zeroconf) -> None:
    """Let nothing be printed over somebody's board, whatever strangers' packets bring about in zeroconf."""
    assert opened.loop is not None
    opened.loop.call_soon_threadsafe(opened.loop.set_exception_handler, lambda _loop, _context: None)


def _trouble(error: Exception) -> DiscoveryError:
    match error:
        case OSError(errno=errno.EADDRINUSE):
            return DiscoveryError(
                "another program keeps UDP port 5353 to itself, so this one cannot take part in multicast DNS",
                "end that program, or set `disallow-other-stacks=no` in avahi-daemon.conf if it is Avahi",
            )
        case OSError(errno=errno.EACCES | errno.EPERM):
            return DiscoveryError("the system does not let this program open UDP port 5353")
        case OSError(strerror=str(words)):
            return DiscoveryError(f"multicast does not work here ({words.lower()})")
        case _:
            return DiscoveryError("multicast does not work here")
