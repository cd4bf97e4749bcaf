"""The question whether the last move is taken back, and the seats' answers: signed, bound to the open slot, and kept
beside the log.

There is one question a slot. A seat's no may become a yes; a yes stays. No answer binds anybody: only the takeback
counts that the seat to move gives in the place of its move. Specified in `spec/table/takeback.md`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..wire.errors import Code, LocalError, RemoteError
from .effects import Effect, Send, TakebackAnswered, TakebackAsked
from .kinds import InputKind
from .messages import Agreements
from .signer import Signer
from .signing import Agree, Input
from .state import TableState
from .sync import Sync
from .takeback import to_content


@dataclass(frozen=True, slots=True)
class TakebackQuestion:
    """The open question of a slot."""

    seat: int
    """The seat that asks to take its move back."""
    agreed: tuple[int, ...]
    """The seats that have agreed, the asking one among them."""
    refused: tuple[int, ...]
    """The seats that have refused."""
    awaited: tuple[int, ...]
    """The present seats that have not answered."""


class Takebacks:
    """The question and the answers in the open slot of one table."""

    def __init__(self, signer: Signer | None, sync: Sync, out: list[Effect]) -> None:
        self._signer = signer
        self._sync = sync
        self._out = out
        self._answers: dict[int, Agree] = {}
        self._reason: str | None = None
        self._has_looked = False

    def open_slot(self) -> None:
        """Forget the question: it was about the slot before."""
        self._answers.clear()
        self._has_looked = False

    def reason(self, state: TableState) -> str | None:
        """Why there can be no takeback in the open slot; None if there can be one."""
        if not self._has_looked:  # it may have to look for a second legal move
            self._has_looked, self._reason = True, state.no_takeback()
        return self._reason

    def question(self, state: TableState) -> TakebackQuestion | None:
        """The open question; None if nobody has asked."""
        earlier = state.earlier
        if earlier is None or earlier.seat not in self._answers:
            return None
        said = {seat: answer.agrees for seat, answer in sorted(self._answers.items())}
        return TakebackQuestion(
            earlier.seat,
            agreed=tuple(seat for seat, agrees in said.items() if agrees),
            refused=tuple(seat for seat, agrees in said.items() if not agrees),
            awaited=tuple(seat for seat in state.present if seat not in said),
        )

    def asks(self, state: TableState, seat: int) -> bool:
        """Whether that seat has not answered the open question."""
        question = self.question(state)
        return question is not None and seat in question.awaited

    def may_ask(self, state: TableState) -> bool:
        """Whether one's own seat may ask to take its last move back."""
        signer, earlier = self._signer, state.earlier
        if signer is None or earlier is None or earlier.seat != signer.seat or signer.seat in self._answers:
            return False
        return signer.seat in state.present and self.reason(state) is None

    def answer(self, state: TableState, *, agrees: bool) -> None:
        """Answer the question, or ask it with a yes if one's own seat has made the last move.

        Raises:
            LocalError: there is no question that one's own seat can answer.
        """
        signer = self._signer
        can_answer = signer is not None and self._can_answer(state, signer.seat, agrees=agrees)
        if signer is None or not can_answer:
            raise LocalError("nobody asks you now whether a move is taken back")
        said = signer.sign(state.place, Agree(signer.seat, agrees))
        self._note(state, said)
        self._out.append(Send(Agreements(state.place, (said,))))

    def _can_answer(self, state: TableState, seat: int, *, agrees: bool) -> bool:
        if seat not in state.present:
            return False
        if self.may_ask(state):
            return agrees
        return self.question(state) is not None and not self._is_said(Agree(seat, agrees))

    def _is_said(self, said: Agree) -> bool:
        """Whether an answer adds nothing to the known one of its seat."""
        known = self._answers.get(said.seat)
        return known is not None and (known.agrees or known.agrees is said.agrees)

    def take(self, peer: bytes, message: Agreements, state: TableState) -> None:
        """Take the answers of seats, which any peer may relay. Those about another slot are ignored: they are past, or
        are sent again.

        Raises:
            RemoteError: one is invalid; those before it were taken.
        """
        place = message.place
        if place.table != state.genesis.id:
            raise RemoteError(Code.FOREIGN_TABLE, "an answer about a takeback at another table")
        if place.slot != state.slot:
            return
        if place != state.place:
            raise RemoteError(Code.DIVERGED, f"an answer on another history before slot {place.slot}")
        reason = self.reason(state)
        if reason is not None:
            raise RemoteError(Code.NO_TAKEBACK, f"an answer about a takeback that cannot be: {reason}")
        for said in message.agreements:
            self._take(peer, said, state)

    def _take(self, peer: bytes, said: Agree, state: TableState) -> None:
        if said.seat not in state.present:
            raise RemoteError(Code.WRONG_SEAT, f"seat {said.seat} has no say in slot {state.slot}")
        is_no_question = state.earlier is not None and said.seat == state.earlier.seat and not said.agrees
        if self._is_said(said) or is_no_question:
            return
        state.check_signature(said.seat, said)
        self._note(state, said)
        relayed = Agreements(state.place, (said,))
        self._out += [Send(relayed, other) for other in self._sync.lacking(said.seat, peer)]

    def _note(self, state: TableState, said: Agree) -> None:
        """Count an answer, and show it. Answers that come before the question are shown after it."""
        assert state.earlier is not None
        asker = state.earlier.seat
        self._answers[said.seat] = said
        if said.seat == asker:
            self._out.append(TakebackAsked(asker))
            early = [answer for seat, answer in sorted(self._answers.items()) if seat != asker]
        else:
            early = [said] if asker in self._answers else []
        self._out += [TakebackAnswered(answer.seat, answer.agrees) for answer in early]

    def repeat(self, state: TableState) -> None:
        """Send all answers again while the question is open: a link may have lost them, or a peer have been late."""
        if self._answers:
            self._out.append(
                Send(Agreements(state.place, tuple(self._answers[seat] for seat in sorted(self._answers))))
            )

    def input_(self, state: TableState) -> Input | None:
        """The takeback in the place of one's own move, unsigned; None while it lacks an agreement, or is not one's own
        to give."""
        signer = self._signer
        if not self._answers or signer is None or signer.seat not in state.decides or self.reason(state) is not None:
            return None
        if self.question(state) is None or not all(self._has_agreed(seat) for seat in state.present):
            return None
        content = to_content([self._answers[seat] for seat in state.agreeing])
        return Input(signer.seat, InputKind.TAKEBACK, content)

    def _has_agreed(self, seat: int) -> bool:
        return seat in self._answers and self._answers[seat].agrees
