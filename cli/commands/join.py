"""`p2pgame join [TABLE | HOST[:PORT] | CODE]`: join a table on the LAN."""

from __future__ import annotations

from pathlib import Path

import click

from ..net.who_options import Who, code_option, table_and_code, who_options
from ..terminal.output import Output, plain_option
from ..thinking.bots import LEVEL


@click.command()
@click.argument("table", required=False, metavar="[TABLE | HOST[:PORT] | CODE]")
@code_option
@click.option("--auto", type=LEVEL, help="Let a bot play your seat.")
@who_options
@plain_option
def join(
    table: str | None,
    code: str | None,
    auto: str | None,
    profile: str,
    name: str | None,
    log: Path | None,
    plain: bool,
) -> None:
    """Join a table on the LAN: one that is listed, by its name or its host's, or at an address.

    Without an argument, or with a code, the tables on the LAN are listed, and you choose one. With --plain, a single
    table is joined at once.

    \b
    Examples:
      p2pgame join
      p2pgame join 7-amber-otter
      p2pgame join 192.168.1.20
      p2pgame join "Ada's tink" --name Ben

    Exit codes: 0 the game was played to its end; 1 it could not be, and a sentence says why; 2 the command was not
    understood; 3 you left, or the input ended, before the end; 130 Ctrl-C.
    """
    output, who = Output.of(plain), Who(profile, name, log)
    table, code = table_and_code(table, code)
    if output.full:
        from ..screen.flows import entry  # noqa: PLC0415 - brings the whole screen, which comes up before the network

        entry.join(who, table, code, auto)
    from ..lines import starting  # noqa: PLC0415 - brings the network, which is slow to import

    starting.join(output, who.me(), table, code, auto)
