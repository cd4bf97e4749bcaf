"""Attacks by a spectator: it has no seat, and a key that signs for none."""

from __future__ import annotations

import random
from collections.abc import Iterator

from p2pgame.protocol.table import proofs
from p2pgame.protocol.table.consensus import ProofKind
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Chat
from p2pgame.protocol.table.proofs import Proof
from p2pgame.protocol.table.signing import Input
from p2pgame.protocol.table.table import Table

from .attack import Sent
from .chaos import Chaos
from .spelling import HOSTILE, SPOKEN


class Injecting(Chaos):
    """Sends in the names of seats, under its own key, all their possible and former statements.

    It also sends the due messages of a spectator, so that it is not recognised by its silence.
    """

    @classmethod
    def pick(cls, rng: random.Random, seats: int) -> tuple[int, ...]:
        return (seats,)

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        yield from super().tick(table, to)
        due, rng = table.due, self.rng
        if due is None:
            return
        self.done += 1
        target = rng.randrange(self.count)
        yield self.for_due(table, due, self._content(table, due.kind), seat=target)
        yield self._false_proof(table, target)
        if rng.randrange(8) == 0:
            yield Chat(rng.choice(SPOKEN))
        if rng.randrange(16) == 0:
            yield rng.choice(list(HOSTILE.values()))

    def _false_proof(self, table: Table, target: int) -> Proof:
        """Two answers that the seat has not signed, or one that it has and one that it has not."""
        honest = [(place, given) for place, given in self.crew.seen if given.seat == target]
        made_up = Input(target, InputKind.MOVE, b"one")
        place, one = self.rng.choice(honest) if honest else (table.ledger.now.place, made_up)
        other = self.sign(place, Input(target, one.kind, b"another"))
        return proofs.find(place, one, other) or Proof(place, ProofKind.INPUTS, one, one)
