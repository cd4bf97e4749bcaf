"""Attacks on the one history: false heads, steps, votes and states, and claims to have more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.protocol.table.consensus import Prepare, Promise, Proposal, Ruling, RulingKind
from p2pgame.protocol.table.messages import Claimed, Have, Message, Papers, Records
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Claim, Input, Place
from p2pgame.protocol.table.table import Table

from .attack import MOVES, Attack, Sent, give


class FalseHead(Attack):
    """Signs a head that no history has, and then the right one: a false desync."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        if given.kind in MOVES:
            self.done += 1
            elsewhere = replace(place, head=bytes(32))
            yield give(elsewhere, self.sign(elsewhere, given))
        yield give(place, given)

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        self.done += 1
        yield Have(table.ledger.now.slot, bytes(32), 0, 0, 0, (0,) * self.count, 0, 0, 0)


class FalseRecords(Attack):
    """Sends made-up records to all: of later slots, of other states, with other inputs, acks and rulings."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        records, now = table.ledger.records, table.ledger.now
        if not records:
            return
        self.done += 1
        last, ruling = records[-1], Ruling(RulingKind.DROP, to)
        acks = tuple((seat, bytes(64)) for seat in range(self.count))
        yield Records((replace(last, slot=now.slot),))
        yield Records((replace(last, state_hash=bytes(32)),))
        yield Records((replace(last, acks=last.acks[:1] * 3),))
        yield Records((replace(last, value=tuple(self.sign(now.place, each) for each in last.inputs), slot=now.slot),))
        yield Records((Record(now.slot, ruling, bytes(32), 0, acks),))
        yield Records((Record(now.slot, ruling, bytes(32), 1 + self.seat, acks, self._proposal(table, ruling)),))

    def outgoing(self, table: Table, message: Message, to: int) -> Iterator[Sent]:
        if isinstance(message, Records):
            yield Records(tuple(replace(record, state_hash=bytes(32)) for record in message.records))
        yield from super().outgoing(table, message, to)

    def _proposal(self, table: Table, ruling: Ruling) -> Proposal:
        """A proposal with promises that nobody but this seat has made."""
        place, ballot = table.ledger.now.place, 1 + self.seat
        promises = tuple(self.sign(place, Promise(seat, ballot, ruling, True, None)) for seat in range(self.count))
        return self.sign(place, Proposal(self.seat, ballot, ruling.digest, promises))


class FalseConsents(Attack):
    """Says that it consents to drop and skip everybody, prepares such ballots, and claims that the others have gone."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterator[Sent]:
        if isinstance(message, Have):
            self.done += 1
            every = (1 << self.count) - 1
            message = replace(message, drops=every, skips=every)
        yield from super().outgoing(table, message, to)

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        place = table.ledger.now.place
        for kind in RulingKind:
            ballot = 1 + self.seat + self.count * self.rng.randrange(3)
            prepare = self.sign(place, Prepare(self.seat, ballot, Ruling(kind, to)))
            yield Papers(place, prepare=prepare)
        yield Claimed(place, self.sign(place, Claim(self.seat)))
        yield Claimed(place, self.sign(place, Claim(to)))


class FalseHash(Attack):
    """An engine that gives some states another hash, and shows the same position as everybody."""

    shown: Mapping[str, Any] = {}
    """The state that it shows in place of the true one."""

    def engine(self, game: AnyGame) -> AnyGame:
        honest = type(game)

        def deviates(state: Any) -> bool:
            return honest.hash(game, state)[0] < 32

        def state_hash(_self: AnyGame, state: Any) -> bytes:
            if not deviates(state):
                return honest.hash(game, state)
            self.done += 1
            return bytes(32)

        def position(_self: AnyGame, state: Any) -> dict[str, Any]:
            return {**honest.position(game, state), **(self.shown if deviates(state) else {})}

        return type("Deviating", (honest,), {"hash": state_hash, "position": position})()  # type: ignore[no-any-return]  # a class that is made


class DeviatingEngine(FalseHash):
    """An engine that comes to other states, and shows them."""

    shown: Mapping[str, Any] = {"seats": 9}


class Ahead(Attack):
    """Claims to have far more than anybody, and never shows it."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Have):
            self.done += 1
            message = replace(message, slot=message.slot + 1000, links=31)
        return super().outgoing(table, message, to)
