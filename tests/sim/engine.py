"""The engine of a run: all its peers play by the same rules, so each state is computed once. The tests of the engine
show that every machine computes the same state; a run is about the peers' statements.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Options

Work = Callable[..., Any]


def shared(game: AnyGame) -> AnyGame:
    """The game, giving all who ask the same question of the same state the same answer, until it is thrown away."""
    kind = type(game)
    first: dict[str, Any] = {}

    def start(self: AnyGame, seats: int, options: Options) -> Any:
        spelled = f"{seats} {sorted(options.items())}"
        if spelled not in first:
            first[spelled] = kind.start(self, seats, options)
        return first[spelled]

    once = {name: _once(name, getattr(kind, name)) for name in ("pending", "check", "apply", "drop", "hash")}
    parse = staticmethod(lru_cache(1 << 12)(game.parse))
    methods = {"__init__": _know_nothing, "start": start, "parse": parse, **once}
    return type(f"Shared{kind.__name__}", (kind,), methods)()  # type: ignore[no-any-return]  # a class that is made


def _know_nothing(self: Any) -> None:
    """Answers are kept in the game and not in its class, which stays until the next look for garbage."""
    self.known = {}


def _once(name: str, work: Work) -> Work:
    """Remember the answer to each question about a state: of that very object, as comparing states costs more."""

    def answer(self: Any, state: Any, *rest: Any) -> Any:
        known, key = self.known, (name, id(state), *rest)
        found = known.get(key)
        if found is None:
            found = known[key] = state, work(self, state, *rest)  # held, so that no other state gets its id
        return found[1]

    return answer
