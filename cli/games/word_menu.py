"""Moves picked word by word: `use`, then `4`, then `c1` ... from the legal ones, in any game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.game import AnyGame

from . import presentation_of

Words = tuple[str, ...]

_BUILT = frozenset("@:")
"""Signs in the spelling of every move that a move builder spells, and of no other."""


def next_words(spellings: Iterable[str], typed: Words) -> tuple[str, ...]:
    """The words that may follow those typed, in the order of the legal moves, once each."""
    following: dict[str, None] = {}
    for spelling in spellings:
        words = tuple(spelling.split(" "))
        if len(words) > len(typed) and words[: len(typed)] == typed:
            following[words[len(typed)]] = None
    return tuple(following)


def unfold(spellings: Sequence[str], typed: Words) -> Words:
    """The words typed, and those after them that are no choice."""
    while len(following := next_words(spellings, typed)) == 1 and " ".join(typed) not in spellings:
        typed = (*typed, following[0])
    return typed


def single_words(game: AnyGame, state: Any, seat: int, building: bool) -> Words:
    """The spellings of an asked seat's legal moves that no move builder spells."""
    beside = presentation_of(game).beside
    if building and beside is not None:
        return tuple(word for word in beside if _is_legal(game, state, seat, word))
    spellings = map(game.format, game.legal(state, seat))
    return tuple(spelling for spelling in spellings if not building or not _BUILT & set(spelling))


def _is_legal(game: AnyGame, state: Any, seat: int, spelling: str) -> bool:
    try:
        game.check(state, seat, game.parse(spelling))
    except IllegalMove:
        return False
    return True
