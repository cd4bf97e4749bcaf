"""The moves of a seat, and their one spelling: `take 3`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from p2pgame.engine.errors import NotAMove, quoted

MOVE_HELP = "a move is the number of sticks to take, such as take 3"

_TAKE = re.compile(r"take ([1-6])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Take:
    """Take that many sticks."""

    sticks: int


def format_move(move: Take) -> str:
    """The spelling of a move."""
    return f"take {move.sticks}"


def parse_move(text: str) -> Take:
    """The move spelled so.

    Raises:
        NotAMove: nothing is.
    """
    match = _TAKE.fullmatch(text)
    if match is None:
        raise NotAMove(f"{quoted(text)} is not a move of Nim with a die: {MOVE_HELP}")
    return Take(int(match[1]))
