"""Seats that lie to whole tables: they stop nobody, frame nobody, and break no link between others."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import pytest
from p2pgame.engine.positions import DEPTH
from p2pgame.protocol.table.consensus import Ack, Prepare, Promise, Proposal, Ruling, RulingKind
from p2pgame.protocol.table.effects import Differs, Effect, Refused, Send
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import (
    Attested,
    Have,
    Message,
    Papers,
    Recall,
    StateIs,
    decode_message,
    encode_message,
)
from p2pgame.protocol.table.proofs import find
from p2pgame.protocol.table.signing import Place, S, sign
from p2pgame.protocol.table.slot import Slot
from p2pgame.protocol.wire.errors import Code, RemoteError, SeatError
from p2pgame.protocol.wire.limits import BALLOT, BALLOT_CYCLES, POSITION_BYTES

from .. import people
from .room import Room
from .signed import acked, answers, at_a_move, given, promised, proposed
from .test_table import TETRIS, deliver_all, dropped, heads, play_until, room


def seize(made: Room, liar: int) -> None:
    """The links of a peer stand, and its program says nothing any more: what comes over them is the test's."""
    made.leave(liar)
    for n, peer in enumerate(made.peers):
        if n not in made.gone:
            made.carry_out(n, peer.table.connected(made.peers[liar].public))


def tell(made: Room, liar: int, n: int, message: Message) -> None:
    """The liar says something to one peer, in a form that can be sent."""
    message = decode_message(encode_message(message))
    made.carry_out(n, made.peers[n].table.receive(made.peers[liar].public, message))


def place_of(made: Room, n: int) -> Place:
    """The place of a peer's open slot."""
    return made.peers[n].table.ledger.now.place


def signed(liar: int, place: Place, statement: S) -> S:
    """The statement, signed by the liar."""
    return sign(people.identity(liar), place, statement)


def play_until_due(made: Room, kind: InputKind) -> None:
    """Play until everybody waits for inputs of a kind, and nothing is on its way."""
    for _ in range(100):
        deliver_all(made)
        dues = {peer.table.due for peer in made.peers}
        if {due.kind for due in dues if due is not None} == {kind} and len(dues) == 1:
            return
        for n, peer in enumerate(made.peers):
            if peer.table.asks_me:
                made.decide(n)
    raise AssertionError("nothing of that kind is asked")


@pytest.mark.parametrize("slot", [0, 4])
def test_one_liar_of_three_stops_nobody_by_another_state_of_a_written_slot(slot: int) -> None:
    """Nobody acks the first slot, and still two of three stand against it."""
    made = room()
    play_until(made, 6)
    seize(made, 2)
    before = made.peers[0].table.ledger.before(slot)
    digest = made.peers[0].table.ledger.records[slot].digest
    for n in (0, 1):
        tell(made, 2, n, Attested(before.place, signed(2, before.place, Ack(2, 0, digest, bytes(32)))))
    made.tick(8)
    assert made.peers[0].table.stopped is None
    assert made.peers[1].table.stopped is None


def test_a_seat_attests_a_state_without_contradicting_itself() -> None:
    """About a slot that a ruling has decided, in which it has promised and not acked ballot 0: a liar shows another
    state of that slot, and would have a proof of an ack that the promise has hidden."""
    made = room(seats=4)
    play_until(made, 6)
    made.leave(3)
    made.tick_until(lambda: dropped(made, 0) == dropped(made, 1) == dropped(made, 2) == (3,))
    made.run()
    ledger = made.peers[0].table.ledger
    slot = next(number for number, record in enumerate(ledger.records) if isinstance(record.value, Ruling))
    place, record = ledger.before(slot).place, ledger.records[slot]
    seize(made, 2)
    lie = signed(2, place, Ack(2, record.ballot, record.digest, bytes(32)))
    for n in (0, 1):
        tell(made, 2, n, Attested(place, lie))
    said = [entry.ack for n in (0, 1) for entry in made.peers[n].entries if isinstance(entry, Attested)]
    assert record.proposal is not None
    promises = [promise for each in record.proposal.chain for promise in each.promises]
    assert any(ack.seat == 2 for ack in said)
    assert [find(place, ack, promise) for ack in said for promise in promises] == [None] * len(said) * len(promises)


