"""Two answers of one seat: `spec/table.md`."""

from __future__ import annotations

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.voting_table.effects import Proven, Refused, Rewind
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.log import proof_record
from p2pgame.protocol.voting_table.messages import Steps
from p2pgame.protocol.voting_table.proof import Proof
from p2pgame.protocol.voting_table.steps import Step
from p2pgame.protocol.voting_table.table import Table
from p2pgame.protocol.voting_table.verify import Replay, Verdict, verify
from p2pgame.protocol.wire.errors import Code

from . import people
from .cheating import deviating_room
from .hostile import forge, give
from .people import GRACE, find_game, genesis
from .refusals import refused
from .room import Room
from .test_absence import part, waiting_for


def two_answers(table: Room, seat: int) -> tuple[Input, Input]:
    """Two good moves of that seat, for the turn that is waiting."""
    ledger = table.peers[0].table.ledger
    moves = list(ledger.game.legal(ledger.state, seat))
    first, second = (forge(table, seat, content=ledger.game.format(move).encode()) for move in (moves[0], moves[-1]))
    return first, second


def moves_before(table: Table, given: Input) -> list[bytes]:
    """What that seat could have played instead, in notation."""
    state, game = table._ledger_before(given.step).state, table.ledger.game
    return [game.format(move).encode() for move in game.legal(state, given.seat)]


def room(seats: int, cheat: int, game_id: str = "tink", seed: int = 1) -> Room:
    """A table that waits for the move of a seat whose peer does nothing by itself."""
    table = Room(load(game_id), genesis(load(game_id), seats), seed)
    table.connect()
    table.begin()
    waiting_for(table, cheat)
    table.gone.add(cheat)
    part(table, (cheat,), tuple(n for n in range(seats) if n != cheat))
    return table


def check_ended_without(table: Room, cheat: int) -> None:
    """Fail unless all others hold one history, closed, without that seat, and each log proves what it did."""
    honest = [peer for n, peer in enumerate(table.peers) if n != cheat]
    assert len({peer.table.ledger.head for peer in honest}) == 1
    for peer in honest:
        assert peer.table.ledger.closed
        assert cheat in peer.table.ledger.dropped
        report = verify(bytes(peer.log), find_game)
        assert report.verdict is Verdict.CHEATED
        assert report.fault is not None
        assert report.fault.seat == cheat


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("ahead", [False, True], ids=["at once", "after steps"])
def test_e512_two_histories_of_one_cheat_come_together_without_it(seats: int, ahead: bool) -> None:
    """One hears this move and the others that one, and some have gone on with theirs: all come back to vote there."""
    cheat = seats - 1
    table = room(seats, cheat)
    number = table.peers[0].table.ledger.step
    first, second = two_answers(table, cheat)
    if ahead:
        part(table, (0,), tuple(range(1, cheat)))
    give(table, 0, cheat, first)
    for n in range(1, cheat):
        give(table, n, cheat, second)
    if ahead:
        table.run()
        table.connect([(0, n) for n in range(1, cheat)])
    table.beat_until_closed(range(cheat))
    check_ended_without(table, cheat)
    assert {item.step for item in table.news(Rewind)} == {number}
    steps = table.peers[0].table.steps
    assert steps[number].is_drop
    assert steps[number].inputs[0].content[0] == cheat


def test_who_comes_back_to_a_step_when_the_others_have_voted_the_cheat_out_later_goes_on_with_them() -> None:
    """Four need only three of them for that, and say no to a vote in a step that they have gone on from."""
    cheat, others = 4, (1, 2, 3)
    table = Room(load("ten"), genesis(load("ten"), 5), 1)
    table.connect()
    table.begin()
    waiting_for(table, cheat)
    while len({given.content for given in two_answers(table, cheat)}) == 1:
        table.decide(cheat)
        waiting_for(table, cheat)
    table.gone.add(cheat)
    first, second = two_answers(table, cheat)
    part(table, (0,), others, (cheat,))
    give(table, 0, cheat, first)
    for n in others:
        give(table, n, cheat, second)
    give(table, 1, cheat, first)
    for _ in range(3):
        for n in others:
            table.carry_out(n, table.peers[n].table.beat())
        while table.deliver():
            pass
    assert table.peers[1].table.ledger.dropped == (cheat,)
    table.connect([(0, n) for n in others])
    table.beat_until_all_hold(table.peers[1].table.ledger.step + 4, (0, *others), most=GRACE - 2)
    assert table.peers[0].table.ledger.dropped == (cheat,)


@pytest.mark.parametrize(("game_id", "drawn", "steps"), [("ten", True, 60), ("tink", False, 12)])
def test_two_that_plot_undo_no_draw_with_two_answers(game_id: str, drawn: bool, steps: int) -> None:
    """For a draw everybody signs a share, on one history: so none that is honest is left on another."""
    game, cheat, accomplice = load(game_id), 2, 1
    table = Room(game, genesis(game, 3), 1)
    table.connect()
    table.begin()
    while table.peers[0].table.ledger.step < steps:
        waiting_for(table, 0)
        table.decide(0)
    waiting_for(table, 0)
    victim = table.peers[0].table
    moves = [given for step in victim.steps for given in step.answers if (given.seat, given.kind) == (cheat, Kind.MOVE)]
    first = next(given for given in moves if len(moves_before(victim, given)) > 1)
    draws = [step.number for step in victim.steps if step.inputs[0].kind is Kind.SHARE]
    assert (draws[-1] > first.step) is drawn
    other = next(move for move in moves_before(victim, first) if move != first.content)
    second = forge(table, cheat, step=first.step, kind=Kind.MOVE, head=first.head, content=other)
    shown = Steps((Step(first.step, (second,), bytes(32)),))
    table.carry_out(0, victim.receive(table.peers[accomplice].public, shown))
    assert table.news(Proven)
    assert bool(table.news(Rewind)) is not drawn


