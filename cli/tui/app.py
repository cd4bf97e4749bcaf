"""The program on the whole screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType

from ..exits import ExitCode


class Full(App[int]):
    """Follows a story from screen to screen; what the story gives is the exit code."""

    TITLE = "p2pgame"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "interrupt", "leave", priority=True, show=False)]
    CSS = """
    Screen { background: #101418; }
    """

    def __init__(self, story: Callable[[Full], Awaitable[int]]) -> None:
        super().__init__()
        self._story = story

    def on_mount(self) -> None:
        """Begin the story."""
        self._follow()

    @work(exit_on_error=True)
    async def _follow(self) -> None:
        self.exit(await self._story(self))

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.exit(ExitCode.INTERRUPTED)
