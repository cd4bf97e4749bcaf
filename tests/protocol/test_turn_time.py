"""Running out of time: `spec/table.md`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from p2pgame.engine.games import load
from p2pgame.engine.pending import Secret, Window, asked
from p2pgame.protocol.voting_table.absence import LEEWAY
from p2pgame.protocol.voting_table.effects import Rewind, Stopped
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.ledger import Happened, Ledger, Step
from p2pgame.protocol.voting_table.log import step_record
from p2pgame.protocol.voting_table.messages import Give, Steps
from p2pgame.protocol.voting_table.verify import Verdict, verify
from p2pgame.protocol.wire.errors import Code, SeatError

from .hostile import forge, give
from .people import find_game, genesis
from .refusals import refused
from .room import Room
from .test_absence import check_finished, part, waiting_for

LIMIT = 10
"""Seconds, and so beats."""


class Slow(Room):
    """A room in which some peers are there and never decide."""

    slow: frozenset[int] = frozenset()

    def decide(self, n: int) -> None:
        """Decide, unless it is one of those."""
        if n not in self.slow:
            super().decide(n)

    def run(self, most: int = 200_000) -> None:
        """Until nothing is on its way, and who is asked is slow."""
        for _ in range(most):
            asked_ = [n for n, peer in enumerate(self.peers) if peer.table.asks_me and n not in self.slow | self.gone]
            if asked_ and (self.rng.randrange(3) == 0 or not any(self.cables.values())):
                self.decide(self.rng.choice(asked_))
            elif not self.deliver() and not asked_:
                return
        raise AssertionError("the room does not come to rest")


def room(game_id: str, seats: int, slow: Iterable[int] = (), seed: int = 1) -> Slow:
    """A table with a turn time, of fully linked peers."""
    table = Slow(load(game_id), genesis(load(game_id), seats, turn_time=LIMIT), seed)
    table.slow = frozenset(slow)
    table.connect()
    table.begin()
    return table


def skips(table: Room, n: int = 0) -> list[Happened]:
    """The steps in which somebody ran out of time."""
    return [item for item in table.happened(n) if item.step.skipped]


@pytest.mark.parametrize(
    ("game_id", "seats"), [("tink", 3), ("tetris", 2), ("tetris", 3), ("ten", 2), ("te-trix", 3), ("tentricks", 4)]
)
def test_who_owes_a_decision_for_too_long_makes_the_default_move(game_id: str, seats: int) -> None:
    """In turns, secret choices and windows; the logs hold the votes, agree, and verify."""
    table = room(game_id, seats, slow=[1])
    table.run()
    table.beat(LIMIT + LEEWAY - 1)
    assert not skips(table)
    table.beat()
    assert len(skips(table)) == 1
    table.beat(3 * (LIMIT + LEEWAY))
    assert len(skips(table)) > 1
    table.slow = frozenset()
    table.beat(3)
    check_finished(table, tuple(range(seats)))
    assert len(set(table.logs())) == 1
    for happened in skips(table):
        assert happened.step.skipped == (1,)
        votes = [given for given in happened.step.inputs if given.kind is Kind.SKIP]
        assert len(votes) >= table.peers[0].table.ledger.votes_needed
        assert 1 not in {given.seat for given in votes}


def test_the_default_move_is_the_games_own() -> None:
    """The event says so, as everybody's engine works it out from the state."""
    table = room("tetris", 3, slow=[0, 2])
    table.beat(LIMIT + LEEWAY + 1)
    before, happened = table.happened(1)[1], skips(table)[0]
    ledger = table.peers[0].table.ledger
    assert isinstance(happened.pending, Secret)
    assert happened.step.skipped == (0, 2)
    moves = dict(zip(asked(happened.pending), happened.event.moves, strict=True))  # type: ignore[union-attr]  # an `Answered`
    assert {moves[seat] for seat in (0, 2)} == {ledger.game.default(before.state, 0)}


def test_nobody_decides_and_the_table_goes_on_all_the_same() -> None:
    """A secret step of default moves alone has no openings."""
    table = room("tetris", 3, slow=[0, 1, 2])
    table.beat(LIMIT + LEEWAY + 1)
    happened = skips(table)[0]
    assert happened.step.skipped == (0, 1, 2)
    assert {given.kind for given in happened.step.inputs} == {Kind.SKIP}
    assert verify(table.logs()[0], find_game).verdict is Verdict.UNFINISHED


def test_the_answers_of_the_others_stay() -> None:
    """In a secret choice what was committed to is opened, and counts; in a window what was answered."""
    for game_id, kind in (("tetris", Secret), ("tentricks", Window)):
        table = room(game_id, 3, slow=[1])
        for _ in range(40):
            found = [item for item in skips(table) if isinstance(item.pending, kind) and len(asked(item.pending)) > 1]
            if found:
                break
            table.beat(LIMIT)
        kinds = {Kind.OPEN, Kind.ANSWER}
        answered = {given.seat for given in found[0].step.answers if given.kind in kinds}
        assert found[0].pending is not None
        assert answered == set(asked(found[0].pending)) - {1}


