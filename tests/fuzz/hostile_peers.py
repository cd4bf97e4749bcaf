"""Peers that say anything: honest programs whose messages are changed on their way, so that they get far."""

from __future__ import annotations

import random
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import trio
from p2pgame.cli.games.find import find_game
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load
from p2pgame.engine.options import complete
from p2pgame.p2p.link import containment
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.link.listener import listen, port_of
from p2pgame.p2p.lobby.hosting import Hosting
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.lobby.messages import Address, Offer
from p2pgame.protocol.wire.codec import Value, decode, encode
from p2pgame.protocol.wire.errors import RemoteError

from ..protocol.people import identity

HOSTILE, VICTIM, OTHER = identity(4), identity(1), identity(2)
LOOPBACK = "127.0.0.1"

TEXTS = (
    "",
    "\x1b[2J",
    "\u202e",
    "x" * 90,
    "Ben",
    "tink",
    "no such game",
    "[/]",
    "[red",
    "[@click=app.exit]x",
    "</script>",
    "%s{0}",
)
INTEGERS = (-1, 0, 1, 2, 4, 5, 39, 255, 86_401, 1 << 32, (1 << 64) - 1, -(1 << 63))


class Liar:
    """Changes some messages of a peer."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._rate = self._rng.choice((0.02, 0.1, 0.3))
        self._said: list[bytes] = []

    def instead_of(self, payload: bytes) -> Iterator[bytes]:
        """A replacement for a message: mostly the message itself."""
        self._said = [*self._said, payload][-50:]
        if self._rng.random() > self._rate:
            yield payload
            return
        how = self._rng.randrange(7)
        if how == 0:
            return
        if how == 1:
            yield from (payload, payload)
        elif how == 2:
            yield from (self._rng.choice(self._said), payload)
        elif how == 3:
            yield self._rng.randbytes(self._rng.randrange(40))
        elif how == 4:
            yield encode((self._rng.randrange(45), *(self._odd() for _ in range(self._rng.randrange(6)))))
        else:
            yield encode(self._changed(decode(payload)))

    def _changed(self, value: Value) -> Value:
        """A value that differs in one place."""
        match value:
            case tuple() if value:
                place = self._rng.randrange(len(value))
                how = self._rng.randrange(6)
                if how == 0:
                    return value[:place] + value[place + 1 :]
                if how == 1:
                    return (*value[:place], value[place], *value[place:])
                return (*value[:place], self._changed(value[place]), *value[place + 1 :])
            case bool():
                return not value
            case int():
                return self._rng.choice((value + 1, max(value - 1, 0), *INTEGERS))
            case bytes() if value and self._rng.randrange(2):
                with suppress(RemoteError):
                    return encode(self._changed(decode(value)))  # a message within the message, perhaps
                return bytes([value[0] ^ 1]) + value[1:]
        return self._odd()

    def _odd(self) -> Value:
        pool: tuple[Value, ...] = (None, True, (), (0,), b"", bytes(32), *TEXTS, *INTEGERS)
        return self._rng.choice(pool)


class Reporting:
    """In place of the logger: an error that is reported is raised."""

    def exception(self, _sentence: str) -> None:
        """Raise the error that is being handled."""
        error = sys.exception()
        assert error is not None
        raise error


def lie(seed: int, patch: pytest.MonkeyPatch) -> None:
    """Change the messages to the victim, from a seed. A reported fault is raised."""
    liar = Liar(seed)
    send = Link.send_nowait

    def lied(link: Link, payload: bytes) -> None:
        for each in liar.instead_of(payload) if link.peer.public == VICTIM.public else (payload,):
            send(link, each)

    patch.setattr(Link, "send_nowait", lied)
    patch.setattr(containment, "LOGGER", Reporting())


def ignore(_news: object) -> None:
    """No screen."""


async def no_code(_problem: str | None) -> str:
    """An open table."""
    return ""


def offer(name: str = "tink", seats: int = 2) -> Offer:
    """The offer of the game."""
    game = load(name)
    return Offer("Eve", game.id, game.rules, tuple(complete(game.options, {}).items()), seats, False, 0, 20)


async def play(seated: SeatSession) -> None:
    """Play a seat to the end."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drive, seated.live, BOTS["random"], random.Random(1))
        await seated.play()
        nursery.cancel_scope.cancel()


async def unharmed(of_hostile: Callable[[], Awaitable[None]]) -> None:
    """Run the hostile peer; nothing is checked about it."""
    try:
        await of_hostile()
    except Exception:
        await trio.sleep_forever()


async def hostile_host(nursery: trio.Nursery, folder: Path, seats: int = 2) -> tuple[Hosting, Address]:
    """A host that says anything to the other program."""
    listeners = await listen(0, LOOPBACK)
    address = Address(LOOPBACK, port_of(listeners))
    hosting = Hosting(HOSTILE, offer(seats=seats), load("tink"), (address,), None, LogLocation(folder), ignore, ignore)

    async def host() -> None:
        async with trio.open_nursery() as inner:
            inner.start_soon(hosting.serve, listeners)
            await play(await hosting.wait_begun())

    nursery.start_soon(unharmed, host)
    return hosting, address


async def hostile_guest(nursery: trio.Nursery, folder: Path, addresses: tuple[Address, ...]) -> None:
    """A guest that says anything to the host at these addresses, and comes again if it is sent away."""

    async def guest() -> None:
        joining = Joining(HOSTILE, "Eve", find_game, LogLocation(folder), ignore, ignore)
        async with trio.open_nursery() as inner:
            await play(await inner.start(joining.attend, inner, addresses, (), no_code))

    nursery.start_soon(unharmed, guest)


async def honest_guest(nursery: trio.Nursery, folder: Path, address: Address) -> None:
    """Another guest, to whom nobody lies."""

    async def guest() -> None:
        joining = Joining(OTHER, "Cleo", find_game, LogLocation(folder), ignore, ignore)
        async with trio.open_nursery() as inner:
            await play(await inner.start(joining.attend, inner, (address,), (), no_code))

    nursery.start_soon(unharmed, guest)
