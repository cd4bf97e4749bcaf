"""False votes, told to some and in floods, put out nobody: `spec/table.md`, "Votes"."""

from __future__ import annotations

import pytest
from p2pgame.protocol.inputs import Input
from p2pgame.protocol.kinds import Kind
from p2pgame.protocol.limits import LATE_TOLD
from p2pgame.protocol.votes import Motion

from .hostile import forge, give
from .people import GRACE
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
