"""Messages between two peers before they share a table: types 0 to 15 (`spec/identity-and-link.md`)."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import ClassVar, TypeAlias

from ..identity.keys import PUBLIC_BYTES, SIGNATURE_BYTES
from ..wire.codec import Value, decode, encode
from ..wire.errors import Code, RemoteError
from ..wire.fields import Fields, Reader, message_type, read_message
from ..wire.limits import HANDSHAKE, LARGEST_CODE, REFUSAL_BYTES, SOFTWARE_BYTES
from .versions import Versions, common

MAGIC = "p2pgame"
NONCE_BYTES = 32
PROOF_BODY_BYTES = 128
ELEMENT_BYTES = 33
CONFIRMATION_BYTES = 32
LARGEST_VERSION = 9999


@dataclass(frozen=True, slots=True)
class Refusal:
    """The sender hangs up, and says why. `code` is one of `errors.Code`, or a newer one that we do not know."""

    TYPE: ClassVar = 0
    code: int
    sentence: str

    @classmethod
    def read(cls, fields: Fields) -> Refusal:
        return cls(fields.integer("code", 0, LARGEST_CODE), fields.text("sentence", REFUSAL_BYTES))


@dataclass(frozen=True, slots=True)
class Hello:
    """The sender's claim. Its first four fields, type and magic included, are the same in all versions for ever."""

    TYPE: ClassVar = 1
    magic: str
    oldest: int
    newest: int
    nonce: bytes
    public: bytes
    software: str

    @property
    def versions(self) -> Versions:
        """The versions of the protocol that the sender speaks."""
        return Versions(self.oldest, self.newest)

    @classmethod
    def read(cls, fields: Fields) -> Hello:
        return cls(
            fields.text("magic"),
            fields.integer("oldest", 1, LARGEST_VERSION),
            fields.integer("newest", 1, LARGEST_VERSION),
            fields.blob("nonce", NONCE_BYTES),
            fields.blob("public", PUBLIC_BYTES),
            fields.text("software", SOFTWARE_BYTES),
        )


@dataclass(frozen=True, slots=True)
class KeyProof:
    """The sender's proof of its key: a signature over its view of this connection. The body is `link.Seen`, as
    signed."""

    TYPE: ClassVar = 2
    body: bytes
    signature: bytes

    @classmethod
    def read(cls, fields: Fields) -> KeyProof:
        return cls(fields.blob_up_to("body", PROOF_BODY_BYTES), fields.blob("signature", SIGNATURE_BYTES))


@dataclass(frozen=True, slots=True)
class Welcome:
    """The guest may come in. Messages of the table follow."""

    TYPE: ClassVar = 3

    @classmethod
    def read(cls, fields: Fields) -> Welcome:
        return cls()


@dataclass(frozen=True, slots=True)
class Challenge:
    """The guest must show that it knows the table's code."""

    TYPE: ClassVar = 4

    @classmethod
    def read(cls, fields: Fields) -> Challenge:
        return cls()


@dataclass(frozen=True, slots=True)
class Element:
    """The sender's half of a key that both sides share if they know the same code (SPAKE2)."""

    TYPE: ClassVar = 5
    element: bytes

    @classmethod
    def read(cls, fields: Fields) -> Element:
        return cls(fields.blob("element", ELEMENT_BYTES))


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The proof that the sender has the key, and so knows the code."""

    TYPE: ClassVar = 6
    mac: bytes

    @classmethod
    def read(cls, fields: Fields) -> Confirmation:
        return cls(fields.blob("mac", CONFIRMATION_BYTES))


Message: TypeAlias = Refusal | Hello | KeyProof | Welcome | Challenge | Element | Confirmation

_READERS: dict[int, Reader[Message]] = {
    0: ("refusal", 3, Refusal.read),
    1: ("hello", 7, Hello.read),
    2: ("proof", 3, KeyProof.read),
    3: ("welcome", 1, Welcome.read),
    4: ("challenge", 1, Challenge.read),
    5: ("element", 2, Element.read),
    6: ("confirmation", 2, Confirmation.read),
}


def name_of(message: Message) -> str:
    """The specification's name of such a message."""
    return _READERS[message.TYPE][0]


def encode_message(message: Message) -> bytes:
    """The bytes of a message."""
    return encode((message.TYPE, *astuple(message)))


def decode_message(payload: bytes) -> Message:
    """The message that the bytes spell.

    Raises:
        RemoteError: they spell none, or a hello of a peer with which we share no version.
    """
    value = decode(payload, HANDSHAKE)
    if message_type(value) == Hello.TYPE:
        _check_versions(value)
    return read_message(value, _READERS, "before a table")


def refusal_in(payload: bytes) -> Refusal | None:
    """The refusal that the bytes spell, where another page's message is due; None for any other bytes."""
    try:
        message = decode_message(payload)
    except RemoteError:
        return None
    return message if isinstance(message, Refusal) else None


def _check_versions(hello: Value) -> None:
    """Read the four fields that all versions share, so that a hello of another shape gets a clear answer."""
    if not isinstance(hello, tuple) or hello[1:2] != (MAGIC,):
        raise RemoteError(Code.NOT_P2PGAME, "the other side does not use p2pgame's protocol")
    fields = Fields.of(hello[2:4], "hello", 2)
    oldest = fields.integer("oldest", 1, LARGEST_VERSION)
    common(Versions(oldest, fields.integer("newest", oldest, LARGEST_VERSION)))
