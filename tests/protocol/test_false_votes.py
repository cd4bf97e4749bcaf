"""False votes, told to some and in floods, put out nobody: `spec/table.md`, "Votes"."""

from __future__ import annotations

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.voting_table.effects import Keep
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.messages import Give
from p2pgame.protocol.voting_table.votes import Motion
from p2pgame.protocol.wire.limits import BALLOTS, EARLY_STEPS, LATE_SIGNED, LATE_TOLD

from .hostile import forge, give
from .people import GRACE, genesis
from .room import Room
from .test_absence import room, waiting_for

LIAR = 1
"""It says nothing to the votes of others."""


def lied_to(monkeypatch: pytest.MonkeyPatch, mover: int) -> Room:
    """A table of three that waits for a seat, and nobody decides any more."""
    table = room("tink", 3)
    waiting_for(table, mover)
    table.gone.update(range(3))
    for name in ("_unstick", "_speak_late"):
        monkeypatch.setattr(table.peers[LIAR].table, name, lambda *_: None)
    return table


def gone_on(monkeypatch: pytest.MonkeyPatch) -> tuple[Room, int, bytes]:
    """Such a table where all have gone on from a step: its number, and the head before it."""
    table = lied_to(monkeypatch, 2)
    step, head = table.peers[0].table.ledger.step, table.peers[0].table.ledger.head
    table.decide(2)
    while table.deliver():
        pass
    return table, step, head


def votes_of_peer_0(table: Room, step: int, head: bytes) -> set[Kind]:
    """What it has said in that step, yes or no."""
    return {given.kind for given in table.peers[0].table._own_votes.at(step, head)}


def check_nobody_is_dropped(table: Room) -> None:
    """Fail if one of the honest has been voted out."""
    assert {table.peers[n].table.ledger.dropped for n in (0, 2)} == {()}


def lie(table: Room, step: int, head: bytes, targets: tuple[int, ...] = (0, 2)) -> None:
    """The liar votes on others, in the ballots that are open as peer 0 knows, and says so to peer 0 alone."""
    told = table.peers[0].table
    votes = told._votes if step == told.ledger.step else told._past_of(step).votes
    for target in targets:
        content = bytes([target, votes.ballot(Motion(Kind.DROP, target))])
        give(table, 0, LIAR, forge(table, LIAR, step=step, kind=Kind.DROP, content=content, head=head))


def flood_of_votes(table: Room, step: int) -> list[Input]:
    """False votes of the liar on all that was decided before a step."""
    others = [each for each in table.peers[0].table.steps if 0 < each.number < step]
    return [
        forge(table, LIAR, step=each.number, kind=Kind.DROP, content=bytes([target, 0]), head=each.inputs[0].head)
        for each in others
        for target in (0, 2)
    ]


def test_false_votes_told_to_one_seat_alone_put_out_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are on 0, which is told, and on 2: were 2 to blame for its silence, two would be enough."""
    table = lied_to(monkeypatch, 0)
    for _ in range(4 * GRACE):
        lie(table, table.peers[0].table.ledger.step, table.peers[0].table.ledger.head)
        table.beat()
    check_nobody_is_dropped(table)


def test_false_votes_on_a_step_that_is_done_put_out_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same of a step that all have gone on from, in ballot after ballot."""
    table, step, head = gone_on(monkeypatch)
    for _ in range(4 * GRACE):
        lie(table, step, head)
        table.beat()
    check_nobody_is_dropped(table)
    assert votes_of_peer_0(table, step, head) == {Kind.KEEP}


