"""Cheats that send every seat another answer, and hide acked answers among many others."""

from __future__ import annotations

from p2pgame.protocol.table.choices import Choices
from p2pgame.protocol.table.consensus import Ack, Promise, Proposal
from p2pgame.protocol.table.journal import Word
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Have, Papers, Records, decode_message, encode_message
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.recovery import Recovery
from p2pgame.protocol.table.signing import Input
from p2pgame.protocol.table.slot import Slot
from p2pgame.protocol.table.state import TableState
from p2pgame.protocol.table.sync import Sync, papers_lacked

from .. import people
from .room import Room
from .signed import acked, given, open_to, promised, proposed
from .test_attacks import play_until_due, seize, signed, tell
from .test_table import TETRIS, heads, room

LIAR = 0
"""The seat that lies at the tables of three."""


def commitment(state: TableState, seat: int, number: int) -> Input:
    """One of many commitments that a seat signs for one slot."""
    return given(state, seat, bytes([number]) * 32)


def flood(made: Room, state: TableState, n: int) -> None:
    """The liar acks as many values as there is time for, of which nobody will ever know any."""
    for number in range(100):
        ack = signed(LIAR, state.place, Ack(LIAR, 0, bytes([number]) * 32, bytes(32)))
        tell(made, LIAR, n, Papers(state.place, acks=(ack,)))


def lied_to(*, flooded: bool = True) -> tuple[Room, TableState]:
    """A table of three that waits for commitments. The liar has sent one honest seat two, and the other a third."""
    made = room(TETRIS)
    play_until_due(made, InputKind.COMMIT)
    state = made.peers[1].table.ledger.now
    seize(made, LIAR)
    made.cut(1, 2)
    tell(made, LIAR, 1, Papers(state.place, (commitment(state, LIAR, 3),)))
    if flooded:
        flood(made, state, 2)
    for number in (1, 2):
        tell(made, LIAR, 2, Papers(state.place, (commitment(state, LIAR, number),)))
    return made, state


def test_values_that_a_liar_makes_up_keep_no_answer_out() -> None:
    """Each honest seat has acked another answer of the liar's, and one has seen a hundred values before that."""
    made, state = lied_to()
    made.connect([(1, 2)])
    for n in (1, 2):
        made.decide(n)
    made.run()
    made.tick_until(lambda: min(made.slots()[1:]) > state.slot, most=60)
    assert len(heads(made, 1, 2)) == 1


def test_a_record_counts_beside_any_other_acks_of_its_liar() -> None:
    """The quorum in it holds the liar's ack, and the reader got many others before."""
    made, state = lied_to()
    for n in (1, 2):
        made.decide(n)
    made.run()
    honest = made.peers[1].table.slot.inputs[1], made.peers[2].table.slot.inputs[2]
    value = (commitment(state, LIAR, 3), *honest)
    tell(made, LIAR, 1, Papers(state.place, (honest[1],)))
    outcome = state.outcome(value)
    own = made.peers[1].table.slot.acks[1][0]
    acks = (LIAR, acked(state, outcome, LIAR).signature), (1, own.signature)
    tell(made, LIAR, 2, Papers(state.place, (honest[0],)))
    made.connect([(1, 2)])
    view = made.peers[1].table.sync.views[made.peers[2].public]
    assert view is not None
    record = Record(state.slot, value, outcome.state_hash, 0, acks)
    tell(made, 1, 2, Records((record,)))
    assert made.peers[2].table.ledger.now.slot == state.slot + 1


def test_answers_of_two_cheats_that_make_a_value_together_are_taken_together() -> None:
    """Both are third ones, so that neither alone makes a value that somebody has acked."""
    state = open_to(InputKind.COMMIT, seats=4).now
    slot = Slot(state, 0)
    for number in (1, 2):
        for cheat in (2, 3):
            slot.add_input(commitment(state, cheat, number))
    value = tuple(commitment(state, seat, 3) for seat in range(4))
    slot.add_ack(acked(state, state.outcome(value), 1))
    for each in value:
        slot.add_input(each, beside=value)
    assert slot.are_inputs(state.outcome(value).digest)


def test_papers_of_two_cheats_fit_into_one_message() -> None:
    """As many answers as may be named, and as many acks and promises as are kept."""
    state = open_to(InputKind.COMMIT, seats=4).now
    slot = Slot(state, 0)
    for seat in (0, 1):
        slot.add_input(commitment(state, seat, 1))
    for number in range(100):
        value = tuple(commitment(state, seat, content) for seat, content in enumerate((1, 1, number, number)))
        outcome = state.outcome(value)
        slot.name(number % 4, outcome.digest)
        for each in value:
            slot.add_input(each, beside=value)
        slot.add_ack(acked(state, outcome, 3, number))
        slot.add_promise(promised(state, 3, number + 1, None, consents=False))
    assert len(slot.all_inputs) > 2 * (2 + 4)
    papers = papers_lacked(slot, Have(state.slot, state.head, 0, 0, 0, (0,) * 4, 0, 0, 15))
    assert papers is not None
    assert decode_message(encode_message(papers)) == papers


def test_a_proposal_that_its_seat_has_not_signed_names_nothing() -> None:
    """A liar could use up what an honest seat may name."""
    made, state = lied_to(flooded=False)
    third = commitment(state, LIAR, 3)
    honest = tuple(commitment(state, seat, 9) for seat in (1, 2))
    value = state.outcome((third, *honest)).digest
    forged = signed(LIAR, state.place, Proposal(2, 2, value))
    tell(made, LIAR, 2, Papers(state.place, (third, *honest), proposal=forged))
    assert third not in made.peers[2].table.slot.all_inputs


def test_a_reported_ack_names_its_value() -> None:
    """The ack itself may be lost; the promise that reports it comes with the inputs."""
    made, state = lied_to()
    made.decide(2)
    third = commitment(state, LIAR, 3)
    value = (third, commitment(state, 1, 9), made.peers[2].table.slot.inputs[2])
    report = acked(state, state.outcome(value), 1)
    promise = signed(1, state.place, Promise(1, 2, None, False, report))
    made.connect([(1, 2)])
    tell(made, 1, 2, Papers(state.place, value, promises=(promise,)))
    assert promise in made.peers[2].table.slot.promises[1]


def test_a_killed_seat_keeps_to_its_acks_of_three_answers_of_a_cheat() -> None:
    """Of a cheat two answers are taken, and a third only if a value with it is known to be acked: here by oneself."""
    state = open_to(InputKind.COMMIT).now
    signer = people.signer(state.genesis, 1)
    slot, recovery, choices = Slot(state, 1), Recovery(signer, Sync(state.genesis.contract, 1), []), Choices(signer)
    for ballot in range(3):
        value = (commitment(state, LIAR, ballot + 1), commitment(state, 1, 9), commitment(state, 2, 9))
        outcome, promises = state.outcome(value), [promised(state, n, ballot, None, consents=False) for n in (0, 2)]
        proposal = proposed(state, ballot, outcome.digest, promises) if ballot else None
        ack = acked(state, outcome, 1, ballot)
        recovery.restore(slot, Word(state.place, ack, b"", value, proposal), choices)
    assert slot.acceptor is not None
    assert slot.acceptor.latest == ack
