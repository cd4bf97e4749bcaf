"""Waiting for something that changes with a table.

A task says for what it waits. That is looked at whenever something has changed, without waking the task: most changes
are no news for most tasks, and to wake one costs twenty times as much as to look.
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
        """Wait until a condition holds, which `look` must be called for whenever that may have changed."""
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
