"""Messages of a table made by hand, from seats and from strangers that look on: none may stop it or cost it much."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.voting_table.effects import Effect, Keep, Refused, Rewind, Said, Send
from p2pgame.protocol.voting_table.following import SHOW_BEATS
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import DECISIONS, Kind
from p2pgame.protocol.voting_table.ledger import Step
from p2pgame.protocol.voting_table.log import step_record
from p2pgame.protocol.voting_table.messages import (
    Ask,
    AskState,
    Chat,
    Give,
    Have,
    Message,
    StateIs,
    Steps,
    decode_message,
    encode_message,
)
from p2pgame.protocol.voting_table.table import Table
from p2pgame.protocol.voting_table.verify import Verdict, verify
from p2pgame.protocol.wire.errors import Code, RemoteError, SeatError
from p2pgame.protocol.wire.limits import (
    BALLOTS,
    CHAT_LINES,
    LATE_SIGNED,
    POSITION_BYTES,
    REFUSALS_TOLD,
    STEPS,
    STEPS_MESSAGES,
)

from .people import GRACE, find_game, genesis, identity
from .room import Room

SPECTATOR = 2

SHOWN = min(SHOW_BEATS, GRACE // 2)
"""Beats for which who has more may show nothing."""


def watched(seats: int = 2, turn_time: int = 0) -> Room:
    """A table in the middle of its game, with a spectator; nothing is on its way."""
    room = Room(load("tink"), genesis(load("tink"), seats, turn_time=turn_time), spectators=1)
    room.connect()
    room.begin()
    while any(peer.table.ledger.step < 6 for peer in room.peers[:seats]):
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
        "content": b"\0\0",
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


def test_a_state_that_was_not_asked_for_costs_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """To compare it, the whole table is played again: only for a seat whose own step differs."""
    room = watched()
    played = counted(monkeypatch)
    for source in (1, SPECTATOR):
        assert not hear(room, source, StateIs(3, "[1]"))
    assert room.peers[0].table.stopped is None
    assert not played


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The steps up to which a table is played again from now on, each time."""
    played: list[int] = []
    position_after = Table._position_after

    def counting(table: Table, number: int) -> str:
        played.append(number)
        return position_after(table, number)

    monkeypatch.setattr(Table, "_position_after", counting)
    return played


def test_a_position_that_is_longer_than_any_is_not_read() -> None:
    """Nor kept on a disk, as what two programs differ in is."""
    longest = StateIs(3, "x" * POSITION_BYTES)
    assert decode_message(encode_message(longest)) == longest
    with pytest.raises(RemoteError) as refusal:
        decode_message(encode_message(StateIs(3, "x" * (POSITION_BYTES + 1))))
    assert refusal.value.code is Code.OUT_OF_BOUNDS


