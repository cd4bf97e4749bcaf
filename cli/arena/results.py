"""The finished games of a match in a file, so that it can be continued: a line of JSON for the match, then one for each
game.

Lines are only appended. A last line that is cut short, as when the machine stopped, is played again. Anybody may have
written a file: it is read line by line, and equal parts of its games are kept once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, TextIO, TypeVar

from p2pgame.p2p.store import small_file

from ..system.exits import Failed, Misused
from ..words.paths import display_path
from .match import Finished, Match

MOST_BYTES = 1 << 25
"""Bytes of a file of results: some 200,000 games. If no two have anything in common, they take 200 MiB of memory."""

MOST_IN_LINE = 1 << 14
"""Bytes of a line: one of five seats with all their faults has less than a tenth."""

_DEPTH = 4
"""Nested containers in a line; faults are pairs in a list of an object."""

T = TypeVar("T")

_MOST = 1 << 53
"""The largest number in a line: floats are exact up to there."""


class Results:
    """A file of results, open for more of them."""

    def __init__(self, path: Path, match: Match) -> None:
        """Read the file, and open it for further games.

        Raises:
            Misused: the file belongs to another match, or is not such a file; it stays unchanged.
            Failed: it cannot be read or written.
        """
        self._name = display_path(path)
        self._size = 0
        """Bytes of the file's whole lines."""
        self.finished = tuple(self._read(path, match))
        try:
            self._file = self._opened(path)
            if not self._size:
                self._append(_header(match))
        except OSError as error:
            raise Failed(f"{self._name} cannot be opened: {error.strerror}.") from error

    def _read(self, path: Path, match: Match) -> Iterator[Finished]:
        """The games in the file; none if there is no file.

        Raises: Misused: it is another kind of file, or belongs to another match.
            Failed: it cannot be read.
        """
        try:
            with small_file.open_file(path, follow=False) as file:
                yield from self._games(self._lines(file), match)
        except small_file.MissingFile:
            return
        except small_file.MalformedFile as error:
            raise Misused(f"{self._name} is not a results file of the arena.") from error
        except small_file.UnreadableFile as error:
            raise Failed(f"{self._name} {error}.") from error
        except small_file.UnusableFile as error:
            raise Misused(f"{self._name} {error}: choose another name.") from error

    def _lines(self, file: BinaryIO) -> Iterator[dict[str, Any]]:
        """The content of the complete lines of a file.

        Raises:
            UnusableFile: it cannot be read, is too large, or has other lines.
        """
        while line := self._line(file):
            self._size += len(line)
            if self._size > MOST_BYTES:
                raise small_file.LargeFile(f"is larger than {MOST_BYTES} bytes")
            yield _object(line)

    def _line(self, file: BinaryIO) -> bytes:
        """The next line; empty at the end, and where the last line is cut short."""
        try:
            line = file.readline(MOST_IN_LINE + 1)
        except OSError as error:
            raise small_file.UnreadableFile(f"cannot be read: {small_file.reason(error)}") from error
        if line.endswith(b"\n"):
            return line
        if len(line) > MOST_IN_LINE or (line and not self._size):
            raise small_file.MalformedFile("has a line that is too long, or has no lines")
        return b""

    def add(self, finished: Finished) -> None:
        """Append a game.

        Raises:
            Failed: it cannot be written.
        """
        try:
            self._append(asdict(finished) | {"log": []})
        except OSError as error:
            raise Failed(f"{self._name} cannot be written: {error.strerror}.") from error

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _games(self, lines: Iterator[dict[str, Any]], match: Match) -> Iterator[Finished]:
        """The games of the lines.

        Raises:
            Misused: they are of another match.
            UnusableFile: a line is not one of a game, or a game is there twice.
        """
        header = next(lines, None)
        if header is not None and header != _header(match):
            raise Misused(f"{self._name} belongs to another match: its game, bots, options, seats or seed differ.")
        numbers: set[int] = set()
        parts: dict[Any, Any] = {}
        try:
            for line in lines:
                game = _finished(line, match, parts)
                _check(game.number not in numbers)
                numbers.add(game.number)
                yield game
        except (KeyError, TypeError, ValueError) as error:
            raise small_file.MalformedFile("has a line that is not a game") from error

    def _opened(self, path: Path) -> TextIO:
        """The file, cut after its last whole line."""
        file = path.open("a", encoding="ascii", newline="")
        file.truncate(self._size)
        return file

    def _append(self, value: dict[str, Any]) -> None:
        line = json.dumps(value) + "\n"
        if self._size + len(line) > MOST_BYTES:
            raise Failed(f"{self._name} is full. Choose another name for more games.")
        self._file.write(line)
        self._file.flush()
        self._size += len(line)


def _object(line: bytes) -> dict[str, Any]:
    """The JSON object in a line.

    Raises:
        MalformedFile: it has no such object.
    """
    try:
        found = small_file.parse_json(line.decode(), _DEPTH)
    except UnicodeDecodeError as error:
        raise small_file.MalformedFile("is not text") from error
    if not isinstance(found, dict):
        raise small_file.MalformedFile("has a line that is not an object")
    return found


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


def _finished(found: dict[str, Any], match: Match, parts: dict[Any, Any]) -> Finished:
    """A game from its line. `parts` has the parts of all games so far, so that equal ones are kept once.

    Raises:
        KeyError, TypeError, ValueError: the line is not one of a game of this match.
    """

    def once(part: T) -> T:
        kept: T = parts.setdefault(part, part)
        return kept

    game = Finished(
        number=_whole(found["number"]),
        seats=once(tuple(map(_whole, found["seats"]))),
        steps=once(_whole(found["steps"])),
        winners=once(tuple(map(_whole, found["winners"]))),
        scores=once(tuple(None if score is None else _whole(score) for score in found["scores"])),
        reason=once(_text(found["reason"])),
        faults=once(tuple((_whole(entrant), _text(why)) for entrant, why in found["faults"])),
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
        raise ValueError("not the number of a game")
    return value


def _text(value: object) -> str:
    """A text.

    Raises:
        ValueError: the value is something else.
    """
    if type(value) is not str:
        raise ValueError("not text")
    return value


def _check(holds: bool) -> None:
    """Raise a `ValueError` unless it holds."""
    if not holds:
        raise ValueError("not a possible game of this match")
