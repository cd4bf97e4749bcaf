"""A table on the full screen: boards, the question, and the move in hand.

The view is composed of parts, each with one idea. `Sight` holds the last look at the table, `Captions` has the words,
and the widget `TableBody` shows both; `Animation` moves its pictures. `Question` knows what the screen asks, and
`Sayings` put sentences in its place. `KeyRouter` gives each key to its part: `Hand` builds a move by keys and pointer,
`Hints` suggest one, `Readings` shows texts over the table. `TypedLine` takes lines, `Commands` carries them out, and
`SharedKeyboard` lets several people take turns at one keyboard.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from ...profile.person import settings
from ..driving import drive
from ..keys import name_of
from ..pending_move import PendingMove
from ..widgets.answering import Answering
from ..widgets.board import BoardView
from ..widgets.choices import Choices
from ..widgets.line import Line
from .actions import END_KEY
from .animation import Animation
from .body import TableBody
from .captions import Captions
from .commands import Commands
from .hand import Hand
from .hints import Hints
from .key_router import KeyRouter
from .question import Question
from .readings import Readings
from .sayings import Sayings
from .shared_keyboard import SharedKeyboard
from .takeback_question import TakebackQuestion
from .typed_line import TypedLine

_TICK = 1.0
"""Seconds between two looks at the clock."""


def _nothing_more() -> None:
    pass


class TableView(Vertical):
    """Shows one table, keeps it going, and carries out keys, the pointer and typed lines.

    A screen holds one: it passes its keys on by `press`, and it is dismissed with `left`, `over` or `after KEY`.
    """

    def __init__(
        self,
        screen: Answering[str],
        captions: Captions,
        pause: float | None = None,
        bar: Widget | None = None,
        shown: Callable[[], None] = _nothing_more,
        obey: Callable[[str], None] | None = None,
    ) -> None:
        """A table in the words of these captions, on a screen.

        `pause` is the seconds before moves of bots and draws here; None for that of the settings. `bar` is a further
        widget, above the foot. `shown` is called each time that the table has been shown. `obey` carries out typed
        lines; None for the commands of a table.
        """
        super().__init__()
        self.table = table = captions.table
        self.captions = captions
        self.sight = captions.sight
        self.body = TableBody(captions, bar)
        self.animation = Animation(screen, self.body)
        self.question = Question(table)
        self.sayings = Sayings(self.body, self.look)
        self.readings = Readings(screen, captions, screen.dismiss, self._stay)
        self.hand = Hand(self.body, self.sayings, self._make, screen.ask)
        self.hints = Hints(screen, table, self.hand, self.sayings)
        self.typed = TypedLine(self.body)
        self._commands = Commands(table, self.sayings, self.readings, self._make, self.hints.ask, self.readings.leave)
        self._keys = KeyRouter(self.body, self.hand, self.readings, self.sayings, self.acts)
        self.obey = self.command if obey is None else obey
        """Carries out a typed line."""
        self._takeback = TakebackQuestion(screen, table, self.obey)
        self._keyboard = SharedKeyboard(screen, table, self.readings.leave)
        self._pause = settings().seconds if pause is None else pause
        self._shown = shown
        self._ask = screen.ask
        self._changed = asyncio.Event()
        """Set at each change of the table."""
        self._look_due = False
        self._ended = False

    def compose(self) -> ComposeResult:
        """One widget shows the whole table."""
        yield self.body

    # The life of the view

    def on_mount(self) -> None:
        """Show the table, and keep it going."""
        self.query_one("#line", Line).can_focus = False
        self.table.changed = self._table_changed
        self.set_interval(_TICK, self.body.show_time)
        self.look()
        self._run()

    @work(exit_on_error=True)
    async def _run(self) -> None:
        await drive(self.table, self._changed, self._pause)
        self.look_soon()

    def _table_changed(self) -> None:
        self._changed.set()
        self.look_soon()

    def look_soon(self) -> None:
        """Look once, after any number of calls."""
        if not self._look_due:
            self._look_due = True
            self.call_later(self.look)

    def look(self) -> None:
        """Show the present table; if another person must choose in secret, they take the keyboard first."""
        self._look_due = False
        if not self.is_attached:
            return
        if not self.sight.is_current:
            self.sayings.go_on(is_over=self.table.result is not None)
            self.sight.look(in_motion=self.animation.is_on)
            self.animation.start()
            self.question.drop()
            self.body.move = PendingMove(self.table.game, self.sight.state, None)
        if self.question.is_new:
            self._take_up()
        self.show()
        if self.table.result is not None and not self._ended and self.captions.ends:
            self._ended = True
            self.animation.count_up()
        self.readings.look_at_end()
        if not self.typed.is_open:  # or its keys would be an answer
            self._takeback.look()
        self._keyboard.look()

    def show(self) -> None:
        """Show the last look at the table."""
        self.body.show()
        self._shown()

    def _take_up(self) -> None:
        """Begin a move if an answer is due; otherwise clear the hand."""
        self.question.take_up()
        self.sayings.forget()
        if self.table.asked and settings().bell:
            self.app.bell()
        seat = self.table.seat if self.table.asked else None
        self.body.move = PendingMove.of(self.table.game, self.sight.state, seat)
        if self.table.only:
            self.move.ask_for(self.table.only)
        self.call_after_refresh(self._painted)

    def _painted(self) -> None:
        """The question is on the screen now."""
        self.question.show(Message().time)
        if self.table.asked:
            self._ask()

    def on_resize(self) -> None:
        """Share the new space."""
        if self.sight.state is not None:
            self.show()

    @property
    def move(self) -> PendingMove:
        """The move in hand."""
        return self.body.move

    @property
    def spelled(self) -> str:
        """The present move."""
        return self.move.spelled

    @property
    def said(self) -> str:
        """The sentence in place of the question, if any."""
        return self.sayings.text

    @property
    def ready(self) -> bool:
        """Whether it shows the present table, and waits for the person, who can see that, or is at the end."""
        if self.table.reads:
            return self.question.is_shown
        if not self.sight.is_current or self.sight.in_motion or not self.question.is_current:
            return False
        return self.question.is_shown if self.table.asked else self._ended

    # Keys, the pointer, and typed lines

    def press(self, event: events.Key) -> None:
        """Handle a key: of the typed line, the table, the move builder, or a choice.

        A deciding key that was pressed before the question appeared was meant for something else or came twice.
        """
        if self.typed.is_open:
            if self.typed.hear(event):
                self._ask()  # the table again, which a second Enter does not answer
                self.look_soon()
            return
        key = name_of(event)
        self.animation.stop()
        if self.question.is_younger_than(event.time) and self.hand.decides(key):
            self.sayings.note_early_key()
        elif not self._keys.press(key):
            return
        event.stop()
        event.prevent_default()

    def acts(self) -> Mapping[str, Callable[[], None]]:
        """Keys that mean the same in every game, and their effects; the score sheet, once there is one."""
        return {
            "enter": self._enter,
            "escape": self.hand.step_back,
            ":": self.typed.open,
            "/": self.typed.open,
            "?": lambda: self.readings.help(self.move),
            "q": self.readings.leave,
            "l": self.readings.log,
            "v": self.readings.trust,
            "b": self.readings.rules,
            "i": self.hints.ask,
            "t": self._talk,
            "ctrl+z": lambda: self.obey("undo"),
            **({} if self.table.result is None else {END_KEY: self.readings.end}),
        }

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The pointer moves the piece, and pressing places it."""
        self.hand.point(event)

    def on_choices_picked(self, event: Choices.Picked) -> None:
        """A choice was clicked; one that is already shown is made."""
        if self.move.aside and event.word == self.move.cursor:
            self.hand.pick(event.word)
        else:
            self.hand.choose(event.word)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry out the line, as in line mode."""
        line = event.value
        self.typed.close()
        self._ask()  # the table again, which a second Enter does not answer
        self.obey(line)

    def command(self, line: str) -> None:
        """Carry out a line as a command of a table."""
        self._commands.obey(line, self.screen.size.width)

    # Acts

    def _make(self, move: Any) -> None:
        """Make a move that is legal in the state shown; drop it if the table has moved on meanwhile."""
        if self.table.asked and self.sight.is_current:
            self.sight.note_move()
            self.table.make(move)
            self.question.drop()
        self.look()

    def _enter(self) -> None:
        """Continue reading, or make the move that is shown."""
        if self.table.reads:
            self.table.read()
            self._ask()
        else:
            self.hand.enter()

    def _talk(self) -> None:
        """Begin a line of chat."""
        if self.table.talks:
            self.typed.open("say ")

    def ask_to_leave(self) -> bool:
        """Ask before a game that is not over is left; whether it asks."""
        if self.table.result is not None:
            return False
        self.readings.leave()
        return True

    def _stay(self) -> None:
        """Return to the table: the person does not leave."""
        self._keyboard.ask_again()
        self.look_soon()
