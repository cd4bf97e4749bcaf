"""The log of a game on one machine as a test vector, with the findings of a verifier."""

from __future__ import annotations

from p2pgame.protocol.log.local_replay import LocalReplay, verify_local

from .log.local_logs import local_log
from .people import find_game

ABOUT = "spec/log.md: a local game; the log in hexadecimal, the key that of the seed 00 01 02 ... 1f"


def local_vector() -> dict[str, object]:
    """A finished game of Te-Trix between a person and a bot, with draws."""
    log = local_log("te-trix")
    replay, report = LocalReplay(log, find_game), verify_local(log, find_game)
    assert report.contract is not None
    assert report.result is not None
    return {
        "about": ABOUT,
        "contract_id": report.contract.id.hex(),
        "owner": report.contract.owner.hex(),
        "seats": [[seat.name, seat.level] for seat in report.contract.seats],
        "first_head": replay.standings[0].head.hex(),
        "verdict": report.verdict.name,
        "steps": report.steps,
        "draws": report.draws,
        "signatures": report.signatures,
        "head": report.head.hex(),
        "winners": list(report.result.winners),
        "log": log.hex(),
    }
