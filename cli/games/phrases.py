"""What a game has words for, and the general ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from p2pgame.engine.game import Position
from p2pgame.engine.pending import Result

from ..grammar import or_list

SHOWN_MOVES = 100
"""How many of a seat's legal moves its question may be made from: enough to find a telling example."""

NAMED_MOVES = 8
"""A question names all moves where there are no more than that."""

Names = Sequence[str]
"""How each seat is called on the screen."""

_SEAT = re.compile(r"\b[Ss]eat ([0-9])\b(?! \()")
"""A seat called by its number alone."""


def ask_generally(position: Position, seat: int, moves: Sequence[str]) -> str:
    """What any game can say."""
    if len(moves) <= NAMED_MOVES:
        return f"Your move: {or_list(moves)}."
    return f"Your move, such as `{moves[0]}`."


def asked_as_typed(_position: Position, _seat: int, _moves: Sequence[str]) -> None:
    """Nothing else than in lines."""


def drawn_generally(position: Position, label: str, names: Names) -> str:
    """What any draw is."""
    return f"Drawn: {label}."


def says_it_all(_position: Position, _seat: int, _move: str) -> None:
    """A spelling says what the move does."""


def as_spelled(_position: Position, _seat: int, _words: Sequence[str]) -> None:
    """A word says what it is."""


def as_in_lines(_position: Position, _seat: int, _moves: Sequence[str], _typed: Sequence[str]) -> None:
    """Nothing else than in lines."""


def none_lapse(_position: Position, _moves: Mapping[int, str]) -> Sequence[int]:
    """Every answer counts."""
    return ()


def nothing_held(_position: Position, _seat: int) -> Sequence[str]:
    """Nothing that a legend explains."""
    return ()


def as_typed(text: str) -> str:
    """The text as it is."""
    return text


def all_are_points(name: str, number: int) -> str | None:
    """No remark: every line of the score sheet is points of its seat."""
    return None


def never_warns(_state: Any, _move: str) -> None:
    """No move costs more than it shows."""


def shared_points(result: Result) -> str | None:
    """Those who share a victory have the same points, where no more is compared."""
    scored = len(result.winners) > 1 and result.scores[result.winners[0]] is not None
    return "The points are equal." if scored else None


def nothing_follows(_before: Position, _after: Position, _names: Names) -> None:
    """Everything is a seat's move or a draw."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words of one game."""

    ask: Callable[[Position, int, Sequence[str]], str] = ask_generally
    """(position, asked seat, its first `looked_at` legal moves) to what is asked of it: one or two sentences."""
    aimed: Callable[[Position, int, Sequence[str]], str | None] = asked_as_typed
    """The same, where the move is aimed on the board by keys, so that no example of its notation helps; else None."""
    drawn: Callable[[Position, str, Names], str] = drawn_generally
    """(position before a draw, label drawn, names) to what came: one sentence."""
    picked: Callable[[Position, int, Sequence[str], Sequence[str]], str | None] = as_in_lines
    """(position, asked seat, its moves, words picked so far) to the same, where the words of a move are picked one
    after another and shown with what they do; else None."""
    deed: Callable[[Position, int, str], str | None] = says_it_all
    """(position, seat, its move or the beginning of one) to what that does, where its spelling does not say so."""
    label: Callable[[Position, int, Sequence[str]], str | None] = as_spelled
    """(position, seat, words of its move so far) to what the last one is called, where it does not say so itself."""
    lapsed: Callable[[Position, Mapping[int, str]], Sequence[int]] = none_lapse
    """(position, moves by seat) to the seats whose answer to a window comes to nothing, as another's comes first."""
    legend: Mapping[str, str] = field(default_factory=dict)
    """Things that people have at the table, to what they are good for."""
    held: Callable[[Position, int], Sequence[str]] = nothing_held
    """(position, seat) to the things of the legend that it has."""
    looked_at: int = SHOWN_MOVES
    """How many of a seat's legal moves its question is made from."""
    caution: Callable[[Any, str], str | None] = never_warns
    """(state, legal move) to what it costs without showing it, in a few words."""
    tedious: frozenset[str] = frozenset({"pass"})
    """First words of moves for which nobody wants to be asked where nothing else is possible."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """`Result.reason` to why the game is over, or why it was won, as the end of a sentence."""
    unwon: Mapping[str, str] = field(default_factory=dict)
    """`Result.reason` to the sentence that says so where no seat has won; without one, that nobody wins."""
    tie: Callable[[Result], str | None] = shared_points
    """A result to a sentence about how equal points were told apart, or that they could not be; None without them."""
    remark: Callable[[str, int], str | None] = all_are_points
    """A line of the score sheet that is not points of the seat, as a sentence; None for those that are."""
    follows: Callable[[Position, Position, Names], str | None] = nothing_follows
    """What a step brought that no move and no draw tells of, from the positions before and after it, if anything: in
    sentences."""
    respell: Callable[[str], str] = as_typed
    """A move as people type it, one space between words, to its spelling. Of what is no move anything may come."""


def first_or_drawn(position: Position, seat_key: str, label: str, names: Names) -> str:
    """The draw of the first player while nobody has the turn, or any other draw."""
    if position[seat_key] is None:
        return f"First to play: {names[int(label)]}."
    return drawn_generally(position, label, names)


def named(text: str, names: Names) -> str:
    """A text with the names of the seats that it numbers; one that is called by its number begins like that."""

    def name(match: re.Match[str]) -> str:
        called = names[int(match[1])] if int(match[1]) < len(names) else match[0]
        return f"S{called[1:]}" if match[0][0] == "S" and called.startswith("seat ") else called

    return _SEAT.sub(name, text)
