"""The end of a table for its command: a sentence, the path of the log, and an exit code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NoReturn, Protocol

import click
import trio
from p2pgame.engine.pending import Over
from p2pgame.p2p.link.dialing import Unreachable
from p2pgame.p2p.link.listener import PortTaken
from p2pgame.p2p.store.log_file import LogFileError
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.wire.errors import Code, LocalError, RefusedByPeer, RemoteError

from ..games.names import seat_names
from ..profile.who import Me
from ..system.exits import ExitCode, Failed, ReaderGone
from ..system.groups import leaves
from ..table.network_messages import describe_claim_stop, describe_lost_table
from ..terminal.keyboard import EndOfInput
from ..terminal.output import Output
from ..words.paths import display_path, resume_command, verify_command
from ..words.sentences import sentence
from .front import Quitted

_OTHER_PROGRAMS = (Code.NOT_P2PGAME, Code.FRAME_TOO_LONG)
"""Refusals that show another program than p2pgame."""

_ADVICE: Mapping[int, str] = {
    Code.CODE_NOT_ASKED: (
        " It may be an impostor: compare the address with the host's screen. If it is right, the host may "
        "know you already: join by that address without a code, or use `p2pgame resume`."
    ),
    Code.WRONG_CODE: " Read it from the host's screen, and join again.",
}
"""Advice for a person, for errors whose own sentences have none."""


class Command(Protocol):
    """A command that plays or watches tables."""

    me: Me
    tables: list[TableRunner]
    """The tables that have begun, the last one last."""

    async def run(self) -> None:
        """Do it to the end."""


class Saved(Exception):
    """The table has stopped before its end, and can be resumed: a sentence."""


def run(command: Command, output: Output) -> NoReturn:
    """Run a network command to its end; print a sentence about its end, and the logs' paths.

    A player who stops before the end learns how to come back.

    Raises:
        Failed: the fault of a peer, the network or the disk; the sentence says which.
    """
    try:
        code = ended(command.run, output)
    finally:
        for live in command.tables:
            output.say(f"The log is {display_path(live.log.path)}\n`{verify_command(live.log.path)}` checks it.")
            if live.broken is not None and live.table.signer is not None:
                back = resume_command(live.log.path, command.me.profile)
                output.say(f"When it can be written again, return to the table with `{back}`.")
    left = _unfinished(command)
    if code is ExitCode.UNFINISHED and command.tables and left is None:
        code = ExitCode.OK  # the table has been played to its end
    if code is not ExitCode.OK and left is not None and left.table.signer is not None:
        output.say(f"Return to the table with `{resume_command(left.log.path, command.me.profile)}`.")
    click.get_current_context().exit(code)


def ended(main: Callable[[], Awaitable[None]], output: Output) -> ExitCode:
    """Run an async function to its end, and name the reason if a person has ended it; the exit code.

    Raises:
        Failed: the fault of a peer, the network or the disk; the sentence says which.
    """
    try:
        with sentences():
            trio.run(main)
    except Quitted:
        output.say("You left the table.")
        return ExitCode.UNFINISHED
    except Saved as saved:
        output.say(str(saved))
        return ExitCode.UNFINISHED
    except EndOfInput:
        output.say("The input ended before the game did.")
        return ExitCode.UNFINISHED
    except KeyboardInterrupt:
        output.say("\nStopped.")
        return ExitCode.INTERRUPTED
    return ExitCode.OK


def _unfinished(command: Command) -> TableRunner | None:
    """The table in progress when the command ended, if any."""
    last = command.tables[-1] if command.tables else None
    return None if last is None or isinstance(last.table.ledger.now.pending, Over) else last


def check_ended_well(live: TableRunner) -> None:
    """Return if the game was played to its end.

    Raises:
        Saved: one's own claim has stopped it.
        Failed: the table stopped, this peer's log could not be written, or the watched table is lost.
    """
    if text := describe_claim_stop(live):
        raise Saved(text)
    if live.table.stopped is not None:
        raise Failed(f"The table stopped: {live.table.stopped.error.sentence}.")
    if live.broken is not None:
        raise Failed(sentence(str(live.broken)))
    if live.lost is not None:
        raise Failed(describe_lost_table(live, seat_names(live.table.ledger.genesis.contract)))


@contextmanager
def sentences() -> Iterator[None]:
    """Turn errors of peers, network and disk into refusals of one sentence."""
    try:
        try:
            yield
        except* (
            Quitted,
            Saved,
            EndOfInput,
            KeyboardInterrupt,
            BrokenPipeError,
            ReaderGone,
            click.ClickException,
        ) as group:
            raise leaves(group)[0] from None  # the person's own action comes before its consequences
        except* (Unreachable, RemoteError, LocalError, PortTaken, LogFileError) as group:
            raise Failed(_sentence(leaves(group)[0])) from None
    except BaseExceptionGroup as group:
        raise leaves(group)[0] from None


def _sentence(error: BaseException) -> str:
    text = error.sentence if isinstance(error, RemoteError) else str(error)
    if isinstance(error, RefusedByPeer):
        text = text.replace("the other side says", "the host says", 1)
        return sentence(text) + _ADVICE.get(error.reason, "")
    if isinstance(error, RemoteError) and error.code in _OTHER_PROGRAMS:
        return f"Another program answers there: {text}. Compare the address with the one on the host's screen."
    return sentence(text) + (_ADVICE.get(error.code, "") if isinstance(error, RemoteError) else "")
