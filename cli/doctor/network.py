"""Checks of addresses, the port, multicast, the tables on the LAN, and a peer that should answer."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

import trio
from p2pgame.p2p.lan.interfaces import Kind, OwnAddress, dialable, spell
from p2pgame.p2p.lan.mdns import DiscoveryError
from p2pgame.p2p.lan.mdns_self_test import check_network, networks_of
from p2pgame.p2p.link.dialing import Unreachable, dial_address
from p2pgame.p2p.link.listener import DEFAULT_PORT, PortTaken, listen, port_of
from p2pgame.protocol.identity.fingerprint import fingerprint
from p2pgame.protocol.identity.keys import SEED_BYTES, Identity
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError

from ..net.lan import look
from ..system.groups import leaves
from ..words.sentences import sentence
from .finding import Finding, bad, note, ok

CONNECT_SECONDS = 3.0
"""Seconds for a connection with oneself."""


def addresses(own: Iterable[OwnAddress]) -> Iterator[Finding]:
    """Addresses at which others can dial this machine."""
    up = [address for address in own if address.up]
    lan = [address for address in up if address.kind in (Kind.LAN, Kind.LINK_LOCAL)]
    if not lan:
        yield bad(
            "network",
            "This machine is not on a network.",
            "Plug in a cable or join a Wi-Fi network, then run this again.",
        )
    elif all(address.kind is Kind.LINK_LOCAL for address in lan):
        yield note(
            "network",
            f"No router assigned an address to this machine; it uses {_listed(lan)}.",
            "Machines on the same cable or Wi-Fi network can still play, if they have no router either.",
        )
    else:
        networks = ", ".join(dict.fromkeys(address.network for address in lan if address.kind is Kind.LAN))
        yield ok("network", f"Others must be on the same network: {networks}.")
    tunnels = ", ".join(dict.fromkeys(address.interface for address in up if _leads_away(address)))
    if tunnels:
        yield note(
            "vpn",
            f"A VPN seems to be on ({tunnels}).",
            "Tables are not announced there, and some VPNs hide the LAN. Try without the VPN.",
        )


def _leads_away(address: OwnAddress) -> bool:
    """Whether an address is a real tunnel's. Some systems always have tunnels with link-local addresses only."""
    return address.kind is Kind.TUNNEL and not address.host.startswith("fe80:")


async def port(own: Sequence[OwnAddress]) -> AsyncIterator[Finding]:
    """Whether this machine can listen, and reaches itself there; and the command for the others."""
    try:
        listeners = await listen(None)
    except PortTaken as error:
        yield bad("port", "No port can be opened.", f"{error}.")
        return
    number = port_of(listeners)
    here = dialable(own)
    deaf = [each.host for each in here if not await _reached(each.host, number)]
    for listener in listeners:
        await listener.aclose()
    if deaf:
        yield bad(
            "port",
            f"This machine cannot reach itself at {', '.join(spell(host, number) for host in deaf)}.",
            f"Open TCP port {number} in the firewall.",
        )
    elif number == DEFAULT_PORT:
        lines = ", ".join(f"`p2pgame join {spell(each.host, number)}`" for each in here)
        yield ok("port", f"If your table is not listed, others can type {lines}.")
    else:
        yield note(
            "port",
            f"Port {DEFAULT_PORT} is in use, perhaps by a table. Your next table will use another port, and show it.",
        )


async def _reached(host: str, number: int) -> bool:
    with trio.move_on_after(CONNECT_SECONDS):
        try:
            await trio.aclose_forcefully(await trio.open_tcp_stream(host, number))
        except OSError:
            return False
        return True
    return False


async def multicast(own: Sequence[OwnAddress]) -> AsyncIterator[Finding]:
    """Whether an announcement of this machine comes back by multicast DNS, in each network and IP version."""
    troubles = [
        (network, await trio.to_thread.run_sync(_trouble, network, abandon_on_cancel=True))
        for network in networks_of(own)
    ]
    if not troubles:
        yield bad("multicast", "There is no network for announcements.", "See `network` above.")
    works = any(trouble is None for _, trouble in troubles)
    for network, trouble in troubles:
        where = f"{network[0].interface} by IPv{network[0].version}"
        if trouble is None:
            yield ok("multicast", f"Announcements work on {where}.")
        elif works:
            yield note("multicast", f"On {where} {trouble}.", _advice(trouble))
        else:
            yield bad("multicast", f"On {where} {trouble}.", _advice(trouble))


def _trouble(network: Sequence[OwnAddress]) -> DiscoveryError | None:
    try:
        check_network(network)
    except DiscoveryError as error:
        return error
    return None


def _advice(trouble: DiscoveryError) -> str:
    return sentence(trouble.advice or "others can join with the address on your screen")


async def tables() -> Finding:
    """The tables on the LAN."""
    found, _ = await look()
    if found:
        return ok("tables", f"On the LAN: {', '.join(table.announcement.table for table in found)}.")
    return note(
        "tables",
        "No tables found on the LAN.",
        "If one is missing: guest Wi-Fi networks and access points often isolate devices, and firewalls block UDP "
        "port 5353. Join with the address on the host's screen.",
    )


async def friend(address: Address) -> Finding:
    """Whether a table answers at an address; the connection uses a fresh key, and ends after the handshake."""
    where = spell(address.host, address.port)
    nobody = Identity(os.urandom(SEED_BYTES))
    try:
        async with trio.open_nursery() as nursery, dial_address(nursery, address, nobody, _no_guess) as link:
            peer = link.peer
            nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        ours, others = group.split((Unreachable, RemoteError))
        if others is not None or ours is None:
            raise
        return _why_not(where, leaves(ours)[0])
    return ok("peer", f"An open table answers at {where}: {peer.software}, fingerprint {fingerprint(peer.public)}.")


async def _no_guess(_problem: str | None) -> str:
    """The refusal for a host that asks for its code."""
    raise RemoteError(Code.CODE_NEEDED, "this was `p2pgame doctor`, which only checks that a table answers")


def _why_not(where: str, error: BaseException) -> Finding:
    """The reason that stopped us on the way in. A table that asks for its code, or has no seat for us, has answered."""
    match error:
        case RemoteError(code=Code.CODE_NEEDED):
            return ok("peer", f"A table with a code answers at {where}.")
        case RefusedByPeer():
            return ok("peer", f"A table answers at {where}, but {error.sentence}.")
        case RemoteError():
            advice = "Compare the address with the one on the host's screen."
            return bad("peer", f"Another program, or another version, answers at {where}: {error.sentence}.", advice)
    return bad("peer", f"No table answers at {where}.", sentence(str(error)))


def _listed(own: Iterable[OwnAddress]) -> str:
    return ", ".join(address.host for address in own)
