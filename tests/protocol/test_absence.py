"""Seats that stay away, histories that differ, and coming back: `spec/table.md`."""

from __future__ import annotations

from itertools import combinations

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.voting_table.effects import Differs, Refused, Rewind, Stopped, Voted
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.ledger import Dropped
from p2pgame.protocol.voting_table.log import step_record
from p2pgame.protocol.voting_table.messages import Give, Have
from p2pgame.protocol.voting_table.table import Table
from p2pgame.protocol.voting_table.verify import Replay, Verdict, verify
from p2pgame.protocol.voting_table.votes import Motion
from p2pgame.protocol.wire.errors import Code

from .cheating import Cheating, deviating_room
from .hostile import forge, give
from .people import GRACE, find_game, genesis
from .room import Peer, Room

MANY = 200


def room(game_id: str, seats: int, seed: int = 1) -> Room:
    """A table of fully linked peers in the middle of a game."""
    table = Room(load(game_id), genesis(load(game_id), seats), seed)
    table.connect()
    table.begin()
    while any(peer.table.ledger.step < 6 for peer in table.peers):
        asked = [n for n, peer in enumerate(table.peers) if peer.table.asks_me]
        if not table.deliver() and asked:
            table.decide(asked[0])
    return table


def part(table: Room, *groups: tuple[int, ...]) -> None:
    """Cut all cables between groups of peers."""
    for one, other in combinations(groups, 2):
        for a in one:
            for b in other:
                table.cut(a, b)


def check_finished(table: Room, peers: tuple[int, ...]) -> None:
    """Fail unless these peers have closed the table with equal histories that verify."""
    assert all(table.peers[n].table.ledger.closed for n in peers)
    assert len({table.peers[n].table.ledger.head for n in peers}) == 1
    assert {verify(log, find_game).verdict for log in {table.logs()[n] for n in peers}} == {Verdict.FAIR}


@pytest.mark.parametrize("game_id", ["tink", "tetris", "ten", "te-trix", "tentricks"])
def test_a_seat_that_stays_away_is_voted_out_and_the_others_play_on(game_id: str) -> None:
    """Two of three suffice; its game has a rule for it, and the log says so."""
    table = room(game_id, 3)
    table.leave(2)
    table.run()
    table.beat(GRACE - 1)
    assert not table.news(Voted)
    table.beat(MANY)
    check_finished(table, (0, 1))
    assert len(set(table.logs()[:2])) == 1
    drops = [item for item in table.happened(0) if item.event == Dropped(2)]
    assert len(drops) == 1
    assert [given.seat for given in drops[0].step.inputs] == [0, 1]


def test_of_two_the_one_that_is_left_may_claim_the_game() -> None:
    """By its own vote; it wins by default."""
    table = room("tink", 2)
    table.leave(1)
    table.beat(MANY)
    check_finished(table, (0,))
    report = verify(table.logs()[0], find_game)
    assert report.result is not None
    assert report.result.reason == "default"


def test_two_halves_stop_and_never_fork() -> None:
    """2|2: nobody votes, as no vote could suffice; when the network is whole again, the game goes on."""
    table = room("tink", 4)
    part(table, (0, 1), (2, 3))
    table.run()
    table.beat(MANY)
    assert not table.news(Voted)
    assert not any(peer.table.ledger.closed for peer in table.peers)
    table.connect([(0, 2), (0, 3), (1, 2), (1, 3)])
    table.beat(MANY)
    check_finished(table, (0, 1, 2, 3))
    assert len(set(table.logs())) == 1


def test_a_minority_stops_and_follows_the_majority_when_it_is_back() -> None:
    """3|2 of five seats of TEN: three go on and vote the others out one by one; the two see it and follow."""
    table = room("ten", 5)
    part(table, (0, 1, 2), (3, 4))
    table.beat(MANY)
    assert {item.target for item in table.news(Voted)} == {3, 4}
    table.connect([(a, b) for a in (0, 1, 2) for b in (3, 4)])
    table.beat(MANY)
    check_finished(table, (0, 1, 2, 3, 4))


def waiting_for(table: Room, seat: int) -> None:
    """Play on until everybody waits for the move of that seat, with nothing on its way."""
    while True:
        while table.deliver():
            pass
        due = table.peers[0].table.due
        assert due is not None
        if due.kind is Kind.MOVE and due.seats == (seat,):
            return
        asked = [n for n, peer in enumerate(table.peers) if peer.table.asks_me]
        table.decide(asked[0])


def move_that_only_peer_0_hears(table: Room, seat: int) -> None:
    """The seat moves and is gone; its move reaches peer 0 alone."""
    waiting_for(table, seat)
    state = table.peers[0].table.ledger.state
    game = table.peers[0].table.ledger.game
    given = forge(table, seat, content=game.format(next(game.legal(state, seat))).encode())
    table.leave(seat)
    table.carry_out(0, table.peers[0].table.receive(table.peers[seat].public, Give(given)))


