"""Verification of a log by anybody, without trust in any player.

Every signature, share, opening, draw, move, head and state hash is computed again by the same `Ledger` that played
the table. `spec/log.md` has the table of verdicts, and lists what remains unproven.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from p2pgame.engine.events import Drawn
from p2pgame.engine.pending import Result

from ..contract.contract import FindGame, Genesis
from ..table.kinds import InputKind
from ..table.proofs import Proof
from ..table.reconcile import Finding, compare
from ..table.state import Due
from ..wire.errors import Code, RemoteError
from .format import LogError
from .framing import DamagedRecord
from .replay import Deviation, MoveTakenBack, Replay, Ruled, StandingClaim
from .signature_batch import SIZE, SignatureBatch


class Verdict(Enum):
    """The value of a log as evidence."""

    FAIR = "fair and intact"
    UNFINISHED = "intact as far as it goes, but unfinished"
    CHEATED = "intact, and proves that a seat has cheated"
    FALSE = "not intact"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Fault:
    """The first invalid thing."""

    step: int | None
    """The step of the fault; None for the genesis."""
    seat: int | None
    """The seat to blame, if that can be decided."""
    reason: str


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a verification."""

    verdict: Verdict
    genesis: Genesis | None = None
    steps: int = 0
    draws: int = 0
    signatures: int = 0
    result: Result | None = None
    """How the game ended, if it did."""
    head: bytes = b""
    rulings: tuple[Ruled, ...] = ()
    """The dropped and skipped seats, with the consenting seats, in order."""
    takebacks: tuple[MoveTakenBack, ...] = ()
    """The moves that were taken back, by agreement of all, in order."""
    signed_end: tuple[int, ...] = ()
    """The seats that have signed that the game is over. The game is over without them, too."""
    owing: Due | None = None
    """The inputs that an unfinished table waits for."""
    claims: tuple[StandingClaim, ...] = ()
    """The claims on the last head of an unfinished table."""
    deviation: Deviation | None = None
    """The program that deviated, if seats have signed different states."""
    fault: Fault | None = None
    replay: Replay | None = field(default=None, repr=False, compare=False)
    """The valid part of the log; None if even its beginning is invalid."""

    @property
    def claim(self) -> StandingClaim | None:
        """The claim that counts: the other seat owes an answer, and the claimer owes none."""
        return next((claim for claim in self.claims if claim.counts), None)

    @property
    def is_contested(self) -> bool:
        """Whether each of two seats claims that the other has gone."""
        return len(self.claims) == 2


@dataclass(frozen=True, slots=True)
class Fork:
    """Two logs of one table, each intact, that differ."""

    first: int
    """The place of one of the logs in the list of the compared ones."""
    second: int
    slot: int
    step: int
    proof: Proof | None
    """The proof of a seat's cheating, if the two logs have one."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The findings about several logs of one table."""

    longest: int
    """The place of the log that all others begin, or of the longest one if they differ."""
    fork: Fork | None
    claims: tuple[StandingClaim, ...]
    """The claims of all logs on the last head of the longest one."""

    @property
    def is_contested(self) -> bool:
        """Whether each of two seats claims that the other has gone. No log shows which of them was there."""
        return len({claim.seat for claim in self.claims}) == 2


def verify(data: bytes, find_game: FindGame) -> Report:
    """The value of the log; names the first fault with step, seat and reason.

    Many entries are read at once, and many signatures checked at once, which is faster. If anything is wrong, all is
    checked again in order.
    """
    try:
        return _verify_together(data, find_game)
    except (LogError, DamagedRecord, RemoteError):
        return _verify_in_order(data, find_game)


def _verify_together(data: bytes, find_game: FindGame) -> Report:
    signatures = SignatureBatch()
    replay = Replay(data, find_game, signatures.add, SIZE)
    draws = sum(isinstance(step.event, Drawn) for step in replay.steps())
    signatures.finish()
    return _report(replay, draws, None)


