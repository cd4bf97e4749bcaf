"""Seats that are there and do not say what needs no decision, and peers that cannot: `spec/table.md`."""

from __future__ import annotations

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.voting_table.effects import Keep, Send, Voted
from p2pgame.protocol.voting_table.following import HOLD_BEATS
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.ledger import Ledger
from p2pgame.protocol.voting_table.messages import Give, Have, Message, Steps
from p2pgame.protocol.voting_table.table import Player, Table
from p2pgame.protocol.voting_table.verify import Verdict, verify
from p2pgame.protocol.voting_table.votes import Motion
from p2pgame.protocol.wire.errors import Code, SeatError
from p2pgame.protocol.wire.limits import REFUSALS

from . import people
from .hostile import forge, give
from .people import GRACE, find_game, genesis
from .room import Room
from .test_absence import check_finished, part, started_again, waiting_for


class Withholding(Room):
    """A room in which some seats say everything but their inputs of one kind."""

    silent: tuple[int, ...]
    kind: Kind

    def send(self, n: int, message: Message, to: bytes | None = None) -> None:
        """Send what is not withheld; a step that is complete holds what is."""
        match message:
            case Give(given) if n in self.silent and given.kind is self.kind:
                return
            case Steps() if n in self.silent:
                return
        super().send(n, message, to)


def withheld(game_id: str, seats: int, kind: Kind, silent: tuple[int, ...] = ()) -> Withholding:
    """A room of fully linked peers that waits for the inputs of that kind which these seats, or the last, withhold."""
    table = Withholding(load(game_id), genesis(load(game_id), seats), seed=1)
    table.kind, table.silent = kind, silent or (seats - 1,)
    table.connect()
    table.begin()
    table.run()
    return table


@pytest.mark.parametrize(("game_id", "kind"), [("tink", Kind.SHARE), ("tetris", Kind.OPEN), ("tink", Kind.CLOSE)])
def test_who_is_there_and_withholds_what_needs_no_decision_is_voted_out(game_id: str, kind: Kind) -> None:
    """A share, an opening or the end: after the grace time the others go on without that seat."""
    table = withheld(game_id, 3, kind)
    assert {n: peer.table.awaited for n, peer in enumerate(table.peers)}[0] == (2,)
    table.beat(GRACE - 2)
    assert not table.news(Voted)
    table.beat(3 * GRACE)
    check_finished(table, (0, 1))
    assert table.peers[0].table.ledger.dropped == (2,)


def test_who_gives_at_last_what_it_owed_is_there_again() -> None:
    """It owed its share for longer than the grace time; without it the others are too few to vote on who is away."""
    table = withheld("tink", 4, Kind.SHARE, silent=(1, 3))
    table.leave(1)
    table.beat(GRACE + 2, votes=False)
    table.silent = ()
    table.beat(2)
    assert {table.peers[n].table.ledger.dropped for n in (0, 2, 3)} == {(1,)}


@pytest.mark.parametrize("passed_on", [False, True])
def test_who_gives_at_last_what_its_voter_may_not_take_is_there_again(passed_on: bool) -> None:
    """Of three, one has voted on it, and is bound; the other, whose vote would do, is gone. Both vote that one out.

    Whether it comes as an input, or in a step with which its seat has gone on.
    """
    table = withheld("tink", 3, Kind.SHARE, silent=(1,))
    table.beat(GRACE, votes=False)
    table.leave(2)
    voter, seat = table.peers[0].table, table.peers[1].table
    table.carry_out(0, voter.vote_out(1))
    table.beat(GRACE)
    assert voter._here == [0]
    if passed_on:
        table.silent = ()
    else:
        give(table, 0, 1, next(given for given in seat.steps[voter.ledger.step].inputs if given.seat == 1))
    table.beat(2)
    assert {table.peers[n].table.ledger.dropped for n in (0, 1)} == {(2,)}
    table.silent = ()
    table.beat(4)
    check_finished(table, (0, 1))


