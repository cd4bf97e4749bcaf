"""Games and their options as arguments of commands."""

from __future__ import annotations

from collections.abc import Iterable

import click
import click.shell_completion
from p2pgame.engine.errors import BadOption, quoted
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Options, parse_options

from ..system.exits import Misused
from ..words.sentences import sentence
from ..words.suggest import hint
from .find import BrokenGame, game_ids, load_game


def find(name: str) -> AnyGame:
    """The game of that name, in any case.

    Raises:
        Misused: no game has that name, the sentence lists the games; or it is broken.
    """
    try:
        return load_game(name.lower())
    except KeyError:
        raise Misused(f"There is no game {quoted(name)}.{hint(name, game_ids())} {games_sentence()}") from None
    except BrokenGame as error:
        raise Misused(sentence(str(error))) from error


def games_sentence() -> str:
    """A sentence that names the games."""
    return f"The games are {', '.join(game_ids())}."


class GameType(click.ParamType[AnyGame]):
    """The name of a game; converts to the game."""

    name = "game"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> AnyGame:
        """The game of that name, or a refusal that lists the games."""
        return find(str(value))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """The games that a shell offers at Tab."""
        return [
            click.shell_completion.CompletionItem(name) for name in game_ids() if name.startswith(incomplete.lower())
        ]

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """The sentence for a missing game."""
        return games_sentence()


GAME = GameType()


def options_of(game: AnyGame, words: Iterable[str]) -> Options:
    """The options of a table from `name=value` words.

    Raises:
        Misused: no such option, or no such value.
    """
    try:
        return parse_options(game.options, words)
    except BadOption as refusal:
        raise Misused(sentence(str(refusal))) from refusal


def begin(game: AnyGame, seats: int, options: Options) -> object:
    """The first state of a table.

    Raises:
        Misused: the game has no such number of seats, or the options do not fit it.
    """
    try:
        return game.begin(seats, options)
    except BadOption as refusal:
        raise Misused(sentence(str(refusal))) from refusal
