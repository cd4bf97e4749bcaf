"""A text on the screen that costs nothing while it stays the same."""

from __future__ import annotations

from rich.text import Text
from textual.visual import VisualType
from textual.widgets import Static


class CachedStatic(Static):
    """Drawn again only when it is given another text: most of a table stays as it is from key to key.

    Textual's Static is drawn at each update, and a table has eight of them for each key.
    """

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._given: VisualType = ""

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Show this; do nothing if it is already shown.

        A text with the same number of lines and columns moves nothing else.
        """
        if content == self._given:
            return
        same = isinstance(content, Text) and isinstance(self._given, Text) and _size(content) == _size(self._given)
        self._given = content
        super().update(content, layout=layout and not same)


def _size(text: Text) -> tuple[int, int]:
    lines = text.plain.split("\n")
    return len(lines), max(map(len, lines))
