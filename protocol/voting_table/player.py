"""A seat of one's own."""

from __future__ import annotations

from ..contract.contract import Genesis
from ..contract.fairness import Chain
from ..identity.keys import Identity


class Player:
    """A seat of one's own: what it takes to sign for it."""

    def __init__(self, identity: Identity, genesis: Genesis, seat: int) -> None:
        self.identity = identity
        self.seat = seat
        self.nonce = genesis.entries[seat].nonce
        self.chain = Chain(identity, self.nonce, genesis.contract.id, seat)
