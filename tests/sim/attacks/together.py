"""Attacks that two seats make together: they send two halves of the honest seats two things, or each does a part."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from p2pgame.protocol.contract import fairness
from p2pgame.protocol.table.consensus import Ack
from p2pgame.protocol.table.kinds import DECISIONS, InputKind
from p2pgame.protocol.table.messages import Have, Message, Papers, Records
from p2pgame.protocol.table.signing import Input, Place, inputs_digest
from p2pgame.protocol.table.table import Table

from ...protocol.people import signer
from .attack import Attack, Crew, Sent, brings, give
from .choices import another_move

_AT_ONCE = frozenset({InputKind.SHARE, InputKind.OPEN, InputKind.CLOSE})


class Halves(Attack):
    """Divides the honest seats into two halves, the same for the whole crew."""

    least = 3

    def half(self, seat: int) -> int | None:
        """0 or 1; None for a seat of the crew."""
        others = self.crew.others
        return others.index(seat) % 2 if seat in others else None


class Together(Halves):
    """Two seats attack."""

    crew_size = 2
    least = 4

    @property
    def place(self) -> int:
        """One's own place, 0 or 1."""
        return self.crew.seats.index(self.seat)

    @property
    def mate(self) -> int:
        """The other one."""
        return self.crew.seats[1 - self.place]

    @property
    def victim(self) -> int:
        """The honest seat that both have chosen."""
        return self.crew.others[sum(self.crew.seats) % len(self.crew.others)]


class AnswersApart(Together):
    """Both give each half another answer, confirm to each half what it has, and pass nothing on between the halves."""

    def papers(self, table: Table, papers: Papers, to: int) -> Iterator[Sent]:
        half = self.half(to)
        if half == 1:
            papers = replace(papers, acks=tuple(each for each in papers.acks if each.seat not in self.crew.seats))
        if half is not None:
            inputs = tuple(each for each in papers.inputs if self.half(each.seat) != 1 - half)
            acks = tuple(each for each in papers.acks if self.half(each.seat) != 1 - half)
            papers = replace(papers, inputs=inputs, acks=acks)
        yield from super().papers(table, papers, to)

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterator[Sent]:
        other = given
        if self.half(to) == 1:
            other = self._another(table, place, given)
            self.done += other != given
        yield give(place, other)
        if other != given and given.kind is InputKind.MOVE:
            yield from self._acks_of(table, place, other)

    def _acks_of(self, table: Table, place: Place, given: Input) -> Iterator[Sent]:
        """Both confirm the other answer to this half."""
        before = table.ledger.before(place.slot)
        outcome = before.outcome((given,))
        for seat in self.crew.seats:
            ack = Ack(seat, 0, inputs_digest((given,)), outcome.state_hash)
            yield Papers(place, acks=(self.sign(place, ack, by=seat),))

    def _another(self, table: Table, place: Place, given: Input) -> Input:
        if given.kind is InputKind.COMMIT:
            return self.sign(place, replace(given, content=bytes([self.seat]) * 32))
        return another_move(self, table, place, given) or given

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Records) and self.half(to) == 1:
            return ()
        return super().outgoing(table, message, to)


