"""Byte streams between peers: in order on each connection, at the pace and with the mishaps of the way they take."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from .clock import Clock


class Mark(Enum):
    """Things in a stream beside bytes."""

    KNOCK = auto()
    """The dialing side wants to talk about this table."""
    END = auto()
    """Nothing comes any more."""


Piece = bytes | Mark


@dataclass(slots=True)
class Way:
    """How things go from one peer to another: every connection between them goes this way."""

    delay: int = 5
    """Milliseconds."""
    jitter: int = 5
    """Up to that many milliseconds more, for each write."""
    blocked: int = 0
    """How many faults hold everything back; TCP repeats what is lost, so it comes once all are over."""
    sliced: int = 0
    """How many faults cut writes in two and hand them over byte by byte."""
    gathered: int = 0
    """Milliseconds over which writes are gathered and handed over at once."""
    repeated: int = 0
    """Percent of writes that are made twice."""
    slow: int = 0
    """Milliseconds that the receiver takes for each write."""
    room: int = 1 << 20
    """Bytes that may wait before the sender gives the connection up, as in `p2p.outbox`."""


class Pipe:
    """One direction of one connection."""

    def __init__(self, clock: Clock, rng: random.Random, way: Way, deliver: Callable[[Piece], None]) -> None:
        self._clock = clock
        self._rng = rng
        self._way = way
        self._deliver = deliver
        self._pieces: deque[tuple[int, Piece]] = deque()
        self._size = 0
        self._last = 0
        self._gone = False
        self._woken = False

    def write(self, data: bytes) -> bool:
        """Send bytes; False if too many wait already."""
        way = self._way
        if self._size and self._size + len(data) > way.room:
            return False
        for _ in range(2 if way.repeated and way.repeated > self._rng.randrange(100) else 1):
            for piece in self._cut(data) if way.sliced else (data,):
                self._put(piece)
        return True

    def _cut(self, data: bytes) -> list[bytes]:
        """In two, or not at all."""
        cut = self._rng.randrange(len(data))
        return [data[:cut], data[cut:]] if cut else [data]

    def mark(self, mark: Mark) -> None:
        """Send a mark, behind all bytes before."""
        self._put(mark)

    def drop(self) -> None:
        """Lose the bytes on their way, and all later ones."""
        self._gone = True
        self._pieces.clear()

    def wake(self) -> None:
        """Look again what may be delivered: now, or when it is due."""
        if self._pieces and not self._woken and not self._way.blocked:
            self._woken = True
            self._clock.after(max(0, self._pieces[0][0] - self._clock.now), self._flow)

    def _put(self, piece: Piece) -> None:
        if self._gone:
            return
        way = self._way
        due = self._clock.now + way.delay + int(self._rng.random() * way.jitter)
        if way.gathered:
            due = -(-due // way.gathered) * way.gathered
        self._last = max(due, self._last) + way.slow
        self._pieces.append((self._last, piece))
        self._size += len(piece) if isinstance(piece, bytes) else 0
        self.wake()

    def _flow(self) -> None:
        self._woken = False
        together: list[bytes] = []
        while self._pieces and not self._way.blocked and self._pieces[0][0] <= self._clock.now:
            piece = self._pieces.popleft()[1]
            if isinstance(piece, bytes):
                self._size -= len(piece)
                together.append(piece)
            else:
                self._hand_over(together)
                together = []
                self._deliver(piece)
        self._hand_over(together)
        self.wake()

    def _hand_over(self, together: list[bytes]) -> None:
        data = together[0] if len(together) == 1 else b"".join(together)
        if self._way.sliced:
            for place in range(len(data)):
                self._deliver(data[place : place + 1])
        elif data:
            self._deliver(data)
