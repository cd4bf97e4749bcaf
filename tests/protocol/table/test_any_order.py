"""Tables joined in memory, to which anything happens in any order that hypothesis can think of.

It plays, draws, loses links, kills peers with and without their journals, lets time pass, votes, waits and claims. All
seats are honest; the simulation has the attacks. A failure is shrunk to the few rules that are needed for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.table.effects import Proven, Refused, Stopped
from p2pgame.protocol.table.messages import Message
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.errors import Code

from ...sim.signed_words import SignedWords
from .. import people
from .room import Room

MENDED = 150
"""Ticks in which all come to one slot and out of it, once all links stand: several cycles of ballots."""

SEATS = st.integers(0, 4)


@dataclass(frozen=True, slots=True)
class Speaker:
    """A peer as `SignedWords` looks at it."""

    seat: int
    genesis: Genesis
    table: Table


class Watched(Room):
    """A room that looks first at every arrival. A lost message counts as not sent."""

    def __init__(self, game: AnyGame, genesis: Genesis, seed: int) -> None:
        super().__init__(game, genesis, seed)
        self._words = SignedWords(frozenset(), len(self.peers))

    def arrives(self, source: int, message: Message) -> None:
        table = self.peers[source].table
        self._words.sent(Speaker(source, table.ledger.genesis, table), message)


class Tables(RuleBasedStateMachine):
    """One table of honest seats, and the events that may happen to it."""

    @initialize(
        game=st.sampled_from(sorted(GAMES)),
        seats=SEATS,
        turn_time=st.sampled_from((0, 0, 4)),
        takebacks=st.booleans(),
        seed=st.integers(0, 99),
    )
    def begin(self, game: str, seats: int, turn_time: int, takebacks: bool, seed: int) -> None:
        """Everybody is linked and has accepted."""
        counts = [count for count in load(game).seats if count >= 2]
        self.count = counts[seats % len(counts)]
        genesis = people.genesis(load(game), self.count, turn_time=turn_time, takebacks=takebacks)
        self.room = Watched(load(game), genesis, seed)
        self.room.connect()
        self.room.begin()
        self.history: list[tuple[bytes, bytes]] = []
        self.lengths = [0] * self.count
        self.stopped: set[int] = set()

    def _seat(self, number: int) -> int:
        return number % self.count

    def _pair(self, first: int, step: int) -> tuple[int, int]:
        one = self._seat(first)
        other = self._seat(one + 1 + step % (self.count - 1))
        return min(one, other), max(one, other)

    @rule(messages=st.integers(1, 60))
    def deliver(self, messages: int) -> None:
        """Some of the messages on their way arrive."""
        for _ in range(messages):
            self.room.deliver()

    @rule(decisions=st.integers(1, 6))
    def play(self, decisions: int) -> None:
        """Each asked seat decides, and everything arrives."""
        for _ in range(decisions):
            self._settle()
            asked = [n for n, peer in enumerate(self.room.peers) if peer.table.asks_me]
            for n in asked[:1]:
                self.room.decide(n)

    @rule(seat=SEATS)
    def decide(self, seat: int) -> None:
        """One seat decides, if it is asked; nothing arrives."""
        n = self._seat(seat)
        if self.room.peers[n].table.asks_me:
            self.room.decide(n)

    @rule(ticks=st.integers(1, 8))
    def tick(self, ticks: int) -> None:
        """Time passes for all, and everything arrives."""
        for _ in range(ticks):
            self._tick()

    @rule(seat=SEATS, ticks=st.integers(1, people.GRACE + 5))
    def tick_one(self, seat: int, ticks: int) -> None:
        """Time passes for one seat alone."""
        n = self._seat(seat)
        for _ in range(ticks):
            self.room.carry_out(n, self.room.peers[n].table.tick())

    @rule(first=SEATS, step=SEATS)
    def cut(self, first: int, step: int) -> None:
        """A link is lost, with the messages on their way."""
        pair = self._pair(first, step)
        if pair in self.room.cables:
            self.room.cut(*pair)

    @rule(first=SEATS, step=SEATS)
    def link(self, first: int, step: int) -> None:
        """A link stands."""
        pair = self._pair(first, step)
        if pair not in self.room.cables:
            self.room.connect([pair])

    @rule(seat=SEATS)
    def kill(self, seat: int) -> None:
        """A peer is killed and comes back, with links to nobody yet. Not while another peer needs its statements: a
        killed peer forgets some."""
        n = self._seat(seat)
        if self._is_asked_by_others(n):
            return
        self.room.restart(n)
        self.stopped.discard(n)

    @rule(seat=SEATS)
    def lose_journal(self, seat: int) -> None:
        """A peer loses its journal as well, when all others have what it has said. If they do not, it may say otherwise
        (`spec/security.md`, "At the table")."""
        n = self._seat(seat)
        self._mend()
        for _ in range(3):
            self._tick()
        if len(set(self.room.slots())) == 1 and not self._is_asked_by_others(n):
            self.room.restart(n, journal_lost=True)
            self.stopped.discard(n)

    def _is_asked_by_others(self, n: int) -> bool:
        """Whether another peer has lost its journal, and has not got its statements back yet."""
        return any(not peer.table.may_sign for other, peer in enumerate(self.room.peers) if other != n)

    @rule(seat=SEATS, about=SEATS)
    def vote(self, seat: int, about: int) -> None:
        """A seat votes to drop another one, or at a table of two claims that the other has gone, if it may."""
        n, other = self._seat(seat), self._seat(about)
        if other in self.room.peers[n].table.droppable:
            self.room.carry_out(n, self.room.peers[n].table.vote_out(other))

    @rule(agree=st.integers(0, 31))
    def take_back(self, agree: int) -> None:
        """The seat that has moved asks to take that back, if it may; of the others some agree. Nothing arrives."""
        for n, peer in enumerate(self.room.peers):
            if peer.table.may_ask_takeback:
                self.room.carry_out(n, peer.table.ask_takeback())
            elif peer.table.asks_takeback:
                self.room.carry_out(n, peer.table.answer_takeback(agrees=bool(agree >> n & 1)))

    @rule(seat=SEATS, about=SEATS)
    def wait(self, seat: int, about: int) -> None:
        """A seat says that it waits for another one."""
        n, other = self._seat(seat), self._seat(about)
        self.room.carry_out(n, self.room.peers[n].table.wait_for(other))

    @rule(seat=SEATS)
    @precondition(lambda self: self.count > 2)
    def rule_out(self, seat: int) -> None:
        """A seat stays away until all others have dropped it, if they may; then it is linked again."""
        n = self._seat(seat)
        for pair in [pair for pair in self.room.cables if n in pair and pair[0] < pair[1]]:
            self.room.cut(*pair)
        for _ in range(people.GRACE + 30):
            self._tick(but=n)
            for other in range(self.count):
                if other != n and n in self.room.peers[other].table.droppable:
                    self.room.carry_out(other, self.room.peers[other].table.vote_out(n))
        self._mend()

    def _tick(self, but: int | None = None) -> None:
        for n, peer in enumerate(self.room.peers):
            if n != but:
                self.room.carry_out(n, peer.table.tick())
        self._settle()

    def _settle(self) -> None:
        while self.room.deliver():
            pass

    def _mend(self) -> None:
        missing = [pair for pair in combinations(range(self.count), 2) if pair not in self.room.cables]
        self.room.connect(missing)

    @invariant()
    def logs_only_grow_and_begin_each_other(self) -> None:
        """Values and states alike, over restarts too."""
        for n, peer in enumerate(self.room.peers):
            records = [(record.digest, record.state_hash) for record in peer.table.ledger.records]
            assert len(records) >= self.lengths[n]
            shared = min(len(records), len(self.history))
            assert records[:shared] == self.history[:shared]
            self.history += records[shared:]
            self.lengths[n] = len(records)

    @invariant()
    def nobody_is_blamed(self) -> None:
        """All are honest: there is no proof, and nobody stops, except at a table of two by its own claim."""
        assert not self.room.news(Proven)
        for n, peer in enumerate(self.room.peers):
            for news in peer.news:
                if isinstance(news, Stopped):
                    assert news.error.code is Code.CLAIMED
                    self.stopped.add(n)
                assert not isinstance(news, Refused) or news.error.code not in (Code.FORGED_INPUT, Code.NO_TAKEBACK)
            peer.news.clear()

    def teardown(self) -> None:
        """With all links there, everybody comes to one slot and out of it, unless the game is over, or at a table of
        two one has stopped."""
        if not hasattr(self, "room") or self.stopped:
            return
        self._mend()
        least = len(self.history) + 1
        for _ in range(MENDED):
            self._tick()
            for n, peer in enumerate(self.room.peers):
                if peer.table.asks_me:
                    self.room.decide(n)
            self._settle()
            self.logs_only_grow_and_begin_each_other()
            if all(peer.table.is_over or peer.table.ledger.now.slot >= least for peer in self.room.peers):
                return
        raise AssertionError(f"nobody comes on: {self.room.slots()}, {[peer.table.due for peer in self.room.peers]}")


def _played(examples: int, steps: int, *phases: Phase) -> None:
    run_state_machine_as_test(
        Tables,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=bool(phases),
            phases=phases or settings().phases,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_honest_tables_hold_for_all_events_in_any_order() -> None:
    """A few tables, the same each time. The long test has others, and shrinks a failure, which takes minutes."""
    _played(8, 20, Phase.generate)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_many_honest_tables_hold_for_all_events_in_any_order() -> None:
    """A thousand tables, and more that happens to each."""
    _played(1000, 50)
