"""The box (`spec/games/tentricks.md`, section 1). Types are numbered 0 to 9, in this order, everywhere.

Shapes, board, bar and icons stand only in pictures of the rulebook: these are our choices, to be corrected here by
an owner of the box (and `rules` raised).
"""

from __future__ import annotations

DRAWINGS = {
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
"""Each type as drawn: orientation 0."""

TYPES = tuple(DRAWINGS)

PIECES_A_SEAT = 3
"""Pieces of each type in the supply, for each seat of the table."""

CARDS_A_TYPE = 3

CARDS_BELOW_LEVEL = {2: 15, 3: 10, 4: 5}
"""Seats to the cards that lie under the Next Level card in a new deck."""

TOKENS = tuple(range(1, 11))

TOKEN_NAMES = ("steer", "grab", "again", "swap", "take", "cancel", "remove", "relocate", "copy", "pick")
"""The name of each token, by its number less one."""

TOKENS_A_KIND = 4
"""Tokens of each number in the box."""

WIDTH, HEIGHT = 10, 16
"""Columns and rows of a board."""

START_BAR = 8
"""Free rows under the bar at the start."""

ICONS = ("a4", "b8", "c2", "c12", "d6", "e10", "f10", "g6", "h2", "h12", "i8", "j4")
"""Effect icons of a board, by column, then row."""


def titled(token: int) -> str:
    """`4 swap`."""
    return f"{token} {TOKEN_NAMES[token - 1]}"
