"""`p2pgame history [GAME]`: all games that were played here, and records of them."""

from __future__ import annotations

import click
from p2pgame.engine.game import AnyGame

from ..games.arguments import GAME
from ..terminal.output import Output, json_option, plain_option

SHOWN = 20


@click.command()
@click.argument("game", type=GAME, required=False)
@click.option("--all", "everything", is_flag=True, help=f"List all games. Default: the last {SHOWN}.")
@click.option("--records", is_flag=True, help="Show only wins and bests.")
@json_option
@plain_option
def history(game: AnyGame | None, everything: bool, records: bool, as_json: bool, plain: bool) -> None:
    """List the games that you have played or watched, the last one first, and your records.

    Every game is kept in a log, network games and local ones. `p2pgame replay NUMBER` replays one of this list. Records
    leave out games that you watched, and games of several people at one keyboard.

    \b
    Examples:
      p2pgame history
      p2pgame history tink --all
      p2pgame history --json
    """
    from ..lines.history import print_history  # noqa: PLC0415 - slow to import, and of no use to `--help`

    shown = None if everything else 0 if records else SHOWN
    print_history(Output.of(plain), None if game is None else game.id, shown, as_json)
