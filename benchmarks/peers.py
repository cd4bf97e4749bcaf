"""Whole peers for the benchmarks: each a process of its own, joined over TLS on the loopback interface.

`play` starts one process a seat, which plays that many tables one after the other with bots, by the very code that
`p2pgame host` and `p2pgame join` run once their lobby is done, logs on disk included. The bots choose at random, or
play from a script.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from typing import Any

import trio
from p2pgame.cli.games.find import find_game
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.games import load
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.link.listener import LinkServer, listen, port_of
from p2pgame.p2p.store.addressbook import Book
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.runner import News
from p2pgame.p2p.table.seat_session import SeatSession, Watching
from p2pgame.p2p.table.watching import Spectator
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.lobby.messages import Address, Knock, Purpose
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import StepCompleted

from .contracts import genesis, identity
from .memory_use import peak_memory
from .scripts import Scripted, script

LOOPBACK = "127.0.0.1"
RANDOM = "random"
"""Bots that list all legal moves and draw one."""
SCRIPTED = "scripted"
"""Bots whose moves are fixed in advance."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A step that a peer has completed."""

    kind: str
    """Of its first input: MOVE, COMMIT, SHARE and so on."""
    inputs: int
    wall: float
    """Seconds since the step before."""
    cpu: float
    """Seconds that the peer's thread has worked since then."""


@dataclass(frozen=True, slots=True)
class Played:
    """The measurements of one peer: for each table, its steps after the opening."""

    tables: list[list[Mark]]
    peak: int
    """Bytes of memory that the process has held at most."""


def play(
    game: str, seats: int, tables: int, spectators: int = 0, *, bots: str = RANDOM, within: Path | None = None
) -> list[Played]:
    """Let that many peers play that many tables; what each of them measured, in seat order. Their logs are in a
    temporary folder, which is made within the given one."""
    with TemporaryDirectory(prefix="p2pgame-bench-", dir=within) as folder, ExitStack() as ending:
        peers = [_started(f"{folder}/{seat}", seat, game, seats, tables, spectators, bots) for seat in range(seats)]
        ending.callback(_end, peers)
        ports = json.dumps([int(_line(peer)) for peer in peers])
        if spectators:
            ending.callback(_end, [_watchers(folder, ports, spectators)])
        for peer in peers:
            _tell(peer, ports)
        return [_played(json.loads(_line(peer))) for peer in peers]


def _end(processes: Sequence[subprocess.Popen[str]]) -> None:
    """End processes that have answered everything, or never will."""
    for process in processes:
        process.kill()
        with process:  # waits for it, and closes what leads there
            pass


def _started(folder: str, seat: int, *rest: object) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "benchmarks.peers", folder, str(seat), *map(str, rest)]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")


def _watchers(folder: str, ports: str, count: int) -> subprocess.Popen[str]:
    """A process with all the spectators, of the first seat."""
    return _started(f"{folder}/watchers", -1, json.loads(ports)[0], count)


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError("a peer ended before it was done")
    return line


def _tell(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()


def _played(found: dict[str, Any]) -> Played:
    return Played([[Mark(*mark) for mark in table] for table in found["tables"]], found["peak"])


class _Stopwatch:
    """Notes when each step was completed."""

    def __init__(self) -> None:
        self.steps: list[tuple[InputKind, int, float, float]] = []
        self._last = (0.0, 0.0)

    @property
    def marks(self) -> list[tuple[str, int, float, float]]:
        """The steps as the fields of marks. A seat that opens its choice has committed before."""
        opened = {InputKind.OPEN: (InputKind.COMMIT, 2)}
        kinds = [opened.get(kind, (kind, 1)) for kind, _, _, _ in self.steps]
        return [
            (kind.name, times * count, wall, cpu)
            for (kind, times), (_, count, wall, cpu) in zip(kinds, self.steps, strict=True)
        ]

    def tell(self, news: News) -> None:
        """Take news of a table."""
        if isinstance(news, StepCompleted):
            now = perf_counter(), thread_time()
            if news.step:
                self.steps.append(
                    (news.inputs[0].kind, len(news.inputs), now[0] - self._last[0], now[1] - self._last[1])
                )
            self._last = now


async def _be_a_peer(folder: Path, seat: int, game_id: str, seats: int, count: int, spectators: int, bots: str) -> None:
    key, game = identity(seat), load(game_id)
    starts = [genesis(game_id, seats, number) for number in range(count)]
    players = [_bot(bots, start, seat) for start in starts]
    listeners = await listen(0, LOOPBACK)
    print(port_of(listeners), flush=True)
    ports = json.loads(await trio.to_thread.run_sync(sys.stdin.readline))
    addresses = {other: (Address(LOOPBACK, port),) for other, port in enumerate(ports)}
    watches = [_Stopwatch() for _ in range(count)]
    tables = {
        start.id: SeatSession.new(
            key, start, game, Book(0, addresses), LogLocation(folder, folder / f"{number}"), watch.tell
        )
        for number, (start, watch) in enumerate(zip(starts, watches, strict=True))
    }
    first = next(iter(tables.values()))

    async def receive(link: Link, knock: Knock) -> None:
        await (first if knock.purpose is Purpose.WATCH else tables[knock.table]).receive(link, knock)

    def everybody(peer: Peer) -> None:
        """No code is asked for."""

    reception = LinkServer(key, everybody, receive, lambda error: None)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(reception.serve, listeners)
        if spectators and seat == 0:
            first.watching = Watching(None)
            while len(first.live.linked) < spectators:
                await trio.sleep(0.05)
        for seated, player in zip(tables.values(), players, strict=True):
            await _play(seated, player)
        nursery.cancel_scope.cancel()
    print(json.dumps({"tables": [watch.marks for watch in watches], "peak": peak_memory()}), flush=True)


def _bot(kind: str, start: Genesis, seat: int) -> Bot:
    """The bot of a seat at a table."""
    return Scripted(script(start)[seat]) if kind == SCRIPTED else BOTS[kind]


async def _play(seated: SeatSession, player: Bot) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drive, seated.live, player, random.Random(seated.seat))
        await seated.play()
        nursery.cancel_scope.cancel()


async def _watch(folder: Path, port: int, count: int) -> None:
    async with trio.open_nursery() as nursery:
        for number in range(count):
            key = Identity((1000 + number).to_bytes(32, "big"))
            keeping = LogLocation(folder, folder / f"{number}")
            spectator = Spectator(key, f"watcher {number}", find_game, keeping, lambda news: None)
            await nursery.start(spectator.watch, nursery, (Address(LOOPBACK, port),), _no_code, lambda: None)


async def _no_code(problem: str | None) -> str:
    raise AssertionError("an open table asks for no code")


def _main(words: Iterator[str]) -> None:
    folder, seat = Path(next(words)), int(next(words))
    if seat < 0:
        trio.run(_watch, folder, int(next(words)), int(next(words)))
    else:
        game, seats, tables, spectators, bots = words
        trio.run(_be_a_peer, folder, seat, game, int(seats), int(tables), int(spectators), bots)


if __name__ == "__main__":
    _main(iter(sys.argv[1:]))
