"""The board that is played on: large, with a ghost of the move being put together; the pointer names its squares."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from p2pgame.engine.picture import Board
from p2pgame.engine.squares import Square
from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ...words.widths import cell_len
from ..boards import board_runs
from ..drawing import LABEL, Run
from ..layout import Layout
from ..panels import enclosed


class BoardView(Widget):
    """One board."""

    class Pointed(Message):
        """The pointer is over a square, or pressed it."""

        def __init__(self, square: Square, pressed: bool) -> None:
            super().__init__()
            self.square = square
            self.pressed = pressed

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.board: Board | None = None
        self.scale = (2, 1)
        self._margin = 0
        """Columns, and rows, of its frame before the board."""
        self._lines: list[list[Run]] = []
        self._under_pointer: Square | None = None

    def show(
        self,
        board: Board,
        initials: Sequence[str],
        layout: Layout,
        title: Text,
        up: bool,
        latest: Collection[Square],
        over: Collection[int],
        fades: bool = False,
    ) -> None:
        """Show this from now on, in a frame with a title if the layout has frames: a bright one if that seat is `up`.

        Only lines that are others than before are drawn.
        """
        runs = board_runs(board, initials, layout.scale, latest, over, fades)
        before, self._lines = self._lines, enclosed(runs, title, up) if layout.framed else runs
        self.board, self.scale, self._margin = board, layout.scale, int(layout.framed)
        if _extent(before) != _extent(self._lines):
            self.refresh(layout=True)
        else:
            changed = [y for y, (old, new) in enumerate(zip(before, self._lines, strict=True)) if old != new]
            if changed:
                self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    @property
    def rows(self) -> int:
        """Rows of the content."""
        return len(self._lines)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The columns that the board takes."""
        return _extent(self._lines)[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the board takes."""
        return _extent(self._lines)[1]

    def render_line(self, y: int) -> Strip:
        """One line of the board."""
        ground = self.rich_style
        runs = self._lines[y] if y < len(self._lines) else []
        strip = Strip([Segment(text, ground + ink) for text, ink in runs])
        return strip.adjust_cell_length(self.size.width, ground)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Name the square, once for each."""
        square = self._square(event)
        if square is not None and square != self._under_pointer:
            self._under_pointer = square
            self.post_message(self.Pointed(square, pressed=False))

    def on_click(self, event: events.Click) -> None:
        """Name the square that was pressed."""
        square = self._square(event)
        if square is not None:
            self.post_message(self.Pointed(square, pressed=True))

    def on_leave(self) -> None:
        """Forget where the pointer was."""
        self._under_pointer = None

    def _square(self, event: events.MouseEvent) -> Square | None:
        if self.board is None:
            return None
        x, y = event.x - self._margin - LABEL, event.y - self._margin
        line = min(y // self.scale[1], self.board.height - 1) if y < self.rows else self.board.height
        column, row = x // self.scale[0], self.board.height - 1 - line
        if 0 <= column < self.board.width and 0 <= row < self.board.height and y >= 0:
            return column, row
        return None


def _extent(lines: Sequence[Sequence[Run]]) -> tuple[int, int]:
    """Columns and rows."""
    return max((sum(cell_len(text) for text, _ in line) for line in lines), default=0), len(lines)
