"""Multicast DNS in this machine's networks: opening python-zeroconf, or a sentence about why that fails.

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
"""Errors that zeroconf raises when the network or the system fails."""

_ONE_HOP = 1
"""Time to live of unicast packets: no router forwards them."""


class DiscoveryError(Exception):
    """Multicast DNS is unavailable: one sentence says why. `advice` says what to do, if anything helps."""

    def __init__(self, sentence: str, advice: str = "") -> None:
        super().__init__(sentence)
        self.advice = advice


def open_zeroconf(addresses: Sequence[OwnAddress]) -> Zeroconf:
    """Multicast DNS in the networks of these addresses: over IPv4 and IPv6, or over one if the other is missing.

    Raises:
        DiscoveryError: it is unavailable.
    """
    trouble = DiscoveryError("this machine is not on a network")
    for interfaces in _choices(addresses):
        try:
            zeroconf = Zeroconf(interfaces=interfaces)
        except FAILURES as error:
            trouble = _trouble(error)
            continue
        if zeroconf.engine.senders:
            _keep_on_link(zeroconf)
            _keep_quiet(zeroconf)
            return zeroconf
        close_zeroconf(zeroconf)
        trouble = DiscoveryError("no network of this machine allows multicast")
    raise trouble


@contextmanager
def zeroconf_on(addresses: Sequence[OwnAddress]) -> Iterator[Zeroconf]:
    """The same, while the block runs.

    Raises:
        DiscoveryError: it is unavailable.
    """
    zeroconf = open_zeroconf(addresses)
    try:
        yield zeroconf
    finally:
        close_zeroconf(zeroconf)


def close_zeroconf(zeroconf: Zeroconf) -> None:
    """Say goodbye for all announcements, then close the sockets and end the threads."""
    with suppress(*FAILURES):
        zeroconf.close()


def _choices(addresses: Sequence[OwnAddress]) -> Iterator[list[str | int]]:
    """Arguments for zeroconf, the best first: IPv4 addresses, and one IPv6 address per interface."""
    by4: list[str | int] = [own.host for own in addresses if own.version == 4]
    by6 = _one_an_interface([own for own in addresses if own.version == 6 and own.kind is not Kind.LOOPBACK])
    yield from (choice for choice in ([*by4, *by6], by4, by6) if choice)


def _one_an_interface(addresses: Sequence[OwnAddress]) -> list[str | int]:
    """One argument per interface: its link-local address, or its number where that address is ambiguous or absent.

    Only a packet from a link-local address shows its receivers the interface through which such addresses are dialed.
    """
    local = {own.index: bare(own.host) for own in addresses if own.kind is Kind.LINK_LOCAL}
    times = Counter(local.values())
    indexes = sorted({own.index for own in addresses})
    return [local[index] if index in local and times[local[index]] == 1 else index for index in indexes]


def _keep_on_link(zeroconf: Zeroconf) -> None:
    """Keep unicast answers from passing a router. Multicast of this kind never does (RFC 5771, RFC 4291)."""
    for reader in zeroconf.engine.readers:
        with suppress(OSError):  # an IPv6-only socket has no such option
            reader.sock.setsockopt(socket.IPPROTO_IP, socket.IP_TTL, _ONE_HOP)
        if reader.is_ipv6:
            reader.sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_UNICAST_HOPS, _ONE_HOP)


def _keep_quiet(zeroconf: Zeroconf) -> None:
    """Keep zeroconf from printing over the board when strange packets arrive."""
    assert zeroconf.loop is not None
    zeroconf.loop.call_soon_threadsafe(zeroconf.loop.set_exception_handler, lambda _loop, _context: None)


def _trouble(error: Exception) -> DiscoveryError:
    match error:
        case OSError(errno=errno.EADDRINUSE):
            return DiscoveryError(
                "another program blocks UDP port 5353, so this one cannot use multicast DNS",
                "end that program, or set `disallow-other-stacks=no` in avahi-daemon.conf if it is Avahi",
            )
        case OSError(errno=errno.EACCES | errno.EPERM):
            return DiscoveryError("the system does not let this program open UDP port 5353")
        case OSError(strerror=str(words)):
            return DiscoveryError(f"multicast does not work here ({words.lower()})")
        case _:
            return DiscoveryError("multicast does not work here")
