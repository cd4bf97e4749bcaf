"""What is refused and what stops the table: the rows of `spec/table.md`, each with a test."""

from __future__ import annotations

from typing import Any

import pytest
from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.games import load
from p2pgame.protocol.voting_table.effects import Refused
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.ledger import Step
from p2pgame.protocol.voting_table.messages import Steps
from p2pgame.protocol.voting_table.verify import Verdict, verify
from p2pgame.protocol.wire.errors import Code, RemoteError, SeatError
from p2pgame.protocol.wire.limits import EARLY_STEPS

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


def seat_of(error: RemoteError) -> int | None:
    """The seat that an error names."""
    return error.seat if isinstance(error, SeatError) else None


def finishes(room: Room) -> None:
    """Fail unless the table goes on to its end with equal logs."""
    room.run()
    assert all(peer.table.ledger.closed for peer in room.peers)
    assert len(set(room.logs())) == 1
    assert verify(room.logs()[0], find_game).verdict is Verdict.FAIR


@pytest.mark.parametrize(
    ("changed", "code", "seat"),
    [
        ({"table": b"t" * 32}, Code.FOREIGN_TABLE, None),
        ({"seat": 4}, Code.WRONG_SEAT, None),
        ({"seat": 0}, Code.FORGED_INPUT, 0),
        ({"content": b"s@z9"}, Code.ILLEGAL_MOVE, 1),
        ({"content": b"\xff"}, Code.ILLEGAL_MOVE, 1),
        ({"content": b"s@a1"}, Code.ILLEGAL_MOVE, 1),
        ({"content": b"pass"}, Code.ILLEGAL_MOVE, 1),
    ],
    ids=str,
)
def test_a_bad_input_is_refused_and_the_table_goes_on(changed: dict[str, Any], code: Code, seat: int | None) -> None:
    """Refused with its code, the link's peer shown with it; a seat is named only for what it has signed, and it may
    still give a good one. In whose name an input was forged is said as well.
    """
    room = waiting_for_move_of(1)
    refused = refusal(give(room, 0, 1, forge(room, 1, **changed)))
    assert refused.peer == room.peers[1].public
    assert (refused.error.code, seat_of(refused.error)) == (code, seat)
    assert refused.error.code is not Code.FORGED_INPUT or "in the name of Ada" in refused.error.sentence
    finishes(room)


def test_e505_an_input_out_of_turn_is_refused_and_names_the_seat() -> None:
    """Seat 1 moves though seat 0 is asked."""
    room = waiting_for_move_of(0)
    error = refusal(give(room, 0, 1, forge(room, 1, content=b"s@d4"))).error
    assert isinstance(error, SeatError)
    assert (error.code, error.seat) == (Code.NOT_ASKED, 1)
    finishes(room)


@pytest.mark.parametrize("kind", [Kind.ACCEPT, Kind.COMMIT, Kind.OPEN, Kind.ANSWER, Kind.SHARE, Kind.CLOSE])
def test_an_input_of_another_kind_than_is_due_does_not_count(kind: Kind) -> None:
    """It is no fault, as its round may be to come: it is kept for that, and forgotten when the step is done."""
    room = waiting_for_move_of(1)
    table = room.peers[0].table
    before = table.ledger.head, table.awaited
    strange = forge(room, 1, kind=kind, content=b"" if kind in (Kind.ACCEPT, Kind.CLOSE) else bytes(32))
    assert not give(room, 0, 1, strange)
    assert (table.ledger.head, table.awaited) == before
    finishes(room)
    assert strange not in [given for step in table.steps for given in step.inputs]
    assert not table._early


