"""Target: a message of a table, as a peer takes it in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache

from p2pgame.engine.games import load
from p2pgame.protocol.table.effects import Send
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Agreements, Message, Papers, Records, decode_message, encode_message
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Agree, Input, sign
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.errors import RemoteError

from ...protocol.people import genesis, identity
from ...protocol.table.room import Room
from ...protocol.test_messages import TABLE

_MOVER, _SPECTATOR = 1, 2


def table_message(data: bytes) -> None:
    """Refused, or a message that is written again as it was, and with which nobody signs for another seat.

    It arrives from the seat that is to move or from a spectator: its length says from whom.
    """
    try:
        message = decode_message(data)
    except RemoteError:
        return
    assert encode_message(message) == data
    room = _table()
    ours = _copied(room.peers[0].table)
    before = ours.ledger.now.head
    for effect in ours.receive(room.peers[(_MOVER, _SPECTATOR)[len(data) % 2]].public, message):
        if isinstance(effect, Send):
            encode_message(effect.message)
    assert ours.ledger.now.head == before, "the table continued with an unsigned input"


def table_seeds() -> Iterator[bytes]:
    """One message of each type, the last messages at the table, and answers that are good except for the signature."""
    yield from map(encode_message, TABLE)
    yield from _table().said.values()
    yield from map(encode_message, _forged(_table().peers[0].table))


def _forged(table: Table) -> Iterator[Message]:
    """Possible inputs of the seat that is to move, signed by somebody else."""
    ledger, now = table.ledger, table.ledger.now
    move = ledger.game.format(next(iter(ledger.game.legal(now.state, _MOVER)))).encode()
    given = sign(identity(_SPECTATOR), now.place, Input(_MOVER, InputKind.MOVE, move))
    yield Papers(now.place, (given,))
    back = Input(_MOVER, InputKind.TAKEBACK, sign(identity(_MOVER), now.place, Agree(0, True)).signature)
    yield Papers(now.place, (sign(identity(_MOVER), now.place, back),))
    yield Agreements(now.place, (sign(identity(_SPECTATOR), now.place, Agree(_MOVER, True)),))
    yield Records((Record(now.slot, (given,), now.outcome((given,)).state_hash),))


class _Overheard(Room):
    """A room that remembers the last message of each type."""

    def __init__(self) -> None:
        self.said: dict[type[Message], bytes] = {}
        super().__init__(load("tink"), genesis(load("tink"), 2, takebacks=True), spectators=1)

    def send(self, n: int, message: Message, to: bytes | None = None) -> None:
        """Also remember it."""
        self.said[type(message)] = encode_message(message)
        super().send(n, message, to)


@cache
def _table() -> _Overheard:
    """A table of two and a spectator, in the middle of a game, that waits for seat 1; nothing is on its way. Seat 0 has
    asked to take its last move back."""
    room = _Overheard()
    room.connect()
    room.begin()
    while True:
        while room.deliver():
            pass
        due = room.peers[0].table.due
        assert due is not None
        if due.kind is InputKind.MOVE and due.step > 6 and due.seats == (_MOVER,):
            room.carry_out(0, room.peers[0].table.ask_takeback())
            while room.deliver():
                pass
            return room
        room.decide(next(n for n, peer in enumerate(room.peers) if peer.table.asks_me))


def _copied(table: Table) -> Table:
    """A table to which something may happen; what never changes is shared."""
    shared = (table.ledger.genesis, table.ledger.game, table.signer)
    return deepcopy(table, {id(each): each for each in shared})
