"""States, records and the ledger, without a table: the possible values of a slot, and the evidence that one is
final."""

from __future__ import annotations

from dataclasses import replace

import pytest
from p2pgame.protocol.contract import fairness
from p2pgame.protocol.table.consensus import Proposal, Ruling, RulingKind
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import sign
from p2pgame.protocol.table.state import Dropped
from p2pgame.protocol.wire.errors import Code, RemoteError

from .. import people
from .signed import (
    TINK,
    acked,
    answer,
    answers,
    at_a_move,
    given,
    open_to,
    opened,
    promised,
    proposed,
    record_of,
    write,
)


def refusal(ledger: Ledger, record: Record) -> Code:
    """Why a record is refused. The ledger stays as it was."""
    before = ledger.now
    with pytest.raises(RemoteError) as caught:
        ledger.absorb(record)
    assert ledger.now is before
    return caught.value.code


@pytest.fixture
def ledger() -> Ledger:
    """A table of three that waits for a move."""
    return at_a_move()


def test_a_slot_of_three_needs_a_quorum_of_acks(ledger: Ledger) -> None:
    """Two of three, each once, of seats that are there, in rising order."""
    record = record_of(ledger.now, answers(ledger.now))
    first, second = record.acks
    for acks in ((), (first,), (first, first), (second, first), (first, (4, second[1]))):
        assert refusal(ledger, replace(record, acks=acks)) in (Code.BROKEN_STEP, Code.WRONG_SEAT)
    ledger.absorb(record)
    assert ledger.records[-1] == record


def test_an_ack_of_another_value_state_ballot_or_slot_does_not_count(ledger: Ledger) -> None:
    """Its signature fails."""
    state = ledger.now
    value = answers(state)
    record, outcome = record_of(state, value), state.outcome(value)
    elsewhere = replace(state, slot=state.slot + 1)
    for ack in (
        acked(state, outcome, 1, value=bytes(32)),
        acked(state, outcome, 1, state=bytes(32)),
        acked(state, outcome, 1, ballot=2),
        acked(elsewhere, outcome, 1),
    ):
        assert refusal(ledger, replace(record, acks=(record.acks[0], (1, ack.signature)))) is Code.FORGED_INPUT


def test_an_input_that_was_signed_for_another_table_is_refused_on_every_road(ledger: Ledger) -> None:
    """Fault A: its body names the table, the slot and the head before."""
    state = ledger.now
    assert state.due is not None
    seat = state.due.seats[0]
    good = answer(state, seat)
    for changed in ({"table": bytes(32)}, {"slot": 9}, {"head": bytes(32)}):
        foreign = sign(people.identity(seat), replace(state.place, **changed), good)
        with pytest.raises(RemoteError) as caught:
            state.admit(foreign)
        assert caught.value.code is Code.FORGED_INPUT
        assert refusal(ledger, replace(record_of(state, (good,)), value=(foreign,))) is Code.FORGED_INPUT


def test_a_ruling_needs_the_consent_of_a_quorum_in_its_promises(ledger: Ledger) -> None:
    """The ruled seat does not consent, and nobody consents twice."""
    state, ruling = ledger.now, Ruling(RulingKind.DROP, 2)
    record, outcome = record_of(state, ruling), state.outcome(ruling)
    one, other = (promised(state, seat, 1, ruling, consents=True) for seat in (0, 1))
    for promises in (
        (one,),
        (one, one),
        (one, promised(state, 1, 1, ruling, consents=False)),
        (one, promised(state, 2, 1, ruling, consents=True)),
        (one, promised(state, 1, 2, ruling, consents=True)),
        (one, promised(state, 1, 1, Ruling(RulingKind.DROP, 1), consents=True)),
        (one, replace(other, signature=bytes(64))),
    ):
        proposal = proposed(state, 1, outcome.digest, promises)
        assert refusal(ledger, replace(record, proposal=proposal)) in (Code.BROKEN_STEP, Code.FORGED_INPUT)
    assert refusal(ledger, replace(record, proposal=None)) is Code.BROKEN_STEP
    step = ledger.absorb(record)
    assert step is not None
    assert step.event == Dropped(2)
    assert step.consenting == (0, 1)
    assert ledger.now.present == (0, 1)


def test_a_proposal_is_refused_whose_owner_or_ballot_is_another(ledger: Ledger) -> None:
    """Ballot 1 is seat 0's, ballot 2 seat 1's."""
    state, ruling = ledger.now, Ruling(RulingKind.DROP, 2)
    record = record_of(state, ruling)
    promises = [promised(state, seat, 1, ruling, consents=True) for seat in (0, 1)]
    stolen = sign(people.identity(1), state.place, Proposal(1, 1, ruling.digest, tuple(promises)))
    assert refusal(ledger, replace(record, proposal=stolen)) is Code.BROKEN_STEP


