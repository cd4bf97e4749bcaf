"""`p2pgame rules GAME`: the rules of a game, in the terminal."""

from __future__ import annotations

import re

import click
from p2pgame.engine.errors import quoted
from p2pgame.engine.game import AnyGame

from ..games import rules as texts
from ..games.arguments import GAME
from ..system.exits import Misused
from ..terminal.output import Output, plain_option


@click.command()
@click.argument("game", type=GAME)
@click.argument("clause", required=False)
@click.option("--exact", is_flag=True, help="Show the exact rules, clause by clause.")
@plain_option
def rules(game: AnyGame, clause: str | None, exact: bool, plain: bool) -> None:
    """Show how GAME is played, in short; or the CLAUSE that a refusal names.

    \b
    Examples:
      p2pgame rules tink
      p2pgame rules tink 3.1
      p2pgame rules tink --exact
    """
    text = texts.exact(game) if exact else texts.text(game)
    if clause is not None:
        found = texts.clause(game, clause)
        if found is None:
            raise Misused(
                f"{game.title} has no clause {quoted(clause)}; `p2pgame rules {game.id} --exact` shows all clauses."
            )
        text = found
    output = Output.of(plain)
    output.paged(_laid_out(text, output) if output.screen else text)


_STYLES = {
    "markdown.h1": "bold",
    "markdown.h2": "bold underline",
    "markdown.code": "bold",
    "markdown.item.bullet": "none",
    "markdown.item.number": "none",
    "markdown.table.header": "bold",
    "markdown.table.border": "dim",
}
"""Readable on light and dark screens alike."""


def _laid_out(text: str, output: Output) -> str:
    """The text with lines as wide as the screen, and tables drawn."""
    from rich.console import Console  # noqa: PLC0415 - heavy, and not needed without a screen
    from rich.markdown import Markdown  # noqa: PLC0415 - as above
    from rich.theme import Theme  # noqa: PLC0415 - as above

    console = Console(width=output.width - 1, no_color=not output.colour, theme=Theme(_STYLES))
    with console.capture() as capture:
        console.print(Markdown(text))
    lines = ["" if not click.unstyle(line).strip() else line.rstrip() for line in capture.get().rstrip().split("\n")]
    return re.sub("\n{3,}", "\n\n", "\n".join(lines))