def test_a_seat_that_was_dropped_stops_nobody() -> None:
    """It has no say in the slots after that."""
    made = room()
    play_until(made, 6)
    made.leave(2)
    made.tick_until(lambda: dropped(made, 0) == dropped(made, 1) == (2,))
    made.run()
    ledger = made.peers[0].table.ledger
    slot = next(number for number in range(6, len(ledger.records)) if 2 not in ledger.before(number).present)
    seize(made, 2)
    place = ledger.before(slot).place
    for n in (0, 1):
        ack = signed(2, place, Ack(2, 0, ledger.records[slot].digest, bytes(32)))
        tell(made, 2, n, Attested(place, ack))
    made.tick(8)
    assert made.peers[0].table.stopped is None
    assert made.peers[1].table.stopped is None


def test_a_cheat_with_three_answers_holds_nobody_up() -> None:
    """Each of two honest seats has acked another one, and one of them has seen a third before."""
    made = room(TETRIS)
    play_until_due(made, InputKind.COMMIT)
    state = made.peers[0].table.ledger.now
    seize(made, 2)
    answers = [given(state, 2, bytes([number]) * 32) for number in range(3)]
    tell(made, 2, 0, Papers(state.place, (answers[0],)))
    tell(made, 2, 1, Papers(state.place, (answers[1],)))
    tell(made, 2, 1, Papers(state.place, (answers[2],)))
    for n in (0, 1):
        made.decide(n)
    made.run()
    made.tick_until(lambda: min(made.slots()[:2]) > state.slot, most=60)
    assert len(heads(made, 0, 1)) == 1


@pytest.mark.parametrize("ballot", [BALLOT, BALLOT - 7])
def test_a_liar_that_names_the_highest_ballot_leaves_others_room(ballot: int) -> None:
    """They could not spell a higher one."""
    made = room()
    play_until(made, 6)
    seize(made, 2)
    place = place_of(made, 0)
    for n in (0, 1):
        tell(made, 2, n, Papers(place, acks=(signed(2, place, Ack(2, ballot, bytes(32), bytes(32))),)))
        tell(made, 2, n, Papers(place, promises=(signed(2, place, Promise(2, ballot, None, False, None)),)))
        made.peers[n].table.disconnected(made.peers[2].public)
    made.tick_until(lambda: dropped(made, 0) == dropped(made, 1) == (2,))


def linked_with_one(seats: int) -> tuple[Room, Place, int]:
    """A table that waits for a move, and its last seat, a liar that is linked with seat 0 alone."""
    made = room(seats=seats)
    play_until_due(made, InputKind.MOVE)
    liar = seats - 1
    made.leave(liar)
    made.carry_out(0, made.peers[0].table.connected(made.peers[liar].public))
    return made, place_of(made, 0), liar


def come_past(made: Room, place: Place, liar: int) -> None:
    """Let all others come past a slot while the liar's link stands; fails if they do not."""
    for _ in range(10):
        tell(made, liar, 0, Have(place.slot, place.head, 0, 0, 0, (0,) * len(made.peers), 0, 0, 1))
        made.tick(votes=False)
    assert min(made.slots()[:liar]) > place.slot


@pytest.mark.parametrize("seats", [3, 4])
def test_a_liar_that_acks_nothing_known_to_one_seat_leaves_it_not_behind(seats: int) -> None:
    """The others have written the slot, so that seat can begin no ballot that would settle it."""
    made, place, liar = linked_with_one(seats)
    tell(made, liar, 0, Papers(place, acks=(signed(liar, place, Ack(liar, 0, bytes(32), bytes(32))),)))
    for n in range(liar):
        if made.peers[n].table.asks_me:
            made.decide(n)
    made.run()
    come_past(made, place, liar)


def test_a_liar_that_proposes_the_same_value_again_leaves_nobody_behind() -> None:
    """To one of two honest seats, which acks it in a higher ballot. The other has written it in ballot 0."""
    made, place, liar = linked_with_one(3)
    mover = made.peers[0].table.awaited[0]
    made.decide(mover)
    move, slot = made.peers[mover].table.slot.all_inputs, made.peers[0].table.slot
    ballot = 1 + liar
    prepare = signed(liar, place, Prepare(liar, ballot, None))
    tell(made, liar, 0, Papers(place, move, prepare=prepare))
    promises = (slot.promises[0][-1], signed(liar, place, Promise(liar, ballot, None, False, None)))
    assert slot.complete is not None
    proposal = signed(liar, place, Proposal(liar, ballot, slot.complete.digest, promises))
    tell(made, liar, 0, Papers(place, move, proposal=proposal))
    assert ballot in slot.acks[0]
    made.run()
    come_past(made, place, liar)


