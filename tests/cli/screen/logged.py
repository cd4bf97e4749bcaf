"""A log to look at: a game of bots between peers in one process, with real signatures, made once."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import trio
from p2pgame.cli.games.find import find_game
from p2pgame.cli.lines.demo import Demo
from p2pgame.cli.lines.news import NewsPrinter
from p2pgame.cli.terminal.output import Output
from p2pgame.engine.games import load
from p2pgame.protocol.log.replay import Replay


@cache
def log_of(game_id: str, seats: int = 2) -> Path:
    """A finished game between bots over loopback."""
    game = load(game_id)
    folder = Path(mkdtemp(prefix="p2pgame-test-"))
    options = {option.name: option.default for option in game.options}
    news = NewsPrinter(Output(io.StringIO(), screen=False, colour=False, wraps=False), boards=False)
    demo = Demo(game, seats, options, "random", folder, lambda _news: None, news, 0)
    trio.run(demo.run)
    return demo.logs[0]


def replay_of(path: Path) -> Replay:
    """The log, opened."""
    return Replay(path.read_bytes(), find_game)
