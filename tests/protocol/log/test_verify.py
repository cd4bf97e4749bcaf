"""The value of logs (`spec/log.md`, "Verifying"), each alone and several together."""

from __future__ import annotations

from dataclasses import replace

import pytest
from p2pgame.protocol.log import replay as replay_module
from p2pgame.protocol.log.format import log_record, read_entries, read_genesis, whole_log
from p2pgame.protocol.log.signature_batch import SIZE, SignatureBatch
from p2pgame.protocol.log.verify import Report, Verdict, compare_logs, verify
from p2pgame.protocol.table import proofs
from p2pgame.protocol.table.consensus import Ack, RulingKind
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Attested, Claimed
from p2pgame.protocol.table.proofs import Proof
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Claim, Input, Place, sign
from p2pgame.protocol.wire.errors import RemoteError

from ..people import find_game, identity
from ..table.room import Room
from .logs import (
    cheated_room,
    claimed_room,
    deviating_room,
    dropped_in_draw_room,
    entries_of,
    finished,
    forged,
    is_due,
    log_of,
    not_agreed,
    play_until,
    room,
    skipped_room,
    taken_back_room,
)


def checked(log: bytes) -> Report:
    """The findings of verification."""
    return verify(log, find_game)


def changed(made: Room, at: int, entry: object) -> bytes:
    """The log of peer 0 with another entry at a place."""
    entries = entries_of(made)
    entries[at] = entry  # type: ignore[call-overload] # of the kinds that a log has
    return whole_log(made.peers[0].table.ledger.genesis, entries)


@pytest.mark.parametrize(("game_id", "seats"), [("tink", 2), ("tetris", 3), ("tink", 4)])
def test_a_finished_game_is_fair_and_intact(game_id: str, seats: int) -> None:
    """With its players, steps, draws and signatures counted, and who signed the end."""
    report = checked(finished(game_id, seats))
    assert (report.verdict, report.fault, report.claims) == (Verdict.FAIR, None, ())
    assert report.genesis is not None
    assert len(report.genesis.contract.seats) == seats
    assert report.signed_end == tuple(range(seats))
    assert report.draws > 0
    assert report.signatures > report.steps
    assert report.result is not None


def test_a_game_that_is_over_is_fair_without_receipts() -> None:
    """CLOSE is a receipt: a seat that leaves before it spoils nothing."""
    genesis, begin = read_genesis(finished("tetris", 3))
    entries = [entry for entry, _ in read_entries(finished("tetris", 3), begin)]
    report = checked(whole_log(genesis, entries[:-1]))
    assert (report.verdict, report.signed_end, report.owing) == (Verdict.FAIR, (), None)
    assert report.result is not None


def test_a_slot_without_a_quorum_is_not_intact() -> None:
    """One ack less than half and one, or one of them false."""
    made = room("tink", 3)
    made.run()
    at, record = next((n, entry) for n, entry in enumerate(entries_of(made)) if entry.acks)  # type: ignore[union-attr] # only records
    assert isinstance(record, Record)
    for acks in (record.acks[:1], (), (record.acks[0], record.acks[0]), (record.acks[0], (1, bytes(64)))):
        assert checked(changed(made, at, replace(record, acks=acks))).verdict is Verdict.FALSE