def test_false_votes_on_two_at_once_do_not_make_each_wait_for_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each hears first that it is voted on itself: neither may say nothing because the other has said nothing yet."""
    table, step, head = gone_on(monkeypatch)
    for beat in range(8 * GRACE):
        for n in (0, 2) if beat % (4 * GRACE) == 0 else ():
            for target in (n, 2 - n):
                vote = forge(table, LIAR, step=step, kind=Kind.DROP, content=bytes([target, 0]), head=head)
                give(table, n, LIAR, vote)
        table.beat()
    check_nobody_is_dropped(table)
    assert votes_of_peer_0(table, step, head) == {Kind.KEEP}


@pytest.mark.parametrize("times", [1, 3])
def test_who_was_cut_off_when_it_was_told_of_a_vote_is_not_voted_out_for_its_silence(
    monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """It was being told of the vote on peer 0 when the link between them broke; it is told again over the next."""
    table, step, head = gone_on(monkeypatch)
    for _ in range(times):
        lie(table, step, head, (0,))
        table.cut(0, 2)
        table.beat(GRACE // 2)
        table.connect([(0, 2)])
        table.beat()
    for _ in range(5 * GRACE):
        lie(table, step, head, (2,))
        table.beat()
    assert votes_of_peer_0(table, step, head) <= {Kind.KEEP}


def test_votes_on_long_done_steps_make_nobody_forget_what_was_said_in_the_last() -> None:
    """Else a cheat could have it forgotten that it has said no, and have its yes in that ballot count."""
    table = Room(load("ten"), genesis(load("ten"), 3), 1)
    table.connect()
    table.begin()
    while table.peers[0].table.ledger.step < 3 * EARLY_STEPS:
        waiting_for(table, 0)
        table.decide(0)
    told = table.peers[0].table
    for step in told.steps[1:-EARLY_STEPS]:
        content, head = bytes([2, 0]), step.inputs[0].head
        give(table, 0, LIAR, forge(table, LIAR, step=step.number, kind=Kind.DROP, content=content, head=head))
    last = range(len(told.steps) - EARLY_STEPS, len(told.steps))
    assert set(last) <= set(told._past)
    assert len(told._past) <= 2 * EARLY_STEPS


def test_a_vote_that_is_not_in_the_open_ballot_is_not_told_in_place_of_one_that_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of one ballot the others would be told, and in another their silence would be counted."""
    table, step, head = gone_on(monkeypatch)
    for ballot in (3, 0):
        content = bytes([0, ballot])
        give(table, 0, LIAR, forge(table, LIAR, step=step, kind=Kind.DROP, content=content, head=head))
    (told,) = table.peers[0].table._past[step].told.values()
    assert told.given.content == bytes([0, 0])


def test_who_looks_on_over_many_links_has_no_more_votes_answered_than_over_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The liar comes as so many strangers, and shows its votes through each."""
    table, step, head = gone_on(monkeypatch)
    contents = [bytes([2, ballot]) for ballot in range(BALLOTS)]
    votes = [forge(table, LIAR, step=step, kind=Kind.DROP, content=content, head=head) for content in contents]
    told = table.peers[0].table
    kept = []
    for n, vote in enumerate(votes):
        told.connected(bytes([n]) * 32)
        kept += [each for each in told.receive(bytes([n]) * 32, Give(vote)) if isinstance(each, Keep)]
    assert len(kept) == LATE_SIGNED


def test_whom_a_flood_of_votes_keeps_from_hearing_of_one_is_not_voted_out_for_its_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The liar says so much about other steps that peer 0 does not come to tell peer 2 of the vote on itself."""
    table, step, head = gone_on(monkeypatch)
    flood = flood_of_votes(table, step)
    assert len(flood) >= LATE_TOLD
    for _ in range(4 * GRACE):
        lie(table, step, head, (2,))
        for given in flood:
            give(table, 0, LIAR, given)
        lie(table, step, head, (0,))
        table.beat()
    assert votes_of_peer_0(table, step, head) <= {Kind.KEEP}


def test_who_is_flooded_with_votes_of_one_seat_still_answers_what_another_passes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The liar says so much to peer 2 that it could not say no in time to the vote of which peer 0 tells it."""
    table, step, head = gone_on(monkeypatch)
    flood = flood_of_votes(table, step)
    for _ in range(4 * GRACE):
        for n, peer in enumerate(table.peers):
            table.carry_out(n, peer.table.beat())
        for given in flood:
            give(table, 2, LIAR, given)
        lie(table, step, head)
        table.run()
    assert votes_of_peer_0(table, step, head) <= {Kind.KEEP}
