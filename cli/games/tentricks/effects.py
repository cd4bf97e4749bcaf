"""The effect tokens of Tentricks in words: the effect of each, and of each use at a table.

Uses are phrased without a subject, so that the same words fit questions, previews and logs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgame.engine.errors import NotAMove
from p2pgame.engine.games.tentricks import geometry
from p2pgame.engine.games.tentricks.components import TOKEN_NAMES, TYPES, titled
from p2pgame.engine.games.tentricks.components import TOKENS as NUMBERS
from p2pgame.engine.games.tentricks.moves import (
    Again,
    Cancel,
    Copy,
    Grab,
    Pick,
    Relocate,
    Remove,
    Steer,
    Swap,
    Take,
    Thing,
    Token,
)
from p2pgame.engine.games.tentricks.notation import parse_move
from p2pgame.engine.games.tentricks.pieces import each
from p2pgame.engine.games.tentricks.state import State

from ...words.addressing import YOU, whom, whose
from ..phrases import Names

TOKENS: Mapping[str, str] = {str(token): name for token, name in zip(NUMBERS, TOKEN_NAMES, strict=True)}
"""The names of the effect tokens."""

DOES: Mapping[str, str] = {
    "1": "choose the place of another player's revealed piece",
    "2": "take another player's revealed piece onto your standby, for your next turn",
    "3": "make another player take an extra turn, at the end of theirs",
    "4": "exchange one of your pieces for one of another player's; both place what they get",
    "5": "take a token from another player",
    "6": "cancel a token that another player uses",
    "7": "remove a piece from your board, in your turn",
    "8": "lift two pieces of your board and place them again, in your turn",
    "9": "put an equal piece on another player's board, after you have placed yours",
    "10": "take any piece from the supply onto your standby, for your next turn, instead of a card",
}
"""The effects of the tokens for their owner."""

LOCKED = "a token was used against you; you are safe from others until the next round"
"""The effect of a lock."""


def is_use(text: str) -> bool:
    """Whether the text is a use of a token, or the beginning of one that names the token."""
    verb, *words = text.split(" ")
    return verb == "use" and bool(words) and words[0] in TOKENS


def deed(state: State, seat: int, text: str, names: Names) -> str | None:
    """The effect of a seat's `use ...`, after the name of the token; of an unfinished one, the effect of the token."""
    if not is_use(text):
        return None
    token = text.split(" ")[1]
    try:
        move = parse_move(text)
    except NotAMove:
        move = None
    does = _done(state, seat, move, names) if isinstance(move, Token) else DOES[token]
    return f"{TOKENS[token]}: {does}"


def _done(state: State, seat: int, use: Token, names: Names) -> str:
    active, hand = names[state.mover], "" if state.hand is None else TYPES[state.hand]
    own = f"{whose(YOU)} " if names[seat] == YOU else ""
    match use:
        case Steer():
            return f"choose the place of {hand} on {whose(active)} board"
        case Grab():
            return f"put {hand} on standby, and make {whom(active)} reveal another card"
        case Again():
            return f"make {whom(active)} take an extra turn"
        case Swap(mine, other, theirs):
            given, got = place_of(state, seat, mine), place_of(state, other, theirs)
            return f"exchange {own}{given} for {whose(names[other])} {got}; both are placed again"
        case Take(other, number):
            return f"{whose(names[other])} {_token(number)}"
        case Cancel():
            used = state.stack[-1]
            return f"{whose(names[used.seat])} {_token(int(used.move.split(' ')[1]))} has no effect"
        case Remove(cell):
            return f"{own}{place_of(state, seat, cell)} leaves the game"
        case Relocate(first, second):
            return f"lift {own}{place_of(state, seat, first)} and {place_of(state, seat, second)}; place them again"
        case Copy(other):
            return f"put another {_type(state.placed)} on {whose(names[other])} board"
        case Pick(kind):
            if state.setup.must_place:
                return f"take {TYPES[kind]} from the supply and place it now; no card is revealed"
            return f"put {TYPES[kind]} from the supply on standby; this turn reveals and places nothing"


def _token(number: int) -> str:
    """`token 3 (again)`."""
    return f"token {number} ({TOKENS[str(number)]})"


def place_of(state: State, seat: int, thing: Thing) -> str:
    """A piece of a seat in a move, and its place: `I4 on e1`, `L4 on standby`, `P5 in hand`."""
    match thing:
        case "hand":
            return f"{_type(state.hand)} in hand"
        case "standby":
            return f"{_type(state.boards[seat].standby)} on standby"
        case cell:
            piece = next((piece for piece in each(state.boards[seat].pieces) if piece.name == cell), None)
            return f"{_type(None if piece is None else piece.kind)} on {geometry.name(cell)}"


def _type(kind: int | None) -> str:
    return "a piece" if kind is None else TYPES[kind]


def _thing(word: str) -> Thing | None:
    """The piece that a word of a move names."""
    match word:
        case "hand" | "standby":
            return word
        case _:
            return geometry.parse(word)


def _seat_in(word: str) -> int:
    """The seat that a word such as `s2` names."""
    return int(word.removeprefix("s"))


def _names_seat(word: str) -> bool:
    return word[:1] == "s" and word[1:].isdigit()


def label(state: State, seat: int, words: Sequence[str], names: Names) -> str | None:
    """The text of a button for the last word of a `use ...` so far, if the word is not clear."""
    match words:
        case ["use", token]:
            return titled(int(token))
        case ["use", "4" | "5" | "9", *_, other] if _names_seat(other):
            return names[_seat_in(other)]
        case ["use", "5", _, token]:
            return titled(int(token.removeprefix("t")))
        case ["use", "4", _, other, theirs]:
            return _named_piece(state, _seat_in(other), theirs)
        case ["use", "4" | "7" | "8", *_, mine]:
            return _named_piece(state, seat, mine)
        case _:
            return None


def _named_piece(state: State, seat: int, word: str) -> str | None:
    thing = _thing(word)
    return None if thing is None else place_of(state, seat, thing)


def picking(state: State, typed: Sequence[str], names: Names) -> str | None:
    """The question while the words of a `use ...` are picked."""
    match typed:
        case ["use"]:
            return "Which token do you use? Its effect is shown below."
        case ["use", "4"]:
            return "Swap: which of your pieces do you give away?"
        case ["use", "4", _]:
            return "Swap: with which player?"
        case ["use", "4", _, theirs]:
            return f"Swap: which of {whose(names[_seat_in(theirs)])} pieces do you want in exchange?"
        case ["use", "5"]:
            return "Take: from which player do you take a token?"
        case ["use", "5", theirs]:
            return f"Take: which of {whose(names[_seat_in(theirs)])} tokens?"
        case ["use", "7"]:
            return "Remove: which of your pieces leaves the game?"
        case ["use", "8"]:
            return "Relocate: choose the first piece to lift."
        case ["use", "8", _]:
            return "Relocate: choose the second piece. It may have become free by lifting the first."
        case ["use", "9"]:
            return f"Copy: on which board do you put another {_type(state.placed)}?"
        case ["use", "10"]:
            return "Pick: which piece from the supply do you put on standby?"
        case _:
            return None


def lapsed(state: State, moves: Mapping[int, str]) -> list[int]:
    """The seats of a window whose use lapses and costs nothing, because another comes first (3.7)."""
    active = state.mover
    users = sorted((seat for seat in moves if is_use(moves[seat])), key=lambda seat: (seat - active) % state.seats)
    return users[1:]
