"""Hostile seats: inputs made by hand for a room, signed by whoever is said to sign them."""

from __future__ import annotations

from typing import Any

from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.messages import Give

from . import people
from .room import Room


def forge(room: Room, signer: int, **changed: Any) -> Input:
    """An input that peer 0's table could be waiting for, but for what is changed."""
    table = room.peers[0].table
    due = table.due
    assert due is not None
    fields: dict[str, Any] = {
        "table": table.ledger.genesis.id,
        "step": due.step,
        "seat": signer,
        "kind": due.kind,
        "content": b"",
        "head": due.head,
    }
    return Input.signed(people.identity(signer), **(fields | changed))


def give(room: Room, to: int, source: int, given: Input) -> list[Any]:
    """Let an input arrive at a peer over another's link; the news that it makes."""
    peer = room.peers[to]
    before = len(peer.news)
    room.carry_out(to, peer.table.receive(room.peers[source].public, Give(given)))
    return peer.news[before:]


def until(room: Room, kind: Kind) -> None:
    """Play on until peer 0 waits for an input of that kind."""
    for _ in range(10_000):
        due = room.peers[0].table.due
        assert due is not None
        if due.kind is kind and not any(room.cables.values()):
            return
        asked = [n for n, peer in enumerate(room.peers) if peer.table.asks_me]
        if not room.deliver() and asked:
            room.decide(asked[0])
    raise AssertionError(f"{kind.name} never came")
