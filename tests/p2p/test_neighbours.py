"""The hardware address of a machine on one of our links."""

from __future__ import annotations

import re
import socket

import pytest
from p2pgame.p2p.lan.neighbours import hardware_in, hardware_of, request

from .lan import need_namespaces, on_two_machines

HOST = "import time; time.sleep(60)"

ASKING = """
import socket, sys, time
from p2pgame.p2p.lan.neighbours import hardware_of
other = "{other}"
with socket.socket(socket.{family}, socket.SOCK_DGRAM) as mouth:
    mouth.sendto(b"hello", (other, 9))
end = time.monotonic() + 30
while hardware_of(other) is None and time.monotonic() < end:
    time.sleep(0.05)
print(hardware_of(other))
"""

ANSWER = bytes.fromhex(
    "4c0000001c00000000000000e8030000"  # its length, its type, and that no more follows
    "02000000" "02000000" "0200" "00" "01"  # IPv4, the second interface, reachable
    "08000100" "c0a80709"  # the address that was asked for
    "0a000200" "f68a790ebf90" "0000"  # its hardware address, filled up to four bytes
    "08000400" "01000000"
)  # fmt: skip


@pytest.mark.parametrize(
    ("family", "addresses", "options"),
    [("AF_INET", ("192.0.2.1/24", "192.0.2.2/24"), ()), ("AF_INET6", ("2001:db8::1/64", "2001:db8::2/64"), ("nodad",))],
)
def test_a_machine_on_the_same_cable_has_a_hardware_address(
    family: str, addresses: tuple[str, str], options: tuple[str, ...]
) -> None:
    """As soon as it has been spoken to."""
    need_namespaces()
    other = addresses[1].partition("/")[0]
    done = on_two_machines(ASKING.format(other=other, family=family), HOST, addresses, *options)
    assert re.fullmatch(r"([0-9a-f]{2}:){5}[0-9a-f]{2}\n", done.stdout), done.stdout + done.stderr


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "203.0.113.7", "2001:db8:dead::1", "", "no address"])
def test_any_other_address_has_none(host: str) -> None:
    """Loopback, another network, none at all."""
    assert hardware_of(host) is None


def test_an_answer_of_the_kernel_is_read() -> None:
    """Any other answer has none; so has one that is cut off anywhere."""
    assert hardware_in(ANSWER) == "f6:8a:79:0e:bf:90"
    assert hardware_in(ANSWER[:4] + b"\x02\0" + ANSWER[6:]) is None, "an error"
    assert {hardware_in(ANSWER[:cut]) for cut in range(36)} == {None}


def test_a_question_names_the_interface_and_the_address() -> None:
    """In the kernel's own form."""
    asked = request(socket.AF_INET, 2, bytes([192, 168, 7, 9]))
    assert asked[:2] == bytes([len(asked), 0])
    assert asked[16] == socket.AF_INET
    assert asked[20] == 2
    assert asked.endswith(b"\x08\0\x01\0\xc0\xa8\x07\x09")
