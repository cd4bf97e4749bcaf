"""Ballots: who is bound by a vote, and how it ends: `spec/table.md`, "Votes"."""

from __future__ import annotations

from dataclasses import replace

import pytest
from p2pgame.protocol.voting_table.effects import Send, Voted
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.messages import Give, Steps
from p2pgame.protocol.voting_table.votes import Motion, Vote, Votes, read_vote
from p2pgame.protocol.wire.limits import BALLOTS

from .hostile import forge, give
from .people import GRACE, identity
from .room import Room
from .test_absence import check_finished, part, room, started_again, waiting_for

AWAY = Motion(Kind.DROP, 3)


def cast(votes: Votes, seat: int, ballot: int = 0, *, yes: bool = True) -> bool:
    """Count a seat's vote on the motion; whether it was new."""
    vote = Vote(AWAY, ballot, yes)
    kind = Kind.DROP if yes else Kind.KEEP
    return votes.count(vote, Input.signed(identity(seat), bytes(32), 5, seat, kind, vote.content, bytes(32)))


def test_a_vote_is_read_as_it_was_written() -> None:
    """And what is none is none."""
    for kind in (Kind.DROP, Kind.SKIP):
        for yes in (True, False):
            vote = Vote(Motion(kind, 4), BALLOTS - 1, yes)
            given = Input.signed(identity(0), bytes(32), 5, 0, kind if yes else Kind.KEEP, vote.content, bytes(32))
            assert read_vote(given) == vote
    for kind, content in (
        (Kind.DROP, b""),
        (Kind.DROP, b"\1"),
        (Kind.DROP, b"\5\0"),
        (Kind.SKIP, bytes([1, BALLOTS])),
        (Kind.KEEP, b"\1\0"),
        (Kind.KEEP, b"\x08\1\0"),
        (Kind.KEEP, b"\x07\1\0\0"),
    ):
        assert read_vote(Input.signed(identity(0), bytes(32), 5, 0, kind, content, bytes(32))) is None


def test_a_ballot_lapses_when_the_rest_are_too_few_and_then_the_next_is_open() -> None:
    """Of five seats three decide; with two noes two others are left beside the seat itself."""
    votes = Votes(5, 3)
    assert cast(votes, 0)
    assert not cast(votes, 0)
    assert votes.binds(0, 3)
    cast(votes, 1, yes=False)
    assert votes.binds(0, 3)
    cast(votes, 2, yes=False)
    assert not votes.binds(0, 3)
    assert votes.ballot(AWAY) == 1
    for seat in (0, 1):
        assert cast(votes, seat, ballot=1)
    assert votes.enough(AWAY) is None
    assert cast(votes, 4, ballot=1)
    assert [given.seat for given in votes.enough(AWAY) or ()] == [0, 1, 4]


def test_who_says_yes_and_no_lets_no_ballot_lapse() -> None:
    """Its yes may have counted somewhere."""
    votes = Votes(4, 3)
    cast(votes, 0)
    cast(votes, 1, yes=False)
    assert votes.ballot(AWAY) == 1
    cast(votes, 1)
    assert votes.ballot(AWAY) == 0


def voted_and_back(seats: int, voters: tuple[int, ...], gone: tuple[int, ...]) -> Room:
    """A table that waits for its last seat, which was away; those voted it out, others of them are gone; it is back."""
    last = seats - 1
    table = room("tink" if seats < 5 else "ten", seats)
    waiting_for(table, last)
    part(table, (last,), tuple(range(last)))
    for n in range(seats):
        table.peers[n].table._beat += GRACE - 1
    for n in range(last):
        for other in range(last):
            table.peers[n].table._hear_of(other)
    table.gone.add(last)
    table.beat(votes=False)
    for n in voters:
        assert last in table.peers[n].table.droppable
        table.carry_out(n, table.peers[n].table.vote_out(last))
    table.run()
    for n in gone:
        table.leave(n)
    table.gone.discard(last)
    table.connect([(n, last) for n in range(last) if n not in gone])
    return table


@pytest.mark.parametrize(
    ("seats", "voters", "gone"),
    [
        (4, (0, 1), ()),
        (4, (0,), ()),
        (5, (0, 1), ()),
        (3, (0,), ()),
        (4, (0, 1), (2,)),
        (5, (0, 1), (2,)),
        (3, (0,), (1,)),
    ],
)
def test_voters_are_free_when_the_others_say_no(seats: int, voters: tuple[int, ...], gone: tuple[int, ...]) -> None:
    """Or are joined, or vote out who is away and may have had the vote that was lacking; nobody waits for ever."""
    table = voted_and_back(seats, voters, gone)
    left = tuple(n for n in range(seats) if n not in gone)
    if seats == 5:  # games of TEN are long
        table.beat_until_all_hold(table.peers[0].table.ledger.step + 20, left)
    else:
        table.beat_until_closed(left)
        check_finished(table, left)
    assert set(table.peers[0].table.ledger.dropped) <= {*gone, seats - 1}
    if not gone:
        assert table.peers[0].table.ledger.dropped == ()


