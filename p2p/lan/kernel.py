"""The kernel's description of a network interface, independent of its name."""

from __future__ import annotations

import array
import socket
import struct
import sys
from contextlib import suppress

_POINT_TO_POINT = 0x10
"""IFF_POINTOPOINT of net/if.h: the link leads to one other machine, not to a LAN."""

_ETHERNET = 1
"""ARPHRD_ETHER of linux/if_arp.h: cables, radios, bridges, and TAP devices."""

_LOOPBACK = 772
"""ARPHRD_LOOPBACK."""

_INFINIBAND = 32
"""ARPHRD_INFINIBAND."""

_TUNNEL_DRIVERS = frozenset({"tun", "wireguard", "ovpn", "ipip", "sit", "gre"})
"""Drivers of tunnels; TUN and TAP devices report one of them."""

_REQUEST = 256
"""Bytes for a `struct ifreq`, which is shorter everywhere."""


def is_tunnel(name: str) -> bool:
    """Whether the kernel says that an interface is not a LAN: point to point, a link layer that no LAN has, or a tunnel
    driver. False if it reports nothing."""
    if sys.platform not in ("linux", "darwin") or not name.isascii() or len(name) > 15:
        return False
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        if _flags(asking, name) & _POINT_TO_POINT:
            return True
        if sys.platform == "linux":
            return _link_type(asking, name) not in (_ETHERNET, _LOOPBACK, _INFINIBAND) or _is_tunnel_driver(
                asking, name
            )
    return False


def _flags(asking: socket.socket, name: str) -> int:
    """SIOCGIFFLAGS."""
    number = 0x8913 if sys.platform == "linux" else 0xC0206911
    flags: int = struct.unpack_from("H", _ioctl(asking, number, name), 16)[0]
    return flags


def _link_type(asking: socket.socket, name: str) -> int:
    """SIOCGIFHWADDR."""
    kind: int = struct.unpack_from("H", _ioctl(asking, 0x8927, name), 16)[0]
    return kind


def _is_tunnel_driver(asking: socket.socket, name: str) -> bool:
    """SIOCETHTOOL with ETHTOOL_GDRVINFO: the answer's second field is the driver's name. Not every driver answers."""
    if sys.platform == "win32":
        return False
    import fcntl  # noqa: PLC0415 - Windows has none

    answer = array.array("B", struct.pack("I", 3) + bytes(192))
    request = struct.pack("16sP", name.encode(), answer.buffer_info()[0])
    try:
        fcntl.ioctl(asking, 0x8946, request)
    except OSError:
        return False
    return answer.tobytes()[4:36].split(b"\0")[0].decode(errors="replace") in _TUNNEL_DRIVERS


def _ioctl(asking: socket.socket, number: int, name: str) -> bytes:
    """The kernel's answer to a request about an interface.

    Raises:
        OSError: it knows no such interface.
    """
    if sys.platform == "win32":
        raise OSError("Windows has no such requests")
    import fcntl  # noqa: PLC0415 - Windows has none

    return fcntl.ioctl(asking, number, struct.pack(f"{_REQUEST}s", name.encode()))
