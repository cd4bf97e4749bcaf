"""The bots of tables: those that search do so in a process of their own."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from p2pgame.engine.bots import BOTS, SEARCHERS
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.bots.budget import Budget
from p2pgame.engine.bots.searcher import only_move
from p2pgame.engine.game import AnyGame, Rng

from .worker import Weighed, Worker, WorkerStopped

_SEEDS = 1 << 62


class Apart:
    """A bot of a searching level. Its process is started by its first decision, and ends with it."""

    is_quick = False

    def __init__(self, level: str) -> None:
        self.level = level
        self.progress = 0
        """Progress of the present decision, in percent."""
        self._worker = Worker()
        self._turn = threading.Lock()

    def choose(self, game: AnyGame, state: Any, seat: int, rng: Rng, budget: Budget | None = None) -> Any:
        """The best move found; at once if there is only one. Waits for the process, up to three seconds.

        If the process fails, a normal bot decides.
        """
        move = only_move(game, state, seat)
        if move is not None:
            return move
        try:
            return game.parse(self.weigh(game, state, seat, rng)[0].move)
        except WorkerStopped:
            return BOTS["normal"].choose(game, state, seat, rng)

    def weigh(self, game: AnyGame, state: Any, seat: int, rng: Rng, also: Sequence[str] = ()) -> list[Weighed]:
        """The considered moves, best first, with those of `also`.

        Raises:
            WorkerStopped: the process failed.
        """
        with self._turn:
            self.progress = 0
            return self._worker.weigh(game, state, seat, self.level, rng.randrange(_SEEDS), also, self._hear)

    def _hear(self, progress: int) -> None:
        self.progress = progress


def bot_of(level: str) -> Bot:
    """A bot of the level, for a seat at a table."""
    return Apart(level) if level in SEARCHERS else BOTS[level]
