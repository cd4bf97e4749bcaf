"""Histories that differ: where, who is to blame, who goes back, and how.

Specified in `spec/table.md`, "Two answers" and "Histories that differ".
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from ..wire.errors import Code, RemoteError, SeatError
from ..wire.limits import STEPS_PER_MESSAGE
from .effects import Differs, Proven, Rewind, Send
from .inputs import Input
from .kinds import DECISIONS, VOTES, Kind
from .late import Late
from .ledger import Ledger, Step
from .messages import Ask, AskState, StateIs, Steps
from .proof import Proof
from .reconcile import Finding, TwoAnswers, compare, decisions, first_difference, shown, suffice
from .votes import Motion, Vote


@dataclass(frozen=True, slots=True)
class Dispute:
    """A step after which a seat says that its program came to another state than ours."""

    step: Step
    """Our record of it."""
    error: SeatError
    """In words, and which seat."""
    differs: Differs
    """Both states."""
    beat: int
    """When it said so."""


class Differing(Late):
    """Finds the first step in which a peer's history differs, and does what follows from it."""

    _showed_state = -1
    """The beat in which we last sent anybody a state, which costs us work."""
    _beats_held = 0
    """Beats for which we have signed nothing, since a restart or since we went back."""

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
        """The peer's history is ours after all: then what it signed was false.

        Unless votes have ended a step before: then it may have had another history, in all honesty, and gone back.
        """
        seat = self.ledger.genesis.contract.seat_of(peer)
        given = self._suspects.get(seat) if seat is not None else None
        if seat is not None and given is not None and last >= given.step - 1:
            del self._suspects[seat]
            if not any(step.is_drop or step.skipped for step in self.steps[: given.step]):
                raise self._false_head(seat, given.step)

    def _false_head(self, seat: int, step: int) -> SeatError:
        sentence = f"{self.ledger.name(seat)} signed a head in step {step} that its own history does not have"
        return SeatError(Code.FALSE_HEAD, sentence, seat)

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
            case Finding.WE_VOTED:
                self._send_steps(peer, ours.number)
            case Finding.THEY_VOTED:
                return self._give_way(peer, theirs)
            case Finding.UNEXPLAINED:
                raise RemoteError(Code.BROKEN_STEP, f"step {theirs.number} was sent with other inputs than were signed")
            case TwoAnswers(first, second):
                self.ledger.check_signature(second)
                self._prove(Proof.of(first, second))
                self._come_back(peer, ours.number, first.seat)
        return False

    def _ask_state(self, peer: bytes, ours: Step) -> None:
        """Ask for the state that the peer has after a step whose inputs are ours, and show it that ours is another."""
        known = self._peers.get(peer)
        if known is not None and known.compared != self._beat:
            known.compared, known.state_due = self._beat, ours.number
            self._out += [Send(AskState(ours.number), peer), Send(Steps((ours,)), peer)]

    def _come_back(self, peer: bytes, number: int, liar: int) -> None:
        """Another seat has gone on with the other one of two answers: go back there, to vote the liar out."""
        seat = self.ledger.genesis.contract.seat_of(peer)
        if (
            self.player is not None
            and seat not in (None, liar)
            and liar in self.ledger.present
            and seat not in self._proofs
            and not self._has_drawn_since(number)
        ):
            self._come_back_to(number, ())

    def _has_drawn_since(self, number: int) -> bool:
        """Whether a draw has been made after a step: everybody has signed a share on this history then, so nobody
        honest has gone on from that step with another one.
        """
        return any(step.inputs[0].kind is Kind.SHARE for step in self.steps[number + 1 :])

    def _come_back_to(self, number: int, inputs: Sequence[Input]) -> None:
        """Go back to a step to vote somebody out in it, who has signed twice: the others are ahead, and follow."""
        held = self._holding
        self._came_back = number
        self._go_back(number, inputs)
        self._holding = held

    def _came_back_from(self, step: Step) -> bool:
        """Whether we have left this step, to vote somebody out in its place, and have not done so yet."""
        player = self.player
        if player is None or step.number != self._came_back:
            return False
        liars = [given.seat for given in step.answers if given.seat in self._proofs]
        return any(self._votes.said_in(0, player.seat, Motion(Kind.DROP, seat)) is None for seat in liars)

    def _give_way(self, peer: bytes, theirs: Step) -> bool:
        """Go back to a step that a majority has ended with votes, unless only who has also said no shows them.

        As after a restart, nothing new is signed until everybody present has been heard. Returns whether we went back.

        Raises:
            RemoteError: the votes are not signed, or do not suffice.
        """
        known = self._peers.get(peer)
        if known is None or known.gave_way == self._beat:  # going back is work, so a peer may ask for it once a beat
            return False
        known.gave_way = self._beat
        for given in theirs.inputs:
            self.ledger.check_signature(given)
        number, skipped = theirs.number, self.steps[theirs.number].skipped
        present, head = self._present_before(number), theirs.inputs[0].head
        for vote, votes in decisions(theirs):
            if vote.motion.kind is Kind.SKIP and vote.motion.target in skipped:
                continue
            if not suffice(votes, present, head):
                raise RemoteError(Code.BROKEN_STEP, f"step {number} was sent with votes that do not suffice")
            if self._is_taken_back(peer, vote, votes):
                return False
            if len(present) == 2 and not self._gives_way_alone(vote.motion, votes):
                return False
        self._go_back(number, theirs.inputs)
        return True

    def _is_taken_back(self, peer: bytes, vote: Vote, votes: tuple[Input, ...]) -> bool:
        """Whether a voter has also said no in that ballot, by which it may have lapsed, and nobody else stands behind
        the votes: it shows them itself, or who has no seat does. Where another seat does, it has gone on by them.
        """
        past = self._past.get(votes[0].step)
        noes = () if past is None else past.votes.noes(vote.motion, vote.ballot)
        both = {given.seat for given in noes} & {given.seat for given in votes}
        return bool(both) and self.ledger.genesis.contract.seat_of(peer) in (None, *both)

    def _gives_way_alone(self, motion: Motion, votes: tuple[Input, ...]) -> bool:
        """Whether of two the one that has gone on gives way: not if the other claims the game, or has itself gone on
        from that step with the answer that it says was lacking.
        """
        voter, number = votes[0].seat, votes[0].step
        name = self.ledger.name(voter)
        if motion.kind is Kind.DROP:
            self._stop(RemoteError(Code.CONTESTED, f"{name} has gone on alone, as you have"), votes)
        elif self._has_signed_after(voter, number):
            sentence = f"{name} goes on because your time was up in step {number}, and has answered what came of it"
            self._stop(SeatError(Code.CONTESTED, sentence, voter), votes)
        else:
            return self._is_believed(motion, votes)
        return False

    def _has_signed_after(self, seat: int, number: int) -> bool:
        """Whether a seat has signed anything in the steps after one, as they are here: so it knew how that ended."""
        given = [] if self._round is None else [*self.ledger.committed, *self._round.given.values()]
        done = (each for step in self.steps[number + 1 :] for each in step.answers)
        return any(each.seat == seat for each in (*done, *given))

    def _present_before(self, number: int) -> tuple[int, ...]:
        """The seats that had not been dropped before that step."""
        dropped = {step.inputs[0].content[0] for step in self.steps[:number] if step.is_drop}
        return tuple(seat for seat in range(len(self.ledger.genesis.contract.seats)) if seat not in dropped)

    def _go_back(self, number: int, inputs: Sequence[Input]) -> None:
        """Go back to a step that is done, with these inputs for it, those that it had here, and one's own votes in it.

        What votes have decided in it is done at once; the rest is as after a restart.
        """
        cast = self._past[number].votes.all if number in self._past else ()
        own = self._own_votes.at(number, self.steps[number].inputs[0].head)
        found = sorted((*inputs, *self.steps[number].inputs, *own, *cast), key=_votes_first)
        self._remember_given(number)
        self.ledger = self._ledger_before(number)
        self._kept, self._opening = (), b""
        if self.player is not None:
            self._keep_all()
        self._earlier.forget_after(number)
        self._taken = {step: beats for step, beats in self._taken.items() if step <= number}
        self.steps = self.steps[:number]
        self._early.clear()
        self._suspects.clear()
        for later in [each for each in self._past if each >= number]:
            del self._past[later]
        self._out.append(Rewind(number, len(self.log_before(number))))
        self._write_proofs_again(number)
        self._holding, self._beats_held = self.player is not None, 0
        self._waited_for.clear()
        for known in self._peers.values():
            known.heard = False
        self._begin_step()
        self._go_on(None)
        for given in found:
            self._take_back(given)

    def _remember_given(self, number: int) -> None:
        """Keep what one's own seat has signed from this step on: a second answer on one head is a lie."""
        own = None if self.player is None else self.player.seat
        done = [given for step in self.steps[number:] for given in step.answers if given.seat == own]
        for given in (*done, *self._kept):
            self._given_before[given.step, given.kind, given.head] = given

    def _write_proofs_again(self, number: int) -> None:
        """The log was cut: the proofs that stood behind later steps stand at its end now."""
        for seat, (place, proof) in self._proofs.items():
            if place > number:
                self._proofs[seat] = number, proof
                self._out.append(Proven(proof, proof.told(self.ledger.genesis)))

    def _take_back(self, given: Input) -> None:
        """Make an input of a step that was gone back to count, as far as it still does."""
        due, own = self.due, self.player is not None and given.seat == self.player.seat
        if given.step != self.ledger.step or due is None:
            return
        is_due = (given.kind, given.head) == (due.kind, due.head) and given.seat in self.awaited
        try:
            if given.kind in VOTES:
                self._count_vote(given)
            elif is_due:
                self._accept_due(given)
        except RemoteError:
            return  # a move that the rules forbid, or another's vote that does not hold: nobody is to blame for it now
        if own and given.step == self.ledger.step and is_due and given.kind in DECISIONS:
            self._keep(given)

    def _ledger_before(self, number: int) -> Ledger:
        """The table as it was before one of its steps."""
        return self._earlier.before(number, self.steps)

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
        """Two engines came to two states from the same inputs, as a seat says: find where they differ."""
        known = self._peers.get(peer)
        seat = self.ledger.genesis.contract.seat_of(peer)
        if self.stopped or seat is None or known is None or known.state_due != number or number >= len(self.steps):
            return
        known.state_due = None
        ours = self._position_after(number)
        try:
            difference = self._in_words(number, seat, ours, theirs)
        except (ValueError, RecursionError):
            raise RemoteError(Code.BAD_CONTENT, "the other side sent a state that is none") from None
        if difference is None:
            raise self._false_head(seat, number)
        error = SeatError(Code.OTHER_STATE, difference, seat)
        self._dispute(Dispute(self.steps[number], error, Differs(number, peer, ours, theirs), self._beat))

    def _in_words(self, number: int, seat: int, ours: str, theirs: str) -> str | None:
        """What a seat's position after a step has other than ours, in a sentence; None if it is the same.

        Raises:
            ValueError, RecursionError: its position is none, or nested more deeply than any.
        """
        difference = first_difference(json.loads(ours), json.loads(theirs))
        if difference is None:
            return None
        return (
            f"after step {number} ({self._moves_in(number)}) {difference.place} is {shown(difference.ours)} here "
            f"and {shown(difference.theirs)} for {self.ledger.name(seat)}; "
            "`p2pgame verify` tells from either log who is right"
        )

    @abstractmethod
    def _dispute(self, dispute: Dispute) -> None:
        """A seat says that its program came to another state than ours in a step (`stating`)."""

    @abstractmethod
    def _send_steps(self, peer: bytes, first: int) -> None:
        """Send a peer our steps from one on (`following`)."""


def _votes_first(given: Input) -> int:
    """Votes decide before answers count, and what is committed before what opens it."""
    return -1 if given.kind in VOTES else given.kind
