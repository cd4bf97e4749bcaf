"""The table drawn for a terminal."""

from __future__ import annotations

from ...squares import column_name
from . import scoring
from .components import COLUMNS, ROUNDS, ROWS, SPACE_POINTS
from .pieces import LETTERS, MARKS
from .state import Card, State, Tower

_WIDTH = 2 * COLUMNS - 1
_GAP = "   "

_ASKED = {
    "achievement": "an achievement card is drawn",
    "card": "the next card is turned up",
    "way": "everybody chooses: up or down",
    "place": "everybody drops {current}, after minos if they like, or holds it once",
    "over": "the game is over",
}


def draw(state: State) -> str:
    """The cards, the towers side by side with a score sheet below each, and the achievements.

    Capitals are tetriminos, `m` minos; what is still to be covered shows in small letters and `*`.
    """
    lines = [
        f"round {state.round} of {ROUNDS}   current {state.current or '-'}   next {state.next or '-'}",
        "unseen " + " ".join(f"{letter}{count}" for letter, count in zip(LETTERS, state.unseen, strict=True)),
        _ASKED[state.waiting].format(current=state.current),
        "",
        *_towers(state),
        "",
        *(_card(card) for card in state.cards),
    ]
    return "\n".join(line.rstrip() for line in lines).rstrip("\n")


def _towers(state: State) -> list[str]:
    columns = " ".join(map(column_name, range(COLUMNS)))
    boards = [_board(tower) for tower in state.towers]
    notes = [_notes(state, seat) for seat in range(state.seats)]
    return [
        "   " + _GAP.join(f"{f'seat {seat}':<{_WIDTH}}" for seat in range(state.seats)),
        "   " + _GAP.join([columns] * state.seats),
        *(f"{ROWS - line:>2} " + _GAP.join(board[line] for board in boards) for line in range(ROWS)),
        "",
        *("   " + _GAP.join(f"{note:<{_WIDTH}}" for note in line) for line in zip(*notes, strict=True)),
    ]


def _board(tower: Tower) -> list[str]:
    """The rows of a tower from the top."""
    marks = {} if tower.way is None else {square: mark.lower() for square, mark in MARKS[tower.way].items()}
    for piece, row in tower.pieces:
        marks.update({(column, row + up): piece.letter for column, up in piece.cells})
    return [" ".join(marks.get((column, row), ".") for column in range(COLUMNS)) for row in reversed(range(ROWS))]


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
