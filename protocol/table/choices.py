"""The decision of one's own seat, and the opening of its commitment. A decision is signed again if its round continues
in another slot."""

from __future__ import annotations

from ..contract import fairness
from .kinds import InputKind
from .signer import Signer
from .signing import Input
from .state import TableState


class Choices:
    """The decision of one's own seat in the open step."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer
        self._step = -1
        self._notation = b""
        self._opening: bytes | None = None
        """The opening of one's own commitment: empty if no legal move fits it, None if it was not looked for."""

    def decide(self, state: TableState, notation: bytes) -> None:
        """Remember a decision for the open step."""
        self._step, self._notation, self._opening = state.step, notation, None

    def restore(self, state: TableState, opening: bytes) -> None:
        """Restore the opening of one's own commitment, after a restart."""
        if opening:
            self._step, self._opening = state.step, opening
            self._notation = opening[fairness.SHARE_SIZE :]

    def content(self, state: TableState) -> bytes | None:
        """The content of one's own input in the open slot, if that needs no decision or the decision is made."""
        due = state.due
        assert due is not None
        match due.kind:
            case InputKind.ACCEPT | InputKind.CLOSE:
                return b""
            case InputKind.SHARE:
                return self._signer.chain.share(state.draw_number)
            case InputKind.OPEN:
                return self._open(state)
            case _ if self._step != state.step:
                return None
            case InputKind.COMMIT:
                self._opening = self._signer.secret_nonce(state.place, state.step) + self._notation
                return fairness.commitment(state.genesis.id, state.step, self._signer.seat, self._opening)
            case _:
                return self._notation

    def opening_of(self, given: Input) -> bytes:
        """The opening that goes into the journal with one's own commitment."""
        return self._opening or b"" if given.kind is InputKind.COMMIT else b""

    def _open(self, state: TableState) -> bytes | None:
        if self._step != state.step or self._opening is None:
            self._step, self._opening = state.step, self._find_opening(state)
        return self._opening or None

    def _find_opening(self, state: TableState) -> bytes:
        """The opening of one's own commitment, if the journal is lost: one of the legal moves fits it.

        It is empty if no move fits, because another program with this key has made the commitment. Then nothing is
        opened, and the others drop the seat in the end.
        """
        seat = self._signer.seat
        committed = next(given for given in state.committed if given.seat == seat)
        before = state.committed_at
        assert before is not None
        nonce = self._signer.secret_nonce(before, state.step)
        for move in state.game.legal(state.state, seat):
            opening = nonce + state.game.format(move).encode("ascii")
            if fairness.commitment(state.genesis.id, state.step, seat, opening) == committed.content:
                return opening
        return b""
