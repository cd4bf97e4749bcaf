"""Bots as an argument of commands: how many, and how they play."""

from __future__ import annotations

from dataclasses import dataclass

import click
from p2pgame.engine.bots import BOTS
from p2pgame.engine.errors import quoted

from .exits import Misused

BOT_NAMES = ("Max", "Ida", "Leo", "Mia", "Tom", "Zoe", "Sam", "Eva", "Ben", "Ada")
"""What bots are called on one machine; the first that no person has."""

USUAL_LEVEL = "normal"
"""How bots play unless it is said."""


@dataclass(frozen=True, slots=True)
class Bots:
    """How many, and how they play."""

    count: int
    level: str


class BotsType(click.ParamType[Bots]):
    """`K` or `K:LEVEL`."""

    name = "K[:LEVEL]"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Bots:
        """The bots that the word stands for."""
        if isinstance(value, Bots):
            return value
        count, _, level = str(value).partition(":")
        if not (count.isascii() and count.isdigit() and len(count) < 3):
            raise Misused(f"--bots takes a number, perhaps with a level, such as 2 or 2:random, not {quoted(value)}.")
        if level and level not in BOTS:
            raise Misused(f"There is no bot {quoted(level)}; the levels are {', '.join(BOTS)}.")
        return Bots(int(count), level or USUAL_LEVEL)
