"""A spectator: a table without a player, over one link that is dialed again as in `p2p.watching`."""

from __future__ import annotations

import random
from collections.abc import Iterable

from p2pgame.p2p.table import watching
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.table.signer import Signer
from p2pgame.protocol.wire.errors import RemoteError

from .attacker import Attacker
from .clock import SECOND
from .network import End
from .node import Node
from .world import World


class Spectator(Node):
    """Watches the table through one seat, and signs nothing."""

    def __init__(self, world: World, genesis: Genesis, seat: int, rng: random.Random, watched: int = 0) -> None:
        self.watched = watched
        """The seat through which it watches."""
        self.lost = False
        """Whether it has given the table up, because nobody answers."""
        self.heard_until = 0
        """The time of the last message of that seat, in milliseconds."""
        self._linked_until = 0
        super().__init__(world, genesis, seat, rng)

    @property
    def over(self) -> bool:
        return self.lost or super().over

    def start(self) -> None:
        self._linked_until = self.world.clock.now
        super().start()

    def arrived(self, end: End, payload: bytes) -> None:
        if end.other == self.watched:
            self.heard_until = self.world.clock.now
        super().arrived(end, payload)

    def ended(self, end: End, error: RemoteError | None) -> None:
        if self.links.get(end.other) is end:
            self._linked_until = self.world.clock.now
        super().ended(end, error)

    def _signer(self) -> Signer | None:
        return None

    def _dialed(self) -> Iterable[int]:
        return (self.watched,)

    def _wait(self, other: int, stood: int) -> float:
        return watching.RETRY

    def _do_tick(self) -> None:
        waits = self.world.clock.now - self._linked_until
        self.lost = not self.links and waits > watching.PATIENCE * SECOND
        super()._do_tick()


class Injector(Attacker, Spectator):
    """A spectator that attacks: at every seat at once, and until the end of the table."""

    def _dialed(self) -> Iterable[int]:
        return range(self.world.count)
