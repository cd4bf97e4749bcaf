"""`p2pgame demo [GAME]`: the whole product in one command."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click
import trio
from p2pgame.engine.bots import BOTS
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Over
from p2pgame.p2p.home import VARIABLE, Home, HomeError
from p2pgame.protocol.verify import Verdict, verify

from ..exits import Failed
from ..find import find_game
from ..games import GAME, begin, options_of
from ..line.telling import result_told
from ..output import Output, plain_option
from ..remote.demo import Demo
from ..remote.ending import check_ended_well, sentences
from ..remote.lobby import LobbyTelling
from ..remote.names import seat_names
from ..remote.table import Telling
from .verify import compared, show

PAUSE_SECONDS = 0.15


@click.command()
@click.argument("game", type=GAME, default="tetris")
@click.option("--seats", type=int, help="How many peers play; else 3, or as many as the game allows.")
@click.option("--level", type=click.Choice(list(BOTS)), default="greedy", show_default=True, help="How they play.")
@click.option("-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated.")
@click.option("--fast", is_flag=True, help="Do not pause between moves.")
@plain_option
def demo(game: AnyGame, seats: int | None, level: str, options: tuple[str, ...], fast: bool, plain: bool) -> None:
    """Show everything at once: a host and joiners play GAME over loopback, and their logs are verified.

    Each peer has a key, an encrypted link to every other peer, and a log of its own. A bot plays each seat.

    \b
    Examples:
      p2pgame demo
      p2pgame demo tink --seats 4 --fast
    """
    output = Output.of(plain)
    wanted = min(3, game.seats[-1]) if seats is None else seats
    chosen = options_of(game, options)
    begin(game, wanted, chosen)
    pause = PAUSE_SECONDS if output.screen and not fast else 0.0
    playing = Demo(
        game, wanted, chosen, level, _folder(game), LobbyTelling(output).tell, Telling(output, boards=True), pause
    )
    output.heading(f"{game.title}: {wanted} peers on this machine, each with its own key, links and log.\n")
    with sentences():
        seated = trio.run(playing.run)
    check_ended_well(seated.live)
    ending = game.pending(seated.live.table.ledger.state)
    if isinstance(ending, Over):
        output.show(f"\n{result_told(game, ending.result, seat_names(seated.genesis.contract))}\n")
    _verify(output, playing.logs)


def _folder(game: AnyGame) -> Path:
    """A new folder for the logs of this demonstration."""
    try:
        logs = Home.of("demo").logs
        moment = datetime.now(UTC).astimezone().strftime("%Y-%m-%d-%H%M%S")
        folder = logs / f"{moment}-{game.id}"
        folder.mkdir(parents=True)
    except (HomeError, OSError) as error:
        reason = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
        raise Failed(
            f"The logs of the demonstration cannot be kept ({reason}): set {VARIABLE} to another folder."
        ) from error
    return folder


def _verify(output: Output, logs: list[Path]) -> None:
    """Verify every peer's log and compare them.

    Raises:
        Failed: one is not fair and intact, or they differ.
    """
    contents = [path.read_bytes() for path in logs]
    reports = [verify(data, find_game) for data in contents]
    for path, report in zip(logs, reports, strict=True):
        show(output, path, report)
    output.say(f"\n{compared(contents, reports)}")
    output.say(f"See it again: `p2pgame replay {logs[0]}`")
    if any(report.verdict is not Verdict.FAIR for report in reports) or len(set(contents)) != 1:
        raise Failed("The logs are not what they should be: please report this as a fault of p2pgame.")
