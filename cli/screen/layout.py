"""How a table's parts share the screen: pure arithmetic, from 80 columns and 24 rows upwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from p2pgame.engine.picture import Board

from ..words.grammar import count
from .drawing import LABEL
from .panels import FRAME

PANEL = 19
"""Columns of the panel beside one's own board, at least, if there is room."""

LEAST_PANEL = 17
"""Columns of the panel if there is no room for that."""

WIDEST_PANEL = 40
"""Columns of the panel beside the list of moves, at most."""

_FACT_ROWS = 2
"""Rows that the facts beside a board need."""

LETTERS = 1
"""Rows below a board for the letters of its columns."""

LOG = 32
"""Columns of the list of moves, at least; with fewer it is left out, or goes below the boards."""

WIDEST_LOG = 60

BEFORE_LOG = 1
"""Columns free before its edge."""

FRAMED = 100
"""Columns of a screen from which its parts have frames."""

WIDE = 140
"""Columns of a screen that always has the list of moves at its side."""

NARROWEST = 12
"""Columns of another seat's board, at least, so that its name can be read."""

GAP = 2
"""Columns between the boards of others."""

_EVEN = ((10, 5), (8, 4), (6, 3), (4, 2), (2, 1))
_ODD = ((11, 5), (9, 4), (7, 3), (5, 2), (2, 1))
"""Characters wide and high of a square, the largest first, for texts of two letters and of one, so that all are
centred."""

_LARGEST = 4
"""Lines of a square beside other boards, at most."""

_FEW_ROWS = 5
"""Rows of a board that is not enlarged."""

_LARGEST_OF_FEW = 3
_SMALL: tuple[tuple[int, int], ...] = ((4, 2), (2, 1), (1, 1))
"""Scales of the others' boards."""

_LEAST_FOR_NEWS = 2
"""Lines of a square that is not made smaller for a line of news."""

UNSEEN = (0, 0)
"""Scale of the others' boards where there is only room for their names and facts."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Sizes in characters, frames included."""

    scale: tuple[int, int]
    others_scale: tuple[int, int]
    """Characters wide and high of a square of the others' boards."""
    stack: int
    """Boards one above another."""
    panel: int
    log: int
    """Columns of the list of moves; 0 if it is left out."""
    framed: bool = False
    """Whether the parts have frames."""


def scales(board: Board, letters: int = 0) -> tuple[tuple[int, int], ...]:
    """The scales of a board for squares of one or two `letters`, the largest first; 0 means as its marks are now."""
    return _ODD if (letters or _letters_now(board)) < 2 else _EVEN


def _letters_now(board: Board) -> int:
    return max((len(mark.text) + (mark.seat is not None) for row in board.marks for mark in row), default=0)


def best_layout(own: Board, others: Sequence[Board], width: int, height: int, letters: int = 0) -> Layout:
    """The best layout for a space: one's own board, the panel, the others' boards, then the list of moves.

    The squares have room for `letters` letters (see `scales`), so that a board keeps its size when the first marks
    come.
    """
    own_scales = scales(own, letters)
    possible = (
        list(_possible(own, others, width, height, own_scales, _SMALL))
        or list(_possible(own, others, width, height, own_scales, (UNSEEN,)))
        or list(_possible(own, others, width, None, own_scales, (UNSEEN,)))
    )
    smallest = Layout(own_scales[-1], UNSEEN, max(1, len(others)), 0, 0)
    return max(possible, key=lambda layout: _worth(layout, own, others, width, height), default=smallest)


def _possible(
    own: Board,
    others: Sequence[Board],
    width: int,
    height: int | None,
    own_scales: Sequence[tuple[int, int]],
    smalls: Sequence[tuple[int, int]],
) -> Iterator[Layout]:
    """The layouts that fit, with the boards in some of these scales; without a height, those that are as wide."""
    for framed, scale, small in product((False, True), _sizes(own, others, own_scales), smalls):
        if small > scale or (framed and width < FRAMED):
            continue
        for stack in range(1, max(1, len(others)) + 1):
            layout = Layout(scale, small, stack, 0, 0, framed)
            if height is None or _height(own, others, layout) <= height:
                yield from _shared(layout, width - own_width(own, layout) - _others_width(others, layout))


