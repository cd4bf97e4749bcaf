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
        "As Bm Cl": "a small, medium, large stone of the player with that initial",
        "∘": "where the stone in hand may go",
        "*s": "a stone of the four that have won",
        "5s 4m 1l": "stones that are left to place",
    },
    reasons=reasons,
    lesson=LESSON,
)
