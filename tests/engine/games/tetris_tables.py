"""Tables of Tetris set up by hand: towers are written as the moves that fill them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from p2pgame.engine.games.tetris.game import GAME

from . import tetris_oracle as oracle
from .tables import Table

LETTERS = "IOTSZJL"

TALL = "I1@d I1@d I1@d T2@c L1@g L1@g L1@g L1@g T2@f J1@a J1@a J1@a J1@a O0@a"
"""All columns are 14 high: only a lying I fits."""

FIVE_ROWS = "O0@a O0@c O0@e O0@g J0@a J2@b J0@e J2@f L0@b L2@a L0@f"
"""Four complete rows and two more that `L2@e` completes."""


def placed(drops: str) -> list[Any]:
    """Pieces as they stand in a position, after drops such as `O0@a L1@c m0@b` one by one."""
    pieces: list[oracle.Piece] = []
    for drop in drops.split():
        piece = oracle.fall(pieces, drop[0], int(drop[1]), drop[3])
        assert piece is not None
        pieces.append(piece)
    return [oracle.written(piece) for piece in pieces]


def tower(drops: str = "", **keys: Any) -> dict[str, Any]:
    """An upright tower without minos that these drops have filled."""
    return {"way": "up", "placed": placed(drops), "minos": 0, "held": None, "out": False} | keys


def position(*towers: dict[str, Any] | str, **keys: Any) -> dict[str, Any]:
    """A position in which these towers (or what fills them) are to get an O in round 5, a T being next.

    Two seats at least: empty towers are added.
    """
    found = [tower(each) if isinstance(each, str) else each for each in towers]
    found += [tower()] * (2 - len(found))
    cards = Counter((keys.get("current", "O"), keys.get("next", "T")))
    achievements = keys.pop("achievements", {"six-lines": [[], [], []]})
    return {
        "game": "tetris",
        "rules": 1,
        "seats": len(found),
        "options": {"advanced": list(achievements) != ["six-lines"]},
        "current": "O",
        "next": "T",
        "unseen": {letter: 4 - cards[letter] for letter in LETTERS},
        "round": 5,
        "towers": found,
        "achievements": achievements,
        "waiting": "place",
    } | keys


def table(*towers: dict[str, Any] | str, **keys: Any) -> Table:
    """A table in that position."""
    return Table(GAME, GAME.from_position(position(*towers, **keys)))


def last_round(*towers: dict[str, Any] | str, current: str = "O", **keys: Any) -> Table:
    """A table in the last round: no next card, one unseen."""
    unseen = dict.fromkeys(LETTERS, 0) | {"T": 1}
    return table(*towers, **{"current": current, "next": None, "unseen": unseen, "round": 27} | keys)


def new(seats: int = 2, *, advanced: bool = False) -> Table:
    """A table before its first step."""
    return Table(GAME, GAME.begin(seats, {"advanced": advanced}))
