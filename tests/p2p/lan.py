"""LANs to test on: this machine's loopback, and two machines with a cable between them, made of network namespaces."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache

import pytest
from p2pgame.protocol.lobby.messages import Address

LOOPBACK = ["127.0.0.1"]

GROUP = "224.0.0.251"
PORT = 5353


@contextmanager
def deaf() -> Iterator[Address]:
    """An address where nobody listens while the block runs: its port is taken, so that no other program gets it."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as taken:
        taken.bind(("127.0.0.1", 0))
        yield Address("127.0.0.1", taken.getsockname()[1])


def lasting_port() -> int:
    """A free port of loopback that may be listened on again later: no system gives it to a program that asks for any.

    Linux gives those from 32768 on, macOS those from 49152 on. Tests of several processes run at the same time.
    """
    for port in range(20_000 + os.getpid() % 5_000, 27_000):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried, suppress(OSError):
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(("127.0.0.1", port))
            tried.listen()
            return port
    raise AssertionError("every port is taken")


@cache
def _loopback_trouble() -> str | None:
    """Why multicast DNS cannot be tested on loopback, if so: one socket must receive the datagrams of another."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear, socket.socket(type=socket.SOCK_DGRAM) as mouth:
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            ear.bind(("", 0))
            loopback = socket.inet_aton("127.0.0.1")
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + loopback)
            ear.settimeout(2)
            mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, loopback)
            mouth.sendto(b"anybody there?", (GROUP, ear.getsockname()[1]))
            ear.recv(100)
    except OSError as error:
        return f"no multicast on loopback here: {error}"
    return None


def need_loopback() -> None:
    """Skip the test where loopback takes no multicast."""
    trouble = _loopback_trouble()
    if trouble:
        pytest.skip(trouble)


@cache
def _namespaces_trouble() -> str | None:
    if sys.platform != "linux":
        return "network namespaces are Linux's"
    missing = [tool for tool in ("unshare", "nsenter", "ip") if shutil.which(tool) is None]
    if missing:
        return f"no {missing[0]} here"
    tried = subprocess.run(["unshare", "-Urn", "ip", "link", "set", "lo", "up"], capture_output=True, check=False)
    return f"no network namespaces here: {tried.stderr.decode().strip()}" if tried.returncode else None


def need_namespaces() -> None:
    """Skip the test where no network namespace can be made."""
    trouble = _namespaces_trouble()
    if trouble:
        pytest.skip(trouble)


_TWO_MACHINES = """
set -e
ip link set lo up
unshare -n sleep 120 & other=$!
while [ "$(readlink /proc/$other/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.05; done
there="nsenter -t $other -n"
ip link add eth0 type veth peer name eth0 netns $other
$there ip link set lo up
ip link set eth0 addrgenmode none; $there ip link set eth0 addrgenmode none
ip link set eth0 up; $there ip link set eth0 up
ip addr add $3 dev eth0 $5; $there ip addr add $4 dev eth0 $5
$there "$0" -c "$1" & speaker=$!
"$0" -c "$2" || result=$?
kill -9 $speaker $other 2>/dev/null || true
exit ${result:-0}
"""


def on_two_machines(
    here: str, there: str, addresses: tuple[str, str], *options: str
) -> subprocess.CompletedProcess[str]:
    """Run two Python programs, each alone on a machine with one address, a cable between them; ends with `here`."""
    command = ["unshare", "-Urn", "sh", "-c", _TWO_MACHINES, sys.executable, there, here, *addresses, *options]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=100, check=False)


def in_a_namespace(commands: str, program: str) -> subprocess.CompletedProcess[str]:
    """Run a Python program on a machine whose network is set up by shell commands; loopback is up."""
    script = f'set -e; ip link set lo up; {commands}; exec "$0" -c "$1"'
    command = ["unshare", "-Urn", "sh", "-c", script, sys.executable, program]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=100, check=False)


def without_network(program: str) -> subprocess.CompletedProcess[str]:
    """Run a Python program on a machine that has no network at all, not even loopback."""
    return subprocess.run(
        ["unshare", "-Urn", sys.executable, "-c", program],
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
