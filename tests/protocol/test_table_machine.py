"""A table under anything that honest machines and cables do, in any order that hypothesis thinks of (`spec/table.md`).

The reference model is a list: the heads that each peer has told of, one a step. Whatever happens, two peers' lists
differ, if at all, from a step on that votes ended for one of them and an answer for the other; and once all cables are
whole again, all hold one list, the table is closed, and every log is fair.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from p2pgame.engine.games import load
from p2pgame.protocol.voting_table.effects import Rewind, Stopped
from p2pgame.protocol.voting_table.ledger import Happened
from p2pgame.protocol.voting_table.table import Table
from p2pgame.protocol.voting_table.verify import Replay, Verdict, verify

from .people import GRACE, find_game, genesis
from .room import Room

SEATS = 3
WATCHER = SEATS
PEERS = range(SEATS + 1)
PAIRS = tuple(combinations(PEERS, 2))

peers = st.sampled_from(PEERS)
seats = st.sampled_from(range(SEATS))
pairs = st.sampled_from(PAIRS)


class Machine(RuleBasedStateMachine):
    """Three seats and somebody who may come to watch."""

    @initialize(game_id=st.sampled_from(["tink", "tetris"]), seed=st.integers(0, 9))
    def sit_down(self, game_id: str, seed: int) -> None:
        """Everybody is linked but the watcher."""
        game = load(game_id)
        self.room = Room(game, genesis(game, SEATS), seed, spectators=1)
        self.read = [0] * len(PEERS)
        self.told: list[list[tuple[bytes, bool]]] = [[] for _ in PEERS]
        self.room.connect([pair for pair in PAIRS if WATCHER not in pair])
        self.room.begin()

    @rule(times=st.integers(1, 30))
    def deliver(self, times: int) -> None:
        """Some of what is on its way arrives, from one link or another."""
        for _ in range(times):
            self.room.deliver()

    @rule(seat=seats)
    def decide(self, seat: int) -> None:
        """Whoever is asked makes a move."""
        if self.room.peers[seat].table.asks_me:
            self.room.decide(seat)

    @rule(steps=st.integers(1, 6))
    def play_on(self, steps: int) -> None:
        """Some steps without trouble, as far as the cables let them."""
        for _ in range(40 * steps):
            asked = [n for n in range(SEATS) if self.room.peers[n].table.asks_me]
            if not self.room.deliver() and asked:
                self.room.decide(asked[0])

    @rule(peer=peers)
    def beat(self, peer: int) -> None:
        """A second passes for one peer."""
        self.room.carry_out(peer, self.room.peers[peer].table.beat())

    @rule(pair=pairs)
    def cut(self, pair: tuple[int, int]) -> None:
        """A link breaks, with what was on its way."""
        if pair in self.room.cables:
            self.room.cut(*pair)

    @rule(pair=pairs)
    def mend(self, pair: tuple[int, int]) -> None:
        """A link is made; the watcher's first one is its coming."""
        if pair not in self.room.cables:
            self.room.connect([pair])

    @precondition(lambda self: any(self.room.cables.values()))
    @rule(which=st.integers(0, 11))
    def repeat(self, which: int) -> None:
        """A message is sent twice."""
        full = [cable for cable in self.room.cables.values() if cable]
        cable = full[which % len(full)]
        cable.append(cable[0])

    @rule(peer=peers)
    def crash(self, peer: int) -> None:
        """A peer is killed and comes back from its log and what it kept beside it; its links are gone."""
        self._unplug(peer)
        it = self.room.peers[peer]
        replay = Replay(bytes(it.log), find_game)
        steps = [happened.step for happened in replay.steps()]
        it.table = Table.resumed(replay.ledger, it.table.player, steps, it.kept, replay.proofs)
        self.room.carry_out(peer, it.table.begin())

    @rule(seat=seats)
    def stay_away(self, seat: int) -> None:
        """A seat is away for longer than the grace time, and the others may vote it out.

        Not when only two are left: both could claim the game, and there would be two histories for good (E516).
        """
        self._unplug(seat)
        for _ in range(GRACE + 2):
            for n in PEERS:
                if n != seat:
                    self.room.carry_out(n, self.room.peers[n].table.beat())
            while self.room.deliver():
                pass
        for n in range(SEATS):
            table = self.room.peers[n].table
            for target in table.droppable if n != seat and len(table.ledger.present) > 2 else ():
                self.room.carry_out(n, table.vote_out(target))

    def _unplug(self, peer: int) -> None:
        for pair in PAIRS:
            if peer in pair and pair in self.room.cables:
                self.room.cut(*pair)

    @invariant()
    def nobody_is_blamed(self) -> None:
        """All are honest, so no table stops."""
        assert not self.room.news(Stopped)

    @invariant()
    def nothing_is_accepted_twice(self) -> None:
        """Steps are told one after another, and taken back only when a peer says so."""
        for n, peer in enumerate(self.room.peers):
            for item in peer.news[self.read[n] :]:
                match item:
                    case Rewind(number):
                        del self.told[n][number:]
                    case Happened(step, head=head):
                        assert step.number == len(self.told[n])
                        self.told[n].append((head, step.is_drop))
            self.read[n] = len(peer.news)

    @invariant()
    def histories_part_only_at_votes(self) -> None:
        """Where two differ, one went on by votes and the other by the answer that had reached it."""
        for one, other in combinations(self.told, 2):
            first = next((pair for pair in zip(one, other, strict=False) if pair[0][0] != pair[1][0]), None)
            assert first is None or first[0][1] is not first[1][1]

    def teardown(self) -> None:
        """All cables are whole again: everybody comes to one end."""
        if not hasattr(self, "room"):
            return
        self.room.connect([pair for pair in PAIRS if pair not in self.room.cables])
        self.room.beat_until_closed(PEERS)
        self.nothing_is_accepted_twice()
        assert all(peer.table.ledger.closed for peer in self.room.peers)
        assert all(told == self.told[0] for told in self.told)
        for log in self.room.logs():
            assert verify(log, find_game).verdict is Verdict.FAIR


def _run(examples: int, steps: int) -> None:
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            suppress_health_check=slow,
            derandomize=True,
        ),
    )


def test_a_table_of_honest_peers_holds_one_history_whatever_machines_and_cables_do() -> None:
    """A few runs, the same each time."""
    _run(6, 15)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_same_for_longer() -> None:
    """Many runs of more steps."""
    _run(300, 40)