CHEAT = 2


def said_both(table: Room, to: int, *, yes: bool) -> None:
    """The cheat tells a peer alone how it votes on the last seat."""
    vote = Vote(AWAY, 0, yes)
    ledger = table.peers[to].table.ledger
    kind = Kind.DROP if yes else Kind.KEEP
    give(table, to, CHEAT, forge(table, CHEAT, step=ledger.step, kind=kind, content=vote.content, head=ledger.head))


def test_yes_to_one_half_and_no_to_the_other_makes_no_two_histories() -> None:
    """Peers 0 and 1 have voted on peer 3, which is back. Peer 0 is told that this suffices, peer 1 that it lapsed."""
    table = voted_and_back(4, (0, 1), (CHEAT,))
    part(table, (0,), (1, 3))
    number = table.peers[1].table.ledger.step
    said_both(table, 0, yes=True)
    said_both(table, 1, yes=False)
    table.decide(3)
    while table.deliver():
        pass
    assert table.peers[0].table.steps[number].is_drop
    assert not table.peers[1].table.steps[number].is_drop
    table.connect([(0, 1), (0, 3)])
    table.beat_until_closed((0, 1))
    check_finished(table, (0, 1))
    assert {table.peers[n].table.steps[number].is_drop for n in (0, 1, 3)} == {True}


@pytest.mark.parametrize("source", [CHEAT, 4])
@pytest.mark.parametrize("told", [False, True])
def test_who_says_yes_when_a_ballot_has_lapsed_by_its_no_undoes_nothing(source: int, told: bool) -> None:
    """Not by showing the votes itself, nor by a stranger, whether or not its yes alone has come before."""
    table = voted_and_back(4, (0, 1), (CHEAT,))
    number = table.peers[1].table.ledger.step
    for n in (0, 1):
        said_both(table, n, yes=False)
    table.decide(3)
    while table.deliver():
        pass
    late = table.peers[1].table
    step, head = late.steps[number], late.steps[number].inputs[0].head
    votes = tuple(forge(table, n, step=number, kind=Kind.DROP, content=b"\3\0", head=head) for n in (0, 1, CHEAT))
    if told:
        give(table, 1, CHEAT, votes[-1])
    peer = identity(source).public
    late.connected(peer)
    table.carry_out(1, late.receive(peer, Steps((replace(step, inputs=votes),))))
    assert late.steps[number] == step


def test_who_was_started_again_says_no_only_to_votes_on_seats_that_it_hears() -> None:
    """Peer 0 is bound by a vote on peer 2, which has gone on, and can be freed only by dropping peer 1, which is gone.
    Peer 2 does not know that yet: were it to say no again and again, all ballots would be used up.
    """
    table = voted_and_back(3, (0,), (1,))
    back, bound = table.peers[2].table, table.peers[0].table
    table.decide(2)
    assert back.ledger.step > bound.ledger.step
    bound._beat += GRACE
    bound._hear_of(2)
    back._last_heard.update(dict.fromkeys(range(3), back._beat))
    table.beat_until_closed((0, 2))
    check_finished(table, (0, 2))
    assert bound.ledger.dropped == (1,)


def test_the_next_ballot_comes_after_as_long_again() -> None:
    """There are 16 in all: people who vote as soon as they may are not to use them up while another still says no."""
    table = room("tink", 4)
    waiting_for(table, 3)
    table.leave(3)
    table.beat(GRACE, votes=False)
    peer, other = table.peers[0].table, table.peers[1].table
    assert peer.droppable == (3,)
    for ballot in (1, 2):
        other._cast(AWAY, yes=False)
        table.carry_out(1, other._take())
        table.run()
        assert peer._votes.ballot(AWAY) == ballot
    table.beat(GRACE - 3, votes=False)
    assert peer.droppable == ()
    table.beat(3, votes=False)
    assert peer.droppable == (3,)


def test_a_seat_that_goes_again_in_the_same_step_is_voted_out_in_the_next_ballot() -> None:
    """Its first ballot has lapsed, and binds nobody."""
    table = voted_and_back(4, (0, 1), ())
    table.gone.add(3)
    for _ in range(8):
        for n in range(4):
            table.carry_out(n, table.peers[n].table.beat())
        table.run()
    assert {table.peers[n].table._votes.ballot(AWAY) for n in (0, 1, 2)} == {1}
    table.leave(3)
    table.beat_until_closed((0, 1, 2))
    check_finished(table, (0, 1, 2))
    assert table.peers[0].table.ledger.dropped == (3,)
    step = next(step for step in table.peers[0].table.steps if step.is_drop)
    assert {given.content for given in step.inputs} == {bytes([3, 1])}


