"""The twelve achievement cards: whether a seat has fulfilled each of them (`spec/games/tetris.md`, section 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain

from .components import COLUMNS, ROWS
from .pieces import DIAMONDS, ICONS, LETTERS, Piece
from .state import FULL_ROW, Card, Tower

Landing = tuple[Piece, int]
"""A tetrimino and the row in which its lowest cells came to rest."""

_ALL_ROWS = (1 << COLUMNS * ROWS) - 1
_LEFT_WALL = _ALL_ROWS // FULL_ROW
_RIGHT_WALL = _LEFT_WALL << COLUMNS - 1


def award(card: Card, towers: tuple[Tower, ...], landed: Mapping[int, Landing | None]) -> Card:
    """The card after a round: seats that now fulfil it share its next free space.

    `landed` has the seats that played this round and their tetrimino, None for one that was put aside.
    """
    space = next_space(card, len(towers))
    if space is None:
        return card
    fulfils = _CONDITIONS[card.name]
    tokens = [*chain(*card.spaces)]
    new = tuple([seat for seat, landing in landed.items() if seat not in tokens and fulfils(towers[seat], landing)])
    return Card(card.name, (*card.spaces[:space], new, *card.spaces[space + 1 :])) if new else card


def next_space(card: Card, seats: int) -> int | None:
    """The number of the highest space without a token; the topmost does not count with two seats. None if all are
    taken."""
    for space in range(first_space(seats), len(card.spaces)):
        if not card.spaces[space]:
            return space
    return None


def first_space(seats: int) -> int:
    """The space that the first seat to fulfil a card gets."""
    return 1 if seats == 2 else 0


def fulfilled(name: str, tower: Tower, landing: Landing | None) -> bool:
    """Whether a seat with that tower and that landing in this round fulfils the card."""
    return _CONDITIONS[name](tower, landing)


def icons_covered(tower: Tower) -> int:
    """The number of icons under a cell of their own shape."""
    if tower.way is None:
        return 0
    icons = ICONS[tower.way]
    return sum((icons[piece.letter] & piece.squares << COLUMNS * row).bit_count() for piece, row in tower.pieces)


def _completes(letters: str, rows: int) -> Callable[[Tower, Landing | None], bool]:
    """The tetrimino of this round has one of these letters and is part of that many rows that are full now.

    They were not full before it, because its cells are in them.
    """

    def condition(tower: Tower, landing: Landing | None) -> bool:
        if landing is None or landing[0].letter not in letters:
            return False
        piece, row = landing
        return tower.filled[row : row + max(piece.tops)].count(FULL_ROW) >= rows

    return condition


def _six_lines(tower: Tower, _: Landing | None) -> bool:
    return tower.rows >= 6


def _all_shapes_one_side(tower: Tower, _: Landing | None) -> bool:
    return any(
        {piece.letter for piece, row in tower.pieces if piece.squares << COLUMNS * row & wall}.issuperset(LETTERS)
        for wall in (_LEFT_WALL, _RIGHT_WALL)
    )


def _full_column(tower: Tower, _: Landing | None) -> bool:
    full = FULL_ROW
    for row in tower.filled:
        full &= row
    return full != 0


def _five_icons(tower: Tower, _: Landing | None) -> bool:
    return icons_covered(tower) >= 5


def _four_diamonds(tower: Tower, _: Landing | None) -> bool:
    return tower.way is not None and (tower.squares & DIAMONDS[tower.way]).bit_count() >= 4


def _four_pairs(tower: Tower, _: Landing | None) -> bool:
    return sum(_disjoint_pairs(_standing(tower, letter)) for letter in LETTERS) >= 4


def _four_joined(letters: str) -> Callable[[Tower, Landing | None], bool]:
    """One group of at least four pieces of these letters, joined by edges."""

    def condition(tower: Tower, _: Landing | None) -> bool:
        return _largest_group(_standing(tower, letters)) >= 4

    return condition


def _standing(tower: Tower, letters: str) -> tuple[int, ...]:
    """The squares of each piece of one of these letters."""
    return tuple(piece.squares << COLUMNS * row for piece, row in tower.pieces if piece.letter in letters)


_INNER_LEFT = _ALL_ROWS ^ _LEFT_WALL
_INNER_RIGHT = _ALL_ROWS ^ _RIGHT_WALL


def _edge_neighbours(squares: int) -> int:
    """The squares that share an edge with one of these. Squares of the set are included if they have a neighbour in
    it."""
    sideways = (squares & _INNER_RIGHT) << 1 | (squares & _INNER_LEFT) >> 1
    return sideways | squares << COLUMNS | squares >> COLUMNS


def _disjoint_pairs(pieces: tuple[int, ...]) -> int:
    """The largest number of pairs of neighbours, with each piece in at most one pair."""
    if len(pieces) < 2:
        return 0
    first, rest = pieces[0], pieces[1:]
    around = _edge_neighbours(first)
    best = _disjoint_pairs(rest)
    for index, other in enumerate(rest):
        if around & other:
            best = max(best, 1 + _disjoint_pairs((*rest[:index], *rest[index + 1 :])))
    return best


def _largest_group(pieces: tuple[int, ...]) -> int:
    """The number of pieces in the largest group joined by edges."""
    largest = 0
    left = list(pieces)
    while left:
        group, size = left.pop(), 1
        while joined := [piece for piece in left if piece & _edge_neighbours(group)]:
            left = [piece for piece in left if piece not in joined]
            for piece in joined:
                group |= piece
            size += len(joined)
        largest = max(largest, size)
    return largest


_CONDITIONS: Mapping[str, Callable[[Tower, Landing | None], bool]] = {
    "line-clear": _completes("I", 4),
    "six-lines": _six_lines,
    "three-rows": _completes("LJ", 3),
    "two-rows": _completes("O", 2),
    "all-shapes-one-side": _all_shapes_one_side,
    "full-column": _full_column,
    "five-icons": _five_icons,
    "four-diamonds": _four_diamonds,
    "four-pairs": _four_pairs,
    "four-lj": _four_joined("LJ"),
    "four-sz": _four_joined("SZ"),
    "four-io": _four_joined("IO"),
}
