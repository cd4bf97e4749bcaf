"""Whole tables joined in memory: absent seats, rulings, claims, relays, restarts, cheats and engines that differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.protocol.table.consensus import RulingKind
from p2pgame.protocol.table.effects import Away, ClaimMade, Persist, Proven, RanDown, Refused, Send, TimeUp, Write
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import StepCompleted
from p2pgame.protocol.table.messages import Papers
from p2pgame.protocol.table.signing import Input
from p2pgame.protocol.wire.errors import Code

from .. import people
from .room import Room

TINK = load("tink")
TETRIS = load("tetris")
GRACE = people.GRACE


def room(game: AnyGame = TINK, seats: int = 3, turn_time: int = 0, spectators: int = 0, seed: int = 1) -> Room:
    """A room in which everybody is linked and has begun."""
    made = Room(game, people.genesis(game, seats, turn_time=turn_time), seed, spectators)
    made.connect()
    made.begin()
    return made


def play_until(made: Room, slot: int) -> None:
    """Play until everybody is at that slot or past it."""
    for _ in range(100_000):
        if min(made.slots()) >= slot:
            return
        asked = [n for n, peer in enumerate(made.peers) if peer.table.asks_me and n not in made.gone]
        if not made.deliver() and asked:
            made.decide(asked[0])
    raise AssertionError("the room does not get there")


def deliver_all(made: Room) -> None:
    """Deliver what is on its way, without any decision."""
    while made.deliver():
        pass


def heads(made: Room, *who: int) -> set[bytes]:
    """The different heads of these peers."""
    return {made.peers[n].table.ledger.now.head for n in who}


def dropped(made: Room, n: int) -> tuple[int, ...]:
    """The seats that were dropped, as a peer has it."""
    return made.peers[n].table.ledger.now.dropped


@pytest.mark.parametrize(("seats", "acks"), [(2, 0), (3, 1)])
def test_a_move_is_sent_before_its_state_is_computed(seats: int, acks: int) -> None:
    """With two seats; with more, one's own ack goes with the move, and names the state."""
    made = room(seats=seats)
    deliver_all(made)
    mover = next(n for n, peer in enumerate(made.peers) if peer.table.asks_me)
    table = made.peers[mover].table
    before = table.ledger.now
    first = table.choose(next(TINK.legal(before.state, mover)))
    [said] = [effect.message for effect in first if isinstance(effect, Send)]
    assert isinstance(said, Papers)
    assert [len(said.inputs), len(said.acks)] == [1, acks]
    assert [type(effect) for effect in first] == [Persist] * (1 + acks) + [Send]
    assert table.ledger.now is before
    then = table.proceed()
    assert [type(effect) for effect in then] == ([Write, StepCompleted] if seats == 2 else [])
    assert table.proceed() == []


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_game_is_played_to_its_end_with_one_history(game_id: str) -> None:
    """With all seats that the game has, and a spectator. In TEN five seats take as long as all other games together, so
    there are three."""
    game = load(game_id)
    made = room(game, 3 if game_id == "ten" else max(game.seats), spectators=1)
    made.run()
    assert all(peer.table.ledger.now.closed for peer in made.peers)
    assert len(heads(made, *range(len(made.peers)))) == 1
    assert not made.news(Refused)


def test_at_the_end_a_seat_stays_for_one_whose_link_broke_before_it_had_all() -> None:
    """The link breaks after Ada has everything, and before Ben has. Back on a new link Ben gets the rest from her."""
    made = room(load("tink"), 2)
    ada, ben = (peer.table for peer in made.peers)
    while not ada.ledger.now.closed:
        asked = [n for n, peer in enumerate(made.peers) if peer.table.asks_me]
        if asked:
            made.decide(asked[0])
        else:
            assert made.deliver()
    made.cut(0, 1)
    assert [ada.everybody_has_all, ben.ledger.now.closed] == [False, False]
    made.connect([(0, 1)])
    made.tick(2)
    assert ben.ledger.now.closed
    assert ada.everybody_has_all
    made.cut(0, 1)
    assert ada.everybody_has_all


