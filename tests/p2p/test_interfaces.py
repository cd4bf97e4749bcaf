"""This machine's addresses (`spec/discovery.md`, "Announcing" and "Joining lines")."""

from __future__ import annotations

import socket
from pathlib import Path

import ifaddr
import pytest
from p2pgame.p2p.lan.interfaces import (
    Kind,
    OwnAddress,
    addresses_of,
    bare,
    beyond_loopback,
    dialable,
    local_addresses,
    own_addresses,
    spell,
)

from .lan import in_a_namespace, need_namespaces


def own(kind: Kind, host: str, *, up: bool = True) -> OwnAddress:
    """An address as a machine could have it."""
    return OwnAddress(kind, "eth0", 2, host, "192.0.2.0/24", up)


LAN4, LAN6 = own(Kind.LAN, "192.0.2.7"), own(Kind.LAN, "2001:db8::7")
LINK = own(Kind.LINK_LOCAL, "fe80::7%eth0")
VPN = own(Kind.TUNNEL, "10.8.0.2")
LOOPBACK = own(Kind.LOOPBACK, "127.0.0.1")
OFF = own(Kind.LAN, "192.0.2.8", up=False)


def test_loopback_is_found_and_comes_last() -> None:
    """Every machine that runs tests has it."""
    found = own_addresses()
    kinds = [address.kind for address in found if address.up]
    assert kinds == sorted(kinds)
    assert [address.network for address in found if address.host == "127.0.0.1"] == ["127.0.0.0/8"]


def test_an_address_that_is_up_can_be_bound() -> None:
    """A TCP listener can bind to every address that counts as up."""
    for address in own_addresses():
        if address.up:
            family, kind, _, _, where = socket.getaddrinfo(address.host, 0, type=socket.SOCK_STREAM)[0]
            with socket.socket(family, kind) as listener:
                listener.bind(where)


@pytest.mark.parametrize(
    ("name", "description", "ip", "kind"),
    [
        ("eth0", "eth0", "192.168.1.5", Kind.LAN),
        ("wlp3s0", "wlp3s0", "10.0.0.5", Kind.LAN),
        ("Wi-Fi", "Intel(R) Wi-Fi 6 AX201", "192.168.1.5", Kind.LAN),
        ("en0", "en0", ("2001:db8::5", 0, 0), Kind.LAN),
        ("en0", "en0", ("fd12::5", 0, 0), Kind.LAN),
        ("en0", "en0", ("fe80::5", 0, 4), Kind.LINK_LOCAL),
        ("eth0", "eth0", "169.254.3.4", Kind.LINK_LOCAL),
        ("tun0", "tun0", "10.8.0.2", Kind.TUNNEL),
        ("wg0", "wg0", "10.8.0.2", Kind.TUNNEL),
        ("utun3", "utun3", ("fe80::5", 0, 4), Kind.TUNNEL),
        ("tailscale0", "tailscale0", "100.99.1.2", Kind.TUNNEL),
        ("Ethernet 3", "TAP-Windows Adapter V9", "10.8.0.2", Kind.TUNNEL),
        ("vEthernet (WSL)", "Hyper-V Virtual Ethernet Adapter", "172.20.0.1", Kind.VIRTUAL),
        ("docker0", "docker0", "172.17.0.1", Kind.VIRTUAL),
        ("br-3f2a", "br-3f2a", "172.18.0.1", Kind.VIRTUAL),
        ("eth0", "eth0", "100.64.0.9", Kind.TUNNEL),
        ("br0", "br0", "192.168.1.5", Kind.LAN),
        ("lo", "lo", "127.0.0.1", Kind.LOOPBACK),
        ("lo0", "lo0", ("::1", 0, 0), Kind.LOOPBACK),
    ],
)
def test_the_kinds_of_addresses(name: str, description: str, ip: str | tuple[str, int, int], kind: Kind) -> None:
    """By the address, and by the names that systems give tunnels, containers and virtual machines."""
    adapter = ifaddr.Adapter(name, description, [ifaddr.IP(ip, 64 if isinstance(ip, tuple) else 24, name)], index=4)
    assert [address.kind for address in addresses_of([adapter])] == [kind]


