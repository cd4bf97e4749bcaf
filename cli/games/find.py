"""The games that this program knows: its own, and those of other installed packages.

A package brings a game by an entry point of the group `p2pgame.games`, whose name is the game's id and whose object is
the game (`docs/new-game.md`). Its code is imported on first use. A package cannot replace one of our own games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from p2pgame.engine.errors import quoted
from p2pgame.engine.game import AnyGame, Game
from p2pgame.engine.games import GAMES, load
from p2pgame.protocol.wire.limits import SEATS

from .entry_point import BrokenEntryPoint, object_of, package_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "p2pgame.games"

_ID = re.compile(r"[a-z][a-z0-9-]{0,30}", re.ASCII)


class BrokenGame(Exception):
    """An unusable game of another package; the text says which and why."""


def game_ids() -> tuple[str, ...]:
    """The ids of all games: ours, then those of other packages in alphabetical order."""
    return (*GAMES, *sorted(_brought()))


def games() -> Iterator[AnyGame]:
    """All games in this order, except for broken ones."""
    return (game for game_id in game_ids() if (game := find_game(game_id)) is not None)


def broken_games() -> list[BrokenGame]:
    """The faults of other packages' unusable games."""
    found = []
    for game_id in sorted(_brought()):
        try:
            load_game(game_id)
        except BrokenGame as error:
            found.append(error)
    return found


def find_game(game_id: str) -> AnyGame | None:
    """The game of that id; None if this program does not know it, or it is broken. For the protocol."""
    try:
        return load_game(game_id)
    except (KeyError, BrokenGame):
        return None


def load_game(game_id: str) -> AnyGame:
    """The game of that id.

    Raises:
        KeyError: no game has that id.
        BrokenGame: the object of the package is not a game.
    """
    return load(game_id) if game_id in GAMES else _load(_brought()[game_id], game_id)


@cache
def _brought() -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points of other packages by the ids of their games."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - imports much, and our own games need none of it

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in entry_points(group=GROUP):
        if point.name not in GAMES:
            found[point.name] = (*found.get(point.name, ()), point)
    return found


def _load(points: Sequence[EntryPoint], game_id: str) -> AnyGame:
    """The game of an entry point, after checks that this program can play it."""
    package = " and ".join(map(package_of, points))

    def broken(why: str) -> BrokenGame:
        return BrokenGame(f"the game {quoted(game_id)} of the package {package} cannot be used: {why}")

    if len(points) > 1:
        raise broken("more than one package has a game with that name")
    try:
        game = object_of(points[0])
    except BrokenEntryPoint as error:
        raise broken(str(error)) from error
    if not isinstance(game, Game):
        raise broken(f"{points[0].value} is not a game but {quoted(game)}")
    if game.id != game_id or not _ID.fullmatch(game_id):
        raise broken(f"its own id is {quoted(game.id)}; both must be equal, of small letters, digits and hyphens")
    if not 1 <= game.seats[0] <= game.seats[-1] <= SEATS:
        raise broken(f"it is for {game.seats[0]} to {game.seats[-1]} seats, and a table has 1 to {SEATS}")
    return game