def test_seats_whose_acks_differ_show_each_other_their_acks() -> None:
    """A cheat of three has made another value final for each of the two others, which are linked, in ballot 0."""
    made = room()
    play_until_due(made, InputKind.MOVE)
    state = made.peers[0].table.ledger.now
    cheat = made.peers[0].table.awaited[0]
    honest = [n for n in range(3) if n != cheat]
    seize(made, cheat)
    for which, n in enumerate(honest):
        outcome = state.outcome(answers(state, which))
        tell(made, cheat, n, Papers(state.place, answers(state, which), (acked(state, outcome, cheat),)))
    made.run()
    assert set(made.slots()) == {state.slot}
    made.tick(2)
    assert all(cheat in made.peers[n].table.faults.proofs for n in honest)
    made.tick_until(lambda: min(made.slots()[n] for n in honest) > state.slot, most=20)
    assert len(heads(made, *honest)) == 1


def test_others_follow_a_seat_that_a_liar_has_led_to_high_ballots() -> None:
    """In steps that each are small enough, while the seat was linked with nobody else. Nobody has to know the steps."""
    made = room()
    play_until_due(made, InputKind.MOVE)
    liar = made.peers[0].table.awaited[0]
    honest, other = (n for n in range(3) if n != liar)
    place, ballot = place_of(made, honest), BALLOT // 2
    made.leave(liar)
    made.cut(honest, other)
    made.carry_out(honest, made.peers[honest].table.connected(made.peers[liar].public))
    for _ in range(20):
        tell(
            made, liar, honest, Papers(place, promises=(signed(liar, place, Promise(liar, ballot, None, False, None)),))
        )
        ballot += BALLOT_CYCLES * 3
        made.tick()
    made.peers[honest].table.disconnected(made.peers[liar].public)
    assert made.peers[honest].table.slot.highest_ballot > BALLOT // 2 + 10 * BALLOT_CYCLES * 3
    made.connect([(honest, other)])
    made.tick_until(lambda: dropped(made, honest) == dropped(made, other) == (liar,))


