"""Everything that moves a table while a screen shows it: draws, bots, forced moves, a log that grows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from ..learn.table import LessonTable
from ..table.local import LocalTable
from ..table.network import NetworkTable
from ..table.replay import ReplayTable
from ..table.table import Table

PROGRESS = 0.2
"""Seconds between two looks at a bot's progress."""

LOOK_AGAIN = 0.5
"""Seconds between two looks at a log that may grow."""


async def drive(table: Table, changed: asyncio.Event, pause: float) -> None:
    """Keep the table going until it is over. `changed` is set at each change of the table."""
    match table:
        case LocalTable():
            await LocalDriver(table, changed, pause).drive()
        case NetworkTable():
            await _make_forced_moves(table, changed)
        case ReplayTable():
            await _follow(table)
        case LessonTable():
            await _teach(table, changed, pause)


class LocalDriver:
    """Draws, and lets bots play, on this machine."""

    def __init__(self, table: LocalTable, changed: asyncio.Event, pause: float) -> None:
        self._table = table
        self._changed = changed
        self._pause = pause

    async def drive(self) -> None:
        """Continue until the game is over; wait if only a person can act."""
        table = self._table
        while table.result is None:
            self._changed.clear()
            if table.draws:
                await self._after_pause(table.draw)
            elif (bot := table.bot_due) is not None:
                await self._let_play(bot)
            elif (move := table.forced) is not None:
                await self._after_pause(partial(table.make, move))
            else:
                await self._changed.wait()

    async def _let_play(self, seat: int) -> None:
        """Let a bot think in a thread, so that the screen stays quick; a result for a past state is dropped."""
        table = self._table
        state = table.state
        thinking = asyncio.create_task(asyncio.to_thread(table.ask_bot, seat))
        pause = asyncio.create_task(asyncio.sleep(0 if table.asked else self._pause))
        table.thinking = None if table.bots[seat].is_quick else seat
        while table.thinking is not None and not thinking.done():
            table.changed()
            await asyncio.wait((thinking,), timeout=PROGRESS)
        table.thinking = None
        move, _ = await asyncio.gather(thinking, pause)
        if table.state is state and seat in table.waiting:
            table.play(seat, move)

    async def _after_pause(self, act: Callable[[], None]) -> None:
        state = self._table.state
        await asyncio.sleep(self._pause)
        if self._table.state is state:
            act()


async def _make_forced_moves(table: NetworkTable, changed: asyncio.Event) -> None:
    """Make forced moves; the network itself needs no driver."""
    while not table.live.over:
        changed.clear()
        if (move := table.forced) is not None:
            table.make(move)
        await changed.wait()


async def _follow(table: ReplayTable) -> None:
    """Read the log again each time it has grown, until nothing more can come."""
    while not table.ended:
        await asyncio.sleep(LOOK_AGAIN)
        table.read_on()


async def _teach(table: LessonTable, changed: asyncio.Event, pause: float) -> None:
    """Let others and chance follow the script, one event after the other, and wait for the learner."""
    while table.course.step is not None:
        changed.clear()
        if table.course.happening is None:
            await changed.wait()
        else:
            await asyncio.sleep(pause)
            table.happen()
