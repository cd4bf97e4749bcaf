"""The keys of a table's screen: which part each key is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...table.table import Table
from .body import TableBody
from .hand import Hand
from .readings import Readings
from .sayings import Sayings

Acts = Mapping[str, Callable[[], None]]


class KeyRouter:
    """Gives each key to the part that it has an effect on."""

    def __init__(
        self, body: TableBody, hand: Hand, readings: Readings, sayings: Sayings, acts: Callable[[], Acts]
    ) -> None:
        """`acts` has the keys that mean the same in every game, with their effects."""
        self._body = body
        self._hand = hand
        self._readings = readings
        self._sayings = sayings
        self._acts = acts

    @property
    def _table(self) -> Table:
        return self._body.table

    def press(self, key: str) -> bool:
        """Carry out a key; whether it has an effect."""
        self._sayings.hear_key()
        if self._hand.hear(key):
            return True
        if (act := self._acts().get(key)) is not None:
            act()
            return True
        if self._table.result is not None and self._body.captions.ends and key in self._table.afterwards:
            self._readings.after_end(key)
            return True
        if self._table.asked:
            return self._hand.press(key)
        return self._table.watched and self._look_about(key)

    def _look_about(self, key: str) -> bool:
        """Look from another seat, for a spectator."""
        if not self._body.sight.turn(key):
            return False
        self._body.show()
        return True
