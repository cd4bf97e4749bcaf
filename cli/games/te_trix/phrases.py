"""Te-Trix in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from p2pgame.engine.games.te_trix.moves import Arrange, Place, format_move, parse_move
from p2pgame.engine.games.te_trix.placements import EVERYWHERE, over_edge
from p2pgame.engine.games.te_trix.shapes import first_spelling
from p2pgame.engine.games.te_trix.state import State

from ...words.addressing import does
from ...words.grammar import and_list, count
from ..phrases import Names, Phrases, first_player

_SHAPE = re.compile(r"([iotszjl]):?([osx]{4})", re.ASCII)
_PLACE = re.compile(r"r?([0-3])@?([xyza-g][0-9]+)", re.ASCII)
_INSIDE = re.compile(r"r[0-3]@[a-d][3-7]")
"""Places whose corner is on the sheet, away from its edges."""
_TURNED = {"r0": "not turned", "r1": "turned once", "r2": "turned twice", "r3": "turned three times"}
_RATINGS = {
    0: "Below 120 points: there is more to find.",
    120: "120 points and more: well seen.",
    130: "130 points and more: hardly anybody does better.",
}


class TeTrixPhrases(Phrases[State]):
    """The phrases of Te-Trix."""

    reasons: ClassVar[Mapping[str, str]] = {
        "no-room": "there is no room for the shape",
        "stop": "you stopped although there was room",
        "default": "everyone else has left",
    }

    def ask(self, state: State, seat: int, moves: Sequence[str], names: Names) -> str:
        if state.phase == "shape":
            return f"The dice show {' '.join(state.dice or '')}: {_dice(state)}. {_ARRANGE}, such as `{moves[0]}`."
        if moves[0] == "stop":
            return "Nothing fits any more: `stop`."
        example = next((move for move in moves if _INSIDE.fullmatch(move)), moves[0])
        turned, corner = example.split("@")
        where = f"with its top left corner on {corner}"
        place = f"Enter {_shape(state)}: `{example}` puts it there {_TURNED[turned]}, {where}."
        return f"{place}{_overhang(state)}"

    def ask_building(self, state: State, seat: int, moves: Sequence[str], names: Names) -> str | None:
        if state.phase == "shape":
            return f"Arrange {_dice(state)} as one of the seven shapes."
        if moves[0] == "stop":
            return None
        everyone = " Everyone enters the same shape." if state.seats > 1 else ""
        return f"Enter the {_letter(state)} on free boxes of your sheet.{everyone}{_overhang(state)}"

    def drawn(self, state: State, label: str, names: Names) -> str:
        if state.roller is None:
            return first_player(label, names)
        return f"{does(names[state.roller], 'roll')} {_counted(label)}."

    def describe(self, state: State, seat: int, move: str, names: Names) -> str:
        """`L of circle, square, cross, circle`, `shape at c5, turned once`."""
        made = parse_move(move)
        if isinstance(made, Arrange):
            return f"{made.shape} of {_in_order(made.symbols)}"
        if not isinstance(made, Place):
            return "stop"
        turned, corner = move.split("@")
        fallen = _fallen(state, made)
        return f"shape at {corner}, {_TURNED[turned]}" + (f"; {_off(fallen)}" if fallen else "")

    def caution(self, state: State, seat: int, move: str) -> str | None:
        made = parse_move(move)
        fallen = _fallen(state, made) if isinstance(made, Place) else 0
        if not fallen:
            return None
        return _off(fallen) if state.band is None else f"{_off(fallen)}; {state.band - fallen} more are allowed"

    def follows(self, before: State, after: State, names: Names) -> str | None:
        """The sheets without room for the shape: that ends the game, after all others have entered it."""
        if after.phase != "over" or before.phase not in ("shape", "place"):
            return None
        if before.seats == 1 or before.dropped != after.dropped:
            return None
        sheets = zip(before.sheets, after.sheets, strict=True)
        full = [names[seat] for seat, (was, now) in enumerate(sheets) if was == now and seat not in after.dropped]
        return f"{does(full, 'have')} no room for the shape."

    def remark(self, name: str, number: int) -> str | None:
        """The rating of a solo sheet."""
        return _RATINGS.get(number) if name == "rating" else None

    def thing(self, text: str) -> str:
        """`circles` for their sign."""
        return {**_SPOKEN, **_SYMBOLS}.get(text, text)

    def line(self, name: str) -> str:
        """`circles 2 x 11`."""
        symbol, _, counts = name.partition(" ")
        many = {"O": "circles", "S": "squares", "X": "crosses"}.get(symbol, symbol)
        return f"{many} {counts}" if counts else many

    def respell(self, text: str) -> str:
        """`L:OSXO` in capitals, `r1@c5` in small letters, missing signs added.

        A shape has the spelling of its list, in any orientation.
        """
        typed = text.lower().replace(" ", "")
        if match := _SHAPE.fullmatch(typed):
            return format_move(first_spelling(Arrange(match[1].upper(), match[2].upper())))
        if match := _PLACE.fullmatch(typed):
            return f"r{match[1]}@{match[2]}"
        return typed


_ARRANGE = "Arrange them as one of the seven shapes"

_SPOKEN = {"●": "circles", "■": "squares", "✕": "crosses"}

_SYMBOLS = {"O": "circle", "S": "square", "X": "cross"}


def _dice(state: State) -> str:
    return _counted(state.dice or "")


def _counted(symbols: str) -> str:
    """`2 circles, 1 square and 1 cross`."""
    present = [symbol for symbol in _SYMBOLS if symbol in symbols]
    return and_list([_count(symbols.count(symbol), symbol) for symbol in present])


def _count(number: int, symbol: str) -> str:
    return count(number, _SYMBOLS[symbol]) if symbol != "X" or number == 1 else f"{number} crosses"


def _in_order(symbols: str) -> str:
    """In reading order, as `circle, square, cross, circle`."""
    return ", ".join(map(_SYMBOLS.__getitem__, symbols))


def _letter(state: State) -> str:
    return "shape" if state.shape is None else state.shape.shape


def _shape(state: State) -> str:
    """`the L of circle, square, cross, circle`."""
    return "" if state.shape is None else f"the {state.shape.shape} of {_in_order(state.shape.symbols)}"


def _overhang(state: State) -> str:
    if state.band is None:
        return ""
    return f" {count(state.band, 'symbol')} may still fall off the sheet. `stop` ends the game instead."


def _fallen(state: State, place: Place) -> int:
    """Symbols of the shape that fall off the sheet there."""
    placement = None if state.shape is None else EVERYWHERE[state.shape.shape].get(place)
    return 0 if placement is None else over_edge(placement.boxes)


def _off(fallen: int) -> str:
    return f"{count(fallen, 'symbol')} {'falls' if fallen == 1 else 'fall'} off the sheet"


PHRASES = TeTrixPhrases()
