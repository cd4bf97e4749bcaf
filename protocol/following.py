"""Following each other: who has what, catching up, and what to do when two histories differ.

Specified in `spec/table.md`, "Messages" and "Histories that differ".
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from .absence import Absence
from .effects import Differs, Rewind, Send
from .errors import Code, RemoteError, SeatError
from .inputs import Input
from .ledger import Ledger, Step
from .limits import STEPS_MESSAGES, STEPS_PER_MESSAGE
from .messages import Ask, AskState, Give, Have, StateIs, Steps
from .names import clean_chat
from .reconcile import Finding, TwoAnswers, compare, first_difference, went_on

HOLD_BEATS = 3
"""Beats after a restart for which a peer waits for those that are not linked yet, if some have been heard."""


class Following(Absence):
    """Compares what is here with what other peers have, and makes both the same."""

    @property
    def everybody_has_all(self) -> bool:
        """Whether every linked seat has said that it has all that is here."""
        seats = {seat.public for seat in self.ledger.genesis.contract.seats}
        return all(known.step >= self.ledger.step for peer, known in self._peers.items() if peer in seats)

    def _stop_holding(self) -> None:
        """After a restart: sign again once everybody present has been heard, and nobody knows more than is here."""
        if not self._holding or self.player is None:
            return
        seats = self.ledger.genesis.contract.seats
        others = {seat.public for number, seat in enumerate(seats) if number != self.player.seat}
        present = [known for peer, known in self._peers.items() if peer in others]
        if not present or not all(known.heard and known.step <= self.ledger.step for known in present):
            return
        self._holding = len(present) < len(others) and self._beats_held < HOLD_BEATS

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
        known.step, known.links, known.heard = have.step, have.links, True
        for seat in self._last_heard:
            if have.links >> seat & 1:
                self._hear_of(seat)
        self._stop_holding()
        if have.step < len(self.steps):
            self._send_steps(peer, have.step)
        elif self._round is not None and have.step == self._round.due.step:
            lacking: Iterable[Input] = self._round.given.values()
            if have.round == self._round.due.kind:
                if have.head != self._round.due.head:
                    self._ask(peer)
                    return
                lacking = [given for given in lacking if not have.inputs >> given.seat & 1]
            else:
                lacking = [*self.ledger.committed, *lacking]
            self._out += [Send(Give(given), peer) for given in (*lacking, *self._votes.all)]

    def _catch_up(self, peer: bytes, steps: tuple[Step, ...]) -> None:
        """Take over steps that a peer has kept; seats have signed them, whoever sends them."""
        moved = False
        for step in steps:
            if self.stopped or step.number > self.ledger.step:
                break
            if step.number < self.ledger.step:
                if not self._agrees(peer, step):
                    return
            elif any(self._bound_against(given.seat) for given in step.inputs) and not step.is_drop:
                break
            elif not self._absorb(peer, step):
                return
            else:
                moved = True
        if moved:
            self._out.append(Send(self._have(), peer))
        elif steps:
            self._clear_suspect(peer, steps[-1].number)

    def _absorb(self, peer: bytes, step: Step) -> bool:
        """Take over the next step; False if the peer's history differs from ours before it.

        Raises:
            RemoteError: the step does not hold.
        """
        if step.is_drop and not self._takes_drop(step):
            return False
        try:
            happened = self.ledger.absorb(step)
        except RemoteError as error:
            if error.code is not Code.DIVERGED:
                raise
            self._ask(peer)
            return False
        self._go_on(happened)
        return True

    def _takes_drop(self, step: Step) -> bool:
        """Whether votes that are good count here (what is not good is left to the ledger).

        Raises:
            RemoteError: a vote is not signed by its seat.
        """
        for given in step.inputs:
            self.ledger.check_signature(given)
        first = step.inputs[0]
        return first.head != self.ledger.head or self._may_be_dropped(self.ledger.check_vote(first), step.inputs)

    def _send_steps(self, peer: bytes, first: int) -> None:
        steps = self.steps[first : first + STEPS_PER_MESSAGE]
        known = self._peers.get(peer)
        if steps and known is not None and known.pace.allows(Steps, STEPS_MESSAGES, self._beat):
            self._out.append(Send(Steps(tuple(steps)), peer))

    # Histories that differ

    def _ask(self, peer: bytes, first: int | None = None) -> None:
        """Ask a peer for its steps, to find the first that differs from ours."""
        known = self._peers.get(peer)
        if known is None or known.asked == self._beat:
            return
        known.asked = self._beat
        before = max(0, self.ledger.step - STEPS_PER_MESSAGE) if first is None else first
        self._out.append(Send(Ask(before), peer))

    def _suspect(self, given: Input) -> None:
        """A seat signs another head than ours: ask it for the history that it stands for."""
        self._suspects.setdefault(given.seat, given)
        self._ask(self.ledger.genesis.contract.seats[given.seat].public)

    def _clear_suspect(self, peer: bytes, last: int) -> None:
        """The peer's history is ours after all: then what it signed was false."""
        seat = self.ledger.genesis.contract.seat_of(peer)
        given = self._suspects.get(seat) if seat is not None else None
        if seat is not None and given is not None and last >= given.step - 1:
            del self._suspects[seat]
            sentence = f"{self.ledger.name(seat)} signed a head in step {given.step} that its own history does not have"
            raise SeatError(Code.FALSE_HEAD, sentence, seat)

    def _agrees(self, peer: bytes, theirs: Step) -> bool:
        """Whether a peer's record of a step that is done is ours; if not, do what follows from that."""
        ours = self.steps[theirs.number]
        match compare(ours, theirs):
            case Finding.SAME:
                return True
            case Finding.EARLIER:
                if theirs.number:
                    self._ask(peer, max(0, theirs.number - STEPS_PER_MESSAGE))
            case Finding.OTHER_STATE:
                self._ask_state(peer, ours)
            case Finding.WE_DROPPED:
                self._send_steps(peer, ours.number)
            case Finding.THEY_DROPPED:
                return self._give_way(theirs)
            case Finding.UNEXPLAINED:
                raise RemoteError(Code.BROKEN_STEP, f"step {theirs.number} was sent with other inputs than were signed")
            case TwoAnswers(first, second):
                self.ledger.check_signature(second)
                self._stop_for_equivocation(first, second)
        return False

    def _ask_state(self, peer: bytes, ours: Step) -> None:
        """Ask for the state that the peer has after a step whose inputs are ours, and show it that ours is another."""
        known = self._peers.get(peer)
        if known is not None and known.compared != self._beat:
            known.compared, known.state_due = self._beat, ours.number
            self._out += [Send(AskState(ours.number), peer), Send(Steps((ours,)), peer)]

    def _give_way(self, theirs: Step) -> bool:
        """Go back to a step that a majority has ended with votes, unless one of the voters had gone on with us.

        As after a restart, nothing new is signed until everybody present has been heard. Returns whether we went back.

        Raises:
            RemoteError: the votes are not signed, or do not suffice.
        """
        for given in theirs.inputs:  # before the table is played again for their sake
            self.ledger.check_signature(given)
        if went_on(theirs.inputs, self.steps[theirs.number + 1 :]):
            return False
        ledger = self._ledger_before(theirs.number)
        alone = len(ledger.present) == 2
        happened = ledger.absorb(theirs)
        if alone:
            name = ledger.name(theirs.inputs[0].seat)
            self._stop(RemoteError(Code.CONTESTED, f"{name} has gone on alone, as you have"), theirs.inputs)
            return False
        self.ledger = ledger
        self.steps = self.steps[: theirs.number]
        self._early.clear()
        self._out.append(Rewind(theirs.number))
        self._holding, self._beats_held = self.player is not None, 0
        for known in self._peers.values():
            known.heard = False
        self._go_on(happened)
        return True

    def _ledger_before(self, number: int) -> Ledger:
        """The table as it was before one of its steps."""
        ledger = Ledger(self.ledger.genesis, self.ledger.game)
        for step in self.steps[:number]:
            ledger.absorb(step)
        return ledger

    def _position_after(self, number: int) -> str:
        return json.dumps(self.ledger.game.position(self._ledger_before(number + 1).state))

    def _moves_in(self, number: int) -> str:
        given = [given for given in self.steps[number].inputs if given.kind.has_move]
        return ", ".join(self.ledger.game.format(self.ledger.move_of(each)) for each in given) or "a draw"

    def _send_state(self, peer: bytes, number: int) -> None:
        if self._showed_state != self._beat and number < len(self.steps):
            self._showed_state = self._beat
            self._out.append(Send(StateIs(number, self._position_after(number)), peer))

    def _compare_states(self, peer: bytes, number: int, theirs: str) -> None:
        """Two engines came to two states from the same inputs: say where they differ, and stop."""
        known = self._peers.get(peer)
        seat = self.ledger.genesis.contract.seat_of(peer)
        if self.stopped or seat is None or known is None or known.state_due != number or number >= len(self.steps):
            return
        known.state_due = None
        ours = self._position_after(number)
        try:
            difference = first_difference(json.loads(ours), json.loads(theirs))
        except (ValueError, RecursionError):
            raise RemoteError(Code.BAD_CONTENT, "the other side sent a state that is none") from None
        if difference is None:
            return
        sentence = (
            f"after step {number} ({self._moves_in(number)}) {difference.place} is {json.dumps(difference.ours)} here "
            f"and {clean_chat(json.dumps(difference.theirs))} for {self.ledger.name(seat)}; "
            "`p2pgame verify` tells from either log who is right"
        )
        self._out.append(Differs(number, peer, ours, theirs))
        self._stop(SeatError(Code.OTHER_STATE, sentence, seat), self.steps[number].inputs)
