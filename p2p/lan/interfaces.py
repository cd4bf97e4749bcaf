"""This machine's addresses, and which of them others may dial: the LAN's first, virtual networks and loopback last."""

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
"""Linux describes each interface here; elsewhere the name has to do."""

_TUNNEL = re.compile(
    r"tun|tap|utun|ppp|wg|ipsec|gpd|tailscale|nordlynx|proton|zt|ham\d|wireguard|openvpn",
    re.IGNORECASE,
)
_VIRTUAL = re.compile(
    r"docker|podman|cni|flannel|cali|br-|veth|virbr|lxc|lxd|incus|vmnet|vboxnet|vethernet|vmware|virtualbox|hyper-v|wsl|"
    r"awdl|llw|anpi",
    re.IGNORECASE,
)
"""Name prefixes of interfaces that are neither Ethernet nor Wi-Fi: VPNs, containers, virtual machines, Apple's side
channels."""

_SHARED = ip_network("100.64.0.0/10")
"""RFC 6598: used by carriers, and by VPNs such as Tailscale; never by a home's router."""


class Kind(IntEnum):
    """The use of an address; the better ones first."""

    LAN = 0
    """Ethernet or Wi-Fi, with an address that the network assigned."""
    LINK_LOCAL = 1
    """Ethernet or Wi-Fi, with an address that the machine assigned itself; an IPv6 one needs its zone."""
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
    """The address in the form to dial: an IPv6 link-local one with its zone, such as `fe80::1%eth0`."""
    network: str
    """The addresses of the same network, such as `192.168.1.0/24`."""
    up: bool
    """Whether the interface is plugged in or associated, and enabled; True where the system does not say."""

    @property
    def version(self) -> int:
        """The IP version, 4 or 6."""
        return ip_address(bare(self.host)).version


def own_addresses() -> tuple[OwnAddress, ...]:
    """All addresses of this machine, the best to dial first: by kind, those up first, IPv4 before IPv6."""
    try:
        return addresses_of(ifaddr.get_adapters())
    except OSError:
        return ()


def addresses_of(adapters: Iterable[ifaddr.Adapter]) -> tuple[OwnAddress, ...]:
    """The addresses of these adapters, in the order of `own_addresses`."""
    return tuple(sorted(_addresses(adapters), key=lambda own: (not own.up, own.kind, own.version, own.index)))


def local_addresses(hosts: Collection[str] | None = None) -> tuple[OwnAddress, ...]:
    """The addresses for the LAN and for this machine itself: up, and neither a tunnel's nor virtual.

    With `hosts`, exactly these of this machine's addresses, of any kind.
    """
    up = (own for own in own_addresses() if own.up)
    if hosts is None:
        return tuple(own for own in up if own.kind in _LOCAL)
    return tuple(own for own in up if own.host in hosts or bare(own.host) in hosts)


def beyond_loopback(addresses: Iterable[OwnAddress]) -> tuple[OwnAddress, ...]:
    """The addresses without loopback; all of them if loopback is the only one."""
    found = tuple(addresses)
    return tuple(own for own in found if own.kind is not Kind.LOOPBACK) or found


def dialable(addresses: Iterable[OwnAddress]) -> tuple[OwnAddress, ...]:
    """The addresses that others on the LAN can dial. IPv6 link-local ones are left out if there is any other.

    Without any such address, loopback: for another window on this machine.
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
    """Whether an address is an IPv6 link-local one. Its zone is valid on this machine only, and without a zone it leads
    nowhere."""
    try:
        found = ip_address(bare(host))
    except ValueError:
        return False
    return found.version == 6 and found.is_link_local


def is_loopback(host: str) -> bool:
    """Whether an address is loopback, in any spelling."""
    try:
        found = ip_address(bare(host))
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


def is_on_link(host: str, own: Iterable[OwnAddress]) -> bool:
    """Whether an address is in the network of one of these; never for a name, nor for an address that embeds
    another one."""
    try:
        found = ip_address(bare(host))
    except ValueError:
        return False
    where = host.partition("%")[2]
    return any(found in ip_network(address.network) for address in own if where in ("", _zone_of(address)))


def in_each_zone(host: str, own: Iterable[OwnAddress]) -> tuple[str, ...]:
    """The spellings to dial an address: an IPv6 link-local one without a zone has one for each of these links."""
    if not needs_zone(host) or "%" in host:
        return (host,)
    usable = (address for address in own if address.up and address.version == 6 and address.kind is not Kind.LOOPBACK)
    zones = dict.fromkeys(_zone_of(address) for address in usable if needs_zone(address.host))
    return tuple(f"{host}%{zone}" for zone in zones)


def advertised_hosts(own: Sequence[OwnAddress]) -> tuple[str, ...]:
    """The addresses of this machine for its peers: those that others can dial, and IPv6 link-local ones as well.

    Without zones: a zone is valid on this machine only.
    """
    local = (address.host for address in own if address.up and address.kind is Kind.LINK_LOCAL)
    hosts = (*(address.host for address in dialable(own)), *filter(needs_zone, local))
    return tuple(dict.fromkeys(map(without_zone, hosts)))


def without_zone(host: str) -> str:
    """An address as peers get it: an IPv6 link-local one without this machine's zone."""
    return bare(host) if needs_zone(host) else host


def spell(host: str, port: int) -> str:
    """`HOST:PORT` as people type it and `split` reads it; an IPv6 address in brackets."""
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
        up=_has_carrier(adapter.name) and _bindable(host),
    )


def _zone_of(address: OwnAddress) -> str:
    """The zone of one of our addresses."""
    return address.host.partition("%")[2] or zone(address.index)


def zone(index: int) -> str:
    """The zone name of an interface in an IPv6 address: its name, or its number on Windows."""
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


def _has_carrier(name: str) -> bool:
    """Whether the system reports a carrier; True if it reports nothing."""
    try:
        return (_SYSTEM / name / "carrier").read_text("utf-8").strip() != "0"
    except OSError:
        return True  # reading fails for a disabled interface; nothing can be bound there either


def _bindable(host: str) -> bool:
    """Whether a socket can be bound there: not while an interface is off or an IPv6 address is still tentative."""
    family, _, _, _, address = socket.getaddrinfo(host, 0, type=socket.SOCK_DGRAM, flags=socket.AI_NUMERICHOST)[0]
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind(address)
    except OSError:
        return False
    return True
