"""Whole logs as test vectors, each with the findings of a verifier."""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.protocol.log.verify import Report, verify

from .log import built, logs
from .people import find_game
from .table.room import Room

ABOUT = "spec/log.md; the log in hexadecimal, the keys those of seeds of value 1, 2, 3"


def _finished_room() -> Room:
    made = logs.room("tetris", 3)
    made.run()
    return made


def vector(make: Callable[[], Room | bytes], about: str) -> dict[str, object]:
    """A log, or that of peer 0 of a room, with the findings of a verifier."""
    made = make()
    log = made if isinstance(made, bytes) else logs.log_of(made)
    report = verify(log, find_game)
    assert report.genesis is not None
    return {
        "about": f"{ABOUT}: {about}",
        "contract_id": report.genesis.contract.id.hex(),
        "table_id": report.genesis.id.hex(),
        **found(report),
        "log": log.hex(),
    }


def found(report: Report) -> dict[str, object]:
    """The content of a report."""
    owing, claim, deviation, fault = report.owing, report.claim, report.deviation, report.fault
    return {
        "verdict": report.verdict.value,
        "steps": report.steps,
        "draws": report.draws,
        "signatures": report.signatures,
        "head": report.head.hex(),
        "winners": None if report.result is None else list(report.result.winners),
        "signed_end": list(report.signed_end),
        "rulings": [
            [each.step, each.ruling.kind.name, each.ruling.seat, list(each.consenting), each.draw]
            for each in report.rulings
        ],
        "takebacks": [[each.step, each.seat, each.by] for each in report.takebacks],
        "owing": None if owing is None else [owing.kind.name, list(owing.seats)],
        "claim": None if claim is None else [claim.seat, claim.target],
        "deviation": None if deviation is None else [deviation.step, list(deviation.wrong), list(deviation.right)],
        "fault": None if fault is None else [fault.step, fault.seat],
    }


LOG_VECTORS: dict[str, Callable[[], dict[str, object]]] = {
    "attestation": lambda: vector(logs.deviating_room, "the program of seat 1 deviates"),
    "carried": lambda: vector(built.carried, "a ballot is prepared to drop a seat, and finds the seat's move acked"),
    "chain": lambda: vector(built.chained, "a seat is dropped in the third ballot that was proposed for it"),
    "claim": lambda: vector(logs.claimed_room, "seat 1 owes a move, and seat 0 claims that it has gone"),
    "drop": lambda: vector(logs.dropped_in_draw_room, "a seat is dropped in a draw"),
    "log": lambda: vector(_finished_room, "a game to its end, with draws of three seats"),
    "proof": lambda: vector(logs.cheated_room, "a seat signs two moves, and is dropped"),
    "proof-hidden-ack": lambda: vector(built.hidden_ack, "a proof of kind 4"),
    "proof-two-acks": lambda: vector(built.two_acks, "a proof of kind 2"),
    "proof-two-proposals": lambda: vector(built.two_proposals, "a proof of kind 3"),
    "takeback": lambda: vector(logs.taken_back_room, "a move is taken back, by agreement of all three seats"),
    "takeback-missing-agreement": lambda: vector(logs.not_agreed, "a takeback without the agreement of a seat"),
    "skip": lambda: vector(logs.skipped_room, "a skip in a secret choice"),
}
"""Name of the file to what is written in it."""
