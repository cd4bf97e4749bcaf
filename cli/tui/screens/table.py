"""A table on the whole screen: boards, what is asked, and the move as it is put together."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, ClassVar

from p2pgame.engine.squares import Square, parse_square
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Static

from ...aims.keys import AIM_KEYS
from ...line.answer import answer
from ...line.replies import Make, Quit, Read, Say
from ...pictures import picture_of
from ...pictures.picture import Picture
from ..hand import Hand
from ..keys import foot, name_of
from ..labels import labelled
from ..layout import Other, arranged, others_text
from ..showing import (
    board_title,
    differences,
    log_text,
    panel_text,
    preview_text,
    question_text,
    title_text,
    whose_turn,
)
from ..tables.table import Table
from ..widgets.board import BoardView
from ..widgets.choices import Choices, keyed
from ..widgets.modal import Reading, formatted
from .reading import Reader

AROUND = 6
"""Rows of the screen that are not the boards': title, question, preview, choices, foot."""

_LOG_LINES = 60
_WIDE = 100
"""Columns from which the title tells of the last draw as well."""

_TICK = 1.0
"""Seconds between two looks at the clock."""

_ACTIONS: Mapping[str, str] = {
    "enter": "enter",
    "escape": "step_back",
    ":": "type_line",
    "/": "type_line",
    "?": "help",
    "q": "leave",
    "l": "show_whole_log",
    "v": "show_trust",
    "b": "show_rules",
    "e": "show_end",
    "i": "hint",
    "t": "talk",
    "ctrl+z": "undo",
}
"""Key to the method that it calls, whatever is being played."""

_END_KEY = "e"
"""Means the score sheet once there is one; before, it is a letter like others."""

_CURSOR_KEYS: Mapping[str, int] = {"left": -1, "up": -1, "right": 1, "down": 1, "tab": 1, "shift+tab": -1}