def test_an_ipv6_link_local_address_has_its_zone() -> None:
    """Without it nobody can dial it; the number stands in where the interface has no name."""
    adapter = ifaddr.Adapter("x", "x", [ifaddr.IP(("fe80::5", 0, 60_000), 64, "x")], index=60_000)
    (address,) = addresses_of([adapter])
    assert address.host == "fe80::5%60000"
    assert bare(address.host) == "fe80::5"
    assert address.version == 6


def test_an_address_that_this_machine_does_not_have_is_not_up() -> None:
    """As with an interface that is switched off."""
    adapter = ifaddr.Adapter("eth9", "eth9", [ifaddr.IP("203.0.113.77", 24, "eth9")], index=9)
    assert [address.up for address in addresses_of([adapter])] == [False]


def test_addresses_that_others_get_to_dial() -> None:
    """The LAN's addresses; else link-local ones; else loopback, for another window on this machine. Never a VPN's."""
    everything = (OFF, LOOPBACK, VPN, LINK, LAN4, LAN6)
    assert dialable(everything) == (LAN4, LAN6)
    assert dialable((OFF, LOOPBACK, VPN, LINK)) == (LINK,)
    assert dialable((OFF, LOOPBACK, VPN)) == (LOOPBACK,)
    assert dialable((OFF, VPN)) == ()


def test_loopback_counts_only_where_there_is_nothing_else() -> None:
    """For announcements, and for dialing."""
    assert beyond_loopback((LOOPBACK, LAN4)) == (LAN4,)
    assert beyond_loopback((LOOPBACK,)) == (LOOPBACK,)


def test_addresses_can_be_chosen() -> None:
    """By name, with or without a zone; what this machine does not have is left out."""
    assert [address.host for address in local_addresses(["127.0.0.1", "203.0.113.77"])] == ["127.0.0.1"]
    assert all(address.kind not in (Kind.TUNNEL, Kind.VIRTUAL) for address in local_addresses())


@pytest.mark.parametrize(
    ("host", "line"),
    [("192.0.2.7", "192.0.2.7:4000"), ("2001:db8::7", "[2001:db8::7]:4000"), ("fe80::7%eth0", "[fe80::7%eth0]:4000")],
)
def test_how_an_address_is_spelt(host: str, line: str) -> None:
    """As people type it: an IPv6 address in brackets."""
    assert spell(host, 4000) == line


ADDRESSES = """
from p2pgame.p2p.lan.interfaces import own_addresses
for own in own_addresses():
    print(own.interface, own.kind.name)
"""

_TUNTAP = "ip tuntap add dev {0} mode {1} && ip addr add 10.8.0.2/24 dev {0} && ip link set {0} up"


@pytest.mark.parametrize("mode", ["tun", "tap"])
def test_the_kernel_identifies_a_vpn_with_any_interface_name(mode: str) -> None:
    """A name such as cscotun0 begins with nothing that is known."""
    need_namespaces()
    if not Path("/dev/net/tun").exists():
        pytest.skip("no TUN devices here")
    seen = in_a_namespace(_TUNTAP.format("cscotun0", mode), ADDRESSES)
    assert "cscotun0 TUNNEL" in seen.stdout, seen.stderr


def test_a_cable_is_a_lan_for_the_kernel_too() -> None:
    """And loopback is no tunnel."""
    need_namespaces()
    commands = "ip link add cable type veth peer name other && ip link set cable up && ip link set other up"
    seen = in_a_namespace(f"{commands} && ip addr add 192.168.7.1/24 dev cable", ADDRESSES)
    assert "cable LAN" in seen.stdout, seen.stderr
    assert "lo LOOPBACK" in seen.stdout
    assert "TUNNEL" not in seen.stdout
