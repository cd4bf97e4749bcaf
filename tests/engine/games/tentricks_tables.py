"""Tables of Tentricks set up by hand: boards are drawn, everything not said is as at the start."""

from __future__ import annotations

from collections import Counter
from typing import Any

from p2pgame.engine.games.tentricks.game import GAME

from .tables import Table

TYPES = ("I3", "V3", "I4", "O4", "T4", "S4", "L4", "P5", "U5", "L5")
UNDER_LEVEL = {2: 15, 3: 10, 4: 5}
OPTIONS: dict[str, bool | int] = {
    "bar": 0,
    "level_drop": 1,
    "empty_drop": 1,
    "no_touch": False,
    "fewer": False,
    "must_place": False,
    "random_tokens": False,
}

DRAWN = {
    "I3": "###",
    "V3": "#./##",
    "I4": "####",
    "O4": "##/##",
    "T4": ".#./###",
    "S4": ".##/##.",
    "L4": "..#/###",
    "P5": "##/##/#.",
    "U5": "#.#/###",
    "L5": "...#/####",
}
"""The shapes of section 12, written down apart from the engine."""

Cells = frozenset[tuple[int, int]]


def cells_of(drawing: str) -> Cells:
    """The cells of a drawing, lower left corner of its box at (0, 0)."""
    rows = drawing.split("/")[::-1]
    return frozenset((column, row) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "#")


def settled(cells: Cells) -> Cells:
    """The same shape with the corner of its box at (0, 0)."""
    left, bottom = min(column for column, _ in cells), min(row for _, row in cells)
    return frozenset((column - left, row - bottom) for column, row in cells)


def turned(cells: Cells) -> Cells:
    """Turned by 90 degrees clockwise."""
    return settled(frozenset((row, -column) for column, row in cells))


def flipped(cells: Cells) -> Cells:
    """Mirrored left-right."""
    return settled(frozenset((-column, row) for column, row in cells))


def all_orientations() -> dict[tuple[str, int], Cells]:
    """Section 1.2 step by step: every (type, number) that exists."""
    found: dict[tuple[str, int], Cells] = {}
    for name, drawing in DRAWN.items():
        seen: set[Cells] = set()
        shape = cells_of(drawing)
        for start, current in ((0, shape), (4, flipped(shape))):
            for quarter in range(4):
                if current not in seen:
                    found[name, start + quarter] = current
                seen.add(current)
                current = turned(current)  # noqa: PLW2901 - the next orientation
    return found


ORIENTATIONS = all_orientations()
_TYPE_OF = {cells: name for (name, _), cells in ORIENTATIONS.items()}


def name_of(cell: tuple[int, int]) -> str:
    """`a1` for (0, 0)."""
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def pieces(*rows: str) -> list[list[Any]]:
    """A board's `placed` from a drawing, top row first, row 1 last: one letter a piece, its type recognised by its
    shape."""
    marks: dict[str, set[tuple[int, int]]] = {}
    for row, line in enumerate(reversed(rows)):
        for column, mark in enumerate(line):
            if mark not in ". ":
                marks.setdefault(mark, set()).add((column, row))
    found = [
        [_TYPE_OF[settled(frozenset(cells))], [name_of(cell) for cell in sorted(cells)]] for cells in marks.values()
    ]
    return sorted(found, key=lambda entry: (entry[1][0][0], int(entry[1][0][1:])))


def board(*rows: str, **keys: Any) -> dict[str, Any]:
    """A board with the drawn pieces."""
    return {
        "placed": pieces(*rows),
        "bar": 8,
        "tokens": [],
        "lock": None,
        "standby": None,
        "out": False,
        "spent": {"rows": [], "icons": []},
    } | keys


def position(
    *boards: dict[str, Any], unseen: int = 3, options: dict[str, Any] | None = None, **keys: Any
) -> dict[str, Any]:
    """A position with these boards: seat 0 in phase `after` of the first round unless the keys say otherwise.

    The supply, the bag and the discard pile are what the boards leave; `unseen` cards of each type are.
    """
    seats = len(boards)
    chosen = OPTIONS | (options or {})
    used = Counter(entry[0] for own in boards for entry in own["placed"])
    used.update(own["standby"] for own in boards if own["standby"])
    used.update([keys["hand"]] if keys.get("hand") else [])
    used.update(name for put in keys.get("puts", []) for name in put["types"])
    tokens = Counter(token for own in boards for token in [*own["tokens"], own["lock"]])
    tokens.update(int(word) for use in keys.get("stack", []) for word in str(use["move"]).split()[1:2])
    each_token = 4 if chosen["random_tokens"] else seats
    return {
        "game": "tentricks",
        "rules": 1,
        "seats": seats,
        "options": chosen,
        "start": 0,
        "active": 0,
        "round": 1,
        "supply": {name: 3 * seats - used[name] for name in TYPES},
        "deck": {"unseen": dict.fromkeys(TYPES, unseen), "before_level": 10 * unseen - UNDER_LEVEL[seats]},
        "discard": dict.fromkeys(TYPES, 3 - unseen),
        "bag": {str(token): each_token - tokens[token] for token in range(1, 11)},
        "boards": list(boards),
        "phase": "after",
        "hand": None,
        "hand_from": None,
        "steer": None,
        "placed": None,
        "rows": 0,
        "again": False,
        "fresh": False,
        "bonus": False,
        "gains": [],
        "puts": [],
        "stack": [],
        "default": False,
    } | keys


def table(*boards: dict[str, Any], **keys: Any) -> Table:
    """A table in that position."""
    return Table(GAME, GAME.from_position(position(*boards, **keys)))


def new(seats: int = 2, first: int = 0, **options: Any) -> Table:
    """A fresh table whose starting seat has been drawn."""
    return Table(GAME, GAME.begin(seats, options)).draw(str(first))


def in_hand(kind: str, *boards: dict[str, Any], **keys: Any) -> Table:
    """Seat 0 is about to place a piece of that type, revealed by a card."""
    return table(*boards, **({"phase": "place", "hand": kind, "hand_from": "card"} | keys))


def placements(moves: list[str]) -> set[str]:
    """The moves that place a piece."""
    return {move for move in moves if "@" in move}


def uses(moves: list[str]) -> list[str]:
    """The moves that use a token, sorted."""
    return sorted(move for move in moves if move.startswith("use"))


def lying(own: dict[str, Any]) -> dict[str, list[str]]:
    """Pieces of a board by the type and first cell, such as `L4 a1`: their cells."""
    return {f"{name} {cells[0]}": cells for name, cells in own["placed"]}


def reacting(*boards: dict[str, Any], **keys: Any) -> Table:
    """A T4 has been revealed to seat 0."""
    return in_hand("T4", *boards, **({"phase": "react"} | keys))
