"""Other peers' inputs: they are checked, made to count, kept until they are due, compared, and passed on.

Specified in `spec/table.md`, "What is refused, and what stops the table".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from ..wire.errors import Code, RemoteError
from ..wire.limits import CHECKS, EARLY_STEPS
from .beginning import Beginning
from .effects import Send
from .inputs import Input
from .kinds import VOTES, Kind
from .messages import Give
from .proof import Proof


class Intake(Beginning):
    """Takes inputs of other seats, whoever passes them on."""

    def _accept(self, peer: bytes, given: Input) -> None:
        """Make an input count, if it is due; keep it, if it will be; compare it with what is known, if it was.

        Raises:
            RemoteError: it is none of this table's, or does not hold.
        """
        if not self._check_table(peer, given):
            return
        self.ledger.check_seat(given)
        if given.kind in VOTES:
            self._accept_vote(peer, given)
            return
        if given.kind is Kind.STATE:
            self._take_statement(given)
            return
        known = self._known(given)
        if known is not None and known.pair == given.pair:
            return
        due = self.due
        if due is not None and given.step > due.step + EARLY_STEPS:
            return
        is_due = known is None and due is not None and (given.step, given.kind) == (due.step, due.kind)
        if not is_due and not self._may_check(peer):
            return
        self.ledger.check_signature(given)
        if known is not None and known.head == given.head:
            self._prove(Proof.of(known, given))
        elif is_due:
            if self._accept_due(given):
                self._relay(peer, given)
        elif known is None and due is not None and given.step >= due.step:
            self._early[given.step, given.kind, given.seat] = given

    def _may_check(self, peer: bytes) -> bool:
        """Whether one more signature of what is not waited for may be checked in this beat, for whoever shows it."""
        return self._checked[self._holder(peer)].allows(Input, CHECKS, self._beat)

    def _known(self, given: Input) -> Input | None:
        """The input of the same seat, step and kind that is already here."""
        key = (given.step, given.kind, given.seat)
        if given.step < len(self.steps):
            held: Iterable[Input] = self.steps[given.step].inputs
        elif self._round is not None and given.step == self._round.due.step:
            held = (*self.ledger.committed, *self._round.given.values())
        else:
            held = ()
        for known in held:
            if (known.step, known.kind, known.seat) == key:
                return known
        return self._early.get(key)

    def _accept_due(self, given: Input) -> bool:
        """Check an input whose signature has been checked, and take it; whether it was taken.

        Raises:
            RemoteError: it is not good; the seat may still give another.
        """
        round_ = self._round
        if round_ is None or self.stopped or given.seat in round_.skipped:
            return False
        if self._bound_against(given.seat):
            self._see_kept_back(given)
            return False
        if given.seat in self._proofs and given.step in (self._came_back, self._proofs[given.seat][1].step):
            return False  # of two answers none counts, unless others have gone on with it
        if given.kind is Kind.OPEN and given.head != round_.due.head:
            return False  # other commitments, where somebody's time was up: the votes, or its two commitments, come
        try:
            self.ledger.check(given)
        except RemoteError as error:
            if error.code is Code.DIVERGED:
                self._suspect(given)
            raise
        self._last_heard[given.seat] = self._beat
        self._store(round_, given)
        return True

    def _take_early(self) -> None:
        """Accept what came early and is due now, and forget what came early and never will be."""
        self._recall_votes()
        if not self._early:
            return
        due = self.due
        step = due.step if due is not None else self.ledger.step
        self._early = {key: given for key, given in self._early.items() if key[0] >= step and due is not None}
        for key in [key for key in self._early if due is not None and key[0] == step and key[1] in (due.kind, *VOTES)]:
            if self.due == due and key in self._early:
                self._accept_early(self._early.pop(key))

    def _accept_early(self, given: Input) -> None:
        try:
            if given.kind in VOTES:
                self._count_vote(given)
            else:
                self._accept_due(given)
        except RemoteError as error:
            self._refuse(self.ledger.genesis.contract.seats[given.seat].public, error)

    def _relay(self, source: bytes, given: Input) -> None:
        """Pass an input on to those linked peers that have no link with its seat."""
        origin = self.ledger.genesis.contract.seats[given.seat].public
        for peer, known in self._peers.items():
            if peer not in (source, origin) and not known.links >> given.seat & 1:
                self._out.append(Send(Give(given), peer))

    @abstractmethod
    def _accept_vote(self, peer: bytes, given: Input) -> None:
        """Deal with a vote (`voting`)."""

    @abstractmethod
    def _count_vote(self, given: Input) -> bool:
        """Count a vote whose signature has been checked; whether it is new (`voting`)."""

    @abstractmethod
    def _recall_votes(self) -> None:
        """Count one's own votes again in a step that the table has come to again (`voting`)."""

    @abstractmethod
    def _bound_against(self, seat: int) -> bool:
        """Whether one's own vote forbids to take that seat's answer in this step (`voting`)."""

    @abstractmethod
    def _take_statement(self, given: Input) -> None:
        """A seat says which state its program came to (`stating`)."""

    @abstractmethod
    def _suspect(self, given: Input) -> None:
        """A seat has signed another head than ours (`following`)."""