def test_without_a_turn_time_people_may_think_for_as_long_as_they_like() -> None:
    """And a vote that their time is up is none."""
    table = Slow(load("tink"), genesis(load("tink"), 3), 1)
    table.connect()
    table.begin()
    waiting_for(table, 1)
    table.slow = frozenset({1})
    table.beat(20 * LIMIT)
    assert table.peers[0].table.awaited == (1,)
    assert table.peers[1].table.seconds_left is None
    ledger = table.peers[0].table.ledger
    with refused(Code.BAD_CONTENT):
        ledger.check_vote(forge(table, 2, kind=Kind.SKIP, content=bytes([1, 0]), head=ledger.head))


def test_a_minority_makes_nobody_move() -> None:
    """2|2: nobody hears of enough seats, so nobody votes; together again they do."""
    table = room("tink", 4)
    waiting_for(table, 3)
    table.slow = frozenset({3})
    part(table, (0, 1), (2, 3))
    table.beat(3 * LIMIT + 40)
    assert not any(skips(table, n) for n in range(4))
    assert not any(given for n in range(4) for given in table.peers[n].table._votes.all)
    table.connect([(0, 2), (0, 3), (1, 2), (1, 3)])
    table.beat(LIMIT)
    assert all(skips(table, n) for n in range(4))


def late(table: Room, seat: int) -> Input:
    """A good move of that seat, for the turn that is waiting."""
    ledger = table.peers[0].table.ledger
    return forge(table, seat, content=ledger.game.format(next(ledger.game.legal(ledger.state, seat))).encode())


def test_a_late_answer_that_some_have_taken_gives_way_to_the_votes() -> None:
    """Peer 2 takes the answer and is cut off with it, the others vote; back again, peer 2 goes back."""
    table = room("ten", 5)
    waiting_for(table, 3)
    table.slow = frozenset({3})
    number = table.peers[0].table.ledger.step
    part(table, (0, 1, 4), (2,), (3,))
    give(table, 2, 3, late(table, 3))
    assert table.peers[2].table.ledger.step > number
    table.connect([(0, 3), (1, 3), (4, 3)])
    table.beat(LIMIT + LEEWAY + 1)
    assert skips(table)
    table.connect([(0, 2), (1, 2), (2, 3), (4, 2)])
    table.slow = frozenset()
    table.beat_until_all_hold(number + 20, range(5))
    assert [item.step for item in table.peers[2].news if isinstance(item, Rewind)] == [number]


def test_a_commitment_that_came_too_late_gives_way_within_the_step() -> None:
    """Peer 2 waits for openings already when it hears that the seat's time was up: it opens again, for the others."""
    table = room("tetris", 3, slow=[1])
    table.run()
    table.beat(LIMIT + LEEWAY - 1)
    due = table.peers[2].table.due
    assert due is not None
    commit = forge(table, 1, kind=Kind.COMMIT, content=bytes(32))
    give(table, 2, 1, commit)
    opening = table.peers[2].table.due
    assert opening is not None
    assert opening.kind is Kind.OPEN
    for n in (0, 2):
        vote = forge(table, n, kind=Kind.SKIP, content=bytes([1, 0]), head=due.head)
        for to in (0, 1, 2):
            if to != n:
                give(table, to, n, vote)
    give(table, 2, 2, forge(table, 2, kind=Kind.SKIP, content=bytes([1, 0]), head=due.head))
    table.slow = frozenset()
    table.run()
    table.beat(3)
    check_finished(table, (0, 1, 2))
    assert skips(table, 2)


def test_a_vote_binds_and_lapses_when_enough_have_the_answer() -> None:
    """Peer 0 has voted when the answer comes; 1 and 2 took it in time, say no, and peer 0 takes it as well."""
    table = room("tink", 4)
    waiting_for(table, 3)
    table.slow = frozenset({3})
    answer = late(table, 3)
    for n in (1, 2, 3):
        table.peers[n].table._round_beats = -20
    table.beat(LIMIT + LEEWAY)
    assert table.peers[0].table._votes.all
    for n in (1, 2, 3):
        give(table, n, 3, answer)
    give(table, 0, 3, answer)
    assert table.peers[0].table.awaited == (3,)
    table.slow = frozenset()
    table.beat(3)
    check_finished(table, (0, 1, 2, 3))
    assert not skips(table)


def test_e516_of_two_nobody_runs_out_of_time_who_has_not() -> None:
    """Else whoever is about to lose could move for the other. The other stops, names it, and keeps the vote."""
    table = room("tink", 2)
    waiting_for(table, 0)
    claim = forge(table, 1, kind=Kind.SKIP, content=bytes([0, 0]))
    honest = table.peers[0]
    give(table, 0, 1, claim)
    stopped = honest.stopped()
    assert isinstance(stopped.error, SeatError)
    assert (stopped.error.code, stopped.error.seat, stopped.proof) == (Code.CONTESTED, 1, (claim,))