@pytest.mark.parametrize("kind", [Kind.MOVE, Kind.ANSWER, Kind.COMMIT])
def test_an_input_alone_for_a_step_that_is_done_is_ignored(kind: Kind) -> None:
    """It comes too late to count and, by a seat that was not asked there, contradicts nothing."""
    room = waiting_for_move_of(1)
    table = room.peers[0].table
    before = table.log_before(table.ledger.step)
    late = forge(room, 1, step=1, kind=kind, content=b"s@d4", head=table.steps[1].inputs[0].head)
    assert table.steps[1].inputs[0].kind is Kind.SHARE
    assert not give(room, 0, 1, late)
    assert table.log_before(table.ledger.step) == before
    assert not table._early
    finishes(room)


def test_e504_an_input_within_a_step_that_is_not_its_own_is_refused() -> None:
    """The next step, as somebody shows it, holds an input for another one, or of another kind than is due."""
    for changed in ({"step": 1}, {"kind": Kind.SHARE, "content": bytes(32)}):
        room = waiting_for_move_of(1)
        number = room.peers[0].table.ledger.step
        step = Step(number, (forge(room, 1, **({"content": b"s@d4"} | changed)),), bytes(32))
        before = len(room.peers[0].news)
        room.carry_out(0, room.peers[0].table.receive(room.peers[1].public, Steps((step,))))
        error = refusal(room.peers[0].news[before:]).error
        assert (error.code, seat_of(error)) == (Code.STALE, 1)
        finishes(room)


def test_e504_a_vote_in_step_0_is_refused() -> None:
    """Before everybody has accepted there is nothing to go on with."""
    room = Room(load("tink"), genesis(load("tink"), 3))
    room.connect()
    error = refusal(give(room, 0, 1, forge(room, 1, kind=Kind.DROP, content=b"\2\0"))).error
    assert (error.code, seat_of(error)) == (Code.STALE, 1)


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
    assert (error.code, seat_of(error)) == (Code.FALSE_SHARE, 1)
    finishes(room)


def test_e507_a_share_from_another_position_of_the_chain_is_refused() -> None:
    """The second share for the first draw."""
    room = started()
    until_share(room)
    player = room.peers[1].table.player
    assert player is not None
    error = refusal(give(room, 0, 1, forge(room, 1, content=player.chain.share(2)))).error
    assert (error.code, seat_of(error)) == (Code.FALSE_SHARE, 1)


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
    """Of each kind up to 32 steps ahead, one a step."""
    room = waiting_for_move_of(0)
    due = room.peers[0].table.due
    assert due is not None
    for ahead in (*range(1, EARLY_STEPS + 3), 200):
        for content in (b"s@d4", b"s@e5"):
            give(room, 0, 1, forge(room, 1, step=due.step + ahead, content=content))
    early = room.peers[0].table._early
    assert len(early) <= EARLY_STEPS
    assert max(step for step, *_ in early) <= due.step + EARLY_STEPS


@pytest.mark.parametrize("kind", sorted(set(Kind) - {Kind.STATE}), ids=lambda kind: kind.name)
def test_an_input_too_far_ahead_costs_not_even_a_look_at_its_signature(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is what is dear about an input; of one that could be kept it is looked at."""
    room = waiting_for_move_of(0)
    due = room.peers[0].table.due
    assert due is not None
    looked: list[int] = []
    monkeypatch.setattr(Input, "check_signature", lambda given, public: looked.append(given.step))
    content = {Kind.DROP: b"\0\0", Kind.SKIP: b"\0\0", Kind.KEEP: b"\7\0\0"}.get(kind, b"")
    near, *far = (
        forge(room, 1, step=due.step + ahead, kind=kind, content=content) for ahead in (1, EARLY_STEPS + 1, 200)
    )
    for given in (*far, near):
        assert not give(room, 0, 1, given)
    assert looked == [near.step]
    assert all(step <= due.step + EARLY_STEPS for step, *_ in room.peers[0].table._early)


def test_own_illegal_moves_are_never_signed() -> None:
    """`choose` says which rule, and nothing is sent."""
    room = waiting_for_move_of(0)
    with pytest.raises(IllegalMove, match=r"tink 3\.1"):
        room.peers[0].table.choose(load("tink").parse("s@a1"))
    assert room.peers[0].table.asks_me
