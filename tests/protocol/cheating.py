"""An engine that deviates from the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from p2pgame.engine.events import Event
from p2pgame.engine.games.tink.game import Tink
from p2pgame.engine.games.tink.state import State


class Cheating(Tink):
    """An engine that counts one stone too many, from the tenth on."""

    def apply(self, state: State, event: Event[Any]) -> State:
        """As Tink does, but for the cheat."""
        after = super().apply(state, event)
        return replace(after, placed=after.placed + 1) if after.placed == 10 else after
