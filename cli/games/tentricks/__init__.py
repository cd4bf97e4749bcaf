"""Tentricks on screen."""

from __future__ import annotations

from ..presentation import Presentation
from .lesson import LESSON
from .move_builder import begin_move, board_picked
from .phrases import PHRASES
from .reasons import reasons

PRESENTATION = Presentation(
    phrases=PHRASES,
    move_builder=begin_move,
    board_picked=board_picked,
    legend={
        "I3 L4 L5 ...": "pieces, named as on cards; L5 is an L of five squares",
        "◆": "an icon: the player who covers it draws a token",
        "══": "the limit bar: a player who places a piece beyond it is out",
        "bar": "rows below the bar; a full row lifts it by one",
        "supply": "pieces left; all bars fall when a revealed piece has run out",
        "Next Level": "a card that lowers all bars",
        "standby": "a piece that you place instead of a card's",
    },
    buttons={
        "standby": "place the standby piece",
        "reveal": "reveal a card",
        "use": "use a token ...",
        "end": "end the turn",
    },
    reasons=reasons,
    lesson=LESSON,
    piece=4,
    in_hand="in hand",
    letters=2,
)
