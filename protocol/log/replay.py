"""A log played back: every slot is checked before its step is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Chance, Over, Result

from ..contract.contract import FindGame
from ..identity.fingerprint import short
from ..table.consensus import Ruling, RulingKind
from ..table.ledger import Ledger, StepCompleted
from ..table.messages import Attested, Claimed
from ..table.proofs import Proof
from ..table.records import Record, check_acks_of
from ..table.signing import Place, SignatureCheck, check_signature
from ..table.state import Due, TableState
from ..table.takeback import TakenBack
from ..wire.errors import Code, FalseState, RemoteError
from .format import LogEntry, LogError, check_known, read_entries, read_genesis
from .framing import DamagedRecord

T = TypeVar("T")

EARLY = 16
"""Attestations about an open slot that are read: one of each seat, and room for repetitions."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling in a log."""

    step: int
    ruling: Ruling
    consenting: tuple[int, ...]
    """The seats that consented to it."""
    draw: int | None
    """The number of the draw that it ended, and that was then made with new secrets; None if it ended no draw."""


@dataclass(frozen=True, slots=True)
class MoveTakenBack:
    """A takeback in a log; every seat present agreed to it."""

    step: int
    seat: int
    """The seat whose move was taken back."""
    by: int
    """The seat that gave the takeback in the place of its own move."""


@dataclass(frozen=True, slots=True)
class StandingClaim:
    """On the last head of a log, one of two seats has claimed that the other has gone."""

    slot: int
    seat: int
    target: int
    counts: bool
    """Whether the log shows that the other seat owes an answer there, and the claimer none."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """The state hashes that the seats have signed for a slot, if they differ."""

    step: int
    wrong: tuple[int, ...]
    """The seats whose state is not the one of the rules."""
    right: tuple[int, ...]


class Replay:
    """A log played back, every slot checked before its step is given."""

    def __init__(
        self, data: bytes, find_game: FindGame, signature_check: SignatureCheck = check_signature, ahead: int = 1
    ) -> None:
        """Open a log.

        `signature_check` may put off the checks of signatures in slots; then steps are given before. `ahead` entries
        are read at once; the fault of a record that is not whole comes before the steps of those read with it.

        Raises:
            LogError: the data is no log that this version reads.
            DamagedRecord: its beginning is damaged.
            RemoteError: its genesis is invalid.
        """
        self.data = data
        try:
            self.genesis, self.end = read_genesis(data)
            check_known(self.genesis.contract.game, find_game)
            self.ledger = Ledger(self.genesis, self.genesis.check(find_game), signature_check)
        except RemoteError as error:
            if error.code is Code.WRONG_VERSION:  # the genesis may be valid: it cannot be checked by other rules
                raise LogError(f"this log is of another version: {error.sentence}") from error
            raise
        self.proofs: list[Proof] = []
        """The proofs in the log, at most one of a seat."""
        self.rulings: list[Ruled] = []
        self.takebacks: list[MoveTakenBack] = []
        self.signatures = len(self.genesis.entries)
        """Signatures that have been checked."""
        self._ahead = ahead
        self._claims: dict[int, Claimed] = {}
        """By seat, the claims on the last head."""
        self._early: list[Attested] = []
        """Attestations about the open slot."""
        self._states = _States()

    @property
    def game(self) -> AnyGame:
        """The game of the table."""
        return self.ledger.game

    @property
    def people(self) -> tuple[tuple[str, str], ...]:
        """The name and the short fingerprint of each seat, as they may be shown."""
        return tuple((seat.label, short(seat.public)) for seat in self.genesis.contract.seats)

    @property
    def state(self) -> Any:
        """The state after the last step that was read."""
        return self.ledger.now.state

    @property
    def step(self) -> int:
        """The number of the next step."""
        return self.ledger.now.step

    @property
    def closed(self) -> bool:
        """Whether nothing more can come."""
        return self.ledger.now.closed

    @property
    def claims(self) -> tuple[StandingClaim, ...]:
        """The claims on the last head. Earlier ones no longer matter."""
        return tuple(_standing(self.ledger.now, self._claims[seat]) for seat in sorted(self._claims))

    @property
    def deviation(self) -> Deviation | None:
        """The program that deviated first, by the seats' signatures and the rules; None without such an attestation."""
        return self._states.deviation()

    @property
    def result(self) -> Result | None:
        """How the game ended; None before that."""
        pending = self.ledger.now.pending
        return pending.result if isinstance(pending, Over) else None

    @property
    def owing(self) -> Due | None:
        """The inputs that the open slot waits for, if the game is not over."""
        return None if self.result is not None else self.ledger.now.due

    def steps(self) -> Iterator[StepCompleted]:
        """Each valid step; afterwards `end` is the offset behind the last valid entry.

        Raises:
            DamagedRecord: a record that is not whole.
            RemoteError: an invalid entry.
        """
        for entry, end in _in_blocks(read_entries(self.data, self.end), self._ahead):
            step = self._take(entry, end)
            self.end = end
            if step is not None:
                yield step

    def read(self) -> DamagedRecord | None:
        """Play all of the log back; the fault of the first record that is not whole, None if all are.

        Raises:
            RemoteError: an entry is invalid.
        """
        try:
            for _ in self.steps():
                pass
        except DamagedRecord as damage:
            return damage
        return None

    def _take(self, entry: LogEntry, end: int) -> StepCompleted | None:
        match entry:
            case Record():
                return self._absorb(entry, end)
            case Proof():
                self._take_proof(entry)
            case Claimed():
                self._take_claim(entry)
            case Attested():
                self._take_attested(entry)
        return None

    def _absorb(self, record: Record, end: int) -> StepCompleted | None:
        before = self.ledger.now
        try:
            step = self.ledger.absorb(record)
        except FalseState as error:
            self._explain(before, record, error.state_hash, end)
            raise
        self.signatures += record.signatures
        self._claims.clear()
        self._states.add(before, record, record.state_hash)
        while self._early:
            self._count(self._early.pop(0))
        if isinstance(record.value, Ruling):
            self.rulings.append(_ruled(before, record, record.value))
        if step is not None and isinstance(step.event, TakenBack):
            self.takebacks.append(MoveTakenBack(step.step, step.event.seat, step.inputs[0].seat))
        return step

    def _take_proof(self, proof: Proof) -> None:
        if any(proof.seat == known.seat for known in self.proofs):
            raise RemoteError(Code.BROKEN_STEP, "a second proof about one seat")
        proof.check(self.genesis)
        self.signatures += 2
        self.proofs.append(proof)

    def _take_claim(self, claimed: Claimed) -> None:
        """Keep a claim on the present head of the log. Any other has no meaning."""
        now, seat = self.ledger.now, claimed.claim.seat
        if self.result is not None or claimed.place != now.place or len(now.present) != 2 or seat not in now.present:
            return
        if seat in self._claims:
            return
        now.check_signature(seat, claimed.claim)
        for given in claimed.inputs:
            now.admit_alone(given)
        self.signatures += 1 + sum(given.signatures for given in claimed.inputs)
        self._claims[seat] = claimed

    def _take_attested(self, attested: Attested) -> None:
        """Take an attestation about a slot of this log; one about the open slot waits until the slot is written."""
        if attested.place == self.ledger.now.place and len(self._early) < EARLY:
            self._early.append(attested)
        else:
            self._count(attested)

    def _count(self, attested: Attested) -> None:
        if self._states.is_wanted(attested):
            ack = attested.ack
            check_signature(self.genesis.contract.seats[ack.seat].public, attested.place, ack)
            self.signatures += 1
            self._states.attest(attested)

    def _explain(self, before: TableState, record: Record, state_hash: bytes, end: int) -> None:
        """Find the program that wrote a false state: later entries may have the seats' attestations of it."""
        try:
            check_acks_of(before, record)
            self._states.add(before, record, state_hash)
            for entry, _ in read_entries(self.data, end):
                if isinstance(entry, Attested) and entry.place == before.place:
                    self._count(entry)
        except (DamagedRecord, RemoteError):
            return  # the log is not intact anyway


