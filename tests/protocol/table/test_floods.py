"""Endless, misplaced and unasked messages of a peer cost little and change nothing (`spec/security.md`)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.table.consensus import Ack, Prepare
from p2pgame.protocol.table.effects import Effect, Refused, Said, Send
from p2pgame.protocol.table.journal import Word
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.messages import (
    Ask,
    AskState,
    Chat,
    Message,
    Papers,
    Records,
    StateIs,
    decode_message,
    encode_message,
)
from p2pgame.protocol.table.signing import Input, Place, sign
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.errors import Code, CodecError
from p2pgame.protocol.wire.limits import (
    CHAT_LINES,
    CHECKS,
    EARLY_PAPERS,
    POSITION_BYTES,
    RECORDS_MESSAGES,
    REFUSALS_TOLD,
)

from .. import people
from .room import Room

TINK = load("tink")
ELSEWHERE = bytes(32)


def room(seats: int = 3) -> Room:
    """Linked, and begun; nothing has arrived."""
    made = Room(TINK, people.genesis(TINK, seats))
    made.connect()
    made.begin()
    return made


def played(seats: int = 3, slot: int = 4) -> Room:
    """The same some slots later, with nothing on its way."""
    made = room(seats)
    while min(made.slots()) < slot:
        if not made.deliver():
            made.decide(next(n for n, peer in enumerate(made.peers) if peer.table.asks_me))
    while made.deliver():
        pass
    return made


def say(made: Room, source: int, message: Message, target: int = 0) -> list[Effect]:
    """Let a message arrive that a peer's program would not send; what the other one's table asks for."""
    return made.peers[target].table.receive(made.peers[source].public, message)


def sent(effects: list[Effect], kind: type) -> list[Message]:
    """The messages of a kind among these effects."""
    return [each.message for each in effects if isinstance(each, Send) and isinstance(each.message, kind)]


def refusals(effects: list[Effect]) -> list[Code]:
    """The refusals."""
    return [each.error.code for each in effects if isinstance(each, Refused)]


def test_chat_that_nobody_could_read_is_not_shown() -> None:
    """Some lines of each seat in a tick."""
    made = room()
    lines = [each for n in range(20) for each in say(made, 1, Chat(f"line {n}")) if isinstance(each, Said)]
    assert len(lines) == CHAT_LINES
    assert any(isinstance(each, Said) for each in say(made, 2, Chat("also here")))
    made.peers[0].table.tick()
    assert any(isinstance(each, Said) for each in say(made, 1, Chat("again")))


def test_a_screen_gets_some_refusals_and_all_are_counted() -> None:
    """Of each peer for as long as its link stands."""
    made, forged = played(), Input(1, InputKind.MOVE, b"", bytes(64))
    place = replace(made.peers[0].table.ledger.now.place, table=ELSEWHERE)
    told = [code for _ in range(30) for code in refusals(say(made, 1, Papers(place, (forged,))))]
    assert told == [Code.FOREIGN_TABLE] * REFUSALS_TOLD
    assert made.peers[0].table.refused[made.peers[1].public] == 30


def test_messages_about_later_slots_are_kept_within_bounds() -> None:
    """Skipped messages are neither checked nor kept."""
    made = room()
    table = made.peers[0].table
    place = replace(table.ledger.now.place, slot=5)
    for n in range(3 * EARLY_PAPERS):
        papers = Papers(place, (Input(1, InputKind.MOVE, bytes([n]), bytes(64)),))
        assert not refusals(say(made, 1, papers))
    assert len(table.sync.views[made.peers[1].public].early) == EARLY_PAPERS


def test_signatures_above_ballot_0_are_checked_up_to_a_limit_each_tick() -> None:
    """After that nothing of that link is looked at; the next tick it is. An ack without its proposal is never."""
    made = played()
    place = made.peers[0].table.ledger.now.place
    assert not refusals(say(made, 1, Papers(place, acks=(Ack(2, 7, ELSEWHERE, ELSEWHERE, bytes(64)),))))
    forged = Papers(place, prepare=Prepare(2, 3, None, bytes(64)))
    refused = [len(refusals(say(made, 1, forged))) for _ in range(CHECKS + 20)]
    assert made.peers[0].table.refused[made.peers[1].public] == CHECKS
    assert sum(refused) == REFUSALS_TOLD
    made.peers[0].table.tick()
    say(made, 1, forged)
    assert made.peers[0].table.refused[made.peers[1].public] == CHECKS + 1


def test_records_are_sent_a_limited_number_of_times_in_a_tick() -> None:
    """For any request."""
    made = played()
    made.peers[0].table.tick()  # some went out while they played
    answers = [each for _ in range(50) for each in sent(say(made, 1, Ask(0)), Records)]
    assert len(answers) == RECORDS_MESSAGES


def test_a_position_is_shown_once_a_tick() -> None:
    """It may cost playing some slots again."""
    made = played()
    assert len([each for _ in range(9) for each in sent(say(made, 1, AskState(1)), StateIs)]) == 1
    made.peers[0].table.tick()
    assert len(sent(say(made, 1, AskState(1)), StateIs)) == 1


@pytest.mark.parametrize("position", ["{}", "no position", "[" * 1000])
def test_a_position_that_was_not_asked_for_is_ignored(position: str) -> None:
    """With any content."""
    assert say(played(), 1, StateIs(1, position)) == []


def test_a_position_longer_than_any_is_refused() -> None:
    """When it is read."""
    with pytest.raises(CodecError) as caught:
        decode_message(encode_message(StateIs(1, json.dumps("x" * POSITION_BYTES))))
    assert caught.value.code is Code.OUT_OF_BOUNDS


def accepted(seat: int) -> Papers:
    """A seat's acceptance of another table of the same people."""
    place = Place(people.genesis(TINK, 3, nonce=8).id, 0, ELSEWHERE)
    return Papers(place, (sign(people.identity(seat), place, Input(seat, InputKind.ACCEPT, b"")),))


def test_an_acceptance_of_another_table_counts_over_its_own_link_only() -> None:
    """A relayed one may be from another evening. It is refused in any case."""
    made = room()
    assert refusals(say(made, 1, accepted(2))) == [Code.FOREIGN_TABLE]
    for _ in range(10):
        made.peers[0].table.tick()
    assert made.peers[0].table.stopped is None
    assert refusals(say(made, 2, accepted(2))) == [Code.FOREIGN_TABLE]
    for _ in range(10):
        made.peers[0].table.tick()
    assert made.peers[0].stopped().error.code is Code.OTHER_TABLE


def test_a_statement_that_is_not_ones_own_binds_nobody() -> None:
    """Such as an ack that somebody wrote into the journal."""
    genesis = people.genesis(TINK, 3)
    ledger = Ledger(genesis, TINK)
    for record in played().peers[0].table.ledger.records:
        ledger.absorb(record)
    place = ledger.now.place
    words = [
        Word(place, Ack(0, 9, ELSEWHERE, ELSEWHERE, bytes(64))),
        Word(place, sign(people.identity(1), place, Ack(1, 9, ELSEWHERE, ELSEWHERE))),
    ]
    table = Table.resume(ledger, people.signer(genesis, 0), words)
    assert table.slot.acceptor is not None
    assert table.slot.acceptor.bound == 0
