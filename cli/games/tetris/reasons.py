"""Reasons in Tetris: rows, icons, minos and holes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pgame.engine.games.tetris.achievements import fulfilled, icons_covered, next_space
from p2pgame.engine.games.tetris.components import ACHIEVEMENTS
from p2pgame.engine.games.tetris.falling import diamonds_in, dropped
from p2pgame.engine.games.tetris.moves import Drop, Hold, Move
from p2pgame.engine.games.tetris.pieces import PIECES
from p2pgame.engine.games.tetris.state import FULL_ROW, State, Tower

from ...words.grammar import and_list, count


def reasons(state: State, seat: int, move: Move, names: Sequence[str]) -> list[str]:
    """The effect of the drop on the tower."""
    match move:
        case Hold():
            return ["avoids a piece that fits badly"]
        case Drop():
            return list(_of_drop(state, seat, move))
        case _:
            return []


def _of_drop(state: State, seat: int, move: Drop) -> Iterator[str]:
    tower = state.towers[seat]
    after, landing = dropped(tower, move.minos, PIECES[move.piece])
    pairs = enumerate(zip(tower.filled, after.filled, strict=True), 1)
    if rows := [str(row) for row, (before, now) in pairs if now == FULL_ROW != before]:
        yield f"completes {'row' if len(rows) == 1 else 'rows'} {and_list(rows)}"
    for card in state.cards:
        space = next_space(card, state.seats)
        has_it = any(seat in seats for seats in card.spaces)
        if space is not None and not has_it and fulfilled(card.name, after, landing):
            yield f"achieves {ACHIEVEMENTS[card.name]}"
    if icons := icons_covered(after) - icons_covered(tower):
        yield f"covers {count(icons, 'icon')}"
    piece, row = landing
    if diamonds := diamonds_in(tower, piece.squares << len(tower.heights) * row):
        yield f"wins {count(diamonds, 'mino')}"
    if holes := _holes(after) - _holes(tower):
        yield f"leaves only {count(holes, 'hole')}"
    else:
        yield "leaves no hole"


def _holes(tower: Tower) -> int:
    return sum(tower.heights) - tower.squares.bit_count()
