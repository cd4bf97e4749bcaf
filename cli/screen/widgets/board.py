"""The board that is played on: large, with a ghost of the move being put together; the pointer names its squares."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from p2pgame.engine.picture import Board
from p2pgame.engine.squares import Square
from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ..drawing import LABEL, Run, board_runs

SCALES = ((10, 5), (8, 4), (6, 3), (4, 2), (2, 1))
"""Characters wide and high of a square, the largest first; the first that fits is used."""


class BoardView(Widget):
    """One board."""

    DEFAULT_CSS = """
    BoardView { width: auto; height: auto; }
    """

    class Pointed(Message):
        """The pointer is over a square, or pressed it."""

        def __init__(self, square: Square, pressed: bool) -> None:
            super().__init__()
            self.square = square
            self.pressed = pressed

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.board: Board | None = None
        self.scale = SCALES[-1]
        self._lines: list[list[Run]] = []
        self._under_pointer: Square | None = None

    def show(
        self,
        board: Board,
        initials: Sequence[str],
        scale: tuple[int, int],
        latest: Collection[Square],
        over: Collection[int],
    ) -> None:
        """Show this from now on; only lines that are others than before are drawn."""
        before, self._lines = self._lines, board_runs(board, initials, scale, latest, over)
        resized = self.board is None or self._extent(self.board, self.scale) != self._extent(board, scale)
        self.board, self.scale = board, scale
        if resized:
            self.refresh(layout=True)
        else:
            changed = [y for y, (old, new) in enumerate(zip(before, self._lines, strict=True)) if old != new]
            if changed:
                self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    @staticmethod
    def _extent(board: Board, scale: tuple[int, int]) -> tuple[int, int]:
        return LABEL + board.width * scale[0], board.height * scale[1] + 1

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The columns that the board takes."""
        return 0 if self.board is None else self._extent(self.board, self.scale)[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the board takes."""
        return 0 if self.board is None else self._extent(self.board, self.scale)[1]

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
        column = (event.x - LABEL) // self.scale[0]
        row = self.board.height - 1 - event.y // self.scale[1]
        if 0 <= column < self.board.width and 0 <= row < self.board.height and event.x >= LABEL:
            return column, row
        return None


def fitting_scale(board: Board, width: int, height: int) -> tuple[int, int]:
    """The largest scale at which a board fits into so many characters; the smallest if none does."""
    for wide, high in SCALES:
        if LABEL + wide * board.width <= width and high * board.height + 1 <= height:
            return wide, high
    return SCALES[-1]
