"""The finished games of a match in a file, so that it can be continued: a line of JSON each, after one of the match.

Lines are only appended. A last line that is cut short, as when the machine stopped, is played again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from p2pgame.p2p.store import small_file

from ..system.exits import Failed, Misused
from ..words.paths import path_told
from .match import Finished, Match

_MOST_BYTES = 1 << 28
"""Of a file of results: a million games."""

_DEPTH = 4
"""Containers in each other in a line; faults are pairs in a list of an object."""

_MOST = 1 << 53
"""The largest number in a line: floats are exact up to there."""


class Results:
    """A file of results, opened for more of them."""

    def __init__(self, path: Path, match: Match) -> None:
        """Read what is there, and be ready to add.

        Raises:
            Misused: the file is of another match, or no such file at all; it stays as it is.
            Failed: it cannot be read or written.
        """
        self._told = path_told(path)
        known = self._known(path)
        whole = [line for line in known if line.endswith("\n")]
        if known and not whole:
            raise Misused(f"{self._told} is no file of the arena.")
        self.finished = tuple(self._read(whole, match))
        try:
            self._file = self._opened(path, len("".join(whole).encode()))
            if not whole:
                self._append(_header(match))
        except OSError as error:
            raise Failed(f"{self._told} cannot be used: {error.strerror}.") from error

    def _known(self, path: Path) -> list[str]:
        """The lines of the file, the last one perhaps cut short; none if there is no file.

        Raises:
            Misused: something else stands there.
            Failed: it cannot be read.
        """
        try:
            return small_file.read_text(path, _MOST_BYTES, follow=False).splitlines(keepends=True)
        except small_file.MissingFile:
            return []
        except small_file.MalformedFile as error:
            raise Misused(f"{self._told} is no file of the arena.") from error
        except small_file.UnreadableFile as error:
            raise Failed(f"{self._told} {error}.") from error
        except small_file.UnusableFile as error:
            raise Misused(f"{self._told} {error}: choose another name.") from error

    def add(self, finished: Finished) -> None:
        """Append a game.

        Raises:
            Failed: it cannot be written.
        """
        try:
            self._append(asdict(finished) | {"log": []})
        except OSError as error:
            raise Failed(f"{self._told} cannot be written: {error.strerror}.") from error

    def close(self) -> None:
        """No more games."""
        self._file.close()

    def _read(self, lines: list[str], match: Match) -> Iterator[Finished]:
        if not lines:
            return
        header, *games = [self._object(line) for line in lines]
        if header != _header(match):
            raise Misused(f"{self._told} is of another match: another game, other bots, options, seats or seed.")
        try:
            finished = [_finished(each, match) for each in games]
            _check(len({game.number for game in finished}) == len(finished))
        except (KeyError, TypeError, ValueError) as error:
            raise Misused(f"{self._told} is no file of the arena.") from error
        yield from finished

    def _object(self, line: str) -> dict[str, Any]:
        try:
            found = small_file.parse_json(line, _DEPTH)
        except small_file.MalformedFile:
            found = None
        if not isinstance(found, dict):
            raise Misused(f"{self._told} is no file of the arena.")
        return found

    def _opened(self, path: Path, size: int) -> TextIO:
        """The file, cut after its last whole line."""
        file = path.open("a", encoding="utf-8", newline="")
        file.truncate(size)
        return file

    def _append(self, value: dict[str, Any]) -> None:
        self._file.write(json.dumps(value) + "\n")
        self._file.flush()


def _header(match: Match) -> dict[str, Any]:
    return {
        "arena": 1,
        "game": match.game.id,
        "rules": match.rules,
        "options": dict(match.options),
        "bots": list(match.bots),
        "seats": match.seats,
        "seed": match.seed,
    }


def _finished(found: dict[str, Any], match: Match) -> Finished:
    """A game from its line.

    Raises:
        KeyError, TypeError, ValueError: the line is not one of a game of this match.
    """
    game = Finished(
        number=_whole(found["number"]),
        seats=tuple(map(_whole, found["seats"])),
        steps=_whole(found["steps"]),
        winners=tuple(map(_whole, found["winners"])),
        scores=tuple(None if score is None else _whole(score) for score in found["scores"]),
        reason=str(found["reason"]),
        faults=tuple((_whole(entrant), str(why)) for entrant, why in found["faults"]),
    )
    _check(min(game.number, game.steps) >= 0)
    _check(game.seats == match.seated(game.number))
    _check(len(game.scores) == match.seats)
    _check(game.winners == tuple(seat for seat in range(match.seats) if seat in game.winners))
    _check({entrant for entrant, _ in game.faults} <= set(game.seats))
    return game


def _whole(value: object) -> int:
    """A whole number that JSON spells as one, and that a float can hold: means and medians are made of them.

    Raises:
        ValueError: the value is something else.
    """
    if type(value) is not int or abs(value) > _MOST:
        raise ValueError("not a number of a game")
    return value


def _check(holds: bool) -> None:
    """Raise a `ValueError` unless it holds."""
    if not holds:
        raise ValueError("no game of this match can be so")
