"""Statements that honest seats sign and pass on: they contradict nothing, and leave no sooner than they may.

Invariants 4 and 5 of `spec/simulation.md`.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Protocol

from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.table import proofs
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Agreements, Attested, Message, Papers, Records
from p2pgame.protocol.table.reconcile import statements
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Agree, Input, Place
from p2pgame.protocol.table.table import Table

from .lobby_judge import Broken


class Speaker(Protocol):
    """A peer whose messages are looked at."""

    @property
    def seat(self) -> int: ...

    @property
    def genesis(self) -> Genesis: ...

    @property
    def table(self) -> Table: ...


class SignedWords:
    """Watches the statements of one table. `guilty` are the seats that attack, `count` is the number of seats."""

    def __init__(self, guilty: frozenset[int], count: int) -> None:
        self._guilty = guilty
        self._said: defaultdict[tuple[Place, int], dict[object, proofs.Statement]] = defaultdict(dict)
        """Statements that honest seats have signed, by place and seat."""
        self._checked: dict[tuple[int, int], Record] = {}
        """Records that a peer has sent before, by peer and identity: they are asked for again and again."""
        self._agreed: set[tuple[Place, Agree]] = set()
        """Answers about takebacks that honest seats have given."""
        self._shares: list[list[bytes]] = [[] for _ in range(count)]

    def sent(self, node: Speaker, message: Message) -> None:
        """An honest peer sends this.

        Raises:
            Broken: it contradicts or betrays somebody honest.
        """
        match message:
            case Papers():
                self._check_papers(node, message)
            case Records(records):
                for record in records:
                    self._check_sent_record(node, record)
            case Attested(place, ack):
                self._check_statement(node, place, ack)
            case Agreements(place, agreements):
                for said in agreements:
                    self._check_agreement(node, place, said)
            case _:
                pass

    def _check_papers(self, node: Speaker, papers: Papers) -> None:
        for given in papers.inputs:
            self._check_statement(node, papers.place, given)
            self._check_time(node, papers.place, given)
        reports = [each.latest for each in papers.promises if each.latest is not None]
        words: list[proofs.Statement] = [*papers.acks, *papers.promises, *reports]
        for statement in words:
            self._check_statement(node, papers.place, statement)
        for proposal in () if papers.proposal is None else papers.proposal.chain:
            self._check_statement(node, papers.place, proposal)
            for promise in proposal.promises:
                self._check_statement(node, papers.place, promise)

    def _check_sent_record(self, node: Speaker, record: Record) -> None:
        ledger = node.table.ledger
        if self._checked.get((node.seat, id(record))) is record:
            return
        self._checked[node.seat, id(record)] = record
        if record.slot >= len(ledger.records):
            raise Broken(f"seat {node.seat} sends a record that it has not written: slot {record.slot}")
        place = Place(ledger.genesis.id, record.slot, ledger.heads[record.slot])
        for statement in statements(record):
            self._check_statement(node, place, statement)

    def _check_statement(self, node: Speaker, place: Place, statement: proofs.Statement) -> None:
        """An honest seat never contradicts itself, and nobody honest says what a seat has not said."""
        seat = statement.seat
        if seat in self._guilty or place.table != node.genesis.id:
            return
        known = self._said[place, seat]
        key = proofs.bare(statement)
        if key in known:
            return
        if seat != node.seat:
            raise Broken(f"seat {node.seat} sends what seat {seat} has not sent: {statement}")
        for other in known.values():
            if proofs.find(place, other, statement) is not None:
                raise Broken(f"seat {seat} contradicts itself: {other} and {statement}")
        known[key] = statement

    def _check_agreement(self, node: Speaker, place: Place, said: Agree) -> None:
        """Nobody honest says that a seat has agreed, or refused, if it has not."""
        if said.seat in self._guilty or place.table != node.genesis.id:
            return
        if said.seat == node.seat:
            self._agreed.add((place, said))
        elif (place, said) not in self._agreed:
            raise Broken(f"seat {node.seat} sends an answer that seat {said.seat} has not given: {said}")

    def _check_time(self, node: Speaker, place: Place, given: Input) -> None:
        """No input is on the wire before the slot before its own is final, and no share before its draw is due."""
        ledger = node.table.ledger
        if given.seat != node.seat or place.table != node.genesis.id:
            return
        is_written = place == ledger.now.place or ledger.heads[place.slot : place.slot + 1] == [place.head]
        if not is_written:
            raise Broken(f"seat {node.seat} signs on a head that it has not written: slot {place.slot}")
        if given.kind is InputKind.SHARE:
            self._check_share(node, given)

    def _check_share(self, node: Speaker, given: Input) -> None:
        signer, known = node.table.signer, self._shares[node.seat]
        assert signer is not None
        due = node.table.ledger.now.draw_number
        known += [signer.chain.share(number) for number in range(len(known) + 1, due + 1)]
        if given.content not in known:
            raise Broken(f"seat {node.seat} shows a share before its draw is due")
