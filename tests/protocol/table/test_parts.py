"""Parts of a table alone: the open slot, the write rule, leases and turns, clocks and consents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from p2pgame.engine.game import AnyGame
from p2pgame.protocol.table.choices import Choices
from p2pgame.protocol.table.consensus import ProofKind, Ruling, RulingKind
from p2pgame.protocol.table.decider import Decider
from p2pgame.protocol.table.faults import Faults
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.liveness import LEEWAY, PATIENCE, Liveness
from p2pgame.protocol.table.messages import Have, Papers, decode_message, encode_message
from p2pgame.protocol.table.proposer import WINDOW, Lease, Proposer
from p2pgame.protocol.table.rulings import Rulings
from p2pgame.protocol.table.slot import Slot
from p2pgame.protocol.table.speech import Speech
from p2pgame.protocol.table.state import TableState
from p2pgame.protocol.table.sync import PeerView, Sync, papers_lacked
from p2pgame.protocol.table.writing import DISPUTE, MOMENT, WriteRule
from p2pgame.protocol.wire.errors import Code, RemoteError
from p2pgame.protocol.wire.limits import ACKS_KEPT

from .. import people
from .signed import TETRIS, acked, answer, answers, at_a_move, given, open_to, opened, promised, proposed, write

GRACE = people.GRACE


@pytest.fixture
def state() -> TableState:
    """A table of three that waits for a move."""
    return at_a_move().now


def linked(state: TableState, *seats: int) -> Sync:
    """The links of seat 0 with these seats."""
    sync = Sync(state.genesis.contract, 0)
    for seat in seats:
        sync.views[people.identity(seat).public] = PeerView()
    return sync


def complete(state: TableState, own: int | None = 0) -> Slot:
    """An open slot with all inputs."""
    slot = Slot(state, own)
    for each in answers(state):
        slot.add_input(each)
    return slot


# The open slot


def test_a_slot_takes_one_input_a_seat_and_proves_a_second(state: TableState) -> None:
    """The first counts; both are kept, because others may have the second."""
    assert state.due is not None
    seat = state.due.seats[0]
    slot = Slot(state, 0)
    first, second = answer(state, seat, 0), answer(state, seat, 1)
    assert slot.add_input(first)
    assert not slot.add_input(first)
    assert slot.add_input(second)
    (proof,) = slot.take_proofs()
    assert (proof.kind, proof.seat) == (ProofKind.INPUTS, seat)
    proof.check(state.genesis)
    assert slot.inputs == {seat: first}
    assert slot.are_inputs(state.outcome((second,)).digest)


def test_a_slot_refuses_a_move_that_the_rules_forbid(state: TableState) -> None:
    """It is as if it had not come."""
    assert state.due is not None
    seat = state.due.seats[0]
    slot = Slot(state, 0)
    with pytest.raises(RemoteError) as caught:
        slot.add_input(given(state, seat, b"no move"))
    assert caught.value.code is Code.ILLEGAL_MOVE
    assert slot.missing == (seat,)


def test_a_third_input_of_a_cheat_is_taken_only_if_a_value_with_it_was_named(state: TableState) -> None:
    """It may have sent every seat another one; a seat that acked or proposed one must be able to show it."""
    assert state.due is not None
    seat = state.due.seats[0]
    slot = Slot(state, 0)
    third = answer(state, seat, 2)
    for place in (0, 1):
        slot.add_input(answer(state, seat, place))
    assert not slot.add_input(third)
    slot.name(1, state.outcome((third,)).digest)
    assert slot.add_input(third)
    assert slot.are_inputs(state.outcome((third,)).digest)


def test_the_inputs_of_a_proven_cheat_do_not_count(state: TableState) -> None:
    """They are kept for reports of others that carry them."""
    assert state.due is not None
    seat = state.due.seats[0]
    slot = Slot(state, 0, frozenset({seat}))
    slot.add_input(answer(state, seat))
    assert slot.missing == (seat,)
    assert slot.are_inputs(state.outcome(answers(state)).digest)


def test_a_slot_proves_two_acks_and_a_hidden_ack(state: TableState) -> None:
    """In either order of the two statements."""
    slot, outcome = complete(state), state.outcome(answers(state))
    slot.add_ack(acked(state, outcome, 1))
    slot.add_ack(acked(state, outcome, 1, value=bytes(32)))
    slot.add_promise(promised(state, 1, 4, None, consents=False))
    kinds = [proof.kind for proof in slot.take_proofs()]
    assert kinds == [ProofKind.ACKS, ProofKind.HIDDEN_ACK]
    other = complete(state)
    other.add_promise(promised(state, 1, 4, None, consents=False))
    other.add_ack(acked(state, outcome, 1))
    assert [proof.kind for proof in other.take_proofs()] == [ProofKind.HIDDEN_ACK]


def test_a_slot_proves_two_proposals(state: TableState) -> None:
    """Of one ballot, with two values that both follow."""
    slot, outcome, ruling = complete(state), state.outcome(answers(state)), Ruling(RulingKind.DROP, 2)
    promises = [promised(state, seat, 1, ruling, consents=True) for seat in (0, 1)]
    slot.add_proposal(proposed(state, 1, ruling.digest, promises))
    slot.add_proposal(proposed(state, 1, outcome.digest, promises))
    assert [proof.kind for proof in slot.take_proofs()] == [ProofKind.PROPOSALS]


def test_a_value_acked_by_a_quorum_is_final(state: TableState) -> None:
    """With the state that one's own engine comes to."""
    slot, outcome = complete(state), state.outcome(answers(state))
    slot.add_ack(acked(state, outcome, 1, state=bytes(32)))
    slot.add_ack(acked(state, outcome, 2, state=bytes(32)))
    assert slot.finals() == []
    slot = complete(state)
    for seat in (1, 2):
        slot.add_ack(acked(state, outcome, seat))
    (final,) = slot.finals()
    assert final.ballot == 0
    assert [ack.seat for ack in final.acks] == [1, 2]


