"""Whole numbers as arguments of commands, with refusals in plain sentences."""

from __future__ import annotations

import re

import click
from p2pgame.engine.errors import quoted

from ..system.exits import Misused

_WHOLE = re.compile(r"-?[0-9]{1,18}")


class Number(click.ParamType[int]):
    """A whole number of something, within bounds."""

    name = "number"

    def __init__(self, what: str, least: int | None = 0, most: int | None = None) -> None:
        """`what` names it in a refusal, such as "a number of seconds"; a bound of None is no bound."""
        self._what = what
        self._least = least
        self._most = most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number.

        Raises:
            Misused: it is not a whole number, or out of bounds.
        """
        word = str(value)
        number = int(word) if _WHOLE.fullmatch(word) else None
        if number is None or not self._fits(number):
            raise Misused(f"{_spelled(param)} takes {self._what}{self._bounds}, not {quoted(word)}.")
        return number

    def _fits(self, number: int) -> bool:
        return (self._least is None or number >= self._least) and (self._most is None or number <= self._most)

    @property
    def _bounds(self) -> str:
        if self._least is None:
            return ""
        return f" from {self._least} to {self._most}" if self._most is not None else f", {self._least} or more"


def _spelled(param: click.Parameter | None) -> str:
    """The name of the argument as people type it: an option by its longest name."""
    return "This argument" if param is None else max(param.opts, key=len)
