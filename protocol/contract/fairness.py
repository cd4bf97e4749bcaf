"""Fair draws: every seat commits to a hash chain before play, and each draw takes one more share of every chain.

All shares are fixed before the first step, so nobody can choose one. A share is unknown until it is revealed, so nobody
can know a draw early. One honest seat is enough for both. Specified, with the remaining bias, in `spec/fairness.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from p2pgame.engine.canon import digest, encode

from ..identity.keys import Identity
from ..wire.limits import CHAIN_LENGTH

SHARE_SIZE = 32
"""Bytes of a share: one SHA-256 value."""

_POSITIONS = tuple(position.to_bytes(4, "big") for position in range(CHAIN_LENGTH, 0, -1))
"""Positions of shares as hashes spell them, from the last to the first."""

_SPACING = 64
"""Distance of the shares that a chain keeps, in positions. It divides the chain's length."""

_WORD = 1 << 64
"""A draw is made from one 64-bit word; far above every bound, so that rejection is rare."""


def chain_context(contract_id: bytes, seat: int) -> bytes:
    """Binds a chain to one seat of one contract, so that a copied anchor can never be opened."""
    return digest("p2pgame chain", contract_id, seat)


def share_before(context: bytes, position: int, share: bytes) -> bytes:
    """The share before this one: SHA-256(context, position of this share as 4 bytes, share)."""
    return sha256(context + position.to_bytes(4, "big") + share).digest()


def shares_up_to(context: bytes, secret: bytes) -> tuple[bytes, ...]:
    """All shares of the chain that ends with that secret, from position 0 on."""
    share = secret
    chain = [share, *(share := sha256(context + position + share).digest() for position in _POSITIONS)]
    return tuple(reversed(chain))


class Chain:
    """One seat's own chain, computed again from its key and nonce when it is needed.

    It keeps one share in 64, and those around the share that was asked for last: 10 KiB instead of 300.
    """

    def __init__(self, identity: Identity, nonce: bytes, contract_id: bytes, seat: int) -> None:
        self._context = chain_context(contract_id, seat)
        secret = identity.derive(info=encode(("p2pgame chain secret", contract_id, seat)), salt=nonce, length=32)
        self._kept = shares_up_to(self._context, secret)[::_SPACING]
        self._first = 0
        """The position of the first share in `_near`."""
        self._near = self._shares_from(0)

    @property
    def anchor(self) -> bytes:
        """Position 0, which the seat publishes in the genesis."""
        return self._kept[0]

    def share(self, position: int) -> bytes:
        """The share for the draw of that number, counted from 1.

        Raises:
            IndexError: the chain is used up (no game draws that often).
        """
        if not 1 <= position <= CHAIN_LENGTH:
            raise IndexError(f"draw {position} is not among the {CHAIN_LENGTH} of a chain")
        place = position % _SPACING
        if self._first != position - place:
            self._first = position - place
            self._near = self._shares_from(self._first)
        return self._near[place]

    def _shares_from(self, first: int) -> tuple[bytes, ...]:
        """The shares from the position of a kept one on, as far as the next kept one."""
        if first == CHAIN_LENGTH:
            return self._kept[-1:]
        share = self._kept[first // _SPACING + 1]
        behind = [share := share_before(self._context, place, share) for place in range(first + _SPACING, first, -1)]
        return tuple(reversed(behind))


class Shares:
    """The revealed part of every seat's chain. Makes the draws."""

    def __init__(self, contract_id: bytes, anchors: Sequence[bytes]) -> None:
        self.number = 1
        """The number of the next draw."""
        self._contexts = [chain_context(contract_id, seat) for seat in range(len(anchors))]
        self._known = [(0, anchor) for anchor in anchors]

    def copy(self) -> Shares:
        """An independent copy."""
        twin = object.__new__(Shares)
        twin.number, twin._contexts, twin._known = self.number, self._contexts, list(self._known)
        return twin

    def holds(self, seat: int, share: bytes) -> bool:
        """Whether this is the seat's share for the next draw: it hashes to the known share after some steps."""
        position, known = self._known[seat]
        if self.number > CHAIN_LENGTH or len(share) != SHARE_SIZE:  # a seat may have made its anchor of a longer one
            return False
        for place in range(self.number, position, -1):
            share = share_before(self._contexts[seat], place, share)
        return share == known

    def used(self, shares: Iterable[tuple[int, bytes]]) -> Shares:
        """A copy after the next draw with these shares."""
        twin = self.copy()
        twin.use(shares)
        return twin

    def wasted(self) -> Shares:
        """A copy without the next draw, which is given up because some of its shares may be known."""
        twin = self.copy()
        twin.waste()
        return twin

    def use(self, shares: Iterable[tuple[int, bytes]]) -> None:
        """Complete the next draw with these shares."""
        for seat, share in shares:
            self._known[seat] = self.number, share
        self.number += 1

    def waste(self) -> None:
        """Give up the next draw, because some of its shares may be known: everybody continues with the draw after
        it."""
        self.number += 1


def draw(table_id: bytes, step: int, number: int, shares: Sequence[tuple[int, bytes]], bound: int) -> int:
    """The integer below `bound` that the shares decide; `shares` are (seat, share) in seat order.

    Words from HKDF-SHA-256 (RFC 5869) are taken until one is below the largest multiple of the bound: no modulo bias.
    """
    material = b"".join(share for _, share in shares)
    seats = tuple(seat for seat, _ in shares)
    usable = _WORD - _WORD % bound
    attempt = 0
    while True:
        info = encode(("p2pgame draw", step, number, seats, attempt))
        word = int.from_bytes(HKDF(SHA256(), 8, table_id, info).derive(material), "big")
        if word < usable:
            return word % bound
        attempt += 1


def secret_nonce(identity: Identity, seat_nonce: bytes, table_id: bytes, step: int, head: bytes) -> bytes:
    """The nonce of a secret choice: the same after a crash, and different for every step, history and table."""
    return identity.derive(info=encode(("p2pgame secret nonce", table_id, step, head)), salt=seat_nonce, length=32)


def commitment(table_id: bytes, step: int, seat: int, opening: bytes) -> bytes:
    """Hides a choice: SHA-256 over a domain, table, step, seat and the opening (nonce, then notation)."""
    return digest("p2pgame commitment", table_id, step, seat, opening)
