"""`p2pgame doctor`: each finding, and the command as a whole."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trio
from p2pgame.cli.doctor.finding import Finding, Level
from p2pgame.cli.doctor.machine import clock, firewalls, folder
from p2pgame.cli.doctor.network import addresses, friend, multicast, port
from p2pgame.cli.system.exits import ExitCode
from p2pgame.p2p.lan.interfaces import Kind, OwnAddress
from p2pgame.p2p.link.link import accept
from p2pgame.p2p.link.listener import port_of
from p2pgame.p2p.link.tls import make_certificate
from p2pgame.p2p.store.home import Home
from p2pgame.protocol.identity.fingerprint import fingerprint
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.link.pairing import SECRET_BYTES, CodeKeeper
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.wire.errors import Code, RemoteError

from ...p2p.lan import deaf, need_loopback
from ..running import call

LOOPBACK = OwnAddress(Kind.LOOPBACK, "lo", 1, "127.0.0.1", "127.0.0.0/8", up=True)
LAN = OwnAddress(Kind.LAN, "eth0", 2, "192.168.1.20", "192.168.1.0/24", up=True)
UNPLUGGED = OwnAddress(Kind.LAN, "eth1", 3, "10.0.0.5", "10.0.0.0/8", up=False)
LINK_LOCAL = OwnAddress(Kind.LINK_LOCAL, "eth0", 2, "169.254.3.4", "169.254.0.0/16", up=True)
DOCKER = OwnAddress(Kind.VIRTUAL, "docker0", 5, "172.17.0.1", "172.17.0.0/16", up=True)
VPN = OwnAddress(Kind.TUNNEL, "tun0", 4, "100.64.0.1", "100.64.0.0/10", up=True)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for profiles. Tables of others are not waited for, because no test here knows of them."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    monkeypatch.setattr("p2pgame.cli.net.lan.PATIENCE", 0.0)
    return tmp_path


def levels(findings: list[Finding]) -> list[tuple[str, Level]]:
    """The subjects of the checks, with their levels."""
    return [(finding.subject, finding.level) for finding in findings]


def test_a_machine_without_a_network_gets_a_sentence() -> None:
    """Loopback and an unplugged cable do not count."""
    findings = list(addresses([LOOPBACK, UNPLUGGED]))
    assert levels(findings) == [("network", Level.BAD)]
    assert findings[0].advice


def test_the_network_that_others_must_be_on() -> None:
    """By its addresses."""
    findings = list(addresses([LAN, LOOPBACK]))
    assert levels(findings) == [("network", Level.OK)]
    assert "192.168.1.0/24" in findings[0].found


def test_addresses_without_a_router_are_noted() -> None:
    """They work between machines in the same state."""
    assert levels(list(addresses([LINK_LOCAL, LOOPBACK]))) == [("network", Level.NOTE)]


def test_a_vpn_is_noted() -> None:
    """By the name of its interface; containers, and the tunnels that some systems always have, are not."""
    findings = list(addresses([LAN, VPN]))
    assert levels(findings) == [("network", Level.OK), ("vpn", Level.NOTE)]
    assert "tun0" in findings[1].found
    apples = replace(VPN, interface="utun3", host="fe80::5%utun3")
    assert levels(list(addresses([LAN, DOCKER, apples]))) == [("network", Level.OK)]


def test_a_port_can_be_listened_on_and_is_free_again() -> None:
    """Twice in a row, so it was closed."""

    async def look() -> list[Finding]:
        return [finding async for finding in port([LOOPBACK])]

    for _ in range(2):
        findings = trio.run(look)
        assert [finding.subject for finding in findings] == ["port"]
        assert findings[0].level in (Level.OK, Level.NOTE)


def test_a_port_that_cannot_be_reached_is_bad() -> None:
    """Nobody can dial such an address."""

    async def look() -> list[Finding]:
        return [finding async for finding in port([replace(LAN, host="255.255.255.255")])]

    (found,) = trio.run(look)
    assert found.level is Level.BAD
    assert "cannot reach itself at 255.255.255.255:" in found.found


def test_multicast_is_tried_on_each_link(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a real announcement."""
    need_loopback()
    monkeypatch.setattr("p2pgame.p2p.lan.mdns_self_test.PATIENCE", 60.0)

    async def look() -> list[Finding]:
        return [finding async for finding in multicast([LOOPBACK])]

    (found,) = trio.run(look)
    assert found.level is Level.OK
    assert found.found == "Announcements work on lo by IPv4."


def test_a_machine_without_links_has_no_multicast() -> None:
    """Links that are down do not count."""

    async def look() -> list[Finding]:
        return [finding async for finding in multicast([UNPLUGGED])]

    assert levels(trio.run(look)) == [("multicast", Level.BAD)]


