"""Tentricks in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from p2pgame.engine.games.tentricks.components import TYPES, titled
from p2pgame.engine.games.tentricks.flow import may_take_standby
from p2pgame.engine.games.tentricks.moves import Choose, Place
from p2pgame.engine.games.tentricks.notation import parse_move
from p2pgame.engine.games.tentricks.shapes import SHAPES
from p2pgame.engine.games.tentricks.state import Put, State
from p2pgame.engine.squares import column_name

from ...words.addressing import does, whose
from ...words.grammar import and_list, count, either
from ..phrases import Names, Phrases, first_player
from .effects import DOES, LOCKED, TOKENS, deed, is_use, label, lapsed, picking

_PLACE = re.compile(r"([a-z][345])\.?([0-7])@?([a-j])([<>]?)", re.ASCII)
_TYPE = re.compile(r"(use10)?([a-z][345])", re.ASCII)

_LOCK = "lock"
_BONUS = "Three rows in one turn! Choose a piece from the supply for your standby. You place it in your next turn."
_FEW = 3
"""Uses that a question explains one by one."""

_WAYS: Mapping[str, str] = {
    "reveal": "Reveal a card",
    "standby": "Place it",
    "end": "End your turn",
    "pass": "Pass",
}
"""The first of the moves of a seat that may use a token as well, if the moves themselves are shown."""

_ELSE: Mapping[str, str] = {
    "reveal": "`reveal` reveals a card, and you place its piece.",
    "standby": "`standby` takes your standby piece, and you place it.",
    "end": "`end` ends your turn.",
    "pass": "`pass` uses no token.",
}

_SAID: Mapping[str, str] = {
    "reveal": "reveal a card",
    "standby": "place the standby piece",
    "end": "end the turn",
    "pass": "pass",
}


class TentricksPhrases(Phrases[State]):
    """The phrases of Tentricks."""

    things: ClassVar[Mapping[str, str]] = {**{titled(int(token)): does for token, does in DOES.items()}, _LOCK: LOCKED}
    looked_at: ClassVar[int] = 2_000
    reasons: ClassVar[Mapping[str, str]] = {
        "victory": "everyone else is out",
        "defeat": "everyone is out",
        "default": "everyone else has left",
    }

    def ask(self, state: State, seat: int, moves: Sequence[str], names: Names) -> str:
        """First the subjects that come before the phase, then the phase."""
        if state.stack:
            return f"{_used(state, names)} Cancel it with `use 6`, or `pass`."
        if state.bonus:
            return f"{_BONUS} Type its type, such as `{moves[0]}`."
        if state.puts:
            return f"{_put(state.puts[0], seat, names)}: {_example(moves)}."
        situation = _situation(state, seat, names)
        if situation is None:
            return super().ask(state, seat, moves, names)
        if state.phase == "place":
            return f"{situation}: {_example(moves)}.{_uses(state, seat, moves, names)}"
        return f"{situation}{_uses(state, seat, moves, names)} {_ELSE[moves[0]]}"

    def ask_building(self, state: State, seat: int, moves: Sequence[str], names: Names) -> str | None:
        if state.stack or state.bonus or not any("@" in move for move in moves):
            return None
        if state.puts:
            return f"{_put(state.puts[0], seat, names)}."
        first = " You may use a token first." if any(map(is_use, moves)) else ""
        return f"{_situation(state, seat, names)}.{first}"

    def ask_picking(
        self, state: State, seat: int, moves: Sequence[str], picked: Sequence[str], names: Names
    ) -> str | None:
        """The question without the facts that the choices and the preview show; or the next word of a token's use."""
        if (asked := picking(state, picked, names)) is not None:
            return asked
        if state.stack:
            return f"{_used(state, names)} Cancel it, or pass."
        if state.bonus:
            return _BONUS
        if moves[0] not in _WAYS:
            return None
        return f"{_situation(state, seat, names)} {_WAYS[moves[0]]}, or use a token first."

    def drawn(self, state: State, label: str, names: Names) -> str:
        if state.active is None:
            return first_player(label, names)
        if state.phase == "fewer":
            return f"This game has fewer {label} pieces."
        if state.gains:
            return f"{does(names[state.gains[0]], 'gain')} token {label} ({TOKENS[label]})."
        return f"The card shows {label}."

    def describe(self, state: State, seat: int, move: str, names: Names) -> str:
        """`L4 in c-e`, `token 1, steer: choose where ...`, `end the turn`."""
        if (does := deed(state, seat, move, names)) is not None:
            return f"token {move.split(' ')[1]}, {does}"
        made = parse_move(move)
        if isinstance(made, Place):
            return _dropped(made)
        return f"{TYPES[made.kind]} for standby" if isinstance(made, Choose) else _SAID[move]

    def explain(self, state: State, seat: int, move: str, names: Names) -> str | None:
        return deed(state, seat, move, names)

    def label(self, state: State, seat: int, words: Sequence[str], names: Names) -> str | None:
        """Tokens and pieces by their names, seats by their players."""
        return label(state, seat, words, names)

    def lapsed(self, state: State, moves: Mapping[int, str]) -> Sequence[int]:
        """Of several uses in a window only the first in turn order counts."""
        return lapsed(state, moves)

    def things_of(self, state: State, seat: int) -> list[str]:
        """The tokens of a seat, and its lock."""
        own = state.boards[seat]
        return [*map(titled, own.tokens), *([_LOCK] if own.lock is not None else [])]

    def thing(self, text: str) -> str:
        """`icon` for its sign."""
        return "icon" if text == "◆" else text

    def follows(self, before: State, after: State, names: Names) -> str | None:
        """The board of a piece, bars that rose or fell, and seats that are out, except those that left."""
        falls = list(_falls(before, after, names))
        fallen = sum(rows for rows, _ in falls)
        changes = [
            *_elsewhere(before, after, names),
            *_rises(before, after, names, fallen),
            *(text for _, text in falls),
            *_outs(before, after, names, fallen),
        ]
        return " ".join(changes) or None

    def respell(self, text: str) -> str:
        """Types in capitals, all else in small letters, no spaces inside of a placement."""
        typed = text.lower().replace(" ", "")
        if match := _PLACE.fullmatch(typed):
            piece, orientation, column, push = match.groups()
            return f"{piece.upper()}.{orientation}@{column}{push}"
        if match := _TYPE.fullmatch(typed):
            return f"{'use 10 ' if match[1] else ''}{match[2].upper()}"
        return text.lower()


