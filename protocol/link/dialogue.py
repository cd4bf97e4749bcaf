"""One side of a short conversation over a stream, sans I/O: bytes in, bytes out, states between.

The caller must call `begin` once. Then, until the state is the wanted one: write `bytes_to_send()` to the stream, and
give arriving bytes to `receive`. After an error it writes `bytes_to_send()` a last time, which gives the peer the
reason, and closes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from ..wire.errors import Code, LocalError, RefusedByPeer, RemoteError
from ..wire.framing import FrameReader, frame
from ..wire.limits import FRAME, FRAME_BEFORE_PROOF
from ..wire.sanitize import clean_refusal
from .messages import Message, Refusal, decode_message, encode_message, name_of
from .states import State, Transitions


class Dialogue(ABC):
    """Takes messages in the order of its transition table, and ends for good at the first error."""

    def __init__(self, transitions: Transitions, first: State, reader: FrameReader) -> None:
        self._transitions = transitions
        self._out = bytearray()
        self.state = first
        self.reader = reader
        """The frames of the stream. It may hold more of them than this dialogue needs."""

    def begin(self) -> State:
        """Send the first message, and take bytes that are already there. Raises as `receive` does."""
        return self._guarded(self._begin)

    def receive(self, data: bytes | bytearray) -> State:
        """Take bytes from the stream, none at its end. The state after them.

        Raises:
            RemoteError: the peer broke the rules, refused us, or hung up.
        """
        return self._guarded(lambda: self._receive(data))

    def bytes_to_send(self) -> bytes:
        """Bytes to write to the stream now; possibly empty."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def refuse(self, error: RemoteError) -> None:
        """End this conversation because of `error`, and send the peer the reason unless it knows. Does nothing after
        the end."""
        if self.state is State.CLOSED:
            return
        self.state = State.CLOSED
        if error.code not in (Code.REFUSED, Code.HUNG_UP):
            self._say(Refusal(error.code.value, clean_refusal(error.sentence)))

    @abstractmethod
    def _begin(self) -> None:
        """Send the first message of a side that speaks first."""

    @abstractmethod
    def _take(self, message: Message, payload: bytes) -> None:
        """Check a message that came in turn, and answer it."""

    def _say(self, message: Message) -> bytes:
        payload = encode_message(message)
        self._out += frame(payload, FRAME_BEFORE_PROOF)
        return payload

    def _guarded(self, step: Callable[[], None]) -> State:
        """Run a step; an error closes the dialogue for good, and the peer gets the reason."""
        if self.state is State.CLOSED:
            raise LocalError("this connection is over")
        try:
            step()
            self._advance()
            if self.state is State.ADMITTED:
                self.reader.limit = FRAME
        except RemoteError as error:
            self.refuse(error)
            raise
        return self.state

    def _receive(self, data: bytes | bytearray) -> None:
        if not data:
            raise RemoteError(Code.HUNG_UP, f"the other side hung up while we waited for {self.state.value}")
        self.reader.push(data)

    def _advance(self) -> None:
        """Take whole messages while they are for this dialogue."""
        while self.state in self._transitions and (payload := self.reader.pull()) is not None:
            message = decode_message(payload)
            if isinstance(message, Refusal):
                raise RefusedByPeer(message.code, clean_refusal(message.sentence))
            after = self._transitions[self.state].get(type(message))
            if after is None:
                raise RemoteError(Code.OUT_OF_TURN, f"a {name_of(message)} came instead of {self.state.value}")
            self._take(message, payload)
            self.state = after
