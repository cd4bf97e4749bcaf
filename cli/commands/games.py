"""`p2pgame games [GAME]`: the games, with their seats and options."""

from __future__ import annotations

from itertools import chain
from typing import Any

import click
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Option, spell

from ..games import broken_presentations, rules
from ..games.arguments import GAME
from ..games.find import broken_games
from ..games.find import games as all_games
from ..terminal.output import Output, json_option, plain_option, print_json
from ..words.sentences import sentence


@click.command()
@click.argument("game", type=GAME, required=False)
@json_option
@plain_option
def games(game: AnyGame | None, as_json: bool, plain: bool) -> None:
    """List the games, or show the seats, options and moves of GAME.

    \b
    Examples:
      p2pgame games
      p2pgame games tink --json
    """
    chosen = [game] if game else list(all_games())
    if as_json:
        described = [describe(each) for each in chosen]
        print_json(described[0] if game else described)
    elif game:
        _show(game, Output.of(plain))
    else:
        _list(chosen, Output.of(plain))


def describe(game: AnyGame) -> dict[str, Any]:
    """A game as JSON-able data."""
    return {
        "game": game.id,
        "title": game.title,
        "rules": game.rules,
        "summary": rules.summary(game),
        "seats": list(game.seats),
        "options": [
            {
                "name": option.name,
                "choices": list(option.choices),
                "default": option.default,
                "meaning": option.meaning,
            }
            for option in game.options
        ],
        "moves": game.move_help,
    }


def _list(games: list[AnyGame], output: Output) -> None:
    output.rows([(game.id, rules.summary(game)) for game in games], indent=0)
    output.say(f"\n`p2pgame games {games[0].id}` shows the options of a game, `p2pgame rules {games[0].id}` its rules.")
    for trouble in broken_games():
        output.say(sentence(str(trouble)))
    for fault in chain.from_iterable(map(broken_presentations, games)):
        output.say(fault)


def _show(game: AnyGame, output: Output) -> None:
    output.heading(game.title)
    output.say(rules.summary(game))
    output.say(f"\nSeats: {describe_seat_numbers(game)}.")
    if game.options:
        output.say("\nOptions, each set with `-o name=value`:")
        output.rows([(_choices(option), _meaning(option)) for option in game.options])
    output.say(f"\nMoves: {game.move_help}.")
    output.say(f"\nPlay it with `p2pgame play {game.id}`; `p2pgame rules {game.id}` shows the rules.")


def describe_seat_numbers(game: AnyGame) -> str:
    """The possible numbers of seats, such as `1 (a solo variant) to 4`."""
    few, many = game.seats[0], game.seats[-1]
    alone = " (a solo variant)" if few == 1 else ""
    return f"{few}{alone} to {many}"


def _choices(option: Option) -> str:
    values = list(map(spell, option.choices))
    return f"{option.name}={'|'.join(values)}"


def _meaning(option: Option) -> str:
    return f"{option.meaning} (default: {spell(option.default)})"
