"""Tink in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from p2pgame.engine.games.tink import geometry
from p2pgame.engine.games.tink.moves import Pass, parse_move
from p2pgame.engine.games.tink.state import State

from ...words.addressing import does
from ...words.grammar import and_list
from ..phrases import Names, Phrases, first_player

SIZES = {"s": "small", "m": "medium", "l": "large"}
"""Sizes with their names."""

_TYPED = re.compile(r"([sml])@?([a-h][1-8])(?:=?([a-h][1-8])[+,]?([a-h][1-8]))?", re.ASCII)
_GOAL = "Four of one size in a row win."
_FIRST = "Place the first stone: a small one on c3 to f6"
_SPEND = "spend two stones next to the square"
_PRICES = "2 small for a medium, 2 medium for a large or a small"


class TinkPhrases(Phrases[State]):
    """The phrases of Tink."""

    reasons: ClassVar[Mapping[str, str]] = {
        "line": "four in a row",
        "last": "everyone else is out",
        "stuck": "nobody can place a stone",
        "limit": "too many stones have been placed",
        "default": "everyone else has left",
    }

    def ask(self, state: State, seat: int, moves: Sequence[str], names: Names) -> str:
        """The first stone, a placement, or a forced pass."""
        if moves[0] == "pass":
            return "You cannot place a stone: `pass`."
        if state.first:
            return f"{_FIRST}, such as `{moves[0]}`. {_GOAL}"
        if _is_free(moves[0]):
            ways = "`legal m` and `legal l` list how"
            return f"Place a small stone on a free square, such as `{moves[0]}`. Or {_SPEND}: {_PRICES} ({ways})."
        return f"You have no small stone left. To place one, {_SPEND}, such as `{moves[0]}`: {_PRICES}."

    def ask_building(self, state: State, seat: int, moves: Sequence[str], names: Names) -> str | None:
        """The possible places of a stone, and the ways to pay for one."""
        if moves[0] == "pass":
            return None
        if state.first:
            return f"{_FIRST}. {_GOAL}"
        if _is_free(moves[0]):
            return f"Place a small stone on a free square. Or {_SPEND}: {_PRICES}."
        return f"You have no small stone left. To place one, {_SPEND}: {_PRICES}."

    def drawn(self, state: State, label: str, names: Names) -> str:
        """The first player."""
        return first_player(label, names)

    def describe(self, state: State, seat: int, move: str, names: Names) -> str:
        """`small stone on d5`, `medium stone on d4 for those on c3 and e5`."""
        made = parse_move(move)
        if isinstance(made, Pass):
            return "pass (no stone can be placed)"
        stone = f"{SIZES[made.size]} stone on {geometry.name(made.square)}"
        return stone + (f" for those on {and_list([*map(geometry.name, made.spent)])}" if made.spent else "")

    def thing(self, text: str) -> str:
        """`small` for the letter of a size."""
        return SIZES.get(text.removeprefix("*"), text)

    def follows(self, before: State, after: State, names: Names) -> str | None:
        """The seats that are out now, except those that left."""
        gone = [names[seat] for seat in after.lost if seat not in (*before.lost, *after.dropped)]
        return f"{does(gone, 'are')} out." if gone else None

    def respell(self, text: str) -> str:
        """Small letters, no spaces, signs where they are left out, spent squares in order."""
        typed = text.lower().replace(" ", "")
        match = _TYPED.fullmatch(typed)
        if match is None:
            return typed
        size, square, *spent = match.groups()
        return f"{size}@{square}" + (f"={'+'.join(sorted(spent))}" if spent[0] else "")


def _is_free(move: str) -> bool:
    """Whether the move places a small stone without spending others."""
    return move.startswith("s@") and "=" not in move


PHRASES = TinkPhrases()