def _used(state: State, names: Names) -> str:
    """The token that may be cancelled, with its effect."""
    top = state.stack[-1]
    under = replace(state, stack=state.stack[:-1])
    token = top.move.split(" ")[1]
    return f"{does(names[top.seat], 'use')} token {token}, {deed(under, top.seat, top.move, names)}."


def _put(put: Put, seat: int, names: Names) -> str:
    types = [TYPES[kind] for kind in put.types]
    where = "your board" if put.on == seat else f"{whose(names[put.on])} board, anywhere"
    if len(types) == 1:
        return f"Because of a token, place {types[0]} on {where}"
    both = f"your two {types[0]}" if types[0] == types[1] else f"{and_list(types)}, in either order,"
    return f"Because of a token, place {both} on {where}"


def _example(moves: Sequence[str]) -> str:
    """The first placement, with its place."""
    move = next(move for move in moves if "@" in move)
    return f"`{move}` drops it with its leftmost square in column {move.rstrip('<>')[-1]}"


def _situation(state: State, seat: int, names: Names) -> str | None:
    """The subject of the phase for a seat; None before the first turn and after the last."""
    active = state.mover
    match state.phase:
        case "start":
            standby = state.boards[seat].standby
            if standby is None or not may_take_standby(state):
                return "Your turn begins."
            return f"Your turn: you have {TYPES[standby]} on standby."
        case "react":
            return _reaction(state, seat, active, names)
        case "place" if active == seat:
            return f"Place {_in_hand(state)} on your board, below the limit bar"
        case "place":
            owner = names[active]
            return f"Place {_in_hand(state)} anywhere on {whose(owner)} board; beyond the limit bar, {owner} is out"
        case "after":
            return (
                "You place nothing more in this turn." if state.placed is None else f"{TYPES[state.placed]} is placed."
            )
        case "end":
            return f"{does(names[active], 'end')} the turn."
        case _:
            return None


