"""The effect tokens of Tentricks in words: what each does, and what a use of it does at a table.

Uses are told without a subject, so that the same words stand in a question, in a preview, and behind a name in a log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from p2pgame.engine.game import Position
from p2pgame.engine.games.tentricks.components import TOKEN_NAMES
from p2pgame.engine.games.tentricks.components import TOKENS as NUMBERS
from p2pgame.engine.squares import column_name, parse_square

TOKENS: Mapping[str, str] = {str(token): name for token, name in zip(NUMBERS, TOKEN_NAMES, strict=True)}
"""Effect token to what it is called."""

DOES: Mapping[str, str] = {
    "1": "say where a piece goes that another has revealed",
    "2": "take a piece that another has revealed onto your standby, for your next turn",
    "3": "make another take an extra turn, at the end of theirs",
    "4": "exchange one of your pieces for one of another's; both place what they get",
    "5": "take a token from another",
    "6": "cancel a token that another uses",
    "7": "take a piece off your board, in your turn",
    "8": "lift two pieces of your board and place them anew, in your turn",
    "9": "put an equal piece on another's board, after placing yours",
    "10": "take any piece of the supply onto your standby, for your next turn, instead of a card",
}
"""Effect token to what it does for whoever has it."""

LOCKED = "nobody else may use a token against this seat before the next round"
"""What a lock does."""

_ELSEWHERE = ("standby", "hand")
"""Where a piece may be that is on no board."""


def titled(token: str) -> str:
    """`4 swap`."""
    return f"{token} {TOKENS[token]}"


def deed(position: Position, seat: int, move: str) -> str | None:
    """What a `use ...` of a seat does, after what the token is called; of an unfinished one, what the token does."""
    verb, *words = move.split(" ")
    if verb != "use" or not words or words[0] not in TOKENS:
        return None
    token, *chosen = words
    does = _DEEDS[token](position, seat, chosen) if len(chosen) == _CHOICES[token] else DOES[token]
    return f"{TOKENS[token]}: {does}"


def place_of(position: Position, seat: int, thing: str) -> str:
    """A piece of a seat that a move names, and where it is: `I4 on e1`, `L4 on standby`, `P5 in hand`."""
    kind = type_of(position, seat, thing)
    return f"{kind} {'in' if thing == 'hand' else 'on'} {thing}"


def type_of(position: Position, seat: int, thing: str) -> str:
    """The type of a piece of a seat that a move names by its cell, `standby` or `hand`."""
    if thing in _ELSEWHERE:
        kind = position["hand"] if thing == "hand" else position["boards"][seat]["standby"]
        return kind or "a piece"
    placed = position["boards"][seat]["placed"]
    return next((kind for kind, cells in placed if thing == _lowest(cells)), "a piece")


def _lowest(cells: Sequence[str]) -> str:
    """The cell by which a piece is called: its lowest, then leftmost."""
    squares = [square for cell in cells if (square := parse_square(cell, 10, 16)) is not None]
    column, row = min(squares, key=lambda square: (square[1], square[0]))
    return f"{column_name(column)}{row + 1}"


def _steer(position: Position, _seat: int, _chosen: Sequence[str]) -> str:
    return f"say where {position['hand']} goes on the board of seat {position['active']}"


def _grab(position: Position, _seat: int, _chosen: Sequence[str]) -> str:
    return f"put {position['hand']} on standby; seat {position['active']} has to reveal another card"


def _again(position: Position, _seat: int, _chosen: Sequence[str]) -> str:
    return f"seat {position['active']} has to take an extra turn"


def _swap(position: Position, seat: int, chosen: Sequence[str]) -> str:
    mine, whose, theirs = chosen
    other = seat_in(whose)
    given, got = place_of(position, seat, mine), place_of(position, other, theirs)
    return f"own {given} for {got} of seat {other}; both are placed anew"


def _take(_position: Position, _seat: int, chosen: Sequence[str]) -> str:
    whose, token = chosen
    number = token.removeprefix("t")
    return f"token {number} ({TOKENS[number]}) of seat {seat_in(whose)}"


def _cancel(position: Position, _seat: int, _chosen: Sequence[str]) -> str:
    used = position["stack"][-1]
    token = used["move"].split(" ")[1]
    return f"token {token} ({TOKENS[token]}) of seat {used['seat']} does nothing"


def _remove(position: Position, seat: int, chosen: Sequence[str]) -> str:
    return f"own {place_of(position, seat, chosen[0])} leaves the game"


def _relocate(position: Position, seat: int, chosen: Sequence[str]) -> str:
    first, second = (place_of(position, seat, cell) for cell in chosen)
    return f"own {first} and {second} are placed anew"


def _copy(position: Position, _seat: int, chosen: Sequence[str]) -> str:
    return f"put another {position['placed']} on the board of seat {seat_in(chosen[0])}"


def _pick(position: Position, _seat: int, chosen: Sequence[str]) -> str:
    if position["options"]["must_place"]:
        return f"take {chosen[0]} of the supply to place it now; no card is revealed"
    return f"put {chosen[0]} of the supply on standby; no card is revealed and nothing placed in this turn"


_DEEDS: Mapping[str, Callable[[Position, int, Sequence[str]], str]] = {
    "1": _steer,
    "2": _grab,
    "3": _again,
    "4": _swap,
    "5": _take,
    "6": _cancel,
    "7": _remove,
    "8": _relocate,
    "9": _copy,
    "10": _pick,
}

_CHOICES: Mapping[str, int] = {**dict.fromkeys(TOKENS, 0), "4": 3, "5": 2, "7": 1, "8": 2, "9": 1, "10": 1}
"""How many words follow the token's number."""


