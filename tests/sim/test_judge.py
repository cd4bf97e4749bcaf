"""The judge can fail a run: each of these is one that it must not let pass. `spec/simulation.md`, "Invariants"."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.table import proofs
from p2pgame.protocol.table.consensus import Ack
from p2pgame.protocol.table.effects import Proven, Said, Stopped
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.messages import Papers, Records
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Input, Place, sign
from p2pgame.protocol.wire.errors import Code, RemoteError, SeatError

from ..protocol.people import identity
from . import run
from .ending import Ending
from .guest import Guest
from .judge import Judge
from .lobby_judge import HOST, Broken
from .node import Node
from .plan import Choice, Plan, make
from .world import World


def _plan(*attacks: str) -> Plan:
    return replace(make(1, Choice((), "tink", 3, attacks)), pace=1)


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    """That of a fair table for three which has been played to its end, with a spectator."""
    seen: list[Judge] = []

    def final(judge: Judge) -> None:
        seen.append(judge)

    with monkeypatch.context() as patch:
        patch.setattr(Judge, "final", final)
        patch.setattr(World, "dissolve", lambda _world: None)  # it is looked at afterwards
        assert run.play(replace(_plan(), pace=2, spectators=1)).problem is None
    return seen[0]


def _fork(node: Node, slot: int) -> None:
    records = node.table.ledger.records
    records[slot] = replace(records[slot], state_hash=bytes(32))


def _place(node: Node, slot: int) -> Place:
    return Place(node.genesis.id, slot, node.table.ledger.heads[slot])


def test_a_fair_table_has_no_fault(judge: Judge) -> None:
    """So that what the others find is what they have spoiled."""
    judge.final()


def test_two_histories_are_detected_from_either_side(judge: Judge) -> None:
    """Another value of a slot is as much a fork as another state; nobody has cheated, so nothing excuses it."""
    _, short, forked = judge.world.nodes
    Ending(judge).check_same(short, forked)
    del short.table.ledger.records[7:]
    _fork(forked, 5)
    for one, other in ((short, forked), (forked, short)):
        with pytest.raises(Broken, match="hold two histories from slot 5 on"):
            Ending(judge).check_same(one, other)


def test_a_log_that_differs_from_its_table_is_detected(judge: Judge) -> None:
    """Whether it holds less or something else."""
    node = judge.world.nodes[1]
    record = node.table.ledger.records.pop()
    with pytest.raises(Broken, match="is not what its table holds"):
        Ending(judge).check_log(node)
    node.table.ledger.records.append(replace(record, state_hash=bytes(32)))
    with pytest.raises(Broken, match="is not what its table holds"):
        Ending(judge).check_log(node)


def test_a_slot_that_is_written_twice_or_out_of_turn_is_seen(judge: Judge) -> None:
    """A log only grows, also over restarts."""
    node = judge.world.nodes[0]
    first, *_, last = node.table.ledger.records
    with pytest.raises(Broken, match=f"wrote slot 0 after slot {last.slot}"):
        judge.wrote(node, first)
    judge.restarted(node, Ledger(node.genesis, node.table.ledger.game))
    judge.wrote(node, first)
    with pytest.raises(Broken, match="wrote slot 1 again, with another value"):
        judge.wrote(node, replace(node.table.ledger.records[1], state_hash=bytes(32)))


def test_a_slot_may_be_written_again_with_other_signatures(judge: Judge) -> None:
    """After a restart without the log's end. The inputs count, and not who has shown them first."""
    node = judge.world.nodes[0]
    first = node.table.ledger.records[0]
    judge.restarted(node, Ledger(node.genesis, node.table.ledger.game))
    judge.wrote(node, replace(first, value=tuple(replace(given, signature=bytes(64)) for given in first.inputs)))


def test_a_log_that_is_found_with_another_history_is_seen(judge: Judge) -> None:
    """A restarted peer continues from the records that it has written."""
    node = judge.world.nodes[0]
    judge.restarted(node, node.table.ledger)
    _fork(node, 3)
    with pytest.raises(Broken, match="finds another history than it has written"):
        judge.restarted(node, node.table.ledger)


def test_the_judge_sees_a_spectator_with_another_or_a_partial_history(judge: Judge) -> None:
    """Compared with the seat that it watches through."""
    (spectator,) = judge.world.spectators
    Ending(judge).check_spectator(spectator)
    judge.mended = -(1 << 60)
    del spectator.table.ledger.records[-2:]
    with pytest.raises(Broken, match="spectator 3 has not seen the end"):
        Ending(judge).check_spectator(spectator)
    _fork(spectator, 3)
    with pytest.raises(Broken, match="seats 3 and 2 hold two histories from slot 3 on"):
        Ending(judge).check_spectator(spectator)


def test_two_tables_must_come_to_nothing_and_only_of_a_false_host(judge: Judge) -> None:
    """A peer that plays on has not found it out."""
    nodes = judge.world.nodes
    nodes[1].genesis = Genesis(nodes[1].genesis.contract, nodes[1].genesis.entries[::-1])
    with pytest.raises(Broken, match="an honest host has given out two tables"):
        judge.check_genesis(nodes)
    judge.guilty = frozenset({HOST})
    with pytest.raises(Broken, match="seat 0 plays on"):
        judge.check_genesis(nodes)


