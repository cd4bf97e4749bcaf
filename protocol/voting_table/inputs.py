"""Signed inputs: everything a seat says that counts.

The body names table, step, seat, kind, content and `head`, the hash of all before it, so that every input says what
its sender believes the whole history and the state to be. Specified in `spec/table.md`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..identity import keys
from ..identity.keys import Identity
from ..wire.codec import decode, encode
from ..wire.fields import Fields
from ..wire.limits import CONTENT_BYTES, SEATS, STEPS
from .kinds import LAST_KIND, Kind

HEAD_SIZE = 32
_DOMAIN = "p2pgame input"


@dataclass(frozen=True, slots=True)
class Input:
    """One signed input, with the very bytes that were signed."""

    table: bytes
    step: int
    seat: int
    kind: Kind
    content: bytes
    head: bytes
    body: bytes
    signature: bytes

    @classmethod
    def signed(
        cls, identity: Identity, table: bytes, step: int, seat: int, kind: Kind, content: bytes, head: bytes
    ) -> Input:
        """An input of one's own seat."""
        body = encode((table, step, seat, kind.value, content, head))
        return cls(table, step, seat, kind, content, head, body, identity.sign(_DOMAIN, body))

    @classmethod
    def decoded(cls, body: bytes, signature: bytes) -> Input:
        """The input that a body spells. Its signature is not checked here.

        Raises:
            RemoteError: the body spells none.
        """
        fields = Fields.of(decode(body), "input", 6)
        return cls(
            table=fields.blob("table", HEAD_SIZE),
            step=fields.integer("step", 0, STEPS),
            seat=fields.integer("seat", 0, SEATS - 1),
            kind=Kind(fields.integer("kind", 0, LAST_KIND)),
            content=fields.blob_up_to("content", CONTENT_BYTES),
            head=fields.blob("head", HEAD_SIZE),
            body=body,
            signature=signature,
        )

    def check_signature(self, public: bytes) -> None:
        """Return if that key has signed the body.

        Raises:
            RemoteError: it has not.
        """
        keys.verify(public, _DOMAIN, self.body, self.signature)

    @property
    def pair(self) -> tuple[bytes, bytes]:
        """Body and signature: how an input travels, is hashed and is logged."""
        return self.body, self.signature
