"""An engine that deviates from the rules, and a table at which one sits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from p2pgame.engine.events import Event
from p2pgame.engine.games import load
from p2pgame.engine.games.tink.game import Tink
from p2pgame.engine.games.tink.state import State

from .people import genesis
from .room import Peer, Room


class Cheating(Tink):
    """An engine that counts one stone too many, from the tenth on."""

    def apply(self, state: State, event: Event[Any]) -> State:
        """As Tink does, but for the cheat."""
        after = super().apply(state, event)
        return replace(after, placed=after.placed + 1) if after.placed == 10 else after


def deviating_room(seed: int = 3) -> Room:
    """A table of two that has stopped, as the program of peer 1 deviates."""
    table = Room(load("tink"), genesis(load("tink"), 2), seed)
    table.peers[1] = Peer(Cheating(), genesis(load("tink"), 2), 1, 1)
    table.connect()
    table.begin()
    table.run()
    table.beat(5)
    return table
