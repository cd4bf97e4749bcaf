"""Messages of a table made by hand, from seats and from strangers that look on: none may stop it or cost it much."""

from __future__ import annotations

from typing import Any

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.effects import Effect, Refused, Send
from p2pgame.protocol.errors import Code
from p2pgame.protocol.inputs import Input
from p2pgame.protocol.kinds import Kind
from p2pgame.protocol.ledger import Step
from p2pgame.protocol.limits import CHAT_LINES, REFUSALS_TOLD, STEPS_MESSAGES
from p2pgame.protocol.log import step_record
from p2pgame.protocol.messages import Ask, Chat, Give, Have, Message, StateIs, Steps, decode_message, encode_message
from p2pgame.protocol.verify import Verdict, verify

from .people import find_game, genesis, identity
from .room import Room

SPECTATOR = 2


def watched() -> Room:
    """A table of two in the middle of its game, with a spectator; nothing is on its way."""
    room = Room(load("tink"), genesis(load("tink"), 2), spectators=1)
    room.connect()
    room.begin()
    while any(peer.table.ledger.step < 6 for peer in room.peers[:2]):
        asked = [n for n, peer in enumerate(room.peers) if peer.table.asks_me]
        if not room.deliver() and asked:
            room.decide(asked[0])
    while room.deliver():
        pass
    return room


def hear(room: Room, source: int, message: Message, times: int = 1) -> list[Effect]:
    """What comes of a message, as bytes, that a peer says to peer 0 so many times."""
    data = encode_message(message)
    table = room.peers[0].table
    return [effect for _ in range(times) for effect in table.receive(room.peers[source].public, decode_message(data))]


def sent(effects: list[Effect], kind: type) -> list[Any]:
    """The messages of a kind among effects."""
    return [effect.message for effect in effects if isinstance(effect, Send) and isinstance(effect.message, kind)]


def vote(room: Room, signer: int, number: int, **changed: Any) -> Input:
    """A vote to drop seat 0 in a step, signed by whoever."""
    table = room.peers[0].table
    head = table.steps[number].inputs[0].head if number < len(table.steps) else table.ledger.head
    fields = {
        "table": table.ledger.genesis.id,
        "step": number,
        "seat": 1,
        "kind": Kind.DROP,
        "content": b"\0",
        "head": head,
    }
    return Input.signed(identity(signer), **(fields | changed))


def test_a_step_with_votes_of_a_seat_that_there_is_not_is_refused() -> None:
    """E502 as in an input that comes alone, and in a log the same."""
    room = watched()
    number = room.peers[0].table.ledger.step
    step = Step(number, (vote(room, SPECTATOR, number, seat=4),), bytes(32))
    (refused,) = [each for each in hear(room, SPECTATOR, Steps((step,))) if isinstance(each, Refused)]
    assert refused.error.code is Code.WRONG_SEAT
    report = verify(room.logs()[0] + step_record(step), find_game)
    assert report.verdict is Verdict.FALSE
    assert report.fault is not None
    assert "no seat 4" in report.fault.reason


@pytest.mark.parametrize("seat", [1, 4])
def test_votes_that_no_seat_has_signed_do_not_contest_a_table_of_two(seat: int) -> None:
    """A stranger that looks on knows every head, and yet cannot make two players stop."""
    room = watched()
    number = room.peers[0].table.ledger.step - 1
    step = Step(number, (vote(room, SPECTATOR, number, seat=seat),), bytes(32))
    effects = hear(room, SPECTATOR, Steps((step,)))
    assert any(isinstance(effect, Refused) for effect in effects)
    assert room.peers[0].table.stopped is None


def test_a_state_that_was_not_asked_for_costs_and_changes_nothing() -> None:
    """To compare it, the whole table is played again: only for a seat whose own step differs."""
    room = watched()
    for source in (1, SPECTATOR):
        assert not hear(room, source, StateIs(3, "[1]"))
    assert room.peers[0].table.stopped is None


def test_keeps_are_given_for_seats_that_there_are_and_no_others() -> None:
    """Else one seat could have 256 of them signed and sent for every step."""
    room = watched()
    number = room.peers[0].table.ledger.step - 1
    for target in (2, 200, 255):
        given = vote(room, 1, number, content=bytes([target]))
        assert not sent(hear(room, 1, Give(given)), Give)


@pytest.mark.parametrize("message", [Ask(0), Have(0, 0, bytes(32), 0, 0)])
def test_the_same_steps_are_not_sent_again_and_again_within_a_beat(message: Message) -> None:
    """A few bytes would bring 60 KiB each time."""
    room = watched()
    assert len(sent(hear(room, SPECTATOR, message, 1000), Steps)) == STEPS_MESSAGES
    room.peers[0].table.beat()
    assert sent(hear(room, SPECTATOR, message), Steps)


def test_a_screen_hears_of_some_refusals_and_all_are_counted() -> None:
    """A stranger's false steps fill no screen, and cut its link in the end."""
    room = watched()
    number = room.peers[0].table.ledger.step
    step = Step(number, (vote(room, SPECTATOR, number),), bytes(32))
    assert len(hear(room, SPECTATOR, Steps((step,)), 50)) == REFUSALS_TOLD
    assert room.peers[0].table.refused[room.peers[SPECTATOR].public] == 50


@pytest.mark.parametrize("source", [1, SPECTATOR])
def test_chat_that_nobody_could_read_is_not_shown(source: int) -> None:
    """A person types a line or two a second; a flood fills no screen."""
    room = watched()
    effects = hear(room, source, Chat("x"), 1000)
    shown = [effect for effect in effects if not isinstance(effect, Send)]
    assert len(shown) == CHAT_LINES
    room.peers[0].table.beat()
    assert hear(room, source, Chat("y"))
