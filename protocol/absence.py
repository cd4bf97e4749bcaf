"""Seats that stay away: who has been heard of, and the votes to go on without a seat.

Time is counted in beats, about one a second. Specified in `spec/table.md`, "Seats that stay away".
"""

from __future__ import annotations

from collections.abc import Sequence

from .effects import Keep, Send, Voted
from .errors import Code, LocalError, RemoteError, SeatError
from .inputs import Input
from .intake import Intake, Player
from .kinds import Kind
from .limits import EARLY_STEPS, REFUSALS
from .messages import Give

_AT_ONCE = (Kind.OPEN, Kind.SHARE, Kind.CLOSE)
"""The kinds that need no decision, after the first step."""

_HEARD_OF = 3
"""Beats within which a seat that is there has been heard of."""


class Absence(Intake):
    """Knows how long each seat has been silent, and counts the votes."""

    @property
    def droppable(self) -> tuple[int, ...]:
        """The seats that one's own may vote out now: the table waits for them, and they were silent for too long, or
        are there and have withheld for as long what needs no decision.

        None as long as fewer are heard of than it takes: a vote binds, so it is given only where it can suffice.
        """
        player, grace = self.player, self.ledger.genesis.contract.grace
        if player is None or self._holding or self.due is None or not self.ledger.step or not grace:
            return ()
        here = [seat for seat in self.ledger.present if seat == player.seat or not self._is_silent(seat, grace)]
        if player.seat not in here or len(here) < self.ledger.votes_needed:
            return ()
        return tuple(seat for seat in self.awaited if seat not in here and not self._votes.has_voted(player.seat, seat))

    def _hear(self, peer: bytes) -> None:
        seat = self.ledger.genesis.contract.seat_of(peer)
        if seat is not None:
            self._hear_of(seat)

    def _hear_of(self, seat: int) -> None:
        """Note that the seat is there; one whose links are cut for what it says only comes back to be cut again."""
        contract = self.ledger.genesis.contract
        if self.refused[contract.seats[seat].public] <= REFUSALS:
            if self._is_silent(seat, max(1, contract.grace // 2)):
                self._missed.add(seat)
            self._last_heard[seat] = self._beat

    def _is_silent(self, seat: int, grace: int) -> bool:
        return self._beat - self._last_heard[seat] >= grace or self._owed[seat] >= grace

    def _count_owed(self) -> None:
        """Note who is there in this beat and owes a share, an opening or the end: their programs give these at once."""
        due = self.due
        if due is not None and due.kind in _AT_ONCE:
            self._owed.update(seat for seat in self.awaited if self._beat - self._last_heard[seat] < _HEARD_OF)

    def _bound_against(self, seat: int) -> bool:
        """Whether one's own vote forbids to take that seat's answer in this step."""
        ledger = self.ledger
        return self.player is not None and self._votes.binds(
            self.player.seat, seat, len(ledger.present), ledger.votes_needed
        )

    def _vote_out(self, target: int) -> None:
        """Vote to go on without a seat: on disk first, then to the others.

        Raises:
            LocalError: it may not be voted out now.
        """
        player = self.player
        if player is None or target not in self.droppable:
            raise LocalError("that seat may not be voted out now")
        given = self._sign_vote(player, Kind.DROP, self.ledger.step, target, self.ledger.head)
        self._kept = (*self._kept, given) if self._kept and self._kept[-1].step == given.step else (given,)
        self._out += [Keep(self._kept, self._opening), Send(Give(given))]
        self._count_vote(given)

    def _sign_vote(self, player: Player, kind: Kind, step: int, target: int, head: bytes) -> Input:
        return Input.signed(player.identity, self.ledger.genesis.id, step, player.seat, kind, bytes([target]), head)

    def _accept_vote(self, peer: bytes, given: Input) -> None:
        if self.due is None or given.step > self.ledger.step + EARLY_STEPS:
            return
        self.ledger.check_signature(given)
        if given.step > self.ledger.step:
            self._early[given.step, given.kind, given.seat] = given
        elif given.step < self.ledger.step:
            self._answer_late_vote(given)
        elif self._count_vote(given):
            self._relay(peer, given)

    def _count_vote(self, given: Input) -> bool:
        """Take a vote whose signature has been checked, and drop the seat if that was the last that was needed.

        Raises:
            RemoteError: the vote is not good here.
        """
        try:
            target = self.ledger.check_vote(given)
        except RemoteError as error:
            if error.code is Code.DIVERGED:
                self._suspect(given)
            raise
        if given.kind is Kind.KEEP:
            return self._votes.keep(target, given)
        if not self._votes.drop(target, given):
            return False
        self._out.append(Voted(given.seat, target))
        enough = self._votes.enough(target, self.ledger.votes_needed)
        if enough is not None and self._may_be_dropped(target, enough):
            self._go_on(self.ledger.drop(enough))
        return True

    def _may_be_dropped(self, target: int, votes: Sequence[Input]) -> bool:
        """Whether these votes count. Of two, who was there all the time does not take the other's word that it left."""
        player, ledger = self.player, self.ledger
        voter = votes[0].seat
        if player is None or target != player.seat or len(ledger.present) != 2 or voter in self._missed:
            return True
        sentence = f"{ledger.name(voter)} claims the game because you had left, and you had not"
        self._stop(SeatError(Code.CONTESTED, sentence, voter), tuple(votes))
        return False

    def _answer_late_vote(self, given: Input) -> None:
        """Say that the step is completed here with the answer of the seat that somebody votes on."""
        player = self.player
        if player is None or given.kind is not Kind.DROP or len(given.content) != 1 or given.step >= len(self.steps):
            return
        step, target = self.steps[given.step], given.content[0]
        head = step.inputs[0].head
        is_other = target != player.seat and target < len(self.ledger.genesis.contract.seats)
        if step.is_drop or head != given.head or not is_other or (step.number, target) in self._kept_late:
            return
        self._kept_late.add((step.number, target))
        self._out.append(Send(Give(self._sign_vote(player, Kind.KEEP, step.number, target, head))))
