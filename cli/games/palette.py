"""The inks of pictures: the colours of each mark on a screen.

The usual hues are those of Okabe and Ito. The colours for the colour-blind are as far apart within each game as a
search found them, seen with each of the three kinds of colour blindness and with none
(`tests/cli/games/test_palette.py` measures it), and have textures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours as `#rrggbb`; without a background, the screen's own shows through."""

    ink: str
    paper: str | None = None
    bold: bool = False
    stands_out: bool = False
    """Shown in reverse on a screen without colours."""


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
    "frame": Ink("#3d4956"),
    "turn": Ink("#f0e442", bold=True),
    "free": Ink("#55616e", _FREE),
    "beyond": Ink("#2c343d", "#0c0f13"),
    "bar": Ink("#e8703a", "#0c0f13", bold=True),
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
"""Inks by name."""

_FAR_APART: Mapping[str, str] = {
    # Tetris
    "I": "#79eeff",
    "O": "#fff601",
    "T": "#b974fe",
    "S": "#72a183",
    "Z": "#a11513",
    "J": "#5704ec",
    "L": "#eca752",
    "m": "#8c247b",
    # Tentricks
    "I3": "#00effc",
    "V3": "#bcff85",
    "I4": "#3a59ff",
    "O4": "#f8e9ca",
    "T4": "#b66bd7",
    "S4": "#086a00",
    "L4": "#d99600",
    "P5": "#f05c76",
    "U5": "#8e2c60",
    "L5": "#332288",
    # Te-Trix
    "circle": "#5e00e5",
    "square": "#eefb00",
    "cross": "#9f3432",
    # Tink
    "seat0": "#d60709",
    "seat1": "#26d0ff",
    "seat2": "#fcf0c0",
    "seat3": "#8c2c58",
    "seat4": "#4a00f9",
    # TEN
    "blue": "#2c566a",
    "green": "#12ffb1",
    "orange": "#a52200",
    "pink": "#9107d3",
    "wild": "#c3c5ff",
    "coin": "#ffb705",
}
"""Papers by ink, for the colour-blind."""

TEXTURES: Mapping[str, str] = {
    **dict(zip("IOTSZJLm", ":°=~/'_.", strict=True)),
    **dict(zip(("I3", "V3", "I4", "O4", "T4", "S4", "L4", "P5", "U5", "L5"), ":,|°=~_#-.", strict=True)),
    "circle": "°",
    "square": "=",
    "cross": "/",
}
"""The sign that fills an ink's squares beside the letter."""


