"""`p2pgame engine GAME`: the line protocol for bots and tools (`spec/engine-line.md`)."""

from __future__ import annotations

import sys
from typing import TextIO

import click
from p2pgame.engine.game import AnyGame

from ..games.arguments import GAME
from ..games.engine_line import Interpreter
from ..system.streams import forgiving, printing


@click.command()
@click.argument("game", type=GAME)
def engine(game: AnyGame) -> None:
    """Play GAME by a line protocol, for bots and tools in any language.

    Reads one command a line from standard input and answers one JSON object a line. `help` lists the commands.

    \b
    Example:
      printf 'new 2\\nrandom 7\\nshow\\n' | p2pgame engine tink
    """
    if sys.stdin.isatty():
        click.echo("Type commands such as `new 2`; `help` lists them, `quit` ends.", err=True)
    serve(Interpreter(game), forgiving(), sys.stdout)


def serve(interpreter: Interpreter, source: TextIO, sink: TextIO) -> None:
    """Answer commands until `quit` or the end of input; empty lines and comments are skipped."""
    for line in source:
        if line.strip() and not line.startswith("#"):
            with printing():
                sink.write(interpreter.answer(line) + "\n")
                sink.flush()
        if interpreter.done:
            return
