"""Attacks on one seat: the attacker speaks to that seat alone, so that the others continue without its statements."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from p2pgame.protocol.table.consensus import Ack, Prepare, Promise, Proposal, Ruling
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Attested, Message, Papers
from p2pgame.protocol.table.signing import Input, Place
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.limits import BALLOT, BALLOT_CYCLES

from .attack import Attack, Crew, Sent, give

if TYPE_CHECKING:
    from ..node import Node


class OneLink(Attack):
    """Keeps a link with one seat, and cuts all others."""

    least = 3

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self.friend = crew.others[0]

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        return super().outgoing(table, message, to) if to == self.friend else ()

    def spoil_links(self, node: Node) -> None:
        for other, end in list(node.links.items()):
            if other != self.friend and other < self.count:
                node.ended(end, None)


class MadeUpAcks(OneLink):
    """Acks values that nobody knows."""

    def papers(self, table: Table, papers: Papers, to: int) -> Iterator[Sent]:
        own = [each for each in papers.acks if each.seat == self.seat]
        self.done += len(own)
        made_up = tuple(self._made_up(papers.place) for _ in own)
        others = tuple(each for each in papers.acks if each.seat != self.seat)
        yield from super().papers(table, replace(papers, acks=(*others, *made_up)), to)

    def _made_up(self, place: Place) -> Ack:
        return self.sign(place, Ack(self.seat, 0, self.rng.randbytes(32), bytes(32)))


class SameAgain(OneLink):
    """Has that seat promise and confirm the value that all confirm, once more in a higher ballot."""

    def papers(self, table: Table, papers: Papers, to: int) -> Iterator[Sent]:
        yield from super().papers(table, papers, to)
        yield from self._again(table)

    def tick(self, table: Table, to: int) -> Iterable[Sent]:
        return self._again(table) if to == self.friend else ()

    def _again(self, table: Table) -> Iterator[Sent]:
        slot, place = table.slot, table.ledger.now.place
        complete = slot.complete
        if not slot.state.needs_acks or complete is None:
            return
        ballot = 1 + self.seat
        given = [each for each in slot.promises.get(self.friend, ()) if each.ballot == ballot]
        if given:
            self.done += 1
            own = self.sign(place, Promise(self.seat, ballot, None, False, None))
            proposal = self.sign(place, Proposal(self.seat, ballot, complete.digest, (*given, own)))
            yield Papers(place, slot.all_inputs, proposal=proposal)
        else:
            yield Papers(place, slot.all_inputs, prepare=self.sign(place, Prepare(self.seat, ballot, None)))


class StepsUp(OneLink):
    """Promises ever higher ballots, from half of all on, in steps that are just small enough."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        state = table.slot.state
        if not state.needs_acks or to != self.friend:
            return
        for _ in range(4):
            ballot = BALLOT // 2 + self.done * BALLOT_CYCLES * self.count
            self.done += 1
            yield Papers(state.place, promises=(self.sign(state.place, Promise(self.seat, ballot, None, False, None)),))


class Attesting(Attack):
    """Shows another state of a slot that is long written, best of one that a ruling has decided."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        ledger = table.ledger
        ruled = [record for record in ledger.records if isinstance(record.value, Ruling)]
        if not ruled and len(ledger.records) < 20:
            return
        self.done += 1
        record = (ruled or ledger.records)[-1]
        place = ledger.before(record.slot).place
        yield Attested(place, self.sign(place, Ack(self.seat, 0, record.digest, bytes(32))))


class ManyAnswers(Attack):
    """Commits to something else towards each seat, and to two things more; and hides that among made-up acks."""

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        if given.kind is InputKind.COMMIT:
            self.done += 1
            for number in range(70):
                value = bytes([number, to]) * 16
                yield Papers(place, acks=(self.sign(place, Ack(self.seat, 0, value, bytes(32))),))
            for number in range(3):
                content = bytes([number, to]) * 16
                yield give(place, self.sign(place, replace(given, content=content, signature=b"")))
        else:
            yield give(place, given)