def test_e516_of_two_nobody_takes_back_what_it_has_gone_on_from() -> None:
    """Who has signed anything on a history knows the other's answer in it: it may not say later that there was none."""
    table = room("tink", 2)
    waiting_for(table, 0)
    step, head = table.peers[0].table.ledger.step, table.peers[0].table.ledger.head
    table.peers[0].table._round_beats = LIMIT
    for n in (0, 1, 0):
        waiting_for(table, n)
        table.decide(n)
        while table.deliver():
            pass
    honest = table.peers[0]
    claim = forge(table, 1, step=step, kind=Kind.SKIP, content=bytes([0, 0]), head=head)
    false = Step(step, (claim,), bytes(32))
    table.carry_out(0, honest.table.receive(table.peers[1].public, Steps((false,))))
    assert honest.stopped().error.code == Code.CONTESTED
    assert honest.stopped().proof == (claim,)
    assert not [item for item in honest.news if isinstance(item, Rewind)]


def test_of_two_a_move_that_crossed_the_vote_gives_way() -> None:
    """It was made when the time was nearly up, so the other's word is believed."""
    table = room("tink", 2)
    waiting_for(table, 0)
    table.slow = frozenset({0, 1})
    table.beat(LIMIT)
    table.cut(0, 1)
    super(Slow, table).decide(0)
    for _ in range(LEEWAY + 1):
        table.peers[1].table._hear_of(0)
        table.carry_out(1, table.peers[1].table.beat())
    assert skips(table, 1)
    table.slow = frozenset()
    table.connect()
    table.beat(5)
    assert not table.news(Stopped)
    check_finished(table, (0, 1))
    assert len(set(table.logs())) == 1


def skipped_step(table: Slow) -> tuple[Ledger, Any]:
    """A table of three just before a step with votes that seat 1's time is up, and that step."""
    table.run()
    table.beat(LIMIT + LEEWAY + 1)
    step = skips(table)[0].step
    return table.peers[0].table._ledger_before(step.number), step


def test_e510_votes_that_are_too_few_or_out_of_order_are_no_step() -> None:
    """In catching up as in a log."""
    ledger, step = skipped_step(room("tink", 3, slow=[1]))
    votes = step.inputs
    for inputs in (votes[:1], votes[::-1], votes + votes[:1], ()):
        with refused(Code.BROKEN_STEP):
            ledger.absorb(type(step)(step.number, inputs, step.state_hash))
    assert ledger.absorb(step).step.skipped == (1,)


def test_a_peer_that_was_away_catches_up_with_default_moves() -> None:
    """The votes travel in steps like inputs."""
    table = room("te-trix", 4, slow=[1])
    part(table, (3,), (0, 1, 2))
    table.gone.add(3)
    table.connect([(0, 3)])
    table.run()
    table.beat(2 * LIMIT)
    assert skips(table, 3)
    message = Steps(tuple(table.peers[0].table.steps))
    assert message.steps[: len(table.peers[3].table.steps)] == tuple(table.peers[3].table.steps)
    assert all(step_record(step) in table.logs()[3] for step in message.steps[:5])


def test_a_vote_survives_a_restart() -> None:
    """It was kept before it was sent, and binds as before."""
    table = room("tink", 4)
    waiting_for(table, 3)
    table.slow = frozenset({3})
    for n in (1, 2, 3):
        table.peers[n].table._round_beats = -20
    table.beat(LIMIT + LEEWAY)
    old = table.peers[0].table
    assert old.player is not None
    kept = table.peers[0].kept
    fresh = type(old).resumed(old._ledger_before(len(old.steps)), old.player, old.steps, kept)
    assert fresh._votes.all == old._votes.all
    fresh.receive(table.peers[3].public, Give(late(table, 3)))
    assert fresh.awaited == (3,)


def test_who_has_signed_twice_and_takes_too_long_is_voted_out_and_not_skipped_in_the_step_after() -> None:
    """The vote to drop it ends the step, and the default move is not voted on any more."""
    table = room("tink", 4, slow=[3])
    waiting_for(table, 3)
    peer = table.peers[0].table
    step, head = peer.ledger.step, peer.ledger.head
    for content in (b"a1", b"a2"):
        give(table, 0, 3, forge(table, 3, step=step + 1, kind=Kind.MOVE, content=content, head=bytes(32)))
    for n in (1, 2):
        give(table, 0, n, forge(table, n, step=step, kind=Kind.DROP, content=bytes([3, 0]), head=head))
    peer._round_beats = LIMIT + LEEWAY
    peer.beat()
    assert peer.ledger.dropped == (3,)
