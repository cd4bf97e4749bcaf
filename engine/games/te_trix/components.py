"""The parts of the box that play depends on. **[set]** marks values that the rulebook shows only as a picture.

An owner of the box can correct these values here and nowhere else; a change raises `rules` in `game`.
"""

from __future__ import annotations

from typing import Literal

Symbol = Literal["O", "S", "X"]

SYMBOLS: tuple[Symbol, ...] = ("O", "S", "X")
"""Circle, square and cross, each on two faces of a die."""

DICE = 4

SIDE = 7
"""A sheet has 7 columns and 7 rows [set]."""

SHEETS: tuple[tuple[str, Symbol], ...] = (
    ("red", "O"),
    ("blue", "S"),
    ("yellow", "X"),
    ("white", "O"),
)
"""Each seat's sheet: its colour, and the symbol printed on it [set]."""

PRINTED_ON = "d4"
"""The box with the printed symbol, on all sheets and on the back used alone [set]."""

SHAPES = {
    "I": "####",
    "O": "##/##",
    "T": ".#./###",
    "S": ".##/##.",
    "Z": "##./.##",
    "J": "#../###",
    "L": "..#/###",
}
"""The shapes of four dice: all one-sided tetrominoes [set]. Drawn as `polyomino` says."""

AREA = 5
"""The fewest boxes of an area that counts."""

BAND = 8
"""Solo: symbols that may run over the edge."""

RATINGS = (130, 120, 0)
"""Solo: the totals at which the rulebook's three verdicts begin."""
