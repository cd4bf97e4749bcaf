"""The unfinished local games that a profile can resume. Each is a log of its own; none is overwritten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.p2p.store.home import HomeError
from p2pgame.p2p.store.local_log import is_taken
from p2pgame.protocol.log.local import LocalSeat

from ..games.session import Session
from ..profile import person
from ..system.exits import Failed, Misused
from ..thinking.apart import bot_of
from ..thinking.bots import USUAL_LEVEL, names_of
from ..words.grammar import and_list, count
from ..words.moment import format_moment
from ..words.widths import bare_name
from .catalogue import Game, games_in
from .game_log import GameLog
from .logs import is_local_log
from .saved import Players
from .summary import Player, State


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """A game that can be resumed."""

    log: Path
    players: Players
    seats: int
    steps: int
    written: float
    """The time of the last write, in seconds of the epoch."""


def unfinished(game: AnyGame) -> list[UnfinishedGame]:
    """The games that can be resumed, the one played last first; not those that are open in a window."""
    home = person.home()
    try:
        me = home.identity().public if home.key_file.exists() else b""
        found = games_in(home.logs, me, wanted=lambda path: is_local_log(path, game.id))
    except (Failed, HomeError):
        return []
    return [left for each in found if each.summary.game == game.id and (left := kept_of(each)) is not None]


def kept_of(found: Game) -> UnfinishedGame | None:
    """The game of a list as one that can be resumed; None if it is over, another's, or open in a window."""
    summary = found.summary
    is_unfinished = summary.state is State.UNFINISHED and summary.steps > 0
    if not (is_unfinished and summary.is_local and summary.is_own) or is_taken(found.log):
        return None
    players = summary.players
    return UnfinishedGame(found.log, _players(players), len(players), summary.steps, found.written)


def resume(kept: UnfinishedGame) -> tuple[GameLog, Session[Any, Any]]:
    """The log of a saved game, to be continued, and its state.

    Raises:
        Misused: another window plays it, or has continued it since it was found.
        Failed: it cannot be written further.
    """
    log, session = GameLog.resume(kept.log)
    if len(session.history) != kept.steps:
        log.close()
        raise Misused("That game was changed in another window: choose it again.")
    return log, session


def new_log(seats: int, players: Players) -> GameLog | None:
    """The log of a new game; None if the profile has no folder."""
    try:
        return GameLog(seats_of(seats, players))
    except Failed:
        return None


def seats_of(seats: int, players: Players) -> tuple[LocalSeat, ...]:
    """The seats of a new game as its log names them: people first, then bots."""
    bots = dict.fromkeys(range(players.people, seats), bot_of(players.bots))
    names = map(bare_name, names_of(seats, bots, players.names))
    return tuple(LocalSeat(name, players.bots if seat in bots else "") for seat, name in enumerate(names))


def describe(kept: UnfinishedGame) -> str:
    """The players, the progress and the time of the game."""
    bots = kept.seats - kept.players.people
    with_bots = [f"{count(bots, 'bot')} ({kept.players.bots})"] if bots else []
    people = ["you"] if kept.players.people == 1 else list(kept.players.names)
    last = f", last played {moment}" if (moment := format_moment(kept.written)) else ""
    return f"{and_list([*people, *with_bots])}, after {count(kept.steps, 'step')}{last}."


def _players(seats: Sequence[Player]) -> Players:
    people = [seat for seat in seats if not seat.level]
    level = next((seat.level for seat in seats if seat.level), USUAL_LEVEL)
    return Players(len(people), tuple(seat.name for seat in people), level)
