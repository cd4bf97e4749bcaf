"""How each other seat is reached: by a link of one's own, by way of a seat that is linked with it, or not at all.

People are told with some patience, as links come and go and others tell of theirs once a tick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from p2pgame.protocol.table.table import Table

CHANGES = 6
"""Changes of one seat's way that are told at once: a link that wavers has not so many, and who hangs up again and again
could fill a screen with them."""

MENDED = 10
"""Ticks after which one more is told; until then the screen stays as it is."""

PATIENCE = 3
"""Ticks for which a seat must have been reached by way of another before that is told: links take so long to stand."""


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


class Reachability:
    """What people know of how the others are reached."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._direct: set[bytes] = set()
        """Peers whose links people believe to stand."""
        self._relayed: set[bytes] = set()
        """Peers that people believe to be reached by way of others."""
        self._tick = 0
        self._changes: Counter[bytes] = Counter()
        """Changes of each seat's way that have been told lately."""
        self._ticks: Counter[bytes] = Counter()
        """Ticks for which a seat without a link has been reached by way of others."""

    def stands(self, peer: bytes) -> Iterator[Linked]:
        """A link with this peer stands now."""
        self._ticks.pop(peer, None)
        if peer not in self._direct and self._may_tell(peer):
            self._relayed.discard(peer)
            self._direct.add(peer)
            yield Linked(peer, True)

    def falls(self, peer: bytes) -> Iterator[Linked]:
        """The link with this peer is gone; if somebody else tells of one, the next ticks show what that is worth."""
        seat = self._table.ledger.genesis.contract.seat_of(peer)
        if seat is None or self._table.sync.relay_to(seat) is None:
            yield from self._lost(peer)

    def tick(self, linked: frozenset[bytes]) -> Iterator[Linked | Relayed]:
        """Look at how the seats are reached that have no link; call once a tick."""
        signer, contract = self._table.signer, self._table.ledger.genesis.contract
        self._forget_changes()
        for peer in sorted(linked - self._direct):
            yield from self.stands(peer)  # which was not told when it came
        if signer is None:
            for peer in sorted(self._direct - linked):
                yield from self._lost(peer)
            return
        for seat in self._table.ledger.now.present:
            peer = contract.seats[seat].public
            if peer in linked or seat == signer.seat:
                continue
            through = self._table.sync.relay_to(seat)
            if through is None:
                yield from self._lost(peer)
                continue
            self._ticks[peer] += 1
            if self._ticks[peer] >= PATIENCE and peer not in self._relayed and self._may_tell(peer):
                self._relayed.add(peer)
                self._direct.discard(peer)
                yield Relayed(seat, through)

    def _lost(self, peer: bytes) -> Iterator[Linked]:
        """Nothing leads to this peer."""
        self._ticks.pop(peer, None)
        if (peer in self._direct or peer in self._relayed) and self._may_tell(peer):
            self._direct.discard(peer)
            self._relayed.discard(peer)
            yield Linked(peer, False)

    def _may_tell(self, peer: bytes) -> bool:
        """Whether one more change of that peer's way is told now, and not with a later tick. Of who has no seat nobody
        is told.
        """
        if self._table.ledger.genesis.contract.seat_of(peer) is None:
            return True
        if self._changes[peer] >= CHANGES:
            return False
        self._changes[peer] += 1
        return True

    def _forget_changes(self) -> None:
        """With some ticks one more of each may be told."""
        self._tick += 1
        if self._tick % MENDED == 0:
            self._changes -= Counter(dict.fromkeys(self._changes, 1))
