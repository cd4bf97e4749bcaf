"""Players made of code. A bot sees a state and its seat, and chooses a legal move."""

from __future__ import annotations

from collections.abc import Mapping

from .bot import Bot
from .easy import Easy
from .normal import Normal
from .random import Random
from .searcher import Searcher

_HARD = {"te-trix": 1_500, "ten": 10_000, "tentricks": 1_200, "tetris": 1_000, "tink": 3_000}
_EXPERT = {"te-trix": 12_000, "ten": 40_000, "tentricks": 4_000, "tetris": 40_000, "tink": 100_000}
"""Nodes of a decision by game id. Each search has its own kind of node; by the clock an expert takes about a second or
two, and the tables stop it after three (`cli.thinking`)."""

SEARCHERS: Mapping[str, Searcher] = {
    "hard": Searcher("hard", _HARD, otherwise=1_000),
    "expert": Searcher("expert", _EXPERT, otherwise=4_000),
}
"""The levels that look ahead, and so take up to a second, or three."""

_QUICK: tuple[Bot, ...] = (Random(), Easy(), Normal())

BOTS: Mapping[str, Bot] = {**{bot.level: bot for bot in _QUICK}, **SEARCHERS}
"""Bots by level, weakest first."""
