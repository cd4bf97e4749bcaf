"""Reading positions: JSON-able data that a person may have edited by hand, so every mistake is named.

Each function takes the value and its place (`where`, such as `towers[0].minos`) and raises BadPosition with both.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from .errors import BadOption, BadPosition, quoted
from .game import AnyGame, Position
from .nesting import is_shallow
from .options import Options, complete
from .squares import Square, parse_square

DEPTH = 16
"""Objects and lists that are nested in a position, itself included: more than twice those of the deepest."""

_TOO_DEEP = f"the position is nested deeper than {DEPTH}"

COMMON_KEYS = ("game", "rules", "seats", "options")


def parse(text: str) -> Any:
    """The value in a text that should be a position, as JSON.

    Raises:
        BadPosition: it is not JSON, is nested deeper than DEPTH, or has a number that is too long for this program.
    """
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadPosition(f"that is not JSON: {error}") from error
    except RecursionError as error:
        raise BadPosition(_TOO_DEEP) from error
    except ValueError as error:  # CPython reads no number of more than some thousand digits
        raise BadPosition("a number in the position has too many digits") from error
    if not is_shallow(value, DEPTH):
        raise BadPosition(_TOO_DEEP)
    return value


def header(game: AnyGame, seats: int, options: Options) -> Position:
    """The keys that every position begins with."""
    return {"game": game.id, "rules": game.rules, "seats": seats, "options": dict(options)}


class Terms(NamedTuple):
    """The seats and the options with which a game began."""

    seats: int
    options: Options


def terms_of(game: AnyGame, state: Any) -> Terms:
    """The terms of a state's game."""
    position = game.position(state)
    return Terms(position["seats"], position["options"])


def read_header(game: AnyGame, position: object, keys: Iterable[str]) -> tuple[Position, int, dict[str, bool | int]]:
    """The position as an object that has the common keys, `keys`, perhaps `dropped`, and nothing else; seats; options.

    Raises:
        BadPosition: another game, other rules, missing or unknown keys, seats or options that the game does not have.
    """
    found = record(position, "position", (*COMMON_KEYS, *keys), optional=("dropped",))
    if found["game"] != game.id:
        raise BadPosition(f"game: expected {game.id}, not {quoted(found['game'])}")
    if integer(found["rules"], "rules") != game.rules:
        raise BadPosition(f"rules {found['rules']} are not known here, only {game.rules}")
    seats = integer(found["seats"], "seats", game.seats[0], game.seats[-1])
    options = found["options"]
    if not isinstance(options, dict):
        raise BadPosition("options: expected an object")
    try:
        return found, seats, complete(game.options, options)
    except BadOption as refusal:
        raise BadPosition(f"options: {refusal}") from refusal


def record(value: object, where: str, keys: Iterable[str], optional: Collection[str] = ()) -> dict[str, Any]:
    """An object with exactly these keys, and perhaps optional ones."""
    if not isinstance(value, dict):
        raise BadPosition(f"{where}: expected an object, not {quoted(value)}")
    needed = tuple(keys)
    for key in needed:
        if key not in value:
            raise BadPosition(f"{where}: {key} is missing")
    for key in value:
        if key not in needed and key not in optional:
            raise BadPosition(f"{where}: unknown key {quoted(key)}")
    return value


def integer(value: object, where: str, low: int = 0, high: int = 2**31) -> int:
    """An integer from `low` to `high`."""
    if type(value) is not int or not low <= value <= high:
        raise BadPosition(f"{where}: expected a whole number from {low} to {high}, not {quoted(value)}")
    return value


def boolean(value: object, where: str) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise BadPosition(f"{where}: expected true or false, not {quoted(value)}")
    return value


def choice(value: object, where: str, choices: Sequence[str]) -> str:
    """One of a few words."""
    if not isinstance(value, str) or value not in choices:
        raise BadPosition(f"{where}: expected one of {', '.join(choices)}, not {quoted(value)}")
    return value


def items(value: object, where: str, length: int | None = None) -> list[Any]:
    """A list, of that length if one is given."""
    if not isinstance(value, list):
        raise BadPosition(f"{where}: expected a list, not {quoted(value)}")
    if length is not None and len(value) != length:
        raise BadPosition(f"{where}: expected {length} entries, not {len(value)}")
    return value


def rising_seats(value: object, where: str, seats: int) -> tuple[int, ...]:
    """A list of different seats in rising order."""
    found = [integer(seat, f"{where}[{i}]", 0, seats - 1) for i, seat in enumerate(items(value, where))]
    if found != sorted(set(found)):
        raise BadPosition(f"{where}: expected different seats in rising order")
    return tuple(found)


def dropped_seats(position: Position, seats: int) -> tuple[int, ...]:
    """The seats under `dropped`; the key is absent without any."""
    if "dropped" not in position:
        return ()
    dropped = rising_seats(position["dropped"], "dropped", seats)
    if not dropped:
        raise BadPosition("dropped: omit this key if nobody left")
    return dropped


def square(value: object, where: str, width: int, height: int) -> Square:
    """The name of a square on a board of that size."""
    found = parse_square(value, width, height) if isinstance(value, str) else None
    if found is None:
        raise BadPosition(f"{where}: no square of a {width} x {height} board is called {quoted(value)}")
    return found
