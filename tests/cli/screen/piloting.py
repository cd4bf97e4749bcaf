"""The whole screen without a terminal: tables to play at, and keys pressed one after another."""

from __future__ import annotations

import asyncio
import builtins
import random
import selectors
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from contextlib import suppress
from copy import copy
from math import inf
from types import ModuleType
from typing import Any, ClassVar, TypeVar

from p2pgame.cli.games.session import Session
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.key_debounce import KeyDebounce
from p2pgame.cli.screen.screens.table import TableScreen
from p2pgame.cli.screen.table.view import TableView
from p2pgame.cli.screen.widgets.answering import Answering
from p2pgame.cli.table.local import LocalTable
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load
from rich.console import Console, RenderableType
from rich.segment import Segment
from textual import app, constants, events, pilot
from textual.app import ScreenStackError
from textual.css import stylesheet
from textual.css.model import RuleSet
from textual.css.parse import parse
from textual.css.tokenizer import Token
from textual.css.types import CSSLocation
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widgets import Input

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds until a test gives up waiting for a screen."""

SMALLEST = (80, 24)

Variables = dict[str, list[Token]]
"""Name to value, of a style sheet."""

IDLE = 3
"""Turns of the event loop, one after the other, in which nothing else was to be done."""


class _Selector(selectors.DefaultSelector):
    """Sees when its event loop is idle: the loop waits for files then, and does not only look at them."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[asyncio.Future[None]] = []
        """Those that wait until the loop is idle."""
        self._idle = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """The files that are ready; while somebody waits for idleness, those that are ready at once."""
        if not self.waiting:
            return super().select(timeout)
        found = super().select(0)
        self._idle = 0 if found or timeout == 0 else self._idle + 1
        if self._idle == IDLE:
            self._idle = 0
            for waiting in self.waiting:
                if not waiting.done():  # nobody waits any more
                    waiting.set_result(None)
            self.waiting.clear()
        return found


class _Loop(asyncio.SelectorEventLoop):
    """An event loop that can be waited for until it is idle."""

    def __init__(self) -> None:
        self.selector = _Selector()
        super().__init__(self.selector)


def run_loop(main: Coroutine[Any, Any, T]) -> T:
    """Run a program of screens, as `asyncio.run` would."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(main)


async def _nothing_left(_least: float = 0, _most: float = 0) -> None:
    """Wait until the event loop has nothing to do but to wait for timers, threads and files.

    In place of Textual's own way, which takes a program for idle that used no time of the processor for a moment: on a
    crowded machine that is a program whose turn it is not.
    """
    loop = asyncio.get_running_loop()
    assert isinstance(loop, _Loop), "start the program by `run_loop`"
    idle = loop.create_future()
    loop.selector.waiting.append(idle)
    await idle


class ParsedStyles:
    """The rules of style sheets, each sheet parsed once with the same variables. Every screen that is begun parses the
    sheets of all its widgets, which takes a tenth of a test's time."""

    def __init__(self) -> None:
        self._variables: list[Variables | None] = []
        self._rules: dict[Hashable, tuple[RuleSet, ...]] = {}

    def __call__(
        self, scope: str, css: str, read_from: CSSLocation, *, variable_tokens: Variables | None, **more: int
    ) -> tuple[RuleSet, ...]:
        """In place of Textual's `parse`."""
        key = (scope, css, read_from, self._number_of(variable_tokens), *sorted(more.items()))
        if key not in self._rules:
            found = parse(scope, css, read_from, variable_tokens=variable_tokens, **more)  # type: ignore[arg-type]
            self._rules[key] = tuple(found)
        return self._rules[key]

    def _number_of(self, variables: Variables | None) -> int:
        """A number for these variables: a theme has hundreds of them, and there are few themes."""
        if variables not in self._variables:
            self._variables.append(copy(variables))
        return self._variables.index(variables)


class _Shown(Console):
    """In place of the console that Textual makes a picture of: keeps the lines of the screen."""

    lines: ClassVar[list[list[Segment]]] = []
    """Those of the last picture."""

    def print(self, screen: RenderableType, *_: object, **__: object) -> None:  # type: ignore[override]
        """Keep the screen's lines."""
        shown = (segment for segment in self.render(screen) if not segment.control)
        _Shown.lines = list(Segment.split_lines(shown))

    def export_svg(self, *_: object, **__: object) -> str:
        """No picture."""
        return ""