def test_a_majority_drops_a_seat_that_stays_away_and_continues() -> None:
    """2 of 3; afterwards the table is one of two."""
    made = room()
    play_until(made, 6)
    made.leave(2)
    made.tick_until(lambda: dropped(made, 0) == dropped(made, 1) == (2,))
    ruling = next(record for record in made.peers[0].table.ledger.records if not record.inputs)
    assert ruling.consenting == (0, 1)
    made.run()
    assert heads(made, 0, 1) == {made.peers[0].table.ledger.now.head}
    assert made.peers[0].table.ledger.now.closed


def test_nobody_is_dropped_before_the_grace_time() -> None:
    """Even if all others have voted."""
    made = room()
    play_until(made, 6)
    made.leave(2)
    made.tick(GRACE - 1)
    assert not made.news(Away)
    assert dropped(made, 0) == ()


def test_a_seat_whose_person_never_votes_consents_after_three_grace_times() -> None:
    """Unless the person has said that it waits."""
    made = room(seats=4)
    play_until(made, 6)
    made.leave(3)
    made.tick_until(lambda: dropped(made, 0) == (3,), most=4 * GRACE, votes=False)

    patient = room(seats=4)
    play_until(patient, 6)
    patient.leave(3)
    for n in range(2):
        patient.carry_out(n, patient.peers[n].table.wait_for(3))
    patient.run()
    assert patient.peers[0].table.awaited == (3,)
    for n in range(2):  # said when the seat may be dropped
        patient.tick(GRACE, votes=False) if n == 0 else None
        patient.carry_out(n, patient.peers[n].table.wait_for(3))
    patient.tick(4 * GRACE, votes=False)
    assert dropped(patient, 0) == ()


def test_two_halves_wait_and_continue_when_they_are_linked_again() -> None:
    """2 of 4 are no quorum."""
    made = room(seats=4)
    play_until(made, 9)
    for a in (0, 1):
        for b in (2, 3):
            made.cut(a, b)
    made.run()
    before = made.slots()
    made.tick(5 * GRACE)
    assert max(made.slots()) <= max(before)
    assert not any(dropped(made, n) for n in range(4))
    made.connect([(a, b) for a in (0, 1) for b in (2, 3)])
    made.tick_until(lambda: all(peer.table.ledger.now.closed for peer in made.peers))
    assert len(heads(made, 0, 1, 2, 3)) == 1


def test_a_link_that_is_missing_is_bridged_by_another_seat() -> None:
    """Statements are signed, so anybody may pass them on."""
    made = Room(TETRIS, people.genesis(TETRIS, 3), 5)
    made.connect([(0, 1), (1, 2)])
    made.begin()
    made.tick_until(lambda: all(peer.table.ledger.now.closed for peer in made.peers))
    assert len(heads(made, 0, 1, 2)) == 1


def test_a_seat_that_comes_back_catches_up_and_plays_on() -> None:
    """One of four was away for some slots; the others continued without its acks."""
    made = room(seats=4)
    play_until(made, 5)
    made.leave(3)
    for _ in range(40):
        made.tick(votes=False)
    assert made.slots()[0] > 5
    made.gone.discard(3)
    made.connect([(0, 3), (1, 3), (2, 3)])
    made.tick_until(lambda: all(peer.table.ledger.now.closed for peer in made.peers))
    assert len(heads(made, 0, 1, 2, 3)) == 1


