"""A demonstration in lines: the players, the result, and whether all logs are fair. It is short, because it may go into
a pipe."""

from __future__ import annotations

import trio
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Options
from p2pgame.engine.pending import Over
from p2pgame.p2p.table.runner import News, TableRunner
from p2pgame.protocol.table.ledger import StepCompleted

from ..games.names import seat_names
from ..net.demo import Demo, conclusion, new_folder, reports_on
from ..net.ending import check_ended_well, sentences
from ..table.score import describe_result
from ..table.view import table_text
from ..terminal.output import Output
from ..words.grammar import count
from ..words.paths import replay_command
from .lobby import LobbyTelling
from .verifying import show


def demonstrate(output: Output, game: AnyGame, seats: int, options: Options, level: str) -> None:
    """Let bots play a game over loopback, and verify their logs.

    Raises:
        Failed: the logs cannot be written, or are wrong.
    """
    output.heading(f"{game.title}: {seats} players on this machine, each with their own key, links and log.\n")
    progress = _Progress(output)
    playing = Demo(
        game,
        seats,
        options,
        level,
        new_folder(game),
        LobbyTelling(output).tell,
        progress.begin,
        progress.tell,
        pause=0.0,
    )
    with sentences():
        seated = trio.run(playing.run)
    progress.end()
    check_ended_well(seated.live)
    state, names = seated.live.table.ledger.now.state, seat_names(seated.genesis.contract)
    output.show(f"\n{table_text(game, state, names)}\n")
    ending = game.pending(state)
    if isinstance(ending, Over):
        output.show(f"{describe_result(game, ending.result, names)}\n")
    reports = reports_on(playing.logs)
    for path, report in zip(playing.logs, reports, strict=True):
        show(output, path, report)
    output.say(f"\n{conclusion(reports)}")
    output.say(f"Watch it again: `{replay_command(playing.logs[0])}`")


class _Progress:
    """Prints the progress of the bots: on a screen while they play, elsewhere at the end."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._steps = 0

    def begin(self, _live: TableRunner) -> None:
        """The table begins."""
        self._output.say("The bots play ...")

    def tell(self, news: News) -> None:
        """Count a step."""
        if isinstance(news, StepCompleted):
            self._steps += 1
            self._output.passing(count(self._steps, "step"))

    def end(self) -> None:
        """The table has ended."""
        self._output.passing("")
        self._output.say(f"They have made {count(self._steps, 'step')}.")
