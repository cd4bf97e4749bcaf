"""Tables of all pieces as they may lie. Each has a number: 160 times its shape, plus its first cell."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from . import geometry
from .components import HEIGHT, WIDTH
from .features import Columns, Ints, columns_of
from .pieces import Piece
from .shapes import BITS

_CELLS = WIDTH * HEIGHT
_PIECES = [bits << first & geometry.BOARD for bits in BITS for first in range(_CELLS)]

COLUMNS: Columns = columns_of(_PIECES)
"""The columns of each piece, shape (10, numbers)."""
ICONS: Ints = np.array([geometry.icons_under(cells) for cells in _PIECES])
"""Its icons, as a set of bits, shape (numbers,)."""


def numbers_of(pieces: Iterable[Piece]) -> Ints:
    """The numbers of these pieces, shape (n,)."""
    found: Ints = np.array([_CELLS * shape + first for first, shape in pieces], np.int64)
    return found