def test_a_liar_that_leads_one_seat_to_higher_ballots_for_ever_is_skipped() -> None:
    """The seat was linked with the liar alone for a while, and the liar goes on, four times a tick."""
    made = room(turn_time=4)
    play_until_due(made, InputKind.MOVE)
    liar = made.peers[0].table.awaited[0]
    honest, other = (n for n in range(3) if n != liar)
    place = place_of(made, honest)
    made.leave(liar)
    made.cut(honest, other)
    made.carry_out(honest, made.peers[honest].table.connected(made.peers[liar].public))
    ballots = iter(range(BALLOT // 2, BALLOT, BALLOT_CYCLES * 3))

    def is_skipped() -> bool:
        for _ in range(4):
            promise = signed(liar, place, Promise(liar, next(ballots), None, False, None))
            tell(made, liar, honest, Papers(place, promises=(promise,)))
        return all(made.peers[n].table.ledger.now.slot > place.slot for n in (honest, other))

    for _ in range(100):
        assert not is_skipped()
        made.tick()
    made.connect([(honest, other)])
    made.tick_until(is_skipped, most=200)


def messages_to(effects: list[Effect]) -> list[Message]:
    """The messages of these effects, read again from the bytes; fails if one cannot be read."""
    return [decode_message(encode_message(effect.message)) for effect in effects if isinstance(effect, Send)]


def test_a_late_peer_can_read_the_records_after_anything_that_a_liar_signs() -> None:
    """More acks and promises than go into one message."""
    made = room(seats=4, spectators=1)
    play_until_due(made, InputKind.MOVE)
    seize(made, 3)
    place = place_of(made, 0)
    for ballot in range(1, 13):
        promise = signed(3, place, Promise(3, ballot, None, False, None))
        ack = signed(3, place, Ack(3, ballot, bytes(32), bytes(32)))
        tell(made, 3, 0, Papers(place, acks=(ack,), promises=(promise,)))
    nothing = Have(place.slot, place.head, 0, 0, 0, (0,) * 4, 0, 0, 15)
    table = made.peers[0].table
    assert messages_to(table.receive(made.peers[4].public, nothing)) is not None
    assert len(messages_to(table.receive(made.peers[3].public, Recall()))) == 2


def test_a_proposal_without_its_promises_blames_nobody() -> None:
    """The proposer has not signed those: any relay may have removed them."""
    state = at_a_move().now
    ruling = Ruling(RulingKind.DROP, 2)
    promises = [promised(state, seat, 1, ruling, consents=True) for seat in range(2)]
    good = proposed(state, 1, ruling.digest, promises)
    assert Slot(state, 1).add_proposal(good)
    with pytest.raises(RemoteError) as refusal:
        Slot(state, 1).add_proposal(replace(good, promises=()))
    assert not isinstance(refusal.value, SeatError)


def test_a_seat_that_differs_in_every_slot_is_named_once() -> None:
    """Its own state stands in a file beside the log, which would be written again and again."""
    made = room()
    play_until(made, 6)
    seize(made, 2)
    ledger = made.peers[0].table.ledger
    for slot in range(1, 6):
        place = ledger.before(slot).place
        tell(made, 2, 0, Attested(place, signed(2, place, Ack(2, 0, ledger.records[slot].digest, bytes(32)))))
        tell(made, 2, 0, StateIs(slot, "{}"))
        made.tick()
    assert len(made.news(Differs)) == 1


def test_e515_another_hash_of_one_position_is_refused_with_the_seat() -> None:
    """It has signed another state than it shows; that stands in the log."""
    made = room()
    play_until(made, 6)
    seize(made, 2)
    ledger = made.peers[0].table.ledger
    place = ledger.before(3).place
    tell(made, 2, 0, Attested(place, signed(2, place, Ack(2, 0, ledger.records[3].digest, bytes(32)))))
    tell(made, 2, 0, StateIs(3, json.dumps(ledger.game.position(ledger.before(4).state))))
    (refused,) = made.news(Refused)
    assert (refused.error.code, refused.error.seat) == (Code.FALSE_HEAD, 2)
    assert made.peers[0].table.stopped is None


@pytest.mark.parametrize("depth", [DEPTH + 1, sys.getrecursionlimit(), POSITION_BYTES // 2])
def test_a_state_that_is_nested_too_deep_is_refused(depth: int) -> None:
    """The deepest possible one is read, and the difference shown."""
    made = room()
    play_until(made, 6)
    seize(made, 2)
    ledger = made.peers[0].table.ledger
    place = ledger.before(3).place
    tell(made, 2, 0, Attested(place, signed(2, place, Ack(2, 0, ledger.records[3].digest, bytes(32)))))
    tell(made, 2, 0, StateIs(3, "[" * depth + "]" * depth))
    assert [refused.error.code for refused in made.news(Refused)] == [Code.BAD_CONTENT]
    assert not made.news(Differs)
    made.peers[0].table.sync.views[made.peers[2].public].state_due = 3
    tell(made, 2, 0, StateIs(3, "[" * DEPTH + "]" * DEPTH))
    assert made.news(Differs)


def test_old_statements_of_an_honest_seat_do_not_crowd_out_new_ones() -> None:
    """A liar repeats what the seat has signed before, at the beginning of each tick."""
    made = room()
    play_until_due(made, InputKind.MOVE)
    mover = made.peers[0].table.awaited[0]
    made.decide(mover)
    move = made.peers[mover].table.slot.all_inputs
    seize(made, 2)
    place = place_of(made, 0)
    tell(made, 2, 0, Papers(place, move))
    made.carry_out(0, made.peers[0].table.tick())
    for ballot in (2 + 3 * turn for turn in range(20)):
        for old in range(2, ballot, 3):
            papers = Papers(place, move, promises=(signed(1, place, Promise(1, old, None, False, None)),))
            tell(made, 2, 0, replace(papers, prepare=signed(1, place, Prepare(1, old, None))))
        promises = (signed(1, place, Promise(1, ballot, None, False, None)),)
        tell(made, 1, 0, Papers(place, move, promises=promises, prepare=signed(1, place, Prepare(1, ballot, None))))
        assert made.peers[0].table.slot.promises[1][-1].ballot == ballot
        assert made.peers[0].table.slot.acceptor is not None
        made.carry_out(0, made.peers[0].table.tick())
    acceptor = made.peers[0].table.slot.acceptor
    assert acceptor is not None
    assert acceptor.promised > 40
