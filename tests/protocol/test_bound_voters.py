"""Five seats, one of them gone, two others bound by their votes: the table goes on. `spec/table.md`, "Votes".

Three votes decide, and two noes let a ballot lapse. Of the two that are neither gone nor bound one may be the seat that
is voted on, which has no say in that; and who is gone may have given the vote that is lacking.
"""

from __future__ import annotations

from itertools import product

import pytest
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.messages import decode_message
from p2pgame.protocol.voting_table.verify import Verdict, verify
from p2pgame.protocol.voting_table.votes import Motion

from .people import GRACE, find_game
from .test_absence import part, waiting_for
from .test_turn_time import LIMIT, Slow
from .test_turn_time import room as timed_room

BOUND, THIRD, FOURTH, MOVER = (0, 1), 2, 3, 4
OTHERS = (*BOUND, THIRD, FOURTH)
STEPS = 6
"""Steps after which the table has surely gone on: games of TEN are long."""


def waiting(kind: Kind) -> Slow:
    """A table of five that waits for its last seat, for so long that all others may vote on that."""
    table = timed_room("ten", 5, slow=[MOVER])
    waiting_for(table, MOVER)
    part(table, (MOVER,), OTHERS)
    for n in OTHERS:
        peer = table.peers[n].table
        if kind is Kind.SKIP:
            peer._round_beats = 3 * LIMIT
        else:
            peer._beat += GRACE
            peer._round_beats += 3 * GRACE
            for seat in OTHERS:
                peer._hear_of(seat)
    return table


def vote(table: Slow, motion: Motion) -> None:
    """The two give their votes, and all but the seat that they are about hear them."""
    for n in BOUND:
        peer = table.peers[n].table
        table.carry_out(n, peer.beat() if motion.kind is Kind.SKIP else peer.vote_out(motion.target))
    while table.deliver():
        pass
    for n in BOUND:
        votes = table.peers[n].table._votes
        assert votes.voters(motion) == set(BOUND)
        assert votes.enough(motion) is None


def let_lapse(table: Slow, motion: Motion) -> None:
    """The two vote in ballot 0, the others say no, and all hear it; that was long ago."""
    vote(table, motion)
    for n in (THIRD, FOURTH):
        peer = table.peers[n].table
        peer._cast(motion, yes=False)
        table.carry_out(n, peer._take())
    while table.deliver():
        pass
    for peer in table.peers:
        peer.table._lapsed = dict.fromkeys(peer.table._lapsed, -3 * GRACE)


def answer(table: Slow, knowing: tuple[int, ...]) -> None:
    """The seat answers; those that know it go on, and nobody else has heard of it yet."""
    step = table.peers[MOVER].table.ledger.step
    table.connect([(n, MOVER) for n in knowing])
    table.slow = frozenset()
    table.decide(MOVER)
    for n in knowing:
        cable = table.cables[MOVER, n]
        while cable:
            public, message = table.peers[MOVER].public, decode_message(cable.popleft())
            table.carry_out(n, table.peers[n].table.receive(public, message))
    assert {table.peers[n].table.ledger.step > step for n in (MOVER, *knowing)} == {True}
    assert {table.peers[n].table.ledger.step for n in BOUND} == {step}


CASES = [
    (Kind.DROP, 0, (), THIRD),
    (Kind.DROP, 0, (FOURTH,), THIRD),
    (Kind.DROP, 1, (FOURTH,), THIRD),
    (Kind.SKIP, 0, (FOURTH,), THIRD),
    (Kind.SKIP, 1, (FOURTH,), MOVER),
]
"""What was voted on, in which ballot, who knows the answer of the seat in question, and who is gone."""

MORE = [
    case
    for case in product((Kind.DROP, Kind.SKIP), (0, 1), ((), (FOURTH,), (THIRD, FOURTH)), (0, THIRD, FOURTH, MOVER))
    if case not in CASES
]


@pytest.mark.parametrize(
    ("kind", "ballot", "knowing", "gone"),
    [*CASES, *(pytest.param(*case, marks=pytest.mark.long) for case in MORE)],
)
def test_of_five_one_is_gone_and_two_are_bound_and_the_table_goes_on(
    kind: Kind, ballot: int, knowing: tuple[int, ...], gone: int
) -> None:
    """Whether or not somebody has gone on with the answer; with one history, and nobody is dropped but who is gone."""
    table = waiting(kind)
    motion = Motion(kind, MOVER)
    if ballot:
        let_lapse(table, motion)
    vote(table, motion)
    assert {table.peers[n].table._votes.ballot(motion) for n in BOUND} == {ballot}
    if knowing:
        answer(table, knowing)
    table.leave(gone)
    table.slow = frozenset()
    table.connect([(n, MOVER) for n in OTHERS if gone not in (n, MOVER) and (n, MOVER) not in table.cables])
    left = [n for n in range(5) if n != gone]
    table.beat_until_all_hold(max(table.peers[n].table.ledger.step for n in left) + STEPS, left)
    for n in left:
        assert set(table.peers[n].table.ledger.dropped) <= {gone}
        assert verify(table.logs()[n], find_game).verdict is Verdict.UNFINISHED


def test_who_is_bound_withholds_nothing() -> None:
    """Of three, one has voted that another's time was up, whose choice the third alone has heard before it was gone.

    The voter cannot open its choice as long as it is bound. It is not put out for that: who is gone is.
    """
    table = timed_room("tetris", 3, slow=[1])
    table.run()
    while table.peers[0].table.due.kind is not Kind.COMMIT:  # type: ignore[union-attr]  # the game goes on
        table.slow = frozenset()
        table.decide(next(n for n in range(3) if table.peers[n].table.asks_me))
        table.slow = frozenset({1})
        table.run()
    part(table, (1,), (2,))
    table.peers[2].table._round_beats = 3 * LIMIT
    table.carry_out(2, table.peers[2].table.beat())
    table.run()
    assert table.peers[2].table._votes.voters(Motion(Kind.SKIP, 1)) == {2}
    table.slow = frozenset()
    table.run()
    table.leave(1)
    due = [table.peers[n].table.due for n in (0, 2)]
    assert [each.kind for each in due if each is not None] == [Kind.OPEN, Kind.COMMIT]
    table.beat_until_all_hold(table.peers[0].table.ledger.step + STEPS, (0, 2))
    assert {table.peers[n].table.ledger.dropped for n in (0, 2)} == {(1,)}


def test_who_has_voted_counts_though_it_is_away() -> None:
    """Of five, two have voted that one is gone, and are gone as well: with its own vote anybody who is left has three.

    Then it is one of four, alone, and votes on nobody else.
    """
    table = waiting(Kind.DROP)
    vote(table, Motion(Kind.DROP, MOVER))
    part(table, BOUND, (THIRD, FOURTH))
    for n in (THIRD, FOURTH):
        table.peers[n].table._beat += 2 * GRACE
    third = table.peers[THIRD].table
    assert third._here == [THIRD]
    assert third.droppable == (MOVER,)
    table.carry_out(THIRD, third.vote_out(MOVER))
    assert third.ledger.dropped == (MOVER,)
    assert third.droppable == ()