@pytest.mark.parametrize("seats", [2, 3])
def test_e512_a_second_answer_shown_late_undoes_nothing(seats: int) -> None:
    """Whoever is about to lose shows another first move: it is voted out where the table stands."""
    table = room(seats, seats - 1)
    first, second = two_answers(table, seats - 1)
    for n in range(seats - 1):
        give(table, n, seats - 1, first)
    for _ in range(3):
        table.run()
        ledger = table.peers[0].table.ledger
        if ledger.step < first.step + 4 and table.peers[0].table.awaited == (seats - 1,):
            move = forge(
                table, seats - 1, content=ledger.game.format(next(ledger.game.legal(ledger.state, seats - 1))).encode()
            )
            for n in range(seats - 1):
                give(table, n, seats - 1, move)
    before = table.peers[0].table.ledger.step
    give(table, 0, seats - 1, second)
    table.beat_until_closed(range(seats - 1))
    assert not table.news(Rewind)
    assert table.peers[0].table.steps[before].is_drop
    check_ended_without(table, seats - 1)


def test_a_proof_reaches_everybodys_log_once() -> None:
    """Also of who links up later, and of who only looks on."""
    game = load("tink")
    table = Room(game, genesis(game, 3), 1, spectators=1)
    table.connect()
    table.begin()
    waiting_for(table, 2)
    table.gone.add(2)
    part(table, (0,), (1,), (2,), (3,))
    for given in two_answers(table, 2):
        give(table, 0, 2, given)
    table.connect([(0, 1), (1, 3)])
    table.beat_until_closed((0, 1, 3))
    for n in (0, 1, 3):
        assert len([item for item in table.peers[n].news if isinstance(item, Proven)]) == 1
        ((_, proof),) = table.peers[n].table.proofs
        assert bytes(table.peers[n].log).count(proof_record(proof)) == 1
        assert verify(bytes(table.peers[n].log), find_game).verdict is Verdict.CHEATED


def test_a_proof_is_known_again_after_a_restart() -> None:
    """It stands in the log, in its place."""
    table = room(3, 2)
    for given in two_answers(table, 2):
        give(table, 0, 2, given)
    peer = table.peers[0]
    replay = Replay(bytes(peer.log), find_game)
    steps = [happened.step for happened in replay.steps()]
    fresh = Table.resumed(replay.ledger, peer.table.player, steps, None, replay.proofs)
    assert fresh.proofs == peer.table.proofs
    assert fresh.log_before(len(steps)) == bytes(peer.log)


def test_e510_a_proof_that_proves_nothing_is_refused() -> None:
    """Two equal inputs, of two steps or heads, votes, or unsigned: from a link, and in a log."""
    table = room(3, 2)
    first, second = two_answers(table, 2)
    good = Proof.of(first, second)
    good.check(table.peers[0].table.ledger.genesis)
    head = table.peers[0].table.ledger.head
    votes = [forge(table, 2, kind=Kind.DROP, content=bytes([seat, 0]), head=head) for seat in (0, 1)]
    foreign = [forge(table, 2, table=b"t" * 32, content=move) for move in (b"s@d4", b"s@e5")]
    forged = Input.decoded(second.body, forge(table, 1, content=second.content).signature)
    wrong = [
        (Proof(first, first), Code.BROKEN_STEP),
        (Proof(good.second, good.first), Code.BROKEN_STEP),
        (Proof.of(first, forge(table, 2, step=first.step + 1, content=second.content)), Code.BROKEN_STEP),
        (Proof.of(first, forge(table, 2, head=bytes(32), content=second.content)), Code.BROKEN_STEP),
        (Proof.of(*votes), Code.BROKEN_STEP),
        (Proof.of(*foreign), Code.FOREIGN_TABLE),
        (Proof.of(first, forged), Code.BAD_SIGNATURE),
    ]
    for proof, code in wrong:
        with refused(code):
            proof.check(table.peers[0].table.ledger.genesis)
        table.carry_out(0, table.peers[0].table.receive(table.peers[1].public, proof))
        assert verify(bytes(table.peers[0].log) + proof_record(proof), find_game).verdict is Verdict.FALSE
    assert not table.peers[0].table.proofs
    assert len(table.news(Refused)) == len(wrong)


def test_a_proof_that_comes_after_a_standstill_leaves_the_log_intact() -> None:
    """Nothing stands behind a standstill: a cheat could else make its victim's log a false one."""
    table = deviating_room()
    stopped = table.peers[0]
    assert stopped.table.stopped is not None
    mine = next(given for step in stopped.table.steps for given in step.answers if given.seat == 1)
    other = Input.signed(people.identity(1), mine.table, mine.step, 1, mine.kind, mine.content + b"x", mine.head)
    give(table, 0, 1, other)
    table.carry_out(0, stopped.table.receive(table.peers[1].public, Proof.of(mine, other)))
    report = verify(bytes(stopped.log), find_game)
    assert report.verdict is Verdict.UNFINISHED
    assert report.deviation is not None
