"""A whole log as a test vector, and what a verifier must find in it."""

from __future__ import annotations

from p2pgame.engine.games import load
from p2pgame.protocol.verify import verify

from .people import find_game, genesis
from .room import Room


def log_vector() -> dict[str, object]:
    """A game of Tink between two random bots, from a seed."""
    room = Room(load("tink"), genesis(load("tink"), 2), seed=5)
    room.connect()
    room.begin()
    room.run()
    log, table = room.logs()[0], room.peers[0].table
    report = verify(log, find_game)
    assert report.genesis is not None
    assert report.result is not None
    given = [each for step in table.steps for each in step.inputs if each.kind.has_move]
    return {
        "about": "spec/log.md and spec/table.md; the log in hexadecimal, the keys those of seeds of value 1 and 2",
        "contract_id": report.genesis.contract.id.hex(),
        "table_id": report.genesis.id.hex(),
        "steps": report.steps,
        "draws": report.draws,
        "signatures": report.signatures,
        "moves": [table.ledger.game.format(table.ledger.move_of(each)) for each in given],
        "winners": list(report.result.winners),
        "head": report.head.hex(),
        "log": log.hex(),
    }
