"""Programs for a table under load: `python -m tests.p2p.load host|guests|attackers ...`, each a process of its own."""

from __future__ import annotations

import json
import os
import random
import socket
import struct
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path

import trio
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load
from p2pgame.engine.options import complete
from p2pgame.p2p.lan.discovery import announce, browse
from p2pgame.p2p.link.dialing import Unreachable, dial_address
from p2pgame.p2p.link.listener import listen, port_of
from p2pgame.p2p.lobby.hosting import Hosting
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.lobby.announcement import announcement
from p2pgame.protocol.lobby.messages import Address, Knock, Offer, Purpose, encode_lobby_message
from p2pgame.protocol.table.messages import Chat
from p2pgame.protocol.wire.errors import LocalError, RemoteError

from benchmarks.memory_use import peak_memory

from ..protocol.people import find_game, identity
from .lan import GROUP, LOOPBACK, PORT

SEATS = 5
STRANGERS = 200
HOSTILE = "Eve"
GUESSERS = 4
PLAYED = 15.0
"""Seconds of play that are measured."""

_GAME = load("ten")


def _ignore(_news: object) -> None:
    """No screen."""


async def _play(seated: SeatSession) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drive, seated.live, BOTS["random"], random.Random(seated.seat), 0.2)
        await seated.play()
        nursery.cancel_scope.cancel()


class Ticks:
    """How late this program's clock ticks."""

    def __init__(self) -> None:
        self.latest = 0.0

    async def watch(self) -> None:
        """Look ten times a second, until cancelled."""
        while True:
            due = trio.current_time() + 0.1
            await trio.sleep_until(due)
            self.latest = max(self.latest, trio.current_time() - due)


async def host(folder: Path) -> None:
    """A table that is announced and has a code. Prints where it is, and at the end what was measured."""
    keeper, ticks = CodeKeeper(os.urandom(32)), Ticks()
    listeners = await listen(0, LOOPBACK[0])
    port = port_of(listeners)
    options = tuple(complete(_GAME.options, {}).items())
    offer = Offer("Ada", _GAME.id, _GAME.rules, options, SEATS, coded=True, grace=120)
    own = (Address(LOOPBACK[0], port),)
    hosting = Hosting(identity(0), offer, _GAME, own, keeper, LogLocation(folder), _ignore, _ignore)
    came: dict[str, bool] = {}
    said = announcement(offer, identity(0).public, 1, "p2pgame 0.1.0")
    async with announce(said, port, LOOPBACK), browse(LOOPBACK), trio.open_nursery() as nursery:
        nursery.start_soon(hosting.serve, listeners)
        nursery.start_soon(ticks.watch)
        nursery.start_soon(_tell_code, port, keeper)
        nursery.start_soon(_remove, hosting, HOSTILE, came)
        seated = await hosting.wait_begun()
        began = trio.current_time()
        with trio.move_on_after(PLAYED):
            await _play(seated)
        steps = seated.live.table.ledger.now.step
        nursery.cancel_scope.cancel()
    memory = peak_memory() / (1 << 20)
    measured = {"began": began, "latest": ticks.latest, "memory": memory, "steps": steps, "removed": len(came)}
    print(json.dumps(measured), flush=True)


async def _remove(hosting: Hosting, name: str, came: dict[str, bool]) -> None:
    """Remove each guest of that name, as a person does who sees what they write."""
    while True:
        for seat, place in enumerate(hosting.lobby.seen_from(0).places):
            if place.name == name:
                await trio.sleep(1)
                came[place.key] = True
                hosting.remove_guest(seat)
        await trio.sleep(0.1)


async def _tell_code(port: int, keeper: CodeKeeper) -> None:
    """Show the code after each change, as a host's screen does."""
    said = ""
    while True:
        if keeper.code != said:
            said = keeper.code
            print(json.dumps({"port": port, "code": said}), flush=True)
        await trio.sleep(0.1)


