"""All that is seen of a table: boards, the question, the choices, the line for typing, the keys."""

from __future__ import annotations

from p2pgame.engine.picture import Board, initials
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from ...games import presentation_of
from ...games.builder_keys import BUILDER_KEYS
from ..drawing import join, rows_of, style
from ..keys import moving
from ..labels import label_words
from ..layout import (
    LOG,
    Layout,
    best_layout,
    lowered,
    other_width,
    own_width,
    rows_for_others,
    too_small,
    without_beyond,
)
from ..others import Other, others_text
from ..panel import end_panel, panel_text
from ..panels import FRAME
from ..pending_move import PendingMove
from ..render import board_title, is_up
from ..widgets.board import BoardView
from ..widgets.cached_static import CachedStatic
from ..widgets.choices import Choices, keyed
from ..widgets.foot import Foot
from ..widgets.line import Line
from .actions import ACTIONS, END_KEY
from .captions import PADDING, Captions, remark_or_question


class TableBody(Vertical):
    """Shows the last look at a table, and the move in hand, in the words of its captions."""

    def __init__(self, captions: Captions, bar: Widget | None = None) -> None:
        """In the words of these captions; `bar` is a further widget, above the foot."""
        super().__init__(id="body")
        self.captions = captions
        self.table = captions.table
        self.sight = captions.sight
        self.move = PendingMove(self.table.game, None, None)
        """The move in hand."""
        self._bar = bar
        self._has_list = False
        """Whether the list of events is beside the boards."""
        self._beside: tuple[list[Other], Layout | None, int] = ([], None, 0)
        """The displayed boards of the others, and their space."""
        self._beside_rows = 0
        """Rows that they take."""

    def compose(self) -> ComposeResult:
        """Title, boards, question, preview, choices, foot; the line for typing takes the foot's place."""
        yield CachedStatic(id="title")
        with Horizontal(id="main"):
            yield BoardView(id="board")
            yield CachedStatic(id="panel")
            yield CachedStatic(id="others")
            with VerticalScroll(id="log", can_focus=False):
                yield CachedStatic(id="lines")
        yield CachedStatic(id="news")
        yield CachedStatic(id="question")
        yield CachedStatic(id="preview")
        yield Choices(id="choices")
        if self._bar is not None:
            yield self._bar
        may_type = "a command" if self.table.watched else "a move or a command"
        yield Line(id="line", placeholder=f"{may_type}; `help` lists them", select_on_focus=False)
        yield Foot()

    @property
    def choices(self) -> Choices:
        """The words that may come next."""
        return self.query_one(Choices)

    @property
    def _width(self) -> int:
        """Columns of a line below the boards."""
        return self.screen.size.width - 2 * PADDING

    def show(self) -> None:
        """Show everything again."""
        self.show_title()
        self.show_choices()
        self.show_move()
        self._show_log()

    def show_move(self) -> None:
        """Show the parts that change while a move is built."""
        current = self.choices.current
        self.move.cursor = None if current is None else current.word
        self.move.look()
        self.show_boards()
        self.show_words()

    def show_title(self) -> None:
        """Show the player in turn, and the time."""
        self.query_one("#title", Static).update(self.captions.title(self._width))

    def show_time(self) -> None:
        """Show the parts that change while nothing happens: the clock, and the time left with a turn time."""
        self.show_title()
        if self.table.seconds is not None and not self.captions.remarks.text:
            self.query_one("#question", Static).update(remark_or_question(self.captions, self.move, self._width))

    def show_words(self) -> None:
        """Show the question, the effect of the move, and the keys."""
        words = self.captions.words(self.move, self._width, self._has_list)
        question, preview = self.query_one("#question", Static), self.query_one("#preview", Static)
        question.styles.height, preview.styles.height = words.question_rows, words.preview_rows
        question.update(words.question)
        preview.update(words.preview)
        self.query_one(Foot).show(self.captions.foot(self.move))

    def show_choices(self) -> None:
        """Show the words that may come next."""
        move = self.move
        words = label_words(move, self.sight.picture, self.table.names)
        taken = set(ACTIONS) | BUILDER_KEYS if move.building is not None or move.aside else set(ACTIONS) - {END_KEY}
        self.choices.show(keyed(words, taken | moving()), with_cursor=move.building is None)

    def show_boards(self) -> None:
        """Show the large board with the move in hand, its panel, the others and the news, as they share the screen."""
        picture = self.sight.shown
        whole = picture.board_of(self.sight.large if self.move.board is None else self.move.board)
        others = [without_beyond(board) for board in picture.others_of(whole)]
        width, rows = self.screen.size.width, self.choices.rows(self._width)
        height = self.screen.size.height - self.captions.rows - rows
        own = lowered(whole, height)
        problem = too_small(own, width, height)
        self.query_one(BoardView).display = not problem
        if problem:
            self._has_list = False
            self._show_problem(problem)
            return
        layout = best_layout(own, others, width, height, presentation_of(self.table.game).letters)
        beside = self._show_others(others, layout, rows_for_others(layout, own, others, height))
        taken = max(self._show_own(own, layout), beside)
        taken = max(taken, self._show_panel(own, layout, height, with_news=not layout.log and taken >= height))
        log = self.query_one("#log")
        self._has_list = log.display = layout.log > 0
        log.styles.width = layout.log
        self._show_news(0 if layout.log else height - taken)

    def _show_own(self, own: Board, layout: Layout) -> int:
        """The large board; the rows that it takes."""
        view, move = self.query_one(BoardView), self.move
        over = () if move.building is None else move.building.columns
        title = Text(
            board_title(self.table, own, own_width(own, layout)), style("strong" if self.table.asked else "plain")
        )
        board = own if self.sight.in_motion else move.drawn_on(own, self.sight.picture)
        latest = self.sight.marked.get(own.seat, frozenset())
        view.show(
            board,
            initials(self.table.names),
            layout,
            title,
            is_up(self.table, own),
            latest,
            over,
            self.sight.shown.marks_won,
        )
        return view.rows

    def _show_panel(self, own: Board, layout: Layout, height: int, with_news: bool) -> int:
        """The facts beside the large board; the rows that they take.

        `with_news`, the latest news are below them, because there is no row for them anywhere else.
        """
        panel = self.query_one("#panel", Static)
        panel.styles.width = layout.panel
        keys = self.captions.at_the_end
        if keys is None:
            facts = panel_text(self.table, own, self.sight.shown, self.move, layout, height)
            if with_news and layout.panel >= LOG and not layout.framed:
                news = self.captions.news(height - rows_of(facts) - 1, layout.panel - PADDING - 1)
                facts = join([facts, *([Text(), news] if news else [])])
        else:
            facts = end_panel(self.table, own, layout, height, self.sight.counted, keys)
        panel.update(facts)
        return rows_of(facts)

    def _show_others(self, others: list[Board], layout: Layout, height: int) -> int:
        """The boards of the others, drawn again only after a change; the rows that they take."""
        titled = [
            Other(
                each,
                board_title(self.table, each, other_width(each, layout) - (FRAME + 3 if layout.framed else 0)),
                self.sight.marked.get(each.seat, frozenset()),
                is_up(self.table, each),
            )
            for each in others
        ]
        beside = self.query_one("#others", Static)
        if (titled, layout, height) != self._beside:
            self._beside = titled, layout, height
            text = others_text(titled, initials(self.table.names), layout, height, self.sight.shown.marks_won)
            self._beside_rows = rows_of(text)
            beside.update(text)
        beside.display = bool(others)
        return self._beside_rows if others else 0

    def _show_news(self, rows: int) -> None:
        """The latest news, in that many free rows below the boards, if no list is beside them."""
        news, text = self.query_one("#news", Static), self.captions.news(rows, self._width)
        news.display = bool(text)
        news.update(text)

    def _show_problem(self, problem: str) -> None:
        """A sentence in place of the boards."""
        panel = self.query_one("#panel", Static)
        panel.styles.width = self.screen.size.width
        panel.update(Text(problem))
        self.query_one("#others").display = self.query_one("#log").display = False

    def _show_log(self) -> None:
        self.query_one("#lines", Static).update(self.captions.log(self.screen.size.height))
        scroll = self.query_one("#log", VerticalScroll)
        if self.captions.log_at_end:
            scroll.scroll_end(animate=False)
        else:
            scroll.scroll_home(animate=False)
