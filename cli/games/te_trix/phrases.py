"""Te-Trix in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from p2pgame.engine.game import Position
from p2pgame.engine.games.te_trix.moves import Arrange, format_move
from p2pgame.engine.games.te_trix.shapes import first_spelling

from ...grammar import and_list
from ..phrases import Names, Phrases, first_or_drawn

_SHAPE = re.compile(r"([iotszjl]):?([osx]{4})", re.ASCII)
_PLACE = re.compile(r"r?([0-3])@?([xyza-g][0-9]+)", re.ASCII)
_INSIDE = re.compile(r"r[0-3]@[a-d][3-7]")
"""Places whose corner is on the sheet, away from its edges."""
_TURNED = {"r0": "as it is", "r1": "turned once", "r2": "turned twice", "r3": "turned three times"}
_RATINGS = {
    0: "Below 120 points: there is more to find.",
    120: "120 points and more: well seen.",
    130: "130 points and more: hardly anybody does better.",
}


def ask(position: Position, seat: int, moves: Sequence[str]) -> str:
    """A shape made of the dice, or that shape entered."""
    if position["phase"] == "shape":
        dice = " ".join(position["dice"])
        return f"The dice show {dice}: arrange them as one of the seven shapes, such as `{moves[0]}`."
    if moves[0] == "stop":
        return "You can enter nothing more: `stop`."
    example = next((move for move in moves if _INSIDE.fullmatch(move)), moves[0])
    turned, corner = example.split("@")
    place = f"Enter {position['shape']}: `{example}` puts it, {_TURNED[turned]}, with its top left corner on {corner}"
    if position["seats"] > 1:
        return f"{place}."
    return f"{place}; {position['band']} symbols may still hang over the edge. `stop` ends the game."


def aimed(position: Position, _seat: int, moves: Sequence[str]) -> str | None:
    """The dice as one of the shapes, or where it goes."""
    if position["phase"] == "shape":
        return f"The dice show {' '.join(position['dice'])}: arrange them as one of the seven shapes."
    if moves[0] == "stop":
        return None
    shape, symbols = position["shape"].split(":")
    place = f"Enter the shape {shape} ({symbols}) wherever it has room on your sheet"
    if position["seats"] > 1:
        return f"{place}; all enter the same."
    return f"{place}; {position['band']} symbols may still hang over the edge. `stop` ends the game."


def drawn(position: Position, label: str, names: Names) -> str:
    """Who rolls first, or what was rolled."""
    if position["roller"] is not None:
        return f"{names[position['roller']]} rolls {' '.join(label)}."
    return first_or_drawn(position, "roller", label, names)


def follows(before: Position, after: Position, names: Names) -> str | None:
    """Whose sheet had no room for the shape: that ends the game, and who has room enters it a last time."""
    alone, left = before["seats"] == 1, before.get("dropped", []) != after.get("dropped", [])
    if after["phase"] != "over" or before["phase"] not in ("shape", "place") or alone or left:
        return None
    sheets = zip(before["sheets"], after["sheets"], strict=True)
    full = [
        names[seat] for seat, (was, now) in enumerate(sheets) if was == now and seat not in after.get("dropped", [])
    ]
    return f"{and_list(full)} {'has' if len(full) == 1 else 'have'} no room for the shape."


def remark(name: str, number: int) -> str | None:
    """How good a sheet is that was filled alone."""
    return _RATINGS.get(number) if name == "rating" else None


def respell(text: str) -> str:
    """`L:OSXO` in capitals, `r1@c5` in small letters, signs where they are left out.

    A shape is spelled as it is listed, whichever way round it was seen.
    """
    typed = text.lower().replace(" ", "")
    if match := _SHAPE.fullmatch(typed):
        return format_move(first_spelling(Arrange(match[1].upper(), match[2].upper())))
    if match := _PLACE.fullmatch(typed):
        return f"r{match[1]}@{match[2]}"
    return typed


PHRASES = Phrases(
    ask=ask,
    aimed=aimed,
    drawn=drawn,
    follows=follows,
    reasons={
        "no-room": "there is no room for the shape",
        "stop": "it was ended with room left",
        "default": "all the others have left",
    },
    remark=remark,
    respell=respell,
)
