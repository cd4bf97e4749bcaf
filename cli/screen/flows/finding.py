"""The choice of a table on the LAN, from a list that changes as tables appear and vanish."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from p2pgame.p2p.lan.browser import FoundTable
from p2pgame.p2p.lan.discovery import browse

from ...net.choosing import meant_by
from ...net.join_target import JoinTarget
from ...net.lan import describe, obstacle, strangeness
from ...profile.who import Me
from ...system.exits import ExitCode
from ..app import Full
from ..widgets.picker import Entry, Picker
from .network import join, watch

_SEARCHING = "Looking for tables on the LAN ... (to watch by address: `p2pgame watch HOST:PORT`)"
_LOOKING = "Looking for tables on the LAN ... (to join by address: `p2pgame join HOST:PORT`)"


async def found_table(app: Full, watching: bool = False) -> JoinTarget | None:
    """The table chosen to be joined, or watched; None for back."""
    picker = Picker(
        "Which table do you want to watch?" if watching else "Which table?", (), _SEARCHING if watching else _LOOKING
    )
    tables: dict[str, FoundTable] = {}
    looking = app.visit(_looking(picker, tables, watching))
    try:
        word = await app.push_screen_wait(picker)
    finally:
        await app.end(looking)
    return JoinTarget.found(tables[word]) if word in tables else None


async def find_named(word: str | None) -> JoinTarget | None:
    """The table that was named on the command line. A name that is no address is searched for on the LAN.

    Raises:
        Misused: there is no such table.
    """
    return None if word is None else await asyncio.to_thread(meant_by, word)


async def join_found(app: Full, me: Me, target: JoinTarget | None, code: str | None, auto: str | None) -> int:
    """Join the given table, or a chosen one; the exit code."""
    target = target or await found_table(app)
    return ExitCode.UNFINISHED if target is None else await join(app, me, target, code, auto)


async def watch_found(app: Full, me: Me, target: JoinTarget | None, code: str | None) -> int:
    """Watch the given table, or a chosen one; the exit code."""
    target = target or await found_table(app, watching=True)
    return ExitCode.UNFINISHED if target is None else await watch(app, me, target, code)


def _looking(picker: Picker, tables: dict[str, FoundTable], watching: bool) -> Callable[[], Awaitable[None]]:
    async def main() -> None:
        async with browse() as found:
            async for _news in found:
                tables.clear()
                tables.update({table.instance: table for table in found.tables})
                picker.change([entry_of(table, watching) for table in tables.values()])

    return main


def entry_of(table: FoundTable, watching: bool) -> Entry:
    """The table in two lines, with the reason if it cannot be joined."""
    said = table.announcement
    blocked = strangeness(said) if watching else obstacle(said)
    waits = "" if said.begun or not watching else "; you will see it begin"
    return Entry(table.instance, said.table, f"{describe(said)}{f'; {blocked}' if blocked else waits}")
