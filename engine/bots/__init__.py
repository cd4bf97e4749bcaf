"""Players made of code. A bot sees a state and its seat, and chooses a legal move."""

from __future__ import annotations

from collections.abc import Mapping

from .bot import Bot
from .easy import Easy
from .normal import Normal
from .random import Random
from .searcher import Searcher

SEARCHERS: Mapping[str, Searcher] = {level: Searcher(level) for level in ("hard", "expert")}
"""The levels that look ahead. `hard` takes up to a second, `expert` up to three."""

_QUICK: tuple[Bot, ...] = (Random(), Easy(), Normal())

BOTS: Mapping[str, Bot] = {**{bot.level: bot for bot in _QUICK}, **SEARCHERS}
"""Bots by level, weakest first."""
