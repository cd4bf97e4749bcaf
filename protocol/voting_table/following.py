"""Following each other: who has what, catching up, and what to do when two histories differ.

Specified in `spec/table.md`, "Messages" and "Histories that differ".
"""

from __future__ import annotations

from collections.abc import Iterable

from ..wire.limits import STEPS_INPUTS, STEPS_MESSAGES, STEPS_PER_MESSAGE
from .effects import Send
from .inputs import Input
from .kinds import Kind
from .ledger import Due, Step
from .messages import Give, Have, Steps
from .proof import Proof
from .reconcile import decisions
from .stating import Stating

HOLD_BEATS = 3
"""Beats after a restart for which a peer waits for those that are not linked yet, if some have been heard."""

SHOW_BEATS = 30
"""Beats after a restart for which a peer waits for one that says it has more, and shows nothing: three times as long as
a link may be silent."""


class Following(Stating):
    """Compares what is here with what other peers have, and makes both the same."""

    _waits_for_all = False
    """Whether so much of the log was lost that nothing may be signed before everybody is there."""

    @property
    def everybody_has_all(self) -> bool:
        """Whether everybody linked, who looks on as well, has said that it has all that is here, and we have all that
        the log is to keep; and nobody is left who may still have to see that we are at another table."""
        if self._peers and self._is_at_another_table:
            return False
        return all(known.step >= self.ledger.step for known in self._peers.values())

    def relay_to(self, seat: int) -> int | None:
        """A linked seat that says it is linked with this one, so that it passes on what both say; None if none does."""
        seats = enumerate(self.ledger.genesis.contract.seats)
        views = ((other, self._peers.get(holder.public)) for other, holder in seats if other != seat)
        return next((other for other, known in views if known and known.have and known.links >> seat & 1), None)

    def _stop_holding(self) -> None:
        """After a restart: sign again once everybody present has been heard, and nobody knows more than is here.

        Who was voted out is not waited for, but may have heard what else nobody has.
        """
        if not self._holding or self.player is None:
            return
        seats = self.ledger.genesis.contract.seats
        others = {seats[number].public for number in self.ledger.present if number != self.player.seat}
        present = [peer for peer in self._peers if peer in others]
        linked = [seat.public for seat in seats if seat.public in self._peers]
        if not present or not all(self._has_shown_all(peer) for peer in linked):
            return
        if self._waits_for_all:
            own = self.player.seat
            self._holding = any(seat != own and seats[seat].public not in self._peers for seat in self.ledger.present)
        else:
            self._holding = len(present) < len(others) and self._beats_held < HOLD_BEATS

    def _has_shown_all(self, peer: bytes) -> bool:
        """Whether a linked peer has nothing more than is here, as it says; or could have shown it for long."""
        known = self._peers[peer]
        if self._waited_for[peer] >= self._show_beats:
            return True
        return known.heard and known.step <= self.ledger.step and not self._has_our_word(known.have)

    def _has_our_word(self, have: Have | None) -> bool:
        """Whether a peer says that it has an input of ours for the round that is due, which we lack since a restart."""
        due, player = self.due, self.player
        if have is None or due is None or player is None or have.step != due.step or not self._awaits(player.seat):
            return False
        is_opened = (have.round, due.kind) == (Kind.OPEN, Kind.COMMIT)  # so all have committed there
        same = (have.round, have.head) == (due.kind, due.head)
        return is_opened or (same and bool(have.inputs >> player.seat & 1))

    @property
    def _show_beats(self) -> int:
        """`SHOW_BEATS`, or half of a short grace time: a liar must not keep somebody holding until it is voted out."""
        grace = self.ledger.genesis.contract.grace
        return min(SHOW_BEATS, grace // 2) if grace else SHOW_BEATS

    def _count_waiting(self) -> None:
        """Count the beats for which each linked peer has kept us holding; one that shows what it has begins anew."""
        if self._holding:
            self._waited_for.update(peer for peer in self._peers if not self._has_shown_all(peer))

    def _have(self) -> Have:
        contract = self.ledger.genesis.contract
        links = sum(1 << seat for seat, holder in enumerate(contract.seats) if holder.public in self._peers)
        round_ = self._round
        if round_ is None:
            return Have(self.ledger.step, 0, self.ledger.head, 0, links)
        return Have(round_.due.step, round_.due.kind.value, round_.due.head, round_.mask, links)

    def _compare(self, peer: bytes, have: Have) -> None:
        """Send what the peer lacks."""
        known = self._peers.get(peer)
        if known is None:
            return
        known.have, known.heard = have, True
        if self.ledger.genesis.contract.seat_of(peer) in self.ledger.present:
            for seat in self._last_heard:
                if have.links >> seat & 1:
                    self._hear_of(seat)
        self._stop_holding()
        if have.step < len(self.steps):
            self._send_steps(peer, have.step)
        elif have.step > self.ledger.step:  # it says no to our votes, or comes back
            own = self._own_votes.at(self.ledger.step, self.ledger.head)
            self._out += [Send(Give(given), peer) for given in own]
        elif self._round is not None and have.step == self._round.due.step:
            self._compare_rounds(peer, have, self._round.due)
        elif have.head != self.ledger.head and not self.stopped:  # both are at an end, by histories that differ
            self._ask(peer)

    def _compare_rounds(self, peer: bytes, have: Have, due: Due) -> None:
        """The peer is in the step that is open here: send what it lacks of it, unless its history is another."""
        given = () if self._round is None else tuple(self._round.given.values())
        lacking: Iterable[Input] = (*self.ledger.committed, *given)
        if (have.round, have.head) == (due.kind, due.head):
            lacking = [each for each in given if not have.inputs >> each.seat & 1]
        elif due.step == 0:  # it is at another table, and is to hear that we are at this one
            lacking = [each for each in given if self.player is not None and each.seat == self.player.seat]
        elif Kind.OPEN not in (have.round, due.kind):  # else the commitments, or whose time was up, may be what differs
            self._ask(peer)
            return
        self._out += [Send(Give(each), peer) for each in (*lacking, *self._votes.all)]

    def _catch_up(self, peer: bytes, steps: tuple[Step, ...]) -> None:
        """Take over steps that a peer has kept; seats have signed them, whoever sends them."""
        moved = False
        for step in steps:
            if self.stopped or step.number > self.ledger.step:
                break
            if step.number < self.ledger.step:
                if not self._agrees(peer, step):
                    self._find_contest(steps)
                    return
            elif self._is_of_another_history(step):
                self._ask(peer)
                return
            elif self._came_back_from(step):
                break
            elif bound := [given for given in step.answers if self._bound_against(given.seat)]:
                for given in bound:
                    self._see_kept_back(given)
                break
            elif not self._absorb(peer, step):
                return
            else:
                moved = True
        if moved:
            del self._waited_for[peer]
            self._out.append(Send(self._have(), peer))
        elif steps and not self.stopped:
            self._clear_suspect(peer, steps[-1].number)

    def _absorb(self, peer: bytes, step: Step) -> bool:
        """Take over the next step; False if the peer's history differs from ours before it.

        Raises:
            RemoteError: the step does not hold.
        """
        if not self._takes_votes(step):
            return False
        happened = self.ledger.absorb(step)
        self._go_on(happened)
        return True

    def _is_of_another_history(self, step: Step) -> bool:
        """Whether a seat has signed another head than ours for the beginning of this step, which is the next here.

        Raises:
            RemoteError: that seat has not signed it.
        """
        first = step.inputs[0]
        if (first.table, first.step) != (self.ledger.genesis.id, step.number) or first.head == self.ledger.head:
            return False
        self.ledger.check_signature(first)
        return True

    def _takes_votes(self, step: Step) -> bool:
        """Whether the votes in a step, if they are good, count here (what is not good is left to the ledger).

        Raises:
            RemoteError: a vote is not signed by its seat.
        """
        for vote, votes in decisions(step):
            for given in votes:
                self.ledger.check_signature(given)
            if votes[0].head == self.ledger.head and not self._is_believed(vote.motion, votes):
                return False
        return True

    def _send_steps(self, peer: bytes, first: int) -> None:
        known = self._peers.get(peer)
        steps: list[Step] = []
        size = 0
        for step in self.steps[first : first + STEPS_PER_MESSAGE]:
            size += len(step.inputs)
            if steps and size > STEPS_INPUTS:
                break
            steps.append(step)
        if steps and known is not None and known.pace.allows(Steps, STEPS_MESSAGES, self._beat):
            self._out.append(Send(Steps(tuple(steps)), peer))

    def _take_proof(self, proof: Proof) -> None:
        """A peer shows that a seat has signed twice.

        Raises:
            RemoteError: it does not show that.
        """
        if proof.seat not in self._proofs:
            proof.check(self.ledger.genesis)
            self._prove(proof)
