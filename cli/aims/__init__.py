"""How moves are put together on a screen, game by game. A game without an aim of its own is played by its menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.game import AnyGame

from .aim import Aim

_MODULES: Mapping[str, str] = {"tentricks": "tentricks", "tink": "tink", "te-trix": "te_trix", "tetris": "tetris"}
"""Game id to the module here that aims."""

_BESIDE: Mapping[str, tuple[str, ...]] = {"tetris": ("hold",), "te-trix": ("stop",), "tink": ("pass",)}
"""Game id to all moves that may be legal beside those that are aimed, where the legal ones are too many to look at."""

_PICKED: Mapping[str, str] = {"tentricks": "tentricks"}
"""Game id to the module here that knows on whose board squares are picked, where that may be another's."""

_AIMED = frozenset("@:")
"""Signs in the spelling of every move that is put together by aiming, and of no other."""


def aim_of(game: AnyGame, state: Any, seat: int) -> Aim | None:
    """The aim to begin with, where a seat that is asked places something; else None."""
    if game.id not in _MODULES:
        return None
    begin: Callable[[Any, int], Aim | None] = import_module(f".{_MODULES[game.id]}", __name__).aim
    return begin(state, seat)


def words_beside(game: AnyGame, state: Any, seat: int, aiming: bool) -> tuple[str, ...]:
    """The spellings of an asked seat's legal moves that are not aimed."""
    if aiming and game.id in _BESIDE:
        return tuple(word for word in _BESIDE[game.id] if _is_legal(game, state, seat, word))
    spellings = map(game.format, game.legal(state, seat))
    return tuple(spelling for spelling in spellings if not _AIMED & set(spelling))


def board_picked(game: AnyGame, words: Sequence[str]) -> int | None:
    """The seat on whose board a square is picked next, after the words of a move so far; None for one's own."""
    if game.id not in _PICKED:
        return None
    picked: Callable[[Sequence[str]], int | None] = import_module(f".{_PICKED[game.id]}", __name__).board_picked
    return picked(words)


def _is_legal(game: AnyGame, state: Any, seat: int, spelling: str) -> bool:
    try:
        game.check(state, seat, game.parse(spelling))
    except IllegalMove:
        return False
    return True
