"""The one spelling of a move (`spec/games/tentricks.md`, section 10)."""

from __future__ import annotations

import re
from collections.abc import Callable

from ...errors import NotAMove, quoted
from ...squares import column_name, column_number
from . import geometry
from .components import TYPES
from .moves import (
    END,
    PASS,
    REVEAL,
    STANDBY,
    Again,
    Cancel,
    Choose,
    Copy,
    Grab,
    Move,
    Pick,
    Place,
    Relocate,
    Remove,
    Say,
    Steer,
    Swap,
    Take,
    Thing,
    Token,
)
from .shapes import NUMBERS, SHAPES

MOVE_HELP = (
    "a move is a placement such as L4.5@c (type, orientation, leftmost column), with < or > after it for a slide; a "
    "token such as `use 1`, `use 4 c1 s2 standby`, `use 5 s0 t6`, `use 7 c1`, `use 8 c1 d3`, `use 9 s1` or "
    "`use 10 T4`; reveal, standby, end or pass; or a type such as T4, to choose a piece"
)

_KIND = f"({'|'.join(TYPES)})"
_CELL = r"([a-j](?:[1-9]|1[0-6]))"
_THING = rf"({_CELL[1:-1]}|standby|hand)"
_SEAT = r"s([0-3])"

_PLACE = re.compile(rf"{_KIND}\.([0-7])@([a-j])([<>]?)", re.ASCII)

_PLAIN: dict[str, Move] = {
    **{move.word: move for move in (REVEAL, STANDBY, END, PASS)},
    **{f"use {move.token}": move for move in (Steer(), Grab(), Again(), Cancel())},
    **{name: Choose(kind) for kind, name in enumerate(TYPES)},
}

_SLIDES = {"<": -1, "": 0, ">": 1}
_SLIDE_MARKS = {slide: mark for mark, slide in _SLIDES.items()}


def format_move(move: Move) -> str:
    """The spelling of a move."""
    match move:
        case Say(word):
            return word
        case Choose(kind):
            return TYPES[kind]
        case Place(number, column, slide):
            shape = SHAPES[number]
            return f"{TYPES[shape.kind]}.{shape.orientation}@{column_name(column)}{_SLIDE_MARKS[slide]}"
        case _:
            return " ".join(["use", str(move.token), *_words_of(move)])


def _words_of(use: Token) -> tuple[str, ...]:
    words: tuple[str, ...] = ()
    match use:
        case Swap(mine, seat, theirs):
            words = thing_name(mine), f"s{seat}", thing_name(theirs)
        case Take(seat, number):
            words = f"s{seat}", f"t{number}"
        case Remove(cell):
            words = (geometry.name(cell),)
        case Relocate(first, second):
            words = geometry.name(first), geometry.name(second)
        case Copy(seat):
            words = (f"s{seat}",)
        case Pick(kind):
            words = (TYPES[kind],)
    return words


def thing_name(thing: Thing) -> str:
    """A cell's name, `standby` or `hand`."""
    return geometry.name(thing) if isinstance(thing, int) else thing


def parse_move(text: str) -> Move:
    """The move spelled so.

    Raises:
        NotAMove: nothing is.
    """
    plain = _PLAIN.get(text)
    if plain is not None:
        return plain
    if found := _PLACE.fullmatch(text):
        return _read_place(*found.groups())
    for pattern, read in _USES:
        if found := pattern.fullmatch(text):
            return read(*found.groups())
    raise NotAMove(f"{quoted(text)} is not a move of Tentricks: {MOVE_HELP}")


def parse_use(text: str) -> Token:
    """The use of a token spelled so.

    Raises:
        NotAMove: nothing is, or another move.
    """
    move = parse_move(text)
    if isinstance(move, Say | Choose | Place):
        raise NotAMove(f"{quoted(text)} is not a use of a token")
    return move


def _read_place(name: str, orientation: str, column: str, slide: str) -> Place:
    shape = NUMBERS.get((TYPES.index(name), int(orientation)))
    if shape is None:
        raise NotAMove(f"{name} has no orientation {orientation}: it looks like an earlier one")
    return Place(shape, column_number(column), _SLIDES[slide])


def _read_cell(text: str) -> int:
    cell = geometry.parse(text)
    if cell is None:
        raise NotAMove(f"no cell is called {text}")
    return cell


def _read_thing(text: str) -> Thing:
    match text:
        case "standby" | "hand":
            return text
        case _:
            return _read_cell(text)


_USES: tuple[tuple[re.Pattern[str], Callable[..., Move]], ...] = tuple(
    (re.compile(pattern, re.ASCII), read)
    for pattern, read in (
        (f"use 4 {_THING} {_SEAT} {_THING}", lambda m, s, t: Swap(_read_thing(m), int(s), _read_thing(t))),
        (f"use 5 {_SEAT} t([1-9]|10)", lambda s, k: Take(int(s), int(k))),
        (f"use 7 {_CELL}", lambda c: Remove(_read_cell(c))),
        (f"use 8 {_CELL} {_CELL}", lambda a, b: Relocate(_read_cell(a), _read_cell(b))),
        (f"use 9 {_SEAT}", lambda s: Copy(int(s))),
        (f"use 10 {_KIND}", lambda k: Pick(TYPES.index(k))),
    )
)
