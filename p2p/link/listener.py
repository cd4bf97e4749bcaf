"""Incoming connections: strangers prove their keys, in bounded numbers and time, and then say what they want."""

from __future__ import annotations

import errno
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any, TypeAlias

import trio
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.messages import refusal_in
from p2pgame.protocol.lobby.messages import Address, Knock, decode_lobby_message
from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError
from p2pgame.protocol.wire.limits import ADDRESSES
from p2pgame.protocol.wire.sanitize import clean_refusal

from ..lan.interfaces import bare, is_loopback, needs_zone, without_zone, zone
from ..lan.neighbours import hardware_of
from .containment import contain_faults
from .link import Door, Link, Way, accept
from .strangers import Crowd, Pace, Stranger
from .tls import make_certificate

DEFAULT_PORT = 27510
"""The port that `join HOST` dials; a host that finds it taken listens elsewhere."""

ATTEMPTS = 20
"""Free ports to try until one is free for IPv4 and IPv6 alike; the first one nearly always is."""

ACCEPT_SPACING = 1 / 500
"""Seconds between two connections that are accepted: a flood takes a tenth of a processor at most ..."""

AT_ONCE = 32
"""... after this many that are accepted at once."""

ROOM_SPACING = 0.1
"""Seconds between two attempts to accept a connection while this machine has no room for one."""

_NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS)
"""Errors of a connection that cannot be accepted yet: too many open files, too little memory."""

BACKLOG = 64
"""Connections that the system holds until they are accepted: the last of them waits an eighth of a second."""

KNOCK_SECONDS = 10
"""Seconds for the first message of a proven peer."""

Listeners: TypeAlias = list[trio.SocketListener]
Receive: TypeAlias = Callable[[Link, Knock], Awaitable[None]]
"""Handles a peer that has come in, with its first message; the link ends when this returns."""


class PortTaken(Exception):
    """The requested port is unavailable; the text says why."""


async def listen(port: int | None, bind: str | None = None) -> Listeners:
    """Listen on a port; by default on the default port, or on any free one if that is taken.

    Raises:
        PortTaken: the port or the address is unavailable.
    """
    try:
        if port == 0:
            return await _listen_anywhere(bind)
        return await _open(DEFAULT_PORT if port is None else port, bind)
    except OSError as error:
        if port is None and error.errno == errno.EADDRINUSE:
            return await listen(0, bind)
        raise PortTaken(_reason(port, bind, error)) from error


async def _listen_anywhere(bind: str | None) -> Listeners:
    """One free port, the same for IPv4 and IPv6: peers learn one port.

    Raises:
        OSError: none was found in several attempts.
    """
    for attempt in count(1):
        first, *others = await _open(0, bind)
        if not others:
            break
        port = port_of([first])
        for listener in (first, *others):
            await listener.aclose()
        try:
            return await _open(port, bind)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or attempt == ATTEMPTS:
                raise
    return [first]


async def _open(port: int, bind: str | None) -> Listeners:
    """Raises as trio does."""
    return await trio.open_tcp_listeners(port, host=bind, backlog=BACKLOG)


async def listen_again(port: int, bind: str | None = None) -> Listeners:
    """Listen at the known port again; elsewhere if it is taken.

    Raises:
        PortTaken: the address is unavailable.
    """
    try:
        return await listen(port, bind)
    except PortTaken:
        return await listen(0, bind)


def port_of(listeners: Listeners) -> int:
    """The port of these listeners."""
    port: int = listeners[0].socket.getsockname()[1]
    return port


