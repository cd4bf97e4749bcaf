"""Motion: pictures between two states of a table, each shown for a moment. Pieces drop, stones appear, dice roll, cards
turn. The game does not wait for motion, and a key ends it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from p2pgame.engine.picture import Board, Chip, Mark, Picture, Shelf
from p2pgame.engine.squares import Square

from ..games.palette import EMPTY, ghost_of

FRAMES = 4
"""Pictures between two states."""

SECONDS = 0.06
"""Seconds for which each picture is shown."""

LATE = 0.15
"""Seconds by which a picture may be late."""

_HIGHEST = 8
"""Rows from which a piece drops, at most."""

_MOST = 3
"""New pieces of one step, at most. With more there is no motion."""

_BACK = Chip("▒▒", "faint")
"""A card that is not turned yet."""


def between(before: Picture, after: Picture) -> Sequence[Picture]:
    """The pictures before that of the state after; none if no piece comes, or too many."""
    if len(before.boards) != len(after.boards):
        return ()
    pairs = list(zip(before.boards, after.boards, strict=True))
    pieces = [_come(old, new) for old, new in pairs]
    things = [_comes(shelf, before) for shelf in after.shelves]
    if any(len(each) > _MOST for each in pieces) or not (any(pieces) or any(things)):
        return ()
    return [
        replace(
            after,
            boards=tuple(_board(*pair, new, frame) for pair, new in zip(pairs, pieces, strict=True)),
            shelves=tuple(_shelf(shelf, come, frame) for shelf, come in zip(after.shelves, things, strict=True)),
        )
        for frame in range(FRAMES)
    ]


def _come(before: Board, after: Board) -> list[Mapping[Square, Mark]]:
    """The pieces that were not there before: their squares and marks."""
    if (before.width, before.height) != (after.width, after.height):
        return []
    known = {before.at(square).piece for square in before.squares()}
    pieces: dict[object, dict[Square, Mark]] = {}
    for square in after.squares():
        old, new = before.at(square), after.at(square)
        fresh = new.piece is None or new.piece not in known
        if fresh and old.ink in EMPTY and new.ink not in EMPTY and not new.fills:
            pieces.setdefault(new.piece, {})[square] = new
    return list(pieces.values())


def _board(before: Board, after: Board, pieces: Sequence[Mapping[Square, Mark]], frame: int) -> Board:
    """The board between two states: the old one, with new pieces above their places, or faint in them."""
    if not pieces:
        return after
    moved: dict[Square, Mark] = {}
    for piece in pieces:
        if after.falls:
            high = _above(after, piece) * (FRAMES - frame) // FRAMES
            moved |= {(column, row + high): mark for (column, row), mark in piece.items()}
        else:
            moved |= {square: replace(mark, ink=ghost_of(mark.ink)) for square, mark in piece.items()}
    return replace(before.with_marks(moved), notes=after.notes, active=after.active)


def _above(board: Board, piece: Mapping[Square, Mark]) -> int:
    """The rows from which a piece drops: at most to the top of the free squares."""
    top = next(
        (
            board.height - 1 - line
            for line, marks in enumerate(board.marks)
            if any(mark.ink not in ("beyond", "bar") for mark in marks)
        ),
        0,
    )
    return max(1, min(_HIGHEST, top - max(row for _, row in piece)))


def _comes(shelf: Shelf, before: Picture) -> int:
    """The number of new chips at the end of a shelf."""
    if not shelf.things or not any(chip.ink != "faint" for chip in shelf.chips):
        return 0
    known = next((each for each in before.shelves if (each.name, each.seat) == (shelf.name, shelf.seat)), None)
    old = () if known is None else known.chips
    if shelf.chips == old:
        return 0
    more = len(shelf.chips) - len(old)
    return more if shelf.chips[: len(old)] == old and more > 0 else len(shelf.chips)


def _shelf(shelf: Shelf, come: int, frame: int) -> Shelf:
    """The shelf between two states: new cards show their backs at first, dice show other faces."""
    if not come:
        return shelf
    kept, new = shelf.chips[: len(shelf.chips) - come], shelf.chips[len(shelf.chips) - come :]
    shown = tuple(_rolled(new, frame)) if shelf.things == "dice" else (_BACK,) * come if frame < FRAMES // 2 else new
    return replace(shelf, chips=(*kept, *shown))


def _rolled(dice: Sequence[Chip], frame: int) -> Iterator[Chip]:
    """The dice with faces that go round, each at a pace of its own."""
    faces = sorted(set(dice), key=lambda chip: chip.text)
    for place, die in enumerate(dice):
        yield faces[(faces.index(die) + FRAMES - frame + place) % len(faces)]
