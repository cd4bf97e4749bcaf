"""Tink on screen."""

from __future__ import annotations

from ..presentation import Presentation
from .lesson import LESSON
from .move_builder import begin_move
from .phrases import PHRASES
from .reasons import reasons

PRESENTATION = Presentation(
    phrases=PHRASES,
    move_builder=begin_move,
    beside=("pass",),
    legend={
        "As Bm Cl": "a small, a medium and a large stone, each with the initial of its player",
        "∘": "squares for the stone in hand",
        "*s": "one of the four winning stones",
        "5s 4m 1l": "stones left to place",
    },
    reasons=reasons,
    lesson=LESSON,
    letters=2,
)
