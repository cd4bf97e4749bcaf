"""Attacks that two seats make together: they tell two halves of the honest seats two things, or each does a part."""

# ruff: noqa: D102 - what a class overrides says what its base says

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from p2pgame.protocol.contract import fairness
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import DECISIONS, VOTES, Kind
from p2pgame.protocol.voting_table.messages import Give, Have, Message, Steps
from p2pgame.protocol.voting_table.table import Table
from p2pgame.protocol.voting_table.votes import Motion

from ...protocol.people import player
from .attack import Attack, Crew, Sent
from .choices import another_move

_AT_ONCE = frozenset({Kind.SHARE, Kind.OPEN, Kind.CLOSE})


class Halves(Attack):
    """Tells the honest seats apart in two halves, the same for the whole crew."""

    least = 3

    def half(self, seat: int) -> int | None:
        """0 or 1; None for a seat of the crew."""
        others = self.crew.others
        return others.index(seat) % 2 if seat in others else None


class VotesApart(Halves):
    """Says yes to one half and no to the other, in each ballot that there is, and in those on one honest seat."""

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._victim = crew.others[sum(crew.seats) % len(crew.others)]

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Give) and message.given.kind in VOTES and message.given.seat in self.crew.seats:
            return ()
        return super().outgoing(table, message, to)

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        half, due = self.half(to), table.due
        if half is None or due is None or not due.step:
            return
        dropped = Motion(Kind.DROP, self._victim)
        skipped = [Motion(Kind.SKIP, seat) for seat in table.awaited if due.kind in DECISIONS]
        for motion in dict.fromkeys((*table._votes.motions, *skipped, dropped)):
            if motion.target not in self.crew.seats:
                self.done += 1
                yield Give(self.vote(table, motion, table._votes.ballot(motion), yes=half == 0))


class Together(Halves):
    """Two seats attack."""

    crew_size = 2
    least = 4

    @property
    def place(self) -> int:
        """Which of the two one is, 0 or 1."""
        return self.crew.seats.index(self.seat)

    @property
    def mate(self) -> int:
        """The other one."""
        return self.crew.seats[1 - self.place]

    @property
    def victim(self) -> int:
        """The honest seat that both have chosen."""
        return self.crew.others[sum(self.crew.seats) % len(self.crew.others)]


class VotesApartTogether(VotesApart, Together):
    """Both do so."""

    crew_size = 2
    least = 4


class AnswersApart(Together):
    """Both give each half another answer, and pass nothing of one half on to the other."""

    def own(self, table: Table, given: Input, to: int) -> Iterator[Sent]:
        other = given
        if self.half(to) == 1:
            other = self._another(table, given)
            self.done += other != given
        yield Give(other)

    def _another(self, table: Table, given: Input) -> Input:
        if given.kind is Kind.COMMIT:
            return self.sign(given, content=bytes([self.seat]) * 32)
        return another_move(self, table, given) or given

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        half = self.half(to)
        if isinstance(message, Steps) and half == 1:
            return ()
        if isinstance(message, Give) and half is not None and self.half(message.given.seat) == 1 - half:
            return ()
        return super().outgoing(table, message, to)


class VotedOut(Together):
    """Both vote an honest seat out, for which they hear nothing and say nothing: now to all, now to one seat alone."""

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        due = table.due
        if due is None or not due.step or to == self.victim or self.victim not in table.ledger.present:
            return
        alone = self.crew.others[due.step // 8 % len(self.crew.others)]
        if due.step // 32 % 2 and to != alone:
            return
        motions = [Motion(Kind.DROP, self.victim)]
        if self.victim in table.awaited and due.kind in DECISIONS:
            motions.append(Motion(Kind.SKIP, self.victim))
        for motion in motions:
            self.done += 1
            yield Give(self.vote(table, motion, table._votes.ballot(motion), yes=True))

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Have):
            message = replace(message, links=message.links & ~(1 << self.victim))
        elif isinstance(message, Give) and self._speaks_for(message.given):
            return ()
        return super().outgoing(table, message, to)

    def _speaks_for(self, given: Input) -> bool:
        """Whether this helps the victim: its own word, or a no to a vote on it."""
        return given.seat == self.victim or (given.seat == self.seat and given.kind is Kind.KEEP)


