"""A table on the full screen: boards, the question, and the move in hand.

The screen is composed of parts, each with one idea. `Sight` holds the last look at the table, `Captions` has the words,
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
from textual.message import Message
from textual.widgets import Input

from ...profile.person import settings
from ...table.table import Table
from ..driving import drive
from ..keys import name_of
from ..pending_move import PendingMove
from ..table.actions import END_KEY
from ..table.animation import Animation
from ..table.body import TableBody
from ..table.captions import Captions
from ..table.commands import Commands
from ..table.hand import Hand
from ..table.hints import Hints
from ..table.key_router import KeyRouter
from ..table.question import Question
from ..table.readings import Readings
from ..table.sayings import Sayings
from ..table.shared_keyboard import SharedKeyboard
from ..table.sight import Sight
from ..table.takeback_question import TakebackQuestion
from ..table.typed_line import TypedLine
from ..widgets.answering import Answering
from ..widgets.board import BoardView
from ..widgets.choices import Choices
from ..widgets.line import Line

_TICK = 1.0
"""Seconds between two looks at the clock."""


class TableScreen(Answering[str]):
    """Plays one table. Dismissed with `left`, `over` or `after KEY`."""

    AUTO_FOCUS = ""  # the line for typing waits until it is asked for

    def __init__(self, table: Table, pause: float | None = None, captions: Captions | None = None) -> None:
        """`pause` is the seconds before moves of bots and draws here; None for that of the settings."""
        super().__init__()
        self.table = table
        self.captions = Captions(table, Sight(table)) if captions is None else captions
        self.sight = self.captions.sight
        self.body = TableBody(self.captions)
        self.animation = Animation(self, self.body)
        self.question = Question(table)
        self.sayings = Sayings(self.body, self.look)
        self.readings = Readings(self, self.captions, self.dismiss, self._stay)
        self.hand = Hand(self.body, self.sayings, self._make, self.ask)
        self.hints = Hints(self, table, self.hand, self.sayings)
        self.typed = TypedLine(self)
        self._commands = Commands(table, self.sayings, self.readings, self._make, self.hint, self.leave)
        self._keys = KeyRouter(self.body, self.hand, self.readings, self.sayings, self.acts)
        self._takeback = TakebackQuestion(self, table, self.obey)
        self._keyboard = SharedKeyboard(self, table, self.leave)
        self._pause = settings().seconds if pause is None else pause
        self._changed = asyncio.Event()
        """Set at each change of the table."""
        self._look_due = False
        self._ended = False

    def compose(self) -> ComposeResult:
        """One widget shows the whole table."""
        yield self.body

    # The life of the screen

    def on_mount(self) -> None:
        """Show the table, and keep it going."""
        self.query_one("#line", Line).can_focus = False
        self.table.changed = self._table_changed
        self.set_interval(_TICK, self.body.show_time)
        self.look()
        self._run()

    def on_screen_resume(self) -> None:
        """Look again: a question may have waited until nothing lay over the table."""
        self.look_soon()

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
            self.take_up()
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

    def take_up(self) -> None:
        """Begin a move if an answer is due; otherwise clear the hand."""
        self.question.take_up()
        self.sayings.forget()
        if self.table.asked and settings().bell:
            self.app.bell()
        seat = self.table.seat if self.table.asked else None
        self.body.move = PendingMove.of(self.table.game, self.sight.state, seat)
        self.call_after_refresh(self._painted)

    def _painted(self) -> None:
        """The question is on the screen now."""
        self.question.show(Message().time)
        if self.table.asked:
            self.ask()

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
        if not self.sight.is_current or self.sight.in_motion or not self.question.is_current:
            return False
        return self.question.is_shown if self.table.asked else self._ended

    # Keys, the pointer, and typed lines

    def on_key(self, event: events.Key) -> None:
        """Handle a key: of the typed line, the screen, the move builder, or a choice.

        A deciding key that was pressed before the question appeared was meant for something else or came twice.
        """
        if self.typed.is_open:
            if self.typed.hear(event):
                self.ask()  # the table again, which a second Enter does not answer
                self.look_soon()
            return
        key = name_of(event)
        self.animation.stop()
        if self.question.is_younger_than(event.time) and self.hand.decides(key):
            self.note_early_key()
        elif not self._keys.press(key):
            return
        event.stop()
        event.prevent_default()

    def note_early_key(self) -> None:
        """Show beside the question that a key was pressed twice."""
        self.sayings.note_early_key()

    def acts(self) -> Mapping[str, Callable[[], None]]:
        """Keys that mean the same in every game, and their effects; the score sheet, once there is one."""
        return {
            "enter": self.enter,
            "escape": self.hand.step_back,
            ":": self.typed.open,
            "/": self.typed.open,
            "?": self.help,
            "q": self.leave,
            "l": self.readings.log,
            "v": self.readings.trust,
            "b": self.readings.rules,
            "i": self.hint,
            "t": self.talk,
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
        self.ask()  # the table again, which a second Enter does not answer
        self.obey(line)

    def _make(self, move: Any) -> None:
        """Make a move that is legal in the state shown; drop it if the table has moved on meanwhile."""
        if self.table.asked and self.sight.is_current:
            self.sight.note_move()
            self.table.make(move)
            self.question.drop()
        self.look()

    # Acts

    def enter(self) -> None:
        """Make the move that is shown."""
        self.hand.enter()

    def hint(self) -> None:
        """Find a hint."""
        self.hints.ask()

    def obey(self, line: str) -> None:
        """Carry out a typed line."""
        self._commands.obey(line, self.size.width)

    def talk(self) -> None:
        """Begin a line of chat."""
        if self.table.talks:
            self.typed.open("say ")

    def help(self) -> None:
        """Show the keys."""
        self.readings.help(f"Keys of {self.table.game.title}", self.move)

    def leave(self) -> None:
        """Leave; before the end, after asking."""
        self.readings.leave()

    def ask_to_leave(self) -> bool:
        """Ask before Ctrl-C leaves a game that is not over; whether it asks."""
        if self.table.result is not None:
            return False
        self.leave()
        return True

    def _stay(self) -> None:
        """Return to the table: the person does not leave."""
        self._keyboard.ask_again()
        self.look_soon()
