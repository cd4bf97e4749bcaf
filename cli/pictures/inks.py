"""The inks of pictures: what colours a mark has on a screen. Hues of Okabe and Ito, told apart by the colour-blind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours as `#rrggbb`; no background lets the screen's own show."""

    ink: str
    paper: str | None = None
    bold: bool = False
    stands_out: bool = False
    """Shown in reverse where there is no colour."""


_DARK = "#101418"
_FREE = "#1b222b"

SKY, YELLOW, GREEN, VERMILION = "#56b4e9", "#f0e442", "#2bb58c", "#e8703a"
BLUE, ORANGE, MAUVE, GREY = "#3f8fd2", "#e69f00", "#d78fb9", "#b8c0c8"
LIME, BROWN = "#a6d854", "#c49a6c"


def _block(paper: str) -> Ink:
    return Ink(_DARK, paper, bold=True)


INKS: Mapping[str, Ink] = {
    "plain": Ink("#d7dee6"),
    "faint": Ink("#7a8794"),
    "strong": Ink("#ffffff", bold=True),
    "free": Ink("#55616e", _FREE),
    "beyond": Ink("#3d4650", "#0c0f13"),
    "bar": Ink("#e8703a", "#3a1f14", bold=True),
    "icon": Ink("#f0e442", _FREE),
    "open": Ink("#9fe6c8", "#20343a"),
    "ghost": Ink("#ffffff", "#3b5d7a", bold=True, stands_out=True),
    "wrong": Ink("#ffffff", "#8a2f1d", bold=True, stands_out=True),
    "cursor": Ink("#101418", "#ffffff", bold=True, stands_out=True),
    "spent": Ink("#ffffff", "#6b4b8a", bold=True, stands_out=True),
    "latest": Ink("#ffffff", "#4a5a3a", bold=True),
    # pieces of Tetris and shapes of Te-Trix
    "I": _block(SKY),
    "O": _block(YELLOW),
    "T": _block(MAUVE),
    "S": _block(GREEN),
    "Z": _block(VERMILION),
    "J": _block(BLUE),
    "L": _block(ORANGE),
    "m": _block(GREY),
    # types of Tentricks
    "I3": _block(SKY),
    "V3": _block(LIME),
    "I4": _block(BLUE),
    "O4": _block(YELLOW),
    "T4": _block(MAUVE),
    "S4": _block(GREEN),
    "L4": _block(ORANGE),
    "P5": _block(VERMILION),
    "U5": _block(BROWN),
    "L5": _block(GREY),
    # symbols of Te-Trix
    "circle": Ink("#101418", SKY, bold=True),
    "square": Ink("#101418", ORANGE, bold=True),
    "cross": Ink("#101418", GREEN, bold=True),
    # seats
    "seat0": _block(VERMILION),
    "seat1": _block(SKY),
    "seat2": _block(YELLOW),
    "seat3": _block(GREY),
    "seat4": _block(GREEN),
    # colours of TEN
    "blue": _block(BLUE),
    "green": _block(GREEN),
    "orange": _block(ORANGE),
    "pink": _block(MAUVE),
    "wild": _block("#ffffff"),
    "coin": _block(YELLOW),
}
"""Name to ink."""
