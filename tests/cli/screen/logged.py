"""A log to look at: a game of bots between peers in one process, with real signatures, made once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import trio
from p2pgame.cli.games.find import find_game
from p2pgame.cli.net.demo import Demo
from p2pgame.engine.games import load
from p2pgame.protocol.log.recording import Recording, open_recording
from p2pgame.protocol.log.replay import Replay


@cache
def log_of(game_id: str, seats: int = 2) -> Path:
    """A finished game between bots over loopback."""
    game = load(game_id)
    folder = Path(mkdtemp(prefix="p2pgame-test-"))
    options = {option.name: option.default for option in game.options}
    demo = Demo(game, seats, options, "random", folder, _nothing, _nothing, _nothing, 0)
    trio.run(demo.run)
    return demo.logs[0]


def _nothing(_news: object) -> None:
    """There are no spectators."""


def replay_of(path: Path) -> Replay:
    """The log of a table, opened."""
    return Replay(path.read_bytes(), find_game)


def recording_of(path: Path) -> Recording:
    """A log of either kind, opened."""
    return open_recording(path.read_bytes(), find_game)
