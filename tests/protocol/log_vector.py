"""A whole log as a test vector, and what a verifier must find in it."""

from __future__ import annotations

from p2pgame.engine.games import load
from p2pgame.protocol.voting_table.verify import verify

from .cheating import deviating_room
from .hostile import forge, give
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


def votes_vector() -> dict[str, object]:
    """A game of Tink in which seat 1 runs out of time, and later signs twice and is voted out."""
    room = Room(load("tink"), genesis(load("tink"), 2, turn_time=5), seed=5)
    room.gone.add(1)  # it is there, and never moves by itself
    room.connect()
    room.begin()
    room.beat(8)
    first, second = (forge(room, 1, content=move) for move in (b"s@b8", b"s@g1"))
    give(room, 0, 1, first)
    give(room, 0, 1, second)
    room.beat_until_closed((0,))
    log, table = room.logs()[0], room.peers[0].table
    report = verify(log, find_game)
    assert report.fault is not None
    assert report.result is not None
    return {
        "about": "spec/log.md and spec/table.md, votes and a proof; the keys those of seeds of value 1 and 2",
        "turn_time": table.ledger.genesis.contract.turn_time,
        "steps": report.steps,
        "signatures": report.signatures,
        "skipped": [[step.number, list(step.skipped)] for step in table.steps if step.skipped],
        "dropped": [[step.number, step.inputs[0].content[0]] for step in table.steps if step.is_drop],
        "proof": [report.fault.step, report.fault.seat],
        "winners": list(report.result.winners),
        "head": report.head.hex(),
        "log": log.hex(),
    }


def standstill_vector() -> dict[str, object]:
    """A game of Tink that stops as the program of seat 1 deviates: the log of seat 1, its last records standstills."""
    log = deviating_room(seed=5).logs()[1]
    report = verify(log, find_game)
    assert report.deviation is not None
    return {
        "about": "spec/log.md and spec/table.md, a standstill; the keys those of seeds of value 1 and 2",
        "steps": report.steps,
        "false_step": report.deviation.step,
        "wrong": list(report.deviation.wrong),
        "right": list(report.deviation.right),
        "log": log.hex(),
    }