@pytest.mark.parametrize(("game_id", "kind"), [("tink", Kind.SHARE), ("tetris", Kind.OPEN)])
def test_nobody_says_no_to_a_vote_on_a_seat_that_still_withholds(game_id: str, kind: Kind) -> None:
    """Peer 0 has not waited for long, as after a restart. Its no would end a vote that cannot be given again."""
    table = withheld(game_id, 3, kind)
    table.beat(GRACE - 2)
    table.peers[0].table._owed.clear()
    table.beat(4)
    assert {(item.voter, item.target) for item in table.news(Voted)} == {(1, 2)}
    table.beat(8)
    table.leave(1)
    table.beat(GRACE // 2)
    assert table.peers[0].table.ledger.dropped == (2,)


def voting_on_another(table: Withholding, target: int, first: int, again: dict[int, int]) -> tuple[int, ...]:
    """Let the last seat vote on another in ballot after ballot, from that beat on, and peers be started again in the
    beats given; the seats that are dropped at the end.
    """
    ledger, last = table.peers[0].table.ledger, len(table.peers) - 1
    motion = Motion(Kind.DROP, target)
    for beat in range(8 * GRACE):
        if ledger.dropped:
            break
        content = bytes([target, table.peers[0].table._votes.ballot(motion)])
        vote = forge(table, last, step=ledger.step, kind=Kind.DROP, content=content, head=ledger.head)
        for n in range(last) if beat >= first else ():
            give(table, n, last, vote)
        table.beat()
        for n in [n for n, when in again.items() if when == beat]:
            others = tuple(other for other in range(last + 1) if other != n)
            part(table, (n,), others)
            started_again(table.peers[n])
            table.connect([(n, other) for other in others])
    return ledger.dropped


def test_who_votes_on_another_in_ballot_after_ballot_is_not_excused_for_ever() -> None:
    """The first ballots might bind an honest seat; the others say no to them, and at last vote the withholder out."""
    assert voting_on_another(withheld("tetris", 4, Kind.OPEN), 1, 0, {}) == (3,)


@pytest.mark.parametrize("again", [{1: 22, 2: 2}, {1: 38, 2: 6}, {1: 30, 2: 14}])
def test_who_was_started_again_while_others_vote_is_not_taken_for_mute(again: dict[int, int]) -> None:
    """It excuses the withholder for its votes, and counts for how long that has owed its opening, from then on."""
    assert voting_on_another(withheld("tetris", 4, Kind.OPEN), 2, GRACE, again) == (3,)


def test_two_that_have_voted_on_each_other_owe_openings_and_are_kept() -> None:
    """Each refuses the other's commitment, so neither opens; the others say no to both votes, and all go on."""
    table = Room(load("tetris"), genesis(load("tetris"), 4), seed=1)
    table.connect()
    table.begin()
    while (due := table.peers[0].table.due) is None or due.kind is not Kind.COMMIT:
        table.deliver()
    while table.deliver():
        pass
    for n, target in ((2, 3), (3, 2)):
        peer = table.peers[n].table
        peer._cast(Motion(Kind.DROP, target), yes=True)
        table.carry_out(n, peer._take())
    table.run()
    assert {table.peers[n].table.awaited for n in (0, 1)} == {(2, 3)}
    table.beat(GRACE)
    check_finished(table, (0, 1, 2, 3))
    assert table.peers[0].table.ledger.dropped == ()


def test_a_commitment_whose_opening_was_lost_is_opened_all_the_same() -> None:
    """The nonce is derived and the legal moves are known, so a power cut that lost what was kept costs nothing."""
    table = Room(load("tetris"), genesis(load("tetris"), 2), seed=3)
    table.connect()
    table.begin()
    while not (table.peers[1].table.due is not None and table.peers[1].table._opening):
        asked = [n for n, peer in enumerate(table.peers) if peer.table.asks_me]
        if not table.deliver() and asked:
            table.decide(asked[-1])
    lost = table.peers[1].table
    committed = next(given for given in lost._kept if given.kind is Kind.COMMIT)
    ledger = Ledger(lost.ledger.genesis, lost.ledger.game)
    for step in lost.steps:
        ledger.absorb(step)
    fresh = Table.resumed(ledger, Player(people.identity(1), lost.ledger.genesis, 1), lost.steps, None)
    table.peers[1].table = fresh
    ada = table.peers[0].public
    fresh.connected(ada)
    fresh.receive(ada, Give(committed))
    for a, b in ((0, 1), (1, 0)):
        table.cables[a, b].clear()
    for n in (0, 1):
        table.carry_out(n, [Send(table.peers[n].table._have())])
    table.beat(10)
    check_finished(table, (0, 1))


def test_who_has_lost_what_it_kept_waits_for_its_own_word_from_who_has_it() -> None:
    """A peer that says it has our commitment will show it: to choose again before that would be to sign twice."""
    table = Room(load("tetris"), genesis(load("tetris"), 2), seed=3)
    table.connect()
    table.begin()
    while not any(given.kind is Kind.COMMIT for given in table.peers[1].table._kept):
        asked = [n for n, peer in enumerate(table.peers) if peer.table.asks_me]
        if not table.deliver() and asked:
            table.decide(asked[-1])
    lost, ada = table.peers[1].table, table.peers[0]
    committed = next(given for given in lost._kept if given.kind is Kind.COMMIT)
    give(table, 0, 1, committed)
    ledger = Ledger(lost.ledger.genesis, lost.ledger.game)
    for step in lost.steps:
        ledger.absorb(step)
    fresh = Table.resumed(ledger, Player(people.identity(1), lost.ledger.genesis, 1), lost.steps, None)
    fresh.connected(ada.public)
    fresh.receive(ada.public, ada.table._have())
    assert not fresh.asks_me
    fresh.receive(ada.public, Give(committed))
    fresh.receive(ada.public, ada.table._have())
    assert not fresh.asks_me
    liar = Table.resumed(ledger.copy(), fresh.player, lost.steps, None)
    liar.connected(ada.public)
    for _ in range(GRACE):
        liar.receive(ada.public, ada.table._have())
        liar.beat()
    assert liar.asks_me


def test_who_was_voted_out_is_not_who_has_ones_own_word() -> None:
    """Of three, one was voted out. After a restart the second waits for the third, whoever else is there."""
    table = Room(load("tink"), genesis(load("tink"), 3), seed=1)
    table.connect()
    table.begin()
    waiting_for(table, 2)
    table.leave(2)
    table.beat(GRACE + 1)
    assert table.peers[0].table.ledger.dropped == (2,)
    table.cut(0, 1)
    fresh = started_again(table.peers[0])
    table.gone.update((0, 1))
    table.connect([(0, 2)])
    table.beat(2 * HOLD_BEATS)
    assert fresh._holding
    table.connect([(0, 1)])
    table.beat(1)
    assert not fresh._holding


def test_who_was_voted_out_may_have_ones_own_word_all_the_same() -> None:
    """It still hears what the others do: it alone may have heard what a power cut took from the sender's own disk."""
    table = Room(load("tink"), genesis(load("tink"), 3), seed=1)
    table.connect()
    table.begin()
    waiting_for(table, 2)
    part(table, (2,), (0, 1))
    table.gone.add(2)
    table.beat(GRACE + 1)
    assert table.peers[0].table.ledger.dropped == (2,)
    step = table.peers[1].table.ledger.step
    fresh = started_again(table.peers[0])
    table.gone.update((0, 1))
    _, ben, cleo = (peer.public for peer in table.peers)
    for peer, number in ((cleo, step + 1), (ben, step)):
        fresh.connected(peer)
        fresh.receive(peer, Have(number, Kind.MOVE.value, fresh.ledger.head, 0, 0))
    for _ in range(HOLD_BEATS):
        fresh.beat()
    assert fresh._holding


def test_who_is_cut_off_for_what_it_says_is_not_heard_of_by_coming_back() -> None:
    """Its links last for one message each, so its move never comes; it is away like anybody else."""
    table = Room(load("tink"), genesis(load("tink"), 3), seed=1)
    table.connect()
    table.begin()
    waiting_for(table, 2)
    for n in (0, 1):
        table.peers[n].table.refused[table.peers[2].public] = REFUSALS + 1
    table.gone.add(2)
    table.beat(3 * GRACE)
    assert table.peers[0].table.ledger.dropped == (2,)


@pytest.mark.parametrize("whole", [False, True], ids=["the vote", "the step"])
def test_e516_of_two_nobody_is_voted_out_who_is_there(whole: bool) -> None:
    """Else whoever is about to lose could claim the game. The other stops, names it, and keeps the vote."""
    table = Room(load("tink"), genesis(load("tink"), 2), seed=1)
    table.connect()
    table.begin()
    waiting_for(table, 0)
    claim = forge(table, 1, kind=Kind.DROP, content=bytes([0, 0]))
    ledger = table.peers[1].table.ledger
    message = Steps((ledger.drop([claim]).step,)) if whole else Give(claim)
    honest = table.peers[0]
    table.carry_out(0, honest.table.receive(table.peers[1].public, message))
    stopped = honest.stopped()
    assert isinstance(stopped.error, SeatError)
    assert (stopped.error.code, stopped.error.seat, stopped.proof) == (Code.CONTESTED, 1, (claim,))
    assert honest.table.ledger.dropped == ()
    report = verify(table.logs()[0], find_game)
    assert [(claim.voters, claim.seat) for claim in report.claims] == [((1,), 0)], "the vote is kept in the log"
    assert report.verdict is Verdict.UNFINISHED


def test_e516_who_withholds_cannot_say_of_the_other_that_it_has_left() -> None:
    """Of two, who keeps its share to itself and then claims the game is not believed: it was heard all the time."""
    table = withheld("tink", 2, Kind.SHARE)
    table.beat(GRACE - 2)
    honest, ledger = table.peers[0], table.peers[0].table.ledger
    claim = forge(table, 1, step=ledger.step, kind=Kind.DROP, content=bytes([0, 0]), head=ledger.head)
    table.carry_out(0, honest.table.receive(table.peers[1].public, Give(claim)))
    assert honest.stopped().error.code is Code.CONTESTED


@pytest.mark.parametrize("beats", [0, GRACE // 2 - 1, GRACE // 2])
def test_e516_who_was_started_again_takes_a_late_claim_for_none(beats: int) -> None:
    """A vote from when it was away is told at once. Else one restart would leave a long step open to any claim."""
    table = Room(load("tink"), genesis(load("tink"), 2), seed=1)
    table.connect()
    table.begin()
    waiting_for(table, 0)
    part(table, (0,), (1,))
    started_again(table.peers[0])
    table.connect()
    table.gone.update((0, 1))
    table.beat(beats, votes=False)
    honest = table.peers[0]
    claim = forge(table, 1, kind=Kind.DROP, content=bytes([0, 0]))
    table.carry_out(0, honest.table.receive(table.peers[1].public, Give(claim)))
    if beats < GRACE // 2:
        assert honest.table.ledger.dropped == (0,)
    else:
        assert honest.stopped().error.code is Code.CONTESTED


@pytest.mark.parametrize("signer", [0, 1], ids=["its own", "another's"])
def test_what_somebody_wrote_beside_a_log_is_not_given(signer: int) -> None:
    """A move of our seat that stood there counts after a restart if we had signed it, and else for nothing."""
    table = Room(load("tink"), genesis(load("tink"), 2), seed=3)
    table.connect()
    table.begin()
    waiting_for(table, 0)
    old = table.peers[0].table
    state = old.ledger.state
    move = old.ledger.game.format(next(iter(old.ledger.game.legal(state, 0)))).encode()
    written = Keep((forge(table, signer, seat=0, content=move),), b"")
    fresh = Table.resumed(old._ledger_before(len(old.steps)), old.player, old.steps, written)
    fresh._holding = False
    fresh.begin()
    assert (fresh.ledger.step > old.ledger.step) is (signer == 0)
