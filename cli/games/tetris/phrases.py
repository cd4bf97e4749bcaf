"""Tetris in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from p2pgame.engine.game import Position
from p2pgame.engine.games.tetris.components import ACHIEVEMENTS, SPACE_POINTS
from p2pgame.engine.pending import Result

from ...grammar import and_list, or_list
from ..phrases import NAMED_MOVES, Names, Phrases

_TYPED = re.compile(r"((?:m[a-h])*)([iotszjl])([0-3])@?([a-h])", re.ASCII)


_DROP = len("L1@c")
"""Characters of a drop without minos."""


def ask(position: Position, seat: int, moves: Sequence[str]) -> str:
    """The tower's way up, or the piece of the round."""
    if position["waiting"] == "way":
        return "Which end of your tower is up: as drawn in the rules (`up`), or turned upside down (`down`)?"
    tower = position["towers"][seat]
    piece = f"Your piece is {position['current']}" + (f", then comes {position['next']}" if position["next"] else "")
    drop = next((move for move in moves if len(move) == _DROP), None)
    if drop is None:
        return f"{piece}. It fits nowhere: {or_list(moves[:NAMED_MOVES])}."
    ways = [f"`{drop}` drops it with its leftmost square in column {drop[-1]}"]
    after_mino = next((move for move in moves if move[0] == "m"), None)
    if after_mino is not None:
        ways.append(f"`{after_mino}` after a mino into column {after_mino[1]}")
    if tower["held"] is None:
        ways.append("`hold` keeps it, once a game")
    return f"{piece}. {'; '.join(ways)}."


def aimed(position: Position, seat: int, moves: Sequence[str]) -> str | None:
    """The piece of the round, and what else may be done with it."""
    if position["waiting"] == "way" or not any(len(move) == _DROP for move in moves):
        return None
    more = [
        *(["a mino may go in first"] if any(move[0] == "m" for move in moves) else []),
        *(["hold keeps it, once a game"] if position["towers"][seat]["held"] is None else []),
    ]
    then = f", then comes {position['next']}" if position["next"] else ""
    return "; ".join([f"Drop your piece, {position['current']}, into your tower{then}", *more]) + "."


def drawn(position: Position, label: str, names: Names) -> str:
    """An achievement card, or the piece that is shown for the next round."""
    if position["waiting"] == "achievement":
        return f"The achievement is {label}: {ACHIEVEMENTS[label]}."
    return f"The next piece is {label}."


def held(position: Position, _seat: int) -> list[str]:
    """The achievements of this game, which all may have."""
    return list(position["achievements"])


def follows(before: Position, after: Position, names: Names) -> str | None:
    """The tokens put beside achievement cards, which a seat announces, and who is out, but for those that left."""
    return " ".join([*_tokens(before, after, names), *_outs(before, after, names)]) or None


def _tokens(before: Position, after: Position, names: Names) -> Iterator[str]:
    for card, spaces in after["achievements"].items():
        was = before["achievements"].get(card, ([],) * len(spaces))
        for points, old, new in zip(SPACE_POINTS, was, spaces, strict=True):
            if old != new:
                fulfils = "fulfils" if len(new) == 1 else "fulfil"
                yield f"{and_list([names[seat] for seat in new])} {fulfils} {card}, worth {points} points."


def _outs(before: Position, after: Position, names: Names) -> Iterator[str]:
    for seat, (was, now) in enumerate(zip(before["towers"], after["towers"], strict=True)):
        if now["out"] and not was["out"] and seat not in after.get("dropped", ()):
            yield f"{names[seat]} has no room for {before['next']} and is out."


def respell(text: str) -> str:
    """Minos in rising order, small columns, a capital piece."""
    typed = text.lower().replace(" ", "")
    match = _TYPED.fullmatch(typed)
    if match is None:
        return typed
    minos, piece, orientation, column = match.groups()
    columns = sorted(minos.replace("m", ""))
    return "".join(f"m{each} " for each in columns) + f"{piece.upper()}{orientation}@{column}"


def tie(result: Result) -> str | None:
    """Of equal points, the most full rows win; then the victory is shared."""
    if not result.winners or result.reason == "default":
        return None
    rows = [dict(lines)["rows"] for lines in result.detail]
    first = result.winners[0]
    if len(result.winners) > 1:
        return "The points are equal, and so are the full rows, which would have decided."
    equal = [seat for seat, score in enumerate(result.scores) if score == result.scores[first] and seat != first]
    return "Of equal points, the most full rows win." if any(rows[seat] < rows[first] for seat in equal) else None


PHRASES = Phrases(
    ask=ask,
    aimed=aimed,
    tie=tie,
    drawn=drawn,
    follows=follows,
    legend=ACHIEVEMENTS,
    held=held,
    reasons={
        "cards": "the last card has been played",
        "out": "nobody has room left",
        "default": "all the others have left",
    },
    respell=respell,
)