class _Decided(NamedTuple):
    """A slot of the log, and the state to which the rules lead from there."""

    place: Place
    step: int
    present: tuple[int, ...]
    record: Record
    state_hash: bytes


class _States:
    """The state of each slot, and the states that the seats have attested."""

    def __init__(self) -> None:
        self._slots: list[_Decided] = []
        self._attested: dict[int, dict[int, bytes]] = {}
        """By slot, then by seat: the state hash."""

    def add(self, before: TableState, record: Record, state_hash: bytes) -> None:
        """A slot comes to this state by the rules."""
        self._slots.append(_Decided(before.place, before.step, before.present, record, state_hash))

    def is_wanted(self, attested: Attested) -> bool:
        """Whether an attestation is about a slot of this log and its value, and the first one of its seat."""
        place, ack = attested.place, attested.ack
        if place.slot >= len(self._slots) or ack.seat in self._attested.get(place.slot, ()):
            return False
        decided = self._slots[place.slot]
        return ack.seat in decided.present and place == decided.place and ack.value == decided.record.digest

    def attest(self, attested: Attested) -> None:
        """Count an attestation whose signature has been checked."""
        self._attested.setdefault(attested.place.slot, {})[attested.ack.seat] = attested.ack.state

    def deviation(self) -> Deviation | None:
        """The first slot in which a seat has attested another state than that of the rules."""
        for slot, by_seat in sorted(self._attested.items()):
            decided, attested = self._slots[slot], sorted(by_seat.items())
            wrong = tuple(seat for seat, state in attested if state != decided.state_hash)
            if wrong:
                right = tuple(seat for seat, state in attested if state == decided.state_hash)
                return Deviation(decided.step, wrong, right)
        return None


def _in_blocks(items: Iterator[T], size: int) -> Iterator[T]:
    """The same items; that many are taken before the first of them is given."""
    while block := list(islice(items, size)):
        yield from block


def _ruled(before: TableState, record: Record, ruling: Ruling) -> Ruled:
    is_draw = isinstance(before.pending, Chance) and ruling.kind is RulingKind.DROP
    return Ruled(before.step, ruling, record.consenting, before.draw_number if is_draw else None)


def _standing(now: TableState, claimed: Claimed) -> StandingClaim:
    seat, given = claimed.claim.seat, {each.seat for each in claimed.inputs}
    target = next(other for other in now.present if other != seat)
    owing = set() if now.due is None else set(now.due.seats) - given
    return StandingClaim(now.slot, seat, target, counts=target in owing and seat not in owing)
