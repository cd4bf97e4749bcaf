"""The test vectors of the lower half of the protocol: encoding, identity, link. Written by `vectors`."""

from __future__ import annotations

from hashlib import sha256

from p2pgame.engine.canon import digest
from p2pgame.protocol.identity.fingerprint import fingerprint, short
from p2pgame.protocol.identity.keys import Identity, signed_bytes
from p2pgame.protocol.link.handshake import Handshake, Role
from p2pgame.protocol.link.pairing import CodeKeeper, Guest, Host
from p2pgame.protocol.wire.codec import Value, encode
from p2pgame.protocol.wire.framing import frame
from p2pgame.protocol.wire.limits import WRONG_GUESSES

from .test_codec import REFUSED
from .test_keys import small_order_keys

VALUES: dict[str, Value] = {
    "nil": None,
    "false": False,
    "true": True,
    "zero": 0,
    "the largest in one byte": 127,
    "the first with a byte of its own": 128,
    "the last of one byte": 255,
    "the first of two": 256,
    "the first of four": 1 << 16,
    "the first of eight": 1 << 32,
    "the largest": (1 << 64) - 1,
    "-1": -1,
    "the least in one byte": -32,
    "the first below with a byte of its own": -33,
    "the last below of one byte": -128,
    "the first below of two": -129,
    "the least": -(1 << 63),
    "no text": "",
    "a text": "s@d4",
    "a text beyond ASCII": "Zoë ⚀",
    "the longest text with a length in its tag": "x" * 31,
    "the first text with a length of its own": "x" * 32,
    "no bytes": b"",
    "bytes": b"\x00\xff",
    "256 bytes": bytes(256),
    "no elements": (),
    "a message": (18, "move", (1, 2, (b"\x01",)), None, True),
    "the longest array with a length in its tag": (0,) * 15,
    "the first array with a length of its own": (0,) * 16,
}


def written(value: Value) -> object:
    """A value in JSON that any language reads alike: numbers as text, bytes as hexadecimal digits."""
    match value:
        case None | bool():
            return value
        case int():
            return {"int": str(value)}
        case str():
            return {"str": value}
        case bytes():
            return {"bytes": value.hex()}
        case tuple():
            return [written(item) for item in value]


def encoding_vectors() -> dict[str, object]:
    """Values and their bytes, and bytes that are refused."""
    return {
        "about": "spec/encoding.md; bytes in hexadecimal digits",
        "values": [
            {"name": name, "value": written(value), "bytes": encode(value).hex()} for name, value in VALUES.items()
        ],
        "refused": [
            {"name": name, "bytes": data.hex(), "code": code.value}
            for name, (data, code) in REFUSED.items()
            if len(data) < 100
        ],
        "frames": [{"payload": payload.hex(), "bytes": frame(payload).hex()} for payload in (b"\xc0", bytes(300))],
    }


def identity_vectors() -> dict[str, object]:
    """Keys, signatures, derived secrets, fingerprints, and keys that are refused."""
    payload = encode(("hello", 1))
    identities = []
    for seed in (bytes(32), bytes(range(32)), b"\xff" * 32):
        identity = Identity(seed)
        identities.append(
            {
                "seed": seed.hex(),
                "public": identity.public.hex(),
                "peer_id": identity.peer_id.hex(),
                "fingerprint": fingerprint(identity.public),
                "short": short(identity.public),
                "domain": "p2pgame example",
                "payload": payload.hex(),
                "signed": signed_bytes("p2pgame example", payload).hex(),
                "signature": identity.sign("p2pgame example", payload).hex(),
                "info": b"info".hex(),
                "salt": b"salt".hex(),
                "derived": identity.derive(b"info", b"salt").hex(),
            }
        )
    return {
        "about": "spec/identity-and-link.md; bytes in hexadecimal digits",
        "identities": identities,
        "refused_keys": [public.hex() for public in small_order_keys()],
    }


def link_vectors() -> dict[str, object]:
    """A connection from the first byte inside TLS to the welcome, with all of its random bytes."""
    ann, bob = Identity(b"\x01" * 32), Identity(b"\x02" * 32)
    certificate = b"DER of the listener's certificate"
    dialer = Handshake(Role.DIALER, ann, certificate, b"\xaa" * 32, "p2pgame 0.1.0")
    listener = Handshake(Role.LISTENER, bob, certificate, b"\xbb" * 32, "p2pgame 0.1.0")
    sent: list[dict[str, str]] = []

    def say(who: str, what: str, data: bytes) -> bytes:
        sent.append({"from": who, "message": what, "bytes": data.hex()})
        return data

    dialer.begin()
    listener.begin()
    hello = say("dialer", "hello", dialer.bytes_to_send())
    dialer.receive(say("listener", "hello", listener.bytes_to_send()))
    listener.receive(hello)
    listener.receive(say("dialer", "proof", dialer.bytes_to_send()))
    dialer.receive(say("listener", "proof", listener.bytes_to_send()))
    keeper = CodeKeeper(b"\x03" * 32)
    host = Host(listener.reader, listener.binding, keeper, b"\x0b" * 64)
    guest = Guest(dialer.reader, dialer.binding, b"\x0a" * 64)
    host.begin()
    guest.begin()
    guest.receive(say("listener", "challenge", host.bytes_to_send()))
    guest.enter(keeper.code)
    host.receive(say("dialer", "element", guest.bytes_to_send()))
    guest.receive(say("listener", "element", host.bytes_to_send()))
    host.receive(say("dialer", "confirmation", guest.bytes_to_send()))
    guest.receive(say("listener", "confirmation", host.bytes_to_send()))
    return {
        "about": "spec/identity-and-link.md; bytes in hexadecimal digits; each message with its frame",
        "certificate": certificate.hex(),
        "certificate_hash": sha256(certificate).hexdigest(),
        "dialer": {"seed": "01" * 32, "nonce": "aa" * 32, "pairing_fresh": "0a" * 64},
        "listener": {"seed": "02" * 32, "nonce": "bb" * 32, "pairing_fresh": "0b" * 64},
        "sent": sent,
        "binding": dialer.binding.hex(),
        "code_secret": "03" * 32,
        "codes": [{"serial": serial, "digest": _code_digest(serial), "code": _code(serial)} for serial in range(4)],
    }


def _code_digest(serial: int) -> str:
    return digest("p2pgame code 1", b"\x03" * 32, serial).hex()


def _code(serial: int) -> str:
    keeper = CodeKeeper(b"\x03" * 32)
    for _ in range(serial):
        for _ in range(WRONG_GUESSES):
            keeper.count_wrong()
    return keeper.code