def test_a_state_is_shown_once_a_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks, and however often: each is a table played again, and up to 32 KiB."""
    room = watched()
    played = counted(monkeypatch)
    for beats in (1, 2):
        shown = [sent(hear(room, source, AskState(3), 50), StateIs) for source in (1, SPECTATOR)]
        assert list(map(len, shown)) == [1, 0]
        assert played == [3] * beats
        room.peers[0].table.beat()


def test_keeps_are_given_for_seats_that_there_are_and_no_others() -> None:
    """Else one seat could have 256 of them signed and sent for every step."""
    room = watched()
    number = room.peers[0].table.ledger.step - 1
    for target in (2, 200, 255):
        given = vote(room, 1, number, content=bytes([target, 0]))
        assert not sent(hear(room, 1, Give(given)), Give)


@pytest.mark.parametrize("turn_time", [0, 10])
def test_keeps_are_given_for_what_could_have_been_voted_on_and_for_nothing_else(turn_time: int) -> None:
    """Whoever is still in that step would refuse them: an honest seat would be blamed for what it answers a cheat."""
    room = watched(seats=3, turn_time=turn_time)
    for step in room.peers[0].table.steps:
        for target in (0, 2):
            room.peers[0].table.beat()
            given = vote(room, 1, step.number, kind=Kind.SKIP, content=bytes([target, 0]))
            decided = any(each.seat == target and each.kind in DECISIONS for each in step.inputs)
            assert bool(sent(hear(room, 1, Give(given)), Give)) == (decided and bool(turn_time))
    room.peers[0].table.beat()
    assert not sent(hear(room, 1, Give(vote(room, 1, 0))), Give)


def test_all_that_a_seat_can_have_voted_in_a_step_is_answered() -> None:
    """It says all of it again each second, and is bound by what is not answered: the last would be, for ever."""
    room = watched(seats=3, turn_time=10)
    table = room.peers[0].table
    step = next(each for each in table.steps if each.inputs[0].kind is Kind.MOVE and each.inputs[0].seat == 2)
    contents = [(kind, bytes([2, ballot])) for kind in (Kind.DROP, Kind.SKIP) for ballot in range(BALLOTS)]
    asked = [vote(room, 1, step.number, kind=kind, content=content) for kind, content in contents]
    answered = []
    for _ in range(len(asked) // LATE_SIGNED):
        table.beat()
        effects = [effect for given in asked for effect in hear(room, 1, Give(given))]
        answered.append(len(sent(effects, Give)))
        assert len([effect for effect in effects if isinstance(effect, Keep)]) == LATE_SIGNED
    assert answered == [LATE_SIGNED * beats for beats in range(1, len(answered) + 1)]
    assert {given.given.content for given in sent(effects, Give)} == {bytes([kind]) + rest for kind, rest in contents}


@pytest.mark.parametrize("message", [Ask(0), Have(0, 0, bytes(32), 0, 0)])
def test_the_same_steps_are_not_sent_again_and_again_within_a_beat(message: Message) -> None:
    """A few bytes would bring 60 KiB each time."""
    room = watched()
    assert len(sent(hear(room, SPECTATOR, message, 1000), Steps)) == STEPS_MESSAGES
    room.peers[0].table.beat()
    assert sent(hear(room, SPECTATOR, message), Steps)


def test_a_screen_hears_of_some_refusals_and_all_are_counted() -> None:
    """False steps fill no screen, and cut a link in the end; what one seat sends takes no room from another's, nor what
    spectators send.
    """
    room = watched(seats=3)
    table, spectator = room.peers[0].table, 3
    step = Step(table.ledger.step, (vote(room, spectator, table.ledger.step),), bytes(32))
    for source in (spectator, 1, 2):
        assert len(refused := hear(room, source, Steps((step,)), 50)) == REFUSALS_TOLD
        assert {effect.peer for effect in refused if isinstance(effect, Refused)} == {room.peers[source].public}
        assert table.refused[room.peers[source].public] == 50
    assert not hear(room, spectator, Steps((step,)))


@pytest.mark.parametrize("source", [1, SPECTATOR])
def test_chat_that_nobody_could_read_is_not_shown(source: int) -> None:
    """A person types a line or two a second; a flood fills no screen."""
    room = watched()
    effects = hear(room, source, Chat("x"), 1000)
    shown = [effect for effect in effects if not isinstance(effect, Send)]
    assert len(shown) == CHAT_LINES
    assert hear(room, SPECTATOR + 1 - source, Chat("another's")), "has its own allowance"
    room.peers[0].table.beat()
    assert hear(room, source, Chat("y"))


@pytest.mark.parametrize("same", [True, False], ids=["one key", "a new key each time"])
def test_who_comes_again_and_again_fills_no_screen_and_no_memory(same: bool) -> None:
    """A new link or key is no new allowance, for chat as for what is refused; nothing is kept of who has gone."""
    room = watched()
    table = room.peers[0].table
    number = table.ledger.step
    step = Step(number, (vote(room, SPECTATOR, number),), bytes(32))
    shown: list[object] = []
    for n in range(100):
        peer = identity(9 if same else 100 + n).public
        table.connected(peer)
        effects = [*table.receive(peer, Chat("x")), *table.receive(peer, Steps((step,)))]
        shown += [effect for effect in effects if not isinstance(effect, Send)]
        table.disconnected(peer)
        assert peer not in table.refused
    assert sum(isinstance(effect, Said) for effect in shown) == CHAT_LINES
    assert sum(isinstance(effect, Refused) for effect in shown) == REFUSALS_TOLD


def test_e515_another_state_hash_and_the_same_position_is_named_false() -> None:
    """It has shown another state hash for a step whose inputs are ours, and then our own position."""
    room = watched()
    table = room.peers[0].table
    number = table.ledger.step - 1
    effects = hear(room, 1, Steps((replace(table.steps[number], state_hash=bytes(32)),)))
    assert sent(effects, AskState) == [AskState(number)]
    effects = hear(room, 1, StateIs(number, table._position_after(number)))
    (refused,) = [each for each in effects if isinstance(each, Refused)]
    assert isinstance(refused.error, SeatError)
    assert (refused.error.code, refused.error.seat) == (Code.FALSE_HEAD, 1)
    assert table.stopped is None


def test_votes_that_do_not_suffice_are_refused_without_playing_the_table_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """And those that do are looked at once a beat."""
    room = watched(seats=3)
    table = room.peers[0].table
    number = table.ledger.step - 1
    played: list[int] = []
    before = table._ledger_before
    monkeypatch.setattr(table, "_ledger_before", lambda step: (played.append(step), before(step))[1])
    few = Step(number, (vote(room, 1, number),), bytes(32))
    effects = hear(room, 1, Steps((few,)), 20)
    assert {each.error.code for each in effects if isinstance(each, Refused)} == {Code.BROKEN_STEP}
    assert not played
    table.beat()
    enough = Step(number, tuple(vote(room, seat, number, seat=seat, content=b"\0\0") for seat in (1, 2)), bytes(32))
    hear(room, 1, Steps((enough,)), 20)
    assert played == [number]


@pytest.mark.parametrize("kind", [Kind.DROP, Kind.SKIP])
@pytest.mark.parametrize("content", [b"", b"\0", b"\x09\0", b"\0\xff", b"\0\0\0"])
@pytest.mark.parametrize("place", [0, -1])
def test_a_step_with_votes_that_say_nothing_undoes_nothing(kind: Kind, content: bytes, place: int) -> None:
    """Of anybody, signed or not, before the answers or behind them: nobody crashes, or goes back for it."""
    room = watched(seats=3)
    number = room.peers[0].table.ledger.step - 2
    ours = room.peers[0].table.steps[number]
    nothing = vote(room, 1, number, kind=kind, content=content)
    inputs = (nothing, *ours.inputs) if place == 0 else (*ours.inputs, nothing)
    for source in (1, 3):
        for step in (Step(number, inputs, ours.state_hash), Step(number, (nothing,), bytes(32))):
            effects = hear(room, source, Steps((step,)))
            assert not [each for each in effects if isinstance(each, Rewind)]
        room.peers[0].table.beat()
    assert room.peers[0].table.steps[number] == ours


def test_votes_that_are_not_of_one_mind_undo_nothing() -> None:
    """A step that is ended by votes holds those of one ballot on one seat and nothing else."""
    room = watched(seats=3)
    number = room.peers[0].table.ledger.step - 2
    good = tuple(vote(room, seat, number, seat=seat, content=b"\0\0") for seat in (1, 2))
    for other in (vote(room, 1, number, content=b"\1\0"), room.peers[0].table.steps[number].inputs[0]):
        effects = hear(room, 1, Steps((Step(number, (*good, other), bytes(32)),)))
        assert not [each for each in effects if isinstance(each, Rewind)]
        room.peers[0].table.beat()


def test_nothing_unsigned_comes_in_behind_votes_that_suffice() -> None:
    """Who goes back for votes takes up what else the step holds: each of it must be signed by its seat."""
    room = watched(seats=3)
    table = room.peers[0].table
    number, ours = next((n, step) for n, step in enumerate(table.steps) if step.inputs[0].kind is Kind.MOVE)
    mover = ours.inputs[0].seat
    voters = [seat for seat in range(3) if seat != mover]
    kind, content = Kind.SKIP, bytes([mover, 0])
    votes = tuple(vote(room, seat, number, seat=seat, kind=kind, content=content) for seat in voters)
    forged = vote(room, mover, number, seat=voters[0], kind=Kind.KEEP, content=bytes([Kind.SKIP]) + content)
    (refused,) = hear(room, 1, Steps((Step(number, (*votes, forged), bytes(32)),)))
    assert isinstance(refused, Refused)
    assert refused.error.code is Code.FORGED_INPUT
    table.beat()
    effects = hear(room, 1, Steps((Step(number, votes, bytes(32)),)))
    assert [each for each in effects if isinstance(each, Rewind)]


def resumed(room: Room) -> Table:
    """Peer 0 after a restart, from its log alone."""
    old = room.peers[0].table
    return Table.resumed(old._ledger_before(len(old.steps)), old.player, old.steps, None)


def test_a_peer_that_says_it_has_more_and_shows_nothing_is_not_waited_for() -> None:
    """Else it could keep a restarted peer from ever signing again."""
    room = watched(seats=3)
    fresh = resumed(room)
    lie = Have(STEPS, 1, bytes(32), 0, 0b111)
    for seat in (1, 2):
        fresh.connected(room.peers[seat].public)
    fresh.receive(room.peers[2].public, fresh._have())
    fresh.receive(room.peers[1].public, lie)
    for _ in range(SHOWN - 1):
        fresh.beat()
        fresh.receive(room.peers[1].public, lie)
    assert fresh._holding
    fresh.beat()
    fresh.beat()
    assert not fresh._holding


def test_a_peer_that_shows_what_it_has_is_waited_for() -> None:
    """However long it takes: else a power cut could make an honest peer sign twice."""
    room = watched(seats=3)
    old = room.peers[0].table
    fresh = Table.resumed(old._ledger_before(1), old.player, old.steps[:1], None)
    for seat in (1, 2):
        fresh.connected(room.peers[seat].public)
        fresh.receive(room.peers[seat].public, old._have())
    for step in old.steps[1:]:
        for _ in range(SHOWN - 1):
            fresh.beat()
        assert fresh._holding
        fresh.receive(room.peers[1].public, Steps((step,)))
    assert fresh.ledger.step == old.ledger.step
    fresh.beat()
    assert not fresh._holding
