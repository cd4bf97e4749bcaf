"""A demonstration for a person: the work of `p2pgame demo`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import trio
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Options
from p2pgame.engine.pending import Over
from p2pgame.p2p.store.home import VARIABLE, Home, HomeError
from p2pgame.p2p.store.ownership import make_folder
from p2pgame.protocol.log.verify import Verdict, verify

from ..games.find import find_game
from ..games.names import seat_names
from ..net.ending import check_ended_well, sentences
from ..system.exits import Failed
from ..table.findings import compared
from ..table.score import describe_result
from ..terminal.output import Output
from ..words.paths import replay_words
from .demo import Demo
from .lobby import LobbyTelling
from .news import NewsPrinter
from .verifying import show

PAUSE_SECONDS = 0.15


def demonstrate(output: Output, game: AnyGame, seats: int, options: Options, level: str, fast: bool) -> None:
    """Let bots play a game over loopback, and verify their logs; with a pause between moves, unless `fast`.

    Raises:
        Failed: the logs cannot be written, or are wrong.
    """
    pause = PAUSE_SECONDS if output.screen and not fast else 0.0
    playing = Demo(
        game, seats, options, level, _folder(game), LobbyTelling(output).tell, NewsPrinter(output, boards=True), pause
    )
    output.heading(f"{game.title}: {seats} players on this machine, each with their own key, links and log.\n")
    with sentences():
        seated = trio.run(playing.run)
    check_ended_well(seated.live)
    ending = game.pending(seated.live.table.ledger.now.state)
    if isinstance(ending, Over):
        output.show(f"\n{describe_result(game, ending.result, seat_names(seated.genesis.contract))}\n")
    _verify(output, playing.logs)


def _folder(game: AnyGame) -> Path:
    """A new folder for the logs of this demonstration."""
    try:
        logs = Home.of("demo").logs
        moment = datetime.now(UTC).astimezone().strftime("%Y-%m-%d-%H%M%S")
        folder = logs / f"{moment}-{game.id}"
        make_folder(folder)
    except (HomeError, OSError) as error:
        reason = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
        raise Failed(f"The logs of the demo cannot be written ({reason}). Set {VARIABLE} to another folder.") from error
    return folder


def _verify(output: Output, logs: list[Path]) -> None:
    """Verify every peer's log and compare them.

    Raises:
        Failed: one is not fair and intact, or they differ.
    """
    reports = [verify(path.read_bytes(), find_game) for path in logs]
    for path, report in zip(logs, reports, strict=True):
        show(output, path, report)
    are_fair = all(report.verdict is Verdict.FAIR for report in reports)
    if are_fair:
        output.say(f"\n{compared(reports)}")
    output.say(f"Watch it again: `{replay_words(logs[0])}`")
    if not are_fair or len({report.head for report in reports}) != 1:
        raise Failed("The logs are wrong: please report this as a fault of p2pgame.")
