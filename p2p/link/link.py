"""A link: an authenticated connection with one peer. It carries payloads both ways.

    async with trio.open_nursery() as nursery, dial(nursery, stream, identity, ask_code) as link:
        await link.send(payload)
        async for payload in link:
            ...

Memory of one link, at most: a frame half read (256 KiB), the bytes received with it (64 KiB), the outbox (1 MiB and
the frame that is being written), and the buffers of TLS: about 1.5 MiB. A stranger that has not come in yet can make us
use only the TLS buffers and one short frame.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version

import trio
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.dialogue import Dialogue
from p2pgame.protocol.link.handshake import Handshake, Peer, Role
from p2pgame.protocol.link.messages import NONCE_BYTES
from p2pgame.protocol.link.pairing import CodeKeeper, Guest, Host, Welcoming
from p2pgame.protocol.link.pake import FRESH_BYTES
from p2pgame.protocol.link.states import State
from p2pgame.protocol.wire.errors import Code, LocalError, RemoteError
from p2pgame.protocol.wire.framing import FrameReader, frame

from .outbox import Outbox
from .tls import Certificate, Channel, SecureStream, secure_incoming, secure_outgoing

PROOF_SECONDS = 10
"""Seconds for TLS and the handshake: both are a few round trips of a LAN and some arithmetic."""
CODE_SECONDS = 120
"""Seconds for a person to type a code: read out across a room, mistyped once."""
GOODBYE_SECONDS = 1
"""Seconds for the last bytes of a connection to be taken, such as the reason why it ends."""
RECEIVE = 1 << 16
"""Bytes taken from the stream at once."""
SOFTWARE = f"p2pgame {version('p2pgame')}"

AskCode = Callable[[str | None], Awaitable[str]]
"""Gets a code from a person. Called with None, and again with a sentence if the typed text is no code."""
Door = Callable[[Peer], CodeKeeper | None]
"""Decides about a proven peer: None lets it in, a keeper asks it for the code, a RemoteError refuses it."""
Turn = Callable[[], Awaitable[None]]
"""Waits until a stranger may proceed."""


class CutShort(RemoteError):
    """The other side hung up before it answered our half of the key: the same code can be used again."""

    def __init__(self) -> None:
        super().__init__(Code.HUNG_UP, "the other side hung up before it checked the code")


class CutEarly(RemoteError):
    """The other side hung up before it had proved its key, like a host that strangers flood, or another program."""

    def __init__(self, sentence: str) -> None:
        super().__init__(Code.HUNG_UP, sentence)


async def _at_once() -> None:
    """Wait for nothing."""


def _unnoted() -> None:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class Way:
    """The points that a stranger passes on its way in."""

    proven: Callable[[], None] = _unnoted
    """Called when it has proved its key, before it is asked for the code."""
    judged: Turn = _at_once
    """Awaited before its guess is checked."""


class Link:
    """A connection with a proven peer. One task may iterate over it; any may send."""

    def __init__(self, stream: trio.abc.Stream, peer: Peer, reader: FrameReader) -> None:
        self.peer = peer
        self.source = ""
        """The address of an accepted connection's other end; empty if it is not known."""
        self._stream = stream
        self._secure = stream if isinstance(stream, SecureStream) else None
        """The same, if it can send without waiting."""
        self._reader = reader
        self._outbox = Outbox()

    async def send(self, payload: bytes) -> None:
        """Queue a payload, waiting while the peer is slow to take earlier ones.

        Raises:
            trio.ClosedResourceError: the connection has ended.
            LocalError: the payload is longer than a frame may be.
        """
        await self._outbox.put(frame(payload))

    def send_nowait(self, payload: bytes) -> None:
        """Send a payload at once if no other waits; else queue it. Raises as `send`, and trio.WouldBlock if the peer is
        too slow."""
        data = frame(payload)
        if self._secure is None or not self._outbox.is_idle or not self._secure.offer(data):
            self._outbox.put_nowait(data)
        elif self._secure.is_behind:
            self._outbox.put_nowait(b"")  # the writer sends the rest

    def __aiter__(self) -> Link:
        return self

    async def __anext__(self) -> bytes:
        """The next payload. The iteration ends when the connection does, for any reason.

        Raises:
            RemoteError: the peer's bytes are no frame.
        """
        if self._reader.is_holding:
            await trio.lowlevel.checkpoint()  # payloads that came together leave room for those of other links
        while (payload := self._reader.pull()) is None:
            data = await _receive(self._stream)
            if not data:
                self._outbox.close()
                raise StopAsyncIteration
            self._reader.push(data)
        return payload

    @asynccontextmanager
    async def _open(self, nursery: trio.Nursery) -> AsyncGenerator[Link]:
        """Write queued payloads while the block runs, and a moment longer for those still queued."""
        written = trio.Event()
        writer = await nursery.start(self._write, written)
        # From here on this block ends the writer, so that a last message is written while everything else is being
        # cancelled.
        writer.shield = True
        try:
            yield self
        finally:
            self._outbox.close()
            with trio.move_on_after(GOODBYE_SECONDS, shield=True):
                await written.wait()
            writer.cancel()

    async def _write(self, written: trio.Event, *, task_status: trio.TaskStatus[trio.CancelScope]) -> None:
        """The only task that writes: all queued payloads at once, until the outbox is closed and empty."""
        try:
            with trio.CancelScope() as scope, suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                task_status.started(scope)
                while (data := await self._outbox.take()) is not None:
                    await self._stream.send_all(data)
        finally:
            self._outbox.close()
            written.set()


