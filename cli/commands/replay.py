"""`p2pgame replay LOG`: a table played back, every step checked before it is shown."""

from __future__ import annotations

import math
from pathlib import Path

import click
from p2pgame.engine.errors import quoted

from ..system.exits import Misused
from ..terminal.output import Output, json_option, plain_option
from ..words.paths import FilePath
from .numbers import Number

_FILE = FilePath(dir_okay=False, dash_okay=True)
SLOWEST, FASTEST = 0.01, 1000.0
"""Steps a second."""


class Speed(click.ParamType[float]):
    """Steps a second: the argument of `--speed`."""

    name = "speed"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The speed.

        Raises:
            Misused: it is not a speed, such as NaN, which compares with nothing.
        """
        try:
            speed = float(str(value))
        except ValueError:
            speed = math.nan
        if not SLOWEST <= speed <= FASTEST:
            raise Misused(f"--speed is {SLOWEST:g} to {FASTEST:g} steps a second, not {quoted(value)}.")
        return speed


@click.command()
@click.argument("log", type=FilePath())
@click.option("--at", type=Number("the number of a step"), metavar="STEP", help="Show only the table after this step.")
@click.option(
    "--speed",
    type=Speed(),
    metavar="X",
    help=f"Show X steps a second, {SLOWEST:g} to {FASTEST:g}. Default: all at once.",
)
@click.option("--html", type=_FILE, metavar="FILE", help="Write a page that replays the game in a browser.")
@click.option("--svg", type=_FILE, metavar="FILE", help="Draw the table after the step of --at, or after the last.")
@click.option("--png", type=_FILE, metavar="FILE", help="The same drawing as a PNG image.")
@click.option("--gif", type=_FILE, metavar="FILE", help="Write the whole game as a film, an animated GIF.")
@click.option("--analyse", is_flag=True, help="List the moves that lost most, as the expert bot sees them.")
@json_option
@plain_option
def replay(
    log: Path,
    at: int | None,
    speed: float | None,
    html: Path | None,
    svg: Path | None,
    png: Path | None,
    gif: Path | None,
    analyse: bool,
    as_json: bool,
    plain: bool,
) -> None:
    """Play back the game in LOG, checking every step on the way.

    LOG may be a number in the list of `p2pgame history`; 1 is the last game. Files have the colours of your settings,
    or none with NO_COLOR. A FILE of - means standard output.

    \b
    Examples:
      p2pgame replay 1
      p2pgame replay tink.p2plog
      p2pgame replay tink.p2plog --at 12
      p2pgame replay tink.p2plog --json
      p2pgame replay tink.p2plog --analyse
      p2pgame replay tink.p2plog --html tink.html
      p2pgame replay tink.p2plog --at 12 --png tink.png
      p2pgame replay tink.p2plog --svg - | display
      p2pgame replay tink.p2plog --gif tink.gif

    Exit codes: 0 the log was played to its end, or to the step of --at; 1 it is not intact, and a sentence says where;
    2 it cannot be read, or has no such step; 3 it is intact, but its game is unfinished.
    """
    from ..saves.my_games import numbered  # noqa: PLC0415 - slow to import, and not needed for `--help`
    from . import replaying  # noqa: PLC0415 - slow to import, and not needed for `--help`

    log = numbered(log)
    files = replaying.Files(html, svg, png, gif)
    if not analyse:
        replaying.play_back(Output.of(plain), log, at, speed, files, as_json)
    elif as_json or files.any or at is not None or speed is not None:
        raise Misused("--analyse can only be combined with --plain.")
    else:
        replaying.analyse(Output.of(plain), log)
