"""A picture as pixels, for films of games: one tile a square, in the colour of its content."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from ..picture import Board, Picture

Pixels = NDArray[np.uint8]

TILE = 12
"""Pixels a square, with a line of one pixel to the next."""
_GAP = TILE
_GROUND = 24
_FREE = 64
_DARKEST = 96


def pixels(picture: Picture) -> Pixels:
    """The boards of a picture side by side: height x width x red, green, blue."""
    boards = [_board(board) for board in picture.boards]
    height = max(board.shape[0] for board in boards)
    padded = [
        np.pad(board, ((0, height - board.shape[0]), (0, _GAP), (0, 0)), constant_values=_GROUND) for board in boards
    ]
    return np.concatenate(padded, axis=1)


def _board(board: Board) -> Pixels:
    colours = np.array([[_colour(mark.ink) for mark in row] for row in board.marks], dtype=np.uint8)
    drawn = colours.repeat(TILE, axis=0).repeat(TILE, axis=1)
    drawn[::TILE] = drawn[:, ::TILE] = _GROUND
    return drawn


@cache
def _colour(ink: str) -> tuple[int, ...]:
    """Grey for a free square; for each other ink a bright colour of its own."""
    if ink == "free":
        return (_FREE,) * 3
    return tuple(_DARKEST + byte % (256 - _DARKEST) for byte in sha256(ink.encode()).digest()[:3])
