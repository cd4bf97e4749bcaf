"""Messages that do not count are refused with a code, and the table continues (`spec/table/messages.md`,
"Refusals")."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from p2pgame.protocol.contract.fairness import commitment
from p2pgame.protocol.table.effects import ClaimMade, Refused, Said, Send
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Ask, Chat, Claimed, Have, Message, Papers, Records
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Claim, Input, sign
from p2pgame.protocol.wire.errors import Code, SeatError
from p2pgame.protocol.wire.limits import CHAT_LINES, REFUSALS_TOLD

from ..log.logs import forged, is_due, play_until, room, show
from ..people import identity
from .room import Room
from .signed import given, open_to, write


def refusals(made: Room, n: int = 0) -> list[Code]:
    """The codes of a peer's refusals."""
    return [each.error.code for each in made.peers[n].news if isinstance(each, Refused)]


def waiting_for_move(seats: int = 3) -> tuple[Room, int, int]:
    """A table that waits for a move; the seat that owes it, and the one after that."""
    made = room("tink", seats)
    play_until(made, is_due(made, InputKind.MOVE, 1))
    return made, 1, 2


def hear(made: Room, source: int, message: Message, to: int = 0) -> list[Any]:
    """Let a message arrive; the effects."""
    effects = made.peers[to].table.receive(made.peers[source].public, message)
    made.carry_out(to, effects)
    return effects


def legal(made: Room) -> bytes:
    """A move that may be made now."""
    ledger, (seat,) = made.peers[0].table.ledger, made.peers[0].table.awaited
    return ledger.game.format(next(iter(ledger.game.legal(ledger.now.state, seat)))).encode()


@pytest.mark.parametrize(
    ("spoiled", "code", "names"),
    [
        ({"seat": 7}, Code.WRONG_SEAT, False),
        ({"signature": bytes(64)}, Code.FORGED_INPUT, True),
        ({"kind": InputKind.SHARE}, Code.STALE, False),
        ({"content": b"s@z9"}, Code.ILLEGAL_MOVE, True),
        ({"content": b"\xff"}, Code.ILLEGAL_MOVE, True),
    ],
    ids=lambda value: getattr(value, "name", None) or str(value),
)
def test_a_bad_input_is_refused_and_the_table_continues(spoiled: dict[str, Any], code: Code, names: bool) -> None:
    """The refusal names the seat where its own signature shows whose it is."""
    made, seat, _ = waiting_for_move()
    now = made.peers[0].table.ledger.now
    given = replace(Input(seat, InputKind.MOVE, legal(made)), **{k: v for k, v in spoiled.items() if k != "signature"})
    signed = sign(identity(seat), now.place, given)
    show(made, 0, seat, replace(signed, **{k: v for k, v in spoiled.items() if k == "signature"}))
    assert refusals(made) == [code]
    error = next(each.error for each in made.peers[0].news if isinstance(each, Refused))
    assert (isinstance(error, SeatError) and error.seat == seat) == names
    made.run()
    assert made.peers[0].table.ledger.now.closed


def test_e505_an_input_out_of_turn_is_refused_and_names_the_seat() -> None:
    """Signed as it should be."""
    made, _, other = waiting_for_move()
    show(made, 0, other, forged(made, other, legal(made)))
    assert refusals(made) == [Code.NOT_ASKED]


def test_e503_an_input_for_another_table_slot_or_history_is_forged_here() -> None:
    """Alone, or within a record."""
    made, seat, _ = waiting_for_move(2)
    now = made.peers[0].table.ledger.now
    for place in ({"table": bytes(32)}, {"slot": now.slot + 1}, {"head": bytes(32)}):
        given = forged(made, seat, legal(made), **place)
        show(made, 0, seat, given)
        outcome = now.outcome((given,))
        hear(made, seat, Records((Record(now.slot, (given,), outcome.state_hash),)))
    assert refusals(made) == [Code.FORGED_INPUT] * 6
    assert made.peers[0].table.ledger.now.slot == now.slot


@pytest.mark.parametrize("number", [1, 3], ids=["used", "not due"])
def test_e507_a_share_from_another_position_of_the_chain_is_refused(number: int) -> None:
    """Or a made-up one."""
    made = room("tetris", 3)
    play_until(
        made,
        lambda: (
            made.peers[0].table.ledger.now.draw_number == 2
            and made.peers[0].table.due is not None
            and made.peers[0].table.due.kind is InputKind.SHARE
            and 1 in made.peers[0].table.awaited
        ),
    )
    signer = made.peers[1].table.signer
    assert signer is not None
    for content in (signer.chain.share(number), bytes(32)):
        show(made, 0, 1, forged(made, 1, content))
    assert refusals(made) == [Code.FALSE_SHARE] * 2


def test_e508_an_opening_that_differs_from_the_commitment_names_its_seat() -> None:
    """The table waits for the right one."""
    made = room("tetris", 3)
    table = made.peers[0].table
    play_until(made, lambda: table.due is not None and table.due.kind is InputKind.OPEN and 1 in table.awaited)
    show(made, 0, 1, forged(made, 1, bytes(32) + b"up"))
    assert refusals(made) == [Code.FALSE_OPENING]
    made.run()
    assert table.ledger.now.closed


def test_a_replayed_input_of_a_past_slot_changes_nothing() -> None:
    """It is answered with the record, which the sender may lack."""
    made, seat, _ = waiting_for_move()
    ledger = made.peers[0].table.ledger
    record = next(each for each in reversed(ledger.records) if each.inputs)
    before = ledger.now
    hear(made, seat, Papers(ledger.before(record.slot).place, record.inputs))
    assert ledger.now == before
    assert not refusals(made)