@asynccontextmanager
async def dial(
    nursery: trio.Nursery,
    stream: trio.abc.Stream,
    identity: Identity,
    ask_code: AskCode,
    expected: bytes | None = None,
    *,
    coded: bool = False,
    announced: str | None = None,
) -> AsyncGenerator[Link]:
    """The link inside a connection that we opened; leaving the block ends it and closes the stream.

    `expected` is the public key of the peer, if it matters, and `announced` its fingerprint. With `coded`, the peer
    must ask for a code. The link's writer runs in `nursery`.

    Raises:
        CutEarly: the peer hung up before it had proved its key.
        CutShort: the peer hung up before it checked the code.
        RemoteError: the other side is not the expected one, refused us, hung up, or was too slow.
    """
    async with stream:
        with _cut_early():
            with _within(PROOF_SECONDS):
                channel = await secure_outgoing(stream)
            handshake = _handshake(Role.DIALER, identity, channel, expected, announced)
            await _hold(channel.stream, handshake, PROOF_SECONDS)
        guest = Guest(handshake.reader, handshake.binding, os.urandom(FRESH_BYTES), coded=coded)
        await _hold(channel.stream, guest, CODE_SECONDS, ask_code)
        async with Link(channel.stream, handshake.peer, guest.reader)._open(nursery) as link:
            yield link


@asynccontextmanager
async def accept(
    nursery: trio.Nursery,
    stream: trio.abc.Stream,
    identity: Identity,
    certificate: Certificate,
    door: Door,
    way: Way | None = None,
) -> AsyncGenerator[Link]:
    """The link inside a connection that we accepted; leaving the block ends it and closes the stream.

    `door` decides whether the proven peer may come in, and `way` when. The link's writer runs in `nursery`.

    Raises:
        RemoteError: the other side broke the protocol, was refused, hung up, or was too slow.
    """
    async with stream:
        with _within(PROOF_SECONDS):
            channel = await secure_incoming(stream, certificate)
        handshake = _handshake(Role.LISTENER, identity, channel, None, None)
        await _hold(channel.stream, handshake, PROOF_SECONDS)
        way = way or Way()
        way.proven()
        host = await _next_dialogue(channel.stream, handshake, door)
        await _hold(channel.stream, host, CODE_SECONDS, turn=way.judged)
        async with Link(channel.stream, handshake.peer, host.reader)._open(nursery) as link:
            yield link


