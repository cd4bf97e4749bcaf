"""The table drawn for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...squares import column_name
from . import geometry
from .components import HEIGHT, TOKENS, TYPES, WIDTH
from .pieces import accessible, each
from .rules import waiting
from .state import Board, State

LETTERS = dict(zip(TYPES, "ivIOTSLPUJ", strict=True))
"""How a cell of each type is drawn: the shape's letter, small for three cells, J for the longer of the two L."""

_GAP = "    "
_LIFTING = (4, 7, 8)
"""Tokens that name pieces."""


def draw(state: State) -> str:
    """Where the turn is and what is asked, the boards side by side, what each seat has, and what is left to draw."""
    lines = [_title(state), waiting(state).prompt(state), "", *_boards(state), ""]
    for seat in range(state.seats):
        lines += _seat(state, seat)
    return "\n".join([*lines, "", *_store(state)])


def _title(state: State) -> str:
    if state.active is None:
        return f"round {state.round}"
    again = ", and once more" if state.again else ""
    return f"round {state.round} since seat {state.start} started, turn of seat {state.active}{again}"


def _boards(state: State) -> Iterator[str]:
    """The boards by row from the top; `=` is the bar, `*` an icon, `.` a free cell under the bar."""
    boards = [_cells(board) for board in state.boards]
    names = (f"{'>' if seat == state.active else ' '} seat {seat}".ljust(WIDTH + 2) for seat in range(state.seats))
    yield ("   " + _GAP.join(names)).rstrip()
    for row in reversed(range(HEIGHT)):
        strips = ("".join(cells[geometry.number(column, row)] for column in range(WIDTH)) for cells in boards)
        yield f"{row + 1:>2} " + _GAP.join(f"|{strip}|" for strip in strips)
    letters = "".join(map(column_name, range(WIDTH)))
    yield ("   " + _GAP.join(f" {letters} " for _ in boards)).rstrip()


def _cells(board: Board) -> list[str]:
    """One character a cell, by number."""
    cells = [" "] * (WIDTH * HEIGHT)
    for column in range(WIDTH):
        first = geometry.number(column, 0)
        cells[first : first + HEIGHT] = ["."] * board.bar + ["="] * (board.bar < HEIGHT) + [" "] * (15 - board.bar)
    for cell in geometry.ICON_CELLS:
        cells[cell] = "*"
    for piece in each(board.pieces):
        for cell in geometry.members(piece.cells):
            cells[cell] = LETTERS[TYPES[piece.kind]]
    return cells


def _seat(state: State, seat: int) -> Iterator[str]:
    """What a seat has; and the pieces that could be lifted, when anybody has a token that names pieces."""
    board = state.boards[seat]
    yield f"{'>' if seat == state.active else ' '} seat {seat}  {'  '.join(_belongings(state, seat, board))}"
    lifting = any(token in other.tokens for other in state.boards for token in _LIFTING)
    names = [f"{TYPES[piece.kind]}:{geometry.name(piece.name)}" for piece in accessible(board.pieces)]
    if lifting and names and not board.out:
        yield f"    top {' '.join(names)}"


def _belongings(state: State, seat: int, board: Board) -> Iterator[str]:
    if board.out:
        yield "left" if seat in state.dropped else "out"
        return
    yield f"bar {board.bar}"
    yield f"tokens {' '.join(map(str, board.tokens)) or '-'}"
    if board.standby is not None:
        yield f"standby {TYPES[board.standby]}{' (next turn)' if state.fresh and seat == state.active else ''}"
    if board.lock is not None:
        yield f"locked by {board.lock}"
    if seat == state.active and state.hand is not None:
        yield f"in hand {TYPES[state.hand]}"


def _store(state: State) -> Iterator[str]:
    yield f"supply  {_counts(TYPES, state.supply)}"
    yield f"cards   {_counts(TYPES, state.unseen)}"
    yield f"        Next Level after {state.before_level}"
    yield f"tokens  {_counts(map(str, TOKENS), state.bag)}{_kept(state)}"
    legend = "  ".join(f"{letter} {name}" for name, letter in LETTERS.items())
    yield f"        {legend}"


def _counts(names: Iterable[str], numbers: bytes) -> str:
    return "  ".join(f"{name}:{number}" for name, number in zip(names, numbers, strict=True))


def _kept(state: State) -> str:
    """How many of the tokens in the bag are still to be had, where some were taken out unseen."""
    return f"  ({state.tokens_left} can come)" if state.setup.random_tokens else ""