class Screen:
    """A person's view of the host's screen: lines of standard input."""

    def __init__(self) -> None:
        self.port = 0
        self.code = ""

    async def read(self, *, task_status: trio.TaskStatus[None]) -> None:
        """Read on, until cancelled; started when there is something to read."""
        async for line in trio.wrap_file(sys.stdin):
            shown = json.loads(line)
            self.port, self.code = shown["port"], shown["code"]
            task_status.started()
            task_status = trio.TASK_STATUS_IGNORED


async def guests(folder: Path) -> None:
    """Four guests that come one after the other, and play. Prints how long each took to come in."""
    screen = Screen()
    async with trio.open_nursery() as nursery:
        await nursery.start(screen.read)
        started = trio.current_time()
        async with trio.open_nursery() as playing:
            for number in range(1, SEATS):
                playing.start_soon(_guest, nursery, folder, number, screen)
                await trio.sleep(0.2)
        print(json.dumps({"seconds": trio.current_time() - started}), flush=True)
        await trio.sleep_forever()


async def _guest(nursery: trio.Nursery, folder: Path, number: int, screen: Screen) -> None:
    async def ask(_problem: str | None) -> str:
        await trio.lowlevel.checkpoint()
        return screen.code

    address = Address(LOOPBACK[0], screen.port)
    while True:
        keeping = LogLocation(folder / str(number))
        joining = Joining(identity(number), f"Guest {number}", find_game, keeping, _ignore, _ignore)
        try:
            seated = await nursery.start(joining.attend, nursery, (address,), (), ask)
        except (RemoteError, Unreachable):
            await trio.sleep(0.25)
            continue
        nursery.start_soon(_play, seated)
        return


async def attackers(folder: Path) -> None:
    """Strangers, guessers, a flood of announcements, and a guest and spectators that flood what they can."""
    screen, numbers = Screen(), count(1000)
    async with trio.open_nursery() as nursery:
        await nursery.start(screen.read)
        for number in range(STRANGERS):
            nursery.start_soon(_stranger, screen, number)
        for _ in range(GUESSERS):
            nursery.start_soon(_flooder, screen, numbers, Purpose.JOIN, "2-able-acorn")
        nursery.start_soon(_flooder, screen, numbers, Purpose.JOIN, None)
        nursery.start_soon(_flooder, screen, numbers, Purpose.WATCH, None)
        nursery.start_soon(_announcer)


async def _stranger(screen: Screen, number: int) -> None:
    """Connects again and again; says nothing, or noise."""
    while True:
        with suppress(OSError, trio.BrokenResourceError):
            async with await trio.open_tcp_stream(LOOPBACK[0], screen.port) as stream:
                if number % 2:
                    await stream.send_all(bytes(50))
                await stream.receive_some()
        await trio.sleep(0.1)


async def _flooder(screen: Screen, numbers: count[int], purpose: Purpose, code: str | None) -> None:
    """Comes in with the code, or guesses, under ever new keys; then says as much as the link takes."""

    async def ask(_problem: str | None) -> str:
        await trio.lowlevel.checkpoint()
        return code or screen.code

    payload = encode_lobby_message(Chat("x" * 400))
    while True:
        who = Identity(next(numbers).to_bytes(32, "big"))
        try:
            async with (
                trio.open_nursery() as nursery,
                dial_address(nursery, Address(LOOPBACK[0], screen.port), who, ask) as link,
            ):
                await link.send(encode_lobby_message(Knock(purpose, b"", HOSTILE, ())))
                while True:
                    await link.send(payload)
        except* (RemoteError, LocalError, Unreachable, trio.ClosedResourceError):
            await trio.sleep(0.05)


async def _announcer() -> None:
    """A thousand announcements a second, of ever new tables."""
    pointer = b"\x08_p2pgame\x04_tcp\x05local\x00"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK[0]))
        for number in count():
            name = f"{number:08}".encode()
            data = bytes([len(name)]) + name + pointer
            record = pointer + struct.pack("!HHIH", 12, 1, 60, len(data)) + data
            with suppress(OSError):
                mouth.sendto(struct.pack("!6H", 0, 0x8400, 0, 1, 0, 0) + record, (GROUP, PORT))
            await trio.sleep(0.001)


if __name__ == "__main__":
    trio.run({"host": host, "guests": guests, "attackers": attackers}[sys.argv[1]], Path(sys.argv[2]))
