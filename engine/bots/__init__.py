"""Players made of code. A bot sees a state and the seat it plays, and chooses a legal move."""

from __future__ import annotations

from collections.abc import Mapping

from .bot import Bot
from .easy import Easy
from .normal import Normal
from .random import Random

BOTS: Mapping[str, Bot] = {bot.level: bot for bot in (Random(), Easy(), Normal())}
"""Level to bot, weakest first."""
