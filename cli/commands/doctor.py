"""`p2pgame doctor`: why others cannot see this machine's tables."""

from __future__ import annotations

import click

from ..net.who_options import profile_option
from ..terminal.output import Output, json_option, plain_option


@click.command()
@click.option("--host", metavar="HOST[:PORT]", help="Also connect to this address, and show the answer.")
@profile_option
@json_option
@plain_option
def doctor(host: str | None, profile: str, as_json: bool, plain: bool) -> None:
    """Find out why others cannot see this machine's tables, or why it cannot reach a peer.

    Checks the program, its folder, the clock, addresses, the port, firewalls and multicast; with --host, also whether
    a table answers there. It takes some seconds. Nothing leaves the LAN, and no false table is announced.

    \b
    Examples:
      p2pgame doctor
      p2pgame doctor --host 192.168.1.20

    Exit codes: 0 nothing keeps tables from working, though there may be notes; 1 something does; 2 the command was not
    understood; 130 Ctrl-C.
    """
    from ..doctor.looking import run_checks  # noqa: PLC0415 - slow to import, and not needed for `--help`

    click.get_current_context().exit(run_checks(Output.of(plain), host, profile, as_json))
