"""The test vectors of `spec/vectors/`: this code does what they say, and other code must do the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from p2pgame.protocol.identity.fingerprint import fingerprint, parse
from p2pgame.protocol.identity.keys import Identity, check_public, peer_id, verify
from p2pgame.protocol.link.handshake import Handshake, Role
from p2pgame.protocol.link.pairing import CodeKeeper, Guest, Host
from p2pgame.protocol.link.states import State
from p2pgame.protocol.lobby import announcement
from p2pgame.protocol.lobby.announcement import Announcement
from p2pgame.protocol.wire.codec import Value, decode, encode
from p2pgame.protocol.wire.errors import Code
from p2pgame.protocol.wire.framing import FrameReader

from .refusals import refused
from .vectors import FOLDER, VECTORS, text_of


def vectors(name: str) -> Any:
    """The content of a file of vectors."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def read(written: Any) -> Value:
    """A value as the vectors write it."""
    match written:
        case {"int": digits}:
            return int(digits)
        case {"str": str(text)}:
            return text
        case {"bytes": digits}:
            return bytes.fromhex(digits)
        case list():
            return tuple(map(read, written))
        case bool() | None:
            return written
    raise AssertionError(written)


@pytest.mark.parametrize("name", VECTORS)
def test_the_files_equal_the_output_of_this_code(name: str) -> None:
    """A change that anybody else would notice shows here first."""
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == text_of(name)


@pytest.mark.parametrize("vector", vectors("encoding")["values"], ids=lambda vector: str(vector["name"]))
def test_values(vector: dict[str, Any]) -> None:
    """A value has these bytes, and these bytes this value."""
    value, data = read(vector["value"]), bytes.fromhex(vector["bytes"])
    assert encode(value) == data
    assert repr(decode(data)) == repr(value)


@pytest.mark.parametrize("vector", vectors("encoding")["refused"], ids=lambda vector: str(vector["name"]))
def test_refused_bytes(vector: dict[str, Any]) -> None:
    """With this code."""
    with refused(Code(vector["code"])):
        decode(bytes.fromhex(vector["bytes"]))


@pytest.mark.parametrize("vector", vectors("encoding")["frames"], ids=lambda vector: str(vector["bytes"][:8]))
def test_frames(vector: dict[str, Any]) -> None:
    """A payload in its frame."""
    assert FrameReader(1000).feed(bytes.fromhex(vector["bytes"])) == [bytes.fromhex(vector["payload"])]


@pytest.mark.parametrize("vector", vectors("identity")["identities"], ids=lambda vector: str(vector["short"]))
def test_identities(vector: dict[str, Any]) -> None:
    """Key, id, fingerprint, signature and a derived secret of a seed."""
    identity = Identity(bytes.fromhex(vector["seed"]))
    public, payload = bytes.fromhex(vector["public"]), bytes.fromhex(vector["payload"])
    assert identity.public == public
    assert peer_id(public).hex() == vector["peer_id"]
    assert fingerprint(public) == parse(vector["fingerprint"]) == vector["fingerprint"]
    verify(public, vector["domain"], payload, bytes.fromhex(vector["signature"]))
    derived = identity.derive(bytes.fromhex(vector["info"]), bytes.fromhex(vector["salt"]))
    assert derived.hex() == vector["derived"]


@pytest.mark.parametrize("public", vectors("identity")["refused_keys"])
def test_refused_keys(public: str) -> None:
    """For every signature."""
    with refused(Code.BAD_KEY):
        check_public(bytes.fromhex(public))


def side(vector: dict[str, Any], role: Role) -> Handshake:
    """The side of that role, begun."""
    own = vector[role.name.lower()]
    identity = Identity(bytes.fromhex(own["seed"]))
    certificate, nonce = bytes.fromhex(vector["certificate"]), bytes.fromhex(own["nonce"])
    handshake = Handshake(role, identity, certificate, nonce, "p2pgame 0.1.0")
    handshake.begin()
    return handshake


def said(vector: dict[str, Any], role: Role, *kinds: str) -> bytes:
    """The messages of a side: all of them, or those of some kinds."""
    return b"".join(
        bytes.fromhex(message["bytes"])
        for message in vector["sent"]
        if message["from"] == role.name.lower() and (not kinds or message["message"] in kinds)
    )


def test_a_listener_answers_the_dialer_as_in_the_vectors() -> None:
    """To the byte, up to letting it in."""
    vector = vectors("link")
    handshake = side(vector, Role.LISTENER)
    assert handshake.receive(said(vector, Role.DIALER)) is State.PROVEN
    assert handshake.binding.hex() == vector["binding"]
    keeper = CodeKeeper(bytes.fromhex(vector["code_secret"]))
    fresh = bytes.fromhex(vector["listener"]["pairing_fresh"])
    host = Host(handshake.reader, handshake.binding, keeper, fresh)
    assert host.begin() is State.ADMITTED
    assert handshake.bytes_to_send() + host.bytes_to_send() == said(vector, Role.LISTENER)


def test_a_dialer_answers_the_listener_as_in_the_vectors() -> None:
    """And the other way round; what comes after the challenge answers the dialer's element."""
    vector = vectors("link")
    handshake = side(vector, Role.DIALER)
    assert handshake.receive(said(vector, Role.LISTENER, "hello", "proof", "challenge")) is State.PROVEN
    assert handshake.binding.hex() == vector["binding"]
    guest = Guest(handshake.reader, handshake.binding, bytes.fromhex(vector["dialer"]["pairing_fresh"]))
    assert guest.begin() is State.CODE_DUE
    guest.enter(vector["codes"][0]["code"])
    assert guest.receive(said(vector, Role.LISTENER, "element", "confirmation")) is State.ADMITTED
    assert handshake.bytes_to_send() + guest.bytes_to_send() == said(vector, Role.DIALER)


def test_codes_of_a_secret() -> None:
    """One after the other."""
    vector = vectors("link")
    keeper = CodeKeeper(bytes.fromhex(vector["code_secret"]))
    for code in vector["codes"]:
        assert (keeper.serial, keeper.code) == (code["serial"], code["code"])
        for _ in range(3):
            keeper.count_wrong()


@pytest.mark.parametrize("vector", [*vectors("announcement")["written"], *vectors("announcement")["read"]])
def test_announcements(vector: dict[str, Any]) -> None:
    """The meaning of a record; one that we would write has these bytes."""
    data = bytes.fromhex(vector["record"])
    said = Announcement(**vector["says"])
    assert announcement.decode(data) == said
    assert (said.encode() == data) == (vector in vectors("announcement")["written"])


@pytest.mark.parametrize("vector", vectors("announcement")["refused"], ids=lambda vector: ascii(vector["name"]))
def test_invalid_announcements(vector: dict[str, Any]) -> None:
    """With this code."""
    with refused(Code(vector["code"])):
        announcement.decode(bytes.fromhex(vector["record"]))


@pytest.mark.parametrize("vector", vectors("announcement")["instances"])
def test_instance_names(vector: dict[str, Any]) -> None:
    """Of a table's name, a key and a nonce."""
    said = Announcement(vector["table"], "Ann", vector["key"], "tink", 1, 1, 3, True, "p2pgame 0.1.0")
    assert said.instance(vector["nonce"]) == vector["instance"]
