"""The words around the boards of a table: title, question, preview, foot, log and help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from rich.text import Text

from ...table.table import Table
from ...words.widths import wrap
from ..fitting import cut
from ..pending_move import PendingMove
from ..render import QUESTION_ROWS, preview_text, question_text
from .remarks import Remarks
from .sight import Sight

PADDING = 1
"""Columns free on each side of a line below the boards."""

OWN_ROWS = 5
"""Rows of title, question, preview and foot."""


@dataclass(frozen=True, slots=True)
class Words:
    """The lines below the boards, and the rows that each may take."""

    question: Text
    preview: Text
    question_rows: int = QUESTION_ROWS
    preview_rows: int = 1


class Captions(Protocol):
    """The words of a table of some kind. Widths are columns without the padding."""

    ends: bool
    """Whether the question gives way to the result at the end."""
    rows: int
    """Rows of the screen that are neither the boards' nor the choices'."""
    log_at_end: bool
    """Whether the list beside the boards is scrolled to its end."""
    notes_early_keys: bool
    """Whether a sentence beside the question says that a key came too soon."""
    sight: Sight
    remarks: Remarks

    @property
    def table(self) -> Table:
        """The table."""

    def title(self, width: int) -> Text:
        """The line above the boards."""

    def words(self, move: PendingMove, width: int, has_list: bool) -> Words:
        """The lines below the boards. `has_list`, the list of events is beside the boards."""

    @property
    def at_the_end(self) -> Mapping[str, str] | None:
        """The keys beside the result at the end of the game; None while no result is shown there."""

    def foot(self, move: PendingMove) -> Mapping[str, str]:
        """The keys that mean something now."""

    def news(self, rows: int, width: int) -> Text:
        """The latest news, in that many free rows below the boards, if no list is beside them."""

    def log(self, rows: int) -> Text:
        """The list beside the boards."""

    def whole_log(self) -> tuple[Text, int]:
        """All events, and the line to begin at."""

    @property
    def help_title(self) -> str:
        """The title above the keys."""

    def help(self, move: PendingMove) -> Text:
        """The keys, and the commands."""


def remark_or_question(captions: Captions, move: PendingMove, width: int) -> Text:
    """The latest sentence, or the question."""
    if text := captions.remarks.text:
        return Text(text)
    return question_text(captions.table, captions.ends, width, move)


def usual_words(captions: Captions, move: PendingMove, width: int) -> Words:
    """Question and preview. A long preview takes the rows that a short question leaves free."""
    asked = remark_or_question(captions, move, width)
    preview = preview_text(captions.table, captions.sight.picture, move)
    spare = max(QUESTION_ROWS - len(wrap(asked.plain, width)), 0) if preview.cell_len > width else 0
    fits = spare > 0 and len(wrap(preview.plain, width - 1)) <= 1 + spare
    return Words(asked, preview if fits else cut(preview, width), QUESTION_ROWS - spare, 1 + spare)
