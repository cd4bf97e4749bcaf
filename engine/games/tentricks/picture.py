"""The table as a picture: boards under their bars, effect tokens and locks, and the supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...picture import Board, Chip, Mark, Note, Picture, Shelf, Sketch, grid, letters, numbers, sketch_of
from ...polyomino import orientations, shape
from ...squares import Square
from . import geometry
from .components import DRAWINGS, HEIGHT, TOKENS, TYPES, WIDTH, titled
from .pieces import accessible, each
from .state import Board as Own
from .state import State

_FREE = Mark("·", "free")
_LIFTING = (4, 7, 8)
"""Tokens that name pieces."""


def draw(state: State) -> Picture:
    """The boards with their tokens, the piece in hand, and the supply."""
    boards = tuple(_board(state, seat) for seat in range(state.seats))
    kinds = state.puts[0].types if state.puts else () if state.hand is None else (state.hand,)
    sketches = tuple(sketch for kind in dict.fromkeys(kinds) for sketch in _turned(TYPES[kind]))
    return Picture(boards, tuple(_shelves(state)), sketches)


def piece_mark(name: str) -> Mark:
    """A piece by itself."""
    return Mark(name, name, piece=0)


def _board(state: State, seat: int) -> Board:
    own = state.boards[seat]
    won = state.phase == "over" and not own.out
    marks = grid(WIDTH, HEIGHT, _marks(own, won), _FREE)
    notes, up = tuple(_notes(state, seat)), seat == state.active
    return Board(seat, marks, letters(WIDTH), numbers(HEIGHT), notes, up, falls=True)


def _marks(own: Own, won: bool) -> dict[Square, Mark]:
    """The board's squares; the winner's board is marked."""
    above = Mark("▒", "beyond", fills=True)
    marks = {(column, row): above for column in range(WIDTH) for row in range(own.bar, HEIGHT)}
    marks |= {(column, own.bar): Mark("═", "bar", fills=True) for column in range(WIDTH) if own.bar < HEIGHT}
    for cell in geometry.ICON_CELLS:
        square = divmod(cell, HEIGHT)
        marks[square] = _icon(square[1], own.bar)
    for piece in each(own.pieces):
        name = TYPES[piece.kind]
        for cell in geometry.members(piece.cells):
            marks[divmod(cell, HEIGHT)] = Mark(name, name, piece=piece.first, won=won)
    return marks


def _icon(row: int, bar: int) -> Mark:
    """The mark of an icon below the bar, on the bar's row, or beyond it."""
    if row < bar:
        return Mark("◆", "icon")
    return Mark("◆", "bar", "═") if row == bar else Mark("◆", "beyond")


def _notes(state: State, seat: int) -> Iterator[Note]:
    own = state.boards[seat]
    if own.out:
        yield Note("now", "left" if seat in state.dropped else "out")
        return
    yield Note("bar", str(own.bar))
    titles = ", ".join(map(titled, own.tokens))
    yield Note("tokens", " ".join(map(str, own.tokens)) or "-", titles)
    if own.standby is not None:
        waits = " (next turn)" if state.fresh and seat == state.active else ""
        yield Note("standby", f"{TYPES[own.standby]}{waits}")
    if own.lock is not None:
        yield Note("lock", titled(own.lock))


def _shelves(state: State) -> Iterator[Shelf]:
    yield Shelf(f"round {state.round}")
    name = None if state.hand is None else TYPES[state.hand]
    yield Shelf("in hand", (Chip("-", "faint") if name is None else Chip(f" {name} ", name),))
    yield Shelf("Next Level", (Chip(f"in {state.before_level} {'card' if state.before_level == 1 else 'cards'}"),))
    yield Shelf("supply", _counts(TYPES, state.supply))
    yield Shelf("cards left", _counts(TYPES, state.unseen), minor=True)
    tokens_left = f"tokens left ({state.tokens_left} can come)" if state.setup.random_tokens else "tokens left"
    yield Shelf(tokens_left, _counts(map(str, TOKENS), state.bag), minor=True)
    yield from _tops(state)


def _counts(names: Iterable[str], numbers_: Sequence[int]) -> tuple[Chip, ...]:
    counts = zip(names, numbers_, strict=True)
    return tuple(Chip(f"{name}:{count}", name if count and name in TYPES else "faint") for name, count in counts)


def _tops(state: State) -> Iterator[Shelf]:
    """The pieces that can be lifted, with the squares that name them, if any seat has a token that names pieces."""
    if not any(token in board.tokens for board in state.boards for token in _LIFTING):
        return
    for seat, board in enumerate(state.boards):
        names = [f"{TYPES[piece.kind]} {geometry.name(piece.name)}" for piece in accessible(board.pieces)]
        if names and not board.out:
            yield Shelf("can lift", tuple(map(Chip, names)), seat=seat, minor=True)


def _turned(name: str) -> Iterator[Sketch]:
    """A piece in each orientation, named as in its notation."""
    turns = orientations(shape(DRAWINGS[name]), flips=True)
    return (sketch_of(f"{name}.{turn}", dict.fromkeys(cells, piece_mark(name))) for turn, cells in turns.items())