def seat_in(word: str) -> int:
    """The seat that a word such as `s2` names."""
    return int(word.removeprefix("s"))


def label(position: Position, seat: int, words: Sequence[str]) -> str | None:
    """What the button says for the last word of a `use ...` so far, where the word alone does not say it."""
    match words:
        case ["use", token]:
            return titled(token)
        case ["use", "4" | "5" | "9", *_, whose] if _names_seat(whose):
            return f"seat {seat_in(whose)}"
        case ["use", "5", _, token]:
            return titled(token.removeprefix("t"))
        case ["use", "4", _, whose, theirs]:
            return place_of(position, seat_in(whose), theirs)
        case ["use", "4" | "7" | "8", *_, mine]:
            return place_of(position, seat, mine)
        case _:
            return None


def _names_seat(word: str) -> bool:
    return word[:1] == "s" and word[1:].isdigit()


def picking(position: Position, typed: Sequence[str]) -> str | None:
    """What is asked while the words of a `use ...` are picked."""
    match typed:
        case ["use"]:
            return "Which token do you use? Below stands what it does."
        case ["use", "4"]:
            return "Swap: which piece of yours do you give away?"
        case ["use", "4", _]:
            return "Swap: with whom?"
        case ["use", "4", _, whose]:
            return f"Swap: which piece of seat {seat_in(whose)} do you want for it?"
        case ["use", "5"]:
            return "Take: from whom do you take a token?"
        case ["use", "5", whose]:
            return f"Take: which token of seat {seat_in(whose)}?"
        case ["use", "7"]:
            return "Remove: which piece of yours leaves the game?"
        case ["use", "8"]:
            return "Relocate: which piece of yours is to be placed anew?"
        case ["use", "8", _]:
            return "Relocate: and which one with it?"
        case ["use", "9"]:
            return f"Copy: on whose board do you put another {position['placed']}?"
        case ["use", "10"]:
            return "Pick: which piece of the supply do you put on standby?"
        case _:
            return None


def lapsed(position: Position, moves: Mapping[int, str]) -> list[int]:
    """The seats of a window whose use lapses and costs nothing, as another comes first (3.7)."""
    seats, active = position["seats"], position["active"]
    users = sorted((seat for seat in moves if moves[seat].startswith("use")), key=lambda s: (s - active) % seats)
    return users[1:]
