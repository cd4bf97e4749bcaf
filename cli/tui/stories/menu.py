"""`p2pgame` alone: what there is to do, until somebody has had enough."""

from __future__ import annotations

import random

import click
from p2pgame.engine.bots import BOTS
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.p2p.home import DEFAULT_PROFILE, Home
from rich.text import Text

from ...exits import ExitCode
from ...session import Session
from ..app import Full
from ..widgets.modal import Reading
from ..widgets.picker import Entry, Picker
from .play import play

GRACE = 60
"""Seconds after which a seat that is away may be voted out, as on the command line."""

_LOGS_SHOWN = 50

_TITLE = "p2pgame: no server, no referee, no trust needed"

_START = (
    Entry("play", "Play alone", "against bots on this machine, or a solo variant"),
    Entry("host", "Host a table", "friends on the LAN join with a code"),
    Entry("join", "Join a table", "tables on the LAN appear by themselves"),
    Entry("watch", "Watch a table", "look on at a game on the LAN, and check everything"),
    Entry("replay", "Watch a replay", "of a table that you played at, every step checked"),
)


async def menu(app: Full) -> int:
    """Do one thing after another; the exit code."""
    while word := await app.push_screen_wait(Picker(_TITLE, _START, back="leave")):
        try:
            await _WAYS[word](app)
        except click.ClickException as refusal:
            await app.push_screen_wait(Reading("That did not work", Text(refusal.format_message())))
    return ExitCode.OK


async def _play(app: Full) -> None:
    game = await _game(app)
    seats = None if game is None else await _number(app, "How many play, bots counted?", game.seats)
    if game is None or seats is None:
        return
    rng = random.SystemRandom()
    bots = dict.fromkeys(range(1, seats), BOTS["greedy"])
    await play(app, Session(game, game.begin(seats)), bots, rng, None)


async def _host(app: Full) -> None:
    from ...remote.bots import Bots  # noqa: PLC0415 - the network takes long to load
    from ...remote.hosted import Terms  # noqa: PLC0415
    from ...remote.who import me  # noqa: PLC0415
    from .network import host  # noqa: PLC0415

    game = await _game(app)
    if game is None:
        return
    seats = await _number(app, "How many play, you and bots counted?", range(2, game.seats[-1] + 1))
    bots = None if seats is None else await _number(app, "How many of them are bots?", range(seats - 1))
    if seats is None or bots is None:
        return
    options = {option.name: option.default for option in game.options}
    terms = Terms(game, options, seats, Bots(bots, "greedy"), False, None, None, None, GRACE, announced=True)
    await host(app, me(DEFAULT_PROFILE, None, None), terms)


async def _join(app: Full) -> None:
    from ...remote.who import me  # noqa: PLC0415 - the network takes long to load
    from .finding import join_found  # noqa: PLC0415

    await join_found(app, me(DEFAULT_PROFILE, None, None), None, None, None)


async def _watch(app: Full) -> None:
    from ...remote.who import me  # noqa: PLC0415 - the network takes long to load
    from .finding import watch_found  # noqa: PLC0415

    await watch_found(app, me(DEFAULT_PROFILE, None, None), None, None)


async def _replay(app: Full) -> None:
    logs = sorted(Home.of().logs.glob("*.p2plog"), reverse=True)[:_LOGS_SHOWN]
    entries = [Entry(str(place), path.stem) for place, path in enumerate(logs)]
    empty = f"No log is in {Home.of().logs} yet: play a table on the network first."
    word = await app.push_screen_wait(Picker("Which log?", entries, empty))
    if not word:
        return
    from ...opening import opened  # noqa: PLC0415 - the protocol takes long to load
    from .replay import replay  # noqa: PLC0415

    path = logs[int(word)]
    await replay(app, opened(path), path)


async def _game(app: Full) -> AnyGame | None:
    """A game that is chosen; None for back."""
    games = [load(game_id) for game_id in GAMES]
    entries = [Entry(game.id, game.title, f"{game.seats[0]} to {game.seats[-1]} players") for game in games]
    word = await app.push_screen_wait(Picker("Which game?", entries))
    return load(word) if word else None


async def _number(app: Full, question: str, numbers: range) -> int | None:
    """A number that is chosen, without asking where there is but one; None for back."""
    if len(numbers) == 1:
        return numbers[0]
    word = await app.push_screen_wait(Picker(question, [Entry(str(number), str(number)) for number in numbers]))
    return int(word) if word else None


_WAYS = {"play": _play, "host": _host, "join": _join, "watch": _watch, "replay": _replay}