def test_at_a_table_of_two_a_player_wins_nothing_by_hanging_up() -> None:
    """C1: the other claims and its table stops; the seat that comes back finds no end, and the game continues."""
    made = room(seats=2)
    play_until(made, 4)
    owing = made.peers[0].table.awaited[0]
    other = 1 - owing
    made.leave(owing)
    made.tick_until(lambda: made.peers[other].table.stopped is not None)
    assert made.peers[other].stopped().error.code is Code.CLAIMED
    assert not made.peers[other].table.ledger.now.dropped
    made.gone.discard(owing)
    made.restart(other)
    made.connect([(0, 1)])
    made.tick_until(lambda: all(peer.table.ledger.now.closed for peer in made.peers))
    assert len(heads(made, 0, 1)) == 1


def test_at_a_table_of_two_the_seat_that_owes_can_claim_nothing() -> None:
    """Its own program offers it nothing, and a claim that it signs anyway is only kept and shown."""
    made = room(seats=2)
    play_until(made, 4)
    owing = made.peers[0].table.awaited[0]
    for _ in range(3 * GRACE):
        made.carry_out(owing, made.peers[owing].table.tick())
    assert made.peers[owing].table.droppable == ()


def test_a_claim_about_oneself_is_shown_and_not_followed() -> None:
    """The table of the other seat continues."""
    made = room(seats=2)
    play_until(made, 4)
    owing = made.peers[0].table.awaited[0]
    other = 1 - owing
    made.cables[owing, other].clear()
    for _ in range(GRACE):
        made.carry_out(other, made.peers[other].table.tick())
    made.carry_out(other, made.peers[other].table.vote_out(owing))
    deliver_all(made)
    assert [news for news in made.peers[owing].news if isinstance(news, ClaimMade)]
    assert made.peers[owing].table.stopped is None
    assert made.peers[owing].table.asks_me


def test_a_skip_that_ends_its_step_is_shown_by_the_step_alone() -> None:
    """And not a second time, as one is that ran out of time where others are still to answer."""
    made = room(seats=3, turn_time=5)
    play_until(made, 4)
    deliver_all(made)
    (slow,) = made.peers[0].table.awaited
    assert {peer.table.seconds_left for peer in made.peers} == {5}
    made.gone.add(slow)  # its program hangs, and the links stand
    slot = made.slots()[slow - 1]
    made.tick_until(lambda: made.slots()[slow - 1] > slot, most=20)
    news = made.peers[slow - 1].news
    (step,) = [each for each in news if isinstance(each, StepCompleted) and each.skipped]
    assert step.skipped == (slow,)
    assert not [each for each in news if isinstance(each, TimeUp)]


def test_a_seat_that_runs_out_of_time_makes_its_default_move() -> None:
    """By its own program, without anybody's vote."""
    made = room(seats=2, turn_time=5)
    play_until(made, 4)
    deliver_all(made)
    slot = made.slots()[0]
    for _ in range(5):
        for n, peer in enumerate(made.peers):
            made.carry_out(n, peer.table.tick())
        deliver_all(made)
    assert made.slots()[0] == slot + 1
    assert made.news(TimeUp)


def test_after_a_restart_the_time_is_known_from_the_next_decision_on() -> None:
    """The others' clocks have run on, so the restarted seat shows no seconds until then."""
    made = room(seats=2, turn_time=30)
    play_until(made, 4)
    deliver_all(made)
    made.restart(0)
    assert not made.peers[0].table.is_time_known
    assert made.peers[1].table.is_time_known
    made.connect([(0, 1)])
    made.run()
    assert made.peers[0].table.is_time_known


def wait_until_time_is_up(made: Room, order: list[int]) -> None:
    """Let five ticks of each peer pass, in this order of peers within a second."""
    for _ in range(5):
        for n in order:
            made.carry_out(n, made.peers[n].table.tick())
            deliver_all(made)


