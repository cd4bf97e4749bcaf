"""The judge can fail a run: each of these is one that it must not let pass. `spec/simulation.md`, "Invariants"."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.voting_table.effects import Said, Stopped
from p2pgame.protocol.voting_table.messages import Steps
from p2pgame.protocol.voting_table.statements import state_statement
from p2pgame.protocol.wire.errors import Code, RemoteError, SeatError

from . import run
from .guest import Guest
from .judge import PEACE, TOLD, Judge
from .lobby_judge import HOST, Broken
from .node import Node
from .plan import Choice, Plan, make


def _plan(*attacks: str) -> Plan:
    return replace(make(1, Choice((), "tink", 3, attacks)), pace=1)


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    """That of a fair table for three which has been played to its end, while somebody looked on."""
    seen: list[Judge] = []

    def final(judge: Judge) -> None:
        seen.append(judge)

    monkeypatch.setattr(Judge, "final", final)
    assert run.play(replace(_plan(), pace=2, spectators=1)).problem is None
    return seen[0]


def _fork(node: Node, number: int) -> None:
    node.table.steps[number] = replace(node.table.steps[number], state_hash=bytes(32))


def test_a_fork_is_seen_on_both_sides_of_a_short_history(judge: Judge) -> None:
    """The one in the middle agrees with both, as far as it goes."""
    _, short, forked = judge.world.nodes
    del short.table.steps[3:]
    _fork(forked, 5)
    with pytest.raises(Broken, match="seats 0 and 2 hold two histories from step 5 on"):
        judge._check_histories(judge.world.nodes)


def test_a_fork_is_seen_where_a_table_has_stopped(judge: Judge) -> None:
    """What it stopped for excuses nothing before it."""
    stopped = judge.world.nodes[1]
    stopped.table.stopped = Stopped(SeatError(Code.OTHER_STATE, "another state", 2))
    _fork(stopped, 2)
    with pytest.raises(Broken, match="hold two histories from step 2 on"):
        judge._check_histories(judge.world.nodes)


def test_who_looks_on_is_seen_to_hold_another_history_or_only_a_part(judge: Judge) -> None:
    """Than the seat does through which it looks on."""
    (spectator,) = judge.world.spectators
    judge._check_looked_on(spectator)
    judge.mended = -PEACE
    seat = spectator.watched
    judge._went_back[seat] = spectator.heard_until  # nothing more was heard of it
    del judge.world.nodes[seat].table.steps[-1]
    judge._check_looked_on(spectator)
    judge._went_back[seat] -= TOLD
    with pytest.raises(Broken, match="spectator 3 holds another history"):
        judge._check_looked_on(spectator)
    del spectator.table.steps[-2:]
    with pytest.raises(Broken, match="spectator 3 has not seen the end"):
        judge._check_looked_on(spectator)
    _fork(spectator, 3)
    with pytest.raises(Broken, match="spectator 3 holds another history"):
        judge._check_looked_on(spectator)


def test_two_tables_must_come_to_nothing_and_only_of_a_false_host(judge: Judge) -> None:
    """Whoever plays on has not found it out."""
    nodes = judge.world.nodes
    nodes[1].genesis = Genesis(nodes[1].genesis.contract, nodes[1].genesis.entries[::-1])
    with pytest.raises(Broken, match="an honest host has given out two tables"):
        judge._check_genesis(nodes)
    judge.guilty = frozenset({HOST})
    with pytest.raises(Broken, match="seat 0 plays on"):
        judge._check_genesis(nodes)


def test_who_is_lost_in_an_honest_lobby_is_missed(judge: Judge) -> None:
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
        judge._check_genesis(judge.world.nodes)
    judge.guilty = frozenset({HOST})  # whose nonsense may drive a guest out, instead
    judge.left(
        Guest(judge.world, lost.genesis.contract, False, 2, random.Random(1), lambda _seat, _genesis: lost), error
    )
    judge._check_genesis(judge.world.nodes)


def test_who_says_two_states_of_the_same_answers_is_seen(judge: Judge) -> None:
    """Of other answers it may say another: it has gone back meanwhile."""
    node = judge.world.nodes[0]
    step, player = node.table.steps[0], node.table.player
    assert player is not None
    others = replace(step, inputs=step.inputs[:1])
    for said in (step, others):
        judge._check_given(node, state_statement(player, node.genesis.id, said))
    with pytest.raises(Broken, match="seat 0 signed two inputs"):
        judge._check_given(node, state_statement(player, node.genesis.id, replace(step, state_hash=bytes(32))))


def test_what_moves_a_terminal_must_not_be_shown(judge: Judge) -> None:
    """Whoever says it."""
    with pytest.raises(Broken, match="shows what nobody may show"):
        judge.told(judge.world.nodes[0], Said(b"", None, "\x1b[2J"))


def test_who_goes_back_must_have_been_shown_why(judge: Judge) -> None:
    """Neither for nothing, nor for a step without votes."""
    node = judge.world.nodes[0]
    with pytest.raises(Broken, match="for no votes and no proof"):
        judge.rewound(node, 4)
    node.hearing = Steps((node.table.steps[4],))
    with pytest.raises(Broken, match="for no votes and no proof"):
        judge.rewound(node, 4)


def test_who_waits_for_the_end_for_ever_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody votes out who never signs off."""
    monkeypatch.setattr(Node, "_vote", lambda _node: None)
    problem = run.play(_plan("withheld-close")).problem
    assert problem is not None
    assert "waits for ever" in problem
