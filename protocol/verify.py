"""Verification of a log by anybody, trusting none of the players.

Every signature, chain link, opening, draw, move, head and state hash is worked out again by the same `Ledger` that
played the table. What remains unproven is said in `spec/log.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from p2pgame.engine.pending import Over, Result

from .contract import FindGame, Genesis
from .errors import RemoteError
from .ledger import Dropped, Happened, Ledger, Step
from .log import DamagedRecord, LogError, read_genesis, read_records
from .proof import Proof


class Verdict(Enum):
    """What a log is worth."""

    FAIR = "fair and intact"
    UNFINISHED = "intact as far as it goes, but unfinished"
    CHEATED = "intact, and proves that a seat has cheated"
    FALSE = "not intact"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that does not hold."""

    step: int | None
    """The step it stands in; None for the genesis."""
    seat: int | None
    """Who is to blame, where that can be told."""
    reason: str


@dataclass(frozen=True, slots=True)
class VotedOut:
    """A seat that the others have gone on without."""

    step: int
    seat: int
    voters: tuple[int, ...]
    alone: bool
    """Whether it was one of two, so that the other one claimed the game by its own word."""


@dataclass(frozen=True, slots=True)
class Report:
    """What verification found."""

    verdict: Verdict
    genesis: Genesis | None = None
    steps: int = 0
    draws: int = 0
    signatures: int = 0
    result: Result | None = None
    """How the game ended, if it did."""
    head: bytes = b""
    voted_out: tuple[VotedOut, ...] = ()
    """The seats that were voted out, in the order of their steps."""
    fault: Fault | None = None


class Replay:
    """A log played back, every step checked before it is given."""

    def __init__(self, data: bytes, find_game: FindGame) -> None:
        """Open a log.

        Raises:
            LogError: the data is no log that this version reads.
            DamagedRecord: its beginning is damaged.
            RemoteError: its genesis does not hold.
        """
        self.data = data
        self.genesis, self.end = read_genesis(data)
        self.ledger = Ledger(self.genesis, self.genesis.check(find_game))
        self.proofs: list[tuple[int, Proof]] = []
        """The proofs that stand in the log, and behind how many steps."""

    def steps(self) -> Iterator[Happened]:
        """Each step that holds; afterwards `end` is the offset behind the last of them.

        Raises:
            DamagedRecord: a record that is not whole.
            RemoteError: a step, or a proof, that does not hold.
        """
        for record, end in read_records(self.data, self.end):
            if isinstance(record, Proof):
                record.check(self.genesis)
                self.proofs.append((self.ledger.step, record))
                self.end = end
                continue
            happened = self.ledger.absorb(record)
            self.end = end
            yield happened


def verify(data: bytes, find_game: FindGame) -> Report:
    """What the log is worth; names the first fault with step, seat and reason."""
    try:
        replay = Replay(data, find_game)
    except LogError as error:
        return Report(Verdict.UNREADABLE, fault=Fault(None, None, str(error)))
    except (DamagedRecord, RemoteError) as error:
        return Report(Verdict.FALSE, fault=_fault(None, error))
    signatures = len(replay.genesis.entries)
    fault: Fault | None = None
    voted_out: list[VotedOut] = []
    try:
        for happened in replay.steps():
            signatures += len(happened.step.inputs)
            if isinstance(happened.event, Dropped):
                voted_out.append(_voted_out(happened.step, happened.event.seat, replay.ledger))
        signatures += 2 * len(replay.proofs)
    except (DamagedRecord, RemoteError) as error:
        fault = _fault(replay.ledger.step, error)
    return _report(replay, signatures, tuple(voted_out), fault)


def contested(reports: Iterable[Report]) -> tuple[VotedOut, ...]:
    """The claims by which one of two and the other each say, in logs of one table, that the other had left; none if
    no end is contested.
    """
    claims = {claim: None for report in reports for claim in report.voted_out if claim.alone}
    return tuple(claim for claim in claims if any(claim.seat in other.voters for other in claims))


def _voted_out(step: Step, seat: int, after: Ledger) -> VotedOut:
    voters = tuple(given.seat for given in step.inputs)
    return VotedOut(step.number, seat, voters, alone=len(after.present) == 1)


def _report(replay: Replay, signatures: int, voted_out: tuple[VotedOut, ...], fault: Fault | None) -> Report:
    ledger = replay.ledger
    pending = ledger.pending
    so_far = Verdict.FAIR if ledger.closed else Verdict.UNFINISHED
    if fault is not None:
        so_far = Verdict.FALSE
    elif replay.proofs:
        proof = replay.proofs[0][1]
        so_far, fault = Verdict.CHEATED, _fault(proof.step, proof.told(replay.genesis))
    return Report(
        so_far,
        replay.genesis,
        ledger.step,
        ledger.draw_number - 1,
        signatures,
        pending.result if isinstance(pending, Over) else None,
        ledger.head,
        voted_out,
        fault,
    )


def _fault(step: int | None, error: DamagedRecord | RemoteError) -> Fault:
    if isinstance(error, RemoteError):
        return Fault(step, getattr(error, "seat", None), error.sentence)
    return Fault(step, None, str(error))
