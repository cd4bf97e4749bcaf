"""A saved game: the commands of the engine line protocol that lead to its state.

     # p2pgame play tink, rules 1
     new 2
     draw =0
     play 0 s@d4

So any tool of the line protocol can read it: `p2pgame engine tink < FILE` replays it. One more line with `#` names the
players; files of older programs may lack it:

     # players {"people": 1, "names": ["Ada"], "bots": "normal"}
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2pgame.engine.bots import BOTS
from p2pgame.engine.errors import BadOption, EngineError, quoted
from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Options, parse_options, spell
from p2pgame.engine.pending import Chance, asked
from p2pgame.engine.positions import terms_of
from p2pgame.p2p.store.small_file import MalformedFile, UnreadableFile, UnusableFile, parse_json, read_text
from p2pgame.protocol.wire.sanitize import clean_name

from ..games.session import Left, Session, label_of
from ..system.exits import Failed, Misused
from ..system.whole_file import write_shared
from ..words.paths import display_path

_HEADER = re.compile(r"# p2pgame play ([a-z-]+), rules ([0-9]{1,9})")
_PLAYERS = "# players "

_NUMBER = re.compile(r"[0-9]{1,9}")

_SIZE_LIMIT = 1 << 20
"""Bytes; a long game has some thousand lines of at most 80."""

_PLAYERS_DEPTH = 2
"""Nested containers: an object with a list of names."""


_HEADER_LIMIT = 100
"""Bytes that contain the first line."""


@dataclass(frozen=True, slots=True)
class Players:
    """The players: people in the first seats, bots of one level in the others."""

    people: int
    names: tuple[str, ...]
    bots: str


def game_in(data: bytes) -> str | None:
    """The id of the game in such a file; None for other data."""
    match = _HEADER.match(data[:_HEADER_LIMIT].decode("utf-8", "replace"))
    return match[1] if match else None


def is_there(path: Path) -> bool:
    """Whether the path exists, dead links included."""
    try:
        return os.path.lexists(path)
    except ValueError:  # no file can have such a name
        return False


def write(path: Path, session: Session[Any, Any], players: Players | None = None) -> None:
    """Replace the whole file, so that it is never half written; it names the players, if they are given.

    Raises:
        Misused: the path is not a file, or not a saved game of the same kind; it stays unchanged.
        Failed: the file cannot be written.
    """
    if is_there(path):
        _check_header(path, _read_lines(path)[0], session.game)
    first = session.history[0][0] if session.history else session.state
    lines = lines_of(session.game, first, session.history, players)
    write_shared(path, "".join(f"{line}\n" for line in lines).encode(), "The game")


def check_free(path: Path) -> None:
    """Return if the path is free or a saved game of any kind, which may be replaced.

    Raises:
        Misused: it is something else.
        Failed: it cannot be read.
    """
    if is_there(path) and _HEADER.fullmatch(_read_lines(path)[0]) is None:
        raise Misused(_not_saved(path))


def read(path: Path, game: AnyGame) -> Session[Any, Any]:
    """The session of a file.

    Raises:
        Misused: it is not a file, not a saved game, or one of another game or other rules; with the line of the
        fault.
        Failed: the file cannot be read.
    """
    header, *lines = _read_lines(path)
    _check_header(path, header, game)
    session: Session[Any, Any] | None = None
    for number, line in enumerate(lines, 2):
        if line.startswith("#"):
            continue
        try:
            session = _follow(line, game, session)
        except EngineError as refusal:
            raise Misused(f"{display_path(path)} cannot be replayed beyond line {number}: {refusal}.") from refusal
    if session is None:
        raise Misused(f"{display_path(path)} contains no game.")
    return session


def players_in(path: Path) -> Players | None:
    """The players of the game in a file; None if it does not name them.

    Raises:
        Failed: the file cannot be read.
    """
    header = next((line for line in _read_lines(path) if line.startswith(_PLAYERS)), None)
    try:
        found = parse_json((header or "").removeprefix(_PLAYERS), _PLAYERS_DEPTH)
        people, names, bots = found["people"], tuple(found["names"]), found["bots"]
    except (MalformedFile, TypeError, KeyError):
        return None
    called = all(isinstance(name, str) and name == clean_name(name) for name in names)
    known = type(people) is int and people >= 0 and called and len(names) <= people
    return Players(people, names, bots) if known and isinstance(bots, str) and bots in BOTS else None


def lines_of(
    game: AnyGame, first: Any, history: Iterable[tuple[Any, Event[Any] | Left]], players: Players | None = None
) -> Iterator[str]:
    """The lines of a game that began in state `first`; `history` has each state and its event."""
    yield f"# p2pgame play {game.id}, rules {game.rules}"
    if players is not None:
        yield _PLAYERS + json.dumps({"people": players.people, "names": players.names, "bots": players.bots})
    yield _new(*terms_of(game, first))
    for before, event in history:
        yield from _commands(game, before, event)


def _new(seats: int, options: Options) -> str:
    return " ".join(["new", str(seats), *(f"{name}={spell(value)}" for name, value in options.items())])


def _commands(game: AnyGame, before: Any, event: Event[Any] | Left) -> Iterator[str]:
    pending = game.pending(before)
    match event, pending:
        case Drawn(value), Chance() as chance:
            yield f"draw ={label_of(chance, value)}"
        case Played(seat, move), _:
            yield f"play {seat} {game.format(move)}"
        case Answered(moves), _:
            yield from (f"play {seat} {game.format(move)}" for seat, move in zip(asked(pending), moves, strict=True))
        case Left(seat), _:
            yield f"drop {seat}"


def _read_lines(path: Path) -> list[str]:
    """The lines of a file; one empty line for data that is no text.

    Raises:
        Misused: it is no ordinary file, or longer than any saved game.
        Failed: it cannot be read.
    """
    try:
        return read_text(path, _SIZE_LIMIT, follow=False).splitlines() or [""]
    except MalformedFile:
        return [""]
    except UnreadableFile as problem:
        raise Failed(f"{display_path(path)} {problem}.") from problem
    except UnusableFile as problem:
        raise Misused(f"{display_path(path)} {problem}. Choose another name.") from problem


def _check_header(path: Path, header: str, game: AnyGame) -> None:
    match = _HEADER.fullmatch(header)
    if match is None:
        raise Misused(_not_saved(path))
    if match[1] != game.id:
        raise Misused(f"{display_path(path)} holds a game of {match[1]}, not of {game.id}.")
    if int(match[2]) != game.rules:
        raise Misused(
            f"{display_path(path)} was played with version {match[2]} of the rules of {game.title}; this program has "
            f"version {game.rules}."
        )


def _follow(line: str, game: AnyGame, session: Session[Any, Any] | None) -> Session[Any, Any]:
    """The session after one command; the file's first is `new`."""
    match line.split(" ", 2), session:
        case ["new", seats, *options], None:
            known = parse_options(game.options, " ".join(options).split())
            return Session(game, game.begin(_number(seats), known))
        case ["draw", label], Session() if label.startswith("="):
            session.draw_label(label[1:])
        case ["play", seat, move], Session():
            session.play(_number(seat), game.parse(move))
        case ["drop", seat], Session():
            session.drop(_number(seat))
        case _:
            raise BadOption(f"{quoted(line)} is not allowed here")
    return session


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise BadOption(f"{quoted(word)} is not a number of seats, or not a seat")
    return int(word)


def _not_saved(path: Path) -> str:
    return f"{display_path(path)} is not a game saved by `p2pgame play`; nothing was overwritten. Choose another name."
