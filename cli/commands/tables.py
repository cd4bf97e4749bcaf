"""`p2pgame tables`: the tables on the LAN, with their changes."""

from __future__ import annotations

import click

from ..terminal.output import Output, json_option, plain_option


@click.command()
@click.option("--watch", is_flag=True, help="Keep watching, and print changes until Ctrl-C.")
@json_option
@plain_option
def tables(watch: bool, as_json: bool, plain: bool) -> None:
    """List the tables on the LAN that can be joined or watched, and how.

    With --watch, tables are printed as they appear, change and vanish. With --json and --watch, each line is an object
    with an `event`; with --json alone, the tables are one list.

    \b
    Examples:
      p2pgame tables
      p2pgame tables --watch
      p2pgame tables --json

    Exit codes: 0 also when there are no tables; 1 the search failed, and a sentence says why; 2 the command
    was not understood; 130 Ctrl-C.
    """
    from ..lines.lan_tables import show, watch_on  # noqa: PLC0415 - slow to import, and not needed for `--help`

    (watch_on if watch else show)(Output.of(plain), as_json)
