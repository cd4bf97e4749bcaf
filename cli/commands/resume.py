"""`p2pgame resume LOG`: go on with a table, after a crash or when everybody had stopped."""

from __future__ import annotations

from pathlib import Path

import click

from ..bots import LEVEL
from ..logs import named_or_only
from ..output import Output, plain_option
from ..paths import FilePath
from ..who_options import Who, profile_option


@click.command()
@click.argument("log", type=FilePath(), required=False)
@click.option("--auto", type=LEVEL, help="Let a bot play your seat.")
@click.option("--at", metavar="HOST:PORT", multiple=True, help="Where one of the others is now; may be repeated.")
@click.option("--bind", metavar="ADDR", help="Listen at this address of this machine only; else as the table did.")
@profile_option
@plain_option
def resume(
    log: Path | None, auto: str | None, at: tuple[str, ...], bind: str | None, profile: str, plain: bool
) -> None:
    """Go on with the table in LOG: after a crash, or when everybody had stopped.

    Without LOG, with the only table of yours that was not played to its end; if there are several, they are named.

    The others are looked for where they were; whoever has moved finds you where you were. If all have moved, say with
    --at where one of them is, as their screen shows it. A table that was announced is announced again, and
    is watched with the same code. What you missed is caught up from any of them. At the end the
    same people may play again, as at a table that was never left.

    \b
    Examples:
      p2pgame resume
      p2pgame resume ~/.local/share/p2pgame/default/logs/2026-11-28-tink-ea05812e.p2plog

    Exit codes: 0 the game was played to its end; 1 it could not be, and a sentence says why; 2 that is no log; 3 you
    left, or the input ended, before the end; 130 Ctrl-C.
    """
    output, who, log = Output.of(plain), Who(profile), named_or_only(log, profile)
    if output.full:
        from ..tui import reaching  # noqa: PLC0415 - brings the whole screen, which comes up before the network

        reaching.resume(who, log, auto, at, bind)
    from ..remote import starting  # noqa: PLC0415 - brings the network, which is slow to import

    starting.resume(output, who.me(), log, auto, at, bind)
