"""Discovery between two machines with a cable between them, and on one that has no network (`spec/discovery.md`)."""

from __future__ import annotations

import pytest

from .lan import need_namespaces, on_two_machines, without_network

HOST = """
import trio
from p2pgame.p2p.lan.discovery import announce
from p2pgame.protocol.lobby.announcement import announcement
from p2pgame.protocol.lobby.messages import Offer
async def main():
    said = announcement(Offer("Eve", "ten", 1, (), 4, False), bytes(32), 1, "p2pgame 0.1.0")
    async with announce(said, 4001) as announced:
        await trio.sleep_forever()
trio.run(main)
"""

GUEST = """
import trio
from p2pgame.p2p.lan.discovery import browse
async def main():
    with trio.fail_after(60):
        async with browse() as found:
            print(found.trouble)
            news = await anext(found)
            print(news.table.announcement.host, *(f"{where.host} {where.port}" for where in news.table.addresses))
trio.run(main)
"""

ALONE = """
import trio
from p2pgame.p2p.lan.discovery import announce, browse
from p2pgame.protocol.lobby.announcement import announcement
from p2pgame.protocol.lobby.messages import Offer
async def main():
    said = announcement(Offer("Eve", "ten", 1, (), 4, False), bytes(32), 1, "p2pgame 0.1.0")
    async with announce(said, 4001) as announced, browse() as found:
        print(announced.trouble, found.trouble, sep="\\n")
trio.run(main)
"""


@pytest.mark.parametrize(
    ("addresses", "options", "dialled"),
    [
        pytest.param(("192.0.2.1/24", "192.0.2.2/24"), (), "192.0.2.2 4001", marks=pytest.mark.long, id="IPv4"),
        pytest.param(
            ("2001:db8::1/64", "2001:db8::2/64"), ("nodad",), "2001:db8::2 4001", marks=pytest.mark.long, id="IPv6"
        ),
        pytest.param(("fe80::1/64", "fe80::2/64"), ("nodad",), "fe80::2%eth0 4001", id="IPv6 without a router"),
    ],
)
def test_a_table_on_another_machine_is_found(
    addresses: tuple[str, str], options: tuple[str, ...], dialled: str
) -> None:
    """For all addresses. A link-local one is dialed through the interface that received it."""
    need_namespaces()
    guest = on_two_machines(GUEST, HOST, addresses, *options)
    assert guest.stdout.splitlines() == ["None", f"Eve {dialled}"], guest.stderr


@pytest.mark.long
def test_on_another_subnet_nobody_is_dialled() -> None:
    """The announcement arrives, because there is only one cable. But its address is not on a link of ours, so it is
    ignored."""
    need_namespaces()
    patient = GUEST.replace("fail_after(60)", "move_on_after(4)")
    guest = on_two_machines(patient, HOST, ("192.0.2.1/24", "198.51.100.2/24"))
    assert guest.stdout.splitlines() == ["None"], guest.stderr


def test_without_any_network_there_is_a_sentence() -> None:
    """For the host, who continues unseen, and for the guest; no traceback."""
    need_namespaces()
    alone = without_network(ALONE)
    assert alone.stdout.splitlines() == ["this machine is not on a network"] * 2
    assert alone.stderr == ""
