"""`p2pgame verify LOG...`: whether logs are fair and intact, without trust in anyone."""

from __future__ import annotations

from pathlib import Path

import click

from ..terminal.output import Output, json_option, plain_option
from ..words.paths import FilePath


@click.command()
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=FilePath())
@json_option
@plain_option
def verify(logs: tuple[Path, ...], as_json: bool, plain: bool) -> None:
    """Check that logs are fair and intact, without trusting any player.

    Every signature, share, opening, draw, move, head and state hash is computed again from the log alone. LOG
    may be a number in the list of `p2pgame history`.

    \b
    Examples:
      p2pgame verify tink.p2plog
      p2pgame verify 1

    The log of a local game proves who wrote it, and that all moves follow the rules. It does not prove that draws
    were fair.

    Exit codes: 0 fair, intact and finished; 1 not, or a seat is proven to have cheated; 2 unreadable; 3 intact as far
    as it goes, but unfinished, or of a local game and so not proven fair. With several logs, the worst counts; 1 also
    where the ends of two contradict each other.
    """
    from ..lines.verifying import verify_logs  # noqa: PLC0415 - slow to import, and not needed for `--help`
    from ..saves.my_games import numbered  # noqa: PLC0415 - as above

    click.get_current_context().exit(verify_logs(Output.of(plain), [*map(numbered, logs)], as_json))
