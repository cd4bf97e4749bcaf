"""How a table's parts share the screen: pure arithmetic, from 80 columns and 24 rows upwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from p2pgame.engine.picture import Board

from .drawing import LABEL
from .widgets.board import SCALES, fitting_scale

PANEL = 21
"""Columns of what stands beside one's own board, at least, where there is room for that."""

LOG = 20
"""Columns of the list of moves, at least; it is left out where there are fewer."""

WIDE_LOG = 32
"""Columns of that list, at least, on a screen of WIDE columns."""

WIDE = 140

BEFORE_LOG = 1
"""Columns free before its edge."""

NARROWEST = 12
"""Columns of another seat's board, at least, so that its name can be read."""

GAP = 2
"""Columns between the boards of others."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Sizes in characters."""

    scale: tuple[int, int]
    others_cell: int
    """Characters a square of the others' boards."""
    stack: int
    """How many of them stand one above another."""
    panel: int
    log: int
    """0 where it is left out."""


def arranged(own: Board, others: Sequence[Board], width: int, height: int) -> Layout:
    """The layout for a space; one's own board first, then the others', then the list of moves."""
    stack = _stack(others, width - LABEL - SCALES[-1][0] * own.width - PANEL, height)
    small = _others_width(others, 1, stack)
    log = WIDE_LOG if width >= WIDE else LOG if width >= 100 else 0
    scale = fitting_scale(own, width - PANEL - small - log - 2 * GAP, height)
    rest = width - LABEL - scale[0] * own.width - PANEL
    cell = 2 if _others_width(others, 2, stack) + (log if others else 0) <= rest else 1
    rest -= _others_width(others, cell, stack)
    log = 0 if rest < LOG else max(min(log, rest), LOG, rest // 2)
    return Layout(scale, cell, stack, PANEL + rest - (log + BEFORE_LOG if log else 0), log)


def too_small(own: Board, width: int, height: int) -> str:
    """Advice where a window is too small for the smallest squares of a board; empty where all fit."""
    wide, high = SCALES[-1]
    columns, rows = width - LABEL - wide * own.width, height - high * own.height
    if columns >= 0 and rows >= 0:
        return ""
    lacking = [f"{-rows} more rows"] * (rows < 0) + [f"{-columns} more columns"] * (columns < 0)
    return (
        f"This window is too small for the board: it needs {' and '.join(lacking)}. Make the window larger or its "
        "letters smaller, or leave and play in lines, with --plain. Logs and saved games are kept."
    )


def without_beyond(board: Board) -> Board:
    """The board without the rows at its top in which nothing can lie any more: facts need the room."""
    useless = next(
        (row for row, marks in enumerate(board.marks) if any(mark.ink != "beyond" for mark in marks)), board.height
    )
    return replace(board, marks=board.marks[useless:], rows=board.rows[useless:])


def _stack(others: Sequence[Board], width: int, height: int) -> int:
    """As many as leave room for all facts one a line, if the columns suffice for that; else as few as these allow.

    However few there are, no row is hidden by the next board: the panel is narrower then.
    """
    if not others:
        return 1
    count, tallest = len(others), max(board.height + 1 + len(board.notes) for board in others)
    roomy = max(1, min(count, height // tallest))
    if height >= tallest and _others_width(others, 1, roomy) <= width:
        return roomy
    most = max(1, min(count, height // max(board.height + 2 for board in others)))
    return next((stack for stack in range(1, most) if _others_width(others, 1, stack) <= width), most)


def label_width(board: Board) -> int:
    """Columns of the numbers of a small board's rows: with a space where that costs nothing."""
    longest = max(map(len, board.rows))
    return longest + (longest + board.width < NARROWEST)


def other_width(board: Board, cell: int) -> int:
    """Columns of another seat's board."""
    return max(label_width(board) + cell * board.width, NARROWEST)


def _others_width(others: Sequence[Board], cell: int, stack: int) -> int:
    if not others:
        return 0
    columns = -(-len(others) // stack)
    return columns * (other_width(others[0], cell) + GAP) - GAP
