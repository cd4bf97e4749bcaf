"""How each other seat is reached: by a link of one's own, through a seat that is linked with it, or not at all.

A change is shown after a short wait, because links come and go, and other peers report theirs only once a tick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from p2pgame.protocol.table.table import Table

CHANGES = 6
"""Changes of one seat's connection that are shown at once: an unstable link has fewer, and a peer that hangs up again
and again could fill the screen."""

MENDED = 10
"""Ticks after which one more change is shown; until then the screen stays as it is."""

PATIENCE = 3
"""Ticks for which a seat must have been reached through another before that is shown: a new link takes that long."""


@dataclass(frozen=True, slots=True)
class Linked:
    """News: a link with this peer is up, or is gone and nobody else reports one."""

    peer: bytes
    up: bool


@dataclass(frozen=True, slots=True)
class Relayed:
    """News: there is no link with this seat, but one with a seat that is linked with it and relays its messages."""

    seat: int
    through: int


@dataclass(frozen=True, slots=True)
class Reported:
    """News for a spectator: the other of two players has lost the link with this seat, or has it again."""

    seat: int
    up: bool


def knows_links(table: Table) -> bool:
    """Whether this program knows all links of the table. A spectator's own link is to one seat, and that one reports
    its links: at a table of two there are no others."""
    if table.signer is not None:
        return True
    present = table.ledger.now.present
    return len(present) == 2 and any(view.have is not None for _, view in table.sync.linked(present))


class Reachability:
    """How the others are reached, as the screen shows it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._direct: set[bytes] = set()
        """Peers with a direct link, on the screen."""
        self._relayed: set[bytes] = set()
        """Peers that are reached through others, on the screen."""
        self._away: set[int] = set()
        """The seats that a spectator's screen shows as away."""
        self._tick = 0
        self._changes: Counter[bytes] = Counter()
        """Recent changes of each seat's connection on the screen."""
        self._ticks: Counter[bytes] = Counter()
        """Ticks for which a seat without a link has been reached through others."""

    def stands(self, peer: bytes) -> Iterator[Linked]:
        """Note a link with this peer."""
        self._ticks.pop(peer, None)
        if peer not in self._direct and self._may_tell(peer):
            self._relayed.discard(peer)
            self._direct.add(peer)
            yield Linked(peer, True)

    def falls(self, peer: bytes) -> Iterator[Linked]:
        """Note the end of the link with this peer; if somebody else reports one, the next ticks show whether it
        works."""
        seat = self._table.ledger.genesis.contract.seat_of(peer)
        if seat is None or self._table.sync.relay_to(seat) is None:
            yield from self._lost(peer)

    def tick(self, linked: frozenset[bytes]) -> Iterator[Linked | Relayed | Reported]:
        """Check how the seats without a link are reached; call once a tick."""
        signer, contract = self._table.signer, self._table.ledger.genesis.contract
        self._forget_changes()
        for peer in sorted(linked - self._direct):
            yield from self.stands(peer)  # it was not shown when the link came
        if signer is None:
            for peer in sorted(self._direct - linked):
                yield from self._lost(peer)
            yield from self._reported(linked)
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

    def _reported(self, linked: frozenset[bytes]) -> Iterator[Reported]:
        """Note the links that the peer of a spectator reports, if they say enough."""
        if not knows_links(self._table):
            return
        for seat in self._table.ledger.now.present:
            peer = self._table.ledger.genesis.contract.seats[seat].public
            up = peer in linked or self._table.sync.relay_to(seat) is not None
            if up == (seat in self._away) and self._may_tell(peer):
                self._away ^= {seat}
                yield Reported(seat, up)

    def _lost(self, peer: bytes) -> Iterator[Linked]:
        """Note that nothing leads to this peer."""
        self._ticks.pop(peer, None)
        if (peer in self._direct or peer in self._relayed) and self._may_tell(peer):
            self._direct.discard(peer)
            self._relayed.discard(peer)
            yield Linked(peer, False)

    def _may_tell(self, peer: bytes) -> bool:
        """Whether one more change of that peer's connection is shown now, and not in a later tick. Changes of peers
        without a seat are not shown."""
        if self._table.ledger.genesis.contract.seat_of(peer) is None:
            return True
        if self._changes[peer] >= CHANGES:
            return False
        self._changes[peer] += 1
        return True

    def _forget_changes(self) -> None:
        """Allow one more change of each after some ticks."""
        self._tick += 1
        if self._tick % MENDED == 0:
            self._changes -= Counter(dict.fromkeys(self._changes, 1))
