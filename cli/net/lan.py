"""Sentences about tables on the LAN, and about reasons for missing ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import trio
from p2pgame.p2p.lan.browser import FoundTable
from p2pgame.p2p.lan.discovery import TableListing, browse
from p2pgame.p2p.lan.interfaces import Kind, OwnAddress, dialable, spell
from p2pgame.p2p.link.listener import DEFAULT_PORT
from p2pgame.protocol.contract.contract import PROTOCOL
from p2pgame.protocol.lobby.announcement import Announcement

from ..games.find import find_game

PATIENCE = 5.0
"""Seconds until the search counts as unsuccessful; visible tables answer well within one."""

OTHERS = 1.5
"""Seconds after the latest new table: lost answers are asked for once more after a second."""

ANY_ADDRESS = f"`p2pgame join HOST:PORT`, such as `p2pgame join 192.168.1.20:{DEFAULT_PORT}`"

_FIREWALL = {
    "linux": "`sudo ufw allow 5353/udp` or `sudo firewall-cmd --add-service=mdns` allows it",
    "darwin": "see System Settings, Network, Firewall",
    "win32": "allow Python in Windows Defender Firewall, at least on private networks",
}


async def look() -> tuple[tuple[FoundTable, ...], str | None]:
    """The tables that answer, by name; and the reason why this machine finds none, if known."""
    async with browse() as found:
        with trio.move_on_after(OTHERS if found.trouble else PATIENCE):
            await anext(found)
            await _silence(found)
        return tuple(sorted(found.tables, key=lambda table: table.announcement.table)), found.trouble


async def _silence(found: TableListing) -> None:
    """Wait until no further table is to be expected."""
    while True:
        with trio.move_on_after(OTHERS) as waiting:
            await anext(found)
        if waiting.cancelled_caught:
            return


def describe(said: Announcement) -> str:
    """A table in one line, without its name."""
    way = "with a code" if said.coded else "open"
    seats = f"{said.seats} players, game in progress" if said.begun else f"{said.taken} of {said.seats} seats taken"
    return f"{said.game}, {seats}, {way}, host {said.host} ({said.short})"


def line_to_type(table: FoundTable) -> str:
    """The command that joins a table, or watches one in progress."""
    best = table.addresses[0]
    return f"p2pgame {'watch' if table.announcement.begun else 'join'} {spell(best.host, best.port)}"


def obstacle(said: Announcement) -> str | None:
    """Why this program cannot join a table; None if it can."""
    known = strangeness(said)
    if known is not None:
        return known
    if said.begun:
        return "the game is in progress: you can only watch it"
    return "every seat is taken" if said.full else None


def strangeness(said: Announcement) -> str | None:
    """Why this program can neither join nor watch a table; None if it can."""
    if said.protocol != PROTOCOL:
        older = "that" if said.protocol < PROTOCOL else "this"
        return f"it uses protocol {said.protocol} and this program uses {PROTOCOL}: {older} one needs an update"
    game = find_game(said.game)
    if game is None:
        return "this version does not have the game: an update may help, or the package with the game"
    if said.rules != (ours := game.rules):
        older = "that" if said.rules < ours else "this"
        return f"it uses version {said.rules} of the rules and this program uses {ours}: {older} one needs an update"
    return None


def as_data(table: FoundTable) -> dict[str, object]:
    """A table as JSON-able data."""
    said = table.announcement
    return {
        "table": said.table,
        "host": said.host,
        "key": said.short,
        "fingerprint": said.key,
        "game": said.game,
        "rules": said.rules,
        "protocol": said.protocol,
        "taken": said.taken,
        "seats": said.seats,
        "coded": said.coded,
        "begun": said.begun,
        "software": said.software,
        "addresses": [spell(address.host, address.port) for address in table.addresses],
        "obstacle": obstacle(said),
    }


def why_none(own: Sequence[OwnAddress]) -> Iterator[str]:
    """Sentences on possible reasons for missing tables on this machine, the likeliest first, with advice."""
    up = [address for address in own if address.up]
    lan = [address for address in dialable(up) if address.kind is not Kind.LOOPBACK]
    if not lan:
        yield "This machine is not on a network: plug in a cable or join the others' Wi-Fi network."
        return
    yield "Perhaps no table is open yet. Host one, for example with `p2pgame host tink`."
    if any(address.kind is Kind.TUNNEL for address in up):
        yield "A VPN seems to be on and may hide the LAN: turn it off, or exclude the local network from it."
    if all(address.version == 6 for address in lan):
        yield "This machine has only IPv6 here: it cannot see hosts that have only IPv4."
    yield f"A firewall, here or on the host's machine, may block multicast DNS (UDP port 5353): {_firewall()}."
    yield "Guest networks and some access points isolate their devices: use the main Wi-Fi, a cable or a hotspot."
    yield "You can only see tables on your own network: the host must be on the same one."


def _firewall() -> str:
    return _FIREWALL.get(sys.platform, "allow it")


def what_always_works() -> str:
    """The sentence about joining a table that is not listed."""
    return f"You can always join by address. The host's screen shows the command: {ANY_ADDRESS}."
