"""Tetris: towers with the icons printed on them, and the cards of the round."""

from __future__ import annotations

from collections.abc import Iterator

from ...drop import moved
from ...picture import Board, Chip, Mark, Note, Picture, Shelf, grid, letters, numbers
from ...squares import Square
from . import scoring
from .components import COLUMNS, DIAMOND, ROUNDS, ROWS, SPACE_POINTS
from .pieces import MARKS
from .state import Card, State, Tower

_FREE = Mark("·", "free")


def draw(state: State) -> Picture:
    """The towers, the cards of this round and the next, and who has which achievement."""
    boards = tuple(_tower(state, seat) for seat in range(state.seats))
    return Picture(boards, tuple(_shelves(state)))


def _tower(state: State, seat: int) -> Board:
    tower = state.towers[seat]
    return Board(seat, grid(COLUMNS, ROWS, _marks(tower), _FREE), letters(COLUMNS), numbers(ROWS), _notes(state, seat))


def _marks(tower: Tower) -> dict[Square, Mark]:
    printed = {} if tower.way is None else MARKS[tower.way]
    marks = {square: Mark("◆" if sign == DIAMOND else sign.lower(), "icon") for square, sign in printed.items()}
    for piece, row in tower.pieces:
        for square in moved(piece.cells, 0, row):
            marks[square] = Mark(piece.letter + _covered(printed.get(square), piece.letter), piece.letter)
    return marks


def _covered(sign: str | None, letter: str) -> str:
    return "+" if sign == letter else "◆" if sign == DIAMOND else " "


def _notes(state: State, seat: int) -> tuple[Note, ...]:
    tower, sheet = state.towers[seat], scoring.sheet(state, seat)
    status = "left" if seat in state.dropped else "out" if tower.out else ""
    return (
        Note("points", str(sum(points for _, points in sheet))),
        Note("rows", str(tower.rows)),
        Note("icons", str(dict(sheet)["icons"])),
        Note("minos", str(tower.minos)),
        Note("hold", tower.held or "free"),
        *((Note("now", status),) if status else ()),
    )


def _shelves(state: State) -> Iterator[Shelf]:
    yield Shelf(f"round {state.round} of {ROUNDS}", ())
    yield Shelf("piece", _card(state.current))
    yield Shelf("next", _card(state.next))
    for card in state.cards:
        yield Shelf(card.name, tuple(_spaces(card)))


def _card(letter: str | None) -> tuple[Chip, ...]:
    return (Chip(f" {letter} ", letter),) if letter else (Chip("-", "faint"),)


def _spaces(card: Card) -> Iterator[Chip]:
    for points, seats in zip(SPACE_POINTS, card.spaces, strict=True):
        yield Chip(f"{points}:", "faint")
        yield from (Chip(str(seat), f"seat{seat}") for seat in seats)