def _verify_in_order(data: bytes, find_game: FindGame) -> Report:
    try:
        replay = Replay(data, find_game)
    except LogError as error:
        return Report(Verdict.UNREADABLE, fault=Fault(None, None, str(error)))
    except (DamagedRecord, RemoteError) as error:
        return Report(Verdict.FALSE, fault=_fault(None, error))
    draws, fault = 0, None
    try:
        for step in replay.steps():
            draws += isinstance(step.event, Drawn)
    except (DamagedRecord, RemoteError) as error:
        fault = _fault(replay.ledger.now.step, error)
    return _report(replay, draws, fault)


def compare_logs(reports: Sequence[Report]) -> Comparison:
    """The findings about logs of one table. None of them may be worse than cheated.

    Raises:
        ValueError: they are of several tables, or one is invalid.
    """
    replays = [_intact(report) for report in reports]
    if len({replay.genesis.id for replay in replays}) != 1:
        raise ValueError("logs of several tables")
    longest = max(range(len(replays)), key=lambda place: (len(replays[place].ledger.records), -place))
    forks = [_fork(replays, longest, place) for place in range(len(replays)) if place != longest]
    head = replays[longest].ledger.now.head
    claims = {claim: None for replay in replays if replay.ledger.now.head == head for claim in replay.claims}
    return Comparison(longest, next((fork for fork in forks if fork is not None), None), tuple(claims))


def _intact(report: Report) -> Replay:
    if report.replay is None or report.verdict in (Verdict.FALSE, Verdict.UNREADABLE):
        raise ValueError("a log that does not hold")
    return report.replay


def _fork(replays: Sequence[Replay], one: int, other: int) -> Fork | None:
    ours, theirs = replays[one].ledger, replays[other].ledger
    for mine, its in zip(ours.records, theirs.records, strict=False):
        if mine.digest != its.digest:
            before = ours.before(mine.slot)
            finding = compare(before.place, mine, its)
            proof = finding if isinstance(finding, Proof) else None
            assert finding is not Finding.OTHER_STATE  # both states were computed here
            return Fork(min(one, other), max(one, other), mine.slot, before.step, proof)
    return None


def _report(replay: Replay, draws: int, fault: Fault | None) -> Report:
    now = replay.ledger.now
    verdict = Verdict.UNFINISHED if replay.result is None else Verdict.FAIR
    if fault is not None:
        verdict = Verdict.FALSE
    elif replay.proofs:
        proof = replay.proofs[0]
        verdict, fault = Verdict.CHEATED, _fault(_step_of(replay, proof), proof.error(replay.genesis))
    return Report(
        verdict,
        replay.genesis,
        now.step,
        draws,
        replay.signatures,
        replay.result,
        now.head,
        tuple(replay.rulings),
        tuple(replay.takebacks),
        _signed_end(replay),
        replay.owing,
        () if replay.result is not None else replay.claims,
        replay.deviation,
        fault,
        replay,
    )


def _signed_end(replay: Replay) -> tuple[int, ...]:
    if not replay.ledger.now.closed:
        return ()
    return tuple(each.seat for each in replay.ledger.records[-1].inputs if each.kind is InputKind.CLOSE)


def _step_of(replay: Replay, proof: Proof) -> int:
    """The step in which the seat has cheated, if the proof is about this log; otherwise the step at the proof's
    place."""
    if proof.place.slot < len(replay.ledger.records):
        return replay.ledger.before(proof.place.slot).step
    return replay.ledger.now.step


def _fault(step: int | None, error: DamagedRecord | RemoteError) -> Fault:
    if isinstance(error, RemoteError):
        is_forged = error.code is Code.FORGED_INPUT  # then the author of the file is to blame, and no seat
        return Fault(step, None if is_forged else getattr(error, "seat", None), error.sentence)
    return Fault(step, None, str(error))