def _replace(module: ModuleType, name: str, value: object) -> None:
    """Replace an attribute of a module. It must exist, or Textual has changed."""
    assert hasattr(module, name)
    setattr(module, name, value)


_replace(constants, "TEXTUAL_ANIMATIONS", "none")  # a view scrolls at once, however busy the machine is
_replace(stylesheet, "parse", ParsedStyles())
_replace(app, "Console", _Shown)
for module in (app, pilot):
    _replace(module, "wait_for_idle", _nothing_left)


def at_once() -> KeyDebounce:
    """Counts each press, because tests press one key after another without looking."""
    return KeyDebounce(settle=-inf, held=-inf)


def table_of(
    game_id: str, seats: int, seed: int = 1, first: str | None = None, called: tuple[str, ...] = ("",), **options: int
) -> LocalTable:
    """A table with a person in seat 0, or those who are called so in the first seats, and normal bots.

    `first` is drawn first, such as the seat that begins.
    """
    game = load(game_id)
    session: Session[Any, Any] = Session(game, game.begin(seats, options))
    if first is not None:
        session.draw_label(first)
    bots = dict.fromkeys(range(len(called), seats), BOTS["normal"])
    return LocalTable(session, bots, random.Random(seed), called=called if any(called) else ())


class Playing:
    """A table on the screen, and somebody at the keys."""

    def __init__(self, app: Full, pilot: Pilot[int]) -> None:
        self.app = app
        self._pilot = pilot

    @property
    def table(self) -> TableView:
        """The view of the table, also below other screens."""
        return next(view for screen in self.app.screen_stack for view in screen.query(TableView))

    @property
    def has_table(self) -> bool:
        """Whether a view of a table is there."""
        return any(screen.query(TableView) for screen in self.app.screen_stack)

    async def press(self, *keys: str) -> None:
        """Press keys, and let the screen follow."""
        await self._pilot.press(*keys)
        await self._pilot.pause()

    async def press_after(self, key: str, seconds: float) -> None:
        """Press a key that much later than now, by the screen's clock, and not before the screen is seen."""
        await self.until(lambda: self.app.is_seen or not isinstance(self.app.screen, Answering))
        event = events.Key(key, key if len(key) == 1 else None)
        event.time += seconds
        self.app.post_message(event)
        await self._pilot.pause()

    async def press_button(self, x: int, y: int) -> None:
        """Press the button of the pointer and release it, as a terminal reports it."""
        for kind in (events.MouseDown, events.MouseUp):
            self.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
            await self._pilot.pause()

    async def type(self, line: str) -> None:
        """Type a line below the table."""
        await self.press("colon")
        self.table.query_one(Input).value = line
        await self.press("enter")

    async def type_here(self, line: str) -> None:
        """Type into the line that waits for it on the screen on top, and press Enter."""
        self.app.screen.query_one(Input).value = line
        await self.press("enter")

    async def click(self, widget: builtins.type[Any] | str, offset: tuple[int, int]) -> None:
        """Press the pointer at a place of a widget."""
        await self._pilot.click(widget, offset=offset)
        await self._pilot.pause()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that the table does by itself, and until the screen shows it."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self._pilot.pause(0.01)
        with suppress(ScreenStackError):  # it may have waited for the end of the program
            await self._pilot.pause()

    async def asked(self) -> TableView:
        """Wait until the person is asked, or the game is over."""
        await self.until(lambda: self.table.ready)
        return self.table

    @property
    def strips(self) -> list[Strip]:
        """The content of the screen, with its styles, a line each."""
        self.app.export_screenshot()
        return [Strip(line) for line in _Shown.lines]

    def text(self) -> str:
        """The whole text of the screen."""
        return "\n".join("".join(segment.text for segment in strip) for strip in self.strips)


def played(
    table: LocalTable,
    test: Callable[[Playing], Awaitable[None]],
    size: tuple[int, int] = SMALLEST,
    presses: KeyDebounce | None = None,
) -> Full:
    """Run a test at a table on the screen."""

    async def story(app: Full) -> int:
        await app.push_screen_wait(TableScreen(table, pause=0))
        return 0

    async def run() -> Full:
        app = Full(story, presses or at_once())
        async with app.run_test(size=size) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: playing.has_table)
            await playing.until(lambda: playing.table.ready or table.taker is not None)
            await test(playing)
        return app

    return run_loop(run())
