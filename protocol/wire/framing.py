"""Payloads in a stream of bytes: a 4-byte big-endian length, then that many bytes. Specified in `spec/encoding.md`."""

from __future__ import annotations

from .errors import Code, LocalError, RemoteError
from .limits import FRAME, LENGTH_BYTES


def frame(payload: bytes, limit: int = FRAME) -> bytes:
    """The payload as it is written to the stream.

    Raises:
        LocalError: the payload is longer than the receiver would take.
    """
    if len(payload) > limit:
        raise LocalError(f"a payload of {len(payload)} bytes is too long for a frame: {limit} are allowed")
    return len(payload).to_bytes(LENGTH_BYTES, "big") + payload


class FrameReader:
    """Cuts a stream into payloads after any slicing on its way.

    Holds at most one unfinished frame and the last input. After a frame that is too long the stream has lost its
    meaning: every further call raises the same error.
    """

    __slots__ = ("_buffer", "_error", "limit")

    limit: int
    """The longest payload taken, in bytes. May be raised between two frames, once the peer is known."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._error: RemoteError | None = None

    def feed(self, data: bytes | bytearray) -> list[bytes]:
        """Take bytes from the stream; the payloads that are now complete, oldest first.

        Raises:
            RemoteError: FRAME_TOO_LONG, as soon as such a length is read.
        """
        if not self._buffer and self._error is None and _is_one_frame(data, self.limit):
            return [bytes(data[LENGTH_BYTES:])]  # the usual case
        self.push(data)
        payloads = []
        while (payload := self.pull()) is not None:
            payloads.append(payload)
        return payloads

    @property
    def is_holding(self) -> bool:
        """Whether there are bytes that were not pulled: perhaps a whole payload."""
        return bool(self._buffer)

    def push(self, data: bytes | bytearray) -> None:
        """Take bytes from the stream. The caller must `pull` until it gets None, before the next push."""
        self._buffer += data

    def pull(self) -> bytes | None:
        """The next whole payload, or None.

        Raises:
            RemoteError: FRAME_TOO_LONG.
        """
        if self._error is not None:
            raise self._error
        if len(self._buffer) < LENGTH_BYTES:
            return None
        length = int.from_bytes(self._buffer[:LENGTH_BYTES], "big")
        if length > self.limit:
            self._fail(length, bytes(self._buffer[:LENGTH_BYTES]))
        end = LENGTH_BYTES + length
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[LENGTH_BYTES:end])
        del self._buffer[:end]  # cheap: a bytearray moves its start
        return payload

    def _fail(self, length: int, spelled: bytes) -> None:
        self._buffer.clear()
        reason = f"a frame of {length} bytes; {self.limit} are allowed here"
        if spelled.isalpha():  # such as "HTTP", from a web server or a proxy
            reason = f"text that begins with {spelled.decode()} instead of a frame"
        self._error = RemoteError(Code.FRAME_TOO_LONG, reason)
        raise self._error


def _is_one_frame(data: bytes | bytearray, limit: int) -> bool:
    """Whether these bytes are one whole frame, and nothing else."""
    return int.from_bytes(data[:LENGTH_BYTES], "big") == len(data) - LENGTH_BYTES <= limit
