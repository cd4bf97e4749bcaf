"""A seat of one's own."""

from __future__ import annotations

from .contract import Genesis
from .fairness import Chain
from .keys import Identity


class Player:
    """A seat of one's own: what it takes to sign for it."""

    def __init__(self, identity: Identity, genesis: Genesis, seat: int) -> None:
        self.identity = identity
        self.seat = seat
        self.nonce = genesis.entries[seat].nonce
        self.chain = Chain(identity, self.nonce, genesis.contract.id, seat)
