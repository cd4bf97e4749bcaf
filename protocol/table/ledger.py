"""The final history of one table. It only grows: no entry is ever taken back.

Everything that moves a table goes through here: live decisions, other peers' records, replay and verification. A ledger
never signs and never sends.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from p2pgame.engine.events import Event
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Pending

from ..contract.contract import Genesis
from .consensus import Ruling, RulingKind
from .records import Record, check_record
from .signing import Input, SignatureCheck, check_signature
from .state import Dropped, Outcome, TableState
from .takeback import TakenBack

EVERY = 16
"""Slots between two kept states: some eighty in the longest game, a few kilobytes each."""


class StepCompleted(NamedTuple):
    """A step has its final answer. (A named tuple, like other records of each slot, is made in half the time.)"""

    step: int
    slot: int
    """The slot that completed it."""
    pending: Pending | None
    """The pending that the rules had; None in the step that opens the table."""
    event: Event[Any] | Dropped | TakenBack | None
    """The event that answered it; None in the steps that open and close the table."""
    state: Any
    """After the step."""
    head: bytes
    """After the step."""
    inputs: tuple[Input, ...]
    """The inputs that count, in seat order; of a secret choice the openings."""
    skipped: tuple[int, ...]
    """The seats that made their default moves because their time was up."""
    consenting: tuple[int, ...]
    """If a ruling ended the step, the seats that consented to it."""


class Ledger:
    """Records from the first slot on, and the state of the table after them."""

    def __init__(self, genesis: Genesis, game: AnyGame, signature_check: SignatureCheck = check_signature) -> None:
        """The table before its first slot. `genesis` must have been checked, and `game` be its game."""
        self.genesis = genesis
        self.game = game
        self.now = TableState.first(genesis, game, signature_check)
        self.records: list[Record] = []
        self.heads: list[bytes] = []
        """The head before each record."""
        self._checkpoints = [self.now]

    def write(self, record: Record, outcome: Outcome) -> StepCompleted | None:
        """Add a checked record, and its outcome. The step that it completes, if it does."""
        before = self.now
        self.now = before.after(outcome)
        self.records.append(record)
        self.heads.append(before.head)
        if self.now.slot == EVERY * len(self._checkpoints):
            self._checkpoints.append(self.now)
        if not outcome.ends_step:
            return None
        skipped = before.skipped
        if isinstance(record.value, Ruling) and record.value.kind is RulingKind.SKIP:
            skipped = tuple(sorted((*skipped, record.value.seat)))
        return StepCompleted(
            before.step,
            before.slot,
            before.pending,
            outcome.event,
            outcome.state,
            self.now.head,
            record.inputs,
            skipped,
            record.consenting,
        )

    def absorb(self, record: Record) -> StepCompleted | None:
        """Take over the next record of another peer, after checking all of it.

        Raises:
            RemoteError: it is invalid; the ledger stays as it was.
        """
        return self.write(record, check_record(self.now, record))

    def before(self, slot: int) -> TableState:
        """The table before one of its slots, at the price of `EVERY` slots at most."""
        state = self._checkpoints[slot // EVERY]
        for record in self.records[state.slot : slot]:
            state = state.after(state.outcome(record.value))
        return state
