"""A small board in the colours of the settings, for the form in which they are chosen."""

from __future__ import annotations

from p2pgame.engine.picture import Board, Chip, Mark, letters, numbers
from rich.text import Text

from ..games.palette import ghost_of
from .boards import board_lines
from .drawing import beside, chip, join, style

_ROWS = (
    "ggg....*",
    "IIII.SSO",
    "JLLLSSOO",
    "JJJLTTTO",
)
"""Pieces by their letters; `g` is a ghost, `*` an icon."""

_SCALE = (4, 2)
_STONES = 4
_CARDS = ("blue", "green", "orange", "pink")
_LATEST = "O"


def sample() -> Text:
    """Pieces that touch, a ghost, a piece just placed, stones of four seats and cards of four colours."""
    marks = tuple(tuple(map(_mark, row)) for row in _ROWS)
    board = Board(None, marks, letters(len(_ROWS[0])), numbers(len(_ROWS)))
    latest = [square for square in board.squares() if board.at(square).text == _LATEST]
    drawn = [line[3:] for line in board_lines(board, (), _SCALE, latest)[:-1]]
    stones = _row([Chip(f" {number + 1} ", f"seat{number}") for number in range(_STONES)])
    cards = _row([Chip(f" {colour[0]}7 ", colour) for colour in _CARDS])
    words = [stones, Text(), cards, Text(), Text("a word, ", style("plain")) + Text("a lesser one", style("faint"))]
    return join(beside([drawn, words], 4))


def _row(chips: list[Chip]) -> Text:
    return Text(" ").join(map(chip, chips))


def _mark(sign: str) -> Mark:
    match sign:
        case ".":
            return Mark("·", "free")
        case "*":
            return Mark("◆", "icon")
        case "g":
            return Mark("Z", ghost_of("Z"), piece=0)
        case _:
            return Mark(sign, sign, piece=ord(sign))
