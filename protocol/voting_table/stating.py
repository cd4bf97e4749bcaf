"""What is signed, or has been, by which the table stops: so that any one log tells who deviated, or what is contested.

Specified in `spec/table.md`, "Histories that differ", and `spec/log.md`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..wire.errors import Code, SeatError
from .differing import Differing, Dispute
from .effects import Halted, Send
from .inputs import Input
from .kinds import Kind
from .ledger import Ledger, Step
from .messages import Give
from .player import Player
from .statements import Standstill, state_statement, stated
from .votes import Motion

SIGN_BEATS = 5
"""Beats that a seat has to sign for the state that it says it came to."""


class Stating(Differing):
    """Exchanges statements about states, stops by them, and finds claims that contradict one's own."""

    def __init__(self, ledger: Ledger, player: Player | None) -> None:
        super().__init__(ledger, player)
        self._statements: dict[int, Input] = {}
        """What seats have signed of the state to which their programs came: one of each seat."""
        self._disputes: dict[int, Dispute] = {}
        """What a seat says, and has not signed yet."""
        self._disputed: Step | None = None
        """The step by which the table has stopped, as another program came to another state."""

    def _dispute(self, dispute: Dispute) -> None:
        """Sign what our program came to, and stop as soon as the other seat has signed for another state: who only
        says so stops nobody. A spectator signs nothing, and looks on no longer where two differ.
        """
        if self.player is None:
            self._stop_by(dispute)
            return
        self._disputes[dispute.error.seat] = dispute
        self._out.append(Send(Give(self._own_statement(dispute.step))))
        self._settle(dispute.error.seat)

    def _own_statement(self, step: Step) -> Input:
        player = self.player
        assert player is not None
        return state_statement(player, self.ledger.genesis.id, step)

    def _settle(self, seat: int) -> None:
        """Stop if a seat has signed for the other state that it says it came to."""
        dispute, given = self._disputes.get(seat), self._statements.get(seat)
        if dispute is None or given is None or self.stopped:
            return
        if stated(given, dispute.step) not in (None, dispute.step.state_hash):
            self._stop_by(dispute)

    def _stop_by(self, dispute: Dispute) -> None:
        """Say where two programs differ, keep what was signed of it, and stop."""
        self._disputed = dispute.step
        self._out.append(dispute.differs)
        own = [] if self.player is None else [self._own_statement(dispute.step)]
        heard = [given for given in self._statements.values() if stated(given, dispute.step) is not None]
        if own or heard:
            self._out.append(Halted(Standstill((*own, *heard))))
        self._stop(dispute.error, dispute.step.inputs)

    def _forget_disputes(self) -> None:
        """Name who has said that its program came to another state and has not signed that: it was false."""
        for seat in [seat for seat, dispute in self._disputes.items() if self._beat - dispute.beat > SIGN_BEATS]:
            number = self._disputes.pop(seat).step.number
            if not self.stopped:
                sentence = (
                    f"{self.ledger.name(seat)} says that step {number} led it to another state, and does not sign that"
                )
                peer = self.ledger.genesis.contract.seats[seat].public
                self._refuse(peer, SeatError(Code.FALSE_HEAD, sentence, seat))

    def _take_statement(self, given: Input) -> None:
        """Keep what another seat's program came to; it settles a dispute, and else nothing follows from it.

        Raises:
            RemoteError: the seat has not signed it.
        """
        seat = given.seat
        if (self.player is not None and seat == self.player.seat) or not self._is_news(given):
            return
        self.ledger.check_signature(given)
        self._statements[seat] = given
        if self._disputed is not None and stated(given, self._disputed) is not None:
            self._out.append(Halted(Standstill((given,))))
        self._settle(seat)

    def _is_news(self, given: Input) -> bool:
        """Whether a seat has signed nothing of a state before, or nothing of the step on which it is in dispute."""
        known, dispute = self._statements.get(given.seat), self._disputes.get(given.seat)
        if known is None or dispute is None:
            return known is None
        return stated(known, dispute.step) is None and stated(given, dispute.step) is not None

    def _find_contest(self, theirs: Sequence[Step]) -> None:
        """Stop if we have gone on alone, and in these steps of another history the other of two has so, too: neither
        goes back, and both are to know.

        Raises:
            RemoteError: the other has not signed that.
        """
        if self.player is None or self.ledger.present != (self.player.seat,):
            return
        other = next(step.inputs[0].content[0] for step in reversed(self.steps) if step.is_drop)
        for votes in (step.inputs for step in theirs if step.is_drop):
            if votes[0].content[:1] == bytes([self.player.seat]) and [given.seat for given in votes] == [other]:
                self.ledger.check_signature(votes[0])
                self._gives_way_alone(Motion(Kind.DROP, self.player.seat), votes)
