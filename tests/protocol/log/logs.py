"""Logs for tests: tables played in memory to where something stands in their logs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise
from typing import Any
from zlib import crc32

from p2pgame.engine.events import Event
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import load
from p2pgame.engine.games.tink.game import Tink
from p2pgame.engine.games.tink.state import State
from p2pgame.protocol.log.format import MAGIC, LogEntry, whole_log
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Papers
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Input, Place, sign

from .. import people
from ..table.room import Peer, Room

MOST = 100_000


def room(game: AnyGame | str, seats: int, turn_time: int = 0, seed: int = 5, *, takebacks: bool = False) -> Room:
    """A room in which everybody is linked and has begun."""
    game = load(game) if isinstance(game, str) else game
    made = Room(game, people.genesis(game, seats, turn_time=turn_time, takebacks=takebacks), seed)
    made.connect()
    made.begin()
    return made


def log_of(made: Room, n: int = 0) -> bytes:
    """The log of a peer."""
    peer = made.peers[n]
    return whole_log(peer.table.ledger.genesis, peer.entries)


def play_until(made: Room, done: Callable[[], bool]) -> None:
    """Play until that is so, message by message; absent peers decide nothing."""
    for _ in range(MOST):
        if done():
            return
        asked = [n for n, peer in enumerate(made.peers) if peer.table.asks_me and n not in made.gone]
        if not made.deliver() and asked:
            made.decide(asked[0])
    raise AssertionError("the room does not get there")


def is_due(made: Room, kind: InputKind, seat: int | None = None) -> Callable[[], bool]:
    """Whether peer 0 waits for that kind, from that seat, and nothing is on its way."""

    def look() -> bool:
        due = made.peers[0].table.due
        if due is None or any(made.cables.values()) or max(made.slots()) != min(made.slots()):
            return False
        return due.kind is kind and (seat is None or seat in made.peers[0].table.awaited)

    return look


def due_kind(made: Room) -> InputKind | None:
    """The kind of input that peer 0 waits for."""
    due = made.peers[0].table.due
    return None if due is None else due.kind


def forged(made: Room, seat: int, content: bytes, **place: Any) -> Input:
    """An input of a seat in the slot that is open for peer 0, or at another place."""
    now = made.peers[0].table.ledger.now
    assert now.due is not None
    return sign(people.identity(seat), replace(now.place, **place), Input(seat, now.due.kind, content))


def show(made: Room, to: int, source: int, *inputs: Input) -> None:
    """Let inputs to the open slot arrive at a peer over another's link."""
    place = made.peers[to].table.ledger.now.place
    made.carry_out(to, made.peers[to].table.receive(made.peers[source].public, Papers(place, inputs)))


@cache
def finished(game_id: str = "tink", seats: int = 2) -> bytes:
    """The log of a game to its end."""
    made = room(game_id, seats)
    made.run()
    return log_of(made)


def claimed_room() -> Room:
    """Two seats; seat 1 owes a move and stays away, and seat 0 claims so."""
    made = room("tink", 2)
    play_until(made, is_due(made, InputKind.MOVE, 1))
    made.leave(1)
    made.tick(people.GRACE)
    return made


def cheated_room() -> Room:
    """Three seats; seat 2 signs two moves, is dropped for it, and the game continues to its end."""
    made = room("tink", 3)
    made.gone.add(2)  # it is there, and never moves by itself
    play_until(made, is_due(made, InputKind.MOVE, 2))
    table = made.peers[0].table
    game, state = table.ledger.game, table.ledger.now.state
    first, second = (game.format(move).encode() for move in islice(game.legal(state, 2), 2))
    show(made, 0, 2, forged(made, 2, first))
    show(made, 0, 2, forged(made, 2, second))
    made.tick_until(lambda: made.peers[0].table.ledger.now.closed)
    return made


