"""The handshake of one connection (`spec/identity-and-link.md`): both know whom they speak with, or why not."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pgame.engine.canon import encode
from p2pgame.protocol.link.handshake import PROOF_DOMAIN, Handshake, Peer, Role, Seen
from p2pgame.protocol.link.messages import Hello, KeyProof, Message, Refusal, Welcome
from p2pgame.protocol.link.states import State
from p2pgame.protocol.wire.codec import Value
from p2pgame.protocol.wire.errors import Code, LocalError, RefusedByPeer, RemoteError
from p2pgame.protocol.wire.framing import frame
from p2pgame.protocol.wire.limits import FRAME_BEFORE_PROOF

from .conversing import ANN, BOB, EVE, SOFTWARE, dialer, listener, messages, talk, wire, wire_of
from .refusals import refused

HELLO = Hello("p2pgame", 2, 2, b"e" * 32, EVE.public, "eve 1")


def proven(slice_size: int = 10_000) -> tuple[Handshake, Handshake]:
    """Ann and Bob, who know each other."""
    ann, bob = dialer(), listener()
    ann.begin()
    bob.begin()
    talk(ann, bob, slice_size)
    return ann, bob


@pytest.mark.parametrize("slice_size", [1, 7, 10_000])
def test_two_sides_prove_themselves(slice_size: int) -> None:
    """For any slicing of the stream, each ends with the other's key, version and software."""
    ann, bob = proven(slice_size)
    assert ann.state is bob.state is State.PROVEN
    assert ann.peer == Peer(BOB.public, 2, SOFTWARE)
    assert bob.peer == Peer(ANN.public, 2, SOFTWARE)
    assert bob.peer.peer_id == ANN.peer_id


def test_both_share_a_binding_that_no_other_connection_has() -> None:
    """It depends on both hellos and on the certificate."""
    ann, bob = proven()
    assert ann.binding == bob.binding
    again, other = dialer(), listener(nonce=b"c" * 32)
    again.begin()
    other.begin()
    talk(again, other)
    assert again.binding not in (ann.binding, b"")


def test_each_says_hello_at_once_and_proves_after_the_others() -> None:
    """One round trip and a half, in any order."""
    ann, bob = dialer(), listener()
    ann.begin()
    bob.begin()
    hello, *nothing = messages(bob.bytes_to_send())
    assert isinstance(hello, Hello)
    assert not nothing
    bob.receive(ann.bytes_to_send())
    assert [type(message) for message in messages(bob.bytes_to_send())] == [KeyProof]


def test_bytes_behind_the_proof_wait_for_their_reader() -> None:
    """The reader keeps frames of the next conversation."""
    ann, bob = dialer(), listener()
    ann.begin()
    bob.begin()
    bob.receive(ann.bytes_to_send())
    ann.receive(bob.bytes_to_send() + wire(Welcome()))
    assert ann.state is State.PROVEN
    assert ann.reader.pull() == wire(Welcome())[4:]


def test_nobody_is_proven_before_the_proof() -> None:
    """A hello is only a claim."""
    ann = dialer()
    ann.begin()
    ann.receive(wire(HELLO))
    with pytest.raises(LocalError, match="not proved its key"):
        _ = ann.peer


def test_a_relay_is_found_by_both() -> None:
    """Somebody in the middle has a channel, and so a certificate, to each side: neither believes the other's proof."""
    ann, bob = dialer(certificate=b"eve's certificate"), listener()
    ann.begin()
    bob.begin()
    hello = ann.bytes_to_send()
    ann.receive(bob.bytes_to_send())
    bob.receive(hello)
    proof = ann.bytes_to_send()
    with refused(Code.RELAYED, "somebody intercepts this connection"):
        ann.receive(bob.bytes_to_send())
    with refused(Code.RELAYED, "somebody intercepts this connection"):
        bob.receive(proof)


def eve_proves(ann: Handshake, **changes: object) -> bytes:
    """Eve's hello and proof towards Ann, with a changed view."""
    (hers,) = messages(ann.bytes_to_send())
    assert isinstance(hers, Hello)
    eve = listener(EVE)
    eve.begin()
    hello = eve.bytes_to_send()
    eve.receive(wire(hers))
    (proof,) = messages(eve.bytes_to_send())
    assert isinstance(proof, KeyProof)
    body = encode(replace(Seen.read(proof.body), **changes))  # type: ignore[arg-type]  # what is wrong is the point
    return hello + wire(KeyProof(body, EVE.sign(PROOF_DOMAIN, body)))


