"""The state of a table before a slot: due inputs, valid statements, and the outcome of each value.

A `TableState` is immutable. `after` gives the next one, so a kept state never changes. It knows nothing of acks and
ballots: those decide the value of a slot, and this module its meaning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from p2pgame.engine.errors import IllegalMove, NotAMove
from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Chance, Pending, asked
from p2pgame.engine.play import step as play_step

from ..contract import fairness
from ..contract.contract import NONCE_SIZE, Genesis
from ..contract.fairness import Shares
from ..wire.codec import digest
from ..wire.errors import Code, RemoteError, SeatError
from .consensus import Electorate, Ruling, RulingKind
from .kinds import DECISIONS, OPENING, RECEIPTS, InputKind, rounds
from .signing import Input, Place, SignatureCheck, check_signature, inputs_digest
from .takeback import Earlier, TakenBack, read_content


@dataclass(frozen=True, slots=True)
class Dropped:
    """The event of a step that a ruling ended: the game continues without a seat."""

    seat: int


Value: TypeAlias = tuple[Input, ...] | Ruling
"""Possible values of a slot: the inputs of all due seats in seat order, or a ruling."""


@dataclass(frozen=True, slots=True)
class Due:
    """The inputs that a slot waits for: one of this kind from each of these seats."""

    slot: int
    step: int
    kind: InputKind
    seats: tuple[int, ...]


class Outcome(NamedTuple):
    """The outcome of a slot's value."""

    value: Value
    digest: bytes
    state: Any
    state_hash: bytes
    event: Event[Any] | Dropped | TakenBack | None
    """The event that ends the step; None if the step continues, begins the table or closes it."""
    ends_step: bool