def test_a_forged_signature_is_found_in_every_slot_with_its_step() -> None:
    """Signatures are checked together, but the fault names its place: the first one of two."""
    made = room("tetris", 3)
    made.run()
    ledger, last = made.peers[0].table.ledger, len(entries_of(made)) - 1
    for slot in (0, last // 2, last):
        entries = entries_of(made)
        entries[slot], entries[last] = _without_signature(entries[slot]), _without_signature(entries[last])
        report, step = checked(whole_log(ledger.genesis, entries)), ledger.before(slot).step
        assert report.verdict is Verdict.FALSE
        assert report.fault is not None
        assert (report.fault.step, report.steps) == (step, step)
        assert "is not signed" in report.fault.reason


def _without_signature(record: object) -> Record:
    assert isinstance(record, Record)
    first, *others = record.inputs
    return replace(record, value=(replace(first, signature=bytes(64)), *others))


def test_a_batch_checks_when_it_is_full_at_its_end_and_from_then_on_at_once() -> None:
    """So no signature is ever forgotten."""
    place, public = Place(bytes(32), 0, bytes(32)), identity(0).public
    good, bad = sign(identity(0), place, Claim(0)), Claim(0, bytes(64))
    full = SignatureBatch()
    full.add(public, place, bad)
    for _ in range(SIZE - 2):
        full.add(public, place, good)
    with pytest.raises(RemoteError):
        full.add(public, place, good)
    batch = SignatureBatch()
    batch.add(public, place, bad)
    with pytest.raises(RemoteError):
        batch.finish()
    batch.add(public, place, good)
    with pytest.raises(RemoteError):
        batch.add(public, place, bad)


def test_a_ruling_names_the_consenting_seats_and_the_wasted_draw() -> None:
    """A seat is dropped in a draw: the same draw is made by the others."""
    report = checked(log_of(dropped_in_draw_room()))
    assert report.verdict is Verdict.FAIR
    [ruled] = report.rulings
    assert (ruled.ruling.kind, ruled.ruling.seat, ruled.consenting, ruled.draw) == (RulingKind.DROP, 2, (0, 1), 2)


def test_a_ruling_without_consents_is_not_intact() -> None:
    """Its proposal, or one of the promises, is left out."""
    made = dropped_in_draw_room()
    at, record = next((n, entry) for n, entry in enumerate(entries_of(made)) if not entry.inputs)  # type: ignore[union-attr] # only records
    assert isinstance(record, Record)
    assert record.proposal is not None
    bare = replace(record.proposal, promises=record.proposal.promises[:1])
    for spoiled in (replace(record, proposal=None), replace(record, proposal=bare), replace(record, ballot=0)):
        assert checked(changed(made, at, spoiled)).verdict is Verdict.FALSE


def test_a_skip_in_a_secret_choice_is_shown() -> None:
    """The seat's default move stands; its log is as fair as the others'."""
    made = skipped_room()
    report = checked(log_of(made))
    assert report.verdict is Verdict.FAIR
    assert {(ruled.ruling.kind, ruled.ruling.seat) for ruled in report.rulings} == {(RulingKind.SKIP, 2)}
    assert len({checked(log_of(made, n)).head for n in range(3)}) == 1


def test_a_takeback_is_shown_with_the_seats() -> None:
    """The seat whose move it was, and the seat that gave it in the place of its own move."""
    report = checked(log_of(taken_back_room()))
    assert (report.verdict, report.fault) == (Verdict.UNFINISHED, None)
    [takeback] = report.takebacks
    assert report.replay is not None
    assert report.replay.ledger.now.slot == takeback.step + 2
    assert {takeback.seat, takeback.by} <= {0, 1, 2}
    assert takeback.seat != takeback.by


def test_a_takeback_without_an_agreement_is_not_intact() -> None:
    """Its seat is named: it has signed the takeback."""
    report = checked(not_agreed())
    assert report.verdict is Verdict.FALSE
    assert report.fault is not None
    assert "without the agreement" in report.fault.reason
    assert report.fault.seat is not None


def test_a_proof_names_the_seat_and_the_step() -> None:
    """Two moves for one slot; the seat was dropped for it, and the game continued."""
    report = checked(log_of(cheated_room()))
    assert report.verdict is Verdict.CHEATED
    assert report.fault is not None
    assert report.fault.seat == 2
    assert report.rulings[0].ruling.seat == 2


def test_an_unfinished_log_names_the_owed_inputs() -> None:
    """By whom, and which kind."""
    made = room("tink", 3)
    play_until(made, is_due(made, InputKind.MOVE, 1))
    report = checked(log_of(made))
    assert report.verdict is Verdict.UNFINISHED
    assert report.owing is not None
    assert (report.owing.kind, report.owing.seats) == (InputKind.MOVE, (1,))


# Fault A: one function admits an input from everywhere; its place is signed.


def test_no_statement_signed_for_another_table_counts_anywhere_in_a_log() -> None:
    """An input, a receipt of the end, a proof, a claim, and an attestation."""
    made = room("tink", 2)
    made.run()
    entries = entries_of(made)
    for at in (len(entries) // 2, len(entries) - 1):
        record = entries[at]
        assert isinstance(record, Record)
        before = made.peers[0].table.ledger.before(record.slot)
        foreign = sign(identity(record.inputs[0].seat), replace(before.place, table=bytes(32)), record.inputs[0])
        report = checked(changed(made, at, replace(record, value=(foreign, *record.inputs[1:]))))
        assert report.verdict is Verdict.FALSE
        assert report.fault is not None
        assert (report.fault.step, report.fault.seat) == (before.step, None)  # anybody can have put it there


def test_inputs_for_two_tables_are_no_proof() -> None:
    """The same move signed for this table and another; a log with such a proof is not intact."""
    made = claimed_room()
    place = made.peers[0].table.ledger.now.place
    ours = forged(made, 1, b"s@a1")
    theirs = sign(identity(1), replace(place, table=bytes(32)), Input(1, InputKind.MOVE, b"s@b1"))
    proof = proofs.find(place, ours, theirs)
    assert proof is not None
    assert checked(log_of(made) + log_record(proof)).verdict is Verdict.FALSE
    elsewhere = replace(proof, place=replace(place, table=bytes(32)))
    assert checked(log_of(made) + log_record(elsewhere)).verdict is Verdict.FALSE


# Fault B: a claim counts on the last head only, and only against a seat that owes an answer there.


def claim(place: Place, seat: int) -> bytes:
    """The record of a claim."""
    return log_record(Claimed(place, sign(identity(seat), place, Claim(seat))))


def test_a_valid_claim_is_shown() -> None:
    """The other owes a move, and the claimer nothing."""
    report = checked(log_of(claimed_room()))
    assert report.verdict is Verdict.UNFINISHED
    assert report.claim is not None
    assert (report.claim.seat, report.claim.target) == (0, 1)
    assert not report.is_contested


def test_no_claim_of_a_loser_makes_a_finished_log_look_disputed() -> None:
    """On the end, on an earlier head, on another table, at a table of three, about oneself: all are passed over."""
    made = room("tink", 2)
    made.run()
    log, ledger = log_of(made), made.peers[0].table.ledger
    places = [ledger.now.place, ledger.before(5).place, replace(ledger.before(5).place, table=bytes(32))]
    for place in places:
        for seat in (0, 1):
            report = checked(log + claim(place, seat))
            assert (report.verdict, report.claims) == (Verdict.FAIR, ())
            assert report == checked(log)
    three = room("tink", 3)
    three.run()
    assert checked(log_of(three) + claim(three.peers[0].table.ledger.now.place, 0)) == checked(log_of(three))


def test_the_seat_that_owes_the_move_cannot_claim_by_itself() -> None:
    """It is shown as a claim that does not count. Against a claim that counts, the end is contested."""
    made = claimed_room()
    entries = entries_of(made)
    place = made.peers[0].table.ledger.now.place
    bare = whole_log(made.peers[0].table.ledger.genesis, entries[:-1])
    alone = checked(bare + claim(place, 1))
    assert (alone.verdict, alone.claim, alone.is_contested) == (Verdict.UNFINISHED, None, False)


def test_a_claim_that_nobody_signed_is_not_intact() -> None:
    """On the head where the log stands."""
    made = claimed_room()
    place = made.peers[0].table.ledger.now.place
    false = Claimed(place, Claim(1, bytes(64)))
    assert checked(log_of(made) + log_record(false)).verdict is Verdict.FALSE


@pytest.mark.parametrize(("content", "verdict"), [(b"s@d4", Verdict.UNFINISHED), (b"pass", Verdict.FALSE)])
def test_an_input_in_a_claim_has_to_keep_to_the_rules(content: bytes, verdict: Verdict) -> None:
    """As everywhere: a seat that can place a stone may not pass."""
    made = claimed_room()
    place = made.peers[0].table.ledger.now.place
    bare = whole_log(made.peers[0].table.ledger.genesis, entries_of(made)[:-1])
    given = sign(identity(1), place, Input(1, InputKind.MOVE, content))
    claimed = Claimed(place, sign(identity(0), place, Claim(0)), (given,))
    assert checked(bare + log_record(claimed)).verdict is verdict


def test_a_claim_is_overtaken_by_the_next_slot() -> None:
    """The table was resumed and played on: the claim is not shown."""
    made = claimed_room()
    made.restart(0)
    made.gone.discard(1)
    made.connect()
    made.run()
    report = checked(log_of(made))
    assert (report.verdict, report.claims) == (Verdict.FAIR, ())


# Attestations: whose program deviated.


@pytest.mark.parametrize("seats", [2, 3])
def test_attestations_show_whose_program_deviated(seats: int) -> None:
    """By the signatures of the seats, and by the rules."""
    made = deviating_room(seats)
    deviation = checked(log_of(made)).deviation
    assert deviation is not None
    assert deviation.wrong == (1,)
    assert 0 in deviation.right


def test_the_log_of_the_program_that_deviates_says_so_itself() -> None:
    """With two seats, it continues from its own state: that slot does not hold, and the attestations behind it show
    why."""
    report = checked(log_of(deviating_room(2), 1))
    assert report.verdict is Verdict.FALSE
    assert report.deviation is not None
    assert report.deviation.wrong == (1,)


# Issue 14, item 7: records that are repeated cost no signatures.


def test_a_log_of_one_proof_again_and_again_ends_at_the_second() -> None:
    """One proof a seat is enough."""
    log = log_of(cheated_room())
    proof = next(entry for entry, _ in read_entries(log, read_genesis(log)[1]) if isinstance(entry, Proof))
    report = checked(log + 1000 * log_record(proof))
    assert report.verdict is Verdict.FALSE
    assert report.signatures == checked(log).signatures


def test_claims_and_attestations_that_are_repeated_are_checked_once() -> None:
    """With any number of them in the log."""
    made = claimed_room()
    ledger = made.peers[0].table.ledger
    place = ledger.before(1).place
    ack = sign(identity(0), place, Ack(0, 0, ledger.records[1].digest, ledger.records[1].state_hash))
    log = log_of(made)
    many = log + 1000 * (claim(ledger.now.place, 0) + log_record(Attested(place, ack)))
    assert checked(many).signatures == checked(log).signatures + 1


# Several logs of one table.


def test_of_logs_that_begin_each_other_the_longer_one_counts() -> None:
    """With any claim at the end of the shorter one."""
    made = claimed_room()
    short = checked(log_of(made))
    made.restart(0)
    made.gone.discard(1)
    made.connect()
    made.run()
    both = compare_logs([short, checked(log_of(made))])
    assert (both.longest, both.fork, both.claims) == (1, None, ())
    assert not both.is_contested


def test_two_claims_against_each_other_are_contested() -> None:
    """On one head; no log shows who was there."""
    made = claimed_room()
    place = made.peers[0].table.ledger.now.place
    bare = whole_log(made.peers[0].table.ledger.genesis, entries_of(made)[:-1])
    both = compare_logs([checked(log_of(made)), checked(bare + claim(place, 1))])
    assert both.is_contested
    assert {each.seat for each in both.claims} == {0, 1}


def test_two_logs_that_differ_are_forked_and_name_the_cheat() -> None:
    """At a table of two, a seat sends its opponent another move than it writes itself."""
    made = claimed_room()
    table = made.peers[0].table
    game, now = table.ledger.game, table.ledger.now
    logs = []
    for move in list(game.legal(now.state, 1))[:2]:
        given = forged(made, 1, game.format(move).encode())
        outcome = now.outcome((given,))
        record = Record(now.slot, (given,), outcome.state_hash)
        logs.append(checked(whole_log(table.ledger.genesis, [*entries_of(made)[:-1], record])))
    fork = compare_logs(logs).fork
    assert fork is not None
    assert (fork.slot, fork.step) == (now.slot, now.step)
    assert fork.proof is not None
    assert fork.proof.seat == 1


def test_only_logs_of_one_table_that_hold_are_compared() -> None:
    """All else is for each by itself."""
    with pytest.raises(ValueError, match="several tables"):
        compare_logs([checked(finished("tink", 2)), checked(finished("tink", 4))])
    with pytest.raises(ValueError, match="does not hold"):
        compare_logs([checked(finished("tink", 2)[:-3])])


def test_attestations_about_an_open_slot_are_limited() -> None:
    """A cap, and no signature is checked before the slot is written."""
    made = claimed_room()
    place = made.peers[0].table.ledger.now.place
    false = Attested(place, Ack(0, 0, bytes(32), bytes(32), bytes(64)))
    assert replay_module.EARLY < 100
    assert checked(log_of(made) + 100 * log_record(false)).signatures == checked(log_of(made)).signatures
