"""Attacks by somebody who looks on: it has no seat, and a key that signs for none."""

# ruff: noqa: D102 - what a class overrides says what its base says

from __future__ import annotations

import random
from collections.abc import Iterator

from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.ledger import Due
from p2pgame.protocol.voting_table.messages import Chat, Give
from p2pgame.protocol.voting_table.proof import Proof
from p2pgame.protocol.voting_table.table import Table

from .attack import Sent
from .chaos import Chaos
from .spelling import HOSTILE, SPOKEN


class Injecting(Chaos):
    """Says in the names of seats, under its own key, all that they might say, and again what they have said.

    What it is due to be heard with as a spectator, it says as well, so that it is not told apart by its silence.
    """

    @classmethod
    def pick(cls, rng: random.Random, seats: int) -> tuple[int, ...]:
        return (seats,)

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        yield from super().beat(table, to)
        due, rng = table.due, self.rng
        if due is None:
            return
        self.done += 1
        target = rng.randrange(self.count)
        yield Give(self.for_due(table, due, seat=target, content=self._content(table, due.kind)))
        yield self._false_proof(table, due, target)
        if rng.randrange(8) == 0:
            yield Chat(rng.choice(SPOKEN))
        if rng.randrange(16) == 0:
            yield rng.choice(list(HOSTILE.values()))

    def _false_proof(self, table: Table, due: Due, target: int) -> Proof:
        """Two answers that the seat has not signed, or one that it has and one that it has not."""
        honest = [given for given in self.crew.seen if given.seat == target and given.kind is Kind.MOVE]
        one = self.rng.choice(honest) if honest else self.for_due(table, due, seat=target)
        return Proof.of(one, self.sign(one, content=b"another"))

    def _input(self, table: Table, step: int, kind: Kind, content: bytes, head: bytes) -> Input:
        """In the name of a seat, of its own number, which is none, or of nobody that there is."""
        seat = self.rng.choice((*range(self.count), self.seat, 9))
        return self.sign(Input(table.ledger.genesis.id, step, seat, kind, content, head, b"", b""))
