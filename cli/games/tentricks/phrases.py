"""Tentricks in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from p2pgame.engine.game import Position

from ...grammar import and_list, either
from ..phrases import Names, Phrases, ask_generally, first_or_drawn
from .effects import DOES, LOCKED, TOKENS, deed, label, lapsed, picking, titled

_PLACE = re.compile(r"([a-z][345])\.?([0-7])@?([a-j])([<>]?)", re.ASCII)
_TYPE = re.compile(r"(use10)?([a-z][345])", re.ASCII)


def ask(position: Position, seat: int, moves: Sequence[str]) -> str:
    """What the table waits for: first what comes before the phase, then the phase."""
    if position["stack"]:
        return f"{_used(position)} `use 6` cancels it; else `pass`."
    if position["bonus"]:
        return f"{_BONUS} Choose one, such as `{moves[0]}`."
    if position["puts"]:
        return f"{_put(position['puts'][0], seat)}: {_example(moves)}."
    if position["phase"] == "place":
        return f"{_situation(position, seat, moves)}: {_example(moves)}.{_uses(position, seat, moves)}"
    if position["phase"] not in _PHASES:
        return ask_generally(position, seat, moves)
    return f"{_situation(position, seat, moves)}{_uses(position, seat, moves)} {_ELSE[moves[0]]}"


def picked(position: Position, seat: int, moves: Sequence[str], typed: Sequence[str]) -> str | None:
    """The same without what the choices and the preview tell; or what is picked next of a token's use."""
    if (asked := picking(position, typed)) is not None:
        return asked
    if position["stack"]:
        return f"{_used(position)} Cancel it, or pass."
    if position["bonus"]:
        return _BONUS
    if moves[0] not in _WAYS:
        return None
    return f"{_situation(position, seat, moves)} {_WAYS[moves[0]]}, or use a token first."


def aimed(position: Position, seat: int, moves: Sequence[str]) -> str | None:
    """The piece, and whose board it drops on."""
    if position["stack"] or position["bonus"] or not any("@" in move for move in moves):
        return None
    if position["puts"]:
        return f"{_put(position['puts'][0], seat)}."
    first = " You may use a token first." if any(move.startswith("use") for move in moves) else ""
    return f"{_situation(position, seat, moves)}.{first}"


_LOCK = "lock"
_BONUS = "Three rows in one turn: choose a piece of the supply for your standby; it is placed in your next turn."


def _used(position: Position) -> str:
    """The token that may be cancelled, and what it does."""
    top = position["stack"][-1]
    under = {**position, "stack": position["stack"][:-1]}
    return f"Seat {top['seat']} uses a token: {deed(under, top['seat'], top['move'])}."


def _put(put: Mapping[str, Any], seat: int) -> str:
    types = put["types"]
    where = "your board" if put["on"] == seat else f"the board of seat {put['on']}, wherever you like"
    if len(types) == 1:
        return f"A token has you place {types[0]} on {where}"
    both = f"your two {types[0]}" if types[0] == types[1] else f"{and_list(types)}, in either order,"
    return f"A token has you place {both} on {where}"


def _example(moves: Sequence[str]) -> str:
    """The first placement, and where it lies."""
    move = next(move for move in moves if "@" in move)
    return f"`{move}` drops it with its leftmost square in column {move.rstrip('<>')[-1]}"


def _situation(position: Position, seat: int, moves: Sequence[str]) -> str:
    return _PHASES[position["phase"]](position, seat, moves)


def _start(position: Position, seat: int, moves: Sequence[str]) -> str:
    waiting = f": {position['boards'][seat]['standby']} waits on your standby" if "standby" in moves else " begins"
    return f"Your turn{waiting}."


def _react(position: Position, seat: int, _moves: Sequence[str]) -> str:
    active, hand, steer = position["active"], position["hand"], position["steer"]
    has = "has revealed" if position["hand_from"] == "card" else "has taken from standby"
    if active != seat:
        return f"Seat {active} {has} {hand}." + (" You say where it goes." if steer == seat else "")
    if steer is not None:
        return f"You have {hand}, and seat {steer} says where on your board it goes."
    return f"You are to place {hand}, and others may use tokens before that."


def _place(position: Position, seat: int, _moves: Sequence[str]) -> str:
    active, hand = position["active"], position["hand"]
    if active == seat:
        return f"Place {hand} on your board, below the limit bar"
    return f"Place {hand} on the board of seat {active}, wherever you like; beyond its limit bar, that seat is out"


def _after(position: Position, _seat: int, _moves: Sequence[str]) -> str:
    placed = position["placed"]
    return f"Your {placed} is placed." if placed else "Nothing more is placed in your turn."


def _end(position: Position, _seat: int, _moves: Sequence[str]) -> str:
    return f"Seat {position['active']} ends its turn."


def _uses(position: Position, seat: int, moves: Sequence[str]) -> str:
    """The tokens that may be used: each with what it does where there are few ways, else one as an example."""
    uses = [move for move in moves if move.startswith("use")]
    if not uses:
        return ""
    told = [f"`{use}` ({deed(position, seat, use)})" for use in uses[:_FEW]]
    if len(uses) <= _FEW:
        return f" You may use a token first: {either(told)}."
    tokens = list(dict.fromkeys(titled(use.split(" ")[1]) for use in uses))
    return f" You may use token {either(tokens)} first, such as {told[0]}; `legal use` lists all ways."


_FEW = 3
"""Uses that a question tells one by one."""

_WAYS: Mapping[str, str] = {
    "reveal": "Reveal a card",
    "standby": "Place it",
    "end": "End your turn",
    "pass": "Pass",
}
"""The first of the moves of a seat that may use a token as well, where the moves themselves are shown."""

_ELSE: Mapping[str, str] = {
    "reveal": "`reveal` reveals a card, and you place its piece.",
    "standby": "`standby` takes it into your hand, to be placed now.",
    "end": "`end` ends your turn.",
    "pass": "`pass` uses none now.",
}

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


def held(position: Position, seat: int) -> list[str]:
    """The tokens of a seat, and its lock."""
    own = position["boards"][seat]
    return [*(titled(str(token)) for token in own["tokens"]), *([_LOCK] if own["lock"] is not None else [])]


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


PHRASES = Phrases(
    ask=ask,
    aimed=aimed,
    drawn=drawn,
    picked=picked,
    deed=deed,
    label=label,
    lapsed=lapsed,
    legend={**{titled(token): does for token, does in DOES.items()}, _LOCK: LOCKED},
    held=held,
    looked_at=2_000,
    follows=follows,
    reasons={
        "victory": "only one is left",
        "defeat": "the last one has gone out as well",
        "default": "all the others have left",
    },
    respell=respell,
)
