"""Somebody on the network who has no seat, and is no guest: it answers guests that are misled, and dials the host."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from p2pgame.protocol.link.handshake import Peer, Role
from p2pgame.protocol.wire.errors import RemoteError

from ..protocol import people
from .clock import SECOND
from .entrance import After, Entrance
from .network import End
from .world import World

if TYPE_CHECKING:
    from .attacks.strangers import StrangerAttack

LURKS = 60 * SECOND
"""For how long it does so at the most."""


class Stranger:
    """Does what its attack says, for as long as the lobby is open."""

    def __init__(self, world: World, seat: int, rng: random.Random, attack: StrangerAttack) -> None:
        self.world = world
        self.seat = seat
        self.rng = rng
        self.attack = attack
        self.alive = False

    def start(self) -> None:
        """It is there from now on."""
        self.alive = True
        self._lurk()

    def _lurk(self) -> None:
        if self.world.clock.now < LURKS and len(self.world.nodes) < self.world.count:
            self.world.clock.after(SECOND, self._lurk)
            self.attack.lurk(self)
        else:
            self.alive = False

    def enter(self, end: End, role: Role, after: After, code: str = "") -> None:
        """Talk with the peer at the other end, under its own key. Honest peers make sure that it does not come in, and
        do not enter its lobby."""
        identity = people.identity(self.seat)
        Entrance(self.world.clock, self.rng, end, role, identity, after, self._in, self._turned, code=code)

    def _in(self, end: End, peer: Peer) -> None:
        self.world.trace.add(f"{self.seat} believes that it has a link with {end.other}")

    def _turned(self, end: End, error: RemoteError) -> None:
        self.world.trace.add(f"{self.seat} gets nowhere: {error}")

    def linked(self, end: End) -> None:
        """A guest that was misled has dialed."""
        self.attack.met(self, end)

    def arrived(self, end: End, payload: bytes) -> None:
        """Nobody sends it messages."""

    def ended(self, end: End, error: RemoteError | None) -> None:
        """A connection has ended."""
        end.close()
