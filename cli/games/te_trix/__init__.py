"""Te-Trix on screen."""

from __future__ import annotations

from ..presentation import Presentation
from .lesson import LESSON
from .move_builder import begin_move
from .phrases import PHRASES
from .reasons import reasons

PRESENTATION = Presentation(
    phrases=PHRASES,
    move_builder=begin_move,
    beside=("stop",),
    legend={
        "● ■ ✕": "circle, square and cross; in moves they are typed O, S and X",
        "● 2x13 = 26": "two areas of at least five circles, with 13 boxes in all",
        "● 3 of 5": "the largest area of circles has 3 boxes; areas count from 5",
        "overhang left": "symbols that may still fall off the sheet",
    },
    reasons=reasons,
    lesson=LESSON,
    piece=4,
    letters=1,
)
