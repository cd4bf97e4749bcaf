"""Coming back: one's own words from the journal or, if that is lost, from all the others.

Specified in `spec/table/sync.md`, "Coming back".
"""

from __future__ import annotations

from contextlib import suppress

from ..wire.errors import RemoteError
from .choices import Choices
from .consensus import Ack, Promise
from .effects import Effect, Send
from .journal import Word
from .messages import Papers, Recall, Recalled
from .signer import Signer
from .signing import Input
from .slot import Slot
from .sync import PeerView, Sync


class Recovery:
    """The statements of one's own seat in the open slot before a restart."""

    def __init__(self, signer: Signer | None, sync: Sync, out: list[Effect], *, journal_lost: bool = False) -> None:
        self._signer = signer
        self._sync = sync
        self._out = out
        self.is_recalling = journal_lost and signer is not None
        """Whether nothing may be signed yet: the others have not yet sent everything that one's own seat has signed."""

    def connected(self, peer: bytes) -> None:
        """On a new link, ask for the statements of one's own seat, if they are not known."""
        if self.is_recalling:
            self._out.append(Send(Recall(), peer))

    def tell(self, slot: Slot, peer: bytes, view: PeerView, tick: int) -> None:
        """Answer a peer that has lost its journal: send all that binds its seat in the open slot; forget its unread
        messages."""
        seat = self._sync.seat_of(peer)
        if seat is None or not view.pace.allows(Recall, 1, tick):
            return
        for other in self._sync.views.values():
            other.early.clear()
        acks = tuple(slot.acks.get(seat, {}).values())
        latest = max(acks, key=lambda ack: ack.ballot, default=None)
        papers = Papers(
            slot.state.place,
            slot.all_inputs,
            acks,
            None if latest is None else slot.proposals.get((latest.ballot, latest.value)),
            tuple(slot.promises.get(seat, ())[-1:]),
        )
        self._out += [Send(papers, peer), Send(Recalled(slot.state.slot), peer)]

    def take(self, view: PeerView, recalled: int, slot: int) -> None:
        """Note that a peer has sent everything about its open slot. If that is later than the one open here, it does
        not count: there may have been no room for it. Then the peer is asked again."""
        if recalled <= slot:
            view.recalled = recalled

    def ask_again(self) -> None:
        """Ask the remaining seats again."""
        if self.is_recalling:
            self._out += [Send(Recall(), peer) for peer, view in self._sync.views.items() if view.recalled is None]

    def finish(self, slot: Slot) -> None:
        """Sign again once every seat present has sent all that one's own has signed in the open slot."""
        if not self.is_recalling or self._signer is None:
            return
        others = [seat for seat in slot.state.present if seat != self._signer.seat]
        recalled = [view.recalled for _, view in self._sync.linked(others)]
        if len(recalled) == len(others) and None not in recalled:
            self.is_recalling = False
            self._stand_by(slot)

    def restore(self, slot: Slot, word: Word, choices: Choices) -> None:
        """Be bound by a word from the journal, if its slot is still open."""
        signer = self._signer
        if word.place != slot.state.place or signer is None or word.statement.seat != signer.seat:
            return
        with suppress(RemoteError):  # a changed word was never sent, so it binds nobody
            slot.state.check_signature(signer.seat, word.statement)
            with suppress(RemoteError):  # the word binds the seat, even if its grounds are lost
                _take_grounds(slot, word)
            match word.statement:
                case Input():
                    slot.add_input(word.statement)
                    choices.restore(slot.state, word.opening)
                case Promise():
                    slot.add_promise(word.statement)
                case Ack():
                    slot.add_ack(word.statement)
            self._stand_by(slot)

    def _stand_by(self, slot: Slot) -> None:
        """Be bound by all statements of one's own seat in the slot."""
        acceptor, signer = slot.acceptor, self._signer
        if acceptor is None or signer is None:
            return
        for promise in slot.promises.get(signer.seat, ()):
            acceptor = acceptor.with_promise(promise)
        for ack in slot.acks.get(signer.seat, {}).values():
            acceptor = acceptor.with_ack(ack, slot.proposals.get((ack.ballot, ack.value)))
        slot.acceptor = acceptor


def _take_grounds(slot: Slot, word: Word) -> None:
    """Take the inputs and the proposal that a word of one's own answers.

    Raises:
        RemoteError: they are invalid.
    """
    if isinstance(word.statement, Ack):
        slot.name(word.statement.seat, word.statement.value)
    for given in word.inputs:
        slot.add_input(given, word.inputs)
    if word.proposal is not None:
        slot.add_proposal(word.proposal)
