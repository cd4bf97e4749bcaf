"""Where the fuzzer starts in conversations: the honest ones, and forgeries that each fail by one check alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from p2pgame.engine.canon import encode
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.handshake import PROOF_DOMAIN, Handshake, Role, Seen
from p2pgame.protocol.link.messages import (
    Challenge,
    Confirmation,
    Element,
    Hello,
    KeyProof,
    Message,
    Refusal,
    Welcome,
    decode_message,
    encode_message,
)
from p2pgame.protocol.link.pake import Exchange, Password
from p2pgame.protocol.wire.framing import FrameReader
from p2pgame.protocol.wire.limits import FRAME_BEFORE_PROOF

from ...protocol.conversing import ANN, BINDING, BOB, CERTIFICATE, EVE, SOFTWARE, dialer, listener, messages, wire
from .dialogues import conversation, handshakes, keeper, new_guest, pairings
from .streams import bare, packed

_GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493
_NEUTRAL = (1).to_bytes(32, "little")
"""The point that is added without effect, as a key: a signature of it and zero fits everything."""


def handshake_seeds() -> Iterator[bytes]:
    """For either side: the messages of an honest partner, whole and in odd slices, and attempts of others."""
    for which, stream in enumerate(handshakes()):
        side = bytes([which])
        yield side + packed(_payloads(stream))
        yield side + b"".join(bare(stream[at : at + 100]) for at in range(0, len(stream), 100))
        yield side + packed(_payloads(stream)[:1]) + bare(b"")
        for forgery in _forged_proofs(which, stream):
            yield side + packed(map(encode_message, forgery))
        yield side + packed(_payloads(handshakes()[1 - which]))
        yield side + packed(_payloads(_recorded(which)))
        yield side + packed([encode_message(Refusal(406, "the table is full"))])
        yield side + packed([encode((1, "p2pgame", 3, 4, "shaped", "otherwise"))])


def _payloads(stream: bytes) -> list[bytes]:
    return FrameReader(FRAME_BEFORE_PROOF).feed(stream)


def _forged_proofs(which: int, stream: bytes) -> Iterator[tuple[Message, Message]]:
    hello, proof = map(decode_message, _payloads(stream))
    assert isinstance(hello, Hello)
    assert isinstance(proof, KeyProof)
    partner = (BOB, ANN)[which]
    seen = Seen.read(proof.body)
    for wrong in (
        replace(seen, role=which),
        replace(seen, version=3),
        replace(seen, dialer=bytes(32)),
        replace(seen, listener=bytes(32)),
        replace(seen, certificate=bytes(32)),
    ):
        yield hello, _signed(partner, wrong)
    yield hello, _signed(EVE, seen)
    yield hello, KeyProof(proof.body, partner.sign("p2pgame entry", proof.body))
    yield hello, KeyProof(proof.body, proof.signature[:32] + _plus_order(proof.signature[32:]))
    by_anybody, seen_by_anybody = _of_another(which, _NEUTRAL, hello, seen)
    yield by_anybody, KeyProof(encode(seen_by_anybody), _NEUTRAL + bytes(32))
    own = (ANN, BOB)[which]
    by_a_copy, seen_by_a_copy = _of_another(which, own.public, hello, seen)
    yield by_a_copy, _signed(own, seen_by_a_copy)


def _signed(identity: Identity, seen: Seen) -> KeyProof:
    body = encode(seen)
    return KeyProof(body, identity.sign(PROOF_DOMAIN, body))


def _plus_order(scalar: bytes) -> bytes:
    """The same scalar, spelled as a greater number."""
    return (int.from_bytes(scalar, "little") + _GROUP_ORDER).to_bytes(32, "little")


def _of_another(which: int, public: bytes, hello: Hello, seen: Seen) -> tuple[Hello, Seen]:
    """The messages and the view of a peer with that key in the partner's place."""
    hello = replace(hello, public=public)
    spelled = sha256(encode_message(hello)).digest()
    return hello, replace(seen, dialer=spelled) if which else replace(seen, listener=spelled)


def _recorded(which: int) -> bytes:
    """The partner's messages of yesterday, when this side had another nonce."""
    yesterday = b"y" * 32
    ann = dialer() if which else Handshake(Role.DIALER, ANN, CERTIFICATE, yesterday, SOFTWARE)
    bob = listener(nonce=yesterday) if which else listener()
    return conversation(ann, bob)[which]


def pairing_seeds() -> Iterator[bytes]:
    """For either side: the messages of an honest partner, and attempts of a peer without the code."""
    for which, stream in enumerate(pairings()):
        side = bytes([which])
        yield side + packed(_payloads(stream))
        yield side + b"".join(bare(stream[at : at + 20]) for at in range(0, len(stream), 20))
        yield side + packed(_payloads(stream)[:1]) + bare(b"")
        yield side + packed([encode_message(Refusal(406, "the table is full"))])
        for forgery in (_forged_guests, _forged_hosts)[which]():
            yield side + packed(map(encode_message, forgery))
    yield from (bytes([2, len(typed)]) + typed + packed(_payloads(pairings()[1])) for typed in _TYPED)


_TYPED = (b"7-amber-otter", b"otter AMBER 7", b"7 ambr otter", b"7", b"")
"""Texts that people type."""


def _said(stream: bytes) -> list[Message]:
    return list(map(decode_message, _payloads(stream)))


def _forged_guests() -> Iterator[tuple[Message, ...]]:
    element, confirmation = _said(pairings()[0])
    _, hosts_element, hosts_confirmation = _said(pairings()[1])
    assert isinstance(hosts_element, Element)
    for exchange in (_exchange(Role.DIALER, "7-amber-otter"), _elsewhere()):
        exchange.finish(hosts_element.element)
        yield Element(exchange.element), Confirmation(exchange.confirmation())
    yield Element(b"A" + hosts_element.element[1:]), hosts_confirmation
    yield element, hosts_confirmation
    yield element, Confirmation(bytes(32))
    yield Element(b"A" + _NEUTRAL), confirmation
    yield Element(b"A" + bytes(32)), confirmation
    yield (confirmation,)
    yield (Welcome(),)


def _forged_hosts() -> Iterator[tuple[Message, ...]]:
    guests_element, guests_confirmation = _said(pairings()[0])
    challenge, element, confirmation = _said(pairings()[1])
    assert isinstance(guests_element, Element)
    impostor = _exchange(Role.LISTENER, "7-amber-otter")
    impostor.finish(guests_element.element)
    yield challenge, Element(impostor.element), Confirmation(impostor.confirmation())
    yield challenge, Element(impostor.element), _echo(Element(impostor.element))
    yield challenge, Element(b"B" + guests_element.element[1:]), guests_confirmation
    yield challenge, element, guests_confirmation
    yield challenge, Element(b"B" + _NEUTRAL), confirmation
    yield challenge, confirmation
    yield (Welcome(),)


def _echo(element: Element) -> Message:
    """The guest's answer to that element, which the host then echoes."""
    guest = new_guest()
    guest.receive(wire(Challenge()))
    guest.enter(keeper().code)
    guest.bytes_to_send()
    guest.receive(wire(element))
    (confirmation,) = messages(guest.bytes_to_send())
    return confirmation


def _exchange(role: Role, code: str) -> Exchange:
    """Somebody's side of the exchange, who takes that for the code."""
    assert code != keeper().code
    return Exchange(role, Password(code, b"p" * 32), BINDING, b"i" * 64)


def _elsewhere() -> Exchange:
    """A guest who knows the code, in another connection."""
    return Exchange(Role.DIALER, keeper().password, bytes(32), b"i" * 64)
