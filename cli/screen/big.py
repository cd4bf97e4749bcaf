"""A code in large letters, to be read across a room: each letter is a grid of pixels, three wide and five high."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_GLYPHS: Mapping[str, str] = {
    "a": ".#. #.# ### #.# #.#",
    "b": "##. #.# ##. #.# ##.",
    "c": ".## #.. #.. #.. .##",
    "d": "##. #.# #.# #.# ##.",
    "e": "### #.. ##. #.. ###",
    "f": "### #.. ##. #.. #..",
    "g": ".## #.. #.# #.# .##",
    "h": "#.# #.# ### #.# #.#",
    "i": "### .#. .#. .#. ###",
    "j": "..# ..# ..# #.# .#.",
    "k": "#..# #.#. ##.. #.#. #..#",
    "l": "#.. #.. #.. #.. ###",
    "m": "#...# ##.## #.#.# #...# #...#",
    "n": "#..# ##.# #.## #..# #..#",
    "o": "### #.# #.# #.# ###",
    "p": "##. #.# ##. #.. #..",
    "q": "### #.# #.# ### ..#",
    "r": "##. #.# ##. #.# #.#",
    "s": ".## #.. .#. ..# ##.",
    "t": "### .#. .#. .#. .#.",
    "u": "#.# #.# #.# #.# ###",
    "v": "#.# #.# #.# #.# .#.",
    "w": "#...# #...# #.#.# ##.## #...#",
    "x": "#.# #.# .#. #.# #.#",
    "y": "#.# #.# .#. .#. .#.",
    "z": "### ..# .#. #.. ###",
    "2": "##. ..# .#. #.. ###",
    "3": "##. ..# .#. ..# ##.",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ##. ..# ##.",
    "6": ".## #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ##.",
    "-": ".. .. ## .. ..",
}
_HEIGHT = 5
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def large(code: str, width: int, height: int) -> str:
    """The code as large as the space allows: five rows of letters, three, or the plain line; empty if there is no
    room."""
    rows = list(_rows(code))
    for lines in ([_wide(row) for row in rows], list(_halved(rows)), [code]):
        if len(lines) <= height and max(map(len, lines)) <= width:
            return "\n".join(lines)
    return ""


def _rows(code: str) -> Iterator[str]:
    """The pixels of the code, row by row."""
    glyphs = [_GLYPHS[letter].split() for letter in code]
    for row in range(_HEIGHT):
        yield ".".join(glyph[row] for glyph in glyphs)


def _wide(row: str) -> str:
    """A row with each pixel two characters wide, and so about square."""
    return "".join("██" if pixel == "#" else "  " for pixel in row)


def _halved(rows: list[str]) -> Iterator[str]:
    """Two rows of pixels in each row of characters."""
    blank = "." * len(rows[0])
    for above, below in zip(rows[::2], [*rows[1::2], blank], strict=True):
        yield "".join(_HALVES[up == "#", down == "#"] for up, down in zip(above, below, strict=True))
