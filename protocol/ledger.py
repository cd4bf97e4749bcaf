"""The history of one table: which inputs are due, whether one is good, and what happens when a step is complete.

Everything that moves a table goes through here: one's own choices, other peers' inputs, steps caught up from
somebody's log, replay and verification. It never signs and never sends.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from p2pgame.engine.errors import IllegalMove, NotAMove
from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Chance, Pending, asked
from p2pgame.engine.play import step as play_step

from . import fairness
from .codec import Value, digest
from .contract import NONCE_SIZE, Genesis
from .errors import Code, RemoteError, SeatError
from .inputs import Input
from .kinds import DECISIONS, OPENING, VOTES, Kind, rounds
from .steps import Answer, Dropped, Due, Happened, Skipped, Step, contents, inputs_of, said
from .votes import Motion, Vote, read_vote, votes_needed

__all__ = ["Answer", "Dropped", "Due", "Happened", "Ledger", "Skipped", "Step"]


class Ledger:
    """A table's state as the inputs so far have made it."""

    def __init__(self, genesis: Genesis, game: AnyGame) -> None:
        """The table before its first step. `genesis` must have been checked and `game` be its game."""
        self.genesis = genesis
        self.game = game
        self.state: Any = game.begin(len(genesis.contract.seats), dict(genesis.contract.options))
        self.state_hash = game.hash(self.state)
        self.step = 0
        self.closed = False
        self.head = digest("p2pgame start", genesis.id, self.state_hash)
        self.dropped: tuple[int, ...] = ()
        """Seats that the others have voted out, rising."""
        self._shares = fairness.Shares(genesis.contract.id, [entry.anchor for entry in genesis.entries])
        self._committed: tuple[Answer, ...] = ()
        self._pending: Pending | None = None
        """What the open step answers; None for the opening and the closed table."""
        self._rounds: tuple[Kind, ...] = OPENING
        self._present = tuple(range(len(genesis.contract.seats)))
        self.due: Due | None = self._due()
        """What the table waits for; None when it has been closed."""

    def copy(self) -> Ledger:
        """The table as it is now, to go on from on its own."""
        twin = copy(self)
        twin._shares = self._shares.copy()
        return twin

    @property
    def pending(self) -> Pending:
        """What the rules wait for, whether or not the table has been opened and closed."""
        return self.game.pending(self.state) if self._pending is None else self._pending

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that have not been dropped."""
        return self._present

    @property
    def draw_number(self) -> int:
        """The number of the next draw, counted from 1: the position of its shares in their chains."""
        return self._shares.number

    @property
    def votes_needed(self) -> int:
        """How many votes decide a motion now."""
        return votes_needed(len(self.present))

    @property
    def committed(self) -> tuple[Input, ...]:
        """The commitments of a secret step whose choices are being opened."""
        return tuple(answer for answer in self._committed if isinstance(answer, Input))

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """The seats of a secret step whose choices are being opened that make their default moves instead."""
        return tuple(answer for answer in self._committed if isinstance(answer, Skipped))

    @property
    def decides(self) -> tuple[int, ...]:
        """The seats that owe a decision in the open step, whether or not they have made it."""
        return asked(self._pending) if self._pending is not None else ()

    def _due(self) -> Due | None:
        if self.closed:
            return None
        kind = self._rounds[1 if self._committed else 0]
        head = self.head
        if self._committed:
            head = digest("p2pgame committed", head, tuple(map(said, self._committed)))
        return Due(self.step, kind, self._due_seats(kind), head)

    def check(self, given: Input) -> None:
        """Return if the input is good here: due, of this history, and with a content that may count.

        The signature is not looked at, and whether a move is legal in a turn is left to `complete`.

        Raises:
            RemoteError: it is not; with a code, the seat, and a sentence.
        """
        due = self.due
        if due is None or given.step != due.step or given.kind is not due.kind:
            raise SeatError(Code.STALE, f"{self.name(given.seat)} answers a step that is not waiting", given.seat)
        if given.head != due.head:  # first, as in another history it may be good
            raise self._diverged(given)
        if given.seat not in due.seats:
            raise SeatError(Code.NOT_ASKED, f"{self.name(given.seat)} is not asked in step {due.step}", given.seat)
        self._check_content(given)

    def complete(self, answers: Sequence[Answer], claimed: bytes | None = None) -> Happened | None:
        """Close the round with what all due seats brought, in seat order; None if the step goes on with another.

        `claimed` is the state hash that somebody else says comes out.

        Raises:
            RemoteError: a move that the rules forbid, or another state hash; the table stays as it was.
        """
        due = self.due
        assert due is not None
        assert tuple(answer.seat for answer in answers) == due.seats
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
            raise RemoteError(Code.FALSE_STATE, f"step {self.step} does not lead to the state that is written there")
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

    def check_vote(self, given: Input) -> Vote:
        """What a vote says, if it is good here. The signature is not looked at.

        Raises:
            RemoteError: it is not; with a code, the voter, and a sentence.
        """
        name = self.name(given.seat)
        if self.closed or given.step != self.step or given.step == 0 or given.kind not in VOTES:
            raise SeatError(Code.STALE, f"{name} votes on a step that is not waiting", given.seat)
        if given.head != self.head:  # first, as in another history it may be good
            raise self._diverged(given)
        vote = read_vote(given)
        if vote is None or given.seat not in self.present or not self._may_be_moved(vote.motion, given.seat):
            raise SeatError(Code.BAD_CONTENT, f"{name} has no such vote", given.seat)
        return vote

    def _may_be_moved(self, motion: Motion, voter: int) -> bool:
        """Whether the step may end so; nobody votes on itself."""
        if motion.target == voter:
            return False
        if motion.kind is Kind.DROP:
            return motion.target in self.present
        return bool(self.genesis.contract.turn_time) and motion.target in self.decides

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
            raise RemoteError(Code.FALSE_STATE, f"step {self.step} does not lead to the state that is written there")
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

    def check_seat(self, given: Input) -> None:
        """Return if the table has the input's seat.

        Raises:
            RemoteError: it has not.
        """
        if given.seat >= len(self.genesis.contract.seats):
            raise RemoteError(Code.WRONG_SEAT, f"there is no seat {given.seat} at this table")

    def check_signature(self, given: Input) -> None:
        """Return if the input's seat is one of the table's and has signed it.

        Raises:
            RemoteError: it has not.
        """
        self.check_seat(given)
        try:
            given.check_signature(self.genesis.contract.seats[given.seat].public)
        except RemoteError as error:
            raise SeatError(
                Code.FORGED_INPUT, f"an input in the name of {self.name(given.seat)} is not signed by it", given.seat
            ) from error

    def move_of(self, given: Input) -> Any:
        """The move in a MOVE, ANSWER or OPEN.

        Raises:
            RemoteError: no move is spelled so.
        """
        notation = given.content[NONCE_SIZE:] if given.kind is Kind.OPEN else given.content
        try:
            return self.game.parse(notation.decode("ascii"))
        except (NotAMove, UnicodeDecodeError) as refusal:
            raise self._illegal(given.seat, str(refusal)) from refusal

    def name(self, seat: int) -> str:
        """What people call a seat."""
        return self.genesis.contract.seats[seat].label

    def _due_seats(self, kind: Kind) -> tuple[int, ...]:
        if kind in (Kind.ACCEPT, Kind.SHARE, Kind.CLOSE) or self._pending is None:
            return self.present
        if kind is Kind.OPEN:
            return tuple(given.seat for given in self.committed)
        return self.decides

    def _check_content(self, given: Input) -> None:
        match given.kind:
            case Kind.ACCEPT | Kind.CLOSE:
                if given.content:
                    raise SeatError(
                        Code.BAD_CONTENT, f"{self.name(given.seat)} put something where nothing is due", given.seat
                    )
            case Kind.COMMIT:
                if len(given.content) != fairness.SHARE_SIZE:
                    raise SeatError(
                        Code.BAD_CONTENT, f"{self.name(given.seat)} sent a commitment that is none", given.seat
                    )
            case Kind.SHARE:
                self._check_share(given)
            case Kind.OPEN:
                self._check_opening(given)
                self._check_move(given)
            case Kind.ANSWER:
                self._check_move(given)
            case Kind.MOVE:
                self.move_of(given)

    def _check_share(self, given: Input) -> None:
        if not self._shares.holds(given.seat, given.content):
            raise SeatError(
                Code.FALSE_SHARE,
                f"{self.name(given.seat)} gave a share for draw {self.draw_number} that is not the one it committed to",
                given.seat,
            )

    def _check_opening(self, given: Input) -> None:
        promised = next(commit.content for commit in self.committed if commit.seat == given.seat)
        if fairness.commitment(self.genesis.id, self.step, given.seat, given.content) != promised:
            raise SeatError(
                Code.FALSE_OPENING, f"{self.name(given.seat)} opened another choice than it committed to", given.seat
            )

    def _check_move(self, given: Input) -> None:
        try:
            self.game.check(self.state, given.seat, self.move_of(given))
        except IllegalMove as refusal:
            raise self._illegal(given.seat, str(refusal)) from refusal

    def _bad_content(self, given: Input, what: str) -> SeatError:
        return SeatError(Code.BAD_CONTENT, f"{self.name(given.seat)} {what}", given.seat)

    def _diverged(self, given: Input) -> SeatError:
        sentence = f"{self.name(given.seat)} holds another history or state before step {given.step}"
        return SeatError(Code.DIVERGED, sentence, given.seat)

    def _illegal(self, seat: int, reason: str) -> SeatError:
        return SeatError(Code.ILLEGAL_MOVE, f"{self.name(seat)} made a move that is not allowed: {reason}", seat)

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
