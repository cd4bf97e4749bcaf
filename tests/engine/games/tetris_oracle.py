"""Tetris once more, slowly, over positions: written apart from the engine, to compare it with.

A tower is the object of a position. Squares are (column letter, row number); a piece is a letter and a set of squares.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import Any

Square = tuple[str, int]
Piece = tuple[str, frozenset[Square]]

COLUMNS = "abcdefgh"
ROWS = range(1, 16)

DRAWINGS = {
    "I": ["####"],
    "O": ["##", "##"],
    "T": [".#.", "###"],
    "S": [".##", "##."],
    "Z": ["##.", ".##"],
    "J": ["#..", "###"],
    "L": ["..#", "###"],
    "m": ["#"],
}

PRINTED = [
    "........",
    ".J..*...",
    "..T....O",
    "L....Z..",
    "...*....",
    ".O......",
    "....S...",
    "..I....*",
    "*...T...",
    ".....L..",
    "..J....S",
    "........",
    "....*...",
    "..Z....I",
    "........",
]


def turned(letter: str, times: int) -> list[str]:
    """The rows, from the top, of a shape after that many turns clockwise."""
    rows = DRAWINGS[letter]
    for _ in range(times):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return rows


def orientations(letter: str) -> list[int]:
    """The numbers of the orientations that equal no earlier one."""
    return [n for n in range(4) if turned(letter, n) not in [turned(letter, earlier) for earlier in range(n)]]


def fall(pieces: list[Piece], letter: str, orientation: int, column: str) -> Piece | None:
    """Where a piece comes to rest that is lowered row by row; None if it sticks out to the right."""
    taken = {square for _, squares in pieces for square in squares}
    rows = turned(letter, orientation)
    left = COLUMNS.index(column)
    if left + len(rows[0]) > len(COLUMNS):
        return None

    def at(bottom: int) -> frozenset[Square]:
        return frozenset(
            (COLUMNS[left + x], bottom + len(rows) - 1 - y)
            for y, row in enumerate(rows)
            for x, mark in enumerate(row)
            if mark == "#"
        )

    bottom = 1 + max((row for _, row in taken), default=0)
    while bottom > 1 and not taken & at(bottom - 1):
        bottom -= 1
    return letter, at(bottom)


def inside(piece: Piece) -> bool:
    """Whether the whole piece is in the tower."""
    return max(row for _, row in piece[1]) <= ROWS[-1]


def pieces_of(tower: dict[str, Any]) -> list[Piece]:
    """The pieces of a tower in order."""
    return [(letter, frozenset((name[0], int(name[1:])) for name in names)) for letter, names in tower["placed"]]


def written(piece: Piece) -> list[Any]:
    """A piece as it stands in a position."""
    return [piece[0], [f"{column}{row}" for column, row in sorted(piece[1])]]


def after(tower: dict[str, Any], move: str) -> list[Piece] | None:
    """The pieces of the tower once a drop has been made; None if something would stand above the tower."""
    pieces = pieces_of(tower)
    *minos, last = move.split(" ")
    for mino in minos:
        fallen = fall(pieces, "m", 0, mino[1])
        assert fallen is not None
        pieces.append(fallen)
    fallen = fall(pieces, last[0], int(last[1]), last[3])
    assert fallen is not None
    pieces.append(fallen)
    return pieces if all(map(inside, pieces)) else None


def legal(tower: dict[str, Any], letter: str, most_minos: int) -> set[str]:
    """All moves of a seat with no more minos than that."""
    moves = set() if tower["held"] else {"hold"}
    for number in range(min(tower["minos"], most_minos) + 1):
        for minos in combinations_with_replacement(COLUMNS, number):
            for orientation in orientations(letter):
                for column in COLUMNS[: len(COLUMNS) + 1 - len(turned(letter, orientation)[0])]:
                    move = " ".join([*(f"m{at}" for at in minos), f"{letter}{orientation}@{column}"])
                    if after(tower, move) is not None:
                        moves.add(move)
    return moves


def printed(way: str) -> dict[Square, str]:
    """The print behind the squares of a tower."""
    lines = PRINTED if way == "up" else [line[::-1] for line in reversed(PRINTED)]
    return {(COLUMNS[x], 15 - y): mark for y, line in enumerate(lines) for x, mark in enumerate(line) if mark != "."}


def full_rows(pieces: list[Piece]) -> set[int]:
    """The numbers of the complete rows."""
    taken = {square for _, squares in pieces for square in squares}
    return {row for row in ROWS if all((column, row) in taken for column in COLUMNS)}


def icons(way: str, pieces: list[Piece]) -> int:
    """How many icons are covered by their own shape."""
    return sum(mark == letter for letter, squares in pieces for at, mark in printed(way).items() if at in squares)


def diamonds(way: str, pieces: list[Piece]) -> int:
    """How many diamonds are covered by any of the pieces."""
    return sum(mark == "*" for _, squares in pieces for at, mark in printed(way).items() if at in squares)


def touch(one: Piece, other: Piece) -> bool:
    """Whether two pieces share an edge."""
    return any(
        abs(COLUMNS.index(a) - COLUMNS.index(b)) + abs(row - line) == 1 for a, row in one[1] for b, line in other[1]
    )


def fulfils(card: str, way: str, before: list[Piece], now: list[Piece], dropped: Piece | None) -> bool:
    """Whether a seat has done what a card asks for, in a round that led from `before` to `now`."""
    if card in PARTS:
        letters, number = PARTS[card]
        if dropped is None or dropped[0] not in letters:
            return False
        new = full_rows(now) - full_rows(before)
        return len([row for row in new if any(line == row for _, line in dropped[1])]) >= number
    if card in JOINED:
        return largest_group([piece for piece in now if piece[0] in JOINED[card]]) >= 4
    taken = {square for _, squares in now for square in squares}
    match card:
        case "six-lines":
            return len(full_rows(now)) >= 6
        case "all-shapes-one-side":
            return any(
                {letter for letter, squares in now for column, _ in squares if column == wall} - {"m"} == set("IOTSZJL")
                for wall in "ah"
            )
        case "full-column":
            return any(all((column, row) in taken for row in ROWS) for column in COLUMNS)
        case "five-icons":
            return icons(way, now) >= 5
        case "four-diamonds":
            return diamonds(way, now) >= 4
        case "four-pairs":
            return four_disjoint_couples(now)
    raise AssertionError(card)


PARTS = {"line-clear": ("I", 4), "three-rows": ("LJ", 3), "two-rows": ("O", 2)}
JOINED = {"four-lj": "LJ", "four-sz": "SZ", "four-io": "IO"}


def largest_group(pieces: list[Piece]) -> int:
    """The size of the largest set of pieces that are joined by edges."""
    sizes = [0]
    for start in range(len(pieces)):
        seen, waiting = {start}, [start]
        while waiting:
            here = pieces[waiting.pop()]
            near = {n for n, piece in enumerate(pieces) if n not in seen and touch(here, piece)}
            seen |= near
            waiting += near
        sizes.append(len(seen))
    return max(sizes)


def four_disjoint_couples(pieces: list[Piece]) -> bool:
    """Whether four couples of equal tetriminos can be found, looking at all choices of four."""
    couples = [
        (i, j)
        for (i, one), (j, other) in combinations(enumerate(pieces), 2)
        if one[0] == other[0] != "m" and touch(one, other)
    ]
    return any(len({piece for couple in four for piece in couple}) == 8 for four in combinations(couples, 4))
