"""Everything of one run: the clock, the network, the peers, and what watches them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from p2pgame.engine.game import AnyGame
from p2pgame.protocol.contract import Genesis

from .clock import SECOND, Clock
from .engine import shared
from .network import Network
from .trace import Trace

if TYPE_CHECKING:
    from .judge import Judge
    from .node import Node


class World:
    """The surroundings that peers and faults share."""

    def __init__(
        self, game: AnyGame, genesis: Genesis, seed: str, pace: int, calm: int = 0, *, show: bool = False
    ) -> None:
        self.clock = Clock()
        self.trace = Trace(self.clock, show=show)
        self.game = shared(game)
        self.genesis = genesis
        self.count = len(genesis.contract.seats)
        self.rng = random.Random(f"world {seed}")
        self.network = Network(self.clock, random.Random(f"network {seed}"), self.count)
        self.nodes: list[Node] = []
        self.judge: Judge
        self._pace = pace
        self._calm = calm
        self._publics = [seat.public for seat in genesis.contract.seats]

    def think(self, rng: random.Random) -> int:
        """For how many milliseconds a person thinks now: less when nothing happens any more but the game."""
        return rng.randrange(100, (self._pace if self.clock.now < self._calm else 1) * SECOND)

    def public(self, seat: int) -> bytes:
        """The key that a seat is known by."""
        return self._publics[seat]

    def seat_of(self, public: bytes) -> int:
        """The seat that is known by a key."""
        return self._publics.index(public)

    def find_game(self, game_id: str) -> AnyGame | None:
        """The game of the run, if that is its id."""
        return self.game if game_id == self.game.id else None
