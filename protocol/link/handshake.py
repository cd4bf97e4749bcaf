"""The handshake of one connection, sans I/O: each side proves its key to the other.

It runs inside a TLS 1.3 channel with a self-signed certificate. Each side says hello and then signs both hellos and the
certificate of the channel. Somebody in the middle has a channel to each side, hence two certificates, and can sign for
neither. Specified in `spec/identity-and-link.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from hashlib import sha256

from p2pgame.engine.canon import digest, encode

from ..identity.fingerprint import fingerprint
from ..identity.keys import Identity, check_public, peer_id, verify
from ..wire.codec import decode
from ..wire.errors import Code, LocalError, RemoteError
from ..wire.fields import Fields
from ..wire.framing import FrameReader
from ..wire.limits import FRAME_BEFORE_PROOF, HANDSHAKE, SOFTWARE_BYTES
from ..wire.sanitize import clean_software
from .dialogue import Dialogue
from .messages import LARGEST_VERSION, MAGIC, NONCE_BYTES, Hello, KeyProof, Message
from .states import HANDSHAKE as TRANSITIONS
from .states import State
from .versions import OURS, common

PROOF_DOMAIN = "p2pgame link proof 1"
BINDING_DOMAIN = "p2pgame link binding 1"


class Role(IntEnum):
    """The side that opened the connection, or the other. The numbers are in the proofs."""

    DIALER = 0
    LISTENER = 1

    @property
    def other(self) -> Role:
        """The role of the other side."""
        return Role(1 - self)


@dataclass(frozen=True, slots=True)
class Peer:
    """The other side, proven. `software` is its own claim, and only for people."""

    public: bytes
    version: int
    software: str

    @property
    def peer_id(self) -> bytes:
        """SHA-256 of the public key."""
        return peer_id(self.public)


@dataclass(frozen=True, slots=True)
class Seen:
    """The body of a proof: a side's view of the connection."""

    role: int
    version: int
    dialer: bytes
    """SHA-256 of the dialer's hello, as received or sent: version range, nonce and key are in it."""
    listener: bytes
    """SHA-256 of the listener's hello."""
    certificate: bytes
    """SHA-256 of the listener's certificate in DER."""

    @classmethod
    def read(cls, body: bytes) -> Seen:
        """The view of a proof's sender.

        Raises:
            RemoteError: the body is not one of a proof.
        """
        fields = Fields.of(decode(body, HANDSHAKE), "proof: body", 5)
        return cls(
            fields.integer("role", 0, 1),
            fields.integer("version", 1, LARGEST_VERSION),
            fields.blob("dialer", 32),
            fields.blob("listener", 32),
            fields.blob("certificate", 32),
        )


class Handshake(Dialogue):
    """One side of the handshake: HELLO_DUE, PROOF_DUE, PROVEN."""

    def __init__(
        self,
        role: Role,
        identity: Identity,
        certificate: bytes,
        nonce: bytes,
        software: str,
        expected: bytes | None = None,
        announced: str | None = None,
    ) -> None:
        """A handshake about to `begin`.

        `certificate` is the DER of the listener's certificate as this side has it from TLS; `nonce` is 32 bytes that
        were never used before; `expected` is the public key that the other side must have, if it matters, and
        `announced` the fingerprint.

        Raises:
            LocalError: the nonce is of another length, or the software's name too long.
        """
        super().__init__(TRANSITIONS, State.HELLO_DUE, FrameReader(FRAME_BEFORE_PROOF))
        if len(nonce) != NONCE_BYTES:
            raise LocalError(f"a nonce has {NONCE_BYTES} bytes, not {len(nonce)}")
        if len(software.encode()) > SOFTWARE_BYTES:
            raise LocalError(f"a software name has at most {SOFTWARE_BYTES} bytes")
        self.role = role
        self._identity = identity
        self._certificate = sha256(certificate).digest()
        self._expected = expected
        self._announced = announced
        self._hello = Hello(MAGIC, OURS.oldest, OURS.newest, nonce, identity.public, software)
        self._hashes: dict[Role, bytes] = {}
        self._peer: Peer | None = None

    @property
    def peer(self) -> Peer:
        """The other side.

        Raises:
            LocalError: it has not proved its key yet.
        """
        if self.state is not State.PROVEN or self._peer is None:
            raise LocalError("the other side has not proved its key yet")
        return self._peer

    @property
    def binding(self) -> bytes:
        """32 bytes that both sides share and no other connection has. They bind later messages to this connection."""
        return digest(BINDING_DOMAIN, self._hashes[Role.DIALER], self._hashes[Role.LISTENER], self._certificate)

    def _begin(self) -> None:
        self._hashes[self.role] = sha256(self._say(self._hello)).digest()

    def _take(self, message: Message, payload: bytes) -> None:
        match message:
            case Hello():
                self._check_hello(message)
                self._hashes[self.role.other] = sha256(payload).digest()
                self._peer = Peer(message.public, common(message.versions), clean_software(message.software))
                self._prove()
            case KeyProof() if self._peer:
                self._check_proof(message, self._peer.public)

    def _check_hello(self, hello: Hello) -> None:
        check_public(hello.public)
        if hello.public == self._identity.public:
            raise RemoteError(
                Code.OWN_KEY, "the other side has our own key: it is this program, or a copy of this profile"
            )
        if self._expected not in (None, hello.public):
            raise RemoteError(Code.WRONG_PEER, "another player answers at this address")
        if self._announced not in (None, fingerprint(hello.public)):
            found = f"the table was announced with the key {self._announced}, and {fingerprint(hello.public)} answers"
            raise RemoteError(Code.WRONG_PEER, f"{found}: it may be an impostor")

    def _prove(self) -> None:
        body = encode(self._seen(self.role))
        self._say(KeyProof(body, self._identity.sign(PROOF_DOMAIN, body)))

    def _seen(self, role: Role) -> Seen:
        """The view that the side of that role must have if nobody is in between."""
        version = self._peer.version if self._peer else 0
        dialer, listener = self._hashes[Role.DIALER], self._hashes[Role.LISTENER]
        return Seen(role.value, version, dialer, listener, self._certificate)

    def _check_proof(self, proof: KeyProof, public: bytes) -> None:
        verify(public, PROOF_DOMAIN, proof.body, proof.signature)
        check_seen(Seen.read(proof.body), self._seen(self.role.other))


def check_seen(theirs: Seen, expected: Seen) -> None:
    """Return if the other side has seen what it must have seen if nobody is in between.

    Raises:
        RemoteError: it has not.
    """
    if theirs.role != expected.role:
        raise RemoteError(Code.WRONG_ROLE, "the other side claims our role in this connection")
    if (theirs.dialer, theirs.listener, theirs.version) != (expected.dialer, expected.listener, expected.version):
        raise RemoteError(Code.REPLAYED, "the proof belongs to another connection: it was replayed, or changed")
    if theirs.certificate != expected.certificate:
        raise RemoteError(Code.RELAYED, "somebody intercepts this connection: the other side sees another certificate")
