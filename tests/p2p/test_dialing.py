"""A peer with several known addresses."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import trio
from p2pgame.engine.games import load
from p2pgame.p2p.link.dialing import Unreachable, dial_address, dial_any
from p2pgame.p2p.link.listener import LinkServer, listen, port_of
from p2pgame.p2p.lobby.hosting import Hosting
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.lobby.messages import Address, Offer
from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError

from ..protocol.people import find_game, identity
from .lan import deaf

ADA, BEN = identity(0), identity(1)
LOOPBACK = "127.0.0.1"

pytestmark = pytest.mark.trio


def _ignore(_news: object) -> None:
    """No screen."""


async def _no_code(_problem: str | None) -> str:
    raise AssertionError("asked for a code")


async def _hang_up(stream: trio.SocketStream) -> None:
    """The possible reaction of another program to a connection."""
    with suppress(trio.BrokenResourceError):
        await stream.send_all(b"220 hello\r\n")
    await stream.aclose()


@asynccontextmanager
async def listening(*receptions: LinkServer | Hosting | None) -> AsyncGenerator[tuple[Address, ...]]:
    """Where each of them listens; None is another program."""
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            addresses = []
            for reception in receptions:
                listeners = await listen(0, LOOPBACK)
                addresses.append(Address(LOOPBACK, port_of(listeners)))
                if reception is None:
                    nursery.start_soon(trio.serve_listeners, _hang_up, listeners)
                else:
                    nursery.start_soon(reception.serve, listeners)
            yield tuple(addresses)
            nursery.cancel_scope.cancel()


def refusing(who: int, met: list[bytes]) -> LinkServer:
    """Somebody who refuses everybody, and notes each one."""

    def door(peer: Peer) -> CodeKeeper | None:
        met.append(peer.public)
        raise RemoteError(Code.TABLE_FULL, "every seat is taken")

    async def receive(*_: object) -> None:
        raise AssertionError("let somebody in")

    return LinkServer(identity(who), door, receive, _ignore)


async def test_the_addresses_of_a_host_are_tried_in_turn(tmp_path: Path) -> None:
    """Where nobody listens, or another program does, or oneself, the next is tried; the one that led to it is known."""
    game = load("tink")
    offer = Offer("Ada", game.id, game.rules, (), 2, coded=False)
    hosting = Hosting(ADA, offer, game, (), None, LogLocation(tmp_path / "ada"), _ignore, _ignore)
    joining = Joining(BEN, "Ben", find_game, LogLocation(tmp_path / "ben"), _ignore, _ignore)
    met = list[bytes]()
    async with listening(None, refusing(1, met), hosting) as (other, own, right), trio.open_nursery() as nursery:
        with deaf() as nobody:
            seated = await nursery.start(joining.attend, nursery, (nobody, other, own, right), (), _no_code)
        assert joining.reached == right
        assert seated.book.addresses[0][0] == right
        nursery.cancel_scope.cancel()
    assert met == []


async def test_a_refusal_at_one_address_ends_the_attempt() -> None:
    """The host has been found, and has said no."""
    first, second = list[bytes](), list[bytes]()
    async with listening(refusing(0, first), refusing(0, second)) as addresses, trio.open_nursery() as nursery:
        with pytest.raises(RefusedByPeer) as refused:
            async with dial_any(nursery, addresses, BEN):
                pass
    assert refused.value.reason == Code.TABLE_FULL
    assert (first, second) == ([BEN.public], [])


async def test_where_nobody_answers_all_addresses_are_named() -> None:
    """In one sentence."""
    async with trio.open_nursery() as nursery:
        with deaf() as one, deaf() as other, pytest.raises(Unreachable, match=r"no answer from ") as unreachable:
            async with dial_any(nursery, (one, other), BEN):
                pass
    assert all(str(address.port) in str(unreachable.value) for address in (one, other))


async def test_a_sentence_says_that_only_another_program_answers() -> None:
    """That says more than that nobody listens at another address."""
    async with listening(None) as (other,), trio.open_nursery() as nursery:
        with deaf() as nobody, pytest.raises(RemoteError) as found:
            async with dial_any(nursery, (nobody, other), BEN):
                pass
    assert found.value.code == Code.NOT_P2PGAME


def _late(number: int) -> OSError:
    """As trio has it where the answer comes later: its text holds the address as Python spells it."""
    return OSError(number, f"Error connecting to ('192.168.1.20', 27510): {os.strerror(number)}")


def _grouped(*numbers: int) -> OSError:
    """As trio has it for a name with several addresses."""
    error = OSError("all attempts to connect to host.local:27510 failed")
    error.__cause__ = ExceptionGroup("all attempts failed", [_late(number) for number in numbers])
    return error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (_late(errno.EHOSTUNREACH), "is that machine on, is it in this network, and does its firewall let tables"),
        (_late(errno.ENETUNREACH), "no network of this machine leads to 192.168.1.20:27510"),
        (_late(errno.EACCES), "a firewall here forbids them"),
        (_late(errno.EPERM), "a firewall here forbids them"),
        (_late(errno.ECONNREFUSED), "nobody listens at 192.168.1.20:27510"),
        (_late(errno.ECONNRESET), "was cut at once"),
        (_late(errno.EMFILE), "too many files are open"),
        (_late(errno.EADDRNOTAVAIL), "192.168.1.20:27510 cannot be reached: cannot assign requested address"),
        (_grouped(errno.ENETUNREACH, errno.ECONNREFUSED), "nobody listens at"),
        (_grouped(errno.ENETUNREACH, errno.EHOSTUNREACH), "does its firewall let tables"),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), "192.168.1.20:27510 was not found"),
        (OSError("odd"), "192.168.1.20:27510 cannot be reached: odd"),
    ],
)
async def test_connection_errors_are_explained_in_words(
    monkeypatch: pytest.MonkeyPatch, error: OSError, told: str
) -> None:
    """With advice, and with the address once, as a person types it."""

    async def fails(_host: str, _port: int) -> None:
        raise error

    monkeypatch.setattr(trio, "open_tcp_stream", fails)
    async with trio.open_nursery() as nursery:
        with pytest.raises(Unreachable) as unreachable:
            async with dial_address(nursery, Address("192.168.1.20", 27510), BEN):
                pass
    assert told in str(unreachable.value)
    assert str(unreachable.value).count("27510") == 1
    assert "('" not in str(unreachable.value)
