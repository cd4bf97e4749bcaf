"""`p2pgame resume LOG`: resume a table after a crash, or after everybody has stopped."""

from __future__ import annotations

from pathlib import Path

import click

from ..net.who_options import Who, profile_option
from ..saves.logs import named_or_only
from ..terminal.output import Output, plain_option
from ..thinking.bots import LEVEL
from ..words.paths import FilePath


@click.command()
@click.argument("log", type=FilePath(), required=False)
@click.option("--auto", type=LEVEL, help="Let a bot play your seat.")
@click.option(
    "--at", metavar="HOST:PORT", multiple=True, help="The current address of another player; can be repeated."
)
@click.option("--bind", metavar="ADDR", help="Listen only on this address of the machine. Default: as before.")
@profile_option
@plain_option
def resume(
    log: Path | None, auto: str | None, at: tuple[str, ...], bind: str | None, profile: str, plain: bool
) -> None:
    """Resume the game in LOG: after a crash, or another evening.

    Without LOG, your only unfinished game on the network is resumed; if there are several, they are listed. LOG may be
    a number in the list of `p2pgame history`. `p2pgame play GAME` resumes a game on this machine.

    Your program looks for the others at their last addresses, and they look for you at yours. If all addresses have
    changed, pass one of theirs with --at, as their screen shows it. The table is announced again if it was before, and
    spectators need the same code. You catch up on missed steps from any player. After the game the same players can
    have a rematch.

    \b
    Examples:
      p2pgame resume
      p2pgame resume 2
      p2pgame resume ~/.local/share/p2pgame/default/logs/2026-11-28-tink-ea05812e.p2plog

    Exit codes: 0 the game was played to its end; 1 it could not be, and a sentence says why; 2 the file is not a log,
    or only a copy of yours; 3 you left, or the input ended, before the end; 130 Ctrl-C.
    """
    from ..saves.my_games import numbered  # noqa: PLC0415 - slow to import, and not needed for `--help`

    output, who = Output.of(plain), Who(profile)
    log = named_or_only(None if log is None else numbered(log, profile), profile)
    if output.full:
        from ..screen.flows import entry  # noqa: PLC0415 - brings the whole screen, which comes up before the network

        entry.resume(who, log, auto, at, bind)
    from ..lines import starting  # noqa: PLC0415 - brings the network, which is slow to import

    starting.resume(output, who.me(), log, auto, at, bind)
