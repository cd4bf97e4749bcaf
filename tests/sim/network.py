"""Connections between peers, over ways that faults can spoil."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Protocol

from p2pgame.protocol.wire.errors import RemoteError
from p2pgame.protocol.wire.framing import FrameReader, frame
from p2pgame.protocol.wire.limits import FRAME

from .clock import Clock
from .wire import Mark, Piece, Pipe, Way


class Owner(Protocol):
    """The owner of an end of a connection."""

    seat: int

    @property
    def alive(self) -> bool:
        """Whether it runs, and so takes connections."""

    def linked(self, end: End) -> None:
        """Both sides want to talk about this table."""

    def arrived(self, end: End, payload: bytes) -> None:
        """A whole payload has come."""

    def ended(self, end: End, error: RemoteError | None) -> None:
        """The other side sends no more, or sends nonsense."""


class Before(Protocol):
    """Takes the bytes of a connection before it is a link."""

    def take(self, data: bytes) -> None:
        """Bytes have come."""

    def ended(self, error: RemoteError | None) -> None:
        """Nothing comes any more."""


class End:
    """One peer's end of a connection."""

    def __init__(self, owner: Owner, other: int, certificate: bytes) -> None:
        self.owner = owner
        self.other = other
        self.certificate = certificate
        """That of the side that was dialed."""
        self.entrance: Before | None = None
        """The conversation before the messages, in a lobby."""
        self.open = True
        self.since = self.last_heard = 0
        self._reader = FrameReader(FRAME)
        self._out: Pipe | None = None

    def attach(self, out: Pipe) -> None:
        """Send through this pipe."""
        self._out = out

    def send(self, payload: bytes) -> bool:
        """Send a payload in a frame; False if the other side does not take what is sent."""
        return self.send_raw(frame(payload))

    def send_raw(self, data: bytes) -> bool:
        """Send bytes as they are."""
        assert self._out is not None
        return not self.open or self._out.write(data)

    def mark(self, mark: Mark) -> None:
        """Send a mark."""
        assert self._out is not None
        self._out.mark(mark)

    def close(self) -> None:
        """End it from this side; bytes that were sent before still arrive."""
        if self.open:
            self.open = False
            self.mark(Mark.END)

    def vanish(self) -> None:
        """End it as a power cut does: the other side is not notified."""
        assert self._out is not None
        self.open = False
        self._out.drop()

    def take(self, piece: Piece) -> None:
        """Something comes out of the other side's pipe."""
        if not self.open:
            return
        if isinstance(piece, bytes):
            self._read(piece)
        elif piece is Mark.KNOCK:
            self.owner.linked(self)
        elif self.entrance is not None:
            self.entrance.ended(None)
        else:
            self.owner.ended(self, None)

    def admit(self, reader: FrameReader) -> None:
        """It is a link now; more may have come already than was needed for that."""
        self._reader, self.entrance = reader, None

    def _read(self, piece: bytes) -> None:
        if self.entrance is not None:
            self.entrance.take(piece)
            piece = b""
            if self.entrance is not None:
                return
        try:
            for payload in self._reader.feed(piece):
                if self.open:
                    self.owner.arrived(self, payload)
        except RemoteError as error:
            self.owner.ended(self, error)


class Network:
    """All ways and all connections."""

    def __init__(self, clock: Clock, rng: random.Random, count: int) -> None:
        self._clock = clock
        self._rng = rng
        self.ways = {(a, b): Way() for a in range(count) for b in range(count) if a != b}
        self._pipes: dict[tuple[int, int], list[Pipe]] = {pair: [] for pair in self.ways}
        self._ends: dict[tuple[int, int], list[End]] = {pair: [] for pair in self.ways}

    def dial(self, dialer: Owner, target: Owner) -> End | None:
        """A connection, if the other side can be reached; the dialer's end stands at once."""
        there, back = self.ways[dialer.seat, target.seat], self.ways[target.seat, dialer.seat]
        if there.blocked or back.blocked or not target.alive:
            return None
        certificate = b"certificate of %d" % target.seat
        near, far = End(dialer, target.seat, certificate), End(target, dialer.seat, certificate)
        self._join(dialer.seat, target.seat, near, far)
        self._join(target.seat, dialer.seat, far, near)
        near.mark(Mark.KNOCK)
        return near

    def reset(self, a: int, b: int) -> None:
        """All connections between two peers break, and the messages on their way are lost. Each side notices that."""
        for pair in ((a, b), (b, a)):
            for pipe in self._pipes[pair]:
                pipe.drop()
            self._pipes[pair] = []
        for pair in ((a, b), (b, a)):
            for end in self._ends[pair]:
                if end.open:
                    (end.entrance.ended(None) if end.entrance is not None else end.owner.ended(end, None))
            self._ends[pair] = []

    def half_close(self, a: int, b: int) -> None:
        """The direction from one peer to another ends, and the sender does not know."""
        for pipe in self._pipes[a, b]:
            pipe.mark(Mark.END)

    def wake(self, pairs: Iterable[tuple[int, int]]) -> None:
        """These ways may be open again."""
        for pair in pairs:
            for pipe in self._pipes[pair]:
                pipe.wake()

    def _join(self, source: int, target: int, near: End, far: End) -> None:
        pipe = Pipe(self._clock, self._rng, self.ways[source, target], far.take)
        near.attach(pipe)
        self._pipes[source, target] = [*self._pipes[source, target][-3:], pipe]
        self._ends[source, target] = [*self._ends[source, target][-3:], near]
