"""`p2pgame demo [GAME]`: the whole product in one command."""

from __future__ import annotations

import click
from p2pgame.engine.game import AnyGame

from ..games.arguments import GAME, begin, options_of
from ..terminal.output import Output, plain_option
from ..thinking.bots import LEVEL, USUAL_LEVEL
from .numbers import Number


@click.command()
@click.argument("game", type=GAME, default="tetris")
@click.option(
    "--seats",
    type=Number("a number of seats", None),
    help="Players. Default: 3, or as many as the game allows.",
)
@click.option("--level", type=LEVEL, default=USUAL_LEVEL, show_default=True, help="Level of the bots.")
@click.option("-o", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game; can be repeated.")
@click.option("--fast", is_flag=True, help="Do not pause between moves.")
@plain_option
def demo(game: AnyGame, seats: int | None, level: str, options: tuple[str, ...], fast: bool, plain: bool) -> None:
    """Let a host and guests play GAME over real links on this machine, and verify their logs.

    Each peer has a key, an encrypted link to every other peer, and a log of its own. A bot plays each seat.

    \b
    Examples:
      p2pgame demo
      p2pgame demo tink --seats 4 --fast
    """
    from ..lines.demonstrating import demonstrate  # noqa: PLC0415 - slow to import, and not needed for `--help`

    wanted = min(3, game.seats[-1]) if seats is None else seats
    chosen = options_of(game, options)
    begin(game, wanted, chosen)
    demonstrate(Output.of(plain), game, wanted, chosen, level, fast)
