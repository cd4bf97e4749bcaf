"""`p2pgame watch [TABLE | HOST[:PORT] | CODE]`: watch a table."""

from __future__ import annotations

from pathlib import Path

import click

from ..net.who_options import Who, code_option, table_and_code, who_options
from ..terminal.output import Output, plain_option


@click.command()
@click.argument("table", required=False, metavar="[TABLE | HOST[:PORT] | CODE]")
@code_option
@who_options
@plain_option
def watch(table: str | None, code: str | None, profile: str, name: str | None, log: Path | None, plain: bool) -> None:
    """Watch a table: see and check everything, and change nothing.

    Without an argument the tables on the LAN are listed, and you choose one. With --plain, a single table is watched at
    once. If the game has not begun, you will see it begin. With --plain, `help` lists the commands.

    \b
    Example:
      p2pgame watch 192.168.1.20

    Watch at the address of any player, with the table's code if it has one; `who` shows it to a player. Each player
    admits 20 spectators. A lost connection is retried for two minutes. Everything seen is saved as a log.

    Exit codes: 0 the game was watched to its end; 1 it could not be, and a sentence says why; 2 the command was not
    understood; 3 you left before the end; 130 Ctrl-C.
    """
    output, who = Output.of(plain), Who(profile, name, log)
    table, code = table_and_code(table, code)
    if output.full:
        from ..screen.flows import entry  # noqa: PLC0415 - brings the whole screen, which comes up before the network

        entry.watch(who, table, code)
    from ..lines import starting  # noqa: PLC0415 - brings the network, which is slow to import

    starting.watch(output, who.me(), table, code)
