"""The history of one table: what happens when a step is complete, and what follows from what.

Everything that moves a table goes through here: one's own choices, other peers' inputs, steps caught up from
somebody's log, replay and verification. It never signs and never sends.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.pending import Chance
from p2pgame.engine.play import step as play_step

from ..contract import fairness
from ..wire.codec import Value, digest
from ..wire.errors import Code, FalseState, RemoteError
from .admission import Admission
from .inputs import Input
from .kinds import DECISIONS, Kind, rounds
from .steps import Answer, Dropped, Due, Happened, Skipped, Step, contents, inputs_of, said

__all__ = ["Answer", "Dropped", "Due", "Happened", "Ledger", "Skipped", "Step"]


class Ledger(Admission):
    """A table's state as the inputs so far have made it."""

    def copy(self) -> Ledger:
        """The table as it is now, to go on from on its own."""
        twin = copy(self)
        twin._shares = self._shares.copy()
        return twin

    def complete(self, answers: Sequence[Answer], claimed: bytes | None = None) -> Happened | None:
        """Close the round with what all due seats brought, in seat order; None if the step goes on with another.

        `claimed` is the state hash that somebody else says comes out.

        Raises:
            RemoteError: a move that the rules forbid, or another state hash; the table stays as it was.
        """
        due = self.due
        assert due is not None
        assert tuple([answer.seat for answer in answers]) == due.seats
        if due.kind is Kind.COMMIT and any(isinstance(answer, Input) for answer in answers):
            self._commit(tuple(answers))
            return None
        event = self._event(due, answers)
        pending, state, state_hash = self._pending, self.state, self.state_hash
        if event is not None:
            try:
                state = play_step(self.game, self.state, event)
            except IllegalMove as refusal:
                raise self._illegal(answers[0].seat, str(refusal)) from refusal
            state_hash = self.game.hash(state)
        if claimed not in (None, state_hash):
            raise FalseState(self.step, state_hash)
        if due.kind is Kind.SHARE:
            self._shares.use(contents(answers))
        self.state, self.state_hash = state, state_hash
        brought = (*self._committed, *answers)
        step = Step(self.step, tuple(given for answer in brought for given in inputs_of(answer)), self.state_hash)
        self._advance(step, due.kind, tuple(map(said, brought)))
        return Happened(step, pending, event, self.state, self.head)

    def reopen(self) -> None:
        """Take the commitments of the open step back, as one of those seats makes its default move instead."""
        self._commit(())

    def drop(self, votes: Sequence[Input], claimed: bytes | None = None) -> Happened:
        """Go on without a seat, by these votes in seat order: the step ends with that, and nothing else counts in it.

        The head covers the seat that is dropped and not the votes, so that peers with other votes hold one history.

        Raises:
            RemoteError: the votes are not enough, or another state hash; the table stays as it was.
        """
        target = self._check_decision(votes, Kind.DROP)
        state = self.game.drop(self.state, target)
        state_hash = self.game.hash(state)
        if claimed not in (None, state_hash):
            raise FalseState(self.step, state_hash)
        if isinstance(self._pending, Chance):
            self._shares.waste()
        pending, self.state, self.state_hash = self._pending, state, state_hash
        self.dropped = tuple(sorted((*self.dropped, target)))
        self._present = tuple(seat for seat in self._present if seat != target)
        step = Step(self.step, tuple(votes), state_hash)
        self._advance(step, Kind.DROP, ("dropped", target))
        return Happened(step, pending, Dropped(target), self.state, self.head)

    def absorb(self, step: Step) -> Happened:
        """Take over a whole completed step that somebody else has kept, after checking all of it.

        Raises:
            RemoteError: it does not follow from what is here, or something in it does not hold.
        """
        if step.number != self.step:
            raise RemoteError(Code.BROKEN_STEP, f"step {step.number} does not follow step {self.step - 1}")
        committed = self._committed
        if committed:
            self._commit(())
        try:
            happened = self._replay_drop(step) if step.is_drop else self._replay(step)
        except RemoteError:
            self._commit(committed)
            raise
        return happened

    def _replay_drop(self, step: Step) -> Happened:
        for given in step.inputs:
            self.check_signature(given)
        return self.drop(step.inputs, step.state_hash)

    def _replay(self, step: Step) -> Happened:
        rest = step.inputs
        while True:
            due = self.due
            if due is None:
                raise RemoteError(Code.BROKEN_STEP, "a step after the end of the table")
            answers: list[Answer] = []
            for seat in due.seats:
                answer, rest = self._next_answer(seat, due.kind, rest)
                answers.append(answer)
            another = due.kind is Kind.COMMIT and any(isinstance(answer, Input) for answer in answers)
            if rest and not another:
                raise RemoteError(Code.BROKEN_STEP, f"step {step.number} has more inputs than are due")
            happened = self.complete(answers, step.state_hash)
            if happened is not None:
                return happened

    def _next_answer(self, seat: int, kind: Kind, inputs: tuple[Input, ...]) -> tuple[Answer, tuple[Input, ...]]:
        """What that seat brought to the round, first of these inputs, after checking it; and the inputs after it.

        Raises:
            RemoteError: it is missing, or does not hold.
        """
        count = 0
        if kind in DECISIONS:
            while (
                count < len(inputs) and inputs[count].kind is Kind.SKIP and inputs[count].content[:1] == bytes([seat])
            ):
                count += 1
        if not inputs or (not count and inputs[0].seat != seat):
            raise RemoteError(Code.BROKEN_STEP, f"step {self.step} lacks inputs, or has them out of order")
        taken = inputs[: count or 1]
        for given in taken:
            self.check_signature(given)
        if count:
            self._check_decision(taken, Kind.SKIP)
            return Skipped(seat, taken), inputs[count:]
        self.check(taken[0])
        return taken[0], inputs[1:]

    def _check_decision(self, votes: Sequence[Input], kind: Kind) -> int:
        """The seat that these votes decide on, if they are in order and enough.

        Raises:
            RemoteError: they are not.
        """
        found = {self.check_vote(given) for given in votes}
        voters = [given.seat for given in votes]
        if len(found) != 1 or {given.kind for given in votes} != {kind} or voters != sorted(set(voters)):
            raise RemoteError(Code.BROKEN_STEP, f"step {self.step} has votes that are out of order, or not of one mind")
        if len(votes) < self.votes_needed:
            raise RemoteError(
                Code.BROKEN_STEP, f"step {self.step} goes by {len(votes)} votes against a seat, which are too few"
            )
        return found.pop().motion.target

    def _event(self, due: Due, answers: Sequence[Answer]) -> Event[Any] | None:
        match due.kind:
            case Kind.MOVE:
                return Played(due.seats[0], self._move_by(answers[0]))
            case Kind.OPEN | Kind.COMMIT:
                opened = {answer.seat: answer for answer in (*self._committed, *answers)}  # what is opened counts
                return Answered(tuple(self._move_by(opened[seat]) for seat in self.decides))
            case Kind.ANSWER:
                return Answered(tuple(map(self._move_by, answers)))
            case Kind.SHARE:
                return Drawn(self._draw(answers))
            case _:
                return None

    def _move_by(self, answer: Answer) -> Any:
        if isinstance(answer, Skipped):
            return self.game.default(self.state, answer.seat)
        return self.move_of(answer)

    def _draw(self, answers: Sequence[Answer]) -> int:
        assert isinstance(self._pending, Chance)
        shares = contents(answers)
        return fairness.draw(self.genesis.id, self.step, self.draw_number, shares, self._pending.bound)

    def _advance(self, step: Step, kind: Kind, said: Value) -> None:
        self.head = digest("p2pgame head", self.head, said, step.state_hash)
        self.step += 1
        self.closed = kind is Kind.CLOSE
        self._pending = None if self.closed else self.game.pending(self.state)
        self._rounds = () if self._pending is None else rounds(self._pending)
        self._commit(())

    def _commit(self, commitments: tuple[Answer, ...]) -> None:
        """Hold these commitments of the open step, which decide what is due."""
        self._committed = commitments
        self.due = self._due()
