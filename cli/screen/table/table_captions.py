"""The words around the boards of a table that is played, or watched live."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from ...games import presentation_of
from ...games.legend import legend_of
from ...games.phrases import Names
from ...table.answer import commands_of
from ...table.table import Table
from ..drawing import join
from ..fitting import cut
from ..help import help_text, watching_help_text
from ..pending_move import PendingMove
from ..render import log_text, question_text, title_line, whose_turn
from .captions import OWN_ROWS, PADDING, Words, usual_words
from .remarks import Remarks
from .sight import Sight

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


class TableCaptions:
    """The words of a table."""

    ends = True
    rows = OWN_ROWS
    log_at_end = True
    notes_early_keys = True

    def __init__(self, table: Table, sight: Sight) -> None:
        self.table = table
        self.sight = sight
        self.remarks = Remarks()

    def title(self, width: int) -> Text:
        """The game, the step, the player in turn and the time, on a line."""
        tells_draw = width + 2 * PADDING >= _WIDE
        return title_line(self.table, self._whose, self.sight.seconds, tells_draw, width)

    def _whose(self, names: Names) -> str:
        """The seats that the table waits for, in words."""
        whose = whose_turn(self.table, names)
        return f"watching · {whose}" if self.table.watched else whose

    def words(self, move: PendingMove, width: int, _has_list: bool) -> Words:
        """Question and preview."""
        return usual_words(self, move, width)

    @property
    def at_the_end(self) -> Mapping[str, str] | None:
        """The keys beside the result at the end of the game; None while no result is shown there."""
        if self.table.result is None:
            return None
        return {**self.table.afterwards, "e": "result", "q": "leave"}

    def foot(self, move: PendingMove) -> Mapping[str, str]:
        """The keys that mean something now."""
        if self.table.result is not None:
            ways = {"l": "log", "v": "trust", "b": "rules", "q": "leave", "?": "help"}
            return {**self.table.afterwards, "e": "result", **ways}
        if self.table.stopped:
            return {":": "type", "l": "log", "v": "trust", "b": "rules", "?": "help", "q": "leave"}
        talk = {"t": "talk"} if self.table.talks else {}
        if self.table.watched:
            boards = {"tab": "board"} if len(self.sight.picture.boards) > 1 else {}
            return {**boards, "l": "log", "v": "trust", "b": "rules", "?": "help", "q": "leave", **talk, ":": "type"}
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

    @property
    def help_title(self) -> str:
        """The title above the keys."""
        return f"Keys of {self.table.game.title}"

    def help(self, move: PendingMove) -> Text:
        """The keys, and the commands."""
        view, game = self.table.view(), self.table.game
        legend = {**legend_of(game), **presentation_of(game).phrases.things}
        if self.table.watched:
            return watching_help_text(self.table.talks, legend, commands_of(view))
        builder, pointer = move.builder, "point at a square, click to place"
        keys = {**_PICKING, "mouse": "click a word"} if builder is None else {**builder.all_keys, "mouse": pointer}
        lacking = {"t": not self.table.talks, "ctrl+z": "undo" in view.refused}
        without = [key for key, lacks in lacking.items() if lacks]
        asked = question_text(self.table, at_the_end=True, move=move)
        return help_text(asked, keys, game.move_help, without, legend, commands_of(view))
