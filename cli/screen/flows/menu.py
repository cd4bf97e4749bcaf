"""`p2pgame` alone: the menu, until the person leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.text import Text

from ...games import rules
from ...games.find import games, load_game
from ...profile import person
from ...system.exits import ExitCode
from ...terminal.output import harmless
from ..app import Full
from ..widgets.modal import Reading
from ..widgets.picker import Entry, Picker

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from p2pgame.engine.game import AnyGame

    from ...saves.game_log import GameLog
    from ..widgets.form import Values

# The modules of a choice are imported when it is made: the menu itself must be there at once.

_LOGS_SHOWN = 50

_TITLE = "p2pgame: no server, no referee, no trust needed"

_START = (
    Entry("play", "Play here", "against bots, with others at this keyboard, or alone"),
    Entry("learn", "Learn", "a guided first game, about five minutes long"),
    Entry("host", "Host a table", "friends on the LAN join with a code"),
    Entry("join", "Join a table", "a table on the LAN, from a list"),
    Entry("watch", "Watch a table", "a game on the LAN, every step checked"),
    Entry("resume", "Resume a game", "after a crash, or another evening"),
    Entry("games", "My games", "your games, played or watched: replays and records"),
    Entry("settings", "Settings", "your name, colours, keys, and a bell on your turn"),
)


async def menu(app: Full) -> int:
    """Do one thing after another; the exit code."""
    if person.trouble():
        await app.push_screen_wait(Reading("Settings", Text(person.trouble().replace("`", ""))))
    while word := await _picked(app, Picker(_TITLE, _START, back="leave", at=app.picked.get(_TITLE, ""))):
        try:
            await _WAYS[word](app)
        except click.ClickException as refusal:
            await app.push_screen_wait(Reading("That did not work", Text(harmless(refusal.format_message()))))
    return ExitCode.OK


async def _play(app: Full) -> None:
    import random  # noqa: PLC0415 - when it is chosen

    from ...games.session import Session  # noqa: PLC0415 - when it is chosen
    from ...saves import unfinished_games  # noqa: PLC0415 - when it is chosen
    from ...thinking.apart import bot_of  # noqa: PLC0415 - when it is chosen
    from .play import play  # noqa: PLC0415 - when it is chosen
    from .terms import options_in, play_terms, players_in  # noqa: PLC0415 - when it is chosen

    settled = await _settled(app, lambda app, game: play_terms(app, game, unfinished_games.unfinished(game)))
    if settled is None:
        return
    game, values = settled
    left, players = values["game"], players_in(values)
    if left is None:
        session = Session(game, game.begin(values["seats"], options_in(game, values)))
        log = unfinished_games.new_log(session.seats, players)
    else:
        log, session = unfinished_games.resume(left)
    bots = dict.fromkeys(range(players.people, session.seats), bot_of(players.bots))

    def renewed() -> GameLog | None:
        return unfinished_games.new_log(session.seats, players)

    rng = random.SystemRandom()
    await play(app, session, bots, rng, log, called=players.names, renewed=renewed, players=players)


async def _learn(app: Full) -> None:
    from .learn import learn_some  # noqa: PLC0415 - when it is chosen

    await learn_some(app)


async def _host(app: Full) -> None:
    from ...net.terms import USUAL_GRACE, Terms  # noqa: PLC0415 - when it is chosen
    from ...profile.who import me  # noqa: PLC0415 - when it is chosen
    from ...thinking.bots import Bots  # noqa: PLC0415 - when it is chosen
    from .network import host  # noqa: PLC0415 - when it is chosen
    from .terms import host_terms, options_in  # noqa: PLC0415 - when it is chosen

    settled = await _settled(app, host_terms)
    if settled is None:
        return
    game, values = settled
    bots = Bots(values["bots"], values["level"])
    options, is_open = options_in(game, values), values["open"]
    terms = Terms(
        game,
        options,
        values["seats"],
        bots,
        is_open,
        port=None,
        bind=None,
        auto=None,
        grace=USUAL_GRACE,
        announced=True,
        turn_time=values["turn time"],
        takebacks=values["takebacks"],
    )
    await host(app, me(person.profile(), None, None), terms)


async def _join(app: Full) -> None:
    from ...profile.who import me  # noqa: PLC0415 - when it is chosen
    from .finding import join_found  # noqa: PLC0415 - when it is chosen

    await join_found(app, me(person.profile(), None, None), None, None, None)


async def _watch(app: Full) -> None:
    from ...profile.who import me  # noqa: PLC0415 - when it is chosen
    from .finding import watch_found  # noqa: PLC0415 - when it is chosen

    await watch_found(app, me(person.profile(), None, None), None, None)


async def _resume(app: Full) -> None:
    from ...profile.who import me  # noqa: PLC0415 - when it is chosen
    from ...saves.logs import unfinished  # noqa: PLC0415 - when it is chosen
    from ...words.paths import display_path  # noqa: PLC0415 - when it is chosen
    from .network import resume  # noqa: PLC0415 - when it is chosen

    logs = unfinished(person.profile())
    folder = display_path(person.home().logs)
    empty = f"No unfinished network game in {folder}. Choose Play here to resume a local game."
    path = await _log(app, "Resume which game?", logs, empty)
    if path is not None:
        await resume(app, me(person.profile(), None, None), path, None)


async def _my_games(app: Full) -> None:
    from .my_games import look_at_games  # noqa: PLC0415 - when it is chosen

    await look_at_games(app)


async def _log(app: Full, question: str, logs: Sequence[Path], empty: str) -> Path | None:
    """The chosen log; None for back."""
    shown = logs[:_LOGS_SHOWN]
    from ...saves.logs import describe_log  # noqa: PLC0415 - when it is chosen
    from ...words.paths import display_path  # noqa: PLC0415 - when it is chosen

    entries = [Entry(str(place), display_path(path.stem), describe_log(path)) for place, path in enumerate(shown)]
    word = await app.push_screen_wait(Picker(question, entries, empty))
    return shown[int(word)] if word else None


async def _settled(
    app: Full, ask: Callable[[Full, AnyGame], Awaitable[Values | None]]
) -> tuple[AnyGame, Values] | None:
    """A game and its terms; back from the terms leads to the games, back from there to the menu (None)."""
    while (game := await _game(app)) is not None:
        values = await ask(app, game)
        if values is not None:
            return game, values
    return None


async def _game(app: Full) -> AnyGame | None:
    """The chosen game; None for back."""
    entries = [Entry(game.id, game.title, rules.summary(game)) for game in games()]
    word = await _picked(app, Picker("Which game?", entries, at=app.picked.get("Which game?", "")))
    return load_game(word) if word else None


async def _picked(app: Full, picker: Picker) -> str:
    """The picked word; empty for back. The next time the cursor starts at that word."""
    word = await app.push_screen_wait(picker)
    if word:
        app.picked[picker.question] = word
    return word


async def _settle(app: Full) -> None:
    from .settling import settle  # noqa: PLC0415 - when it is chosen

    await settle(app)


_WAYS = {
    "play": _play,
    "learn": _learn,
    "host": _host,
    "join": _join,
    "watch": _watch,
    "resume": _resume,
    "games": _my_games,
    "settings": _settle,
}
