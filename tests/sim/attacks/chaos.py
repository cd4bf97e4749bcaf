"""Attacks without a plan: anything that a seat can sign, or say again, at any time and to anybody."""

# ruff: noqa: D102 - what a class overrides says what its base says

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace

from p2pgame.protocol.voting_table.inputs import HEAD_SIZE, Input
from p2pgame.protocol.voting_table.kinds import LAST_KIND, VOTES, Kind
from p2pgame.protocol.voting_table.ledger import Step
from p2pgame.protocol.voting_table.messages import Ask, AskState, Chat, Give, Have, Message, StateIs, Steps
from p2pgame.protocol.voting_table.proof import Proof
from p2pgame.protocol.voting_table.table import Table
from p2pgame.protocol.wire.limits import CONTENT_BYTES

from .attack import Attack, Crew, Sent

SEEN = 64
"""Steps that it remembers."""

SILENCE = 30
"""One in so many messages that an honest peer would send is left out, and as many are sent late."""


class Chaos(Attack):
    """At every beat, and now and then beside what it says, sends messages of all kinds, made of all it has seen."""

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._steps: deque[Step] = deque(maxlen=SEEN)
        self._positions: deque[str] = deque(("[]", "null"), maxlen=8)
        self._late: list[tuple[int, Message]] = []
        self._wildness = rng.randrange(1, 5)
        """How much it sends: who sends more is cut off earlier for what is refused."""
        self._own_answers = rng.randrange(2)
        """Whether it signs answers to what is due, beside votes: then there is soon a proof."""

    def heard(self, message: Message) -> None:
        match message:
            case Give(given):
                self.crew.seen.append(given)
            case Steps(steps):
                self._steps += steps
            case StateIs(_, position):
                self._positions.append(position)
            case Proof(first, second):
                self.crew.seen.extend((first, second))
            case _:
                pass

    def outgoing(self, table: Table, message: Message, to: int) -> Iterator[Sent]:
        if self.rng.randrange(40) < self._wildness:
            yield self._anything(table, to)
        fate = self.rng.randrange(SILENCE)
        if fate == 0:
            self._late.append((to, message))
        elif fate > 1 or not isinstance(message, Give):
            yield message

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        yield from (message for other, message in self._late if other == to)
        self._late = [(other, message) for other, message in self._late if other != to]
        while self.rng.randrange(5) < self._wildness:
            yield self._anything(table, to)

    def _anything(self, table: Table, to: int) -> Message:
        self.done += 1
        makers = (self._vote, self._vote, self._vote, self._signed, self._replayed, self._have, self._steps_of)
        if self.rng.randrange(8) == 0:
            return self._oddity(table)
        return self.rng.choice(makers)(table, to)

    # What counts

    def _vote(self, table: Table, to: int) -> Give:
        """A yes or no in some ballot on some seat, most often one that is open, and on a step that is near."""
        rng, near = self.rng, self._near(table)
        kind = rng.choice((Kind.DROP, Kind.SKIP, Kind.KEEP))
        place = bytes([rng.randrange(self.count), rng.choice((0, 0, 0, 1, 1, 2, 3, 15))])
        content = place if kind is not Kind.KEEP else bytes([rng.choice((Kind.DROP, Kind.SKIP))]) + place
        motions = table._votes.motions
        if motions and rng.randrange(2):
            motion = rng.choice(motions)
            vote = self.vote(table, motion, table._votes.ballot(motion), yes=rng.randrange(2) == 0)
            kind, content = vote.kind, vote.content
        step, head = (table.ledger.step, table.ledger.head) if rng.randrange(3) else near
        return Give(self._input(table, step, kind, content, head))

    def _signed(self, table: Table, to: int) -> Give:
        """An input of any kind with any content; of what is due, rarely, as two are a proof."""
        rng = self.rng
        step, head = self._near(table)
        kind = Kind(rng.randrange(LAST_KIND + 1))
        if not self._own_answers and kind not in (*VOTES, Kind.STATE):
            kind = Kind.STATE
        content = self._content(table, kind)
        if (due := table.due) is not None and rng.randrange(4) == 0:
            step, head = due.step, due.head
        return Give(self._input(table, step, kind, content, head))

    def _replayed(self, table: Table, to: int) -> Message:
        """What somebody has said, or a proof made of any two such things."""
        seen = self.crew.seen
        if not seen:
            return self._have(table, to)
        one = self.rng.choice(seen)
        if self.rng.randrange(6):
            return Give(one)
        fitting = [other for other in seen if other.seat == one.seat]
        return Proof.of(one, self.rng.choice(fitting))

    # What is said of histories

    def _have(self, table: Table, to: int) -> Have:
        rng = self.rng
        step, head = self._near(table)
        if rng.randrange(2):
            step, head = table.ledger.step, table.ledger.head
        due = table.due
        round_ = due.kind.value if due is not None and rng.randrange(2) else rng.randrange(LAST_KIND + 1)
        return Have(step, round_, head, rng.randrange(32), rng.choice((31, 0, rng.randrange(32))))

    def _steps_of(self, table: Table, to: int) -> Message:
        """Steps that are done here or elsewhere, as they are, or with something changed."""
        known = list(table.steps[-8:]) + list(self._steps)[-8:]
        if not known:
            return self._have(table, to)
        first = self.rng.randrange(len(known))
        steps = [self._mutated(table, step) for step in known[first : first + self.rng.randrange(1, 5)]]
        if self.rng.randrange(6) == 0:
            self.rng.shuffle(steps)
        return Steps(tuple(steps))

    def _mutated(self, table: Table, step: Step) -> Step:
        rng, inputs = self.rng, list(step.inputs)
        match rng.randrange(10):
            case 0:
                rng.shuffle(inputs)
            case 1:
                inputs = inputs[: rng.randrange(len(inputs))] or inputs
            case 2:
                inputs += inputs[:1]
            case 3:
                inputs = self._votes_at(step) or inputs
            case 4:
                inputs = [given for given in self.crew.seen if given.step == step.number][:20] or inputs
            case 5:
                mine = [place for place, given in enumerate(inputs) if given.seat == self.seat]
                for place in mine if self._own_answers else ():
                    inputs[place] = self.sign(inputs[place], content=self._content(table, inputs[place].kind))
            case 6:
                return replace(step, state_hash=rng.randbytes(HEAD_SIZE))
            case 7:
                return replace(step, number=max(0, step.number + rng.randrange(-1, 2)))
            case _:
                pass
        return replace(step, inputs=tuple(inputs))

    def _votes_at(self, step: Step) -> list[Input]:
        """All votes of one mind that it knows of a step, and its own: perhaps they suffice."""
        votes = [
            given for given in self.crew.seen if given.step == step.number and given.kind in (Kind.DROP, Kind.SKIP)
        ]
        if not votes:
            return []
        first = self.rng.choice(votes)
        found = {self.seat: self.sign(first, seat=self.seat)}
        found |= {given.seat: given for given in votes if (given.kind, given.content) == (first.kind, first.content)}
        return [found[seat] for seat in sorted(found)]

    def _oddity(self, table: Table) -> Message:
        rng = self.rng
        near, _ = self._near(table)
        return rng.choice(
            (
                Ask(near),
                AskState(near),
                StateIs(near, rng.choice(self._positions)),
                Chat("any\x1b[2J \u202eword" * rng.randrange(1, 4)),
            )
        )

    # Parts

    def _input(self, table: Table, step: int, kind: Kind, content: bytes, head: bytes) -> Input:
        by = self.rng.choice(self.crew.seats)
        empty = Input(table.ledger.genesis.id, step, by, kind, content, head, b"", b"")
        return self.sign(empty, by=by)

    def _near(self, table: Table) -> tuple[int, bytes]:
        """A step and a head that belong together, or not."""
        rng, ledger = self.rng, table.ledger
        if rng.randrange(3) == 0 or not self.crew.seen:
            return max(0, ledger.step + rng.randrange(-6, 40)), ledger.head
        one = rng.choice(self.crew.seen)
        if rng.randrange(4) == 0:
            return one.step, rng.choice((bytes(HEAD_SIZE), rng.choice(self.crew.seen).head))
        return one.step, one.head

    def _content(self, table: Table, kind: Kind) -> bytes:
        rng, ledger = self.rng, table.ledger
        alike = [given.content for given in self.crew.seen if given.kind is kind]
        moves: Iterable[bytes] = ()
        if kind.has_move:
            moves = (ledger.game.format(move).encode() for move in ledger.game.legal(ledger.state, self.seat))
        choices = (rng.choice(alike) if alike else b"", next(iter(moves), b""), rng.randbytes(HEAD_SIZE), b"")
        odd = rng.randbytes(rng.randrange(CONTENT_BYTES))
        return rng.choice((*choices[:2], *choices, odd))


class ChaosTogether(Chaos):
    """Two do so, and each also signs for the other."""

    crew_size = 2
    least = 4