def test_a_cheats_second_ack_makes_a_value_final_as_well(state: TableState) -> None:
    """Others may have written what it acked to them: their record shows it."""
    slot, outcome = complete(state), state.outcome(answers(state))
    slot.add_ack(acked(state, outcome, 1, value=bytes(32)))
    for seat in (1, 2):
        slot.add_ack(acked(state, outcome, seat))
    (final,) = slot.finals()
    assert final.outcome.digest == outcome.digest


# One's own choices


def test_the_opening_of_a_foreign_commitment_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program with this key has made the commitment. Each message asks for the opening again."""
    ledger = open_to(InputKind.COMMIT)
    write(ledger, tuple(given(ledger.now, seat, bytes(32)) for seat in ledger.now.decides))
    state, looked = ledger.now, []

    def legal(game: AnyGame, *asked: Any) -> Iterator[Any]:
        looked.append(asked)
        return real(game, *asked)

    real = type(TETRIS).legal
    monkeypatch.setattr(type(TETRIS), "legal", legal)
    choices = Choices(people.signer(state.genesis, 0))
    assert [choices.content(state) for _ in range(3)] == [None] * 3
    assert len(looked) == 1


# The write rule


def test_a_final_value_waits_for_every_linked_seat_for_a_limited_time(state: TableState) -> None:
    """After a moment it is written without the ack that lacks; the next slot does not wait for that seat again."""
    slot, outcome, rule = complete(state), state.outcome(answers(state)), WriteRule(linked(state, 1, 2))
    for seat in (0, 1):
        slot.add_ack(acked(state, outcome, seat))
    assert rule.choose(slot, (), 10) is None
    assert rule.choose(slot, (), 10 + MOMENT - 1) is None
    final = rule.choose(slot, (), 10 + MOMENT)
    assert final is not None
    rule.written(final)
    rule.open_slot()
    assert rule.choose(slot, (), 20) is not None


def test_a_final_value_is_written_once_all_linked_seats_have_acked_it(state: TableState) -> None:
    """A seat that is not linked is not waited for, nor one that is proven to have cheated."""
    outcome = state.outcome(answers(state))
    for links, cheats in (((1,), ()), ((1, 2), (2,))):
        slot, rule = complete(state), WriteRule(linked(state, *links))
        for seat in (0, 1):
            slot.add_ack(acked(state, outcome, seat))
        assert rule.choose(slot, cheats, 10) is not None


def test_a_final_value_waits_while_a_linked_seat_shows_another_value(state: TableState) -> None:
    """In that ballot, with its inputs. Above ballot 0 an ack counts only with its proposal."""
    slot, outcome, rule = complete(state), state.outcome(answers(state)), WriteRule(linked(state, 1, 2))
    for seat in (0, 1):
        slot.add_ack(acked(state, outcome, seat))
    for each in answers(state, 1):
        slot.add_input(each)
    slot.add_ack(acked(state, state.outcome(answers(state, 1)), 2))
    rule.choose(slot, (), 10)
    assert rule.choose(slot, (), 99) is None
    other, rule = complete(state), WriteRule(linked(state, 1, 2))
    for seat in (0, 1):
        other.add_ack(acked(state, outcome, seat))
    other.add_ack(acked(state, outcome, 2, 9, value=bytes(32)))
    rule.choose(other, (), 10)
    assert rule.choose(other, (), 99) is not None


def test_an_ack_of_a_value_without_inputs_counts_for_a_moment_once(state: TableState) -> None:
    """An honest seat shows the inputs that it has acked. A liar that acks anything holds up one slot, not each."""
    slot, outcome, rule = complete(state), state.outcome(answers(state)), WriteRule(linked(state, 1, 2))
    for seat in (0, 1):
        slot.add_ack(acked(state, outcome, seat))
    slot.add_ack(acked(state, outcome, 2, value=bytes(32)))
    assert rule.choose(slot, (), 10) is None
    assert rule.choose(slot, (), 10 + MOMENT - 1) is None
    final = rule.choose(slot, (), 10 + MOMENT)
    assert final is not None
    rule.written(final)
    rule.open_slot()
    assert rule.choose(slot, (), 20) is not None


def test_after_a_long_dispute_the_value_of_a_linked_seat_is_written(state: TableState) -> None:
    """The seat that has written says nothing more, so no higher ballot may ever end what others dispute."""
    slot, outcome, sync = complete(state), state.outcome(answers(state)), linked(state, 1, 2)
    rule = WriteRule(sync)
    for seat in (0, 1):
        slot.add_ack(acked(state, outcome, seat))
    for each in answers(state, 1):
        slot.add_input(each)
    slot.add_ack(acked(state, state.outcome(answers(state, 1)), 2))
    sync.views[people.identity(1).public].shown = (state.slot, outcome.digest)
    assert rule.choose(slot, (), 10) is None
    assert rule.choose(slot, (), 10 + DISPUTE - 1) is None
    assert rule.choose(slot, (), 10 + DISPUTE) is not None


def test_nothing_is_written_below_ones_own_latest_ack(state: TableState) -> None:
    """Unless every linked seat shows the same value as its record of the slot."""
    slot, outcome, sync = complete(state), state.outcome(answers(state)), linked(state, 1, 2)
    assert slot.acceptor is not None
    for seat in (1, 2):
        slot.add_ack(acked(state, outcome, seat))
    own = acked(state, outcome, 0, 4, value=bytes(32))
    slot.acceptor = slot.acceptor.with_ack(own, None)
    rule = WriteRule(sync)
    assert rule.choose(slot, (), 10) is None
    assert rule.choose(slot, (), 99) is None
    for view in sync.views.values():
        view.shown = (state.slot, outcome.digest)
    assert rule.choose(slot, (), 99) is not None


# Turns of proposers


def test_seats_take_turns_to_prepare_in_windows_that_grow() -> None:
    """In seat order; nobody begins twice in one window. With each round the windows double, up to a limit."""
    begun: dict[int, int] = {}
    proposers = [Proposer() for _ in range(3)]
    for tick in range(600):
        for place, proposer in enumerate(proposers):
            if proposer.is_turn(tick, place, 3, has_reason=True):
                proposer.begin(tick, None, tick, 3)
                begun[tick] = place
    assert list(begun.values())[:6] == [0, 1, 2, 0, 1, 2]
    waits = [later - earlier for earlier, later in pairwise(begun)]
    assert waits[:13] == [WINDOW] * 3 + [2 * WINDOW] * 3 + [4 * WINDOW] * 3 + [8 * WINDOW] * 3 + [16 * WINDOW]
    assert max(waits) == 16 * WINDOW


def test_a_lease_keeps_others_out_for_its_time_and_then_its_owner_for_longer() -> None:
    """The pause grows with each lease, so that no seat can take every turn of the others."""
    lease, pauses = Lease(), []
    tick = 0
    for _ in range(6):
        lease.give(2, tick)
        assert all(not lease.admits(1, tick + after) for after in range(WINDOW))
        assert lease.admits(1, tick + WINDOW)
        again = next(later for later in range(tick + WINDOW, tick + 999) if lease.admits(2, later))
        pauses.append(again - tick - WINDOW)
        tick = again
    assert pauses == [3, 6, 12, 24, 24, 24]


# Clocks and consents


def clocks(grace_ticks: int, turn_time: int = 0) -> tuple[Liveness, TableState]:
    """The clocks of seat 0 that many ticks after its last contact with seats 1 and 2, at a table that waits for seat
    1."""
    state = at_a_move(3, turn_time).now
    liveness = Liveness(state.genesis.contract, 0)
    for _ in range(grace_ticks):
        liveness.count()
    return liveness, state


def test_a_seat_consents_to_a_drop_only_after_grace_and_by_its_persons_vote() -> None:
    """Or by itself after three times as long, unless the person waits. Never on itself."""
    ruling = Ruling(RulingKind.DROP, 1)
    liveness, state = clocks(GRACE - 1)
    liveness.vote(1)
    assert not liveness.consents(ruling, state.due, (1,), ())
    liveness.count()
    assert not liveness.consents(ruling, state.due, (1,), ())  # a vote before its time is forgotten
    liveness.vote(1)
    assert liveness.consents(ruling, state.due, (1,), ())
    assert not liveness.consents(Ruling(RulingKind.DROP, 0), state.due, (0,), ())
    liveness.hear(1)
    assert not liveness.consents(ruling, state.due, (1,), ())

    silent, _ = clocks(PATIENCE * GRACE)
    assert silent.consents(ruling, state.due, (1,), ())
    silent.wait(1)
    assert not silent.consents(ruling, state.due, (1,), ())


def test_a_vote_lapses_when_its_seat_comes_back_and_answers_at_once() -> None:
    """It does not count when the seat goes away again, before the person has voted again."""
    ruling = Ruling(RulingKind.DROP, 1)
    liveness, state = clocks(GRACE)
    liveness.vote(1)
    liveness.hear(1)
    liveness.open_slot(same_step=False)
    for _ in range(GRACE):
        liveness.count()
    assert liveness.is_grace_over(1, state.due, owes=True)
    assert not liveness.consents(ruling, state.due, (1,), ())


def test_a_wish_to_wait_before_the_grace_time_ends_keeps_waiting() -> None:
    """Until the seat is back when a slot opens; a slot that opens without it changes nothing."""
    ruling = Ruling(RulingKind.DROP, 1)
    liveness, state = clocks(1)
    liveness.wait(1)
    for _ in range(PATIENCE * GRACE):
        assert not liveness.consents(ruling, state.due, (1,), ())
        liveness.count()
    liveness.open_slot(same_step=False)
    assert not liveness.consents(ruling, state.due, (1,), ())
    liveness.hear(1)
    liveness.open_slot(same_step=False)
    for _ in range(PATIENCE * GRACE):
        assert not liveness.consents(ruling, state.due, (1,), ())
        liveness.count()
    assert liveness.consents(ruling, state.due, (1,), ())


def test_a_seat_whose_input_is_here_is_dropped_only_by_a_proof() -> None:
    """After any time of silence."""
    liveness, state = clocks(5 * GRACE)
    assert state.due is not None
    (mover,) = state.due.seats
    due = replace(state.due, seats=(1,)) if mover != 1 else state.due
    ruling = Ruling(RulingKind.DROP, 1)
    assert not liveness.consents(ruling, due, (), ())
    assert liveness.consents(ruling, due, (), {1})


def test_inputs_without_a_decision_are_timed_independently_of_links() -> None:
    """A seat that withholds its share gets no new time by coming back."""
    state = open_to(InputKind.SHARE).now
    liveness = Liveness(state.genesis.contract, 0)
    liveness.open_slot(same_step=False)
    for _ in range(GRACE):
        liveness.count()
        liveness.hear(1)
    assert liveness.is_grace_over(1, state.due, owes=True)
    assert not liveness.is_grace_over(2, state.due, owes=False) or not liveness.is_reachable(2)


def test_a_claimed_link_keeps_a_seat_that_thinks_and_none_that_withholds() -> None:
    """Another seat says to be linked with it: it may think. A share needs no thought."""
    for state, is_over in ((at_a_move().now, False), (open_to(InputKind.SHARE, turn_time=0).now, True)):
        liveness = Liveness(state.genesis.contract, 0)
        for _ in range(GRACE):
            liveness.count()
            liveness.note_links(0b010)
        assert liveness.is_grace_over(1, state.due, owes=True) is is_over


def test_a_skip_is_consented_to_after_the_turn_time_and_some_leeway() -> None:
    """In each slot again: after a skip the answers of the others are on their way."""
    ruling = Ruling(RulingKind.SKIP, 1)
    liveness, state = clocks(9 + LEEWAY - 1, turn_time=9)
    assert not liveness.consents(ruling, state.due, (1,), ())
    liveness.count()
    assert liveness.consents(ruling, state.due, (1,), ())
    liveness.open_slot(same_step=True)
    assert not liveness.consents(ruling, state.due, (1,), ())


# The content of one message


@pytest.mark.parametrize("is_same_history", [True, False])
def test_consents_count_only_on_the_same_history(state: TableState, *, is_same_history: bool) -> None:
    """A `have` for the same slot of another history is about another question."""
    assert state.due is not None
    slot, sync, (absent,) = Slot(state, 0), linked(state, *state.present[1:]), state.due.seats
    head = state.head if is_same_history else bytes(32)
    for view in sync.views.values():
        view.have = Have(state.slot, head, 0, 0, 0, (0,) * 3, 1 << absent, 0, 7)
    liveness, speech = Liveness(state.genesis.contract, 0), Speech(state.place)
    rulings = Rulings(liveness, sync, Faults(Ledger(state.genesis, state.game)), [])
    decider = Decider(slot, people.signer(state.genesis, 0), speech)
    for _ in range(2):
        liveness.count()
        rulings.prepare(slot, decider, 0)
    assert bool(speech.flush()) is is_same_history


def test_the_most_important_acks_go_into_one_message() -> None:
    """Of each seat the lowest and the highest. Otherwise a seat that comes back after several ballots could not catch
    up."""
    state = opened(seats=4).now
    slot, outcome = Slot(state, 0), state.outcome(answers(state))
    for seat, ballot in product(range(4), range(2 * ACKS_KEPT)):
        slot.add_ack(acked(state, outcome, seat, ballot))
    papers = papers_lacked(slot, Have(state.slot, state.head, 0, 0, 0, (0,) * 4, 0, 0, 0))
    assert papers is not None
    assert len(papers.acks) == 4 * 2
    assert decode_message(encode_message(papers)) == papers


def test_where_acks_differ_all_inputs_are_shown(state: TableState) -> None:
    """Also to a peer that has inputs of these seats: a cheat may have sent it others."""
    slot, outcome = complete(state), state.outcome(answers(state))
    slot.add_ack(acked(state, outcome, 0))
    has_all = Have(state.slot, state.head, 7, 0, 0, (1, 1, 1), 0, 0, 0)
    assert papers_lacked(slot, has_all) is None
    slot.add_ack(acked(state, outcome, 1, value=bytes(32)))
    papers = papers_lacked(slot, has_all)
    assert papers is not None
    assert papers.inputs == answers(state)


def test_all_promises_of_a_seat_that_a_slot_keeps_go_into_one_message(state: TableState) -> None:
    """For a seat that has lost its journal."""
    slot = Slot(state, 0)
    for ballot in range(2, 2 + 2 * ACKS_KEPT):
        slot.add_promise(promised(state, 1, ballot, None, consents=False))
    papers = Papers(state.place, promises=tuple(slot.promises[1]))
    assert len(papers.promises) == ACKS_KEPT
    assert decode_message(encode_message(papers)) == papers
