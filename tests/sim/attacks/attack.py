"""What an attack may change of what an honest peer does."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.protocol.inputs import Input
from p2pgame.protocol.kinds import Kind
from p2pgame.protocol.ledger import Due
from p2pgame.protocol.messages import Give, Message
from p2pgame.protocol.table import Table

from ...protocol import people

Sent = Message | bytes
"""A message, or a payload as it is."""

MOVES = frozenset({Kind.MOVE, Kind.ANSWER})
"""What holds a move that all see at once."""


class Passed(Exception):
    """There is nothing to decide: the attack has done it by itself."""


class Attack:
    """Does nothing yet: attacks override what they need."""

    def __init__(self, seat: int, count: int, rng: random.Random) -> None:
        self.seat = seat
        self.count = count
        self.rng = rng
        self.done = 0
        """How often it was tried."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        """What is sent to a seat in place of a message that an honest peer would send."""
        if isinstance(message, Give) and message.given.seat == self.seat:
            return self.own(table, message.given, to)
        return (message,)

    def own(self, table: Table, given: Input, to: int) -> Iterable[Sent]:
        """What is sent in place of an input of one's own."""
        return (Give(given),)

    def beat(self, table: Table, to: int) -> Iterable[Sent]:
        """What is sent to a seat besides, about once a second."""
        return ()

    def choice(self, table: Table, move: Any) -> Any:
        """What is decided when an honest peer would make this move."""
        return move

    def engine(self, game: AnyGame) -> AnyGame:
        """The engine with which it plays."""
        return game

    def sign(self, given: Input, **changed: Any) -> Input:
        """One's own signature under a changed input."""
        fields = {name: getattr(given, name) for name in ("table", "step", "seat", "kind", "content", "head")}
        return Input.signed(people.identity(self.seat), **(fields | changed))

    def for_due(self, table: Table, due: Due, **changed: Any) -> Input:
        """One's own signature under an answer to what is due, empty but for what is changed."""
        empty = Input(table.ledger.genesis.id, due.step, self.seat, due.kind, b"", due.head, b"", b"")
        return self.sign(empty, **changed)