def _reason(port: int | None, bind: str | None, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use: choose another with --port, or leave it out"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"this machine does not have the address {bind}: `p2pgame doctor` lists its addresses"
    if isinstance(error, socket.gaierror):
        return f"this machine does not have the address {bind}: `p2pgame doctor` lists its addresses"
    if error.errno == errno.EACCES:
        return f"port {port} may not be used without special rights: choose one above 1023"
    return f"cannot listen on port {port}: {error.strerror or error}"


class LinkServer:
    """Accepts connections for one peer. Its door decides who comes in."""

    def __init__(
        self, identity: Identity, door: Door, receive: Receive, refused: Callable[[RemoteError], None]
    ) -> None:
        """`refused` gets the reason of each refusal."""
        self._identity = identity
        self._door = door
        self._receive = receive
        self._refused = refused
        self._certificate = make_certificate(datetime.now(UTC))
        self._crowd = Crowd()

    async def serve(self, listeners: Listeners) -> None:
        """Serve every connection, until cancelled."""
        async with trio.open_nursery() as nursery:

            async def meet(stream: trio.SocketStream) -> None:
                await self._meet(stream, nursery)

            nursery.start_soon(self._crowd.run)
            unhurried = [_Unhurried(listener) for listener in listeners]
            await trio.serve_listeners(meet, unhurried, handler_nursery=nursery)

    async def _meet(self, stream: trio.SocketStream, nursery: trio.Nursery) -> None:
        address = _source(stream)
        stranger = Stranger(address, hardware_of(address))
        with self._crowd.counting(stranger):
            try:
                with suppress(OSError, trio.BrokenResourceError, trio.ClosedResourceError), contain_faults():
                    await self._crowd.wait_to_enter(stranger)
                    await self._let_in(stream, nursery, stranger)
            except RemoteError as error:
                self._refused(error)

    async def _let_in(self, stream: trio.SocketStream, nursery: trio.Nursery, stranger: Stranger) -> None:
        way = Way(partial(self._crowd.note_proof, stranger), partial(self._crowd.wait_to_guess, stranger))
        async with accept(nursery, stream, self._identity, self._certificate, self._door, way) as link:
            link.source = stranger.address
            knock = seen_from(stream, await _first_message(link))
            self._crowd.leave(stranger)
            await self._receive(link, knock)


class _Unhurried(trio.abc.Listener[trio.SocketStream]):
    """A listener that hands out connections at a pace, so that a flood of them leaves time for everything else."""

    def __init__(self, listener: trio.SocketListener) -> None:
        self._listener = listener
        self._pace = Pace(ACCEPT_SPACING, AT_ONCE)

    async def accept(self) -> trio.SocketStream:
        """The next connection. Raises as the listener does."""
        if self._pace.free_at() > trio.current_time():
            await trio.sleep_until(self._pace.free_at())
        while True:
            try:
                stream = await self._listener.accept()
            except OSError as error:
                if error.errno not in _NO_ROOM:
                    raise
                await trio.sleep(ROOM_SPACING)  # else trio would print a stack over somebody's board
            else:
                self._pace.take()
                return stream

    async def aclose(self) -> None:
        """Close the listener."""
        await self._listener.aclose()


def _source(stream: trio.SocketStream) -> str:
    """The address of a connection's other end; empty if it is already gone."""
    try:
        return bare(str(stream.socket.getpeername()[0]))
    except OSError:
        return ""


def seen_from(stream: trio.SocketStream, knock: Knock) -> Knock:
    """The knock with the address of its connection put first: that one works from here.

    Zones of another machine mean nothing here. Only a peer on this machine may claim to listen at loopback.
    """
    if not knock.addresses:
        return knock
    source = _dialable(stream.socket.getpeername())
    seen = Address(source, knock.addresses[0].port)
    named = (Address(without_zone(address.host), address.port) for address in knock.addresses)
    others = [address for address in named if is_loopback(source) or not is_loopback(address.host)]
    same = (seen, Address(without_zone(source), seen.port))
    addresses = (seen, *(address for address in dict.fromkeys(others) if address not in same))
    return replace(knock, addresses=addresses[:ADDRESSES])


def _dialable(name: tuple[Any, ...]) -> str:
    """A peer's address in the form to dial, from a socket's name: an IPv6 link-local one needs its zone."""
    host: str = name[0]
    return f"{bare(host)}%{zone(name[3])}" if needs_zone(host) else host


def _knock(payload: bytes) -> Knock:
    """The first message of a peer that has been let in.

    Raises:
        RemoteError: it is invalid, or asks for something else than to come in here.
    """
    if (refusal := refusal_in(payload)) is not None:
        raise RefusedByPeer(refusal.code, clean_refusal(refusal.sentence))
    message = decode_lobby_message(payload)
    if isinstance(message, Knock):
        return message
    raise RemoteError(Code.OUT_OF_TURN, "the other side's first message was not a knock")


async def _first_message(link: Link) -> Knock:
    with trio.move_on_after(KNOCK_SECONDS):
        async for payload in link:
            return _knock(payload)
        raise RemoteError(Code.HUNG_UP, "the other side hung up before its first message")
    raise RemoteError(Code.TOO_SLOW, f"the other side sent no message within {KNOCK_SECONDS} seconds")
