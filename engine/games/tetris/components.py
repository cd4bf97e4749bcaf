"""The parts of the box. Values marked [set] are ours: correct them here if your box differs, and raise `rules`."""

from __future__ import annotations

from typing import Literal

Way = Literal["up", "down"]

SHAPES = {
    "I": "####",
    "O": "##/##",
    "T": ".#./###",
    "S": ".##/##.",
    "Z": "##./.##",
    "J": "#../###",
    "L": "..#/###",
}
"""The seven tetriminos, as drawn in orientation 0."""

MINO = "m"
"""The letter of a single square."""

CARDS_OF_A_SHAPE = 4
ROUNDS = 27
"""Cards played; the last of the 28 stays unseen."""

MINOS_IN_THE_BOX = 24
MINOS_AT_THE_START = 1

COLUMNS = 8  # [set]
ROWS = 15  # [set]

TOWER = (  # [set]
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
)
"""The back of a tower standing `up`, top row first: a letter for the icon of that shape, `*` for a diamond."""

DIAMOND = "*"

ROW_POINTS = 2
ICON_POINTS = 1
SPACE_POINTS = (6, 4, 2)  # [set]
"""The points of the three spaces of an achievement card, from the top."""

ACHIEVEMENTS = {
    "line-clear": "an I completes 4 rows in one round",
    "six-lines": "6 full rows",
    "three-rows": "an L or a J completes 3 rows in one round",
    "two-rows": "an O completes 2 rows in one round",
    "all-shapes-one-side": "all 7 shapes touch the same wall",
    "full-column": "a full column",
    "five-icons": "5 icons covered by their shapes",
    "four-diamonds": "4 diamonds covered by any piece",
    "four-pairs": "4 pairs of equal pieces, edge to edge",
    "four-lj": "4 L or J joined by edges",
    "four-sz": "4 S or Z joined by edges",
    "four-io": "4 I or O joined by edges",
}
"""The twelve achievement cards, each with its condition."""

BASIC_ACHIEVEMENT = "six-lines"
ADVANCED_ACHIEVEMENTS = 2
"""The number of the twelve cards that an advanced game draws."""


def titled(card: str) -> str:
    """The name of an achievement card in words: `six lines`."""
    return card.replace("-", " ")
