"""Faults between peers: seats that have cheated, engines that differ, and histories that forked.

A proof names a cheat, and the seats' signatures name engines that differ. Both are in the log.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from p2pgame.engine import positions
from p2pgame.engine.errors import BadPosition

from ..wire.errors import Code, RemoteError, SeatError
from .consensus import Ack
from .effects import Differs, Effect, Proven, Send, Stopped, Write
from .ledger import Ledger
from .messages import Attested
from .proofs import Proof
from .reconcile import displayed, first_difference
from .signing import Place
from .slot import Slot
from .state import Outcome, TableState

STATE_TICKS = 5
"""Ticks for a seat to show the state in which its program differs; without it the table stops anyway."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A seat has signed another state of a slot than ours."""

    place: Place
    step: int
    outcome: Outcome
    theirs: Ack
    since: int
    must_stop: bool
    """Whether our own state has no quorum any more, so that the table stops here."""


class Faults:
    """The proofs that are known, and the disputes about states."""

    def __init__(self, ledger: Ledger) -> None:
        self.proofs: dict[int, Proof] = {}
        """By seat: one is enough."""
        self.stopped: Stopped | None = None
        self._ledger = ledger
        self._disputes: dict[int, Dispute] = {}
        self._attested: set[int] = set()

    @property
    def cheats(self) -> frozenset[int]:
        """The seats that are proven to have cheated."""
        return frozenset(self.proofs)

    def prove(self, proof: Proof) -> list[Effect]:
        """Take a checked proof: write it down, show it, pass it on."""
        if proof.seat in self.proofs:
            return []
        self.proofs[proof.seat] = proof
        return [Write(proof), Proven(proof, proof.error(self._ledger.genesis)), Send(proof)]

    def stop_by_proofs(self, state: TableState, own: int | None) -> list[Effect]:
        """Stop if too few seats without a proof are left: fewer than a quorum, and with two seats one."""
        if not self.proofs:
            return []
        cheats = [seat for seat in state.present if seat in self.proofs and seat != own]
        honest = len(state.present) - len(cheats)
        if not cheats or honest >= max(state.electorate.quorum, 2):
            return []
        return self.stop(self.proofs[cheats[0]].error(self._ledger.genesis))

    def stop(self, error: RemoteError) -> list[Effect]:
        """Stop: the table cannot continue here."""
        if self.stopped is not None:
            return []
        self.stopped = Stopped(error)
        return [self.stopped]

    def may_dispute(self, seat: int) -> bool:
        """Whether there was no dispute with that seat, and the table continues. One dispute is shown: a seat that lies
        could differ in every slot."""
        return seat not in self._disputes and self.stopped is None

    def dispute(self, dispute: Dispute, own: Ack | None) -> list[Effect]:
        """Note that a seat's program computed another state: keep both signatures. The caller asks for that state."""
        self._disputes[dispute.theirs.seat] = dispute
        return self.attest(dispute.place, dispute.theirs) + ([] if own is None else self.attest(dispute.place, own))

    def attest(self, place: Place, ack: Ack) -> list[Effect]:
        """Keep in the log a seat's signature under a state. The first one of each seat is enough."""
        if ack.seat in self._attested:
            return []
        self._attested.add(ack.seat)
        return [Write(Attested(place, ack))]

    def disputed(self, seat: int | None, slot: int) -> Dispute | None:
        """The dispute with a seat about a slot."""
        dispute = None if seat is None else self._disputes.get(seat)
        return dispute if dispute is not None and dispute.place.slot == slot else None

    def settle(self, dispute: Dispute, peer: bytes, position: str) -> list[Effect]:
        """Take a seat's state: name the difference, and stop if ours has no quorum.

        Raises:
            RemoteError: it is no state, or equals ours.
        """
        game, seat = self._ledger.game, dispute.theirs.seat
        ours = json.dumps(game.position(dispute.outcome.state))
        try:
            difference = first_difference(json.loads(ours), positions.parse(position))
            seen = None if difference is None else (displayed(difference.ours), displayed(difference.theirs))
        except BadPosition:
            raise RemoteError(Code.BAD_CONTENT, "the other side sent an invalid state") from None
        name = self._ledger.now.name(seat)
        if difference is None or seen is None:
            raise SeatError(Code.FALSE_HEAD, f"{name} signed another state than it shows", seat)
        sentence = (
            f"after step {dispute.step} {difference.place} is {seen[0]} here and "
            f"{seen[1]} for {name}; `p2pgame verify` shows from either log who is right"
        )
        effects: list[Effect] = [Differs(dispute.step, peer, ours, position)]
        return effects + (self.stop(SeatError(Code.OTHER_STATE, sentence, seat)) if dispute.must_stop else [])

    def give_up_waiting(self, tick: int) -> list[Effect]:
        """Stop for disputes whose seats show no state, if ours has no quorum."""
        late = [each for each in self._disputes.values() if each.must_stop and tick - each.since >= STATE_TICKS]
        if not late:
            return []
        seat = late[0].theirs.seat
        sentence = f"after step {late[0].step} the program of {self._ledger.now.name(seat)} has another state"
        return self.stop(SeatError(Code.OTHER_STATE, sentence, seat))


def other_states(slot: Slot) -> list[tuple[Ack, Outcome, bool]]:
    """The acks of known values with another state than ours; each with our outcome, and whether our state can have no
    quorum in that ballot any more."""
    found: list[tuple[Ack, Outcome, bool]] = []
    if not slot.acks or slot.is_agreed:
        return found
    for ack in slot.all_acks:
        outcome = slot.outcome(ack.value)
        if outcome is None or outcome.state_hash == ack.state:
            continue
        states = slot.states_of(outcome, ack.ballot)
        against = sum(state != outcome.state_hash for state in states.values())
        electorate = slot.state.electorate
        found.append((ack, outcome, len(electorate.seats) - against < electorate.quorum))
    return found
