"""`p2pgame replay LOG`: a table played back, every step checked before it is shown."""

from __future__ import annotations

import math
from pathlib import Path

import click
from p2pgame.engine.errors import quoted

from ..exits import Misused
from ..numbers import Number
from ..output import Output, json_option, plain_option
from ..paths import FilePath

_FILE = FilePath(dir_okay=False, dash_okay=True)
SLOWEST, FASTEST = 0.01, 1000.0
"""Steps a second."""


class Speed(click.ParamType[float]):
    """Steps a second at which somebody can follow, or wait for the end."""

    name = "speed"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The speed.

        Raises:
            Misused: it is none, such as NaN, with which nothing compares.
        """
        try:
            speed = float(str(value))
        except ValueError:
            speed = math.nan
        if not SLOWEST <= speed <= FASTEST:
            raise Misused(f"--speed takes {SLOWEST:g} to {FASTEST:g} steps a second, not {quoted(value)}.")
        return speed


@click.command()
@click.argument("log", type=FilePath())
@click.option("--at", type=Number("the number of a step"), metavar="STEP", help="Show the table after this step only.")
@click.option(
    "--speed",
    type=Speed(),
    metavar="X",
    help=f"Play at X steps a second, {SLOWEST:g} to {FASTEST:g}; else at once.",
)
@click.option("--html", type=_FILE, metavar="FILE", help="Write a page that plays the game back in a browser.")
@click.option("--svg", type=_FILE, metavar="FILE", help="Draw the table, after the step of --at or the last.")
@click.option("--png", type=_FILE, metavar="FILE", help="The same drawing as pixels, to be sent to somebody.")
@json_option
@plain_option
def replay(
    log: Path,
    at: int | None,
    speed: float | None,
    html: Path | None,
    svg: Path | None,
    png: Path | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Play back the table in LOG, checking every step on the way.

    What is written to a file has the colours of your settings, and none with NO_COLOR. A FILE of - means standard
    output.

    \b
    Examples:
      p2pgame replay tink.p2plog
      p2pgame replay tink.p2plog --at 12
      p2pgame replay tink.p2plog --json
      p2pgame replay tink.p2plog --html tink.html
      p2pgame replay tink.p2plog --at 12 --png tink.png
      p2pgame replay tink.p2plog --svg - | display

    Exit codes: 0 the log was played to its end, or to the step of --at; 1 something in it does not hold, and a sentence
    says what; 2 it cannot be read, or has no such step; 3 it holds, but the game in it is unfinished.
    """
    from ..replaying import Files, play_back  # noqa: PLC0415 - slow to import, and of no use to `--help`

    play_back(Output.of(plain), log, at, speed, Files(html, svg, png), as_json)
