"""The presentation of one game: one object with everything that the screens need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .lesson import Lesson
from .move_builder import MoveBuilder
from .phrases import Phrases


def by_words_only(_state: Any, _seat: int) -> None:
    """Every move is picked word by word."""


def own_board(_words: Sequence[str]) -> None:
    """Squares are always picked on one's own board."""


def without_reasons(_state: Any, _seat: int, _move: Any, _names: Sequence[str]) -> list[str]:
    """No reasons for any move."""
    return []


@dataclass(frozen=True, slots=True)
class Presentation:
    """One game on screen. Each part has a plain default, so that a game of another package works, too.

    The table itself is drawn from `Game.picture`.
    """

    phrases: Phrases[Any] = field(default_factory=Phrases)
    """The sentences: questions, events, endings."""
    move_builder: Callable[[Any, int], MoveBuilder | None] = by_words_only
    """(state, asked seat) to the first move to show, if a piece is placed by keys; otherwise None."""
    beside: tuple[str, ...] | None = None
    """All spellings that may be legal beside a built move, if the legal moves are too many to search."""
    board_picked: Callable[[Sequence[str]], int | None] = own_board
    """(words of a move so far) to the seat on whose board a square is picked next; None for one's own."""
    legend: Mapping[str, str] = field(default_factory=dict)
    """The signs of the picture with their meaning, in a few words."""
    buttons: Mapping[str, str] = field(default_factory=dict)
    """Words of a move so far, with the label of the button if the last word is not clear."""
    reasons: Callable[[Any, int, Any, Sequence[str]], list[str]] = without_reasons
    """(state, seat, move, names) to the good effects of the move by the rules, the weightiest first. Each is a verb
    that continues "it", such as `completes row 4`. Hints and analyses show them."""
    lesson: Lesson | None = None
    """A guided first game, if the game has one."""
    piece: int = 0
    """Squares of the longest side of a piece in hand, whose room beside the board is kept; 0 if none is shown there."""
    in_hand: str = ""
    """The shelf with the piece in hand, which has that room while the piece is not drawn in it."""
    letters: int = 0
    """Letters in most squares of the board, 1 or 2, for which they are made wide enough; 0 if it may vary."""