@pytest.mark.parametrize("first", ["the late seat", "the others"])
def test_the_others_see_that_a_default_move_came_at_the_end_of_the_time(first: str) -> None:
    """Players and spectators, before the step, in any order of the clocks. The late player has its own news."""
    made = room(seats=2, turn_time=5, spectators=1)
    play_until(made, 4)
    deliver_all(made)
    (late,) = made.peers[0].table.awaited
    others = [n for n in range(3) if n != late]
    for peer in made.peers:
        peer.news.clear()
    wait_until_time_is_up(made, [late, *others] if first == "the late seat" else [*others, late])
    for n in others:
        told = [each for each in made.peers[n].news if isinstance(each, RanDown | StepCompleted)]
        assert told[0] == RanDown(late)
        assert isinstance(told[1], StepCompleted)
    assert not [each for each in made.peers[late].news if isinstance(each, RanDown)]


@pytest.mark.parametrize("how", ["in time", "another move", "out of contact"])
def test_a_move_of_the_player_is_not_taken_for_one_of_the_clock(how: str) -> None:
    """The default move long before the end is a choice. Another move is one always. A move that has come late over a
    new link may have been made in time."""
    made = room(seats=2, turn_time=30)
    play_until(made, 4)
    deliver_all(made)
    (late,) = made.peers[0].table.awaited
    other, table = 1 - late, made.peers[late].table
    moves = list(TINK.legal(table.ledger.now.state, late))
    move = moves[-1] if how == "another move" else TINK.default(table.ledger.now.state, late)
    assert moves[-1] != TINK.default(table.ledger.now.state, late)
    if how == "out of contact":
        made.cut(late, other)
    ticks = {"in time": 28, "another move": 29, "out of contact": 40}[how]
    for _ in range(ticks):
        made.carry_out(other, made.peers[other].table.tick())
        deliver_all(made)
    slot = made.slots()[other]
    made.carry_out(late, table.choose(move))
    made.carry_out(late, table.proceed())
    if how == "out of contact":
        made.connect([(late, other)])
    else:
        deliver_all(made)
    for n in (late, other):
        made.carry_out(n, made.peers[n].table.tick())
    deliver_all(made)
    assert made.slots()[other] > slot
    assert not made.news(RanDown)


def test_a_silent_seat_is_skipped_by_the_others() -> None:
    """Of three, two seconds after its turn time; the round continues without it."""
    made = room(TETRIS, turn_time=5)
    while made.peers[0].table.due is None or made.peers[0].table.due.kind is not InputKind.COMMIT:
        if not made.deliver():
            break
    made.leave(2)
    made.tick_until(lambda: any(not record.inputs for record in made.peers[0].table.ledger.records), most=30)
    ruling = next(record for record in made.peers[0].table.ledger.records if not record.inputs)
    assert ruling.value.kind is RulingKind.SKIP  # type: ignore[union-attr]  # it has no inputs
    assert ruling.value.seat == 2  # type: ignore[union-attr]
    assert heads(made, 0, 1) == {made.peers[0].table.ledger.now.head}


def test_a_killed_peer_keeps_its_statements() -> None:
    """At every moment of a game: it repeats exactly the statements that it has sent."""
    for slot in (2, 5, 9):
        made = room(seats=3, seed=slot)
        play_until(made, slot)
        made.restart(1)
        made.connect([(0, 1), (1, 2)])
        made.tick_until(lambda made=made: all(peer.table.ledger.now.closed for peer in made.peers))  # type: ignore[misc]
        assert len(heads(made, 0, 1, 2)) == 1
        assert not made.news(Proven)


def test_a_peer_without_its_journal_signs_nothing_until_all_have_answered() -> None:
    """It takes its own words over from the others, so it contradicts nothing."""
    made = room(TETRIS, seats=3, seed=4)
    play_until(made, 6)
    made.restart(1, journal_lost=True)
    assert not made.peers[1].table.asks_me
    made.connect([(0, 1)])
    made.tick(3, votes=False)
    assert not made.peers[1].table.asks_me
    made.connect([(1, 2)])
    made.tick_until(lambda: all(peer.table.ledger.now.closed for peer in made.peers))
    assert not made.news(Proven)


