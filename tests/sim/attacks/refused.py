"""Attacks by messages that are to be refused or ignored: false, old, foreign, too many, or none at all."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from p2pgame.engine.canon import encode
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Ask, AskState, Message, Papers, Records, StateIs
from p2pgame.protocol.table.signing import Input, Place
from p2pgame.protocol.table.table import Table

from .attack import MOVES, OTHER_TABLE, Attack, Crew, Sent, give


class Illegal(Attack):
    """Signs a move that the rules forbid, and then a good one."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        if given.kind in MOVES:
            self.done += 1
            yield self.input(place, given.kind, b"no move of any game")
        yield give(place, given)


class OutOfTurn(Attack):
    """Answers the questions of others."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        due = table.due
        if due is not None and self.seat not in due.seats:
            self.done += 1
            yield self.for_due(table, due, b"down")


class WrongSeat(Attack):
    """Answers in the name of another seat, and of one that does not exist."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        if (due := table.due) is not None:
            self.done += 1
            yield self.for_due(table, due, seat=to)
            yield self.for_due(table, due, seat=4)


class Stale(Attack):
    """Answers slots that are long done, in kinds that were not asked."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        ledger = table.ledger
        if len(ledger.records) > 2:
            self.done += 1
            place = Place(ledger.genesis.id, 1, ledger.heads[1])
            for kind in (InputKind.ACCEPT, InputKind.OPEN, InputKind.CLOSE):
                yield self.input(place, kind, b"")


class Replayed(Attack):
    """Sends former messages of anybody again."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        ledger = table.ledger
        if ledger.records:
            self.done += 1
            record = self.rng.choice(ledger.records)
            place = Place(ledger.genesis.id, record.slot, ledger.heads[record.slot])
            yield Papers(place, record.inputs)
            yield Papers(ledger.now.place, record.inputs)
            yield Records((record,))


class Reordered(Attack):
    """Holds its messages back, and sends the last one first."""

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._held: dict[int, list[Sent]] = {}

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        self._held.setdefault(to, []).insert(0, message)
        return ()

    def tick(self, table: Table, to: int) -> Iterable[Sent]:
        self.done += 1
        return self._held.pop(to, ())


class ForeignTable(Attack):
    """Signs for another table: says so, or puts that signature here."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        self.done += 1
        elsewhere = replace(place, table=OTHER_TABLE)
        foreign = self.sign(elsewhere, given)
        yield give(elsewhere, foreign)
        yield give(place, foreign)
        yield give(place, given)


class Unsigned(Attack):
    """Sends inputs without a signature, with a broken one, and with that of another input."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        self.done += 1
        other = self.sign(replace(place, slot=place.slot + 1), replace(given, content=b"x"))
        broken = bytes([given.signature[0] ^ 1]) + given.signature[1:]
        for signature in (bytes(64), broken, other.signature):
            yield give(place, replace(given, signature=signature))
        yield give(place, given)


class Garbage(Attack):
    """Sends bytes that are no message: deep, long, of wrong types, cut off, or anything."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
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
    """Asks for everything, all the time and now and then for more than allowed, and claims invalid states."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        self.done += 1
        for _ in range(20 if self.rng.randrange(8) == 0 else 2):
            yield Ask(self.rng.randrange(100))
            yield AskState(self.rng.randrange(100))
        yield StateIs(0, "[" * 2000)
        yield StateIs(0, "null")
        yield StateIs(1 << 15, "{}")
