"""Games and bots as arguments of commands."""

from __future__ import annotations

from difflib import get_close_matches

import click
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load


class GameType(click.ParamType[AnyGame]):
    """The name of a game; converts to the game."""

    name = "game"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> AnyGame:
        """The game of that name, or a usage error that lists the games."""
        name = str(value).lower()
        if name not in GAMES:
            near = get_close_matches(name, GAMES, 1)
            hint = f" Did you mean {near[0]}?" if near else ""
            self.fail(f"there is no game {value!r}; the games are {', '.join(GAMES)}.{hint}", param, ctx)
        return load(name)


GAME = GameType()
