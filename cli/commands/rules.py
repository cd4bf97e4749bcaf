"""`p2pgame rules GAME`: how a game is played, in the terminal."""

from __future__ import annotations

import click
from p2pgame.engine.game import AnyGame

from .. import rules as texts
from ..exits import Failed
from ..games import GAME
from ..output import Output, plain_option


@click.command()
@click.argument("game", type=GAME)
@plain_option
def rules(game: AnyGame, plain: bool) -> None:
    """Show how GAME is played, in short.

    \b
    Example:
      p2pgame rules tink
    """
    try:
        text = texts.text(game.id)
    except FileNotFoundError:
        raise Failed(f"The short rules of {game.title} are not written yet; {game.move_help}.") from None
    output = Output.of(plain)
    output.paged(_rendered(text, output) if output.screen else text)


def _rendered(text: str, output: Output) -> str:
    """The text laid out for a screen."""
    from rich.console import Console  # noqa: PLC0415 - heavy, and of no use where there is no screen
    from rich.markdown import Markdown  # noqa: PLC0415

    console = Console(width=output.width, no_color=not output.colour)
    with console.capture() as capture:
        console.print(Markdown(text))
    return capture.get().rstrip()
