"""Players made of code. A bot sees a state and the seat it plays, and chooses a legal move."""

from __future__ import annotations

from collections.abc import Mapping

from .bot import Bot
from .easy import Easy
from .normal import Normal
from .random import Random
from .searcher import Searcher

HARD = Searcher("hard", {"tink": 3_000}, otherwise=1_000)
EXPERT = Searcher("expert", {"tink": 100_000}, otherwise=4_000)

BOTS: Mapping[str, Bot] = {bot.level: bot for bot in (Random(), Easy(), Normal(), HARD, EXPERT)}
"""Level to bot, weakest first."""
