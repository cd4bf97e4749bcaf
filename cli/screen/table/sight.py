"""A person's last look at a table: the picture, the squares that changed, and the time since then."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from p2pgame.engine.picture import Picture
from p2pgame.engine.squares import Square

from ...table.table import Table
from ..ending import COUNTS
from ..motion import between
from ..render import differences, still_marked


class Sight:
    """The last look at a table."""

    def __init__(self, table: Table, before: Callable[[], Any | None] | None = None) -> None:
        """Marks show changes since the last look, or since the state that `before` gives."""
        self.table = table
        self.state: Any = None
        self.picture = Picture(())
        self.latest: Mapping[int | None, frozenset[Square]] = {}
        """Squares that are marked on each board: the last move of each seat, until one's own next one."""
        self.eyes: int | None = None
        """The seat whose board a spectator has enlarged, if any."""
        self._frames: list[Picture] = []
        """Pictures that are still to be shown on the way to that of the state."""
        self.counted = COUNTS
        """How many parts of the points at the end are shown, of COUNTS."""
        self._before = before
        self._moved = False
        self._scene = table.scene
        self._since = time.monotonic()

    @property
    def is_current(self) -> bool:
        """Whether the last look is still current."""
        return self.table.state is self.state and self.table.scene == self._scene

    @property
    def in_motion(self) -> bool:
        """Whether something is on its way, or counted up."""
        return bool(self._frames) or self.counted < COUNTS

    @property
    def shown(self) -> Picture:
        """The picture on the way, or that of the state."""
        return self._frames[0] if self._frames else self.picture

    @property
    def marked(self) -> Mapping[int | None, frozenset[Square]]:
        """The marked squares: none during motion."""
        return {} if self._frames else self.latest

    def count_up(self) -> None:
        """Begin to count the points of the end up."""
        self.counted = 0

    def move_on(self) -> bool:
        """Move to the next picture, then to the next part of the points; whether more follow."""
        if self._frames:
            self._frames = self._frames[1:]
        else:
            self.counted = min(self.counted + 1, COUNTS)
        return self.in_motion

    def stand_still(self) -> None:
        """Skip all motion."""
        self._frames, self.counted = [], COUNTS

    @property
    def seconds(self) -> int:
        """Seconds since the table changed."""
        return int(time.monotonic() - self._since)

    @property
    def large(self) -> int | None:
        """The seat whose board is large; None for the first board."""
        return self.eyes if self.table.seat is None else self.table.seat

    def turn(self, key: str) -> bool:
        """Enlarge the board of another seat, by its number or by Tab; whether the key does that."""
        eyes, seats = self.eyes or 0, len(self.table.names)
        to = {"tab": eyes + 1, "shift+tab": eyes - 1, **{str(seat + 1): seat for seat in range(seats)}}.get(key)
        if to is None:
            return False
        self.eyes = to % seats
        return True

    def look(self, in_motion: bool = False) -> None:
        """Take in the state of the table; `in_motion` shows pictures on the way to it.

        A new scene is not a move, so nothing in it is marked as new.
        """
        if self._scene != self.table.scene:
            self._scene = self.table.scene
            self.state, self.latest = None, {}
        seen = None if self.state is None else self.picture
        self.state = self.table.state
        self.picture = self.table.game.picture(self.state)
        self._frames = list(between(seen, self.picture)) if in_motion and seen is not None else []
        if self._before is not None:
            before = self._before()
            self.latest = differences(None if before is None else self.table.game.picture(before), self.picture)
        else:
            shared = len(self.picture.boards) == 1 and not self.table.watched
            known = {} if self._moved else self.latest
            self.latest = still_marked(known, differences(seen, self.picture), shared)
        self._moved = False
        self._since = time.monotonic()

    def note_move(self) -> None:
        """Note that the person makes a move: the next state removes the marks of older moves."""
        self._moved = True