def other_move(made: Room, n: int) -> Input:
    """A second move of a peer for the open slot, as different from its first as may be."""
    table = made.peers[n].table
    signer, now = table.signer, table.ledger.now
    assert signer is not None
    moves = list(now.game.legal(now.state, signer.seat))
    return signer.sign(now.place, Input(n, InputKind.MOVE, now.game.format(moves[-1]).encode()))


def test_a_seat_that_signs_two_moves_is_proven_and_dropped() -> None:
    """Two of three get one move each. The next ballot heals the slot, and both honest peers hold one history."""
    made = room(seats=3)
    play_until(made, 5)
    deliver_all(made)
    cheat = made.peers[0].table.awaited[0]
    honest = [n for n in range(3) if n != cheat]
    now = made.peers[cheat].table.ledger.now
    second = other_move(made, cheat)
    first = replace(second)
    moves = list(now.game.legal(now.state, cheat))
    signer = made.peers[cheat].table.signer
    assert signer is not None
    first = signer.sign(now.place, Input(cheat, InputKind.MOVE, now.game.format(moves[0]).encode()))
    made.send(cheat, Papers(now.place, inputs=(first,)), made.peers[honest[0]].public)
    made.send(cheat, Papers(now.place, inputs=(second,)), made.peers[honest[1]].public)
    made.gone.add(cheat)
    made.tick_until(lambda: all(dropped(made, n) == (cheat,) for n in honest), most=60)
    proven: list[Any] = made.news(Proven)
    assert {news.proof.seat for news in proven} == {cheat}
    assert len(heads(made, *honest)) == 1


def test_a_silent_seat_that_nothing_waits_for_is_not_dropped() -> None:
    """The mover thinks without a limit, and another seat is away meanwhile."""
    made = room()
    play_until(made, 6)
    deliver_all(made)
    mover = made.peers[0].table.awaited[0]
    away = next(n for n in range(3) if n != mover)
    made.leave(away)
    for _ in range(4 * GRACE):
        for n in range(3):
            if n != away:
                made.carry_out(n, made.peers[n].table.tick())
        deliver_all(made)
    assert dropped(made, mover) == ()


def test_a_seat_that_returns_with_another_engine_stops_at_others_records() -> None:
    """They hold a quorum for another state than it comes to."""
    made = room()
    play_until(made, 6)
    made.leave(2)
    made.tick_until(lambda: made.slots()[0] > 8 or dropped(made, 0) == (2,), votes=False, most=5 * GRACE)

    class Deviating(type(TINK)):  # type: ignore[misc]
        """Plays by the rules, and says another state."""

        def hash(self, state: Any) -> bytes:
            return bytes(32)

    made.peers[2].table.ledger.now.__dict__["game"] = Deviating()
    made.gone.discard(2)
    made.connect([(0, 2), (1, 2)])
    made.tick_until(lambda: made.peers[2].table.stopped is not None, votes=False, most=30)
    assert made.peers[2].stopped().error.code is Code.OTHER_STATE


@pytest.mark.parametrize("seats", [2, 3])
def test_an_engine_that_differs_is_named_and_the_table_stops(seats: int) -> None:
    """Peer 1 comes to another state; of three the two others have a quorum and continue."""
    made = room(TINK, seats=seats)
    play_until(made, 4)
    deliver_all(made)

    class Deviating(type(TINK)):  # type: ignore[misc]
        """Plays by the rules, and says another state."""

        def hash(self, state: Any) -> bytes:
            return bytes(32)

    table = made.peers[1].table
    table.ledger.now.__dict__["game"] = Deviating()
    made.peers[1].table.slot.state.__dict__["game"] = Deviating()
    for _ in range(30):
        made.tick(votes=False)
    assert made.peers[1].stopped().error.code is Code.OTHER_STATE
    if seats == 2:
        assert made.peers[0].stopped().error.code is Code.OTHER_STATE
    else:
        assert made.peers[0].table.stopped is None
