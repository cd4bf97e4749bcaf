"""What is refused and what stops the table: the rows of `spec/table.md`, each with a test."""

from __future__ import annotations

from typing import Any

import pytest
from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.games import load
from p2pgame.protocol.effects import Refused
from p2pgame.protocol.errors import Code, SeatError
from p2pgame.protocol.inputs import Input
from p2pgame.protocol.kinds import Kind
from p2pgame.protocol.verify import Verdict, verify

from .hostile import forge, give, until
from .people import find_game, genesis
from .room import Room


def started(game_id: str = "tink", seats: int = 2, seed: int = 1) -> Room:
    """A room in which everybody has accepted, and nothing is on its way."""
    room = Room(load(game_id), genesis(load(game_id), seats), seed)
    room.connect()
    room.begin()
    return room


def waiting_for_move_of(seat: int) -> Room:
    """A table of Tink whose first player is that seat."""
    for seed in range(50):
        room = Room(load("tink"), genesis(load("tink"), 2, nonce=seed + 1), seed)
        room.connect()
        room.begin()
        until(room, Kind.MOVE)
        if room.peers[0].table.awaited == (seat,):
            return room
    raise AssertionError("that seat is never first")


def refusal(news: list[Any]) -> Refused:
    """The one refusal among the news."""
    (only,) = [item for item in news if isinstance(item, Refused)]
    return only


def finishes(room: Room) -> None:
    """Fail unless the table goes on to its end with equal logs."""
    room.run()
    assert all(peer.table.ledger.closed for peer in room.peers)
    assert len(set(room.logs())) == 1
    assert verify(room.logs()[0], find_game).verdict is Verdict.FAIR


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"table": b"t" * 32}, Code.FOREIGN_TABLE),
        ({"seat": 4}, Code.WRONG_SEAT),
        ({"seat": 0}, Code.FORGED_INPUT),
        ({"content": b"s@z9"}, Code.ILLEGAL_MOVE),
        ({"content": b"\xff"}, Code.ILLEGAL_MOVE),
        ({"content": b"s@a1"}, Code.ILLEGAL_MOVE),
        ({"content": b"pass"}, Code.ILLEGAL_MOVE),
    ],
    ids=str,
)
def test_a_bad_input_is_refused_and_the_table_goes_on(changed: dict[str, Any], code: Code) -> None:
    """Refused with its code; the seat may still give a good one."""
    room = waiting_for_move_of(1)
    error = refusal(give(room, 0, 1, forge(room, 1, **changed))).error
    assert error.code is code
    finishes(room)


def test_e505_an_input_out_of_turn_is_refused_and_names_the_seat() -> None:
    """Seat 1 moves though seat 0 is asked."""
    room = waiting_for_move_of(0)
    error = refusal(give(room, 0, 1, forge(room, 1, content=b"s@d4"))).error
    assert isinstance(error, SeatError)
    assert (error.code, error.seat) == (Code.NOT_ASKED, 1)
    finishes(room)


def test_an_input_of_another_kind_than_is_due_does_not_count() -> None:
    """A share while a move is due is kept for later, and never used."""
    room = waiting_for_move_of(1)
    assert not give(room, 0, 1, forge(room, 1, kind=Kind.SHARE, content=bytes(32)))
    finishes(room)


def test_a_replayed_input_of_a_past_step_is_ignored() -> None:
    """The very bytes of step 0 again."""
    room = waiting_for_move_of(1)
    old = room.peers[0].table.steps[0].inputs[1]
    assert not give(room, 0, 1, old)
    finishes(room)


def test_e503_somebody_elses_signature_under_a_seats_body() -> None:
    """Nobody can speak for another seat, not even who relays."""
    room = waiting_for_move_of(1)
    good = forge(room, 1, content=b"s@d4")
    forged = Input.decoded(good.body, forge(room, 0, content=b"s@d4").signature)
    assert refusal(give(room, 0, 1, forged)).error.code is Code.FORGED_INPUT
    finishes(room)


@pytest.mark.parametrize("content", [b"", bytes(31), bytes(32), b"\1" * 32])
def test_e507_a_false_share_is_refused(content: bytes) -> None:
    """Anything but the next link of the chain."""
    room = started()
    until_share(room)
    error = refusal(give(room, 0, 1, forge(room, 1, kind=Kind.SHARE, content=content))).error
    assert error.code is Code.FALSE_SHARE
    finishes(room)