def test_a_seat_that_was_voted_out_has_no_say_in_later_votes() -> None:
    """It still follows the table, and sees a vote come to no end."""
    table = room("tink", 4)
    waiting_for(table, 0)
    part(table, (0,), (1, 2, 3))
    table.gone.update(range(4))
    table.beat(GRACE + 2)
    table.connect([(0, n) for n in (1, 2, 3)])
    table.beat(3, votes=False)
    dropped = table.peers[0].table
    assert dropped.ledger.dropped == (0,)
    ledger = dropped.ledger
    give(table, 0, 1, forge(table, 1, step=ledger.step, kind=Kind.DROP, content=b"\2\0", head=ledger.head))
    assert dropped._votes.voters(Motion(Kind.DROP, 2)) == {1}
    table.beat(MANY // 10, votes=False)
    assert not dropped._own_votes.at(ledger.step, ledger.head)


def started_again(peer: Peer) -> Table:
    """The peer's table after a crash: from its log, and what was kept beside it."""
    replay = Replay(bytes(peer.log), find_game)
    steps = [happened.step for happened in replay.steps()]
    peer.table = Table.resumed(replay.ledger, peer.table.player, steps, peer.kept, replay.proofs)
    return peer.table


@pytest.mark.parametrize("crash", [False, True])
@pytest.mark.parametrize("game_id", ["tink", "te-trix"])
def test_who_has_gone_back_gives_the_same_answers_where_the_table_comes_to_the_same_heads(
    game_id: str, crash: bool
) -> None:
    """Over a step of another seat and then its own, in a turn and in a secret choice: else it would have signed two.
    Also when it is killed just then.
    """
    table = room(game_id, 3)
    table.run()
    peer = table.peers[0].table
    own = [step for step in peer.steps if any(given.seat == 0 and given.kind.has_move for given in step.inputs)]
    step = own[-1]
    before = [given.pair for given in step.inputs if given.seat == 0]
    later = [each for n in (1, 2) for each in table.peers[n].table.steps[step.number].inputs if each.seat != 0]
    first = peer.steps[step.number - 1]
    peer._go_back(step.number - 1, ())
    assert not peer.asks_me
    if crash:
        table.carry_out(0, peer._take())
        peer = started_again(table.peers[0])
        peer.connected(table.peers[1].public)
        for given in first.inputs:
            peer.receive(table.peers[1].public, Give(given))
    peer._holding = False
    peer.beat()
    assert peer.ledger.step >= step.number
    for given in later:
        peer.receive(table.peers[given.seat].public, Give(given))
    assert not peer.asks_me or peer.ledger.step > step.number
    again = [given.pair for given in peer.steps[step.number].inputs if given.seat == 0]
    assert again == before


def test_who_holds_the_missing_answer_passes_it_on_and_nobody_is_dropped() -> None:
    """Linked with the others, peer 0 shows them the step before they vote."""
    table = room("tink", 4)
    move_that_only_peer_0_hears(table, 3)
    step = table.peers[0].table.ledger.step
    table.beat(2)
    assert all(table.peers[n].table.ledger.step >= step for n in (0, 1, 2))
    assert not table.news(Voted)


def test_a_late_vote_is_answered_and_releases_the_voters() -> None:
    """Peers 1 and 2 have voted before they hear of the answer that peer 0 holds: with its KEEP they take it."""
    table = room("tink", 4)
    waiting_for(table, 3)
    for n in (0, 1, 2):
        table.peers[n].table._beat += 2 * GRACE
    table.leave(3)
    for n in (0, 1, 2):
        table.peers[n].table._last_heard.update({0: 2 * GRACE, 1: 2 * GRACE, 2: 2 * GRACE})
    for n in (1, 2):
        table.carry_out(n, table.peers[n].table.vote_out(3))
    state, game = table.peers[0].table.ledger.state, table.peers[0].table.ledger.game
    given = forge(table, 3, content=game.format(next(game.legal(state, 3))).encode())
    table.carry_out(0, table.peers[0].table.receive(table.peers[3].public, Give(given)))
    table.run()
    table.beat(3, votes=False)
    steps = {table.peers[n].table.ledger.step for n in (0, 1, 2)}
    assert len(steps) == 1
    assert table.peers[1].table.ledger.dropped == ()


def test_a_majoritys_votes_override_an_answer_that_only_a_minority_heard() -> None:
    """Peer 0 hears seat 4's answer and is cut off with it; the others drop seat 4; back again, peer 0 goes back."""
    table = room("ten", 5)
    move_that_only_peer_0_hears(table, 4)
    ahead = table.peers[0].table.ledger.step
    part(table, (0,), (1, 2, 3))
    table.run()
    table.beat(GRACE + 5)
    assert table.peers[1].table.ledger.dropped[-1:] == (4,) or 4 in table.peers[1].table.ledger.dropped
    table.connect([(0, 1), (0, 2), (0, 3)])
    table.beat(MANY)
    rewinds = [item.step for item in table.peers[0].news if isinstance(item, Rewind)]
    assert rewinds == [ahead - 1]
    check_finished(table, (0, 1, 2, 3))


def test_two_engines_that_differ_are_found_and_both_versions_shown() -> None:
    """The step, the move, the field and both values; whichever log is verified, the deviating one is false."""
    table = deviating_room()
    stops = table.news(Stopped)
    assert {stopped.error.code for stopped in stops} == {Code.OTHER_STATE}
    assert all("position.placed is 1" in stopped.error.sentence for stopped in stops)
    assert len(table.news(Differs)) == 2
    honest, cheat = (verify(log, find_game) for log in table.logs())
    assert honest.verdict is Verdict.UNFINISHED
    assert cheat.verdict is Verdict.FALSE
    assert cheat.fault is not None
    assert "state" in cheat.fault.reason
    assert honest.deviation == cheat.deviation
    assert honest.deviation is not None
    assert (honest.deviation.wrong, honest.deviation.right) == ((1,), (0,))
    assert not any(item.error.code is Code.FALSE_HEAD for item in table.news(Refused)), "nobody has lied"


def test_whose_program_deviated_is_known_though_it_played_on() -> None:
    """Behind the false step its keeper had written steps of its own, before the other's word came."""
    table = deviating_room()
    cheat = table.peers[1].table
    held = cheat.log_before(len(cheat.steps))
    log = held + step_record(cheat.steps[-1]) + table.logs()[1][len(held) :]
    report = verify(log, find_game)
    assert report.deviation is not None
    assert report.deviation.wrong == (1,)


@pytest.mark.parametrize("log", [0, 1], ids=["honest", "deviating"])
def test_each_log_alone_names_the_program_that_deviated(log: int) -> None:
    """Whichever peer stops first: it does only when it has the other's word."""
    table = Room(load("tink"), genesis(load("tink"), 2), seed=3)
    table.peers[1] = Peer(Cheating(), genesis(load("tink"), 2), 1, 1)
    table.connect()
    table.begin()
    while table.peers[log].table.stopped is None:
        if not table.deliver():
            for n, peer in enumerate(table.peers):
                table.carry_out(n, peer.table.beat())
                if peer.table.asks_me:
                    table.decide(n)
    report = verify(table.logs()[log], find_game)
    assert report.deviation is not None
    assert (report.deviation.step, report.deviation.wrong, report.deviation.right) == (11, (1,), (0,))


@pytest.mark.parametrize("content", [b"", bytes(31), bytes(64), bytes(128)])
def test_a_statement_about_nothing_blames_nobody(content: bytes) -> None:
    """It is kept for when the table should differ, one of each seat, and nothing follows from it."""
    table = room("tink", 2)
    for n in range(3):
        statement = forge(table, 1, kind=Kind.STATE, content=content + bytes([n]) if len(content) < 128 else content)
        table.carry_out(0, table.peers[0].table.receive(table.peers[1].public, Give(statement)))
    assert len(table.peers[0].table._statements) == 1
    table.run()
    check_finished(table, (0, 1))


@pytest.mark.parametrize("liar", [3, 2], ids=["spectator", "voted out"])
def test_only_seats_at_the_table_keep_others_there_by_saying_so(liar: int) -> None:
    """Else anybody could keep a seat that has gone from being voted out."""
    game = load("tink")
    table = Room(game, genesis(game, 3), 1, spectators=1)
    table.connect()
    table.begin()
    table.run()
    ours = table.peers[0].table
    if liar == 2:
        ours.ledger._present = (0, 1)
    ours._last_heard[1] = -GRACE
    ours.receive(table.peers[liar].public, Have(ours.ledger.step, 0, bytes(32), 0, 0b111))
    assert ours._last_heard[1] == -GRACE
    ours.ledger._present = (0, 1, 2)
    ours.receive(table.peers[2].public, Have(ours.ledger.step, 0, bytes(32), 0, 0b111))
    assert ours._last_heard[1] == ours._beat


def test_who_has_lost_a_part_of_its_log_signs_nothing_before_all_are_there() -> None:
    """One of two others may lack what it has signed; a restart like any other waits a moment, and goes on."""
    for waits_for_all in (False, True):
        table = room("tink", 3)
        old = table.peers[0].table
        table.leave(0)
        again = Table.resumed(old.ledger, old.player, old.steps, None, waits_for_all=waits_for_all)
        table.peers[0].table = again
        table.connect([(0, 1)])
        table.beat(10, votes=False)
        assert again._holding is waits_for_all
        table.connect([(0, 2)])
        table.beat(3, votes=False)
        assert not again._holding