def _brightness(colour: str) -> int:
    """Of 255, as eyes weigh the three parts (ITU-R BT.601)."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return (299 * red + 587 * green + 114 * blue) // 1000


def _written_on(paper: str) -> str:
    """Dark letters on light paper, white ones on dark."""
    return _DARK if _brightness(paper) >= 128 else "#ffffff"


def grey(colour: str) -> str:
    """The shade of grey that is as bright as the colour."""
    return "#" + 3 * f"{_brightness(colour):02x}"


_CLEAR: Mapping[str, Ink] = {
    **INKS,
    **{name: Ink(_written_on(paper), paper, bold=True) for name, paper in _FAR_APART.items()},
}


_GREY: Mapping[str, Ink] = {
    name: replace(ink, ink=grey(ink.ink), paper=ink.paper and grey(ink.paper)) for name, ink in INKS.items()
}


_LIGHT: Mapping[str, Ink] = {
    **INKS,
    "plain": Ink("#1b222b"),
    "faint": Ink("#57616c"),
    "strong": Ink("#000000", bold=True),
    "frame": Ink("#b4bdc6"),
    "turn": Ink("#9a6a00", bold=True),
    "free": Ink("#6b7580", "#e4e8ec"),
    "beyond": Ink("#8b949e", "#cdd3d9"),
    "bar": Ink("#b3400a", "#f6d9c8", bold=True),
    "icon": Ink("#7a5c00", "#e4e8ec", bold=True),
    "open": Ink("#0b5d44", "#cdeee0"),
    "cursor": Ink("#ffffff", "#101418", bold=True, stands_out=True),
    "wild": Ink(_DARK, "#ffffff", bold=True),
}

_STARK: Mapping[str, Ink] = {
    **_CLEAR,
    "plain": Ink("#ffffff"),
    "faint": Ink("#d0d0d0"),
    "frame": Ink("#9a9a9a"),
    "turn": Ink("#ffff00", bold=True),
    "free": Ink("#b8b8b8", "#000000"),
    "beyond": Ink("#9a9a9a", "#2b2b2b"),
    "bar": Ink("#ffb000", "#000000", bold=True),
    "icon": Ink("#ffff00", "#000000", bold=True),
    "open": Ink("#7dffcf", "#00382a"),
}

_GROUNDS: Mapping[str, str] = {"light": "#f6f8fa", "high-contrast": "#000000", "none": grey("#101418")}
"""The background of the screen, if it is not the usual dark one."""


def ground_of(colours: str) -> str:
    """The background colour."""
    return _GROUNDS.get(colours, "#101418")


def inks(colours: str) -> Mapping[str, Ink]:
    """Inks by name, for the colours of the settings (`settings.COLOURS`); without colours, shades of grey.

    A terminal without colours uses its own black and white instead.
    """
    known = {"light": _LIGHT, "high-contrast": _STARK, "colour-blind": _CLEAR, "none": _GREY}
    return known.get(colours, INKS)


GHOST = "ghost "
"""Before the name of an ink: of a piece that is not placed yet."""


def ghost_of(ink: str) -> str:
    """The name of the ink of a piece that would be placed."""
    return f"{GHOST}{ink}"


def is_ghost(ink: str) -> bool:
    """Whether it is the ink of a piece that is not placed yet."""
    return ink.startswith(GHOST)


_GONE = "gone "
"""Before the name of an ink: of a thing that would be taken away."""


def gone(ink: str) -> str:
    """The name of the ink of a thing that would be taken away: a free square again."""
    return f"{_GONE}{ink}"


def ink_of(name: str, colours: str) -> Ink:
    """The ink of a name; `plain` for an unknown one, because pictures of other packages may have inks of their own."""
    there = inks(colours)
    free = there["free"].paper or _FREE
    if name.startswith(_GONE):
        return replace(there["strong"], paper=free)
    known = there.get(name.removeprefix(GHOST), there["plain"])
    if not is_ghost(name):
        return known
    paper = blended(known.paper or free, free, _FADED)
    return Ink(_written_on(paper), paper, bold=True, stands_out=True)


_FADED = 60
"""A ghost is this many hundredths of the way to a free square."""


def blended(colour: str, other: str, hundredths: int) -> str:
    """A colour moved that many percent towards another."""
    parts = ((int(colour[place : place + 2], 16), int(other[place : place + 2], 16)) for place in (1, 3, 5))
    return "#" + "".join(f"{(one * (100 - hundredths) + two * hundredths) // 100:02x}" for one, two in parts)


EMPTY = frozenset({"free", "icon", "open"})
"""The inks of squares with nothing on them."""

_TONES = 10
"""The second tone of an empty board is this many hundredths of the way to its letters."""

_FADING = 62
"""Percent of the way to a free square for marks that do not count at the end."""


def checked(paper: str, colours: str) -> str:
    """The second tone of a board: each free square has another one than its neighbours."""
    return blended(paper, inks(colours)["free"].ink, _TONES)


def fading(colour: str, colours: str) -> str:
    """A colour that stands back."""
    return blended(colour, inks(colours)["free"].paper or _FREE, _FADING)


def textures(colours: str) -> Mapping[str, str]:
    """Textures by ink, for colours that need them; none for the usual ones."""
    return TEXTURES if colours in ("colour-blind", "none") else {}
