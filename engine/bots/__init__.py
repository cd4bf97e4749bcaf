"""Players made of code. A bot sees a state and the seat it plays, and chooses a legal move."""

from __future__ import annotations

from collections.abc import Mapping

from .bot import Bot
from .easy import Easy
from .normal import Normal
from .random import Random
from .searcher import Searcher

SEARCHERS: Mapping[str, Searcher] = {
    "hard": Searcher("hard", {"tink": 3_000, "tetris": 5_000}, otherwise=1_000),
    "expert": Searcher("expert", {"tink": 100_000, "tetris": 40_000}, otherwise=4_000),
}
"""The levels that look ahead, and so take up to a second, or three."""

_QUICK: tuple[Bot, ...] = (Random(), Easy(), Normal())

BOTS: Mapping[str, Bot] = {**{bot.level: bot for bot in _QUICK}, **SEARCHERS}
"""Level to bot, weakest first."""
