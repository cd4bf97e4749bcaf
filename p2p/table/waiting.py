"""Waiting for something that changes with a table.

Each task gives a condition. The condition is checked after each change, and the task sleeps until it holds. Most
changes do not concern most tasks, and waking a task costs twenty times as much as a check.
"""

from __future__ import annotations

from collections.abc import Callable

import trio


class Waiting:
    """The tasks that wait for something."""

    def __init__(self) -> None:
        self._tasks: dict[trio.Event, Callable[[], bool]] = {}
        """The events that wake the tasks, each with its condition."""

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds. `look` must be called after each change that may make it true."""
        if condition():
            await trio.lowlevel.checkpoint()
        while not condition():
            event = trio.Event()
            self._tasks[event] = condition
            try:
                await event.wait()
            finally:
                del self._tasks[event]

    def look(self) -> None:
        """Wake the tasks whose conditions hold now."""
        for event, condition in self._tasks.items():
            if condition():
                event.set()
