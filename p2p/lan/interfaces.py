"""This machine's addresses, as far as others may dial them: the LAN's first, virtual networks and loopback last."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv4Interface, IPv6Address, IPv6Interface, ip_address, ip_interface, ip_network
from pathlib import Path

import ifaddr

from .kernel import is_tunnel

_SYSTEM = Path("/sys/class/net")
"""Where Linux tells about each interface; elsewhere the name has to do."""

_TUNNEL = re.compile(
    r"tun|tap|utun|ppp|wg|ipsec|gpd|tailscale|nordlynx|proton|zt|ham\d|wireguard|openvpn",
    re.IGNORECASE,
)
_VIRTUAL = re.compile(
    r"docker|podman|cni|flannel|cali|br-|veth|virbr|lxc|lxd|incus|vmnet|vboxnet|vethernet|vmware|virtualbox|hyper-v|wsl|"
    r"awdl|llw|anpi",
    re.IGNORECASE,
)
"""How the names begin of what is no cable and no radio: VPNs; containers, virtual machines, Apple's side channels."""

_SHARED = ip_network("100.64.0.0/10")
"""RFC 6598: given out by carriers, and by VPNs such as Tailscale; never by a home's router."""


class Kind(IntEnum):
    """What an address is good for; the better ones first."""

    LAN = 0
    """A cable or a radio, with an address that the network gave."""
    LINK_LOCAL = 1
    """A cable or a radio, with an address that the machine gave itself; an IPv6 one needs its zone."""
    TUNNEL = 2
    """A VPN: it leads away from the LAN."""
    VIRTUAL = 3
    """A container's or a virtual machine's network: others on the LAN cannot dial it."""
    LOOPBACK = 4
    """This machine alone."""


_LOCAL = frozenset({Kind.LAN, Kind.LINK_LOCAL, Kind.LOOPBACK})


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """One address of this machine."""

    kind: Kind
    interface: str
    """The interface's name, as the system's settings show it."""
    index: int
    """The interface's number."""
    host: str
    """The address as it is dialled: an IPv6 link-local one with its zone, such as `fe80::1%eth0`."""
    network: str
    """The addresses on the same link, such as `192.168.1.0/24`."""
    up: bool
    """As far as can be told: plugged in, associated, and not shut off."""

    @property
    def version(self) -> int:
        """4 or 6."""
        return ip_address(bare(self.host)).version


def own_addresses() -> tuple[OwnAddress, ...]:
    """All addresses of this machine, the best to be dialled at first: by kind, those up first, IPv4 before IPv6."""
    try:
        return addresses_of(ifaddr.get_adapters())
    except OSError:
        return ()


def addresses_of(adapters: Iterable[ifaddr.Adapter]) -> tuple[OwnAddress, ...]:
    """The addresses of these adapters, in the order of `own_addresses`."""
    return tuple(sorted(_addresses(adapters), key=lambda own: (not own.up, own.kind, own.version, own.index)))


def local_addresses(hosts: Collection[str] | None = None) -> tuple[OwnAddress, ...]:
    """The addresses through which this machine meets its LAN and itself: up, and neither a tunnel's nor virtual.

    With `hosts`, exactly those of this machine's addresses, of whatever kind.
    """
    up = (own for own in own_addresses() if own.up)
    if hosts is None:
        return tuple(own for own in up if own.kind in _LOCAL)
    return tuple(own for own in up if own.host in hosts or bare(own.host) in hosts)


def beyond_loopback(addresses: Iterable[OwnAddress]) -> tuple[OwnAddress, ...]:
    """The addresses without loopback's; all of them when there are no others."""
    found = tuple(addresses)
    return tuple(own for own in found if own.kind is not Kind.LOOPBACK) or found


def dialable(addresses: Iterable[OwnAddress]) -> tuple[OwnAddress, ...]:
    """Those that others on the LAN can dial, IPv6 link-local ones left out where there is any other.

    Where there is none at all, loopback: for another window on this machine.
    """
    usable = [own for own in addresses if own.up]
    for wanted in ({Kind.LAN}, {Kind.LINK_LOCAL}, {Kind.LOOPBACK}):
        found = tuple(own for own in usable if own.kind in wanted)
        if found:
            return found
    return ()


def bare(host: str) -> str:
    """An address without its zone."""
    return host.partition("%")[0]