def _in_hand(state: State) -> str:
    return "the piece" if state.hand is None else TYPES[state.hand]


def _reaction(state: State, seat: int, active: int, names: Names) -> str:
    hand = _in_hand(state)
    if active != seat:
        took = "revealed" if state.hand_from == "card" else "taken from standby"
        return f"{names[active]} has {took} {hand}." + (" You choose its place." if state.steer == seat else "")
    if state.steer is not None:
        return f"You have {hand}, and {names[state.steer]} chooses its place on your board."
    return f"You have to place {hand}. Others may use tokens first."


def _uses(state: State, seat: int, moves: Sequence[str], names: Names) -> str:
    """The usable tokens: each with its effect if there are few ways, otherwise one as an example."""
    uses = [move for move in moves if is_use(move)]
    if not uses:
        return ""
    effects = [f"`{use}` ({deed(state, seat, use, names)})" for use in uses[:_FEW]]
    if len(uses) <= _FEW:
        return f" You may use a token first: {either(effects)}."
    tokens = list(dict.fromkeys(titled(int(use.split(" ")[1])) for use in uses))
    return f" You may use token {either(tokens)} first, such as {effects[0]}. `legal use` lists them all."


def _dropped(move: Place) -> str:
    """`L4 in c-e, slid left`."""
    first = move.column + move.slide
    last = first + SHAPES[move.shape].width - 1
    where = column_name(first) if first == last else f"{column_name(first)}-{column_name(last)}"
    slid = {-1: ", slid left", 0: "", 1: ", slid right"}[move.slide]
    return f"{TYPES[move.kind]} in {where}{slid}"


def _elsewhere(before: State, after: State, names: Names) -> Iterator[str]:
    """The board of another seat on which a piece was placed: steered, or a copy."""
    by, on = before.steer if before.phase == "place" else None, before.active
    if before.puts:
        by, on = before.puts[0].by, before.puts[0].on
    if by is None or on is None or by == on or by in after.dropped:
        return
    was, now = before.boards[on], after.boards[on]
    if was.pieces != now.pieces or (now.out and not was.out):
        yield f"The piece was placed on {whose(names[on])} board."


def _falls(before: State, after: State, names: Names) -> Iterator[tuple[int, str]]:
    """The fall of all bars, with the reason: a card of a type that has run out, then the Next Level card."""
    drew = before.phase == "card" and before.unseen != after.unseen
    if drew and after.hand_from != "card":
        rows = before.setup.empty_drop
        yield rows, f"The supply has no piece of that type left: all bars fall by {count(rows, 'row')}."
    if after.before_level > before.before_level and before.active is not None:
        rows, who = before.setup.level_drop, does(names[before.active], "reveal")
        yield rows, f"{who} the Next Level card: all bars fall by {count(rows, 'row')}, and all cards are shuffled."


def _rises(before: State, after: State, names: Names, fallen: int) -> Iterator[str]:
    for name, was, now in zip(names, before.boards, after.boards, strict=False):
        risen = now.bar - was.bar + fallen
        if risen > 0 and not now.out:
            yield f"The limit bar rises by {count(risen, 'row')} on {whose(name)} board."


def _outs(before: State, after: State, names: Names, fallen: int) -> Iterator[str]:
    """Seats that go out (6.1), with the reason: nothing else puts a seat out in a step in which bars fall, or a piece
    is placed."""
    placing = before.phase == "place" or before.puts
    why = ": the bar has come down too far" if fallen else ": a piece has no room below the bar" if placing else ""
    for seat, (was, now) in enumerate(zip(before.boards, after.boards, strict=True)):
        if now.out and not was.out and seat not in after.dropped:
            yield f"{does(names[seat], 'are')} out{why}."


PHRASES = TentricksPhrases()
