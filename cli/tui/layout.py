"""How a table's parts share the screen: pure arithmetic, from 80 columns and 24 rows upwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from ..pictures.picture import Board
from .drawing import LABEL, beside, board_lines, joined, notes_line, notes_lines, style
from .widgets.board import fitting_scale

PANEL = 21
"""Columns of what stands beside one's own board, at least."""

LOG = 20
"""Columns of the list of moves, at least; it is left out where there are fewer."""

NARROWEST = 12
"""Columns of another seat's board, at least, so that its name can be read."""

_GAP = 2


@dataclass(frozen=True, slots=True)
class Layout:
    """Sizes in characters."""

    scale: tuple[int, int]
    others_cell: int
    """Characters a square of the others' boards."""
    panel: int
    log: int
    """0 where it is left out."""


def arranged(own: Board, others: Sequence[Board], width: int, height: int) -> Layout:
    """The layout for a space; one's own board first, then the others', then the list of moves."""
    small = _others_width(others, 1, height)
    log = LOG if width >= 100 else 0
    scale = fitting_scale(own, width - PANEL - small - log - 2 * _GAP, height)
    rest = width - LABEL - scale[0] * own.width - PANEL - _GAP
    cell = 2 if _others_width(others, 2, height) + (log if others else 0) <= rest else 1
    rest -= _others_width(others, cell, height)
    log = 0 if rest < LOG else max(LOG, rest // 2)
    return Layout(scale, cell, PANEL + rest - log, log)


def _others_width(others: Sequence[Board], cell: int, height: int) -> int:
    if not others:
        return 0
    a_column = max(1, height // (others[0].height + 2))
    columns = -(-len(others) // a_column)
    return columns * (max(cell * others[0].width, NARROWEST) + _GAP)


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else's board, with what is said above it."""

    board: Board
    title: str
    latest: frozenset[tuple[int, int]]


def others_text(others: Sequence[Other], cell: int, height: int) -> Text:
    """The boards of the others, stacked as high as there is room, then side by side."""
    blocks = [_block(other, cell, height) for other in others]
    if not blocks:
        return Text()
    a_column = max(1, height // max(others[0].board.height + 2, 1))
    columns = [blocks[start : start + a_column] for start in range(0, len(blocks), a_column)]
    return joined(beside([[line for block in column for line in block] for column in columns], _GAP)[:height])


def _block(other: Other, cell: int, height: int) -> list[Text]:
    board = other.board
    width = max(cell * board.width, NARROWEST)
    title = Text(other.title, style("strong" if board.active else "plain"))
    title.truncate(width, overflow="ellipsis")
    facts = notes_line(board.notes)
    facts.truncate(width, overflow="ellipsis")
    lines = [title, *board_lines(board, (cell, 1), other.latest, labels=False), facts]
    tall = board.height + 1 + len(board.notes) <= height and board.height > 6
    if not tall:
        return lines
    listed = notes_lines(board.notes)
    for line in listed:
        line.truncate(width, overflow="ellipsis")
    return [*lines[:-1], *listed]
