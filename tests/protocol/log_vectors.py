"""Whole logs as test vectors, and what a verifier must find in them."""

from __future__ import annotations

from typing import Any

from p2pgame.protocol.log.verify import Report, verify

from .log.logs import cheated_room, claimed_room, deviating_room, dropped_in_draw_room, finished, log_of, skipped_room
from .people import find_game

KEYS = "the log in hexadecimal; the keys are those of seeds of value 1, 2 and so on"


def log_vector() -> dict[str, object]:
    """A game of Tink between two random bots, from a seed."""
    log = finished()
    report = verify(log, find_game)
    assert report.replay is not None
    ledger = report.replay.ledger
    given = [each for record in ledger.records for each in record.inputs if each.kind.has_move]
    return {
        **_found("spec/log.md and spec/table.md", report),
        "contract_id": ledger.genesis.contract.id.hex(),
        "table_id": ledger.genesis.id.hex(),
        "moves": [ledger.game.format(ledger.now.move_of(each)) for each in given],
        "log": log.hex(),
    }


def skip_vector() -> dict[str, object]:
    """A game of Tetris in which seat 2 runs out of time in a secret choice."""
    return _with_rulings("spec/log.md, a skip in a secret choice", log_of(skipped_room()))


def drop_vector() -> dict[str, object]:
    """A game of Tetris in which seat 2 is dropped in a draw, which the others make anew."""
    return _with_rulings("spec/log.md, a drop in a draw", log_of(dropped_in_draw_room()))


def proof_vector() -> dict[str, object]:
    """A game of Tink in which seat 2 signs two moves in one slot, and is dropped for it."""
    log = log_of(cheated_room())
    vector = _with_rulings("spec/log.md, a proof", log)
    report = verify(log, find_game)
    assert report.fault is not None
    return {**vector, "proof": [report.fault.step, report.fault.seat]}


def claim_vector() -> dict[str, object]:
    """A table of two at which seat 1 owes a move, and seat 0 claims that it has gone."""
    log = log_of(claimed_room())
    report = verify(log, find_game)
    claims = [[claim.slot, claim.seat, claim.target, claim.counts] for claim in report.claims]
    return {**_found("spec/log.md, a claim", report), "claims": claims, "log": log.hex()}


def attestation_vector() -> dict[str, object]:
    """A game of Tink that stops because the program of seat 1 deviates: the log of seat 0."""
    log = log_of(deviating_room())
    report = verify(log, find_game)
    assert report.deviation is not None
    deviation = [report.deviation.step, list(report.deviation.wrong), list(report.deviation.right)]
    return {**_found("spec/log.md, attestations", report), "deviation": deviation, "log": log.hex()}


def _found(about: str, report: Report) -> dict[str, Any]:
    return {
        "about": f"{about}; {KEYS}",
        "verdict": report.verdict.name.lower(),
        "steps": report.steps,
        "draws": report.draws,
        "signatures": report.signatures,
        "winners": None if report.result is None else list(report.result.winners),
        "head": report.head.hex(),
    }


def _with_rulings(about: str, log: bytes) -> dict[str, Any]:
    report = verify(log, find_game)
    assert report.rulings
    rulings = [
        [each.step, each.ruling.kind.name, each.ruling.seat, list(each.consenting), each.draw]
        for each in report.rulings
    ]
    return {**_found(about, report), "rulings": rulings, "log": log.hex()}