def _sizes(own: Board, others: Sequence[Board], own_scales: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The scales of one's own board that are not too large."""
    few = own.height < _FEW_ROWS
    most = _LARGEST_OF_FEW if few else _LARGEST if others else own_scales[0][1]
    return (scale for scale in own_scales if scale[1] <= most)


def _shared(layout: Layout, rest: int) -> Iterator[Layout]:
    """The layout with that many columns for the panel, and for the panel and the list of moves."""
    least = LEAST_PANEL + (FRAME if layout.framed else 0)
    if rest >= least:
        yield replace(layout, panel=rest)
    for_log = rest - BEFORE_LOG
    if for_log >= LOG + least:
        log = min(WIDEST_LOG, max(LOG, for_log // 2, for_log - WIDEST_PANEL), for_log - least)
        yield replace(layout, panel=for_log - log, log=log)


def _worth(layout: Layout, own: Board, others: Sequence[Board], width: int, height: int) -> tuple[int, ...]:
    """The quality of a layout; the most important part comes first."""
    frame = FRAME if layout.framed else 0
    return (
        layout.framed or width >= WIDE,
        layout.others_scale > _SMALL[-1] or width < FRAMED,
        layout.panel >= PANEL + frame,
        layout.log > 0 or width < WIDE,
        layout.framed,
        layout.scale[1] <= _LEAST_FOR_NEWS or _has_news(layout, own, others, height),
        layout.scale[1],
        all(_tallest(each, layout) * layout.stack <= height for each in others),
        layout.log > 0,
        layout.others_scale[1],
        layout.others_scale[0],
        -layout.stack,
    )


def _has_news(layout: Layout, own: Board, others: Sequence[Board], height: int) -> bool:
    """Whether the latest news are on the screen: in the list of moves, or in a row below the boards."""
    return layout.log > 0 or _height(own, others, layout) < height


def rows_for_others(layout: Layout, own: Board, others: Sequence[Board], height: int) -> int:
    """Rows for the boards of the others: one is left for the latest news where their facts can be shorter."""
    return height - (layout.log == 0 and _has_news(layout, own, others, height))


def _height(own: Board, others: Sequence[Board], layout: Layout) -> int:
    """Rows that the boards take, with those of the others' facts."""
    frame = FRAME if layout.framed else 0
    mine = rows_high(own, layout.scale) + LETTERS + frame
    return max([mine, *(layout.stack * _shortest(each, layout) for each in others)])


def rows_high(board: Board, scale: tuple[int, int]) -> int:
    """Rows of a board's squares: one more where each begins in the middle of a line (`seams.py`)."""
    return scale[1] * board.height + (scale[1] > 0 and not scale[1] % 2)


def _shortest(board: Board, layout: Layout) -> int:
    """Rows of another seat's board with its title and its facts, in their shortest form."""
    return rows_high(board, layout.others_scale) + 1 + _fewest(board) + (1 if layout.framed else 0)


def _tallest(board: Board, layout: Layout) -> int:
    """Rows of another seat's board with a row for each fact."""
    return _shortest(board, layout) - _fewest(board) + len(board.notes)


def _fewest(board: Board) -> int:
    return min(_FACT_ROWS, len(board.notes))


def too_small(own: Board, width: int, height: int) -> str:
    """Advice if a window is too small for the smallest squares of a board; otherwise empty."""
    wide, high = scales(own)[-1]
    columns, rows = width - LABEL - wide * own.width, height - high * own.height
    if columns >= 0 and rows >= 0:
        return ""
    lacking = [count(-rows, "more row")] * (rows < 0) + [count(-columns, "more column")] * (columns < 0)
    return (
        f"This window is too small for the board: it needs {' and '.join(lacking)}. Make the window larger or its "
        "letters smaller, or leave and play with --plain. Logs and saved games are kept."
    )


def without_beyond(board: Board) -> Board:
    """The board without the rows at its top in which nothing can lie any more: facts need the room."""
    return _without_top(board, _useless(board))


def lowered(board: Board, height: int) -> Board:
    """The board without the rows by which it is too high for that many rows of the screen."""
    return _without_top(board, min(_useless(board), max(0, board.height + LETTERS - height)))


def _useless(board: Board) -> int:
    """The number of rows at the top in which nothing can lie any more."""
    return next(
        (row for row, marks in enumerate(board.marks) if any(mark.ink != "beyond" for mark in marks)), board.height
    )


def _without_top(board: Board, rows: int) -> Board:
    return replace(board, marks=board.marks[rows:], rows=board.rows[rows:])


def own_width(board: Board, layout: Layout) -> int:
    """Columns of one's own board."""
    return LABEL + layout.scale[0] * board.width + (FRAME if layout.framed else 0)


def label_width(board: Board) -> int:
    """Columns of the numbers of a small board's rows: with a space where that costs nothing."""
    longest = max(map(len, board.rows))
    return longest + (longest + board.width < NARROWEST)


def other_width(board: Board, layout: Layout) -> int:
    """Columns of another seat's board."""
    least = max(label_width(board) + layout.others_scale[0] * board.width, NARROWEST)
    return least + (FRAME if layout.framed else 0)


def _others_width(others: Sequence[Board], layout: Layout) -> int:
    if not others:
        return 0
    columns = -(-len(others) // layout.stack)
    return columns * (other_width(others[0], layout) + GAP) - GAP
