"""Attacks on the one history: false heads, steps, votes and states, and claims to have more."""

# ruff: noqa: D102 - what a class overrides says what its base says

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.ledger import Step
from p2pgame.protocol.voting_table.messages import Give, Have, Message, Steps
from p2pgame.protocol.voting_table.table import Table

from .attack import MOVES, Attack, Sent


class FalseHead(Attack):
    """Signs a head that no history has, and then the right one: a desync that is none."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        if given.kind in MOVES or given.kind is Kind.SHARE:
            self.done += 1
            yield Give(self.sign(given, head=bytes(32)))
        yield Give(given)

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        if (due := table.due) is not None:
            yield Have(due.step, due.kind.value, bytes(32), 0, 0)


class FalseSteps(Attack):
    """Sends made-up steps to whoever lags behind, and to all others."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        if table.steps:
            self.done += 1
            last = table.steps[-1]
            number = table.ledger.step
            yield Steps((replace(last, number=number),))
            yield Steps((replace(last, state_hash=bytes(32)),))
            yield Steps((Step(number, tuple(self.sign(given) for given in last.inputs), bytes(32)),))
            yield Steps((replace(last, inputs=last.inputs[:1] * 3),))
            yield Steps((replace(table.steps[0], inputs=tuple(reversed(table.steps[0].inputs))),))

    def outgoing(self, table: Table, message: Message, to: int) -> Iterator[Sent]:
        if isinstance(message, Steps):
            yield Steps(tuple(replace(step, state_hash=bytes(32)) for step in message.steps))
        yield message


class FalseVotes(Attack):
    """Votes against seats that are there, for seats that are not, and in other seats' names."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        if (due := table.due) is not None and due.step:
            self.done += 1
            head = table.ledger.head
            for kind, before in ((Kind.DROP, b""), (Kind.SKIP, b""), (Kind.KEEP, b"\7"), (Kind.KEEP, b"\t")):
                for target in range(6):
                    yield Give(self.for_due(table, due, kind=kind, content=before + bytes([target, 0]), head=head))
                yield Give(self.for_due(table, due, kind=kind, content=before, head=head))
                yield Give(self.for_due(table, due, kind=kind, content=before + bytes([to, 0]), head=bytes(32)))
                content = before + bytes([self.seat, 0])
                yield Give(self.for_due(table, due, kind=kind, seat=to, content=content, head=head))
            votes = tuple(
                self.for_due(table, due, kind=Kind.DROP, seat=seat, content=bytes([to, 0]), head=head)
                for seat in range(self.count)
            )
            yield Steps((Step(due.step, votes, bytes(32)),))


class FalseHash(Attack):
    """An engine that gives some states another hash, and shows the same position as everybody."""

    shown: Mapping[str, Any] = {}
    """What it shows of such a state in place of what is there."""

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
            return honest.position(game, state) | (self.shown if deviates(state) else {})

        return type("Deviating", (honest,), {"hash": state_hash, "position": position})()  # type: ignore[no-any-return]  # a class that is made


class DeviatingEngine(FalseHash):
    """An engine that comes to other states, and shows them."""

    shown: Mapping[str, Any] = {"seats": 9}


class Ahead(Attack):
    """Claims to have far more than anybody, and never shows it."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Have):
            self.done += 1
            message = replace(message, step=message.step + 1000, links=31)
        return super().outgoing(table, message, to)