def answered(handler: Callable[[trio.SocketStream], Awaitable[None]]) -> Finding:
    """The findings about a listener that handles connections in this way."""

    async def look() -> Finding:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, handler, [listener])
            found = await friend(Address("127.0.0.1", port_of([listener])))
            nursery.cancel_scope.cancel()
        return found

    return trio.run(look)


def hosted(
    keeper: CodeKeeper | None, refusal: RemoteError | None = None
) -> Callable[[trio.SocketStream], Awaitable[None]]:
    """A host's door: open, with a code, or closed."""
    identity, certificate = Home.of().identity(), make_certificate(datetime.now(UTC))

    def door(_peer: Peer) -> CodeKeeper | None:
        if refusal is not None:
            raise refusal
        return keeper

    async def meet(stream: trio.SocketStream) -> None:
        try:
            async with trio.open_nursery() as nursery, accept(nursery, stream, identity, certificate, door) as link:
                await anext(link, None)
        except* RemoteError:
            pass

    return meet


def test_a_peer_that_is_not_there_is_bad() -> None:
    """With the reason."""

    with deaf() as address:
        found = trio.run(friend, address)
    assert found.level is Level.BAD
    assert "nobody listens at" in found.advice.lower()


def test_something_else_that_answers_is_bad() -> None:
    """A listener that hangs up is no table of ours."""
    found = answered(trio.SocketStream.aclose)
    assert found.level is Level.BAD
    assert found.found.startswith("Another program, or another version, answers at 127.0.0.1:")


def test_tables_that_answer_are_well() -> None:
    """An open table is named. The code of another is not guessed. A full table has answered as well."""
    found = answered(hosted(None))
    assert found.level is Level.OK
    assert fingerprint(Home.of().identity().public) in found.found
    found = answered(hosted(CodeKeeper(bytes(SECRET_BYTES))))
    assert found.level is Level.OK
    assert found.found.startswith("A table with a code answers at ")
    found = answered(hosted(None, RemoteError(Code.TABLE_FULL, "every seat at this table is taken")))
    assert found.level is Level.OK
    assert found.found.endswith("every seat at this table is taken.")


def test_a_clock_before_the_installation_is_noted() -> None:
    """Else all is well."""
    now = datetime.now(UTC)
    assert clock(now, now - timedelta(days=1)).level is Level.OK
    assert clock(now, now + timedelta(days=1)).level is Level.NOTE


def test_a_folder_that_cannot_be_used_is_bad(home: Path) -> None:
    """A file stands in its way; a name leads elsewhere."""
    assert levels(list(folder("default")))[0] == ("folder", Level.OK)
    (home / "taken").write_text("", "utf-8")
    assert levels(list(folder("taken"))) == [("folder", Level.BAD)]
    assert levels(list(folder("../elsewhere"))) == [("folder", Level.BAD)]


def test_a_firewall_that_is_on_is_noted_with_its_command(tmp_path: Path) -> None:
    """One that is off, or not there, is not."""
    on, off = tmp_path / "on.conf", tmp_path / "off.conf"
    on.write_text("# ufw\nENABLED=yes\n", "utf-8")
    off.write_text("ENABLED=no\n", "utf-8")
    known = [(file.stem, file, "ENABLED=yes", "allow {port}/tcp") for file in (on, off, tmp_path / "none")]
    (found,) = firewalls(known)
    assert found.found == "on is on."
    assert found.advice == "To allow tables, run `allow 27510/tcp`."


def test_the_command_prints_its_findings_and_a_verdict() -> None:
    """As JSON and in words, on a machine with any network."""
    done = call("doctor", "--json")
    findings = json.loads(done.stdout)
    assert [finding["subject"] for finding in findings][:3] == ["program", "folder", "clock"]
    assert {"network", "port", "multicast", "tables"} <= {finding["subject"] for finding in findings}
    wrong = [finding for finding in findings if finding["level"] == "bad"]
    assert all(finding["found"].endswith(".") for finding in findings)
    assert all(finding["advice"] for finding in wrong)
    assert done.returncode == (ExitCode.FAILED if wrong else ExitCode.OK)


def test_a_profile_that_cannot_be_used_does_not_end_the_look() -> None:
    """In words: each line has its level, and the problems are counted."""
    done = call("doctor", "--profile", "../x")
    assert done.returncode == ExitCode.FAILED
    assert "bad   folder" in done.stdout
    assert "multicast" in done.stdout
    assert done.stderr.endswith("found.\n")


def test_an_invalid_address_is_a_usage_error() -> None:
    """One sentence."""
    done = call("doctor", "--host", "my friend")
    assert done.returncode == ExitCode.USAGE
    assert "'my friend' is not an address" in done.stderr
