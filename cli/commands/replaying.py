"""A log replayed as lines or JSON, on the full screen, or into files: the work of `p2pgame replay`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from p2pgame.engine.events import Answered, Drawn, Played
from p2pgame.engine.pending import Chance, Over, asked
from p2pgame.protocol.identity.labels import labels
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.log.recording import Recording
from p2pgame.protocol.table.ledger import StepCompleted
from p2pgame.protocol.wire.errors import RemoteError

from ..export.files import Files, export
from ..games.engine_line import describe, result_data
from ..games.session import label_of
from ..saves.opening import fault, opened
from ..system.exits import ExitCode, Failed, Misused
from ..table.narration import LINES
from ..table.replay import Frames
from ..table.score import describe_result
from ..table.view import table_text
from ..terminal.output import Output, print_json
from ..terminal.progress import with_progress
from ..thinking.analysis import decisions, expert, loss_told, losses

__all__ = ["Files", "analyse", "play_back"]

SECOND_A_STEP = 1.0


def play_back(output: Output, log: Path, at: int | None, speed: float | None, files: Files, as_json: bool) -> None:
    """Replay a log, or show only the table after step `at`; or write files of it.

    Raises:
        Failed: the log is invalid, or a file cannot be written.
        Misused: it cannot be read, or has no such step; or the options contradict each other.
        Exit: it is unfinished, unless one step of it was asked for.
    """
    _check_together(at, speed, files, as_json)
    player = _Player(opened(log), output)
    try:
        if files.any:
            export(player.replay, log, at, files)
        elif at is not None:
            player.show_at(at, as_json)
        elif as_json:
            player.print_steps()
        elif output.full and speed is None:
            from ..screen import app  # noqa: PLC0415 - slow to import, and not needed in line mode
            from ..screen.flows.replay import replay as story  # noqa: PLC0415 - as above

            app.run(lambda full: story(full, player.replay, log))
        else:
            player.show_all(speed)
    except (DamagedRecord, RemoteError) as error:
        raise Failed(fault(player.replay.step, error)) from error
    if at is None and player.replay.result is None:
        click.get_current_context().exit(ExitCode.UNFINISHED)


def analyse(output: Output, log: Path) -> None:
    """Print the worst moves of a finished game, one line each.

    Raises:
        Failed: the log is invalid.
        Misused: it cannot be read, or its game is unfinished.
    """
    replay = opened(log)
    game, names = replay.game, labels(replay.people)
    try:
        steps = list(_steps_of(replay))
    except (DamagedRecord, RemoteError) as error:
        raise Failed(fault(replay.step, error)) from error
    if replay.result is None:
        raise Misused("Only a finished game can be analysed: during a game that would be advice.")
    made = list(decisions(game, steps))
    output.heading(f"{game.title}: {', '.join(names)}")
    found = losses(game, with_progress(made, not output.screen), expert())
    if not found:
        output.say("The expert bot would have played the same moves.")
    for loss in found:
        output.say(loss_told(game, loss, names))


def _steps_of(replay: Recording) -> Iterator[tuple[int, Any, Any]]:
    """Each step's number, the state before it, and its event."""
    before = replay.state
    for happened in replay.steps():
        if happened.event is not None:
            yield happened.step, before, happened.event
            before = happened.state


def _check_together(at: int | None, speed: float | None, files: Files, as_json: bool) -> None:
    """Return if each option has an effect beside the others.

    Raises:
        Misused: one has none.
    """
    if as_json and files.any:
        raise Misused("--json cannot be combined with --html, --svg or --png.")
    if speed is not None and (as_json or files.any or at is not None):
        raise Misused(
            "--speed cannot be combined with --at, --json or a file: it sets the speed of steps on the screen."
        )
    if at is not None and files.html is not None and files.svg is files.png is None:
        raise Misused("--at works with --svg and --png only; the page of --html has every step.")


class _Player:
    """Replays a log on the screen or as JSON."""

    def __init__(self, replay: Recording, output: Output) -> None:
        self.replay = replay
        self._output = output
        self._game = replay.game
        self._names = labels(replay.people)

    def show_all(self, speed: float | None) -> None:
        """Show every step in words, with the board after it."""
        self._output.heading(f"{self._game.title}: {', '.join(self._names)}")
        for frame in Frames(self.replay, self._names, LINES).read():
            if speed is not None:
                time.sleep(SECOND_A_STEP / speed)
            self._output.say(f"\n{frame.number}. {frame.text}")
            if frame.kind != "news":  # the closing step changes no board
                self._output.show(f"\n{table_text(self._game, frame.state, self._names)}")
        result = self.replay.result
        if result is not None:
            self._output.show(f"\n{describe_result(self._game, result, self._names)}")
        else:
            self._output.say("\nThe log ends here; the game is unfinished.")

    def show_at(self, number: int, as_json: bool) -> None:
        """Show the table after one step.

        Raises:
            Misused: the log has no such step.
        """
        for happened in self.replay.steps():
            if happened.step == number:
                if as_json:
                    print_json(self._described(happened))
                else:
                    self._output.show(table_text(self._game, happened.state, self._names))
                return
        raise Misused(f"The log has no step {number}: the last step is {self.replay.step - 1}.")

    def print_steps(self) -> None:
        """One JSON object a step, one a line."""
        for happened in self.replay.steps():
            print_json(self._described(happened))

    def _described(self, happened: StepCompleted) -> dict[str, Any]:
        pending = self._game.pending(happened.state)
        return {
            "step": happened.step,
            "asked": None if happened.pending is None else describe(happened.pending),
            "answers": list(self._answers(happened)),
            "position": self._game.position(happened.state),
            "hash": self._game.hash(happened.state).hex(),
            "head": happened.head.hex(),
            "result": result_data(pending.result) if isinstance(pending, Over) else None,
        }

    def _answers(self, happened: StepCompleted) -> Iterator[dict[str, Any]]:
        if isinstance(happened.event, Drawn) and isinstance(happened.pending, Chance):
            yield {"draw": happened.event.value, "label": label_of(happened.pending, happened.event.value)}
        moves = dict(_moves_of(happened))
        for seat in [seat for seat in moves if seat not in happened.skipped]:
            yield {"seat": seat, "move": self._game.format(moves[seat])}
        for seat in happened.skipped:
            yield {"seat": seat, "move": self._game.format(moves[seat]), "out_of_time": True}


def _moves_of(happened: StepCompleted) -> Iterator[tuple[int, Any]]:
    """The move that each seat made in a step, by itself or by running out of time."""
    match happened.event:
        case Played(seat, move):
            yield seat, move
        case Answered(moves) if happened.pending is not None:
            yield from zip(asked(happened.pending), moves, strict=True)