class PushedOut(Together):
    """Both want an honest seat out: they pass none of its statements on, and claim that nobody is linked with it."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        victim = 1 << self.victim
        if isinstance(message, Have):
            self.done += 1
            message = replace(message, links=message.links & ~victim, drops=victim, skips=victim)
        elif isinstance(message, Papers):
            message = replace(
                message,
                inputs=tuple(each for each in message.inputs if each.seat != self.victim),
                acks=tuple(each for each in message.acks if each.seat != self.victim),
            )
        return super().outgoing(table, message, to) if to != self.victim else ()


class WithheldTogether(Together):
    """One keeps back what it owes at once, from some slot on; the other one promises nothing."""

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._from = 2 + sum(crew.seats) * 2

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterable[Sent]:
        if self.place == 0 and given.kind in _AT_ONCE and place.slot >= self._from:
            self.done += 1
            return ()
        return (give(place, given),)

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if brings(message, self._from):
            return ()
        if self.place == 1 and isinstance(message, Papers) and message.promises:
            self.done += 1
            return ()
        if self.place == 1 and isinstance(message, Have):
            message = replace(message, drops=1 << self.victim)
        return super().outgoing(table, message, to)


class FalseHaves(Together):
    """Both say the same that is not so, of slots, inputs, acks, ballots, consents and links."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Have):
            self.done += 1
            message = self._false(message)
        return super().outgoing(table, message, to)

    def _false(self, have: Have) -> Have:
        """Another lie every few slots, by both."""
        every = (1 << self.count) - 1
        lies: tuple[dict[str, object], ...] = (
            {"inputs": every, "links": every, "acks": (1,) * self.count},
            {"inputs": 0, "links": 0, "acks": (0,) * self.count},
            {"slot": have.slot + 1, "links": every},
            {"slot": max(0, have.slot - 3), "head": bytes(32)},
            {"head": bytes(32)},
            {"promised": 1 << 30, "proposed": 1 << 30},
            {"links": every & ~(1 << self.victim), "drops": 1 << self.victim},
        )
        return replace(have, **lies[(have.slot // 4 + sum(self.crew.seats)) % len(lies)])  # type: ignore[arg-type]  # of various fields


class SwappedAnswers(Together):
    """Both hold their answers back for long, give the halves two of them, and later the other ones."""

    PATIENCE = 9

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._held: tuple[Place, Input, Input] | None = None
        self._ticks: dict[int, int] = {}

    def papers(self, table: Table, papers: Papers, to: int) -> Iterator[Sent]:
        """Its own acks would show which answer it has made."""
        papers = replace(papers, acks=tuple(each for each in papers.acks if each.seat not in self.crew.seats))
        yield from super().papers(table, papers, to)

    def own(self, table: Table, place: Place, given: Input, to: int) -> Iterable[Sent]:
        if given.kind not in DECISIONS:
            return (give(place, given),)
        if self._held is None or self._held[1] != given:
            self._held, self._ticks = (place, given, another_move(self, table, place, given) or given), {}
        return ()

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if self._held is not None and brings(message, self._held[0].slot):
            return ()
        return super().outgoing(table, message, to)

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        half = self.half(to)
        if half is None or self._held is None:
            return
        ticks = self._ticks[to] = self._ticks.get(to, 0) + 1
        if ticks >= self.PATIENCE:
            self.done += 1
            place, *inputs = self._held
            yield give(place, inputs[(half + ticks // 3) % 2])


class TwoWorlds(Together):
    """Each plays with one half of the honest seats alone, and in the other's name as well: two games."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if self.half(to) != self.place:
            return ()
        if isinstance(message, Have):
            message = replace(message, links=message.links | 1 << self.mate)
            self.crew.told[self.place] = message
        return super().outgoing(table, message, to)

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        half = self.half(to)
        if half is None:
            return
        if half != self.place:
            if half in self.crew.told:
                yield self.crew.told[half]
            return
        due, place = table.due, table.ledger.now.place
        if due is not None and self.mate in table.awaited and (content := self._content(table, due.kind)) is not None:
            self.done += 1
            yield self.input(place, due.kind, content, by=self.mate)
        for ack in table.slot.acks.get(self.seat, {}).values():
            self.done += 1
            yield Papers(place, acks=(self.sign(place, replace(ack, seat=self.mate), by=self.mate),))

    def _content(self, table: Table, kind: InputKind) -> bytes | None:
        """The mate's input for a slot of that kind in this world; None if it has none."""
        now = table.ledger.now
        if kind in (InputKind.ACCEPT, InputKind.CLOSE):
            return b""
        if kind is InputKind.SHARE:
            return signer(now.genesis, self.mate).chain.share(now.draw_number)
        notation = next((now.game.format(move) for move in now.game.legal(now.state, self.mate)), None)
        if notation is None:
            return None
        opening = bytes(32) + notation.encode()
        if kind is InputKind.COMMIT:
            return fairness.commitment(now.genesis.id, now.step, self.mate, opening)
        return opening if kind is InputKind.OPEN else notation.encode()
