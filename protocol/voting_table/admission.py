"""The step that is open: what it waits for, and which inputs are good in it.

Specified in `spec/table.md`, "Steps and rounds" and "What is refused, and what stops the table".
"""

from __future__ import annotations

from typing import Any

from p2pgame.engine.errors import IllegalMove, NotAMove
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Pending, asked

from ..contract import fairness
from ..contract.contract import NONCE_SIZE, Genesis
from ..wire.codec import digest
from ..wire.errors import Code, RemoteError, SeatError
from .inputs import Input
from .kinds import OPENING, VOTES, Kind
from .steps import Answer, Due, Skipped, said
from .votes import Motion, Vote, read_vote, votes_needed


class Admission:
    """Where a table stands, and what may be said there. It changes nothing: the ledger does."""

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

    def name(self, seat: int) -> str:
        """What people call a seat."""
        return self.genesis.contract.seats[seat].label

    def check(self, given: Input) -> None:
        """Return if the input is good here: due, of this history, and with a content that may count.

        The signature is not looked at, and whether a move is legal in a turn is left to `complete`.

        Raises:
            RemoteError: it is not; with a code, the seat, and a sentence.
        """
        due = self.due
        if due is None or given.step != due.step or given.kind is not due.kind:
            raise self._refusal(Code.STALE, given.seat, "answers a step that is not waiting")
        if given.head != due.head:  # first, as in another history it may be good
            raise self._diverged(given)
        if given.seat not in due.seats:
            raise self._refusal(Code.NOT_ASKED, given.seat, f"is not asked in step {due.step}")
        self._check_content(given)

    def check_vote(self, given: Input) -> Vote:
        """What a vote says, if it is good here. The signature is not looked at.

        Raises:
            RemoteError: it is not; with a code, the voter, and a sentence.
        """
        if self.closed or given.step != self.step or given.step == 0 or given.kind not in VOTES:
            raise self._refusal(Code.STALE, given.seat, "votes on a step that is not waiting")
        if given.head != self.head:  # first, as in another history it may be good
            raise self._diverged(given)
        vote = read_vote(given)
        if vote is None or given.seat not in self.present or not self._may_be_moved(vote.motion, given.seat):
            raise self._refusal(Code.BAD_CONTENT, given.seat, "has no such vote")
        return vote

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

    def _due(self) -> Due | None:
        if self.closed:
            return None
        kind = self._rounds[1 if self._committed else 0]
        head = self.head
        if self._committed:
            head = digest("p2pgame committed", head, tuple(map(said, self._committed)))
        return Due(self.step, kind, self._due_seats(kind), head)

    def _due_seats(self, kind: Kind) -> tuple[int, ...]:
        if kind in (Kind.ACCEPT, Kind.SHARE, Kind.CLOSE) or self._pending is None:
            return self.present
        if kind is Kind.OPEN:
            return tuple(given.seat for given in self.committed)
        return self.decides

    def _may_be_moved(self, motion: Motion, voter: int) -> bool:
        """Whether the step may end so; nobody votes on itself."""
        if motion.target == voter:
            return False
        if motion.kind is Kind.DROP:
            return motion.target in self.present
        return bool(self.genesis.contract.turn_time) and motion.target in self.decides

    def _check_content(self, given: Input) -> None:
        match given.kind:
            case Kind.ACCEPT | Kind.CLOSE:
                if given.content:
                    raise self._refusal(Code.BAD_CONTENT, given.seat, "put something where nothing is due")
            case Kind.COMMIT:
                if len(given.content) != fairness.SHARE_SIZE:
                    raise self._refusal(Code.BAD_CONTENT, given.seat, "sent a commitment that is none")
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
            what = f"gave a share for draw {self.draw_number} that is not the one it committed to"
            raise self._refusal(Code.FALSE_SHARE, given.seat, what)

    def _check_opening(self, given: Input) -> None:
        promised = next(commit.content for commit in self.committed if commit.seat == given.seat)
        if fairness.commitment(self.genesis.id, self.step, given.seat, given.content) != promised:
            raise self._refusal(Code.FALSE_OPENING, given.seat, "opened another choice than it committed to")

    def _check_move(self, given: Input) -> None:
        try:
            self.game.check(self.state, given.seat, self.move_of(given))
        except IllegalMove as refusal:
            raise self._illegal(given.seat, str(refusal)) from refusal

    def _diverged(self, given: Input) -> SeatError:
        what = f"holds another history or state before step {given.step}"
        return self._refusal(Code.DIVERGED, given.seat, what)

    def _illegal(self, seat: int, reason: str) -> SeatError:
        return self._refusal(Code.ILLEGAL_MOVE, seat, f"made a move that is not allowed: {reason}")

    def _refusal(self, code: Code, seat: int, what: str) -> SeatError:
        """What a seat did, as an error that names it."""
        return SeatError(code, f"{self.name(seat)} {what}", seat)