@pytest.mark.parametrize("crash", [False, True])
def test_what_was_said_in_a_ballot_holds_where_the_table_comes_to_the_same_head(crash: bool) -> None:
    """Peer 0 votes in a step that waits, and goes back over the step before: its vote counts again."""
    table = voted_and_back(4, (0,), ())
    peer = table.peers[0].table
    number = peer.ledger.step
    peer._go_back(number - 1, ())
    table.carry_out(0, peer._take())
    if crash:
        peer = started_again(table.peers[0])
    assert peer.ledger.step == number
    assert peer._votes.said(0, AWAY)
    assert [given.kind for given in peer._own_votes.at(number, peer.ledger.head)] == [Kind.DROP]


def test_what_was_said_of_a_step_that_is_done_is_said_again_also_after_a_restart() -> None:
    """Peer 0 has said no to a vote on a step that is done here, which may get lost; peer 2 has heard of it, and passes
    it on.
    """
    table = voted_and_back(4, (), ())
    part(table, (1,), (0, 2, 3))
    late = table.peers[1].table
    table.decide(3)
    table.run()
    number = late.ledger.step
    assert table.peers[0].table.ledger.step > number
    late._cast(AWAY, yes=True)
    vote = late._own_votes.at(number, late.ledger.head)[0]
    for again in (False, False, True):
        peer = started_again(table.peers[0]) if again else table.peers[0].table
        peer.beat()
        effects = peer.receive(table.peers[1].public, Give(vote))
        said = [effect.message.given for effect in effects if isinstance(effect, Send)]
        assert [each.kind for each in said] == [Kind.KEEP]
        table.carry_out(0, effects)
        assert peer._past_of(number).votes.ballot(AWAY) == 1
    for no in said:
        give(table, 2, 0, no)
    third = table.peers[2].table
    effects = third.receive(table.peers[1].public, Give(vote))
    assert [effect.message.given for effect in effects if isinstance(effect, Send)] == said


def test_who_is_there_and_says_nothing_in_a_ballot_is_voted_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Peer 0 is bound by a vote on peer 2, which is back and has gone on. Peer 1 could free it with a no."""
    table = voted_and_back(3, (0,), ())
    mute = table.peers[1].table
    for name in ("_unstick", "_speak_late"):
        monkeypatch.setattr(mute, name, lambda *_: None)
    table.decide(2)
    assert table.peers[2].table.ledger.step > table.peers[0].table.ledger.step
    table.beat(GRACE - 2)
    assert table.peers[0].table.droppable == ()
    table.beat_until_closed((0, 2))
    check_finished(table, (0, 2))
    assert table.peers[0].table.ledger.dropped == (1,)


def test_one_seat_alone_puts_out_nobody_who_was_there() -> None:
    """A false vote is no reason to join, however few are left."""
    table = room("tink", 3)
    waiting_for(table, 2)
    table.leave(1)
    table.gone.add(2)
    head = table.peers[0].table.ledger.head
    motion = Vote(Motion(Kind.DROP, 2), 0, True)
    false = Input.signed(
        identity(1),
        table.peers[0].table.ledger.genesis.id,
        table.peers[0].table.ledger.step,
        1,
        Kind.DROP,
        motion.content,
        head,
    )
    table.peers[0].table._count_vote(false)
    table.beat(GRACE // 2)
    assert {item.voter for item in table.news(Voted)} == {1}
    assert table.peers[0].table.ledger.dropped == ()


def test_what_was_decided_in_a_later_ballot_counts_for_who_does_not_know_why_the_earlier_ones_lapsed() -> None:
    """Peer 3 has gone on with its own answer; the others vote it out in ballot 2, and it gives way."""
    table = voted_and_back(4, (), ())
    number = table.peers[0].table.ledger.step
    ledger = table.peers[0].table.ledger
    part(table, (3,), (0, 1, 2))
    table.decide(3)
    assert table.peers[3].table.ledger.step > number
    vote = Vote(AWAY, 2, True)
    votes = [
        Input.signed(identity(n), ledger.genesis.id, number, n, Kind.DROP, vote.content, ledger.head) for n in range(3)
    ]
    for n in range(3):
        table.peers[n].table._go_on(table.peers[n].table.ledger.drop(votes))
    table.connect([(n, 3) for n in range(3)])
    table.beat_until_closed(range(4))
    check_finished(table, (0, 1, 2, 3))
    assert table.peers[3].table.ledger.dropped == (3,)
