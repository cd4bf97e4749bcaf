"""The words around the boards of a table: title, question, preview, foot, log and help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.text import Text

from ...games import presentation_of
from ...games.legend import legend_of
from ...games.phrases import Names
from ...table.answer import commands_of
from ...table.table import Table
from ...words.widths import wrap
from ..drawing import join
from ..fitting import cut
from ..help import help_text, watching_help_text
from ..pending_move import PendingMove
from ..render import QUESTION_ROWS, log_text, preview_text, question_text, title_line, whose_turn
from .sight import Sight

PADDING = 1
"""Columns free on each side of a line below the boards."""

_WIDE = 100
"""Columns of a screen from which the title shows the last draw as well."""

_NEWS = 8
"""Rows of the latest news, at most."""

_LOG_LINES = 60

_PICKING = {
    "← → tab": "move the cursor",
    "letter": "select",
    "digits": "a number, if there are numbers",
    "enter": "select",
    "esc": "start over",
}


@dataclass(frozen=True, slots=True)
class Words:
    """The lines below the boards, and the rows that each may take."""

    question: Text
    preview: Text
    question_rows: int = QUESTION_ROWS
    preview_rows: int = 1


class Captions:
    """The words of a table that is played, or watched live. Widths are columns without the padding."""

    ends = True
    """Whether the question gives way to the result at the end."""
    rows = 5
    """Rows of the screen that are neither the boards' nor the choices': title, question, preview, foot."""
    log_at_end = True
    """Whether the list beside the boards is scrolled to its end."""

    def __init__(self, table: Table, sight: Sight) -> None:
        self.table = table
        self.sight = sight
        self.said = ""
        """A sentence in place of the question; empty for the question."""
        self.answer = ""
        """An answer with its title, which stands in place of the question until the move is made or cancelled."""
        self.has_list = False
        """Whether the list of events is beside the boards."""

    def title(self, width: int) -> Text:
        """The game, the step, the player in turn and the time, on a line."""
        return title_line(self.table, self.whose, self.sight.seconds, self.tells_draw(width), width)

    def whose(self, names: Names) -> str:
        """The seats that the table waits for, in words."""
        whose = whose_turn(self.table, names)
        return f"watching · {whose}" if self.table.watched else whose

    def tells_draw(self, width: int) -> bool:
        """Whether the title shows the last draw as well."""
        return width + 2 * PADDING >= _WIDE

    def question(self, move: PendingMove, width: int) -> Text:
        """The latest sentence, or the question."""
        if text := self.said or self.answer:
            return Text(text)
        return question_text(self.table, self.ends, width, move)

    def words(self, move: PendingMove, width: int) -> Words:
        """Question and preview. A long preview takes the rows that a short question leaves free."""
        asked, preview = self.question(move, width), preview_text(self.table, self.sight.picture, move)
        spare = max(QUESTION_ROWS - len(wrap(asked.plain, width)), 0) if preview.cell_len > width else 0
        fits = spare > 0 and len(wrap(preview.plain, width - 1)) <= 1 + spare
        return Words(asked, preview if fits else cut(preview, width), QUESTION_ROWS - spare, 1 + spare)

    @property
    def at_the_end(self) -> Mapping[str, str] | None:
        """The keys beside the result at the end of the game; None while no result is shown there."""
        if self.table.result is None:
            return None
        return {**self.table.afterwards, "e": "result", "q": "leave"}

    def foot(self, move: PendingMove) -> Mapping[str, str]:
        """The keys that mean something now."""
        if self.table.result is not None:
            after = self.table.afterwards if self.ends else {}
            return {**after, "e": "result", "l": "log", "v": "trust", "b": "rules", "q": "leave", "?": "help"}
        if self.table.stopped:
            return {":": "type", "l": "log", "v": "trust", "b": "rules", "?": "help", "q": "leave"}
        if self.table.watched:
            boards = {"tab": "board"} if len(self.sight.picture.boards) > 1 else {}
            return {**boards, "l": "log", "v": "trust", "b": "rules", "?": "help", "q": "leave"}
        talk = {"t": "talk"} if self.table.talks else {}
        back = {"ctrl+z": "take back"} if self.table.may_take_back else {}
        more = {"i": "hint", "b": "rules", "l": "log", "v": "trust"}
        return {**move.keys, "?": "help", "q": "leave", **back, **talk, ":": "type", **more}

    def news(self, rows: int, width: int) -> Text:
        """The latest news, in that many free rows below the boards, if no list is beside them."""
        lines = self.table.lines[-min(rows, _NEWS) :] if rows > 0 else ()
        return join([cut(log_text([line]), width) for line in lines])

    def log(self, _rows: int) -> Text:
        """The list beside the boards."""
        return log_text(self.table.lines[-_LOG_LINES:])

    def whole_log(self) -> tuple[Text, int]:
        """All events, and the line to begin at."""
        return log_text(self.table.lines), len(self.table.lines)

    def help(self, move: PendingMove) -> Text:
        """The keys, and the commands."""
        view, game = self.table.view(), self.table.game
        legend = {**legend_of(game), **presentation_of(game).phrases.things}
        if self.table.watched:
            return watching_help_text(legend, commands_of(view))
        builder, pointer = move.builder, "point at a square, click to place"
        keys = {**_PICKING, "mouse": "click a word"} if builder is None else {**builder.all_keys, "mouse": pointer}
        lacking = {"t": not self.table.talks, "ctrl+z": "undo" in view.refused}
        without = [key for key, lacks in lacking.items() if lacks]
        asked = question_text(self.table, at_the_end=True, move=move)
        return help_text(asked, keys, game.move_help, without, legend, commands_of(view))
