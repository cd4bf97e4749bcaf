"""A table on the whole screen: boards, what is asked, and the move as it is put together."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from p2pgame.engine.squares import Square, parse_square
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, Static

from ... import rules
from ...aims import aim_of, words_beside
from ...aims.aim import Aim
from ...aims.keys import AIM_KEYS
from ...aims.menu import Words, next_words, unfold
from ...aims.preview import Preview, changed, gains, preview
from ...line.answer import answer
from ...line.replies import Make, Quit, Read, Say
from ...line.telling import result_told
from ...line.view import question
from ...pictures import picture_of
from ...pictures.picture import Board, Mark, Picture
from ...words.words import and_list
from ..drawing import joined, notes_lines, shelf_lines, sketch_lines, style
from ..help import help_text
from ..keys import foot, name_of
from ..labels import labelled, named
from ..layout import Layout, Other, arranged, others_text
from ..tables.table import Line, Paragraph, Table
from ..widgets.board import BoardView
from ..widgets.choices import Choices, keyed
from ..widgets.modal import Reading, formatted

AROUND = 6
"""Rows of the screen that are not the boards': title, question, preview, choices, foot."""

_GHOST = "▒"
_LOG_LINES = 60
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


class TableScreen(Screen[str]):
    """Plays one table. Dismissed with `left`, `over` or `again`."""

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
        super().__init__()
        self.table = table
        self.aim: Aim | None = None
        self.typed: Words = ()
        self._spellings: tuple[str, ...] = ()
        self._state: Any = None
        self._was_asked = False
        self._picture: Picture | None = None
        self._latest: dict[int | None, frozenset[Square]] = {}
        self._preview: Preview | None = None
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
            self._was_asked = self.table.asked
            self._begin_move()
        self._show()
        if self.table.result is not None and not self._ended and self.ENDS:
            self._ended = True
            self.show_end()

    def _take_state(self) -> None:
        before, self._state = self._picture, self.table.state
        self._picture = picture_of(self.table.game, self._state)
        self._latest = _differences(before, self._picture)
        self._since = time.monotonic()
        self._was_asked = False

    def _begin_move(self) -> None:
        """Forget what was being put together, and begin anew if an answer is due."""
        self.aim, self.typed, self._spellings, self._said = None, (), (), ""
        seat = self.table.seat
        if self.table.asked and seat is not None:
            self.aim = aim_of(self.table.game, self._state, seat)
            self._spellings = words_beside(self.table.game, self._state, seat, self.aim is not None)
            if self.aim is None:
                self.typed = unfold(self._spellings, ())
                self.typed = () if " ".join(self.typed) in self._spellings else self.typed
        self._preview_now()

    def _preview_now(self) -> None:
        self._preview = None
        seat, text = self.table.seat, self.spelled
        if seat is not None and self.table.asked and text:
            self._preview = preview(self.table.game, self._state, seat, text)

    @property
    def spelled(self) -> str:
        """The move as it stands: the words picked and the one under the cursor, or what is aimed."""
        if self.aim is not None and not self.typed:
            return self.aim.text
        current = self.query_one(Choices).current
        return " ".join((*self.typed, current.word)) if current else " ".join(self.typed)

    @property
    def ready(self) -> bool:
        """Whether it shows the table as it is, and waits for the person or is at the end."""
        current = self.table.state is self._state and self._was_asked == self.table.asked
        return current and (self.table.asked or self._ended)

    # Showing it

    def _show(self) -> None:
        self._show_title()
        self._show_choices()
        self._preview_now()
        self._show_boards()
        self._show_words()
        self._show_log()

    def _show_title(self) -> None:
        table = self.table
        seconds = int(time.monotonic() - self._since)
        clock = f" · {seconds // 60}:{seconds % 60:02}" if table.waiting and table.result is None else ""
        whose = "over" if table.result is not None else self._whose()
        fair = f"   {table.fairness}" if self.size.width >= 100 else ""
        self.query_one("#title", Static).update(Text(f"{table.game.title} · step {table.step} · {whose}{clock}{fair}"))

    def _whose(self) -> str:
        if not self.table.waiting:
            return self.table.wait or "going on"
        return "your move" if self.table.asked else f"waiting for {and_list(self._names(self.table.waiting))}"

    def _names(self, seats: tuple[int, ...]) -> list[str]:
        return [self.table.names[seat] for seat in seats]

    def _show_boards(self) -> None:
        picture = self._picture
        assert picture is not None
        own = picture.board_of(
            self.aim.board if self.aim is not None and self.aim.board is not None else self.table.seat
        )
        others = [board for board in picture.boards if board.seat != own.seat]
        height = self.size.height - AROUND - max(1, self.query_one(Choices).size.height)
        layout = arranged(own, others, self.size.width, height)
        board = self.query_one(BoardView)
        over = self.aim.columns if self.aim is not None and not self.typed else ()
        board.show(self._with_ghost(own), layout.scale, self._latest.get(own.seat, frozenset()), over)
        self._show_panel(own, picture, layout, height)
        named = [Other(each, self._title_of(each), self._latest.get(each.seat, frozenset())) for each in others]
        self.query_one("#others", Static).update(others_text(named, layout.others_cell, height))
        self.query_one("#others", Static).display = bool(others)
        log = self.query_one("#log")
        log.display, log.styles.width = layout.log > 0, layout.log

    def _with_ghost(self, own: Board) -> Board:
        """The board with the aim's own marks, and over them what the move would change."""
        if self.aim is not None and not self.typed:
            own = own.with_marks(self.aim.marks())
        known = self._preview
        if known is not None and known.after is not None and self._picture is not None:
            before, after = self._picture.board_of(own.seat), known.after.board_of(own.seat)
            own = own.with_marks({square: _ghost(after.at(square)) for square in changed(before, after)})
        square = self._square_of_choice(own)
        return own if square is None else own.with_marks({square: Mark(own.at(square).text, "cursor")})

    def _square_of_choice(self, own: Board) -> Square | None:
        """The square that the word under the cursor names."""
        current = self.query_one(Choices).current
        return parse_square(current.word, own.width, own.height) if current else None

    def _show_panel(self, own: Board, picture: Picture, layout: Layout, height: int) -> None:
        whose = "" if own.seat is None else self._title_of(own)
        lines = [Text(whose, style("strong"))] if whose else []
        lines += notes_lines(own.notes)
        sketch = self.aim.sketch() if self.aim is not None and not self.typed else None
        lines += [Text(), *sketch_lines(sketch)] if sketch else []
        lines += [Text()]
        for shelf in picture.shelves:
            lines += shelf_lines(replace(shelf, name=named(shelf.name, self.table.names)), layout.panel - 3)
        panel = self.query_one("#panel", Static)
        panel.styles.width = layout.panel
        panel.update(joined(lines[:height]))

    def _title_of(self, board: Board) -> str:
        seat = board.seat
        if seat is None:
            return ""
        if seat < 0:
            return "JEN"
        sign = "✓ " if seat in self.table.chosen else "… " if seat in self.table.waiting else ""
        return f"{sign}{self.table.names[seat]}"

    def _show_words(self) -> None:
        table = self.table
        asked = question(table.view()) if table.waiting else table.wait
        if table.result is not None and self.ENDS:
            asked = result_told(table.game, table.result, table.names).split("\n", 1)[0]
        if table.chosen and table.waiting:
            asked += f" {and_list(self._names(table.chosen))} {'has' if len(table.chosen) == 1 else 'have'} chosen."
        self.query_one("#question", Static).update(Text(self._said or named(asked.replace("`", ""), table.names)))
        self.query_one("#preview", Static).update(self._preview_text())
        self.query_one("#foot", Static).update(foot(self._foot()))

    def _preview_text(self) -> Text:
        known, picture = self._preview, self._picture
        if known is None or picture is None:
            return Text(self.table.fairness, style("faint"))
        move = Text(f"{self.spelled}  ", style("strong"))
        if not known.legal:
            return move.append(known.refusal, style("wrong" if self.aim is not None and not self.typed else "faint"))
        seat = self.aim.board if self.aim is not None else self.table.seat
        told = "" if known.after is None else gains(picture.board_of(seat), known.after.board_of(seat))
        end = "  and the game is over" if known.over else ""
        return move.append(f"{told}{end}", style("open"))

    def _foot(self) -> Mapping[str, str]:
        if self.table.result is not None:
            return {"e": "score sheet", "l": "log", "v": "trust", "q": "leave", "?": "help"}
        keys = self.aim.keys if self.aim is not None and not self.typed else {"← →": "choose", "enter": "do it"}
        begin = keys if self.table.asked else {}
        talk = {"t": "talk"} if self.table.talks else {}
        return {**begin, ":": "type", **talk, "?": "help", "q": "leave"}

    def _show_choices(self) -> None:
        choices = self.query_one(Choices)
        following = next_words(self._spellings, self.typed)
        words = labelled(self.table.game, self._picture or Picture(()), self.typed, following)
        alone = self.aim is None or bool(self.typed)
        taken = set(_ACTIONS) - {_END_KEY} if alone else set(_ACTIONS) | AIM_KEYS
        choices.show(keyed(words, taken), with_cursor=alone)

    def _show_log(self) -> None:
        self.query_one("#lines", Static).update(log_text(self.table.lines[-_LOG_LINES:]))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def on_resize(self) -> None:
        """Share the new space."""
        if self._picture is not None:
            self._show()

    # Keys and pointer

    def on_key(self, event: events.Key) -> None:
        """A key: of the screen, of the aim, or of a choice."""
        if self.has_class("typing"):
            if event.key == "escape":
                self._stop_typing()
                event.stop()
            return
        key = name_of(event)
        if self._press(key):
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
        if self.aim is not None and not self.typed and (aim := self.aim.press(key)) is not None:
            self.aim = aim
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

    def _show_move(self) -> None:
        """What changes while a move is put together."""
        self._preview_now()
        self._show_boards()
        self._show_words()

    def enter(self) -> None:
        """Make the move that is shown."""
        if not self.table.asked:
            return
        current = self.query_one(Choices).current
        if self.aim is not None and not self.typed:
            self._make_aimed()
        elif current is not None:
            self._pick(current.word)

    def _make_aimed(self) -> None:
        known = self._preview
        if known is not None and known.legal:
            self._make(known.move)

    def _pick(self, word: str) -> None:
        """Add a word; what follows without a choice is added as well; a whole move is made."""
        typed = unfold(self._spellings, (*self.typed, word))
        spelled = " ".join(typed)
        if spelled in self._spellings and not next_words(self._spellings, typed):
            self._make(self.table.game.parse(spelled))
            return
        self.typed = typed
        self._show_choices()
        self._show_move()

    def _make(self, move: Any) -> None:
        self.table.make(move)
        self._was_asked = False
        self.look()

    def step_back(self) -> None:
        """Back to where the move began."""
        self.typed = ()
        self._said = ""
        self._show_choices()
        self._show_move()

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The pointer moves the aim, and pressing places."""
        if not self.table.asked:
            return
        if self.aim is not None and not self.typed:
            self.aim = self.aim.point(event.square) or self.aim
            self._show_move()
            if event.pressed:
                self._make_aimed()
        elif event.pressed:
            self._pick_square(event.square)

    def _pick_square(self, square: Square) -> None:
        board = self.query_one(BoardView).board
        for choice in self.query_one(Choices).choices:
            if board is not None and parse_square(choice.word, board.width, board.height) == square:
                self._pick(choice.word)

    def on_choices_picked(self, event: Choices.Picked) -> None:
        """A choice was pressed by the pointer."""
        self._pick(event.word)

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

    # What keys of the screen do

    def help(self) -> None:
        """Show the keys."""
        keys = self.aim.keys if self.aim else {"← → tab": "move the cursor", "letter, digit": "pick", "enter": "pick"}
        self.app.push_screen(Reading(f"Keys of {self.table.game.title}", help_text(keys, self.table.game.move_help)))

    def show_rules(self) -> None:
        """Show the rules."""
        self.app.push_screen(Reading(f"Rules of {self.table.game.title}", formatted(rules.text(self.table.game.id))))

    def show_whole_log(self) -> None:
        """Show all that has happened."""
        self.app.push_screen(Reading("What has happened", log_text(self.table.lines)))

    def show_trust(self) -> None:
        """Show why nobody needs to be trusted."""
        self.app.push_screen(Reading("Why nobody needs to be trusted", trust_text(self.table.trust())))

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

    def show_end(self) -> None:
        """Show the score sheet."""
        result = self.table.result
        if result is None:
            return
        told = Text(result_told(self.table.game, result, self.table.names))
        told.append(f"\n\nThe log is {self.table.log}" if self.table.log else "")
        more = {key: (key, label) for key, label in self.table.afterwards.items()}
        self.app.push_screen(Reading("The game is over", told, more), self._after_end)

    def _after_end(self, word: str | None) -> None:
        if word in self.table.afterwards:
            self.dismiss(f"after {word}")

    def leave(self) -> None:
        """Leave, after asking."""
        if self.table.result is not None:
            self.dismiss("over")
            return
        more = {"y": ("yes", "leave")}
        self.app.push_screen(Reading("Leave this table?", Text(self.table.leaving), more), self._left)

    def _left(self, word: str | None) -> None:
        if word == "yes":
            self.dismiss("left")


def _ghost(after: Mark) -> Mark:
    return Mark(after.text if len(after.text.strip()) > 1 else after.text[0] + _GHOST, "ghost")


def _differences(before: Picture | None, after: Picture) -> dict[int | None, frozenset[Square]]:
    """For each board, the squares that have changed."""
    if before is None:
        return {}
    pairs = zip(before.boards, after.boards, strict=True)
    return {new.seat: frozenset(changed(old, new)) for old, new in pairs}


_LINE_INKS = {"move": "plain", "draw": "faint", "chat": "open", "news": "icon"}


def log_text(lines: list[Line], current: int | None = None) -> Text:
    """Lines with the numbers of their steps; those of the current one stand out."""
    told = [
        Text.assemble(
            (f"{line.step or '':>3} ", style("cursor" if line.step and line.step == current else "faint")),
            (line.text, style(_LINE_INKS[line.kind])),
        )
        for line in lines
    ]
    return joined(told)


def trust_text(paragraphs: tuple[Paragraph, ...]) -> Text:
    """Headings and their lines."""
    text = Text()
    for paragraph in paragraphs:
        text.append(f"{paragraph.heading}\n", style("strong"))
        for line in paragraph.lines:
            text.append(f"  {line}\n", style("plain"))
        text.append("\n")
    return text
