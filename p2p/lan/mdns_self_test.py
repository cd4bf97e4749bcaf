"""A self-test of multicast DNS on a network: a service is announced there, and must be found again.

The service has another type, so no program takes it for a table. All of this blocks for some seconds; call it
from a worker thread.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable, Sequence

from zeroconf import DNSQuestionType, ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf

from .interfaces import Kind, OwnAddress, bare
from .mdns import FAILURES, DiscoveryError, zeroconf_on

SERVICE = "_p2pgame-check._tcp.local."

PATIENCE = 3.0
"""Seconds for an announcement to come back: it takes some milliseconds, or is lost."""


def networks_of(own: Iterable[OwnAddress]) -> list[list[OwnAddress]]:
    """The LAN's addresses that are up, by interface and family; loopback's if there are no others."""
    up = [address for address in own if address.up]
    local = [address for address in up if address.kind in (Kind.LAN, Kind.LINK_LOCAL)]
    found: dict[tuple[int, int], list[OwnAddress]] = {}
    for address in local or [address for address in up if address.host == "127.0.0.1"]:
        found.setdefault((address.index, address.version), []).append(address)
    return list(found.values())


def check_network(network: Sequence[OwnAddress]) -> None:
    """Return if a service announced on a network is found there.

    Raises:
        DiscoveryError: it is not found; the sentence says what went wrong.
    """
    heard = threading.Event()
    info = ServiceInfo(
        SERVICE,
        f"{secrets.token_hex(8)}.{SERVICE}",
        port=9,  # nobody will connect
        server=f"p2pgame-{secrets.token_hex(4)}.local.",
        parsed_addresses=[bare(address.host) for address in network],
    )
    try:
        with zeroconf_on(network) as ear, zeroconf_on(network) as mouth:
            browser = ServiceBrowser(
                ear, SERVICE, listener=_Listener(info.name, heard), question_type=DNSQuestionType.QM
            )
            try:
                mouth.register_service(info, cooperating_responders=True)
                if heard.wait(PATIENCE):
                    return
            finally:
                browser.cancel()
    except FAILURES as error:
        raise DiscoveryError(f"nothing can be announced ({type(error).__name__})") from error
    raise DiscoveryError(
        "the test announcement did not come back",
        "let UDP port 5353 through the firewall, or join tables by their address",
    )


class _Listener(ServiceListener):
    """Sets an event when a service of that name is found."""

    def __init__(self, name: str, heard: threading.Event) -> None:
        self._name = name
        self._heard = heard

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """A service has appeared."""
        if name == self._name:
            self._heard.set()

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """A service has changed: ignored."""

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """A service is gone: ignored."""
