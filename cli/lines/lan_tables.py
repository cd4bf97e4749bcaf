"""The tables on the LAN, listed or reported one by one: the work of `p2pgame tables`."""

from __future__ import annotations

import sys
from collections.abc import Callable

import trio
from p2pgame.p2p.lan.browser import FoundTable
from p2pgame.p2p.lan.discovery import Appeared, Changed, News, Vanished, browse
from p2pgame.p2p.lan.interfaces import own_addresses

from ..net.lan import (
    PATIENCE,
    as_data,
    describe,
    line_to_type,
    look,
    obstacle,
    strangeness,
    what_always_works,
    why_none,
)
from ..system.exits import Failed
from ..system.streams import echo
from ..terminal.output import Output, print_json


def show(output: Output, as_json: bool) -> None:
    """List the present tables.

    Raises:
        Failed: the search is impossible.
    """
    found, trouble = trio.run(look)
    if trouble and not found:
        raise Failed(f"The search for tables failed: {trouble}. {what_always_works()}")
    if as_json:
        print_json([as_data(table) for table in found])
    else:
        _list(found, output)


def watch_on(output: Output, as_json: bool) -> None:
    """Report new, changed and vanished tables, for ever."""
    trio.run(_watch, _tell_data if as_json else _teller(output), None if as_json else output)


def _list(found: tuple[FoundTable, ...], output: Output) -> None:
    if not found:
        _say_nothing_found(output)
    for table in found:
        said = table.announcement
        blocked = strangeness(said) if said.begun else obstacle(said)
        way = f"cannot be joined: {blocked}" if blocked else f"`{line_to_type(table)}`"
        output.rows([(table.announcement.table, describe(table.announcement)), ("", way)], indent=0)


def _say_nothing_found(output: Output) -> None:
    output.say("No tables found on the LAN.")
    for sentence in why_none(own_addresses()):
        output.say(f"- {sentence}")
    output.say(f"{what_always_works()}\n`p2pgame doctor` checks this machine.")


async def _watch(tell: Callable[[News], None], output: Output | None) -> None:
    """Print all changes for ever; after a while without any, print likely reasons on `output`."""
    async with browse() as found:
        if found.trouble:
            echo(f"The search for tables fails at present: {found.trouble}.", sys.stderr)
        with trio.move_on_after(PATIENCE) as waiting:
            tell(await anext(found))
        if waiting.cancelled_caught and output is not None:
            _say_nothing_found(output)
            output.say("Watching for changes. Press Ctrl-C to stop.")
        async for news in found:
            tell(news)


def _teller(output: Output) -> Callable[[News], None]:
    return lambda news: output.say(_line(news))


def _line(news: News) -> str:
    said = news.table.announcement
    match news:
        case Appeared(table):
            return f"+ {said.table}: {describe(said)}: `{line_to_type(table)}`"
        case Changed(table):
            return f"~ {said.table}: {describe(said)}: `{line_to_type(table)}`"
        case Vanished():
            return f"- {said.table}, host {said.host} ({said.short}), is gone"


def _tell_data(news: News) -> None:
    print_json({"event": type(news).__name__.lower(), **as_data(news.table)})
