"""`p2pgame watch [TABLE | HOST[:PORT]]`: look on at a table."""

from __future__ import annotations

from pathlib import Path

import click

from ..net.who_options import Who, code_option, who_options
from ..terminal.output import Output, plain_option


@click.command()
@click.argument("table", required=False, metavar="[TABLE | HOST[:PORT]]")
@code_option
@who_options
@plain_option
def watch(table: str | None, code: str | None, profile: str, name: str | None, log: Path | None, plain: bool) -> None:
    """Look on at a table: see and check everything, and change nothing.

    Without an argument the tables on the LAN are listed, and you choose one; in lines the only one is taken at once.
    One that has not begun is waited for. In lines `help` lists what can be typed meanwhile.

    \b
    Example:
      p2pgame watch 192.168.1.20

    A table is watched at any of its players', with the same code if it has one; `who` shows a player where. Each lets
    20 look on. A link that is lost is dialed again for two minutes; what was seen until then is kept as a log.

    Exit codes: 0 the game was watched to its end; 1 it could not be, and a sentence says why; 2 the command was not
    understood; 3 you left before the end; 130 Ctrl-C.
    """
    output, who = Output.of(plain), Who(profile, name, log)
    if output.full:
        from ..screen import reaching  # noqa: PLC0415 - brings the whole screen, which comes up before the network

        reaching.watch(who, table, code)
    from ..lines import starting  # noqa: PLC0415 - brings the network, which is slow to import

    starting.watch(output, who.me(), table, code)
