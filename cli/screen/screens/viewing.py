"""How a table's screen is laid out and shows the table, and the move in hand, as they are now."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, ClassVar

from p2pgame.engine.picture import Picture, initials
from p2pgame.engine.squares import Square
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from ...games.builder_keys import BUILDER_KEYS
from ...games.phrases import Names
from ...profile.person import settings
from ...table.table import Table
from ...words.widths import wrapped
from ..drawing import joined, rows_of, style
from ..fitting import cut
from ..keys import moving
from ..labels import labelled
from ..layout import Layout, arranged, other_width, own_width, too_small, without_beyond
from ..others import Other, others_text
from ..panel import panel_text
from ..panels import FRAME
from ..pending_move import PendingMove
from ..render import (
    QUESTION_ROWS,
    board_title,
    differences,
    is_up,
    log_text,
    preview_text,
    question_text,
    still_marked,
    title_line,
    whose_turn,
)
from ..widgets.board import BoardView
from ..widgets.choices import Choices, keyed
from ..widgets.foot import Foot
from ..widgets.line import Line
from ..widgets.still import Still
from .actions import ACTIONS, END_KEY
from .reading import Reader

PADDING = 1
"""Columns free on each side of what is asked."""

_NEWS = 8
"""Rows of the last of what has happened, at the most."""

_LOG_LINES = 60
_WIDE = 100
"""Columns from which the title tells of the last draw as well."""


class Viewer(Reader):
    """Shows one table."""

    AROUND: ClassVar[int] = 5
    """Rows of the screen that are neither the boards' nor the choices': title, question, preview, foot."""

    ENDS: ClassVar[bool] = True
    """Whether the score sheet comes up by itself at the end."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._state: Any = None
        self._picture = Picture(())
        self._latest: dict[int | None, frozenset[Square]] = {}
        """Squares that are marked on each board: the last move of each seat, until one's own next one."""
        self._moved = False
        """Whether the person has made a move since the state that is shown."""
        self._was_asked = False
        self._whose_hand: int | None = None
        self._eyes: int | None = None
        """The seat whose board is large for a spectator, if one was chosen."""
        self._said = ""
        self._beside: tuple[list[Other], Layout | None, int] = ([], None, 0)
        """The others' boards as they are shown, and the space for them."""
        self._beside_rows = 0
        """Rows that they take."""
        self._since = time.monotonic()
        self._look_due = False
        self._ended = False

    def compose(self) -> ComposeResult:
        """Title, boards, question, preview, choices, foot; the line for typing takes the foot's place."""
        yield Still(id="title")
        with Horizontal(id="main"):
            yield BoardView(id="board")
            yield Still(id="panel")
            yield Still(id="others")
            with VerticalScroll(id="log", can_focus=False):
                yield Still(id="lines")
        yield Still(id="news")
        yield Still(id="question")
        yield Still(id="preview")
        yield Choices(id="choices")
        yield Line(id="line", placeholder="a move or a command; `help` lists them", select_on_focus=False)
        yield Foot()

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
        if (self.table.asked, self.table.seat) != (self._was_asked, self._whose_hand):
            self._take_up()
        self._show()
        if self.table.result is not None and not self._ended and self.ENDS:
            self._ended = True
            self.show_end()
        self.look_at_end()

    def _take_state(self) -> None:
        before, self._state = self._picture if self._state is not None else None, self.table.state
        self._picture = self.table.game.picture(self._state)
        shared = len(self._picture.boards) == 1 and not self.table.watched
        known = {} if self._moved else self._latest
        self._latest = still_marked(known, differences(before, self._picture), shared)
        self._moved = False
        self._since = time.monotonic()
        self._was_asked = False
        self.move = PendingMove(self.table.game, self._state, None)

    def _take_up(self) -> None:
        """Begin a move if an answer is due; else put away what was in hand."""
        self._was_asked, self._whose_hand, self._said = self.table.asked, self.table.seat, ""
        if self._was_asked and settings().bell:
            self.app.bell()
        self.move = PendingMove.of(self.table.game, self._state, self.table.seat if self.table.asked else None)

    @property
    def spelled(self) -> str:
        """The move as it stands."""
        return self.move.spelled

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
        """Redraw the parts that change while a move is built."""
        current = self.query_one(Choices).current
        self.move.cursor = None if current is None else current.word
        self.move.look()
        self._show_boards()
        self._show_words()

    def _show_title(self) -> None:
        seconds = int(time.monotonic() - self._since)
        width = self.size.width - 2 * PADDING
        title = title_line(self.table, self._whose, seconds, self._title_tells_draw, width)
        self.query_one("#title", Static).update(title)

    @property
    def _title_tells_draw(self) -> bool:
        """Whether the title tells of the last draw as well."""
        return self.size.width >= _WIDE

    def _show_time(self) -> None:
        """Redraw the parts that change while nothing happens: the clock, and the time left with a turn time."""
        self._show_title()
        if self.table.seconds is not None and not self._said:
            self.query_one("#question", Static).update(self._question())

    def _whose(self, names: Names) -> str:
        whose = whose_turn(self.table, names)
        return f"watching · {whose}" if self.table.watched else whose

    def _show_boards(self) -> None:
        picture, move, letters = self._picture, self.move, initials(self.table.names)
        mine = self._eyes if self.table.seat is None else self.table.seat
        own = picture.board_of(mine if move.board is None else move.board)
        others = [without_beyond(board) for board in picture.others_of(own)]
        height = self.size.height - self.AROUND - self.query_one(Choices).rows(self.size.width - 2 * PADDING)
        layout = arranged(own, others, self.size.width, height)
        over = () if move.building is None else move.building.columns
        latest = self._latest.get(own.seat, frozenset())
        view, panel = self.query_one(BoardView), self.query_one("#panel", Static)
        problem = too_small(own, self.size.width, height)
        view.display = not problem
        if problem:
            self._show_problem(problem)
            return
        title = board_title(self.table, own, own_width(own, layout))
        ink = style("strong" if self.table.asked else "plain")
        view.show(move.drawn_on(own, picture), letters, layout, Text(title, ink), is_up(self.table, own), latest, over)
        panel.styles.width = layout.panel
        facts = panel_text(self.table, own, picture, move, layout, height)
        panel.update(facts)
        titled = [
            Other(
                each,
                board_title(self.table, each, other_width(each, layout) - (FRAME + 3 if layout.framed else 0)),
                self._latest.get(each.seat, frozenset()),
                is_up(self.table, each),
            )
            for each in others
        ]
        beside = self.query_one("#others", Static)
        if (titled, layout, height) != self._beside:
            self._beside = titled, layout, height
            text = others_text(titled, letters, layout, height)
            self._beside_rows = rows_of(text)
            beside.update(text)
        beside.display = bool(others)
        log = self.query_one("#log")
        log.display, log.styles.width = layout.log > 0, layout.log
        taken = max(view.rows, rows_of(facts), self._beside_rows if others else 0)
        self._show_news(0 if layout.log else height - taken)

    def _show_news(self, rows: int) -> None:
        """The last of what has happened, in so many free rows below the boards, where no list is beside them."""
        news, width = self.query_one("#news", Static), self.size.width - 2 * PADDING
        lines = self.table.lines[-min(rows, _NEWS) :] if rows > 0 else ()
        news.display = bool(lines)
        news.update(joined([cut(log_text([line]), width) for line in lines]))

    def _show_problem(self, problem: str) -> None:
        """A sentence in place of the boards."""
        panel = self.query_one("#panel", Static)
        panel.styles.width = self.size.width
        panel.update(Text(problem))
        self.query_one("#others").display = self.query_one("#log").display = False

    def _show_words(self) -> None:
        asked, told = self._question_or_said(), preview_text(self.table, self._picture, self.move)
        width = self.size.width - 2 * PADDING
        spare = QUESTION_ROWS - len(wrapped(asked.plain, width)) if told.cell_len > width else 0
        question, preview = self.query_one("#question", Static), self.query_one("#preview", Static)
        question.styles.height, preview.styles.height = QUESTION_ROWS - max(spare, 0), 1 + max(spare, 0)
        question.update(asked)
        preview.update(told if spare > 0 and len(wrapped(told.plain, width - 1)) <= 1 + spare else cut(told, width))
        self.query_one(Foot).show(self._foot())

    def _question_or_said(self) -> Text:
        return Text(self._said) if self._said else self._question()

    def _question(self) -> Text:
        return question_text(self.table, self.ENDS, self.size.width - 2 * PADDING, self.move)

    def _foot(self) -> Mapping[str, str]:
        if self.table.result is not None:
            after = self.table.afterwards if self.ENDS else {}
            return {"e": "score sheet", **after, "l": "log", "v": "trust", "q": "leave", "?": "help"}
        if self.table.watched:
            boards = {"tab": "board"} if len(self._picture.boards) > 1 else {}
            return {**boards, "l": "log", "v": "trust", "b": "rules", "?": "help", "q": "leave"}
        talk = {"t": "talk"} if self.table.talks else {}
        return {**self.move.keys, "?": "help", "q": "leave", **talk, ":": "type"}

    def look_from(self, seat: int) -> None:
        """Show the board of that seat large."""
        self._eyes = seat % len(self.table.names)
        self._show()

    def _show_choices(self) -> None:
        move = self.move
        words = labelled(move, self._picture, self.table.names)
        taken = set(ACTIONS) | BUILDER_KEYS if move.building is not None or move.aside else set(ACTIONS) - {END_KEY}
        self.query_one(Choices).show(keyed(words, taken | moving()), with_cursor=move.building is None)

    def _show_log(self) -> None:
        self.query_one("#lines", Static).update(log_text(self.table.lines[-_LOG_LINES:]))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def on_resize(self) -> None:
        """Share the new space."""
        if self._state is not None:
            self._show()
