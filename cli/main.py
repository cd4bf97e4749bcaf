"""The program `p2pgame`: finds the command, runs it, and turns what goes wrong into one sentence and an exit code."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version

import click

from .exits import ExitCode

COMMANDS = {
    "engine": "Play by a line protocol, for bots and tools in any language.",
}
"""Command to one line of help, in the order of the help page. The rest is imported when it is called."""


class LazyGroup(click.Group):
    """Imports a command's module only when that command is called, so that `--help` is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f".commands.{cmd_name}", __package__), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands and what each does, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"p2pgame {version('p2pgame')}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version.",
)
def app() -> None:
    """Tabletop games with friends on a LAN: no server, no referee, no trust needed."""


def main() -> None:
    """Run the command that the arguments name, and exit."""
    try:
        app.main(standalone_mode=False)
        code = ExitCode.OK
    except click.exceptions.Exit as request:
        raise SystemExit(request.exit_code) from None
    except click.ClickException as refusal:
        refusal.show()
        code = ExitCode(refusal.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        code = ExitCode.INTERRUPTED
    raise SystemExit(code)