def test_the_judge_misses_a_guest_lost_in_an_honest_lobby(judge: Judge) -> None:
    """A table that does not begin for everybody; an honest guest that leaves, or is sent away."""
    node = judge.world.nodes[1]
    guest = Guest(judge.world, node.genesis.contract, False, 1, random.Random(1), lambda _seat, _genesis: node)
    error = RemoteError(Code.NOT_READY, "too late")
    with pytest.raises(Broken, match="leaves an honest host"):
        judge.left(guest, error)
    with pytest.raises(Broken, match="sends honest seat 2 away"):
        judge.sent_away(guest, 2, error)
    with pytest.raises(Broken, match="shown what nobody may be shown"):
        judge.shown(guest, "\x9b")
    lost = judge.world.nodes.pop(2)
    with pytest.raises(Broken, match=r"only \[0, 1\] have begun"):
        judge.check_genesis(judge.world.nodes)
    judge.guilty = frozenset({HOST})  # whose nonsense may drive a guest out, instead
    judge.left(
        Guest(judge.world, lost.genesis.contract, False, 2, random.Random(1), lambda _seat, _genesis: lost), error
    )
    judge.check_genesis(judge.world.nodes)


def test_the_judge_sees_a_seat_that_contradicts_itself(judge: Judge) -> None:
    """Two moves in one slot, or two acks in one ballot. An earlier statement may be repeated."""
    node = judge.world.nodes[0]
    record = next(each for each in node.table.ledger.records if each.inputs and each.acks and each.inputs[0].seat == 0)
    place = _place(node, record.slot)
    judge.sent(node, Records((record,)))
    other = sign(identity(0), place, replace(record.inputs[0], content=b"s@a1 or so"))
    ack = sign(identity(0), place, Ack(0, 0, record.digest, bytes(32)))
    for papers in (Papers(place, inputs=(other,)), Papers(place, acks=(ack,))):
        with pytest.raises(Broken, match="seat 0 contradicts itself"):
            judge.sent(node, papers)


def test_the_judge_sees_invented_statements_of_an_honest_seat(judge: Judge) -> None:
    """Nobody can sign for it."""
    node = judge.world.nodes[0]
    place = node.table.ledger.now.place
    forged = Input(1, InputKind.CLOSE, b"", bytes(64))
    with pytest.raises(Broken, match="seat 0 sends what seat 1 has not sent"):
        judge.sent(node, Papers(place, inputs=(forged,)))


def test_the_judge_sees_an_input_on_an_unwritten_head(judge: Judge) -> None:
    """An answer to a slot before the one before it is final."""
    node = judge.world.nodes[0]
    now = node.table.ledger.now
    ahead = Place(node.genesis.id, now.slot + 1, bytes(32))
    given = sign(identity(0), ahead, Input(0, InputKind.SHARE, bytes(32)))
    with pytest.raises(Broken, match="seat 0 signs on a head that it has not written"):
        judge.sent(node, Papers(ahead, inputs=(given,)))


def test_the_judge_sees_a_share_shown_before_its_draw(judge: Judge) -> None:
    """The draws of the game so far are known; the one after the next is not."""
    node = judge.world.nodes[0]
    now, signer = node.table.ledger.now, node.table.signer
    assert signer is not None
    share = signer.chain.share(now.draw_number + 1)
    given = sign(identity(0), now.place, Input(0, InputKind.SHARE, share))
    with pytest.raises(Broken, match="seat 0 shows a share before its draw is due"):
        judge.sent(node, Papers(now.place, inputs=(given,)))


def test_the_judge_sees_a_record_sent_before_it_is_written(judge: Judge) -> None:
    """It may still come out otherwise."""
    node = judge.world.nodes[0]
    with pytest.raises(Broken, match="sends a record that it has not written"):
        judge.sent(node, Records((Record(node.table.ledger.now.slot, (), bytes(32)),)))


def test_a_proof_or_a_stop_that_names_an_honest_seat_is_seen(judge: Judge) -> None:
    """Nobody at this table has cheated or been away."""
    node = judge.world.nodes[0]
    place = _place(node, 0)
    one, other = (sign(identity(1), place, Input(1, InputKind.ACCEPT, content)) for content in (b"a", b"b"))
    proof = proofs.find(place, one, other)
    assert proof is not None
    with pytest.raises(Broken, match="has a proof against an honest seat"):
        judge.told(node, Proven(proof, proof.error(node.genesis)))
    for code in (Code.EQUIVOCATION, Code.OTHER_STATE):
        with pytest.raises(Broken, match="stops, though nobody is guilty of that"):
            judge.told(node, Stopped(SeatError(code, "it cheated", 1)))


def test_control_characters_must_not_be_shown(judge: Judge) -> None:
    """By any peer."""
    with pytest.raises(Broken, match="shows what nobody may show"):
        judge.told(judge.world.nodes[0], Said(b"", None, "\x1b[2J"))


def test_the_judge_sees_a_seat_that_waits_despite_a_quorum(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody consents to drop a seat that never opens its choice."""
    monkeypatch.setattr("p2pgame.protocol.table.liveness.Liveness.consents", lambda *_: False)
    plan = replace(make(1, Choice((), "tetris", 3, ("withheld-opening",))), pace=1)
    problem = run.play(plan).problem
    assert problem is not None
    assert "waits for ever" in problem
