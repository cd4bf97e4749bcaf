"""Verification of a log by anybody, trusting none of the players.

Every signature, chain link, opening, draw, move, head and state hash is worked out again by the same `Ledger` that
played the table. What remains unproven is said in `spec/log.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from p2pgame.engine.pending import Over, Result

from ..contract.contract import FindGame, Genesis
from ..wire.errors import Code, FalseState, RemoteError
from .inputs import Input
from .kinds import Kind
from .ledger import Dropped, Happened, Ledger, Step
from .log import DamagedRecord, LogError, read_genesis, read_records
from .proof import Proof
from .statements import Standstill, deviating
from .votes import read_vote


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
class Deviation:
    """What seats have signed that their programs came to in a step, where not all came to the same."""

    step: int
    wrong: tuple[int, ...]
    """Those whose programs did not come to the state to which the rules lead."""
    right: tuple[int, ...]


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
    claims: tuple[VotedOut, ...] = ()
    """Votes of one of two that this log's keeper has not followed, and by which the table stopped."""
    deviation: Deviation | None = None
    """Whose program deviated, if the table stopped for that."""
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
        try:
            self.genesis, self.end = read_genesis(data)
            self.ledger = Ledger(self.genesis, self.genesis.check(find_game))
        except RemoteError as error:
            if error.code is Code.WRONG_VERSION:  # it may hold: nobody can tell by other rules
                raise LogError(f"this log is of another version: {error.sentence}") from error
            raise
        self.proofs: list[tuple[int, Proof]] = []
        """The proofs that stand in the log, and behind how many steps."""

        self.done: list[Step] = []
        """The steps that hold."""
        self.false: tuple[Step, bytes] | None = None
        """The step that does not lead to the state that is written there, and the hash of the one that it leads to."""
        self.standstill: list[Input] = []
        """By what the table has stopped: what stands behind all steps."""

    def steps(self) -> Iterator[Happened]:
        """Each step that holds; afterwards `end` is the offset behind the last of them.

        Raises:
            DamagedRecord: a record that is not whole.
            RemoteError: a step, or a proof, that does not hold.
        """
        for record, end in read_records(self.data, self.end):
            if isinstance(record, Standstill):
                self._read_standstill(self.end)
                return
            if isinstance(record, Proof):
                record.check(self.genesis)
                self.proofs.append((self.ledger.step, record))
                self.end = end
                continue
            happened = self._absorb(record, end)
            self.end = end
            self.done.append(record)
            yield happened

    def _absorb(self, step: Step, end: int) -> Happened:
        try:
            return self.ledger.absorb(step)
        except FalseState as error:
            self.false = step, error.state_hash
            self._find_standstill(end)
            raise

    def _read_standstill(self, offset: int) -> None:
        """Read by what the table has stopped; nothing else may stand behind that.

        Raises:
            DamagedRecord, RemoteError: something else does, or it does not hold.
        """
        for record, end in read_records(self.data, offset):
            if not isinstance(record, Standstill):
                raise DamagedRecord(offset, "a record behind those by which the table stopped", torn=False)
            record.check(self.genesis)
            self.standstill += record.inputs
            offset = end

    def _find_standstill(self, offset: int) -> None:
        """Read by what the table has stopped, behind a false step and whatever its keeper has taken for steps since."""
        with suppress(DamagedRecord, RemoteError):
            for record, _ in read_records(self.data, offset):
                if isinstance(record, Standstill):
                    record.check(self.genesis)
                    self.standstill += record.inputs

    @property
    def deviation(self) -> Deviation | None:
        """Whose program deviated, by what the seats have signed and by the rules; None if they have signed nothing."""
        for step, state_hash in self._true_states():
            wrong, right = deviating(self.standstill, step, state_hash)
            if wrong:
                return Deviation(step.number, tuple(wrong), tuple(right))
        return None

    def _true_states(self) -> Iterator[tuple[Step, bytes]]:
        """The steps of which seats state something, each with the hash of the state to which the rules lead."""
        wanted = {given.step for given in self.standstill if given.kind is Kind.STATE}
        yield from ((step, step.state_hash) for step in self.done if step.number in wanted)
        if self.false is not None:
            yield self.false


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
    signatures += len(replay.standstill)
    return _report(replay, signatures, tuple(voted_out), fault)


def contested(reports: Iterable[Report]) -> tuple[VotedOut, ...]:
    """The claims by which one of two and the other each say, in logs of one table, that the other had left; none if
    no end is contested.
    """
    claims = {claim: None for report in reports for claim in (*report.voted_out, *report.claims) if claim.alone}
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
        _claims(replay),
        replay.deviation,
        fault,
    )


def _claims(replay: Replay) -> tuple[VotedOut, ...]:
    votes = ((given, read_vote(given)) for given in replay.standstill)
    drops = ((given, vote.motion) for given, vote in votes if vote is not None and vote.yes)
    return tuple(
        VotedOut(given.step, motion.target, (given.seat,), alone=True)
        for given, motion in drops
        if motion.kind is Kind.DROP
    )


def _fault(step: int | None, error: DamagedRecord | RemoteError) -> Fault:
    if isinstance(error, RemoteError):
        return Fault(step, getattr(error, "seat", None), error.sentence)
    return Fault(step, None, str(error))
