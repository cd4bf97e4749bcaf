"""The secrets of one's own seat, to sign for it."""

from __future__ import annotations

from ..contract.contract import Genesis
from ..contract.fairness import Chain, secret_nonce
from ..identity.keys import Identity
from .signing import Place, S, sign


class Signer:
    """A seat of one's own: its key, and the secrets that follow from the key and the genesis."""

    def __init__(self, identity: Identity, genesis: Genesis, seat: int) -> None:
        self.identity = identity
        self.seat = seat
        self.nonce = genesis.entries[seat].nonce
        self.chain = Chain(identity, self.nonce, genesis.contract.id, seat)

    def sign(self, place: Place, statement: S) -> S:
        """The statement with this seat's signature."""
        return sign(self.identity, place, statement)

    def secret_nonce(self, place: Place, step: int) -> bytes:
        """The nonce that hides a choice at that place: the same after a crash, and another one at every other place."""
        return secret_nonce(self.identity, self.nonce, place.table, step, place.head)