def test_an_honest_stranger_passes() -> None:
    """The refusals below change one thing of it each."""
    ann = dialer()
    ann.begin()
    assert ann.receive(eve_proves(ann)) is State.PROVEN


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"role": 0}, Code.WRONG_ROLE),
        ({"role": 2}, Code.OUT_OF_BOUNDS),
        ({"dialer": bytes(32)}, Code.REPLAYED),
        ({"listener": bytes(32)}, Code.REPLAYED),
        ({"version": 3}, Code.REPLAYED),
        ({"certificate": bytes(32)}, Code.RELAYED),
        ({"certificate": bytes(31)}, Code.OUT_OF_BOUNDS),
    ],
    ids=str,
)
def test_a_proof_is_of_this_conversation(changes: dict[str, object], code: Code) -> None:
    """Every field of the other side's view must equal ours."""
    ann = dialer()
    ann.begin()
    with refused(code):
        ann.receive(eve_proves(ann, **changes))


def test_a_recorded_conversation_is_refused() -> None:
    """Bob's bytes of yesterday are an answer to Ann's nonce of yesterday."""
    ann, bob = Handshake(Role.DIALER, ANN, b"certificate", b"y" * 32, SOFTWARE), listener(certificate=b"certificate")
    ann.begin()
    bob.begin()
    bob.receive(ann.bytes_to_send())
    recorded = bob.bytes_to_send()
    today = Handshake(Role.DIALER, ANN, b"certificate", b"t" * 32, SOFTWARE)
    today.begin()
    with refused(Code.REPLAYED):
        today.receive(recorded)


def test_a_proof_is_signed_by_the_key_of_the_hello() -> None:
    """Eve cannot show Bob's key and sign with her own."""
    ann = dialer()
    ann.begin()
    bob = listener()
    bob.begin()
    bob.receive(ann.bytes_to_send())
    hello, proof = messages(bob.bytes_to_send())
    assert isinstance(proof, KeyProof)
    with refused(Code.BAD_SIGNATURE):
        ann.receive(wire(hello, KeyProof(proof.body, EVE.sign(PROOF_DOMAIN, proof.body))))


def test_a_proof_is_signed_for_this_purpose() -> None:
    """The same body, signed as something else."""
    ann = dialer(BOB)
    ann.begin()
    with refused(Code.BAD_SIGNATURE):
        ann.receive(wire(HELLO, KeyProof(b"body", EVE.sign("p2pgame move 1", b"body"))))


def test_our_own_key_is_refused() -> None:
    """Connected to oneself, an echo, or two machines with one profile."""
    ann = dialer()
    ann.begin()
    with refused(Code.OWN_KEY, "our own key"):
        ann.receive(ann.bytes_to_send())


def test_the_expected_peer_must_answer() -> None:
    """A dialer of a table's seat wants that seat and nobody else."""
    ann = dialer(expected=BOB.public)
    ann.begin()
    with refused(Code.WRONG_PEER, "another player"):
        ann.receive(wire(HELLO))


def test_a_key_that_proves_nothing_is_refused() -> None:
    """Before any signature is looked at."""
    ann = dialer()
    ann.begin()
    with refused(Code.BAD_KEY):
        ann.receive(wire(replace(HELLO, public=bytes(32))))


@pytest.mark.parametrize(
    ("oldest", "newest", "words"),
    [
        (3, 4, "version 3 to 4 of the protocol and we use 2: we need to update"),
        (9, 9, "they use version 9 of"),
    ],
)
def test_without_a_common_version_the_side_to_update_is_named(oldest: int, newest: int, words: str) -> None:
    """A newer hello may have any shape behind its first four fields; the answer is still clear."""
    ann = dialer()
    ann.begin()
    ann.bytes_to_send()
    with refused(Code.NO_COMMON_VERSION, words):
        ann.receive(wire_of((1, "p2pgame", oldest, newest, "shaped", "otherwise")))
    (refusal,) = messages(ann.bytes_to_send())
    assert isinstance(refusal, Refusal)
    assert refusal.code == Code.NO_COMMON_VERSION


def test_newer_peers_that_still_speak_our_version_are_welcome() -> None:
    """The newest common version is spoken."""
    bob = listener()
    bob.begin()
    bob.bytes_to_send()
    bob.receive(wire(replace(HELLO, newest=7)))
    assert bob.state is State.PROOF_DUE


