"""Two sides of a conversation joined in memory, and people to hold it."""

from __future__ import annotations

from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.dialogue import Dialogue
from p2pgame.protocol.link.handshake import Handshake, Role
from p2pgame.protocol.link.messages import Message, decode_message, encode_message
from p2pgame.protocol.wire.codec import Value, encode
from p2pgame.protocol.wire.framing import FrameReader, frame

ANN = Identity(b"ann".ljust(32, b"."))
BOB = Identity(b"bob".ljust(32, b"."))
EVE = Identity(b"eve".ljust(32, b"."))
CERTIFICATE = b"the listener's certificate"
BINDING = bytes(range(32))
SOFTWARE = "p2pgame 0.1"


def dialer(identity: Identity = ANN, certificate: bytes = CERTIFICATE, expected: bytes | None = None) -> Handshake:
    """Ann's side of a connection that she opened."""
    return Handshake(Role.DIALER, identity, certificate, b"a" * 32, SOFTWARE, expected)


def listener(identity: Identity = BOB, certificate: bytes = CERTIFICATE, nonce: bytes = b"b" * 32) -> Handshake:
    """Bob's side of a connection that came to him."""
    return Handshake(Role.LISTENER, identity, certificate, nonce, SOFTWARE)


def talk(one: Dialogue, other: Dialogue, slice_size: int = 10_000) -> None:
    """Carry bytes between two sides that have begun until neither has more to say."""
    while (forth := one.bytes_to_send()) or (back := other.bytes_to_send()):
        if forth:
            _carry(forth, other, slice_size)
        else:
            _carry(back, one, slice_size)


def _carry(data: bytes, to: Dialogue, slice_size: int) -> None:
    for at in range(0, len(data), slice_size):
        to.receive(data[at : at + slice_size])


def messages(stream: bytes) -> list[Message]:
    """The messages that a side has sent."""
    return [decode_message(payload) for payload in FrameReader(1000).feed(stream)]


def wire(*sent: Message) -> bytes:
    """Messages as they are on the stream."""
    return b"".join(frame(encode_message(message)) for message in sent)


def wire_of(*values: Value) -> bytes:
    """Arrays as they would be on the stream, also if they are no messages."""
    return b"".join(frame(encode(value)) for value in values)
