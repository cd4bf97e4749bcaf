"""What a link may have us do within a beat: `spec/security.md`."""

from __future__ import annotations

import pytest
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.ledger import Ledger
from p2pgame.protocol.voting_table.messages import Give
from p2pgame.protocol.wire.limits import CHECKS

from .hostile import forge
from .room import Room
from .test_refusals import waiting_for_move_of


@pytest.mark.parametrize("links", [1, 7], ids=["a seat's", "strangers'"])
@pytest.mark.parametrize("kind", [Kind.MOVE, Kind.DROP])
def test_what_is_not_waited_for_is_checked_so_often_within_a_beat_and_no_more(
    monkeypatch: pytest.MonkeyPatch, links: int, kind: Kind
) -> None:
    """However many strangers show what a seat has signed ahead of its time; the next beat is as good as the first."""
    room = waiting_for_move_of(0)
    table, due = room.peers[0].table, room.peers[0].table.due
    assert due is not None
    peers = [bytes([n]) * 32 for n in range(links)] if links > 1 else [room.peers[1].public]
    early = [forged(room, due.step + 1, kind, n) for n in range(CHECKS + 50)]
    checked: list[Input] = []
    monkeypatch.setattr(Ledger, "check_signature", lambda _, given: checked.append(given))
    for beats in (1, 2):
        for n, given in enumerate(early):
            table.receive(peers[n % links], Give(given))
        assert len(checked) == CHECKS * beats
        table.beat()


def forged(room: Room, step: int, kind: Kind, number: int) -> Input:
    """One of many inputs of seat 1 for a step to come, each on another head."""
    content = bytes([0, 0]) if kind is Kind.DROP else b"s@d4"
    return forge(room, 1, step=step, kind=kind, content=content, head=number.to_bytes(32, "big"))
