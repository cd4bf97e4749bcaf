"""`p2pgame demo [GAME]`: the whole product in one command."""

from __future__ import annotations

from typing import NoReturn

import click
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Options

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
@click.option("--fast", is_flag=True, help="Do not pause between moves on the screen.")
@plain_option
def demo(game: AnyGame, seats: int | None, level: str, options: tuple[str, ...], fast: bool, plain: bool) -> None:
    """Let a host and guests play GAME over real links on this machine, and verify their logs.

    Each peer has a key, an encrypted link to every other peer, and a log of its own. A bot plays each seat.

    \b
    Examples:
      p2pgame demo
      p2pgame demo tink --seats 4 --fast
    """
    wanted = min(3, game.seats[-1]) if seats is None else seats
    chosen = options_of(game, options)
    begin(game, wanted, chosen)
    output = Output.of(plain)
    if output.full:
        _demonstrate_full(game, wanted, chosen, level, fast)
    from ..lines.demonstrating import demonstrate  # noqa: PLC0415 - slow to import, and not needed for `--help`

    demonstrate(output, game, wanted, chosen, level)


def _demonstrate_full(game: AnyGame, seats: int, options: Options, level: str, fast: bool) -> NoReturn:
    """Show it on the whole screen, and exit."""
    from ..screen import app  # noqa: PLC0415 - slow to import, and of no use to line mode
    from ..screen.flows.demo import PAUSE, demonstrate  # noqa: PLC0415 - as above

    app.run(lambda full: demonstrate(full, game, seats, options, level, 0.0 if fast else PAUSE))
