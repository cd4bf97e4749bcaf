"""TEN on screen."""

from __future__ import annotations

from ..presentation import Presentation
from .lesson import LESSON
from .phrases import PHRASES
from .reasons import reasons

PRESENTATION = Presentation(
    phrases=PHRASES,
    legend={
        "b g o p": "blue, green, orange and pink; o8 is the orange 8",
        "8+": "a card that is owned more than once",
        "p#": "a wild: any number of pink",
        "*7": "a wild: a 7 of any colour; *# is any card",
        "c3": "a coin card: takes 3 off the sum of the row",
        "sum": "the value of the row; you bust above 10, and with coin cards above 10",
        "bust": "bust tokens; each pays 3",
        "market": "numbers that you may buy after you take numbers",
    },
    buttons={
        "take numbers": "take the numbers",
        "take coins": "take the coins",
        "pay coin": "a coin",
        "pay bust": "a bust token",
        "token": "take the bust token",
        "buy": "buy ...",
        "bid": "bid ...",
        "take": "take ...",
        "end": "end the turn",
    },
    reasons=reasons,
    lesson=LESSON,
)
