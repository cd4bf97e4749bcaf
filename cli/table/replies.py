"""Replies to a typed line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Say:
    """Show this text and ask again; the table is not concerned."""

    text: str


@dataclass(frozen=True, slots=True)
class Read:
    """Show this long text, and ask again."""

    text: str


@dataclass(frozen=True, slots=True)
class Make:
    """Make this move, which is legal; `spelling` is its one spelling."""

    move: Any
    spelling: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back this seat's last move and everything after it."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the game for good; the others play on."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the program; the game stays as it is."""


@dataclass(frozen=True, slots=True)
class Save:
    """Write the game to a file of that name."""

    path: str


@dataclass(frozen=True, slots=True)
class Further:
    """One of the table's own commands (`View.more`), with its argument."""

    name: str
    rest: str


Reply = Say | Read | Make | Undo | Resign | Quit | Save | Further
