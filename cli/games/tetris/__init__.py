"""Tetris on screen."""

from __future__ import annotations

from ..presentation import Presentation
from .lesson import LESSON
from .move_builder import begin_move
from .phrases import PHRASES
from .reasons import reasons

PRESENTATION = Presentation(
    phrases=PHRASES,
    move_builder=begin_move,
    beside=("hold",),
    legend={
        "i o t ...": "an icon: 1 point if a piece of that letter covers it",
        "◆": "a diamond: a piece that covers it earns a mino",
        "T+ and T◆": "a piece on its own icon, a piece on a diamond",
        "minos": "single squares; they may fall before the piece",
        "hold": "the piece kept beside the tower, once per game",
        "6 4 2 free": "points for the first, second and third player",
    },
    buttons={
        "hold": "hold (once per game)",
        "up": "upright",
        "down": "upside down",
    },
    reasons=reasons,
    lesson=LESSON,
    piece=4,
    in_hand="piece",
    letters=1,
)
