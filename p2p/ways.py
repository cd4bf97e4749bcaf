"""How each other seat is reached: by a link of one's own, by way of a seat that is linked with it, or not at all.

People are told with some patience, as links come and go and others tell of theirs once a beat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from p2pgame.protocol.table import Table

PATIENCE = 3
"""Beats for which a seat must have been reached by way of another before that is told: links take so long to stand."""


@dataclass(frozen=True, slots=True)
class Linked:
    """News: a link with this peer stands now, or is gone and nobody else tells of one."""

    peer: bytes
    up: bool


@dataclass(frozen=True, slots=True)
class Relayed:
    """News: no link with this seat stands, but one with a seat that is linked with it and passes on what it says."""

    seat: int
    through: int


class Ways:
    """What people know of how the others are reached."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._direct: set[bytes] = set()
        """Peers whose links people believe to stand."""
        self._relayed: set[bytes] = set()
        """Peers that people believe to be reached by way of others."""
        self._beats: Counter[bytes] = Counter()
        """Beats for which a seat without a link has been reached by way of others."""

    def stands(self, peer: bytes) -> Iterator[Linked]:
        """A link with this peer stands now."""
        self._beats.pop(peer, None)
        self._relayed.discard(peer)
        if peer not in self._direct:
            self._direct.add(peer)
            yield Linked(peer, True)

    def falls(self, peer: bytes) -> Iterator[Linked]:
        """The link with this peer is gone; if somebody else tells of one, the next beats show what that is worth."""
        seat = self._table.ledger.genesis.contract.seat_of(peer)
        if seat is None or self._table.relay_to(seat) is None:
            yield from self._lost(peer)

    def beat(self, linked: frozenset[bytes]) -> Iterator[Linked | Relayed]:
        """Look at how the seats are reached that have no link; call once a beat."""
        player, contract = self._table.player, self._table.ledger.genesis.contract
        if player is None:
            return
        for seat in self._table.ledger.present:
            peer = contract.seats[seat].public
            if peer in linked or seat == player.seat:
                continue
            through = self._table.relay_to(seat)
            if through is None:
                yield from self._lost(peer)
                continue
            self._beats[peer] += 1
            if self._beats[peer] >= PATIENCE and peer not in self._relayed:
                self._relayed.add(peer)
                self._direct.discard(peer)
                yield Relayed(seat, through)

    def _lost(self, peer: bytes) -> Iterator[Linked]:
        """Nothing leads to this peer."""
        self._beats.pop(peer, None)
        if peer in self._direct or peer in self._relayed:
            self._direct.discard(peer)
            self._relayed.discard(peer)
            yield Linked(peer, False)
