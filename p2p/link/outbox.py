"""Frames that wait to be written to one connection: bounded, and written in as few pieces as possible."""

from __future__ import annotations

from collections import deque

import trio

BYTES = 1 << 20
"""Bytes that may wait: four of the longest frames, or many thousand moves; a peer that lags further is too slow."""
WRITE = 1 << 16
"""Bytes from which on no further frame is added to one write: four TLS records."""


class Outbox:
    """A queue of frames with one reader, the writer task, which takes all waiting frames at once."""

    def __init__(self) -> None:
        self._frames: deque[bytes] = deque()
        self._size = 0
        self._closed = False
        self._filled = trio.lowlevel.ParkingLot()
        self._drained = trio.lowlevel.ParkingLot()

    def put_nowait(self, frame: bytes) -> None:
        """Queue a frame.

        Raises:
            trio.WouldBlock: the queue is full.
            trio.ClosedResourceError: the connection is closing.
        """
        if self._closed:
            raise trio.ClosedResourceError("the connection is closing")
        if self._size and self._size + len(frame) > BYTES:
            raise trio.WouldBlock
        self._frames.append(frame)
        self._size += len(frame)
        self._filled.unpark()

    async def put(self, frame: bytes) -> None:
        """Queue a frame, waiting for room. Raises as `put_nowait`, without trio.WouldBlock."""
        await trio.lowlevel.checkpoint_if_cancelled()
        while True:
            try:
                self.put_nowait(frame)
            except trio.WouldBlock:
                await self._drained.park()
            else:
                return

    @property
    def is_idle(self) -> bool:
        """Whether no frame waits, and the writer waits for one."""
        return not self._frames and not self._closed and bool(self._filled)

    async def take(self) -> bytes | None:
        """The waiting frames, oldest first, as many as make a good write; None once closed and drained."""
        while not self._frames:
            if self._closed:
                return None
            await self._filled.park()
        batch: list[bytes] = []
        size = 0
        while self._frames and size < WRITE:
            batch.append(self._frames.popleft())
            size += len(batch[-1])
        self._size -= size
        self._drained.unpark_all()
        return b"".join(batch)

    def close(self) -> None:
        """Refuse further frames; waiting frames can still be taken."""
        self._closed = True
        self._filled.unpark_all()
        self._drained.unpark_all()