@dataclass(frozen=True)
class TableState:
    """A table before one of its slots."""

    genesis: Genesis
    game: AnyGame
    state: Any
    state_hash: bytes
    pending: Pending | None
    """The pending of the open step; None in the step that opens the table."""
    step: int
    slot: int
    head: bytes
    present: tuple[int, ...]
    """The seats that have not been dropped, rising."""
    shares: Shares
    committed: tuple[Input, ...] = ()
    """The commitments of the open step that are to be opened."""
    committed_at: Place | None = None
    """The place of their signatures."""
    skipped: tuple[int, ...] = ()
    """The seats that make their default moves in the open step."""
    closed: bool = False
    earlier: Earlier | None = None
    """The state before the last step, if that was a move that a takeback may follow."""
    is_anew: bool = False
    """Whether the last step was a takeback: the second decision stands."""
    signature_check: SignatureCheck = field(default=check_signature, repr=False, compare=False)
    """Checks the signatures of statements about this slot."""
    due: Due | None = field(init=False, repr=False, compare=False)
    """The inputs that the table waits for; None when it is closed."""
    place: Place = field(init=False, repr=False, compare=False)
    """The place of statements about this slot."""
    electorate: Electorate = field(init=False, repr=False, compare=False)
    """The seats that decide this slot."""
    needs_acks: bool = field(init=False, repr=False, compare=False)
    """Whether acks decide this slot. At a table of two each writes the inputs of both; receipts need everybody."""

    def __post_init__(self) -> None:
        known = self.__dict__
        known["electorate"] = Electorate(self.present, len(self.genesis.contract.seats))
        self._derive()

    def _derive(self) -> None:
        """Compute the facts that every slot needs."""
        known = self.__dict__
        known["due"] = due = self._find_due()
        known["place"] = Place(self.genesis.id, self.slot, self.head)
        known["needs_acks"] = due is not None and len(self.present) > 2 and due.kind not in RECEIPTS

    @classmethod
    def first(cls, genesis: Genesis, game: AnyGame, signature_check: SignatureCheck = check_signature) -> TableState:
        """The table before its first slot. `genesis` must have been checked, and `game` be its game."""
        state = game.begin(len(genesis.contract.seats), dict(genesis.contract.options))
        state_hash = game.hash(state)
        return cls(
            genesis,
            game,
            state,
            state_hash,
            pending=None,
            step=0,
            slot=0,
            head=digest("p2pgame start", genesis.id, state_hash),
            present=tuple(range(len(genesis.contract.seats))),
            shares=Shares(genesis.contract.id, [entry.anchor for entry in genesis.entries]),
            signature_check=signature_check,
        )

    def _find_due(self) -> Due | None:
        if self.closed:
            return None
        kinds = OPENING if self.pending is None else rounds(self.pending)
        kind = kinds[1] if self.committed else kinds[0]
        return Due(self.slot, self.step, kind, self._due_seats(kind))

    @property
    def decides(self) -> tuple[int, ...]:
        """The seats that owe a decision in the open step, whether or not they have made it."""
        return asked(self.pending) if self.pending is not None else ()

    @property
    def draw_number(self) -> int:
        """The number of the next draw, counted from 1: the position of its shares in their chains."""
        return self.shares.number

    @property
    def dropped(self) -> tuple[int, ...]:
        """The dropped seats, rising."""
        return tuple(seat for seat in range(len(self.genesis.contract.seats)) if seat not in self.present)

    def name(self, seat: int) -> str:
        """The displayed name of a seat."""
        return self.genesis.contract.seats[seat].label

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings with which this slot may end, if a quorum consents: drops first, each kind in seat order."""
        due = self.due
        if due is None or not self.needs_acks:
            return ()
        has_clock = self.genesis.contract.turn_time and due.kind in DECISIONS
        return _rulings(self.present, due.seats if has_clock else ())

    def allows(self, ruling: Ruling) -> bool:
        """Whether this slot may end with that ruling, if a quorum consents."""
        return ruling in self.rulings

    @property
    def agreeing(self) -> tuple[int, ...]:
        """The seats whose agreements a takeback needs, rising: all but the one that writes it in place of its move."""
        return tuple(seat for seat in self.present if seat not in self.decides)

    def no_takeback(self) -> str | None:
        """Why the last move cannot be taken back in this slot, even if all agree; None if it can."""
        due, earlier = self.due, self.earlier
        if not self.genesis.contract.takebacks:
            return "this table has no takebacks"
        if self.is_anew:
            return "a takeback has just been made"
        if earlier is None or due is None or due.kind is not InputKind.MOVE:
            return "only the last move, right before another one, can be taken back: nothing may be drawn or revealed"
        if not earlier.has_choice(self.game):
            return "there was no other move"
        return None

    def admit(self, given: Input, *, is_own: bool = False) -> None:
        """Return if an input is good in this slot: due, signed for this place, and with a valid content.

        Every input goes through here, from a frame, a journal or this program. `outcome` checks whether a move is
        legal in a turn. With `is_own` the caller has just spelled and signed the input itself.

        Raises:
            RemoteError: The input is not good; with a code, the seat, and a sentence.
        """
        due = self.due
        self.check_seat(given.seat)
        if due is None or not _is_answer(given.kind, due.kind):
            raise RemoteError(Code.STALE, f"an answer of a kind that slot {self.slot} does not expect")
        if not is_own:
            self.check_signature(given.seat, given)
        if given.seat not in due.seats:
            raise self._refusal(Code.NOT_ASKED, given.seat, f"cannot move in step {due.step}")
        if not is_own or given.kind is not InputKind.MOVE:
            self._check_content(given)

    def admit_alone(self, given: Input) -> None:
        """Return if an input is good in this slot, and a move legal, too: for an input whose slot has no outcome yet.

        Raises:
            RemoteError: The input is not good, or the rules forbid the move.
        """
        self.admit(given)
        if given.kind is InputKind.MOVE:
            self._check_move(given)

    def check_seat(self, seat: int) -> None:
        """Return if the table has that seat.

        Raises:
            RemoteError: it has not.
        """
        if seat >= len(self.genesis.contract.seats):
            raise RemoteError(Code.WRONG_SEAT, f"there is no seat {seat} at this table")

    def check_signature(self, seat: int, statement: Any) -> None:
        """Return if a seat has signed a statement for this slot.

        Raises:
            RemoteError: it has not.
        """
        self.check_seat(seat)
        holder = self.genesis.contract.seats[seat]
        try:
            self.signature_check(holder.public, self.place, statement)
        except RemoteError as error:
            what = f"a statement in the name of {holder.label} is not signed by that seat for this table and slot"
            raise SeatError(Code.FORGED_INPUT, what, seat) from error

    def move_of(self, given: Input) -> Any:
        """The move in a MOVE, ANSWER or OPEN.

        Raises:
            RemoteError: the content spells no move.
        """
        notation = given.content[NONCE_SIZE:] if given.kind is InputKind.OPEN else given.content
        try:
            return _parsed(self.game, notation.decode("ascii"))
        except (NotAMove, UnicodeDecodeError) as refusal:
            raise self._illegal(given.seat, str(refusal)) from refusal

    def outcome(self, value: Value) -> Outcome:
        """The outcome of a value. Inputs must have been admitted; a ruling must be allowed.

        Raises:
            RemoteError: the rules forbid a move.
        """
        if isinstance(value, Ruling):
            return self._ruled(value)
        due = self.due
        assert due is not None
        assert tuple([each.seat for each in value]) == due.seats
        name = inputs_digest(value)
        if due.kind is InputKind.COMMIT:
            return Outcome(value, name, self.state, self.state_hash, event=None, ends_step=False)
        if value[0].kind is InputKind.TAKEBACK:
            return self._taken_back(value, name)
        event = self._event(due, value)
        if event is None:
            return Outcome(value, name, self.state, self.state_hash, event=None, ends_step=True)
        return self._played(value, name, event)

    def after(self, outcome: Outcome) -> TableState:
        """The table before the next slot, after this outcome."""
        changes = self._next_step(outcome) if outcome.ends_step else self._same_step(outcome.value)
        changes["state"], changes["state_hash"], changes["slot"] = outcome.state, outcome.state_hash, self.slot + 1
        changes["head"] = digest("p2pgame head", self.head, outcome.digest, outcome.state_hash)
        return self._with(changes)

    def _next_step(self, outcome: Outcome) -> dict[str, Any]:
        """The changes with the next step."""
        due, value = self.due, outcome.value
        assert due is not None
        shares, present = self.shares, self.present
        if isinstance(value, Ruling) and value.kind is RulingKind.DROP:
            present = tuple(seat for seat in present if seat != value.seat)
            shares = shares.wasted() if isinstance(self.pending, Chance) else shares
        elif due.kind is InputKind.SHARE and not isinstance(value, Ruling):
            shares = shares.used(_contents(value))
        return {
            "pending": self.game.pending(outcome.state),
            "step": self.step + 1,
            "present": present,
            "shares": shares,
            "committed": (),
            "committed_at": None,
            "skipped": (),
            "closed": due.kind is InputKind.CLOSE,
            "earlier": self._earlier_to(outcome),
            "is_anew": isinstance(outcome.event, TakenBack),
        }

    def _earlier_to(self, outcome: Outcome) -> Earlier | None:
        """The state to which a takeback in the next slot would return; None if there may be no takeback."""
        if not self.genesis.contract.takebacks or self.is_anew or isinstance(outcome.value, Ruling):
            return None
        if not isinstance(outcome.event, Played):
            return None
        return Earlier(outcome.event.seat, self.state, self.state_hash)

    def _same_step(self, value: Value) -> dict[str, Any]:
        """The changes within a step: commitments are to be opened, or a seat makes its default move."""
        if isinstance(value, Ruling):
            return {"skipped": tuple(sorted((*self.skipped, value.seat)))}
        return {"committed": value, "committed_at": self.place}

    def _with(self, changes: Mapping[str, Any]) -> TableState:
        """A copy with some fields changed. `dataclasses.replace` takes four times as long, which is a fifth of
        verifying a log."""
        copy = object.__new__(TableState)
        copy.__dict__.update(self.__dict__)
        copy.__dict__.update(changes)
        if copy.present is not self.present:
            copy.__dict__["electorate"] = Electorate(copy.present, self.electorate.width)
        copy._derive()
        return copy

    def _ruled(self, ruling: Ruling) -> Outcome:
        if ruling.kind is RulingKind.DROP:
            state = self.game.drop(self.state, ruling.seat)
            return Outcome(ruling, ruling.digest, state, self.game.hash(state), Dropped(ruling.seat), ends_step=True)
        due = self.due
        assert due is not None
        if due.seats != (ruling.seat,):
            return Outcome(ruling, ruling.digest, self.state, self.state_hash, event=None, ends_step=False)
        skipped = self._with({"skipped": (*self.skipped, ruling.seat)})
        event = skipped._event(due, ())
        assert event is not None
        return self._played(ruling, ruling.digest, event)

    def _played(self, value: Value, name: bytes, event: Event[Any]) -> Outcome:
        try:
            state = play_step(self.game, self.state, event)
        except IllegalMove as refusal:
            assert isinstance(event, Played)  # all other moves were checked on admission
            raise self._illegal(event.seat, str(refusal)) from refusal
        return Outcome(value, name, state, self.game.hash(state), event, ends_step=True)

    def _taken_back(self, value: Value, name: bytes) -> Outcome:
        earlier = self.earlier
        assert earlier is not None  # checked on admission
        return Outcome(value, name, earlier.state, earlier.state_hash, TakenBack(earlier.seat), ends_step=True)

    def _due_seats(self, kind: InputKind) -> tuple[int, ...]:
        if kind in RECEIPTS or kind is InputKind.SHARE:
            return self.present
        if kind is InputKind.OPEN:
            return tuple([given.seat for given in self.committed])
        if not self.skipped:
            return self.decides
        return tuple([seat for seat in self.decides if seat not in self.skipped])

    def _event(self, due: Due, inputs: tuple[Input, ...]) -> Event[Any] | None:
        match due.kind:
            case InputKind.MOVE if inputs:
                return Played(inputs[0].seat, self.move_of(inputs[0]))
            case InputKind.MOVE:
                seat = self.decides[0]
                return Played(seat, self.game.default(self.state, seat))
            case InputKind.OPEN | InputKind.COMMIT | InputKind.ANSWER:
                return Answered(self._moves(inputs, self.decides))
            case InputKind.SHARE:
                assert isinstance(self.pending, Chance)
                bound = self.pending.bound
                return Drawn(fairness.draw(self.genesis.id, self.step, self.draw_number, _contents(inputs), bound))
            case _:
                return None

    def _moves(self, inputs: tuple[Input, ...], seats: Sequence[int]) -> tuple[Any, ...]:
        """The moves of these seats: as given, or the default moves of skipped seats."""
        given = {each.seat: each for each in inputs}
        return tuple(
            self.move_of(given[seat]) if seat in given else self.game.default(self.state, seat) for seat in seats
        )

    def _check_content(self, given: Input) -> None:
        match given.kind:
            case InputKind.ACCEPT | InputKind.CLOSE:
                if given.content:
                    raise self._refusal(Code.BAD_CONTENT, given.seat, "sent content where none is expected")
            case InputKind.COMMIT:
                if len(given.content) != fairness.SHARE_SIZE:
                    raise self._refusal(Code.BAD_CONTENT, given.seat, "sent a commitment of a wrong length")
            case InputKind.SHARE:
                self._check_share(given)
            case InputKind.OPEN:
                self._check_opening(given)
                self._check_move(given)
            case InputKind.ANSWER:
                self._check_move(given)
            case InputKind.MOVE:
                self.move_of(given)
            case InputKind.TAKEBACK:
                self._check_takeback(given)

    def _check_takeback(self, given: Input) -> None:
        reason = self.no_takeback()
        agreements = read_content(given.content, self.agreeing)
        if reason is not None or agreements is None:
            what = reason or "not every other seat at the table has agreed"
            raise self._refusal(Code.NO_TAKEBACK, given.seat, f"took a move back that stands: {what}")
        for each in agreements:
            try:
                self.check_signature(each.seat, each)
            except RemoteError as error:
                what = f"took a move back without the agreement of {self.name(each.seat)}"
                raise self._refusal(Code.NO_TAKEBACK, given.seat, what) from error

    def _check_share(self, given: Input) -> None:
        if not self.shares.holds(given.seat, given.content):
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

    def _illegal(self, seat: int, reason: str) -> SeatError:
        return self._refusal(Code.ILLEGAL_MOVE, seat, f"made a move that is not allowed: {reason}")

    def _refusal(self, code: Code, seat: int, what: str) -> SeatError:
        """A seat's fault, as an error that names it."""
        return SeatError(code, f"{self.name(seat)} {what}", seat)


def _is_answer(kind: InputKind, due: InputKind) -> bool:
    """Whether an input of that kind answers the due one: in the place of a move a seat may take the last one back."""
    return kind is due or (kind is InputKind.TAKEBACK and due is InputKind.MOVE)


@lru_cache(maxsize=64)
def _rulings(present: tuple[int, ...], asked: tuple[int, ...]) -> tuple[Ruling, ...]:
    """Drops of the seats present, and skips of those of them that are asked for a decision. Each tick looks through
    them."""
    skipped = [seat for seat in present if seat in asked]
    return (*[Ruling(RulingKind.DROP, seat) for seat in present], *[Ruling(RulingKind.SKIP, seat) for seat in skipped])


@lru_cache(maxsize=64)
def _parsed(game: AnyGame, notation: str) -> Any:
    """The move of a notation: an input is asked for it when it is admitted, and again when its slot is complete."""
    return game.parse(notation)


def _contents(inputs: Sequence[Input]) -> list[tuple[int, bytes]]:
    return [(each.seat, each.content) for each in inputs]