def dropped_in_draw_room() -> Room:
    """Three seats of Tetris; seat 2 stays away in a draw, and is dropped; the draw is made by the others."""
    made = room("tetris", 3)
    play_until(made, lambda: (made.peers[0].table.ledger.now.draw_number, due_kind(made)) == (2, InputKind.SHARE))
    made.leave(2)
    made.tick_until(lambda: made.peers[0].table.ledger.now.closed)
    return made


def skipped_room() -> Room:
    """Three seats of Tetris with a turn time; seat 2 runs out of it in a secret choice."""
    made = room("tetris", 3, turn_time=5)
    play_until(made, is_due(made, InputKind.COMMIT, 2))
    made.gone.add(2)  # its program is gone, and the links stand
    for _ in range(30):
        made.tick()
    made.gone.discard(2)
    made.tick_until(lambda: made.peers[0].table.ledger.now.closed)
    return made


def taken_back_room() -> Room:
    """Three seats of Tink; the first move is taken back, another one is made, and all stop there."""
    made = room("tink", 3, takebacks=True)
    play_until(made, lambda: at_rest(made) and made.peers[0].table.ledger.now.no_takeback() is None)
    earlier = made.peers[0].table.ledger.now.earlier
    assert earlier is not None
    mover = earlier.seat
    made.carry_out(mover, made.peers[mover].table.ask_takeback())
    settle(made)
    for n in range(3):
        if n != mover:
            made.carry_out(n, made.peers[n].table.answer_takeback(agrees=True))
    settle(made)
    made.decide(mover)
    settle(made)
    return made


def not_agreed() -> bytes:
    """The same, but the takeback has another signature in the place of an agreement."""
    made = taken_back_room()
    entries = entries_of(made)
    at, record = next(
        (at, each)
        for at, each in enumerate(entries)
        if isinstance(each, Record) and any(given.kind is InputKind.TAKEBACK for given in each.inputs)
    )
    (given,) = record.inputs
    place = Place(made.peers[0].table.ledger.genesis.id, record.slot, made.peers[0].table.ledger.heads[record.slot])
    content = given.content[:64] + given.content[:64]
    entries[at] = replace(record, value=(sign(people.identity(given.seat), place, replace(given, content=content)),))
    return whole_log(made.peers[0].table.ledger.genesis, entries)


def settle(made: Room) -> None:
    """Deliver all messages that are on their way; nobody decides."""
    while made.deliver():
        pass


def at_rest(made: Room) -> bool:
    """Whether nothing is on its way."""
    return not any(made.cables.values())


class Deviating(Tink):
    """An engine that counts one stone too many, from the tenth on."""

    def apply(self, state: State, event: Event[Any]) -> State:
        """As Tink does, except for the fault."""
        after = super().apply(state, event)
        return replace(after, placed=after.placed + 1) if after.placed == 10 else after


def deviating_room(seats: int = 2) -> Room:
    """A table at which the program of peer 1 deviates."""
    game = load("tink")
    made = Room(game, people.genesis(game, seats), 3)
    made.peers[1] = Peer(Deviating(), people.genesis(game, seats), 1, 1)
    made.connect()
    made.begin()
    made.run()
    for _ in range(8):
        made.tick()
    return made


def records_of(log: bytes) -> list[bytes]:
    """The records of a log, framed as they stand there."""
    ends = [len(MAGIC), *boundaries(log)]
    return [log[a:b] for a, b in pairwise(ends)]


@cache
def boundaries(log: bytes) -> tuple[int, ...]:
    """The offsets at which the records of a log end."""
    ends, offset = [], len(MAGIC)
    while offset < len(log):
        offset += 8 + int.from_bytes(log[offset : offset + 4], "big")
        ends.append(offset)
    return tuple(ends)


def record(payload: bytes) -> bytes:
    """A record with any payload."""
    return len(payload).to_bytes(4, "big") + crc32(payload).to_bytes(4, "big") + payload


def entries_of(made: Room, n: int = 0) -> list[LogEntry]:
    """The entries of a peer's log, to be changed."""
    return list(made.peers[n].entries)