def _handshake(
    role: Role, identity: Identity, channel: Channel, expected: bytes | None, announced: str | None
) -> Handshake:
    return Handshake(role, identity, channel.certificate, os.urandom(NONCE_BYTES), SOFTWARE, expected, announced)


async def _next_dialogue(stream: trio.abc.Stream, handshake: Handshake, door: Door) -> Dialogue:
    """The host's next dialogue with a proven peer, according to the door."""
    try:
        keeper = door(handshake.peer)
    except RemoteError as error:
        await _give_reason(stream, handshake, error)
        raise
    if keeper is None:
        return Welcoming(handshake.reader)
    return Host(handshake.reader, handshake.binding, keeper, os.urandom(FRESH_BYTES))


async def _hold(
    stream: trio.abc.Stream,
    dialogue: Dialogue,
    seconds: int,
    ask_code: AskCode | None = None,
    turn: Turn = _at_once,
) -> None:
    """Hold a dialogue until it succeeds. If it fails, the peer gets the reason."""
    try:
        with _within(seconds):
            await _converse(stream, dialogue, ask_code, turn)
    except RemoteError as error:
        await _give_reason(stream, dialogue, error)
        raise


async def _converse(stream: trio.abc.Stream, dialogue: Dialogue, ask_code: AskCode | None, turn: Turn) -> None:
    """Read and answer until the dialogue is over. The first bytes wait for their `turn`."""
    state = dialogue.begin()
    while True:
        with _detect_early_end(dialogue, state):
            await _send(stream, dialogue.bytes_to_send())
            if state in (State.PROVEN, State.ADMITTED):
                return
            if state is State.CODE_DUE and isinstance(dialogue, Guest) and ask_code:
                state = await _enter_code(dialogue, ask_code)
            else:
                data = await _receive(stream)
                await turn()
                turn = _at_once
                state = dialogue.receive(data)


@contextmanager
def _cut_early() -> Iterator[None]:
    """Recognize a host that hung up at once. Nothing was sent yet, so the guest may dial again. Raises: CutEarly."""
    try:
        yield
    except RemoteError as error:
        if error.code is Code.HUNG_UP:
            raise CutEarly(error.sentence) from error
        raise


@contextmanager
def _detect_early_end(dialogue: Dialogue, state: State) -> Iterator[None]:
    """Whether a guest was cut off before it said anything that a code could be tested by: while it waited for the
    host's half of the key."""
    try:
        yield
    except RemoteError as error:
        if isinstance(dialogue, Guest) and state is State.ELEMENT_DUE and error.code is Code.HUNG_UP:
            raise CutShort from error
        raise


async def _enter_code(guest: Guest, ask_code: AskCode) -> State:
    """Ask for a code until one is well formed."""
    problem = None
    while True:
        code = await ask_code(problem)
        try:
            return guest.enter(code)
        except LocalError as error:
            problem = str(error)


async def _give_reason(stream: trio.abc.Stream, dialogue: Dialogue, error: RemoteError) -> None:
    """Send the peer the reason for the end, and wait a moment: closing at once could discard it on its way."""
    dialogue.refuse(error)
    if last := dialogue.bytes_to_send():
        with trio.move_on_after(GOODBYE_SECONDS), suppress(RemoteError):
            await _send(stream, last)
            while await _receive(stream):
                pass


async def _send(stream: trio.abc.Stream, data: bytes) -> None:
    try:
        if data:
            await stream.send_all(data)
    except trio.BrokenResourceError:
        raise RemoteError(Code.HUNG_UP, "the other side hung up") from None


async def _receive(stream: trio.abc.Stream) -> bytes | bytearray:
    """The bytes that have arrived; empty when the connection has ended, for any reason, on either side."""
    try:
        return await stream.receive_some(RECEIVE)
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        return b""


@contextmanager
def _within(seconds: int) -> Iterator[None]:
    try:
        with trio.fail_after(seconds):
            yield
    except trio.TooSlowError:
        raise RemoteError(Code.TOO_SLOW, f"the other side took more than {seconds} seconds") from None