def test_inputs_may_be_final_above_ballot_0_if_somebody_reports_them(ledger: Ledger) -> None:
    """The proposal carries the ack of ballot 0 that it rests on."""
    state = ledger.now
    value = answers(state)
    outcome = state.outcome(value)
    report = acked(state, outcome, 1)
    promises = [
        promised(state, 0, 1, None, consents=False),
        promised(state, 1, 1, None, consents=False, latest=report),
    ]
    proposal = proposed(state, 1, outcome.digest, promises)
    acks = tuple((seat, acked(state, outcome, seat, 1).signature) for seat in (0, 2))
    ledger.absorb(Record(state.slot, value, outcome.state_hash, 1, acks, proposal))
    assert ledger.records[-1].ballot == 1


@pytest.mark.parametrize("kind", [InputKind.ACCEPT, InputKind.CLOSE])
def test_receipts_have_no_rulings_and_no_acks(kind: InputKind) -> None:
    """Every seat must give one."""
    ledger = Ledger(people.genesis(TINK, 3), TINK) if kind is InputKind.ACCEPT else open_to(kind, TINK)
    state = ledger.now
    assert not state.needs_acks
    assert not any(state.allows(Ruling(ruling, seat)) for ruling in RulingKind for seat in range(3))
    receipts = tuple(given(state, seat, b"") for seat in range(3))
    assert refusal(ledger, Record(state.slot, receipts[:2], state.state_hash)) is Code.BROKEN_STEP
    ledger.absorb(Record(state.slot, receipts, state.state_hash))
    assert ledger.now.closed == (kind is InputKind.CLOSE)
    assert ledger.now.state_hash == state.state_hash


def test_with_two_seats_both_inputs_are_enough_and_nothing_can_be_ruled() -> None:
    """No acks stand in such a record."""
    ledger = at_a_move(seats=2)
    state = ledger.now
    assert not any(state.allows(Ruling(kind, seat)) for kind in RulingKind for seat in range(2))
    record = Record(state.slot, answers(state), state.outcome(answers(state)).state_hash)
    assert refusal(ledger, replace(record, acks=((0, bytes(64)),))) is Code.BROKEN_STEP
    ledger.absorb(record)


def test_a_skip_in_a_secret_choice_opens_the_round_again_without_that_seat() -> None:
    """On a new head: the others commit again, and the seat makes its default move."""
    ledger = open_to(InputKind.COMMIT)
    state = ledger.now
    write(ledger, Ruling(RulingKind.SKIP, 1), (0, 2))
    assert ledger.now.step == state.step
    assert ledger.now.head != state.head
    assert ledger.now.due is not None
    assert (ledger.now.due.kind, ledger.now.due.seats) == (InputKind.COMMIT, (0, 2))
    openings = {seat: bytes([seat]) * 32 + _notation(ledger, seat) for seat in (0, 2)}
    table, step = ledger.genesis.id, ledger.now.step
    commitments = [fairness.commitment(table, step, seat, opening) for seat, opening in openings.items()]
    write(ledger, tuple(given(ledger.now, seat, each) for seat, each in zip(openings, commitments, strict=True)))
    assert ledger.now.due is not None
    assert (ledger.now.due.kind, ledger.now.due.seats) == (InputKind.OPEN, (0, 2))
    record = record_of(ledger.now, tuple(given(ledger.now, seat, each) for seat, each in openings.items()))
    done = ledger.absorb(record)
    assert done is not None
    assert done.skipped == (1,)
    assert ledger.now.step == step + 1


def _notation(ledger: Ledger, seat: int) -> bytes:
    game, state = ledger.game, ledger.now.state
    return game.format(next(iter(game.legal(state, seat)))).encode()


def test_a_drop_in_a_draw_wastes_that_draw() -> None:
    """Some of its shares may be known, so the next draw takes the next ones."""
    ledger = open_to(InputKind.SHARE)
    number = ledger.now.draw_number
    write(ledger, Ruling(RulingKind.DROP, 2))
    assert ledger.now.draw_number == number + 1


def test_a_state_before_any_slot_is_found_again() -> None:
    """From the states that are kept on the way."""
    ledger, heads = opened(), []
    while len(ledger.records) < 40 and ledger.now.due is not None and ledger.now.due.kind is not InputKind.CLOSE:
        heads.append(ledger.now)
        write(ledger, answers(ledger.now))
    for state in heads:
        assert ledger.before(state.slot).head == state.head
        assert ledger.before(state.slot).state_hash == state.state_hash
        assert ledger.heads[state.slot] == state.head
