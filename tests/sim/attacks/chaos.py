"""Attacks without a plan: anything that a seat can sign, or say again, at any time and to anybody."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace

from p2pgame.protocol.table import proofs
from p2pgame.protocol.table.consensus import Ack, Prepare, Promise, ProofKind, Proposal, Ruling, RulingKind
from p2pgame.protocol.table.forms import HASH
from p2pgame.protocol.table.kinds import LAST_KIND, InputKind
from p2pgame.protocol.table.messages import (
    Agreements,
    Ask,
    AskState,
    Attested,
    Chat,
    Claimed,
    Have,
    Message,
    Papers,
    Recall,
    Recalled,
    Records,
    StateIs,
)
from p2pgame.protocol.table.proofs import Proof
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Agree, Claim, Input, Place
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.limits import CONTENT_BYTES

from .attack import Attack, Crew, Sent, give

SEEN = 64
"""Records that it remembers."""

SILENCE = 30
"""One in this many messages that an honest peer would send is left out, and as many are sent late."""


class Chaos(Attack):
    """At every tick, and sometimes beside its own messages, sends messages of all kinds, made from everything that it
    has seen."""

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._records: deque[Record] = deque(maxlen=SEEN)
        self._positions: deque[str] = deque(("[]", "null"), maxlen=8)
        self._acks: deque[Ack] = deque(maxlen=SEEN)
        self._promises: deque[Promise] = deque(maxlen=SEEN)
        self._proposals: deque[Proposal] = deque(maxlen=SEEN)
        self._late: list[tuple[int, Message]] = []
        self._wildness = rng.randrange(1, 5)
        """How much it sends: a peer that sends more is cut off earlier for refusals."""
        self._own_answers = rng.randrange(2)
        """Whether it signs answers to what is due, beside ballots: then there is soon a proof."""

    def heard(self, message: Message) -> None:
        match message:
            case Papers():
                self.crew.seen.extend((message.place, given) for given in message.inputs)
                self._acks += message.acks
                self._promises += message.promises
                if message.proposal is not None:
                    self._proposals.append(message.proposal)
            case Records(records):
                self._records += records
            case StateIs(_, position):
                self._positions.append(position)
            case _:
                pass

    def outgoing(self, table: Table, message: Message, to: int) -> Iterator[Sent]:
        if self.rng.randrange(40) < self._wildness:
            yield self._anything(table, to)
        fate = self.rng.randrange(SILENCE)
        if fate == 0:
            self._late.append((to, message))
        elif fate > 1 or not isinstance(message, Papers):
            yield message

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        yield from (message for other, message in self._late if other == to)
        self._late = [(other, message) for other, message in self._late if other != to]
        while self.rng.randrange(5) < self._wildness:
            yield self._anything(table, to)

    def _anything(self, table: Table, to: int) -> Message:
        self.done += 1
        makers = (self._ballot, self._ballot, self._ballot, self._signed, self._replayed, self._have, self._records_of)
        if self.rng.randrange(8) == 0:
            return self._oddity(table)
        return self.rng.choice(makers)(table, to)

    # Statements that count

    def _ballot(self, table: Table, to: int) -> Papers:
        """An ack, a promise, a proposal or the wish for one in some ballot, most often one that is near."""
        rng, place, by = self.rng, self._near(table), self.rng.choice(self.crew.seats)
        top = table.slot.highest_ballot
        ballot = rng.choice((0, top, top + 1, 1 + by, 1 + by + self.count * rng.randrange(4), rng.randrange(1 << 30)))
        ruling = rng.choice((None, Ruling(rng.choice(list(RulingKind)), rng.randrange(self.count))))
        value, state = self._value(table)
        report = Ack(by, rng.choice((0, max(ballot - 1, 0))), value, state)
        latest = None if rng.randrange(2) else self.sign(place, report, by=by)
        match rng.randrange(5):
            case 0:
                return Papers(place, acks=(self.sign(place, Ack(by, ballot, value, state), by=by),))
            case 1:
                return Papers(place, prepare=self.sign(place, Prepare(by, ballot or 1, ruling), by=by))
            case 2:
                promise = Promise(by, ballot or 1, ruling, rng.randrange(2) == 0, latest)
                return Papers(place, promises=(self.sign(place, promise, by=by),))
            case _:
                known = tuple(each for each in self._promises if each.ballot == ballot)[:3]
                own = self.sign(place, Promise(by, ballot or 1, ruling, True, latest), by=by)
                under = rng.choice((None, *list(self._proposals)[-2:]))
                chosen = ruling.digest if ruling is not None and rng.randrange(2) else value
                proposal = Proposal(by, ballot or 1, chosen, (*known, own), under)
                return Papers(place, table.slot.all_inputs, proposal=self.sign(place, proposal, by=by))

    def _value(self, table: Table) -> tuple[bytes, bytes]:
        """The digest of a value and a state hash, known or made up."""
        complete = table.slot.complete
        if complete is not None and self.rng.randrange(2):
            return complete.digest, self.rng.choice((complete.state_hash, self.rng.randbytes(HASH)))
        if self._acks and self.rng.randrange(2):
            ack = self.rng.choice(self._acks)
            return ack.value, ack.state
        return self.rng.randbytes(HASH), self.rng.randbytes(HASH)

    def _signed(self, table: Table, to: int) -> Message:
        """An input of any kind with any content; rarely of the due kind, because two are a proof."""
        rng, place = self.rng, self._near(table)
        kind = InputKind(rng.randrange(LAST_KIND + 1))
        if not self._own_answers and place == table.ledger.now.place:
            return Claimed(place, self.sign(place, Claim(self.seat)))
        by = rng.choice(self.crew.seats)
        return give(place, self.sign(place, Input(by, kind, self._content(table, kind)), by=by))

    def _replayed(self, table: Table, to: int) -> Message:
        """A former message, or a proof made of any two former statements."""
        seen, rng = self.crew.seen, self.rng
        if not seen:
            return self._have(table, to)
        place, one = rng.choice(seen)
        if self._acks and rng.randrange(2):
            return Papers(table.ledger.now.place, acks=(rng.choice(self._acks),))
        if rng.randrange(6):
            return give(rng.choice((place, table.ledger.now.place)), one)
        fitting = [other for _, other in seen if other.seat == one.seat]
        return proofs.find(place, one, rng.choice(fitting)) or Proof(place, ProofKind.INPUTS, one, one)

    # Messages about histories

    def _have(self, table: Table, to: int) -> Have:
        rng, place = self.rng, self._near(table)
        sets = [rng.choice((0, 31, rng.randrange(32))) for _ in range(4)]
        acks = tuple(rng.choice((0, 1, rng.randrange(1 << 20))) for _ in range(self.count))
        return Have(place.slot, place.head, sets[0], rng.randrange(40), rng.randrange(40), acks, *sets[1:])

    def _records_of(self, table: Table, to: int) -> Message:
        """Records of this place or another one, unchanged, or with something changed."""
        known = list(table.ledger.records[-8:]) + list(self._records)[-8:]
        if not known:
            return self._have(table, to)
        first = self.rng.randrange(len(known))
        records = [self._mutated(table, record) for record in known[first : first + self.rng.randrange(1, 5)]]
        if self.rng.randrange(6) == 0:
            self.rng.shuffle(records)
        return Records(tuple(records))

    def _mutated(self, table: Table, record: Record) -> Record:
        rng, inputs = self.rng, list(record.inputs)
        match rng.randrange(10):
            case 0:
                rng.shuffle(inputs)
            case 1:
                return replace(record, acks=record.acks[: rng.randrange(len(record.acks) + 1)])
            case 2:
                return replace(record, ballot=rng.randrange(1, 9), proposal=rng.choice((None, *self._proposals)))
            case 3:
                return replace(record, value=Ruling(rng.choice(list(RulingKind)), rng.randrange(self.count)))
            case 4:
                inputs = inputs[:1] * len(inputs)
            case 5 if self._own_answers and record.slot < len(table.ledger.heads):
                place = Place(table.ledger.genesis.id, record.slot, table.ledger.heads[record.slot])
                inputs = [self._changed(table, place, each) if each.seat == self.seat else each for each in inputs]
            case 6:
                return replace(record, state_hash=rng.randbytes(HASH))
            case 7:
                return replace(record, slot=max(0, record.slot + rng.randrange(-1, 2)))
            case _:
                pass
        return replace(record, value=tuple(inputs)) if inputs else record

    def _changed(self, table: Table, place: Place, given: Input) -> Input:
        return self.sign(place, replace(given, content=self._content(table, given.kind)))

    def _oddity(self, table: Table) -> Message:
        rng, place = self.rng, self._near(table)
        value, state = self._value(table)
        return rng.choice(
            (
                Ask(place.slot),
                AskState(place.slot),
                StateIs(place.slot, rng.choice(self._positions)),
                Chat("any\x1b[2J \u202eword" * rng.randrange(1, 4)),
                Recall(),
                Recalled(place.slot),
                Attested(place, self.sign(place, Ack(self.seat, 0, value, state))),
                Agreements(place, (self.sign(place, Agree(self.seat, rng.randrange(3) > 0)),)),
            )
        )

    # Parts

    def _near(self, table: Table) -> Place:
        """A slot and a head that belong together, or not."""
        rng, ledger = self.rng, table.ledger
        if rng.randrange(2) or not self.crew.seen:
            return ledger.now.place
        if rng.randrange(3) == 0:
            return replace(ledger.now.place, slot=max(0, ledger.now.slot + rng.randrange(-6, 40)))
        place, _ = rng.choice(self.crew.seen)
        return replace(place, head=bytes(HASH)) if rng.randrange(4) == 0 else place

    def _content(self, table: Table, kind: InputKind) -> bytes:
        rng, now = self.rng, table.ledger.now
        alike = [given.content for _, given in self.crew.seen if given.kind is kind]
        moves: Iterable[bytes] = ()
        if kind.has_move:
            moves = (now.game.format(move).encode() for move in now.game.legal(now.state, self.seat))
        choices = (rng.choice(alike) if alike else b"", next(iter(moves), b""), rng.randbytes(HASH), b"")
        odd = rng.randbytes(rng.randrange(CONTENT_BYTES))
        return rng.choice((*choices[:2], *choices, odd))


class ChaosTogether(Chaos):
    """Two do so, and each also signs for the other."""

    crew_size = 2
    least = 4
