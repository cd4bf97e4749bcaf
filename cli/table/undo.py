"""Undo of a local game: back to a person's last choice."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from p2pgame.engine.pending import asked

from ..games.forced_moves import no_choice
from ..games.session import Left, Session


def take_back(session: Session[Any, Any], people: Collection[int]) -> bool:
    """Go back to a person's last choice; whether there is one."""
    steps = _last_choice(session, people)
    if steps is None:
        return False
    if session.half_answered:
        session.undo()
    while len(session.history) > steps:
        session.undo()
    return True


def _last_choice(session: Session[Any, Any], people: Collection[int]) -> int | None:
    """The number of steps before that choice. An answer that waits for the others' is a choice, and so is leaving
    for good."""

    def chose(state: Any, seats: Iterable[int]) -> bool:
        return any(seat in people and no_choice(session.game, state, seat) is None for seat in seats)

    if chose(session.state, session.answered):
        return len(session.history)
    for steps in reversed(range(len(session.history))):
        before, event = session.history[steps]
        if isinstance(event, Left) or chose(before, asked(session.game.pending(before))):
            return steps
    return None
