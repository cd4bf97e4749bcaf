"""The table drawn for a terminal."""

from __future__ import annotations

from ...drop import moved
from ...polyomino import size
from ...squares import column_name
from . import scoring
from .components import COLUMNS, DIAMOND, ROUNDS, ROWS, SPACE_POINTS
from .pieces import LETTERS, MARKS, PIECES_OF, Piece
from .state import Card, State, Tower

_WIDTH = 2 * COLUMNS
_GAP = "  "
_LEGEND = (
    "small letters: icons   *: diamonds   capitals: tetriminos   m: minos",
    "after them +: on an icon of their shape   *: on a diamond",
)

_ASKED = {
    "achievement": "an achievement card is drawn",
    "card": "the next card is turned up",
    "way": "everybody chooses how the tower stands: up or down",
    "place": "everybody drops this, after minos if they like, or holds it once a game:",
    "over": "the game is over",
}


def draw(state: State) -> str:
    """What is asked, the towers side by side with a score sheet below each, and the achievement cards."""
    lines = [
        f"round {state.round} of {ROUNDS}   current {state.current or '-'}   next {state.next or '-'}",
        "unseen " + " ".join(f"{letter}{count}" for letter, count in zip(LETTERS, state.unseen, strict=True)),
        _ASKED[state.waiting],
        *(_turned(state.current) if state.current and state.waiting == "place" else ()),
        "",
        *_towers(state),
        "",
        *_LEGEND,
        "",
        *(_card(card) for card in state.cards),
    ]
    return "\n".join(line.rstrip() for line in lines).rstrip("\n")


def _turned(letter: str) -> list[str]:
    """The orientations of a tetrimino side by side, each after its name."""
    drawings = [_drawing(piece) for piece in PIECES_OF[letter] if piece.column == 0]
    height = max(map(len, drawings))
    padded = [drawing + [" " * len(drawing[0])] * (height - len(drawing)) for drawing in drawings]
    return ["   " + "   ".join(line) for line in zip(*padded, strict=True)]


def _drawing(piece: Piece) -> list[str]:
    """The rows of a piece from the top, its name before the first."""
    width, height = size(piece.cells)
    rows = [
        "".join("#" if (column, row) in piece.cells else "." for column in range(width))
        for row in reversed(range(height))
    ]
    name = f"{piece.letter}{piece.orientation} "
    return [(name if line == 0 else " " * len(name)) + row for line, row in enumerate(rows)]


def _towers(state: State) -> list[str]:
    columns = " ".join(map(column_name, range(COLUMNS)))
    boards = [_board(tower) for tower in state.towers]
    notes = [_notes(state, seat) for seat in range(state.seats)]
    return [
        "   " + _GAP.join(f"{f'seat {seat}':<{_WIDTH}}" for seat in range(state.seats)),
        "   " + _GAP.join(f"{columns:<{_WIDTH}}" for _ in state.towers),
        *(f"{ROWS - line:>2} " + _GAP.join(board[line] for board in boards) for line in range(ROWS)),
        "",
        *("   " + _GAP.join(f"{note:<{_WIDTH}}" for note in line) for line in zip(*notes, strict=True)),
    ]


def _board(tower: Tower) -> list[str]:
    """The rows of a tower from the top, two characters a square."""
    printed = {} if tower.way is None else MARKS[tower.way]
    signs = {square: f"{mark.lower()} " for square, mark in printed.items()}
    for piece, row in tower.pieces:
        for square in moved(piece.cells, 0, row):
            signs[square] = piece.letter + _covered(printed.get(square), piece.letter)
    return ["".join(signs.get((column, row), ". ") for column in range(COLUMNS)) for row in reversed(range(ROWS))]


def _covered(mark: str | None, letter: str) -> str:
    """What stands beside a filled square: `+` if it scores, `*` if it lies on a diamond."""
    return "+" if mark == letter else DIAMOND if mark == DIAMOND else " "


def _notes(state: State, seat: int) -> tuple[str, ...]:
    """Six lines about a seat, none wider than its tower."""
    tower = state.towers[seat]
    sheet = scoring.sheet(state, seat)
    status = "left" if seat in state.dropped else "out" if tower.out else f"tower {tower.way or '?'}"
    return (
        status,
        f"minos {tower.minos}",
        f"hold {tower.held or 'free'}",
        f"rows    {tower.rows:>2} = {dict(sheet)['rows']:>2}",
        f"icons        {dict(sheet)['icons']:>2}",
        f"points      {sum(points for _, points in sheet):>3}",
    )


def _card(card: Card) -> str:
    places = [
        f"{points}: {' '.join(f'seat {seat}' for seat in seats) or '-'}"
        for points, seats in zip(SPACE_POINTS, card.spaces, strict=True)
    ]
    return f"{card.name:<20} {'   '.join(places)}"