def needs_zone(host: str) -> bool:
    """Whether an address is an IPv6 link-local one: its zone means something on this machine alone, and without one
    it leads nowhere.
    """
    try:
        found = ip_address(bare(host))
    except ValueError:
        return False
    return found.version == 6 and found.is_link_local


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own for itself, however it is written."""
    try:
        found = ip_address(bare(host))
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


def is_on_link(host: str, own: Iterable[OwnAddress]) -> bool:
    """Whether an address is on one of the links of these; a name, and an address that hides another, never is."""
    try:
        found = ip_address(bare(host))
    except ValueError:
        return False
    where = host.partition("%")[2]
    return any(found in ip_network(address.network) for address in own if where in ("", _zone_of(address)))


def in_each_zone(host: str, own: Iterable[OwnAddress]) -> tuple[str, ...]:
    """The spellings by which an address can be dialed: an IPv6 link-local one without a zone has one in each of these
    machine's links.
    """
    if not needs_zone(host) or "%" in host:
        return (host,)
    usable = (address for address in own if address.up and address.version == 6 and address.kind is not Kind.LOOPBACK)
    zones = dict.fromkeys(_zone_of(address) for address in usable if needs_zone(address.host))
    return tuple(f"{host}%{zone}" for zone in zones)


def told_hosts(own: Sequence[OwnAddress]) -> tuple[str, ...]:
    """The addresses of this machine that peers are told: those that others can dial, and IPv6 link-local ones as well.

    A zone means something on this machine alone, so none is told.
    """
    local = (address.host for address in own if address.up and address.kind is Kind.LINK_LOCAL)
    hosts = (*(address.host for address in dialable(own)), *filter(needs_zone, local))
    return tuple(dict.fromkeys(map(without_zone, hosts)))


def without_zone(host: str) -> str:
    """An address as it is told to others: an IPv6 link-local one without this machine's zone."""
    return bare(host) if needs_zone(host) else host


def spell(host: str, port: int) -> str:
    """`HOST:PORT` as a person types it and `split` reads it; an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _addresses(adapters: Iterable[ifaddr.Adapter]) -> Iterator[OwnAddress]:
    for adapter in adapters:
        for ip in adapter.ips:
            try:
                interface = ip_interface(f"{ip.ip[0] if isinstance(ip.ip, tuple) else ip.ip}/{ip.network_prefix}")
            except ValueError:
                continue  # some systems report addresses of other families, or none
            yield _address(interface, ip.nice_name, adapter)


def _address(found: IPv4Interface | IPv6Interface, name: str, adapter: ifaddr.Adapter) -> OwnAddress:
    index = adapter.index or 0
    zoned = found.version == 6 and found.ip.is_link_local
    host = f"{found.ip}%{zone(index)}" if zoned else str(found.ip)
    return OwnAddress(
        kind=_kind(found, (name, adapter.nice_name, adapter.name)),
        interface=name,
        index=index,
        host=host,
        network=str(found.network),
        up=_carried(adapter.name) and _bindable(host),
    )


def _zone_of(address: OwnAddress) -> str:
    """The zone of the link that one of our addresses is on."""
    return address.host.partition("%")[2] or zone(address.index)


def zone(index: int) -> str:
    """How an interface is named in the zone of an IPv6 address here: by its name, or its number on Windows."""
    with suppress(OSError, OverflowError):
        return str(index) if sys.platform == "win32" else socket.if_indextoname(index)
    return str(index)


def _kind(found: IPv4Interface | IPv6Interface, names: Collection[str]) -> Kind:
    if found.ip.is_loopback:
        return Kind.LOOPBACK
    if any(map(_TUNNEL.match, names)) or found.ip in _SHARED or any(map(is_tunnel, names)):
        return Kind.TUNNEL
    if any(map(_VIRTUAL.match, names)):
        return Kind.VIRTUAL
    return Kind.LINK_LOCAL if found.ip.is_link_local else Kind.LAN


def _carried(name: str) -> bool:
    """Whether the system says that a cable is plugged in; True where it says nothing."""
    try:
        return (_SYSTEM / name / "carrier").read_text("utf-8").strip() != "0"
    except OSError:
        return True  # reading it of an interface that is shut off fails, too; then nothing can be bound


def _bindable(host: str) -> bool:
    """Whether something could listen there: not so while an interface is off or an IPv6 address is still on trial."""
    family, _, _, _, address = socket.getaddrinfo(host, 0, type=socket.SOCK_DGRAM, flags=socket.AI_NUMERICHOST)[0]
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind(address)
    except OSError:
        return False
    return True