class TableScreen(Reader):
    """Plays one table."""

    DEFAULT_CSS = """
    TableScreen { layout: vertical; overflow: hidden; }
    TableScreen #title { height: 1; background: $panel; color: $text; text-style: bold; padding: 0 1; }
    TableScreen #main { height: 1fr; overflow: hidden; }
    TableScreen #panel { padding: 0 0 0 2; height: 100%; }
    TableScreen #others { width: auto; height: 100%; }
    TableScreen #log { height: 100%; border-left: solid $panel; padding: 0 0 0 1; scrollbar-size: 0 0; }
    TableScreen #question { height: 2; color: $text; padding: 0 1; }
    TableScreen #preview { height: 1; padding: 0 1; }
    TableScreen #choices { padding: 0 1; }
    TableScreen #foot { height: 1; background: $panel; padding: 0 1; }
    TableScreen #line { height: 1; border: none; padding: 0 1; display: none; background: $boost; }
    TableScreen #line.typing { display: block; }
    TableScreen.typing #foot { display: none; }
    """

    ENDS: ClassVar[bool] = True
    """Whether the score sheet comes up by itself at the end."""
    AUTO_FOCUS = ""  # the line for typing waits until it is asked for

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._state: Any = None
        self._picture = Picture(())
        self._latest: dict[int | None, frozenset[Square]] = {}
        self._was_asked = False
        self._said = ""
        self._since = time.monotonic()
        self._look_due = False
        self._ended = False

    # What it is made of

    def compose(self) -> ComposeResult:
        """Title, boards, question, preview, choices, foot; the line for typing takes the foot's place."""
        yield Static(id="title")
        with Horizontal(id="main"):
            yield BoardView(id="board")
            yield Static(id="panel")
            yield Static(id="others")
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="lines")
        yield Static(id="question")
        yield Static(id="preview")
        yield Choices(id="choices")
        yield Input(id="line", placeholder="a move or a command; `help` lists them", select_on_focus=False)
        yield Static(id="foot")

    def on_mount(self) -> None:
        """Begin to look at the table, and let it go on."""
        self.query_one("#line", Input).can_focus = False
        self.table.changed = self.look_soon
        self.set_interval(_TICK, self._show_title)
        self.look()
        self._run()

    @work(exit_on_error=True)
    async def _run(self) -> None:
        await self.table.run()
        self.look_soon()

    # Looking at the table

    def look_soon(self) -> None:
        """Look once, however often this is called before."""
        if not self._look_due:
            self._look_due = True
            self.call_later(self.look)

    def look(self) -> None:
        """Show the table as it is now."""
        self._look_due = False
        if not self.is_attached:
            return
        if self.table.state is not self._state:
            self._take_state()
        if self.table.asked != self._was_asked:
            self._take_up()
        self._show()
        if self.table.result is not None and not self._ended and self.ENDS:
            self._ended = True
            self.show_end()

    def _take_state(self) -> None:
        before, self._state = self._picture if self._state is not None else None, self.table.state
        self._picture = picture_of(self.table.game, self._state)
        self._latest = differences(before, self._picture)
        self._since = time.monotonic()
        self._was_asked = False
        self.hand = Hand(self.table.game, self._state, None)

    def _take_up(self) -> None:
        """Begin a move if an answer is due; else put away what was in hand."""
        self._was_asked, self._said = self.table.asked, ""
        self.hand = Hand.of(self.table.game, self._state, self.table.seat if self.table.asked else None)

    @property
    def spelled(self) -> str:
        """The move as it stands."""
        return self.hand.spelled

    @property
    def ready(self) -> bool:
        """Whether it shows the table as it is, and waits for the person or is at the end."""
        current = self.table.state is self._state and self._was_asked == self.table.asked
        return current and (self.table.asked or self._ended)

    # Showing it

    def _show(self) -> None:
        self._show_title()
        self._show_choices()
        self._show_move()
        self._show_log()

    def _show_move(self) -> None:
        """What changes while a move is put together."""
        current = self.query_one(Choices).current
        self.hand.cursor = None if current is None else current.word
        self.hand.look()
        self._show_boards()
        self._show_words()

    def _show_title(self) -> None:
        seconds = int(time.monotonic() - self._since)
        title = title_text(self.table, self._whose(), seconds, self.size.width >= _WIDE)
        self.query_one("#title", Static).update(title)

    def _whose(self) -> str:
        return whose_turn(self.table)

    def _show_boards(self) -> None:
        picture, hand = self._picture, self.hand
        own = picture.board_of(self.table.seat if hand.board is None else hand.board)
        others = [board for board in picture.boards if board.seat != own.seat]
        height = self.size.height - AROUND - max(1, self.query_one(Choices).size.height)
        layout = arranged(own, others, self.size.width, height)
        over = () if hand.aiming is None else hand.aiming.columns
        latest = self._latest.get(own.seat, frozenset())
        self.query_one(BoardView).show(hand.drawn_on(own, picture), layout.scale, latest, over)
        panel = self.query_one("#panel", Static)
        panel.styles.width = layout.panel
        panel.update(panel_text(self.table, own, picture, hand, layout.panel, height))
        titled = [
            Other(each, board_title(self.table, each), self._latest.get(each.seat, frozenset())) for each in others
        ]
        beside = self.query_one("#others", Static)
        beside.update(others_text(titled, layout.others_cell, height))
        beside.display = bool(others)
        log = self.query_one("#log")
        log.display, log.styles.width = layout.log > 0, layout.log

    def _show_words(self) -> None:
        asked = Text(self._said) if self._said else question_text(self.table, self.ENDS)
        self.query_one("#question", Static).update(asked)
        self.query_one("#preview", Static).update(preview_text(self.table, self._picture, self.hand))
        self.query_one("#foot", Static).update(foot(self._foot()))

    def _foot(self) -> Mapping[str, str]:
        if self.table.result is not None:
            return {"e": "score sheet", "l": "log", "v": "trust", "q": "leave", "?": "help"}
        talk = {"t": "talk"} if self.table.talks else {}
        return {**self.hand.keys, ":": "type", **talk, "?": "help", "q": "leave"}

    def _show_choices(self) -> None:
        hand = self.hand
        words = labelled(self.table.game, self._picture, hand.typed, hand.following)
        taken = set(_ACTIONS) | AIM_KEYS if hand.aiming is not None else set(_ACTIONS) - {_END_KEY}
        self.query_one(Choices).show(keyed(words, taken), with_cursor=hand.aiming is None)

    def _show_log(self) -> None:
        self.query_one("#lines", Static).update(log_text(self.table.lines[-_LOG_LINES:]))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def on_resize(self) -> None:
        """Share the new space."""
        if self._state is not None:
            self._show()

    # Keys and pointer

    def on_key(self, event: events.Key) -> None:
        """A key: of the screen, of the aim, or of a choice."""
        if self.has_class("typing"):
            if event.key == "escape":
                self._stop_typing()
                event.stop()
            return
        if self._press(name_of(event)):
            event.stop()
            event.prevent_default()

    def _press(self, key: str) -> bool:
        """Do what a key means; whether it means anything."""
        self._said = ""
        if key in _ACTIONS and (key != _END_KEY or self.table.result is not None):
            getattr(self, _ACTIONS[key])()
            return True
        if not self.table.asked:
            return False
        if self.hand.press(key):
            self._show_move()
            return True
        return self._press_choice(key)

    def _press_choice(self, key: str) -> bool:
        choices = self.query_one(Choices)
        for choice in choices.choices:
            if choice.key == key:
                self._pick(choice.word)
                return True
        if key in _CURSOR_KEYS and choices.cursor is not None:
            choices.move(_CURSOR_KEYS[key])
            self._show_move()
            return True
        return False

    def enter(self) -> None:
        """Make the move that is shown."""
        if self.hand.aiming is not None:
            self._make_aimed()
        elif self.hand.cursor is not None:
            self._pick(self.hand.cursor)

    def step_back(self) -> None:
        """Back to where the move began."""
        self._said = ""
        self.hand.step_back()
        self._show_choices()
        self._show_move()

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The pointer moves the aim, and pressing places."""
        if self.hand.point(event.square):
            self._show_move()
            if event.pressed:
                self._make_aimed()
        elif event.pressed:
            self._pick_square(event.square)

    def on_choices_picked(self, event: Choices.Picked) -> None:
        """A choice was pressed by the pointer."""
        self._pick(event.word)

    def _pick_square(self, square: Square) -> None:
        board = self.query_one(BoardView).board
        for word in self.hand.following:
            if board is not None and parse_square(word, board.width, board.height) == square:
                self._pick(word)
                return

    def _pick(self, word: str) -> None:
        move = self.hand.pick(word)
        if move is not None:
            self._make(move)
        else:
            self._show_choices()
            self._show_move()

    def _make_aimed(self) -> None:
        if self.hand.known is not None and self.hand.known.legal:
            self._make(self.hand.known.move)

    def _make(self, move: Any) -> None:
        """Make a move that is legal in the state shown; drop it if the table has gone on meanwhile."""
        if self.table.asked and self.table.state is self._state:
            self.table.make(move)
            self._was_asked = False
        self.look()

    # Typing

    def type_line(self, begin: str = "") -> None:
        """Open the line for typing."""
        line = self.query_one("#line", Input)
        self.add_class("typing")
        line.add_class("typing")
        line.can_focus = True
        line.value = begin
        line.cursor_position = len(begin)
        line.focus()

    def _stop_typing(self) -> None:
        line = self.query_one("#line", Input)
        self.remove_class("typing")
        line.remove_class("typing")
        line.value = ""
        line.can_focus = False
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what the line asks for, as in line mode."""
        line = event.value
        self._stop_typing()
        self.obey(line)

    def obey(self, line: str) -> None:
        """Do what a typed line asks for."""
        said = ""
        match answer(self.table.view(), line):
            case Make(move, _):
                self._make(move)
            case Say(text) if "\n" in text or len(text) > 2 * self.size.width - 4:
                self.app.push_screen(Reading("", Text(text)))
            case Say(text):
                said = text
            case Read(text):
                self.app.push_screen(Reading(self.table.game.title, formatted(text)))
            case Quit():
                self.leave()
            case reply:
                said = self.table.obey(reply)
        self.look()
        self._said = said.replace("`", "")
        self._show_words()

    def hint(self) -> None:
        """What a bot would do."""
        self.obey("hint")

    def undo(self) -> None:
        """Take the last move back."""
        self.obey("undo")

    def talk(self) -> None:
        """Begin a line of chat."""
        if self.table.talks:
            self.type_line("say ")
