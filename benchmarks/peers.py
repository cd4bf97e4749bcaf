"""Whole peers for the benchmarks: each a process of its own, joined over TLS on the loopback interface.

`play` starts one process a seat, which plays so many tables one after the other with random bots, by the very code
that `p2pgame host` and `p2pgame join` run once their lobby is done, logs on disk included.
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
from p2pgame.engine.games import load
from p2pgame.engine.options import complete
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.link.listener import LinkServer, listen, port_of
from p2pgame.p2p.store.addressbook import Book
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.runner import News
from p2pgame.p2p.table.seat_session import SeatSession, Watching
from p2pgame.p2p.table.watching import Spectator
from p2pgame.protocol.contract.contract import Contract, Entry, Genesis, Seat
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.lobby.messages import Address, Knock, Purpose
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import StepCompleted

from .memory_use import peak_memory

LOOPBACK = "127.0.0.1"


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


def play(game: str, seats: int, tables: int, spectators: int = 0) -> list[Played]:
    """Let that many peers play that many tables; what each of them measured, in seat order."""
    with TemporaryDirectory(prefix="p2pgame-bench-") as folder, ExitStack() as ending:
        peers = [_started(f"{folder}/{seat}", seat, game, seats, tables, spectators) for seat in range(seats)]
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


def genesis(game_id: str, seats: int, number: int) -> Genesis:
    """The signed beginning of a table; all peers work out the same."""
    game = load(game_id)
    names = (Seat(identity(seat).public, f"seat {seat}") for seat in range(seats))
    options = tuple(complete(game.options, {}).items())
    contract = Contract(game_id, game.rules, options, tuple(names), 0, 0, number.to_bytes(32, "big"))
    entries = (
        Entry.signed(identity(seat), contract, seat, (seat << 16 | number).to_bytes(32, "big")) for seat in range(seats)
    )
    return Genesis(contract, tuple(entries))


def identity(seat: int) -> Identity:
    """The key of a seat; all peers know all."""
    return Identity(bytes([seat + 1]) * 32)


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
        self.marks: list[tuple[str, int, float, float]] = []
        self._last = (0.0, 0.0)

    def tell(self, news: News) -> None:
        """Take news of a table."""
        if isinstance(news, StepCompleted):
            now = perf_counter(), thread_time()
            if news.step:
                kind, count = news.inputs[0].kind, len(news.inputs)
                if kind is InputKind.OPEN:  # each seat has committed before
                    kind, count = InputKind.COMMIT, 2 * count
                self.marks.append((kind.name, count, now[0] - self._last[0], now[1] - self._last[1]))
            self._last = now


async def _be_a_peer(folder: Path, seat: int, game_id: str, seats: int, count: int, spectators: int) -> None:
    key, game = identity(seat), load(game_id)
    listeners = await listen(0, LOOPBACK)
    print(port_of(listeners), flush=True)
    ports = json.loads(await trio.to_thread.run_sync(sys.stdin.readline))
    addresses = {other: (Address(LOOPBACK, port),) for other, port in enumerate(ports)}
    watches = [_Stopwatch() for _ in range(count)]
    tables = {
        start.id: SeatSession.new(
            key, start, game, Book(0, addresses), LogLocation(folder, folder / f"{number}"), watch.tell
        )
        for number, watch in enumerate(watches)
        for start in [genesis(game_id, seats, number)]
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
        for seated in tables.values():
            await _play(seated)
        nursery.cancel_scope.cancel()
    print(json.dumps({"tables": [watch.marks for watch in watches], "peak": peak_memory()}), flush=True)


async def _play(seated: SeatSession) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drive, seated.live, BOTS["random"], random.Random(seated.seat))
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
        trio.run(_be_a_peer, folder, seat, next(words), int(next(words)), int(next(words)), int(next(words)))


if __name__ == "__main__":
    _main(iter(sys.argv[1:]))
