"""Messages of lobby and table there and back: `spec/lobby.md` and `spec/table/messages.md`."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pgame.engine.games import load
from p2pgame.protocol.link import messages
from p2pgame.protocol.lobby.messages import (
    FREE_PLACE,
    Address,
    Alive,
    Begin,
    Enter,
    Knock,
    Lobby,
    LobbyMessage,
    Offer,
    Place,
    Presence,
    Propose,
    Purpose,
    Ready,
    Show,
    decode_lobby_message,
    encode_lobby_message,
)
from p2pgame.protocol.table.consensus import Ack, Prepare, Promise, ProofKind, Proposal, Ruling, RulingKind
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import (
    Agreements,
    Ask,
    AskState,
    Attested,
    Chat,
    Claimed,
    Have,
    Leave,
    Message,
    Papers,
    Recall,
    Recalled,
    Records,
    StateIs,
    decode_message,
    encode_message,
)
from p2pgame.protocol.table.proofs import Proof
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Agree, Claim, Input, sign
from p2pgame.protocol.table.signing import Place as TablePlace
from p2pgame.protocol.wire.codec import encode
from p2pgame.protocol.wire.errors import Code, RemoteError
from p2pgame.protocol.wire.limits import LARGEST_CODE

from .people import genesis, identity
from .refusals import refused

GENESIS = genesis(load("tink"), 2)
PLACE = TablePlace(GENESIS.id, 3, bytes(32))
RULING = Ruling(RulingKind.DROP, 1)
INPUT = sign(identity(0), PLACE, Input(0, InputKind.MOVE, b"s@d4"))
OTHER = sign(identity(0), PLACE, Input(0, InputKind.MOVE, b"s@d5"))
ACK = sign(identity(0), PLACE, Ack(0, 0, bytes(32), bytes(32)))
PROMISE = sign(identity(0), PLACE, Promise(0, 4, RULING, True, ACK))
PROPOSAL = sign(identity(0), PLACE, Proposal(0, 4, RULING.digest, (PROMISE,)))

TABLE: list[Message] = [
    Papers(PLACE, (INPUT,), (ACK,), PROPOSAL, (PROMISE,), sign(identity(0), PLACE, Prepare(0, 4, RULING))),
    Have(3, bytes(32), 0b11, 4, 4, (1, 0), 0b10, 0, 0b11),
    Records((Record(3, (INPUT,), bytes(32)), Record(4, RULING, bytes(32), 4, ((0, bytes(64)),), PROPOSAL))),
    Chat("hello"),
    Leave(601, "enough"),
    Ask(7),
    AskState(7),
    StateIs(7, "{}"),
    Proof(PLACE, ProofKind.INPUTS, *sorted((INPUT, OTHER), key=lambda given: given.signature)),
    Claimed(PLACE, sign(identity(0), PLACE, Claim(0))),
    Attested(PLACE, ACK),
    Recall(),
    Recalled(7),
    Agreements(PLACE, (sign(identity(0), PLACE, Agree(0, True)), sign(identity(1), PLACE, Agree(1, False)))),
]
LOBBY: list[LobbyMessage] = [
    Knock(Purpose.JOIN, b"", "Ada", (Address("192.168.1.20", 27510), Address("fe80::1%eth0", 1))),
    Offer("Ada", "tetris", 1, (("advanced", False), ("bar", 2)), 4, coded=True, turn_time=90, grace=120),
    Offer("Ada", "tink", 1, (), 2, coded=False, takebacks=True),
    Lobby((Place("Ada", "7KQ2M", Presence.READY), FREE_PLACE), 0),
    Ready(),
    Alive(),
    Propose(GENESIS.contract),
    Propose(replace(GENESIS.contract, takebacks=True)),
    Enter(GENESIS.entries[0]),
    Begin(GENESIS.entries, ((Address("::1", 1),), ())),
    Show(GENESIS),
    Chat("hello"),
    Leave(406, "full"),
]


@pytest.mark.parametrize("message", TABLE, ids=lambda message: type(message).__name__)
def test_a_message_of_the_table_is_read_as_it_was_written(message: Message) -> None:
    """Every type."""
    assert decode_message(encode_message(message)) == message


@pytest.mark.parametrize("message", LOBBY, ids=lambda message: type(message).__name__)
def test_a_message_of_the_lobby_is_read_as_it_was_written(message: LobbyMessage) -> None:
    """Every type."""
    assert decode_lobby_message(encode_lobby_message(message)) == message


@pytest.mark.parametrize("code", list(Code), ids=lambda code: code.label)
def test_every_refusal_can_be_shown(code: Code) -> None:
    """At the table and in the lobby."""
    leave = Leave(code, "why")
    assert decode_message(encode_message(leave)) == leave
    assert decode_lobby_message(encode_lobby_message(leave)) == leave


@given(data=st.binary(max_size=200))
def test_only_messages_are_read(data: bytes) -> None:
    """Anything else raises what is sent back to the peer, and nothing else."""
    for decode in (decode_message, decode_lobby_message):
        with suppress(RemoteError):
            decode(data)


@given(data=st.data())
def test_a_changed_byte_is_refused_or_another_message(data: st.DataObject) -> None:
    """No flipped bit passes unnoticed."""
    message = data.draw(st.sampled_from(TABLE))
    encoded = bytearray(encode_message(message))
    encoded[data.draw(st.integers(0, len(encoded) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        read = decode_message(bytes(encoded))
    except RemoteError:
        return
    assert read != message


def test_the_number_of_a_refusal_has_one_bound_everywhere() -> None:
    """Before a table, in a lobby and at a table, so that a newer program's reasons are read everywhere."""
    decoders = ((0, messages.decode_message), (20, decode_lobby_message), (20, decode_message))
    for number, decoder in decoders:
        decoder(encode((number, LARGEST_CODE, "newer")))
        with refused(Code.OUT_OF_BOUNDS, "code"):
            decoder(encode((number, LARGEST_CODE + 1, "none")))