BAD_HELLOS = {
    "another protocol": ((1, "syncthing", 1, 1, bytes(32), EVE.public, "x"), Code.NOT_P2PGAME),
    "no magic": ((1,), Code.NOT_P2PGAME),
    "versions upside down": ((1, "p2pgame", 3, 2, bytes(32), EVE.public, "x"), Code.OUT_OF_BOUNDS),
    "a field too few": ((1, "p2pgame", 2, 2, bytes(32), EVE.public), Code.WRONG_SHAPE),
    "a field too many": ((1, "p2pgame", 2, 2, bytes(32), EVE.public, "x", 1), Code.WRONG_SHAPE),
    "a short nonce": ((1, "p2pgame", 2, 2, bytes(31), EVE.public, "x"), Code.OUT_OF_BOUNDS),
    "a nonce of text": ((1, "p2pgame", 2, 2, "n" * 32, EVE.public, "x"), Code.WRONG_TYPE),
    "a long name": ((1, "p2pgame", 2, 2, bytes(32), EVE.public, "x" * 65), Code.OUT_OF_BOUNDS),
    "an array inside": ((1, "p2pgame", 2, 2, bytes(32), EVE.public, ("x",)), Code.TOO_DEEP),
    "no type": ((), Code.WRONG_SHAPE),
    "no array": (1, Code.WRONG_SHAPE),
    "a type in words": (("hello",), Code.WRONG_TYPE),
    "a type of tables": ((16,), Code.UNKNOWN_MESSAGE),
    "a proof": ((2, b"", bytes(64)), Code.OUT_OF_TURN),
    "a welcome": ((3,), Code.OUT_OF_TURN),
}


@pytest.mark.parametrize(("value", "code"), BAD_HELLOS.values(), ids=BAD_HELLOS)
def test_anything_but_a_hello_is_refused(value: Value, code: Code) -> None:
    """The refusal goes to the peer with the same code, and nothing is read after it."""
    ann = dialer()
    ann.begin()
    ann.bytes_to_send()
    with refused(code):
        ann.receive(wire_of(value))
    assert ann.state is State.CLOSED
    (refusal,) = messages(ann.bytes_to_send())
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    with pytest.raises(LocalError, match="over"):
        ann.receive(wire(HELLO))


@pytest.mark.parametrize("message", [HELLO, Welcome()], ids=["a second hello", "a welcome"])
def test_after_a_hello_only_a_proof_may_come(message: Message) -> None:
    """Nobody is let in halfway."""
    ann = dialer()
    ann.begin()
    ann.receive(wire(HELLO))
    with refused(Code.OUT_OF_TURN, "instead of its proof"):
        ann.receive(wire(message))


def test_strangers_send_short_frames_only() -> None:
    """The limit before the proof."""
    ann = dialer()
    ann.begin()
    with refused(Code.FRAME_TOO_LONG):
        ann.receive(frame(bytes(FRAME_BEFORE_PROOF + 1)))


def test_a_refusal_is_passed_on_clean() -> None:
    """Its number stays even if we do not know it; its text is cleaned; it is not answered."""
    ann = dialer()
    ann.begin()
    ann.bytes_to_send()
    with pytest.raises(RefusedByPeer, match=r"the other side says: the table \[2Jis full") as caught:
        ann.receive(wire(Refusal(777, "the table \x1b[2Jis full")))
    assert caught.value.reason == 777
    assert ann.bytes_to_send() == b""


def test_hanging_up_has_a_sentence() -> None:
    """The sentence names the awaited message."""
    ann = dialer()
    ann.begin()
    with refused(Code.HUNG_UP, "while we waited for its hello"):
        ann.receive(b"")


def test_our_own_mistakes_are_local_errors() -> None:
    """A short nonce and a long name never reach the wire."""
    with pytest.raises(LocalError, match="nonce has 32 bytes"):
        listener(nonce=b"short")
    with pytest.raises(LocalError, match="software"):
        Handshake(Role.DIALER, ANN, b"certificate", bytes(32), "x" * 65)


@given(data=st.binary(max_size=200))
def test_no_bytes_crash_or_prove_anything(data: bytes) -> None:
    """Anything that a stranger sends is refused, or is the beginning of more."""
    ann = dialer()
    ann.begin()
    with suppress(RemoteError):
        ann.receive(data or b"\0")
    assert ann.state in (State.HELLO_DUE, State.CLOSED)


@given(place=st.integers(0, 330), bit=st.integers(0, 7))
def test_no_changed_bit_survives(place: int, bit: int) -> None:
    """An attacker that changes one bit of Bob's messages stops the handshake, and achieves nothing else."""
    ann, bob = dialer(), listener()
    ann.begin()
    bob.begin()
    bob.receive(ann.bytes_to_send())
    data = bytearray(bob.bytes_to_send())
    data[place % len(data)] ^= 1 << bit
    with suppress(RemoteError):
        ann.receive(bytes(data))
    assert ann.state is not State.PROVEN
