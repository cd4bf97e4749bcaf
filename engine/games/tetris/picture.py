"""The table as a picture: towers with the icons printed on them, and the cards of the round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...drop import moved
from ...picture import Board, Chip, Mark, Note, Picture, Shelf, Sketch, grid, letters, numbers, sketch_of
from ...squares import Square
from . import scoring
from .achievements import first_space
from .components import COLUMNS, DIAMOND, ROUNDS, ROWS, SPACE_POINTS, titled
from .pieces import LETTERS, MARKS, PIECES_OF
from .state import FULL_ROW, Card, State, Tower

_FREE = Mark("·", "free")
_SCORED = "+"
"""The sign beside the letter of a piece on an icon of its shape."""


def draw(state: State) -> Picture:
    """The towers, the cards of this round and the next, and the achievements with their owners."""
    boards = tuple(_tower(state, seat) for seat in range(state.seats))
    turned = () if state.current is None or state.waiting != "place" else tuple(_turned(state.current))
    return Picture(boards, tuple(_shelves(state)), turned)


def _tower(state: State, seat: int) -> Board:
    tower = state.towers[seat]
    marks = _marks(tower)
    if state.waiting == "over":
        marks = {square: replace(mark, won=_counts(tower, square, mark)) for square, mark in marks.items()}
    rows = grid(COLUMNS, ROWS, marks, _FREE)
    return Board(seat, rows, letters(COLUMNS), numbers(ROWS), _notes(state, seat), falls=True)


def _counts(tower: Tower, square: Square, mark: Mark) -> bool:
    """Whether a square counts in the score sheet: in a full row, or an icon covered by its piece."""
    return tower.filled[square[1]] == FULL_ROW or mark.sign == _SCORED


def _marks(tower: Tower) -> dict[Square, Mark]:
    printed = {} if tower.way is None else MARKS[tower.way]
    marks = {square: Mark("◆" if sign == DIAMOND else sign.lower(), "icon") for square, sign in printed.items()}
    for number, (piece, row) in enumerate(tower.pieces):
        for square in moved(piece.cells, 0, row):
            sign = _covered(printed.get(square), piece.letter)
            marks[square] = Mark(piece.letter, piece.letter, sign, piece=number)
    return marks


def _covered(printed: str | None, letter: str) -> str:
    return _SCORED if printed == letter else "◆" if printed == DIAMOND else ""


def _notes(state: State, seat: int) -> tuple[Note, ...]:
    tower, sheet = state.towers[seat], scoring.sheet(state, seat)
    status = "left" if seat in state.dropped else "out" if tower.out else ""
    return (
        Note("points", str(sum(points for _, points in sheet))),
        Note("rows", str(tower.rows)),
        Note("icons", str(dict(sheet)["icons"])),
        Note("minos", str(tower.minos)),
        Note("hold", tower.held or "-", "" if tower.held else "unused"),
        *((Note("now", status),) if status else ()),
    )


def _shelves(state: State) -> Iterator[Shelf]:
    yield Shelf(f"round {state.round} of {ROUNDS}")
    yield Shelf("piece", _card(state.current))
    yield Shelf("next", _card(state.next), things="cards")
    for card in state.cards:
        yield Shelf(titled(card.name), tuple(_spaces(card, state.seats)))
    unseen = zip(LETTERS, state.unseen, strict=True)
    yield Shelf("cards left", tuple(Chip(f"{letter}:{count}", "faint") for letter, count in unseen), minor=True)


def _card(letter: str | None) -> tuple[Chip, ...]:
    return (Chip(f" {letter} ", letter),) if letter else (Chip("-", "faint"),)


def _spaces(card: Card, seats: int) -> Iterator[Chip]:
    """The points of each space that this table uses, and the seats that have them."""
    used = list(zip(SPACE_POINTS, card.spaces, strict=True))[first_space(seats) :]
    for points, owners in used:
        if not owners:
            yield Chip(f"{points} free", "faint")
        yield from (Chip(f"{points} points", f"seat{seat}", seat=seat) for seat in owners)


def _turned(letter: str) -> Iterator[Sketch]:
    """The piece in each orientation, named as in its notation."""
    mark = Mark(letter, letter, piece=0)
    standing = (piece for piece in PIECES_OF[letter] if piece.column == 0)
    return (sketch_of(f"{letter}{piece.orientation}", dict.fromkeys(piece.cells, mark)) for piece in standing)
