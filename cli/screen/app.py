"""The program on the whole screen."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import inf
from typing import Any, ClassVar, NoReturn, Protocol, runtime_checkable

import click
from textual import events, work
from textual.app import App, ComposeResult, ScreenStackError
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import NoColor
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Static

from ..games.palette import ground_of
from ..profile.crash import describe_crash
from ..system.exits import ExitCode, Failed, ReaderGone
from ..system.signals import ending_by
from ..terminal.output import Output, coloured, colours
from . import cells, drawing
from .key_debounce import KeyDebounce

LINGER = 6.0
"""Seconds for leaving a finished table: other peers may still need parts of it."""

LOOK_FOR_TERMINAL = 1.0
"""Seconds between two looks whether the terminal is still there."""


@runtime_checkable
class Hearing(Protocol):
    """A screen that explains why it ignores a key."""

    def note_early_key(self) -> None:
        """Note that a key came too soon: it was meant for the previous screen."""


@runtime_checkable
class Interruptible(Protocol):
    """A screen that may ask before Ctrl-C leaves it."""

    def ask_to_leave(self) -> bool:
        """Ask if a game would be left; whether it asks."""


class Full(App[int]):
    """Runs a flow from screen to screen; its result is the exit code."""

    TITLE = "p2pgame"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "interrupt", "leave", priority=True, show=False)]
    CSS_PATH = "screens.tcss"

    def __init__(self, story: Callable[[Full], Awaitable[int]], presses: KeyDebounce | None = None) -> None:
        super().__init__()
        self._presses = KeyDebounce() if presses is None else presses
        self._asking: Screen[Any] | None = None
        """The screen whose question was shown last."""
        self.refusal: click.ClickException | None = None
        """The error that ended the flow, as a sentence."""
        self.farewell: list[str] = []
        """Lines to print when the screen is given back."""
        self.picked: dict[str, str] = {}
        """The last pick for each question, where the cursor starts the next time."""
        self._story = story
        self._usual_filters = self._filters
        self.dress()
        self._visits: set[asyncio.Task[None]] = set()

    def dress(self) -> None:
        """Apply the settings' look."""
        drawing.dress()
        cells.redress()
        self.theme = "textual-light" if colours() == "light" else "textual-dark"
        self._filters = self._usual_filters if coloured() else [NoColor()]  # Textual's own theme leaves shades of grey
        self.refresh_css(animate=False)

    def get_css_variables(self) -> dict[str, str]:
        """The variables of the theme, and the colour behind everything."""
        return {**super().get_css_variables(), "ground": ground_of(colours())}

    async def whole(self) -> int:
        """Run from the first screen until everything has been cleaned up; the exit code."""
        loop = asyncio.get_running_loop()
        with ending_by(lambda code: loop.call_soon_threadsafe(self.exit, code)):
            try:
                code = await self.run_async()
            finally:
                await self.end_visits()
        return ExitCode.FAILED if code is None else code

    def on_mount(self) -> None:
        """Begin the flow."""
        self._follow()
        if not self.is_headless and sys.platform != "win32":
            self.set_interval(LOOK_FOR_TERMINAL, self._look_for_terminal)

    def get_driver_class(self) -> type[Driver]:
        """The driver for a terminal that may disappear."""
        if sys.platform == "win32":
            return super().get_driver_class()
        from .terminal import Terminal  # noqa: PLC0415 - on this system alone

        return Terminal

    def _look_for_terminal(self) -> None:
        """Leave if the terminal is gone; nothing can be typed any more, and the input would be read for ever."""
        from .terminal import is_gone  # noqa: PLC0415 - on this system alone

        if is_gone():
            self.exit(ExitCode.HUNG_UP)

    def compose(self) -> ComposeResult:
        """The text between screens, and at the beginning."""
        yield Static("One moment ...", id="wait")

    def tell_wait(self, said: str) -> None:
        """Show the reason for waiting while there is no screen."""
        self.screen_stack[0].query_one("#wait", Static).update(said)

    def ask(self) -> None:
        """Note a new question: a second press of the key that answered the previous one does not count."""
        self._asking = self._top
        self._presses.ask(Message().time)

    @property
    def is_seen(self) -> bool:
        """Whether the question of the screen on top has been shown."""
        return self._asking is not None and self._asking is self._top

    @property
    def _top(self) -> Screen[Any] | None:
        """The screen on top; None before the first one, and after the last."""
        try:
            return self.screen
        except ScreenStackError:
            return None

    async def on_event(self, event: events.Event) -> None:
        """Drop presses that belong to the previous screen; the screen may say so."""
        if isinstance(event, events.Key | events.MouseDown) and not event.is_forwarded and not self._counts(event):
            self._mouse_down_widget = None  # otherwise its release would click on the new screen
            if isinstance(self.screen, Hearing):
                self.screen.note_early_key()
        else:
            await super().on_event(event)

    def _counts(self, event: events.Key | events.MouseDown) -> bool:
        if not self.is_seen:
            self._presses.ask(inf)
        key = event.key if isinstance(event, events.Key) else "mouse"
        answers = isinstance(event, events.MouseDown) or event.key in ("enter", "escape") or event.is_printable
        return self._presses.counts(key, event.time, answers) or isinstance(self.focused, Input)

    @work(exit_on_error=True)
    async def _follow(self) -> None:
        code: int = ExitCode.FAILED
        try:
            code = await self._story(self)
        except click.ClickException as refusal:
            self.refusal = refusal
        except Exception as error:
            self.refusal = describe_crash(error)
        self.exit(code)

    def visit(self, main: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Begin to run a function of trio beside the screens. The caller ends it by `end`."""
        from .bridge import guest  # noqa: PLC0415 - brings trio, which a game alone does not need

        task = asyncio.create_task(guest(main))
        self._visits.add(task)
        return task

    async def end(self, visit: asyncio.Task[None], patience: float = 0.0) -> None:
        """Wait for a visit to end, and cancel it after that many seconds.

        Raises:
            The error that ended it, if it was not cancelled here.
        """
        await asyncio.wait({visit}, timeout=patience)
        cancelled = not visit.done() and visit.cancel()
        await asyncio.wait({visit})
        self._visits.discard(visit)
        if not cancelled or not visit.cancelled():
            visit.result()

    async def end_visits(self) -> None:
        for visit in self._visits:
            visit.cancel()
        await asyncio.gather(*self._visits, return_exceptions=True)

    def _handle_exception(self, error: Exception) -> None:
        """End the program in a sentence after an error in a screen, as after one in a flow; Textual would show its
        stack."""
        if self.is_headless:  # a test wants to see it
            super()._handle_exception(error)
            return
        self.refusal = self.refusal or describe_crash(error)
        self.exit(ExitCode.FAILED)

    def action_interrupt(self) -> None:
        """Ctrl-C: a table asks once; pressed at the question, it leaves at once."""
        if not (isinstance(self.screen, Interruptible) and self.screen.ask_to_leave()):
            self.exit(ExitCode.INTERRUPTED)


def run(story: Callable[[Full], Awaitable[int]]) -> NoReturn:
    """Run a flow on the full screen, say how it ended, and exit.

    Raises:
        ClickException: the error, as a sentence.
    """
    app = Full(story)
    code = asyncio.run(app.whole())
    with suppress(Failed, ReaderGone):  # where the terminal is gone
        for line in app.farewell:
            Output.of().say(line)
    if app.refusal is not None:
        raise app.refusal
    click.get_current_context().exit(code)
