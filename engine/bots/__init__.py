"""Players made of code. A bot sees a state and the seat it plays, and chooses a legal move."""

from __future__ import annotations

from collections.abc import Mapping

from .bot import Bot
from .greedy import Greedy
from .random import Random

BOTS: Mapping[str, Bot] = {"random": Random(), "greedy": Greedy()}
"""Level to bot, weakest first."""
