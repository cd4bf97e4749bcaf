"""Attacks by messages that are to be refused or ignored: false, old, foreign, too many, or none at all."""

# ruff: noqa: D102 - what a class overrides says what its base says

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from p2pgame.engine.canon import encode
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.messages import Ask, AskState, Give, Message, StateIs, Steps
from p2pgame.protocol.voting_table.table import Table

from .attack import MOVES, Attack, Crew, Sent


class Illegal(Attack):
    """Signs a move that the rules forbid, and then a good one."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        if given.kind in MOVES:
            self.done += 1
            yield Give(self.sign(given, content=b"no move of any game"))
        yield Give(given)


class OutOfTurn(Attack):
    """Answers what others are asked."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        due = table.due
        if due is not None and self.seat not in due.seats:
            self.done += 1
            yield Give(self.for_due(table, due, content=b"down"))


class WrongSeat(Attack):
    """Answers in the name of another seat, and of one that does not exist."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        if (due := table.due) is not None:
            self.done += 1
            yield Give(self.for_due(table, due, seat=to))
            yield Give(self.for_due(table, due, seat=4))


class Stale(Attack):
    """Answers steps that are long done, in kinds that were not asked."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        if (due := table.due) is not None and due.step > 2:
            self.done += 1
            for kind in (Kind.ACCEPT, Kind.OPEN, Kind.CLOSE):
                yield Give(self.for_due(table, due, step=1, kind=kind, head=table.steps[0].inputs[0].head))


class Replayed(Attack):
    """Says again what anybody said."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        if table.steps:
            self.done += 1
            step = self.rng.choice(table.steps)
            yield from (Give(given) for given in step.inputs)
            yield Steps((step,))


class Reordered(Attack):
    """Holds back what it says, and says the last first."""

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._held: dict[int, list[Sent]] = {}

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        self._held.setdefault(to, []).insert(0, message)
        return ()

    def beat(self, table: Table, to: int) -> Iterable[Sent]:
        self.done += 1
        return self._held.pop(to, ())


class ForeignTable(Attack):
    """Signs for another table."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        self.done += 1
        yield Give(self.sign(given, table=bytes(32)))
        yield Give(given)


class Unsigned(Attack):
    """Sends inputs without a signature, with a broken one, and with that of another input."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        self.done += 1
        other = self.sign(given, content=b"x", step=given.step + 1)
        broken = bytes([given.signature[0] ^ 1]) + given.signature[1:]
        for signature in (bytes(64), broken, other.signature):
            yield Give(replace(given, signature=signature))
        yield Give(given)


class Garbage(Attack):
    """Sends bytes that are no message: deep, long, of wrong types, cut off, or anything."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        self.done += 1
        yield self.rng.choice(
            (
                b"",
                b"\x91" * 5000,
                b"\xdd\xff\xff\xff\xff",
                b"\xc6\xff\xff\xff\xff",
                encode((18, (b"x",) * 1000)),
                encode((17, -1, b"", "", None, True)),
                encode((16, b"body", b"signature")),
                encode((99, 1)),
                b"\x93\x10\xa1x\xa1y",
                self.rng.randbytes(self.rng.randrange(300)),
            )
        )


class Asking(Attack):
    """Asks for everything, all the time and now and then for more than is given, and claims states that are none."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        self.done += 1
        for _ in range(20 if self.rng.randrange(8) == 0 else 2):
            yield Ask(self.rng.randrange(100))
            yield AskState(self.rng.randrange(100))
        yield StateIs(0, "[" * 2000)
        yield StateIs(0, "null")
        yield StateIs(1 << 15, "{}")
