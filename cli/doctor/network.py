"""Addresses, the port, multicast, the tables that are heard, and a peer that should answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator

import trio
from p2pgame.p2p.dialing import Unreachable, dialed
from p2pgame.p2p.discovery import News, announce, browse
from p2pgame.p2p.interfaces import Kind, OwnAddress, dialable, spell
from p2pgame.p2p.link import SOFTWARE
from p2pgame.p2p.reception import DEFAULT_PORT, PortTaken, listen, port_of
from p2pgame.protocol.announcement import Announcement, announcement
from p2pgame.protocol.errors import Code, RemoteError
from p2pgame.protocol.keys import Identity
from p2pgame.protocol.lobby_messages import Address, Offer

from .finding import Finding, bad, note, ok

LISTEN_SECONDS = 3.0
"""For an announcement to come back, and for tables to answer; both take well below one second."""


def addresses(own: Iterable[OwnAddress]) -> Iterator[Finding]:
    """Where others can dial this machine."""
    up = [address for address in own if address.up]
    lan = [address for address in up if address.kind in (Kind.LAN, Kind.LINK_LOCAL)]
    if not lan:
        yield bad("network", "This machine is on no network.", "Plug in a cable or join a Wi-Fi; then look again.")
    elif all(address.kind is Kind.LINK_LOCAL for address in lan):
        yield note(
            "network",
            f"No router has given this machine an address; it has {_listed(lan)} of its own.",
            "Machines on the same cable or Wi-Fi can still play, if they are in the same state.",
        )
    else:
        networks = ", ".join(dict.fromkeys(address.network for address in lan if address.kind is Kind.LAN))
        yield ok("network", f"Others must be on the same network: {networks}.")
    virtual = [address for address in up if address.kind is Kind.VIRTUAL]
    if virtual:
        names = ", ".join(dict.fromkeys(address.interface for address in virtual))
        yield note(
            "vpn",
            f"There are virtual networks ({names}): a VPN, containers or virtual machines.",
            "Others on the LAN cannot dial their addresses. A VPN may also keep this machine off the LAN: try without.",
        )


async def port(own: Iterable[OwnAddress]) -> AsyncIterator[Finding]:
    """Whether this machine can be listened at, and the line that others type then."""
    try:
        listeners = await listen(None)
    except PortTaken as error:
        yield bad("port", "No port can be listened on.", f"{error}.")
        return
    number = port_of(listeners)
    for listener in listeners:
        await listener.aclose()
    if number == DEFAULT_PORT:
        lines = ", ".join(f"`p2pgame join {spell(each.host, number)}`" for each in dialable(own))
        yield ok("port", f"Where your table is not listed, others may type {lines}.")
    else:
        yield note(
            "port", f"Port {DEFAULT_PORT} is in use, perhaps by a table; the next one takes another, and shows it."
        )


async def multicast(public: bytes) -> AsyncIterator[Finding]:
    """Whether an announcement of this machine's own comes back by multicast DNS, and which tables are heard.

    While this runs, others see a full table named `p2pgame doctor`.
    """
    async with browse() as found, announce(_probe(public), DEFAULT_PORT) as announced:
        trouble = announced.trouble or found.trouble
        came_back = False
        with trio.move_on_after(LISTEN_SECONDS):
            async for news in found:
                came_back |= _is(news, announced.instance)
        tables = [table for table in found.tables if table.instance != announced.instance]
    if trouble:
        yield bad("multicast", "Tables are neither announced nor found.", f"{trouble[0].upper()}{trouble[1:]}.")
    elif came_back:
        yield ok("multicast", "An announcement went out and came back: multicast DNS (UDP port 5353) works here.")
    else:
        yield bad(
            "multicast",
            "An announcement did not come back: multicast DNS does not work here.",
            "Let UDP port 5353 through the firewall, or join tables by their address.",
        )
    if tables:
        names = ", ".join(table.announcement.table for table in tables)
        yield ok("tables", f"On the LAN: {names}.")
    else:
        yield note(
            "tables",
            "No table is on the LAN now, or none is heard.",
            "If one is there: guest Wi-Fi and access points often keep machines apart (client isolation), and "
            "firewalls close UDP port 5353. Join it by the address that its host shows.",
        )


async def friend(address: Address, identity: Identity) -> Finding:
    """Whether a table answers at an address; it is asked who it is, and left."""
    where = spell(address.host, address.port)
    try:
        async with trio.open_nursery() as nursery, dialed(nursery, address, identity):
            nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        ours, others = group.split((Unreachable, RemoteError))
        if others is not None or ours is None:
            raise
        return _why_not(where, _leaf(ours))
    return ok("peer", f"A table of p2pgame answers at {where}.")


def _why_not(where: str, error: BaseException) -> Finding:
    """What stopped us on the way in; a table that asks for its code has answered."""
    if isinstance(error, RemoteError) and error.code is Code.CODE_NEEDED:
        return ok("peer", f"A table of p2pgame answers at {where}, and asks for its code.")
    if isinstance(error, RemoteError):
        return note("peer", f"Something answers at {where}, but it will not do: {error.sentence}.")
    reason = str(error)
    return bad("peer", f"No table answers at {where}.", f"{reason[0].upper()}{reason[1:]}.")


def _leaf(group: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _probe(public: bytes) -> Announcement:
    offer = Offer("p2pgame doctor", "tink", 1, (), 2, coded=True)
    return announcement(offer, public, taken=2, software=SOFTWARE, table="p2pgame doctor")


def _is(news: News, instance: str) -> bool:
    return news.table.instance == instance


def _listed(own: Iterable[OwnAddress]) -> str:
    return ", ".join(address.host for address in own)
