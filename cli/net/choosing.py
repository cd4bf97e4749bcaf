"""The table to join: a typed address, or a table that is announced on the LAN."""

from __future__ import annotations

import re

import click
import trio
from p2pgame.engine.errors import quoted
from p2pgame.p2p.lan.browser import FoundTable
from p2pgame.p2p.lan.interfaces import spell
from p2pgame.p2p.link.listener import DEFAULT_PORT
from p2pgame.protocol.lobby.messages import Address

from ..system.exits import ExitCode, Failed, Misused
from ..table.answer import ALIASES
from ..terminal.keyboard import EndOfInput
from ..terminal.lines import Lines
from ..terminal.output import Output
from ..words.ip import is_ip
from ..words.same_name import name_key
from .front import Quitted
from .join_target import JoinTarget
from .lan import describe, look, obstacle, strangeness, what_always_works

_BRACKETED = re.compile(r"\[([^\]]+)\](?::([0-9]{1,5}))?")
_FOUR_NUMBERS = re.compile(r"[0-9]+(\.[0-9]+){3}")
_HOST_PORT = re.compile(r"([^:\s\[\]]+)(?::([0-9]{1,5}))?")


def chosen_table(word: str | None, output: Output, lines: Lines, watching: bool = False) -> JoinTarget:
    """The table to join, or to watch.

    Raises:
        Misused: the word is neither an address nor the name of a table on the LAN.
        Failed: no table is on the LAN.
        Exit: the input ended before one was chosen, or the person left.
    """
    if word is not None and (typed := typed_address(word)) is not None:
        return JoinTarget((typed,))
    output.say("Looking for tables on the LAN ...")
    if word is not None:
        return meant_by(word)
    tables, trouble = trio.run(look)
    if not tables:
        raise Failed(_nothing_found(trouble))
    try:
        return JoinTarget.found(trio.run(_pick, tables, output, lines, watching))
    except EndOfInput:
        output.say("The input ended before you chose a table.")
    except Quitted:
        output.say("You did not choose a table.")
    raise click.exceptions.Exit(ExitCode.UNFINISHED)


def meant_by(word: str) -> JoinTarget:
    """The table of an address, or of a name on the LAN.

    Raises:
        Misused: the word is neither an address nor the name of a table on the LAN.
    """
    typed = typed_address(word)
    return JoinTarget.found(_named(word, trio.run(look)[0])) if typed is None else JoinTarget((typed,))


def typed_address(word: str) -> Address | None:
    """The address in `HOST`, `HOST:PORT`, `[IPv6]:PORT` or an IPv6 address alone; None for any other word.

    A single word without a dot or a port is a table's name, except for `localhost`.
    """
    if is_ip(word):
        return Address(word, DEFAULT_PORT)
    _check_like_address(word)
    match = _BRACKETED.fullmatch(word) or _HOST_PORT.fullmatch(word)
    if match is None:
        return None
    host, port = match[1], match[2]
    if port is None and "." not in host and host != "localhost" and not word.startswith("["):
        return None
    number = DEFAULT_PORT if port is None else int(port)
    if not 1 <= number <= 65535:
        raise Misused(f"{port} is not a port: ports are 1 to 65535.")
    return Address(host, number)


def _check_like_address(word: str) -> None:
    """Return unless the word is an invalid address.

    Raises:
        Misused: it is a link of the web, or four numbers of which one is too large.
    """
    if "://" in word:
        raise Misused(
            f"{quoted(word)} is a link, not an address: write HOST:PORT, such as 192.168.1.20:{DEFAULT_PORT}."
        )
    host = word.partition(":")[0]
    if _FOUR_NUMBERS.fullmatch(host) and not is_ip(host):
        raise Misused(
            f"{quoted(host)} is not an address: an address has four numbers from 0 to 255, such as 192.168.1.20."
        )


def typed_place(word: str) -> Address:
    """The address in a word that must be one.

    Raises:
        Misused: it is not an address.
    """
    address = typed_address(word)
    if address is None:
        raise Misused(f"{quoted(word)} is not an address: type HOST:PORT, as on the other player's screen.")
    return address


def _named(word: str, tables: tuple[FoundTable, ...]) -> FoundTable:
    fitting = [
        table
        for table in tables
        if name_key(word) in (name_key(table.announcement.table), name_key(table.announcement.host))
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        lines = ", ".join(spell(t.addresses[0].host, t.addresses[0].port) for t in fitting)
        raise Misused(f"{len(fitting)} tables are called {quoted(word)}: join one by its address: {lines}.")
    raise Misused(
        f"There is no table {quoted(word)} on the LAN. Join by the host's address, such as "
        f"`p2pgame join 192.168.1.20:{DEFAULT_PORT}`, from the host's screen."
    )


async def _pick(tables: tuple[FoundTable, ...], output: Output, lines: Lines, watching: bool) -> FoundTable:
    """The table that the person picks from the list; a single one without asking.

    Raises:
        EndOfInput, Quitted: none is picked.
    """
    for number, table in enumerate(tables, 1):
        said = table.announcement
        blocked = strangeness(said) if watching else obstacle(said)
        output.say(f"{number}. {said.table}: {describe(said)}{f'; {blocked}' if blocked else ''}")
    if len(tables) == 1:
        return tables[0]
    numbered = {str(number): table for number, table in enumerate(tables, 1)}
    while (typed := (await lines.read("Which one? ")).strip()) not in numbered:
        if ALIASES.get(typed.lower(), typed.lower()) == "quit":
            raise Quitted
        output.say(f"Type a number from 1 to {len(tables)}, or `quit`.")
    return numbered[typed]


def _nothing_found(trouble: str | None) -> str:
    why = f" ({trouble})" if trouble else ""
    return (
        f"No table is announced on the LAN{why}. A firewall, a guest network or a VPN may hide one; "
        f"`p2pgame tables` says more. {what_always_works()}"
    )
