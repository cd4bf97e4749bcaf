"""Tables of Te-Trix set up by hand: sheets are drawn, everything not said is as in the middle of a game."""

from __future__ import annotations

from typing import Any

from p2pgame.engine.games.te_trix.game import GAME

from .tables import Table

PRINTED = "OSXO"

FULL = ("OSXOSXO", "SXOSXOS", "XOSXOSX", "OSXOSXO", "SXOSXOS", "XOSXOSX", "OSXOSXO")
"""All boxes taken, an O on d4, no two equal symbols edge to edge."""

ROOM_FOR_ONE = (".SXOSXO", *FULL[1:])
"""Only a7 is free, in a corner: every shape has a cell that fits while the others run over the edge."""

HOLE = (FULL[0], "S.OSXOS", *FULL[2:])
"""Only b6 is free: nothing can be entered."""


def sheet(*rows: str, seat: int = 0) -> list[str]:
    """A sheet with these top rows, the rest empty except for the printed symbol."""
    filled = [*rows, *["......."] * (7 - len(rows))]
    if filled[3][3] == ".":
        filled[3] = filled[3][:3] + PRINTED[seat] + filled[3][4:]
    return filled


def table(*sheets: list[str], **keys: Any) -> Table:
    """A table with these sheets, seat 0 having made I:OOOO, which is to be entered."""
    position: dict[str, Any] = {
        "game": "te-trix",
        "rules": 1,
        "seats": len(sheets),
        "options": {},
        "sheets": list(sheets),
        "roller": 0,
        "dice": "OOOO",
        "shape": "I:OOOO",
        "phase": "place",
    }
    if len(sheets) == 1:
        position["band"] = 8
    return Table(GAME, GAME.from_position(position | keys))


def fresh(seats: int = 2, **keys: Any) -> Table:
    """A table with fresh sheets, as `table`."""
    return table(*(sheet(seat=seat) for seat in range(seats)), **keys)


def finished(*sheets: list[str], **keys: Any) -> Table:
    """A table whose game is over."""
    return table(*sheets, **({"phase": "over", "dice": None, "shape": None} | keys))


def new(seats: int = 2, first: str = "0") -> Table:
    """A new table whose first roller has been drawn."""
    return Table(GAME, GAME.begin(seats)).draw(first)
