"""Everything of one run: the clock, the network, the peers, and their judge."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from p2pgame.engine.game import AnyGame

from ..protocol import people
from .clock import SECOND, Clock
from .engine import shared
from .network import Network
from .trace import Trace

if TYPE_CHECKING:
    from .judge import Judge
    from .node import Node
    from .sitting import Sitting
    from .spectator import Spectator
    from .stranger import Stranger


class World:
    """The surroundings that peers and faults share."""

    def __init__(
        self, game: AnyGame, seats: int, spectators: int, seed: str, pace: int, calm: int = 0, *, show: bool = False
    ) -> None:
        """Seats are the first numbers of peers, and spectators those behind them; each has the key of that number."""
        self.clock = Clock()
        self.trace = Trace(self.clock, show=show)
        self.game = shared(game)
        self.count = seats
        self.peers = seats + spectators
        self.rng = random.Random(f"world {seed}")
        self.network = Network(self.clock, random.Random(f"network {seed}"), self.peers)
        self.nodes: list[Node] = []
        self.spectators: list[Spectator] = []
        self.sitting: list[Sitting] = []
        """Everybody in the lobby, where a run begins with one."""
        self.stranger: Stranger | None = None
        self.judge: Judge
        self._pace = pace
        self._calm = calm
        self._publics = [people.identity(number).public for number in range(self.peers)]

    def node(self, seat: int) -> Node | None:
        """The peer in a seat, if the table has begun for it."""
        return next((node for node in self.nodes if node.seat == seat), None)

    def postpone(self) -> None:
        """The first minute begins now."""
        self._calm += self.clock.now
        self.judge.mended += self.clock.now

    def think(self, rng: random.Random) -> int:
        """For how many milliseconds a person thinks now: less when nothing happens any more but the game."""
        return rng.randrange(100, (self._pace if self.clock.now < self._calm else 1) * SECOND)

    @property
    def everybody(self) -> list[Node]:
        """All players and spectators."""
        return [*self.nodes, *self.spectators]

    def public(self, seat: int) -> bytes:
        """The key that a seat, or a spectator, is known by."""
        return self._publics[seat]

    def seat_of(self, public: bytes) -> int:
        """The seat, or the spectator, that is known by a key."""
        return self._publics.index(public)

    def find_game(self, game_id: str) -> AnyGame | None:
        """The game of the run, if that is its id."""
        return self.game if game_id == self.game.id else None

    def dissolve(self) -> None:
        """Let go of everything, so that it is freed at once. In circles of references it would stay until the next look
        for garbage."""
        for each in (*self.nodes, *self.spectators, *self.sitting):
            vars(each).clear()
        vars(self).clear()
