"""Tetris in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from p2pgame.engine.game import Position

from .words import Names, Words

_TYPED = re.compile(r"((?:m[a-h])*)([iotszjl])([0-3])@?([a-h])", re.ASCII)


def ask(position: Position, seat: int, moves: Sequence[str]) -> str:
    """The tower's way up, or the piece of the round."""
    if position["waiting"] == "way":
        return "Which end of your tower is up: as drawn in the rules (`up`), or turned upside down (`down`)?"
    tower = position["towers"][seat]
    ways = [f"drop it, such as `{moves[0]}`"]
    if moves[0] == "hold":
        ways = ["there is no room for it, so `hold` it"]
    elif tower["held"] is None:
        ways.append("`hold` it, once a game")
    if tower["minos"] and moves[0] != "hold":
        ways.append(f"drop minos first, such as `ma {moves[0]}`")
    after = f", the next is {position['next']}" if position["next"] else ", the last one"
    return f"Your piece is {position['current']}{after}: {', or '.join(ways)}."


def drawn(position: Position, label: str, names: Names) -> str:
    """An achievement card, or the piece that is shown for the next round."""
    return f"The achievement is {label}." if position["waiting"] == "achievement" else f"The next piece is {label}."


def respell(text: str) -> str:
    """Minos in rising order, small columns, a capital piece."""
    typed = text.lower().replace(" ", "")
    match = _TYPED.fullmatch(typed)
    if match is None:
        return typed
    minos, piece, orientation, column = match.groups()
    columns = sorted(minos.replace("m", ""))
    return "".join(f"m{each} " for each in columns) + f"{piece.upper()}{orientation}@{column}"


WORDS = Words(
    ask=ask,
    drawn=drawn,
    reasons={
        "cards": "the last card has been played",
        "out": "nobody has room left",
        "default": "all the others have left",
    },
    respell=respell,
)
