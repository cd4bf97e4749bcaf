"""Consents to rulings, by one's own seat and by a quorum, and the time to have one decided.

Specified in `spec/table.md`, rules 3 and 4.
"""

from __future__ import annotations

from .consensus import Ruling, RulingKind
from .decider import Decider
from .effects import Effect, Voted
from .faults import Faults
from .liveness import Liveness
from .messages import Have
from .slot import Slot
from .sync import Sync


class Rulings:
    """Consents in the open slot of one table."""

    def __init__(self, liveness: Liveness, sync: Sync, faults: Faults, out: list[Effect]) -> None:
        self._liveness = liveness
        self._sync = sync
        self._faults = faults
        self._out = out
        self._shown: set[tuple[int, int]] = set()
        """Consents to drops on the screen."""

    def open_slot(self) -> None:
        """Start the next slot."""
        self._shown.clear()

    def consents(self, slot: Slot, ruling: Ruling) -> bool:
        """Whether one's own seat consents to a ruling now."""
        return slot.state.allows(ruling) and self._supports(slot, ruling)

    def _supports(self, slot: Slot, ruling: Ruling) -> bool:
        """Whether one's own seat consents to a ruling that the slot allows."""
        if self._faults.stopped is not None:
            return False
        return self._liveness.consents(ruling, slot.due, slot.missing, self._faults.cheats)

    def about(self, slot: Slot, kind: RulingKind) -> int:
        """The seats about which one's own seat consents to such a ruling, bit n for seat n."""
        rulings = [ruling for ruling in slot.state.rulings if ruling.kind is kind]
        return sum(1 << ruling.seat for ruling in rulings if self._supports(slot, ruling))

    def note(self, slot: Slot, voter: int | None, have: Have) -> None:
        """Show once in a slot that a seat consents to drop another one."""
        if voter is None:
            return
        for seat in slot.state.present:
            if have.drops >> seat & 1 and (voter, seat) not in self._shown:
                self._shown.add((voter, seat))
                self._out.append(Voted(voter, seat))

    def _by_quorum(self, slot: Slot) -> Ruling | None:
        """The first ruling to which a quorum consents, by the seats' own reports."""
        views = [view for _, view in self._sync.linked(slot.state.present)]
        here = slot.state.slot, slot.state.head
        haves = [view.have for view in views if view.have is not None and (view.have.slot, view.have.head) == here]
        said = {RulingKind.DROP: [have.drops for have in haves], RulingKind.SKIP: [have.skips for have in haves]}
        if not any(said[RulingKind.DROP]) and not any(said[RulingKind.SKIP]):
            return None  # one's own consent alone is no quorum
        for ruling in slot.state.rulings:
            others = sum(seats >> ruling.seat & 1 for seats in said[ruling.kind])
            if others + self._supports(slot, ruling) >= slot.state.electorate.quorum:
                return ruling
        return None

    def prepare(self, slot: Slot, decider: Decider, own: int) -> None:
        """Begin a ballot, if there is a reason and it is one's own turn.

        The reasons: a quorum consents to a ruling; all inputs are here, and ballot 0 may not come to an end; or a
        proposal is not final yet.
        """
        if not slot.state.needs_acks or own not in slot.state.present:
            return
        ruling = self._by_quorum(slot)
        is_stuck = not slot.missing and slot.is_disputed
        has_reason = ruling is not None or is_stuck or slot.highest_proposal is not None
        here = [seat for seat in slot.state.present if self._liveness.is_reachable(seat)]
        decider.prepare(
            ruling,
            has_reason=has_reason,
            consents=ruling is not None and self.consents(slot, ruling),
            turn=(here.index(own), len(here)),
            tick=self._liveness.tick,
        )
