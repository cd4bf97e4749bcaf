"""Claims: one of two seats says that the other has gone, and stops. Specified in `spec/table/proofs.md`.

Dropping one of two would end every game, so nobody decides that alone. A claim ends nothing: the claimer's table stops
and can be resumed, and the claim is in its log.
"""

from __future__ import annotations

from ..wire.errors import Code, SeatError
from .effects import ClaimMade, Effect, Send, Write
from .faults import Faults
from .ledger import Ledger
from .messages import Claimed
from .signer import Signer
from .signing import Claim
from .slot import Slot


class Claims:
    """The claims of one table, one's own and others'."""

    def __init__(self, ledger: Ledger, signer: Signer | None, faults: Faults, out: list[Effect]) -> None:
        self._ledger = ledger
        self._signer = signer
        self._faults = faults
        self._out = out
        self._known: set[tuple[int, int]] = set()
        """The slots and seats of the claims that are in the log."""

    def may_make(self, slot: Slot, seat: int) -> bool:
        """Whether one's own seat may claim that the other of two has gone: the other owes an input, and one's own does
        not."""
        if self._signer is None or len(slot.state.present) != 2:
            return False
        return self._signer.seat not in slot.missing and seat in slot.missing

    def make(self, slot: Slot, seat: int) -> None:
        """Claim that the other seat has gone, and stop."""
        assert self._signer is not None
        place = slot.state.place
        claimed = Claimed(place, self._signer.sign(place, Claim(self._signer.seat)), slot.all_inputs)
        self._known.add((place.slot, self._signer.seat))
        sentence = f"you stopped the game because {slot.state.name(seat)} is away: it is saved, and can be resumed"
        self._out += [Write(claimed), Send(claimed), ClaimMade(claimed)]
        self._out += self._faults.stop(SeatError(Code.CLAIMED, sentence, seat))

    def take(self, claimed: Claimed) -> None:
        """Take another seat's claim about the open slot: it is kept and shown, and nobody follows it.

        Raises:
            RemoteError: the seat has not signed it, or an input with it is invalid.
        """
        now, seat = self._ledger.now, claimed.claim.seat
        if claimed.place != now.place or len(now.present) != 2 or seat not in now.present:
            return
        if self._faults.stopped is not None or (now.slot, seat) in self._known:
            return
        now.check_signature(seat, claimed.claim)
        for given in claimed.inputs:
            now.admit_alone(given)
        self._known.add((now.slot, seat))
        self._out += [Write(claimed), ClaimMade(claimed)]
