"""Tink on screen."""

from __future__ import annotations

from ..presentation import Presentation
from .move_builder import begin_move
from .phrases import PHRASES

PRESENTATION = Presentation(
    phrases=PHRASES,
    move_builder=begin_move,
    beside=("pass",),
    legend={
        "0s 1m 2l": "a small, medium, large stone of seat 0, 1, 2",
        "∘": "where the stone in hand may go",
        "*s": "a stone of the four that have won",
        "5s 4m 1l": "stones that are left to place",
    },
)