class WithheldAndVoted(Together):
    """One keeps back what it owes at once, from some step on; the other votes on an honest seat in its place."""

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._from = 2 + sum(crew.seats) * 2

    def own(self, table: Table, given: Input, to: int) -> Iterable[Sent]:
        if self.place == 0 and given.kind in _AT_ONCE and given.step >= self._from:
            self.done += 1
            return ()
        on_mate = given.kind in (Kind.DROP, Kind.SKIP) and given.content[:1] == bytes([self.mate])
        return () if on_mate else (Give(given),)

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Steps) and message.steps[-1].number >= self._from:
            return ()
        return super().outgoing(table, message, to)

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        due = table.due
        if self.place == 1 and due is not None and due.step >= self._from:
            motion, on_mate = Motion(Kind.DROP, self.victim), Motion(Kind.DROP, self.mate)
            self.done += 1
            yield Give(self.vote(table, motion, table._votes.ballot(motion), yes=True))
            if on_mate in table._votes.motions:
                yield Give(self.vote(table, on_mate, table._votes.ballot(on_mate), yes=False))


class FalseHaves(Together):
    """Both say the same that is not so, of steps, rounds, inputs and links."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Have):
            self.done += 1
            message = self._false(message)
        return super().outgoing(table, message, to)

    def _false(self, have: Have) -> Have:
        """Another lie every few steps, told by both."""
        every = (1 << self.count) - 1
        lies: tuple[dict[str, object], ...] = (
            {"inputs": every, "links": every},
            {"inputs": 0, "links": 0},
            {"step": have.step + 1, "links": every},
            {"step": max(0, have.step - 3), "head": bytes(32)},
            {"head": bytes(32)},
            {"round": Kind.OPEN.value},
            {"links": every & ~(1 << self.victim)},
        )
        return replace(have, **lies[(have.step // 4 + sum(self.crew.seats)) % len(lies)])  # type: ignore[arg-type]  # of various fields


class SwappedAnswers(Together):
    """Both hold their answers back until they are voted on, or for long, and give the halves two, then the other ones.

    Each says yes to one half and no to the other in the ballots on its mate.
    """

    PATIENCE = 9

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._held: tuple[Input, Input] | None = None
        self._beats: dict[int, int] = {}

    def own(self, table: Table, given: Input, to: int) -> Iterable[Sent]:
        if given.kind not in DECISIONS:
            return (Give(given),)
        if self._held is None or self._held[0] != given:
            self._held, self._beats = (given, another_move(self, table, given) or given), {}
        return ()

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Steps) and self._held is not None and message.steps[-1].number >= self._held[0].step:
            return ()
        return super().outgoing(table, message, to)

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        half = self.half(to)
        if half is None:
            return
        for motion in table._votes.motions:
            if motion.target == self.mate:
                yield Give(self.vote(table, motion, table._votes.ballot(motion), yes=half == 0))
        if self._held is None:
            return
        beats = self._beats[to] = self._beats.get(to, 0) + 1
        if beats >= self.PATIENCE or any(motion.target == self.seat for motion in table._votes.motions):
            self.done += 1
            yield Give(self._held[(half + beats // 3) % 2])


class TwoWorlds(Together):
    """Each plays with one half of the honest seats alone, and in the other's name as well: two games."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if self.half(to) != self.place:
            return ()
        if isinstance(message, Have):
            message = replace(message, links=message.links | 1 << self.mate)
            self.crew.told[self.place] = message
        return super().outgoing(table, message, to)

    def beat(self, table: Table, to: int) -> Iterator[Sent]:
        half = self.half(to)
        if half is None:
            return
        if half != self.place:
            if half in self.crew.told:
                yield self.crew.told[half]
            return
        due = table.due
        if due is not None and self.mate in table.awaited and (content := self._content(table, due.kind)) is not None:
            self.done += 1
            yield Give(self._in_its_name(self.for_due(table, due, seat=self.mate, content=content)))
        for given in table._votes.all:
            if given.seat == self.seat and given.content[-2] != self.mate:
                self.done += 1
                yield Give(self._in_its_name(given))

    def _in_its_name(self, given: Input) -> Input:
        return self.sign(given, by=self.mate, seat=self.mate)

    def _content(self, table: Table, kind: Kind) -> bytes | None:
        """What the mate brings to a round of that kind in this world; None if it has nothing to bring."""
        ledger = table.ledger
        if kind in (Kind.ACCEPT, Kind.CLOSE):
            return b""
        if kind is Kind.SHARE:
            return player(ledger.genesis, self.mate).chain.share(ledger.draw_number)
        notation = next((ledger.game.format(move) for move in ledger.game.legal(ledger.state, self.mate)), None)
        if notation is None:
            return None
        opening = bytes(32) + notation.encode()
        if kind is Kind.COMMIT:
            return fairness.commitment(ledger.genesis.id, ledger.step, self.mate, opening)
        return opening if kind is Kind.OPEN else notation.encode()
