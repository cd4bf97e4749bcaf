"""Te-Trix on screen."""

from __future__ import annotations

from ..presentation import Presentation
from .lesson import LESSON
from .move_builder import begin_move
from .phrases import PHRASES

PRESENTATION = Presentation(
    phrases=PHRASES,
    move_builder=begin_move,
    beside=("stop",),
    legend={
        "O S X": "circle, square and cross",
        "O 2x13 = 26": "two areas of five or more O, of 13 boxes in all",
        "O 3 of 5": "the largest area of O has 3 boxes; areas count from 5",
        "overhang left": "symbols that may still fall off the sheet",
    },
    lesson=LESSON,
)
