"""Tink in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from p2pgame.engine.game import Position

from ...grammar import and_list
from ..phrases import Names, Phrases, first_or_drawn

_TYPED = re.compile(r"([sml])@?([a-h][1-8])(?:=?([a-h][1-8])[+,]?([a-h][1-8]))?", re.ASCII)


_GOAL = "Four of one size in a row win."
_PRICES = "two smalls for a medium, two mediums for a large or a small"


def ask(position: Position, seat: int, moves: Sequence[str]) -> str:
    """The first stone, a placement, or a forced pass."""
    if moves[0] == "pass":
        return "You can place nothing: `pass`."
    if position["first"]:
        return f"Place the first stone, a small on one of the squares c3 to f6, such as `{moves[0]}`. {_GOAL}"
    if moves[0].startswith("s@") and "=" not in moves[0]:
        return (
            f"Place a small on any free square, such as `{moves[0]}`, or spend two stones on one that touches both, "
            f"{_PRICES} (`legal m` and `legal l` list how)."
        )
    return f"Your stash has no small left: spend two stones on one that touches both, {_PRICES}, such as `{moves[0]}`."


def aimed(position: Position, _seat: int, moves: Sequence[str]) -> str | None:
    """Where a stone may go, and what else pays for one."""
    if moves[0] == "pass":
        return None
    if position["first"]:
        return f"Place the first stone, a small on one of the squares c3 to f6. {_GOAL}"
    another = f"spend two stones on one that touches both, {_PRICES}"
    if moves[0].startswith("s@") and "=" not in moves[0]:
        return f"Place a small on any free square, or {another}."
    return f"Your stash has no small left: {another}."


def drawn(position: Position, label: str, names: Names) -> str:
    """Who begins."""
    return first_or_drawn(position, "turn", label, names)


def follows(before: Position, after: Position, names: Names) -> str | None:
    """Who has lost, but for those that left."""
    gone = [names[seat] for seat in after["lost"] if seat not in (*before["lost"], *after.get("dropped", ()))]
    return f"{and_list(gone)} {'has' if len(gone) == 1 else 'have'} lost." if gone else None


def respell(text: str) -> str:
    """Small letters, no spaces, signs where they are left out, spent squares in order."""
    typed = text.lower().replace(" ", "")
    match = _TYPED.fullmatch(typed)
    if match is None:
        return typed
    size, square, *spent = match.groups()
    return f"{size}@{square}" + (f"={'+'.join(sorted(spent))}" if spent[0] else "")


PHRASES = Phrases(
    ask=ask,
    aimed=aimed,
    drawn=drawn,
    follows=follows,
    reasons={
        "line": "four in a row",
        "last": "only one has not lost",
        "stuck": "nobody can place a stone",
        "limit": "too many stones have been placed",
        "default": "all the others have left",
    },
    respell=respell,
)
