"""A log replayed as lines or JSON, on the full screen, or into files: the work of `p2pgame replay`."""

from __future__ import annotations

from pathlib import Path

import click
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.wire.errors import RemoteError

from ..export.files import Files, export
from ..lines.analysis import analyse
from ..lines.replay import ReplayLines
from ..saves.opening import fault, open_log
from ..system.exits import ExitCode, Failed, Misused
from ..terminal.output import Output

__all__ = ["Files", "analyse", "play_back"]


def play_back(output: Output, log: Path, at: int | None, speed: float | None, files: Files, as_json: bool) -> None:
    """Replay a log, or show only the table after step `at`; or write files of it.

    Raises:
        Failed: the log is invalid, or a file cannot be written.
        Misused: it cannot be read, or has no such step; or the options contradict each other.
        Exit: it is unfinished, unless one step of it was asked for.
    """
    _check_together(at, speed, files, as_json)
    lines = ReplayLines(open_log(log), output)
    try:
        if files.any:
            export(lines.replay, log, at, files)
        elif at is not None:
            lines.show_at(at, as_json)
        elif as_json:
            lines.print_steps()
        elif output.full and speed is None:
            from ..screen import app  # noqa: PLC0415 - slow to import, and not needed in line mode
            from ..screen.flows.replay import replay as story  # noqa: PLC0415 - as above

            app.run(lambda full: story(full, lines.replay, log))
        else:
            lines.show_all(speed)
    except (DamagedRecord, RemoteError) as error:
        raise Failed(fault(lines.replay.step, error)) from error
    if at is None and lines.replay.result is None:
        click.get_current_context().exit(ExitCode.UNFINISHED)


def _check_together(at: int | None, speed: float | None, files: Files, as_json: bool) -> None:
    """Return if each option has an effect beside the others.

    Raises:
        Misused: one has none.
    """
    if as_json and files.any:
        raise Misused("--json cannot be combined with --html, --svg, --png or --gif.")
    if speed is not None and (as_json or files.any or at is not None):
        raise Misused(
            "--speed cannot be combined with --at, --json or a file: it sets the speed of steps on the screen."
        )
    if at is not None and files.any and files.svg is files.png is None:
        raise Misused("--at works with --svg and --png only: --html and --gif have every step.")
