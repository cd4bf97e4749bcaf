"""Tables between machines of their own: real programs, real sockets, real networks (`spec/discovery.md`)."""

from __future__ import annotations

import shutil
from collections.abc import Generator
from pathlib import Path

import pytest

from ...p2p.lan import need_namespaces
from ...p2p.machines import Machine, Networks, Program, networks

RELAY = """
import trio
async def main():
    async def pass_on(source, sink):
        try:
            async for data in source:
                await sink.send_all(data)
            await sink.send_eof()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
    async def meet(near):
        far = await trio.open_tcp_stream("192.168.7.1", 27510)
        async with near, far, trio.open_nursery() as nursery:
            nursery.start_soon(pass_on, near, far)
            nursery.start_soon(pass_on, far, near)
    listeners = await trio.open_tcp_listeners(27510, host="10.9.0.1")
    print("ready", flush=True)
    await trio.serve_listeners(meet, listeners)
trio.run(main)
"""
"""The rules of a box that lets machines behind it out, under its own address: here for one address outside."""


@pytest.fixture
def nets(tmp_path: Path) -> Generator[Networks]:
    """Networks for one test."""
    need_namespaces()
    with networks(tmp_path) as made:
        yield made


def host(machine: Machine, seats: int, *options: str) -> tuple[Program, str]:
    """Ada hosts Tink; the code that her screen shows."""
    program = machine.game("host", "tink", "--name", "Ada", "--seats", str(seats), "--plain", *options)
    return program, program.prints(r"Code: (\S+)")[1]


def join(machine: Machine, table: str, name: str, code: str, *options: str) -> Program:
    """Somebody joins."""
    return machine.game("join", table, "--name", name, "--plain", *options, code=code)


def test_a_table_is_listed_joined_and_watched_from_three_machines(nets: Networks) -> None:
    """The guest and the spectator type no address."""
    lan = nets.network("lan")
    ada, ben, cleo = (nets.machine_on(lan, f"192.168.7.{number}/24") for number in (1, 2, 3))
    hosting, code = host(ada, 2, "--auto", "random")
    listed = cleo.game("tables")
    assert listed.ends() == 0
    assert "Ada's tink" in listed.text
    assert "192.168.7.1" in listed.text
    guest = join(ben, "Ada's tink", "Ben", code)
    hosting.says("Ben")
    guest.says("Ada")
    spectator = cleo.game("watch", "Ada", "--plain", code=code)
    spectator.says("Watching Tink: Ada, Ben")
    wrong = join(cleo, "Ada", "Eve", "2-able-acorn" if code != "2-able-acorn" else "3-able-acorn")
    assert wrong.ends() == 1


def test_with_link_local_ipv6_alone_guests_link_up_and_need_no_host(nets: Networks) -> None:
    """No address has a zone that leads there from another machine: each tries its own links."""
    lan = nets.network("lan")
    ada, ben, cleo = (nets.machine_on(lan, f"fe80::{number}/64") for number in (1, 2, 3))
    hosting, code = host(ada, 3)
    assert "join [fe80::1]:" in hosting.text
    guests = join(ben, "Ada", "Ben", code), join(cleo, "[fe80::1]", "Cleo", code)
    for guest, other in zip(guests, ("Cleo", "Ben"), strict=True):
        guest.says("First to play")
        guest.answers("who", f"{other}: connected")  # they link up by themselves, soon after the beginning
    ada.unplug()
    hosting.kill()
    for guest in guests:
        guest.says("Ada is away")
    guests[0].type("say can you hear me")
    guests[1].says("can you hear me")


@pytest.mark.parametrize("how", ["masquerade", "relay"])
def test_a_guest_behind_a_nat_plays_with_one_beside_the_host(nets: Networks, how: str) -> None:
    """Nobody can dial it; what it and the other guest say passes through the host."""
    lan, home = nets.network("lan"), nets.network("home")
    ada, cleo = (nets.machine_on(lan, f"192.168.7.{number}/24") for number in (1, 3))
    router = nets.machine_on(lan, "192.168.7.9/24")
    nets.plug(router, home, "10.9.0.1/24", card="eth1")
    ben = nets.machine_on(home, "10.9.0.2/24")
    if how == "relay":
        router.python(RELAY).says("ready")
        address = "10.9.0.1"
    else:
        masquerade(router)
        ben.namespace.call("ip", "route", "add", "default", "via", "10.9.0.1")
        address = "192.168.7.1"
    hosting, code = host(ada, 3, "--auto", "random")
    guests = join(ben, address, "Ben", code, "--auto", "random"), join(cleo, "Ada", "Cleo", code, "--auto", "random")
    for program in (hosting, *guests):
        assert program.ends() == 0, program.text
        assert "The game is over" in program.text


def masquerade(router: Machine) -> None:
    """Let machines behind it out under its own address; the test is skipped where that cannot be done."""
    if shutil.which("nft") is not None:
        rules = "add table ip n; add chain ip n c { type nat hook postrouting priority 100; }; "
        command = ["nft", f"{rules}add rule ip n c oifname eth0 masquerade"]
    elif shutil.which("iptables") is not None:
        command = ["iptables", "-t", "nat", "-A", "POSTROUTING", "-o", "eth0", "-j", "MASQUERADE"]
    else:
        pytest.skip("neither nft nor iptables is here")
    router.namespace.call("sysctl", "-w", "net.ipv4.ip_forward=1")
    router.namespace.call(*command)


def test_a_hosts_screen_shows_the_address_that_it_gets_later(nets: Networks) -> None:
    """As when the Wi-Fi changes while the lobby waits; a guest joins there."""
    lan = nets.network("lan")
    ada, ben = (nets.machine_on(lan, f"192.168.7.{number}/24") for number in (1, 2))
    hosting, code = host(ada, 2, "--auto", "random")
    ada.namespace.call("ip", "addr", "del", "192.168.7.1/24", "dev", "eth0")
    ada.namespace.call("ip", "addr", "add", "192.168.7.77/24", "dev", "eth0")
    hosting.says("p2pgame join 192.168.7.77:27510")
    guest = join(ben, "192.168.7.77", "Ben", code, "--auto", "random")
    assert guest.ends() == 0
    assert hosting.ends() == 0
