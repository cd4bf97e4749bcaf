"""The program `p2pgame`: finds the command, runs it, and turns errors into one sentence and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import click
from p2pgame.engine.errors import quoted

from .system.exits import ExitCode, Failed, Misused, ReaderGone
from .system.one_core import keep_arrays_on_one_core
from .system.signals import code_of_interrupt, end_as_interrupted
from .system.streams import is_stuck, let_go, make_usable, unwritten

COMMANDS = {
    "demo": "Watch bots play over real links on this machine, and verify their logs.",
    "learn": "Learn a game in five minutes: a guided first game.",
    "games": "List the games, their seats and options.",
    "rules": "Show the rules of a game.",
    "play": "Play against bots, with others at this keyboard, or solo.",
    "host": "Host a table on the LAN and play at it.",
    "join": "Join a table on the LAN.",
    "tables": "List the tables on the LAN.",
    "watch": "Watch a table and check every step.",
    "resume": "Resume a game, after a crash or another evening.",
    "history": "List your games and records.",
    "replay": "Replay a log, step by step.",
    "verify": "Check that logs are fair and intact, without trusting anyone.",
    "arena": "Let bots play against bots, and count the wins.",
    "doctor": "Find out why others cannot see your tables.",
    "engine": "Play through a line protocol, for bots and tools in any language.",
}
"""Each command with one line of help, in the order of the help page. The rest is imported when the command is
called."""


class LazyGroup(click.Group):
    """Imports a command's module only when that command is called, so that `--help` is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of the first word; an unknown word is refused with the nearest command."""
        if args[0] not in COMMANDS:
            raise Misused(_no_command(args))
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f".commands.{cmd_name}", __package__), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands and their help lines, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the words of the command line, and print help if they ask for it."""
        with _quiet_without_reader():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command."""
        with _quiet_without_reader():
            answer: object = super().invoke(ctx)
            sys.stdout.flush()
            return answer


def _no_command(words: list[str]) -> str:
    from .commands.synonyms import suggest_command  # noqa: PLC0415 - only needed for a wrong word

    line = suggest_command(words[0], words[1:], COMMANDS)
    return f"There is no command {quoted(words[0])}. " + (
        f"Did you mean `{line}`?" if line else "`p2pgame --help` lists the commands."
    )


@contextmanager
def _quiet_without_reader() -> Iterator[None]:
    """End the program quietly if its reader has gone, as in `p2pgame rules tink
    head -1`.

    Raises:
        Failed: the output cannot be written, for example because a disk is full.
    """
    try:
        yield
    except (BrokenPipeError, ReaderGone):
        raise click.exceptions.Exit(ExitCode.PIPE_CLOSED) from None
    except OSError as error:  # of click's own output; every other refusal of the system has its own sentence
        if not is_stuck(sys.stdout):
            raise
        raise unwritten(error) from error


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        from importlib.metadata import version  # noqa: PLC0415 - takes as long to import as click itself

        click.echo(f"p2pgame {version('p2pgame')}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version.",
)
@click.option("--profile", metavar="NAME", help="The profile to use: its identity and settings.")
@click.pass_context
def app(ctx: click.Context, profile: str | None) -> None:
    """Tabletop games with friends on a LAN: no server, no referee, no trust needed.

    \b
    Example:
      p2pgame play tink
    """
    if profile is not None:
        _use(ctx, profile)
    if ctx.invoked_subcommand is None:
        _menu_or_help(ctx)


def _use(ctx: click.Context, profile: str) -> None:
    """Play as that profile, unless the command names another one."""
    from p2pgame.p2p.store.home import Home, HomeError  # noqa: PLC0415 - not needed by most calls

    from .profile.person import play_as  # noqa: PLC0415 - only if it is used
    from .words.sentences import sentence  # noqa: PLC0415 - as above

    try:
        Home.of(profile)
    except HomeError as error:
        raise Misused(sentence(str(error))) from error
    play_as(profile)
    ctx.default_map = {command: {"profile": profile} for command in COMMANDS}


def _menu_or_help(ctx: click.Context) -> None:
    """The menu if the full screen can be used, otherwise the help page."""
    from .terminal.output import Output  # noqa: PLC0415 - not needed by commands

    if not Output.of().full:
        click.echo(ctx.get_help())
        return
    from .screen import app as full  # noqa: PLC0415 - slow to import
    from .screen.flows.welcome import start  # noqa: PLC0415 - only if it is used

    full.run(start)


def main() -> None:
    """Run the command of the arguments, and exit."""
    make_usable()
    keep_arrays_on_one_core()
    _quiet_libraries()
    end_as_interrupted()
    try:
        asked_for = app.main(prog_name="p2pgame", standalone_mode=False)  # the argument of `ctx.exit`, or None
        code = ExitCode(asked_for or ExitCode.OK)
    except click.ClickException as refusal:
        with suppress(Failed, ReaderGone):  # if nothing can be printed
            _show(refusal)
        code = ExitCode(refusal.exit_code)
    except (click.Abort, KeyboardInterrupt):
        with suppress(OSError):  # if nothing can be printed
            click.echo("Stopped.", err=True)
        code = ExitCode.INTERRUPTED
    except Exception as error:
        code = _tell_crash(error)
    let_go()
    raise SystemExit(code_of_interrupt() if code is ExitCode.INTERRUPTED else code)


def _quiet_libraries() -> None:
    """Keep libraries from printing: their notes would cover the board, and peers can cause many."""
    import logging  # noqa: PLC0415 - most calls load it later, and some never

    logging.getLogger().addHandler(logging.NullHandler())


def _tell_crash(error: Exception) -> ExitCode:
    """Say that the program itself has failed; the exit code."""
    from .profile.crash import describe_crash  # noqa: PLC0415 - only needed after a crash

    with suppress(Failed, ReaderGone):  # if nothing can be printed
        _show(describe_crash(error))
    return ExitCode.FAILED


def _show(refusal: click.ClickException) -> None:
    """Print one sentence, and the help command if a word of the command line was wrong."""
    from .terminal.output import Output  # noqa: PLC0415 - only needed after an error

    output = Output.of(stream=sys.stderr)
    output.say(f"Error: {refusal.format_message()}")
    if isinstance(refusal, click.UsageError) and refusal.ctx is not None:
        output.say(f"`{refusal.ctx.command_path} --help` explains this command.")
