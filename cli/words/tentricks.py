"""Tentricks in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from p2pgame.engine.game import Position

from .words import NAMED_MOVES, Names, Words, ask_generally, first_or_drawn, or_list

TOKENS: Mapping[str, str] = {
    "1": "steer",
    "2": "grab",
    "3": "again",
    "4": "swap",
    "5": "take",
    "6": "cancel",
    "7": "remove",
    "8": "relocate",
    "9": "copy",
    "10": "pick",
}
"""Effect token to what it is called."""

_PLACE = re.compile(r"([a-z][345])\.?([0-7])@?([a-j])([<>]?)", re.ASCII)
_TYPE = re.compile(r"(use10)?([a-z][345])", re.ASCII)


def ask(position: Position, seat: int, moves: Sequence[str]) -> str:
    """What the table waits for: first what comes before the phase, then the phase."""
    if position["stack"]:
        top = position["stack"][-1]
        return f"Seat {top['seat']} plays '{top['move']}' ({gloss(top['move'])}): cancel it with `use 6`, or `pass`."
    if position["bonus"]:
        return f"Three rows in one turn: choose a piece for standby, such as `{moves[0]}`."
    if position["puts"]:
        return _put(position["puts"][0], seat, moves)
    phase = _PHASES.get(position["phase"])
    return phase(position, seat, moves) if phase else ask_generally(position, seat, moves)


def aimed(position: Position, seat: int, moves: Sequence[str]) -> str | None:
    """The piece, and whose board it drops on."""
    if position["stack"] or position["bonus"] or not any("@" in move for move in moves):
        return None
    if position["puts"]:
        put = position["puts"][0]
        pieces, on = " or ".join(put["types"]), put["on"]
    elif position["phase"] == "place":
        pieces, on = position["hand"], position["active"]
    else:
        return None
    whose = "your board, below the limit bar" if on == seat else f"the board of seat {on}, wherever you like"
    return f"Drop {pieces} on {whose}."


def gloss(move: str) -> str | None:
    """What the token of a `use ...` is called."""
    verb, *token = move.split(" ")
    return TOKENS.get(token[0]) if verb == "use" and token else None


def _put(put: Mapping[str, Any], seat: int, moves: Sequence[str]) -> str:
    where = "your board" if put["on"] == seat else f"the board of seat {put['on']}"
    return f"Place {' or '.join(put['types'])} on {where}: {_example(moves)}."


def _example(moves: Sequence[str]) -> str:
    """The first placement, and where it lies."""
    move = next(move for move in moves if "@" in move)
    return f"`{move}` drops it with its leftmost square in column {move.rstrip('<>')[-1]}"


def _start(position: Position, seat: int, moves: Sequence[str]) -> str:
    begin = "place your piece on standby (`standby`)" if "standby" in moves else "`reveal` a card"
    return f"Your turn: {begin}, or play a token first{_uses(moves)}."


def _react(position: Position, seat: int, moves: Sequence[str]) -> str:
    whose = "you have" if position["active"] == seat else f"seat {position['active']} has"
    return f"To place, {whose} {position['hand']}. Play a token now{_uses(moves)}, or `pass`."


def _place(position: Position, seat: int, moves: Sequence[str]) -> str:
    active = position["active"]
    where = "on your board" if active == seat else f"on the board of seat {active}, wherever you like"
    return f"Place {position['hand']} {where}: {_example(moves)}."


def _after(position: Position, seat: int, moves: Sequence[str]) -> str:
    return f"You may `end` your turn, or play a token first{_uses(moves)}."


def _end(position: Position, seat: int, moves: Sequence[str]) -> str:
    return f"Seat {position['active']} ends its turn. Play a token{_uses(moves)}, or `pass`."


def _uses(moves: Sequence[str]) -> str:
    uses = [move for move in moves if move.startswith("use")]
    if not uses:
        return " (`legal use` lists how)"
    return f": {or_list(uses)}" if len(moves) <= NAMED_MOVES else f", such as `{uses[0]}` (`legal use` lists all)"


_PHASES: Mapping[str, Callable[[Position, int, Sequence[str]], str]] = {
    "start": _start,
    "react": _react,
    "place": _place,
    "after": _after,
    "end": _end,
}


def drawn(position: Position, label: str, names: Names) -> str:
    """Who begins, the type that is scarce, the card revealed, or the token gained."""
    if position["active"] is None:
        return first_or_drawn(position, "active", label, names)
    if position["phase"] == "fewer":
        return f"There are fewer pieces of {label} in this game."
    if position["gains"]:
        return f"{names[position['gains'][0]]} gains token {label} ({TOKENS[label]})."
    return f"The card shows {label}."


def follows(before: Position, after: Position, names: Names) -> str | None:
    """On whose board a piece went, bars that rose or fell, and who is out, but for those that left."""
    falls = list(_falls(before, after, names))
    fallen = sum(rows for rows, _ in falls)
    told = [
        *_elsewhere(before, after, names),
        *_rises(before, after, names, fallen),
        *(text for _, text in falls),
        *_outs(before, after, names, fallen),
    ]
    return " ".join(told) or None


def _elsewhere(before: Position, after: Position, names: Names) -> Iterator[str]:
    """The board of another seat on which a piece was placed: steered, or a copy."""
    steer = before["steer"] if before["phase"] == "place" else None
    put = before["puts"][0] if before["puts"] else {"by": steer, "on": before["active"]}
    if put["by"] in (None, put["on"]) or put["by"] in after.get("dropped", ()):
        return
    was, now = (position["boards"][put["on"]] for position in (before, after))
    if was["placed"] != now["placed"] or (now["out"] and not was["out"]):
        yield f"That was on the board of {names[put['on']]}."


def _falls(before: Position, after: Position, names: Names) -> Iterator[tuple[int, str]]:
    """How far all bars fell, and why: a card of a type that has run out, then the Next Level card."""
    options, was, now = before["options"], before["deck"], after["deck"]
    drew = before["phase"] == "card" and was != now
    if drew and after["hand_from"] != "card":
        rows = options["empty_drop"]
        yield rows, f"No piece of that type is left: all bars fall by {rows}."
    if now["before_level"] > was["before_level"]:
        rows = options["level_drop"]
        who = names[before["active"]]
        yield rows, f"{who} reveals the Next Level card: all bars fall by {rows}, and all cards are shuffled."


def _rises(before: Position, after: Position, names: Names, fallen: int) -> Iterator[str]:
    for name, was, now in zip(names, before["boards"], after["boards"], strict=False):
        risen = now["bar"] - was["bar"] + fallen
        if risen > 0 and not now["out"]:
            yield f"The bar of {name} rises by {risen}."


def _outs(before: Position, after: Position, names: Names, fallen: int) -> Iterator[str]:
    """Who goes out (6.1), and why: nothing else puts a seat out in a step in which bars fall, or a piece is placed."""
    placing = before["phase"] == "place" or before["puts"]
    why = ": its bar has come down too far" if fallen else ": a piece has no room under its bar" if placing else ""
    for seat, (was, now) in enumerate(zip(before["boards"], after["boards"], strict=True)):
        if now["out"] and not was["out"] and seat not in after.get("dropped", ()):
            yield f"{names[seat]} is out{why}."


def respell(text: str) -> str:
    """Types in capitals, all else in small letters, no spaces inside of a placement."""
    typed = text.lower().replace(" ", "")
    if match := _PLACE.fullmatch(typed):
        piece, orientation, column, push = match.groups()
        return f"{piece.upper()}.{orientation}@{column}{push}"
    if match := _TYPE.fullmatch(typed):
        return f"{'use 10 ' if match[1] else ''}{match[2].upper()}"
    return text.lower()


WORDS = Words(
    ask=ask,
    aimed=aimed,
    drawn=drawn,
    gloss=gloss,
    follows=follows,
    reasons={
        "victory": "only one is left",
        "defeat": "the last one has gone out as well",
        "default": "all the others have left",
    },
    respell=respell,
)
