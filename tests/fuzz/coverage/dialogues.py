"""Targets: a side of a connection's handshake, or of the dialogue about the code, alone with any bytes.

The bytes come from somebody without a key and without the code. Each side has an honest partner whose words in this
very connection are known: nobody gets in but by saying exactly these, in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from functools import cache, lru_cache
from unittest.mock import patch

import pytest
from p2pgame.protocol.link import pairing as coming_in
from p2pgame.protocol.link import pairing_code
from p2pgame.protocol.link.dialogue import Dialogue
from p2pgame.protocol.link.handshake import Handshake
from p2pgame.protocol.link.messages import Confirmation, Message, Refusal, Welcome
from p2pgame.protocol.link.pairing import CodeKeeper, Guest, Host
from p2pgame.protocol.link.pake import Password
from p2pgame.protocol.link.states import State
from p2pgame.protocol.wire.errors import Code, LocalError, RemoteError
from p2pgame.protocol.wire.framing import FrameReader
from p2pgame.protocol.wire.limits import FRAME_BEFORE_PROOF

from ...protocol.conversing import BINDING, dialer, listener, messages, wire
from .streams import pieces

_UNANSWERED = (Code.REFUSED, Code.HUNG_UP)
"""Why a conversation ends without another word."""


def handshake(data: bytes) -> None:
    """A side of the handshake; the first byte says which; the rest are the received bytes."""
    which = data[0] & 1 if data else 0
    side = (dialer, listener)[which]()
    side.begin()
    stream = hear(side, State.PROVEN, pieces(data[1:])).stream
    assert stream is None or stream.startswith(handshakes()[which]), "somebody without the key has proven to have it"


@cache
def handshakes() -> tuple[bytes, bytes]:
    """The honest listener's bytes for the dialer, and the dialer's for the listener."""
    return conversation(dialer(), listener())


def conversation(ann: Handshake, bob: Handshake) -> tuple[bytes, bytes]:
    """The bytes that each of two sides of a handshake gets from the other."""
    ann.begin()
    bob.begin()
    to_ann, to_bob = bob.bytes_to_send(), ann.bytes_to_send()
    ann.receive(to_ann)
    bob.receive(to_bob)
    return to_ann + bob.bytes_to_send(), to_bob + ann.bytes_to_send()


def pairing(data: bytes) -> None:
    """A side of the dialogue about the code: the first byte says which; the rest are the received bytes.

    With a first byte of 2, the text that the guest's person types comes first, with its length.
    """
    which = data[0] % 3 if data else 0
    if which == 0:
        _pair_host(data[1:])
    elif which == 1:
        _pair_guest(keeper().code, data[1:])
    else:
        end = 2 + (data[1] if len(data) > 1 else 0)
        _pair_guest(_typed(data[2:end].decode(errors="replace")), data[end:])


def _pair_host(data: bytes) -> None:
    """The host lets nobody in and confirms nothing who does not know the code, and counts one guess a connection."""
    table = copy(keeper())
    host = new_host(table)
    host.begin()
    heard = hear(host, State.ADMITTED, pieces(data))
    let_in = heard.stream is not None
    assert heard.stream is None or heard.stream.startswith(pairings()[0]), "somebody without the code was let in"
    assert let_in == any(isinstance(message, Confirmation) for message in heard.said), "the host has told too much"
    assert table.wrong == (heard.ended is Code.WRONG_CODE), "a guess was counted wrongly"


def _pair_guest(code: str, data: bytes) -> None:
    """The guest believes no host that does not know the code. Without a question for it, a welcome will do."""
    guest = new_guest()
    guest.begin()

    def enter() -> None:
        if guest.state is State.CODE_DUE:
            with patch.object(coming_in, "Password", _password):
                guest.enter(code)

    stream = hear(guest, State.ADMITTED, pieces(data), enter).stream
    if stream is not None and not stream.startswith(wire(Welcome())):
        assert stream.startswith(pairings()[1]), "a host without the code was believed"
        assert code == keeper().code, "another code was believed"


_password = lru_cache(8)(Password)
"""The computation of a code: it takes a while, and each code needs it only once."""


def _typed(text: str) -> str:
    """The code that somebody types; the right one after a slip."""
    try:
        code = pairing_code.parse(text)
    except LocalError:
        return keeper().code
    assert pairing_code.parse(code) == code
    return code


@cache
def keeper() -> CodeKeeper:
    """The table's code."""
    return CodeKeeper(b"k" * 32)


def new_host(table: CodeKeeper | None = None) -> Host:
    """The host's side; it counts guesses for itself, or for that table."""
    return Host(FrameReader(FRAME_BEFORE_PROOF), BINDING, table or copy(keeper()), b"h" * 64)


def new_guest() -> Guest:
    """The guest's side."""
    return Guest(FrameReader(FRAME_BEFORE_PROOF), BINDING, b"g" * 64)


@cache
def pairings() -> tuple[bytes, bytes]:
    """The bytes of a guest that knows the code, for the host, and of the host for that guest."""
    host, guest = new_host(), new_guest()
    host.begin()
    guest.begin()
    to_guest = host.bytes_to_send()
    guest.receive(to_guest)
    guest.enter(keeper().code)
    to_host = guest.bytes_to_send()
    host.receive(to_host)
    element = host.bytes_to_send()
    guest.receive(element)
    confirmation = guest.bytes_to_send()
    host.receive(confirmation)
    return to_host + confirmation, to_guest + element + host.bytes_to_send()


@dataclass(frozen=True, slots=True)
class Heard:
    """The result of a side's input."""

    stream: bytes | None
    """The stream at its goal; None if it is not there."""
    ended: Code | None
    """Why the conversation has ended, if it has."""
    said: list[Message]


def hear(side: Dialogue, goal: State, arriving: Iterable[bytes], answer: Callable[[], None] = lambda: None) -> Heard:
    """Let a side receive the bytes, until it is at its goal or hangs up."""
    stream = b""
    for piece in arriving:
        stream += piece
        try:
            side.receive(piece)
            answer()
        except RemoteError as error:
            said = messages(side.bytes_to_send())
            _check_end(side, error, said)
            return Heard(None, error.code, said)
        if side.state is goal:
            return Heard(stream, None, messages(side.bytes_to_send()))
    return Heard(None, None, messages(side.bytes_to_send()))


def _check_end(side: Dialogue, error: RemoteError, said: list[Message]) -> None:
    """A conversation that has failed is over for good; its last word says why, unless the other side has hung up."""
    assert side.state is State.CLOSED
    refusals = [message.code for message in said if isinstance(message, Refusal)]
    assert refusals == ([] if error.code in _UNANSWERED else [error.code]), "the other side is not told why"
    with pytest.raises(LocalError):
        side.receive(b"more")