def test_two_different_inputs_are_a_proof_and_a_repetition_is_not() -> None:
    """From any number of links."""
    made, seat, other = waiting_for_move()
    ledger = made.peers[0].table.ledger
    one, two = (ledger.game.format(move).encode() for move in islice(ledger.game.legal(ledger.now.state, seat), 2))
    made.gone.update({seat, other})
    given = forged(made, seat, one)
    for source in (seat, other, seat):
        show(made, 0, source, given)
    assert not made.peers[0].table.faults.proofs
    show(made, 0, other, forged(made, seat, two))
    assert set(made.peers[0].table.faults.proofs) == {seat}


def test_a_second_answer_to_a_written_slot_is_a_proof_and_undoes_nothing() -> None:
    """After any time."""
    made, seat, other = waiting_for_move()
    ledger, before = made.peers[0].table.ledger, made.peers[0].table.ledger.now
    second = [ledger.game.format(move).encode() for move in ledger.game.legal(before.state, seat)][-1]
    late = forged(made, seat, second)
    made.decide(seat)
    play_until(made, is_due(made, InputKind.MOVE, other))
    written = list(ledger.records)
    hear(made, other, Papers(before.place, (late,)))
    assert set(made.peers[0].table.faults.proofs) == {seat}
    assert ledger.records == written


def test_e511_statements_on_a_false_head_are_refused_and_records_asked_for() -> None:
    """The records are equal, and the table continues."""
    made, seat, _ = waiting_for_move()
    place = replace(made.peers[0].table.ledger.now.place, head=bytes(32))
    effects = hear(made, seat, Papers(place, (forged(made, seat, legal(made), head=bytes(32)),)))
    assert refusals(made) == [Code.DIVERGED]
    assert any(isinstance(each, Send) and isinstance(each.message, Ask) for each in effects)
    made.run()
    assert made.peers[0].table.ledger.now.closed


def test_a_claim_to_have_more_slots_binds_nobody() -> None:
    """Only records count, and it has none."""
    made, seat, _ = waiting_for_move()
    before = made.peers[0].table.ledger.now
    hear(made, seat, Have(before.slot + 1000, bytes(32), 0, 0, 0, (0,) * 3, 7, 7, 7))
    assert made.peers[0].table.ledger.now == before
    assert made.peers[0].table.awaited == (seat,)
    made.run()
    assert made.peers[0].table.ledger.now.closed


def test_a_claim_with_a_move_that_the_rules_forbid_is_refused() -> None:
    """It would not be intact in the log: a seat that can place a stone may not pass."""
    made, seat, _ = waiting_for_move(2)
    other, place = 1 - seat, made.peers[0].table.ledger.now.place
    given = sign(identity(seat), place, Input(seat, InputKind.MOVE, b"pass"))
    claimed = Claimed(place, sign(identity(other), place, Claim(other)), (given,))
    effects = hear(made, other, claimed, to=seat)
    assert refusals(made, seat) == [Code.ILLEGAL_MOVE]
    assert not any(isinstance(each, ClaimMade) for each in effects)


def test_a_commitment_to_an_illegal_move_cannot_be_opened() -> None:
    """The opening fits the commitment, and names a move that the rules forbid."""
    ledger = open_to(InputKind.COMMIT)
    state, opening = ledger.now, bytes(32) + b"no move"
    hidden = commitment(state.genesis.id, state.step, 1, opening)
    good = {seat: commitment(state.genesis.id, state.step, seat, bytes(32) + b"x") for seat in (0, 2)}
    write(ledger, tuple(given(state, seat, {1: hidden, **good}[seat]) for seat in range(3)))
    with pytest.raises(SeatError) as caught:
        ledger.now.admit(given(ledger.now, 1, opening))
    assert (caught.value.code, caught.value.seat) == (Code.ILLEGAL_MOVE, 1)


def test_a_spectator_injects_nothing() -> None:
    """It has no seat, and nobody's key."""
    made = Room(room("tink", 2).peers[0].table.ledger.game, room("tink", 2).peers[0].table.ledger.genesis, 1, 1)
    made.connect()
    made.begin()
    play_until(made, is_due(made, InputKind.MOVE, 1))
    head = made.peers[0].table.ledger.now.head
    now = made.peers[0].table.ledger.now
    show(made, 0, 2, sign(identity(2), now.place, Input(1, InputKind.MOVE, legal(made))))
    assert refusals(made) == [Code.FORGED_INPUT]
    assert made.peers[0].table.ledger.now.head == head


def test_a_screen_gets_some_refusals_and_all_are_counted() -> None:
    """A peer that says nonsense for ever fills no screen."""
    made, seat, _ = waiting_for_move()
    bad = Input(seat, InputKind.MOVE, legal(made), bytes(64))
    for n in range(3 * REFUSALS_TOLD):
        show(made, 0, seat, replace(bad, content=b"%d" % n))
    assert len(refusals(made)) == REFUSALS_TOLD
    assert made.peers[0].table.refused[made.peers[seat].public] >= 3 * REFUSALS_TOLD


def test_a_flood_of_chat_is_cut() -> None:
    """So many lines are shown within a tick."""
    made, seat, _ = waiting_for_move()
    shown = [each for _ in range(100) for each in hear(made, seat, Chat("hello")) if isinstance(each, Said)]
    assert len(shown) == CHAT_LINES


def test_the_same_records_are_not_sent_again_and_again_within_a_tick() -> None:
    """Asking costs the one who asks more than the one who answers."""
    made, seat, _ = waiting_for_move()
    sent = [
        each
        for _ in range(200)
        for each in hear(made, seat, Ask(0))
        if isinstance(each, Send) and isinstance(each.message, Records)
    ]
    assert 0 < len(sent) < 40