def test_e507_a_share_from_another_position_of_the_chain_is_refused() -> None:
    """The second share for the first draw."""
    room = started()
    until_share(room)
    player = room.peers[1].table.player
    assert player is not None
    error = refusal(give(room, 0, 1, forge(room, 1, content=player.chain.share(2)))).error
    assert error.code is Code.FALSE_SHARE


def until_share(room: Room) -> None:
    """Deliver until peer 0 waits for shares and has only its own."""
    while (due := room.peers[0].table.due) is not None and due.kind is not Kind.SHARE:
        room.deliver()
    assert room.peers[0].table.awaited == (1,)


def until_open(room: Room) -> None:
    """Deliver and decide until peer 0 waits for the opening of seat 1."""
    for _ in range(10_000):
        table = room.peers[0].table
        if table.due is not None and table.due.kind is Kind.OPEN and table.awaited == (1,):
            return
        asked = [n for n, peer in enumerate(room.peers) if peer.table.asks_me]
        if asked:
            room.decide(asked[0])
        else:
            room.deliver()
    raise AssertionError("no opening ever came")


def test_e508_opening_another_choice_than_was_committed_is_refused_and_names_the_seat() -> None:
    """The commitment binds."""
    room = started("tetris")
    until_open(room)
    error = refusal(give(room, 0, 1, forge(room, 1, content=bytes(32) + b"down"))).error
    assert isinstance(error, SeatError)
    assert (error.code, error.seat) == (Code.FALSE_OPENING, 1)


def test_e511_another_head_is_refused_naming_step_and_seat() -> None:
    """Whoever holds another history or state is found at the next thing it says."""
    room = waiting_for_move_of(1)
    error = refusal(give(room, 0, 1, forge(room, 1, content=b"s@d4", head=b"h" * 32))).error
    assert isinstance(error, SeatError)
    assert (error.code, error.seat) == (Code.DIVERGED, 1)
    assert "step 2" in error.sentence
    assert "Ben" in error.sentence


def test_e515_a_head_that_ones_own_history_does_not_have_is_named_false_and_the_table_goes_on() -> None:
    """Faking a desync fools nobody: asked for its steps, the liar shows ours, or nothing."""
    room = waiting_for_move_of(1)
    give(room, 0, 1, forge(room, 1, content=b"s@d4", head=b"h" * 32))
    finishes(room)
    errors = [item.error for item in room.peers[0].news if isinstance(item, Refused)]
    assert [error.code for error in errors] == [Code.DIVERGED, Code.FALSE_HEAD]
    assert room.peers[0].table.stopped is None


def test_e512_two_answers_to_one_step_are_proof_and_the_others_go_on() -> None:
    """Whichever comes first; the proof stands in the log, and of two the honest one votes the other out."""
    room = waiting_for_move_of(1)
    first, second = (forge(room, 1, content=move) for move in (b"s@d4", b"s@e5"))
    give(room, 0, 1, first)
    assert not room.peers[0].table.proofs
    give(room, 0, 1, second)
    ((_, proof),) = room.peers[0].table.proofs
    assert {given.pair for given in (proof.first, proof.second)} == {first.pair, second.pair}
    proof.check(room.peers[0].table.ledger.genesis)
    room.leave(1)
    room.beat()
    assert room.peers[0].table.ledger.dropped == (1,)
    assert room.peers[0].table.ledger.closed
    report = verify(room.logs()[0], find_game)
    assert report.verdict is Verdict.CHEATED
    assert report.fault is not None
    assert (report.fault.step, report.fault.seat) == (first.step, 1)


def test_the_same_input_from_several_links_counts_once() -> None:
    """Relayed copies are ignored."""
    room = waiting_for_move_of(1)
    given = forge(room, 1, content=b"s@d4")
    give(room, 0, 1, given)
    steps = room.peers[0].table.ledger.step
    assert not give(room, 0, 1, given)
    assert room.peers[0].table.ledger.step == steps


def test_early_inputs_are_kept_within_bounds() -> None:
    """Up to 32 steps ahead; beyond that they are dropped without even a look at the signature."""
    room = waiting_for_move_of(0)
    due = room.peers[0].table.due
    assert due is not None
    for ahead in range(1, 200):
        give(room, 0, 1, forge(room, 1, step=due.step + ahead, content=b"s@d4"))
    assert len(room.peers[0].table._early) <= 32


def test_own_illegal_moves_are_never_signed() -> None:
    """`choose` says which rule, and nothing is sent."""
    room = waiting_for_move_of(0)
    with pytest.raises(IllegalMove, match=r"tink 3\.1"):
        room.peers[0].table.choose(load("tink").parse("s@a1"))
    assert room.peers[0].table.asks_me
