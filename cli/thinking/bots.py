"""Bots as an argument of commands: their number and level."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import click
import click.shell_completion
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.errors import quoted

from ..system.exits import Misused
from ..words.suggest import hint

BOT_NAMES = ("Max", "Ida", "Leo", "Mia", "Tom", "Zoe", "Sam", "Eva", "Ben", "Ada")
"""Names of bots on one machine; the first that no person has."""

USUAL_LEVEL = "normal"
"""The default level of bots."""


@dataclass(frozen=True, slots=True)
class Bots:
    """The number of bots, and their level."""

    count: int
    level: str


class LevelType(click.ParamType[str]):
    """A level of bots."""

    name = "level"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The level.

        Raises:
            Misused: no level has that name.
        """
        level = str(value).lower()
        if level not in BOTS:
            raise Misused(f"There is no bot {quoted(value)}.{hint(level, BOTS)} {_listed()}")
        return level

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """The levels that a shell offers at Tab."""
        return [click.shell_completion.CompletionItem(level) for level in BOTS if level.startswith(incomplete.lower())]

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """The sentence for a missing level."""
        return _listed()


LEVEL = LevelType()


def _listed() -> str:
    return f"The levels are {', '.join(BOTS)}."


class BotsType(click.ParamType[Bots]):
    """`K` or `K:LEVEL`."""

    name = "K[:LEVEL]"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Bots:
        """The bots that the word stands for."""
        if isinstance(value, Bots):
            return value
        count, _, level = str(value).partition(":")
        if not _is_number(count):
            raise Misused(f"--bots takes a number, perhaps with a level, such as 2 or 2:random, not {quoted(value)}.")
        return Bots(int(count), LEVEL.convert(level, param, ctx) if level else USUAL_LEVEL)


@dataclass(frozen=True, slots=True)
class LocalBots:
    """The number and the level of the bots of a game on this machine; None for the default."""

    count: int | None = None
    level: str | None = None


class LocalBotsType(click.ParamType[LocalBots]):
    """`LEVEL`, `K` or `K:LEVEL`."""

    name = "LEVEL|K[:LEVEL]"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> LocalBots:
        """The bots that the word stands for."""
        if isinstance(value, LocalBots):
            return value
        count, colon, level = str(value).partition(":")
        if not _is_number(count):
            return LocalBots(None, LEVEL.convert(value, param, ctx))
        return LocalBots(int(count), LEVEL.convert(level, param, ctx) if colon else None)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """The levels."""
        return LEVEL.shell_complete(ctx, param, incomplete)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 3


def names_of(seats: int, bots: Mapping[int, Bot], called: Sequence[str] = ()) -> tuple[str, ...]:
    """The name of each seat: people as `called`, in order; bots by a name and their level."""
    people = seats - len(bots)
    given = _people(people, called)
    free = iter([name for name in BOT_NAMES if name not in called])
    return tuple(f"{next(free)} ({bots[seat].level})" if seat in bots else next(given) for seat in range(seats))


def _people(people: int, called: Sequence[str]) -> Iterator[str]:
    """The names of the people, in the order of their seats."""
    for number in range(people):
        unnamed = f"Player {number + 1}" if people > 1 else "Player"
        yield called[number] if number < len(called) else unnamed
