"""Target: a position that somebody wrote by hand."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from p2pgame.engine.errors import BadPosition
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import Over, asked
from p2pgame.engine.play import step

from ...engine.playing import random_event

_GAMES = {game_id: load(game_id) for game_id in GAMES}
"""All games, loaded at once: what is imported later is not watched by the fuzzer."""
_MOVES = 12
"""Steps that are played from a position that is taken."""


def position(game_id: str, data: bytes) -> None:
    """Refused, or a state that can be asked everything and is written again.

    The first byte chooses a good position, and every three after it change something in it.
    """
    game, good = _GAMES[game_id], _positions(game_id)
    changed = json.loads(good[data[0] % len(good)] if data else good[0])
    for at in range(1, len(data) - 2, 3):
        _change(changed, int.from_bytes(data[at : at + 2], "big"), data[at + 2])
    try:
        state = game.from_position(changed)
    except BadPosition:
        return
    for seat in asked(game.pending(state)):
        game.check(state, seat, next(iter(game.legal(state, seat))))
    game.text(state)
    assert game.from_position(game.position(state)) == state
    _play_on(game, state)


def _play_on(game: AnyGame, state: Any) -> None:
    """A person who imports a position wants to play from it."""
    rng = random.Random(1)
    for _ in range(_MOVES):
        event = random_event(game, state, rng)
        if event is None:
            return
        state = step(game, state, event)
        game.position(state)


def position_seeds(game_id: str) -> Iterator[bytes]:
    """A change of each good position."""
    return (bytes([number, 0, number, 1]) for number in range(len(_positions(game_id))))


def _change(value: Any, place: int, what: int) -> None:
    """Put another value in one place of nested arrays and objects: a new one, one from another place, or nothing."""
    slots = list(_slots(value))
    if not slots:
        return
    holder, key = slots[place % len(slots)]
    if what < len(_VALUES):
        holder[key] = copy.deepcopy(_VALUES[what])
    elif what & 1 and isinstance(holder, dict | list):
        del holder[key]
    else:
        other, name = slots[what * 7 % len(slots)]
        holder[key] = copy.deepcopy(other[name])


def _slots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place that holds something, with its holder."""
    for key, held in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(held, dict | list):
            yield from _slots(held)


_NUMBERS = (*range(-2, 12), 99, 10**30, 0.5)
_VALUES: tuple[Any, ...] = (*_NUMBERS, None, True, False, "", "x", "a1", "s", [], [0], [None], {}, {"x": 1}, [[]])


@cache
def _positions(game_id: str) -> tuple[str, ...]:
    """Good positions of a game, as JSON: some of a random game for each number of seats."""
    game, rng, found = _GAMES[game_id], random.Random(1), []
    for seats in game.seats:
        state = game.begin(seats)
        for number in range(60):
            if isinstance(game.pending(state), Over):
                break
            if number % 12 == 0:
                found.append(json.dumps(game.position(state)))
            event = random_event(game, state, rng)
            assert event is not None
            state = step(game, state, event)
    return tuple(found)
