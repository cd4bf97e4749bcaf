"""Takebacks: `spec/table/takeback.md`, clause by clause, in single slots and at whole tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.engine.games import GAMES, load
from p2pgame.protocol.contract import fairness
from p2pgame.protocol.table.consensus import Ruling, RulingKind
from p2pgame.protocol.table.effects import Proven, Refused, TakebackAnswered, TakebackAsked
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import Ledger, StepCompleted
from p2pgame.protocol.table.messages import Agreements, Papers
from p2pgame.protocol.table.records import check_record
from p2pgame.protocol.table.signing import Agree, Input, Place, sign
from p2pgame.protocol.table.state import TableState
from p2pgame.protocol.table.takeback import TakenBack, to_content
from p2pgame.protocol.wire.errors import Code, LocalError

from .. import people
from ..refusals import refused
from .room import Room
from .signed import answers, record_of, write
from .signed import given as input_of


def ledger_at(game_id: str = "tink", seats: int = 3, *, takebacks: bool = True, turn_time: int = 0) -> Ledger:
    """A table that everybody has accepted."""
    game = load(game_id)
    ledger = Ledger(people.genesis(game, seats, takebacks=takebacks, turn_time=turn_time), game)
    advance(ledger)
    return ledger


def advance(ledger: Ledger, place: int = 0) -> None:
    """Let the due seats give good answers to the open slot."""
    write(ledger, answers(ledger.now, place) if ledger.now.slot else accepts(ledger.now), quorum(ledger.now))


def accepts(state: TableState) -> tuple[Input, ...]:
    """Everybody's ACCEPT."""
    return tuple(input_of(state, seat, b"") for seat in state.present)


def quorum(state: TableState) -> Sequence[int]:
    """The first seats that are enough to ack."""
    return state.present[: state.electorate.quorum]


def agreed(place: Place, seat: int, *, agrees: bool = True, by: int | None = None) -> Agree:
    """A seat's answer; signed `by` somebody else, if that is given."""
    return sign(people.identity(seat if by is None else by), place, Agree(seat, agrees))


def takeback(state: TableState, *agreements: Agree, seat: int | None = None) -> Input:
    """The takeback of the seat to move, with these agreements, or with those of all others."""
    (due,) = state.decides
    said = agreements or tuple(agreed(state.place, other) for other in state.present if other != due)
    return input_of(state, due if seat is None else seat, to_content(said), InputKind.TAKEBACK)


def taken_back(ledger: Ledger) -> None:
    """Let the last move be taken back."""
    write(ledger, (takeback(ledger.now),), quorum(ledger.now))


def until(ledger: Ledger, kind: InputKind) -> TableState:
    """Play until a kind of input is due right behind a move."""
    while True:
        before = ledger.now
        advance(ledger)
        due = ledger.now.due
        assert due is not None
        if due.kind is kind and before.due is not None and before.due.kind is InputKind.MOVE:
            return before


def _opening(state: TableState, seat: int) -> bytes:
    """The opening of a seat's first legal choice."""
    move = next(iter(state.game.legal(state.state, seat)))
    return bytes(32) + state.game.format(move).encode()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_t7_the_state_is_that_before_the_move_and_all_else_continues(seats: int) -> None:
    """Slots, steps, heads and the shares of draws; the rules ask what they asked before the move."""
    ledger = ledger_at(seats=seats)
    before = until(ledger, InputKind.MOVE)
    behind = ledger.now
    taken_back(ledger)
    now = ledger.now
    assert (now.state, now.state_hash, now.pending) == (before.state, before.state_hash, before.pending)
    assert (now.slot, now.step) == (behind.slot + 1, behind.step + 1)
    assert now.head not in (before.head, behind.head)
    assert (now.shares, now.present) == (behind.shares, behind.present)
    advance(ledger, place=1)
    assert ledger.now.state != behind.state


def test_t7_the_step_names_the_seat_whose_move_it_was() -> None:
    """And the input of the seat that gave the takeback."""
    ledger = ledger_at()
    before = until(ledger, InputKind.MOVE)
    (mover,), (decider,) = before.decides, ledger.now.decides
    step = ledger.absorb(record_of(ledger.now, (takeback(ledger.now),)))
    assert step is not None
    assert step.event == TakenBack(mover)
    assert [each.seat for each in step.inputs] == [decider]
    assert step.state == before.state


def test_t1_a_contract_without_the_field_allows_none() -> None:
    """As all contracts before there were takebacks: their bytes are the same."""
    ledger = ledger_at(takebacks=False)
    until(ledger, InputKind.MOVE)
    with refused(Code.NO_TAKEBACK, "no takebacks"):
        ledger.now.admit(takeback(ledger.now))
    contract = ledger.genesis.contract
    assert contract.encoded[0] == 0x98  # an array of eight
    assert replace(contract, takebacks=True).encoded[0] == 0x99


def test_t2_nothing_may_have_been_drawn_between() -> None:
    """Where a draw follows the move, neither the draw's slot nor the move behind it takes it back."""
    ledger = ledger_at("ten", 2)
    until(ledger, InputKind.SHARE)
    state = ledger.now
    given_ = input_of(state, 0, to_content([agreed(state.place, 1)]), InputKind.TAKEBACK)
    with refused(Code.STALE):
        state.admit(given_)
    while ledger.now.due is not None and ledger.now.due.kind is InputKind.SHARE:
        advance(ledger)
    assert ledger.now.due is not None
    assert ledger.now.due.kind is InputKind.MOVE
    with refused(Code.NO_TAKEBACK, "drawn"):
        ledger.now.admit(takeback(ledger.now))


def test_t2_a_secret_choice_is_not_taken_back() -> None:
    """It was revealed; in Tetris there is never a takeback."""
    ledger = ledger_at("tetris", 2)
    while ledger.now.due is not None and ledger.now.due.kind is not InputKind.COMMIT:
        advance(ledger)
    state = ledger.now
    openings = {seat: _opening(state, seat) for seat in state.present}
    commitments = [fairness.commitment(state.genesis.id, state.step, *each) for each in openings.items()]
    write(ledger, tuple(input_of(state, *each) for each in enumerate(commitments)))
    write(ledger, tuple(input_of(ledger.now, *each) for each in openings.items()))
    assert ledger.now.step == state.step + 1
    assert ledger.now.earlier is None


def test_t2_a_ruling_is_not_taken_back() -> None:
    """Neither the default move of a skipped seat, nor a drop."""
    for kind in RulingKind:
        ledger = ledger_at(seats=4, turn_time=9)
        until(ledger, InputKind.MOVE)
        (slow,) = ledger.now.decides
        others = [seat for seat in range(4) if seat != slow][:3]
        write(ledger, Ruling(kind, slow), others)
        assert ledger.now.no_takeback() is not None
        with refused(Code.NO_TAKEBACK):
            ledger.now.admit(takeback(ledger.now))


def test_t2_the_only_legal_move_is_not_taken_back() -> None:
    """Nothing could change."""
    ledger = ledger_at("ten", seats=2)
    seen: set[bool] = set()
    while len(seen) < 2:
        before = until(ledger, InputKind.MOVE)
        is_only = len(list(before.game.legal(before.state, before.decides[0]))) == 1
        assert (ledger.now.no_takeback() == "there was no other move") is is_only
        seen.add(is_only)


def test_t3_a_takeback_is_not_taken_back() -> None:
    """Two in a row would go back two moves."""
    ledger = ledger_at()
    until(ledger, InputKind.MOVE)
    taken_back(ledger)
    with refused(Code.NO_TAKEBACK, "just been made"):
        ledger.now.admit(takeback(ledger.now))


def test_t3_the_second_decision_stands() -> None:
    """And the one behind it may be taken back again. So each decision takes three slots at the most."""
    ledger = ledger_at()
    until(ledger, InputKind.MOVE)
    taken_back(ledger)
    advance(ledger, place=1)
    with refused(Code.NO_TAKEBACK):
        ledger.now.admit(takeback(ledger.now))
    advance(ledger)
    assert ledger.now.no_takeback() is None


def test_t6_every_other_present_seat_has_to_agree() -> None:
    """In seat order, each once, nobody else."""
    ledger = ledger_at(seats=4)
    until(ledger, InputKind.MOVE)
    state = ledger.now
    (due,) = state.decides
    all_of_them = [agreed(state.place, seat) for seat in state.agreeing]
    state.admit(takeback(state, *all_of_them))
    for wrong in (all_of_them[:-1], all_of_them[::-1], [*all_of_them, agreed(state.place, due)], all_of_them[:1] * 3):
        with refused(Code.NO_TAKEBACK):
            state.admit(takeback(state, *wrong))


def test_t6_a_dropped_seat_need_not_agree() -> None:
    """It has no say any more."""
    ledger = ledger_at(seats=4)
    until(ledger, InputKind.MOVE)
    write(ledger, Ruling(RulingKind.DROP, 3), (0, 1, 2))
    until(ledger, InputKind.MOVE)
    assert 3 not in ledger.now.agreeing
    taken_back(ledger)


def test_t6_a_no_is_no_agreement() -> None:
    """Its signature is over another body."""
    ledger = ledger_at(seats=2)
    until(ledger, InputKind.MOVE)
    state = ledger.now
    (other,) = state.agreeing
    with refused(Code.NO_TAKEBACK, "without the agreement"):
        state.admit(takeback(state, agreed(state.place, other, agrees=False)))


@pytest.mark.parametrize("what", ["table", "slot", "head"])
def test_t6_an_agreement_for_another_place_does_not_count(what: str) -> None:
    """Stale, of another table, or of another history."""
    ledger = ledger_at(seats=2)
    until(ledger, InputKind.MOVE)
    state = ledger.now
    (other,) = state.agreeing
    elsewhere: dict[str, Any] = {"table": bytes(32), "slot": state.slot - 1, "head": bytes(32)}
    place = replace(state.place, **{what: elsewhere[what]})
    with refused(Code.NO_TAKEBACK, "without the agreement"):
        state.admit(takeback(state, agreed(place, other)))


def test_t6_a_forged_agreement_does_not_count() -> None:
    """The seat that gives the takeback is named: it has signed it."""
    ledger = ledger_at(seats=2)
    until(ledger, InputKind.MOVE)
    state = ledger.now
    (other,) = state.agreeing
    with refused(Code.NO_TAKEBACK, "without the agreement") as error:
        state.admit(takeback(state, agreed(state.place, other, by=1 - other)))
    assert error.value.seat == 1 - other  # type: ignore[attr-defined]


def test_t6_only_the_seat_to_move_gives_it() -> None:
    """Not the seat whose move it was."""
    ledger = ledger_at(seats=3)
    before = until(ledger, InputKind.MOVE)
    state = ledger.now
    with refused(Code.NOT_ASKED):
        state.admit(takeback(state, seat=before.decides[0]))


def test_t8_a_record_of_a_takeback_is_checked_as_any_other() -> None:
    """Acks, state hash, and the agreements within the input."""
    ledger = ledger_at(seats=3)
    until(ledger, InputKind.MOVE)
    state = ledger.now
    record = record_of(state, (takeback(state),))
    check_record(state, record)
    assert record.signatures == 1 + 2 + 2
    with refused(Code.FALSE_STATE):
        check_record(state, replace(record, state_hash=state.state_hash))
    with refused(Code.BROKEN_STEP):
        check_record(state, replace(record, acks=record.acks[:1]))


# Whole tables


def room(game_id: str = "tink", seats: int = 3, *, takebacks: bool = True, spectators: int = 0, **more: Any) -> Room:
    """A room in which everybody is linked and has begun."""
    game = load(game_id)
    made = Room(game, people.genesis(game, seats, takebacks=takebacks, **more), 1, spectators)
    made.connect()
    made.begin()
    return made


def behind_a_move(made: Room, slots: int = 4) -> tuple[int, int]:
    """Play that many slots, until the last move may be taken back: the mover, and the seat to move."""
    for _ in range(10_000):
        if made.deliver():
            continue
        now = made.peers[0].table.ledger.now
        if now.slot >= slots and now.no_takeback() is None:
            assert now.earlier is not None
            return now.earlier.seat, now.decides[0]
        asked = [n for n, peer in enumerate(made.peers) if peer.table.asks_me]
        made.decide(asked[0])
    raise AssertionError("the room does not get there")


def deliver_all(made: Room) -> None:
    """Deliver what is on its way."""
    while made.deliver():
        pass


def ask(made: Room, n: int) -> None:
    """A peer asks to take its move back, and all get the question."""
    made.carry_out(n, made.peers[n].table.ask_takeback())
    deliver_all(made)


def answer(made: Room, n: int, *, agrees: bool = True) -> None:
    """A peer answers, and all get the answer."""
    made.carry_out(n, made.peers[n].table.answer_takeback(agrees=agrees))
    deliver_all(made)


def steps_back(made: Room, n: int) -> list[StepCompleted]:
    """The takebacks that a peer has shown."""
    return [
        news for news in made.peers[n].news if isinstance(news, StepCompleted) and isinstance(news.event, TakenBack)
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_t4_the_mover_asks_and_when_all_have_agreed_the_move_is_back(seats: int) -> None:
    """At all seats and for a spectator; the mover is asked again, and the game continues to its end."""
    made = room(seats=seats, spectators=1)
    mover, decider = behind_a_move(made)
    before = made.peers[mover].table.ledger.now.earlier
    assert before is not None
    ask(made, mover)
    for n in range(seats):
        assert made.peers[n].table.asks_takeback is (n != mover)
    for n in range(seats):
        if n != mover:
            answer(made, n)
    for n, peer in enumerate(made.peers):
        assert [step.event for step in steps_back(made, n)] == [TakenBack(mover)]
        assert peer.table.ledger.now.state == before.state
        assert TakebackAsked(mover) in peer.news
        assert TakebackAnswered(decider, True) in peer.news
    assert made.peers[mover].table.asks_me
    made.run()
    assert all(peer.table.ledger.now.closed for peer in made.peers)
    assert len({peer.table.ledger.now.head for peer in made.peers}) == 1
    assert not made.news(Refused)


def test_t4_one_question_a_slot() -> None:
    """A seat that has asked does not ask again, after any answers."""
    made = room()
    mover, decider = behind_a_move(made)
    assert made.peers[mover].table.may_ask_takeback
    ask(made, mover)
    answer(made, decider, agrees=False)
    table = made.peers[mover].table
    assert not table.may_ask_takeback
    with pytest.raises(LocalError):
        table.ask_takeback()
    for n in (decider, 3 - mover - decider):
        assert [news for news in made.peers[n].news if isinstance(news, TakebackAsked)] == [TakebackAsked(mover)]


def test_t4_only_the_mover_asks() -> None:
    """Nobody else; and where nothing can be taken back, nobody, with the reason."""
    made = room()
    mover, _ = behind_a_move(made)
    for n in range(3):
        assert made.peers[n].table.may_ask_takeback is (n == mover)
        if n != mover:
            with pytest.raises(LocalError):
                made.peers[n].table.ask_takeback()
            with pytest.raises(LocalError):
                made.peers[n].table.answer_takeback(agrees=True)
    without = room(takebacks=False)
    without.run()
    with pytest.raises(LocalError, match="no takebacks"):
        without.peers[0].table.ask_takeback()


def test_t5_a_no_may_become_a_yes_and_a_yes_stays() -> None:
    """A person may think better of it; nobody has to keep up with more than two answers of a seat."""
    made = room()
    mover, decider = behind_a_move(made)
    third = 3 - mover - decider
    ask(made, mover)
    answer(made, third, agrees=False)
    question = made.peers[mover].table.takeback
    assert question is not None
    assert (question.refused, question.awaited) == ((third,), (decider,))
    answer(made, decider)
    assert not steps_back(made, mover)
    answer(made, third)
    assert steps_back(made, mover)
    with pytest.raises(LocalError):
        made.peers[third].table.answer_takeback(agrees=False)


def test_t5_the_seat_to_move_may_move_instead_and_the_question_lapses() -> None:
    """Also if it has agreed: an agreement binds nobody. Nothing of it counts in a later slot."""
    made = room()
    mover, decider = behind_a_move(made)
    third = 3 - mover - decider
    ask(made, mover)
    answer(made, decider)
    stale = Agreements(made.peers[0].table.ledger.now.place, (agreed(made.peers[0].table.ledger.now.place, third),))
    made.decide(decider)
    deliver_all(made)
    assert all(peer.table.takeback is None for peer in made.peers)
    made.carry_out(decider, made.peers[decider].table.receive(made.peers[third].public, stale))
    assert not steps_back(made, decider)
    assert not made.news(Refused)


def test_t5_answers_before_the_question_are_shown_after_it() -> None:
    """Links between different seats keep no order."""
    made = room()
    mover, decider = behind_a_move(made)
    third = 3 - mover - decider
    place = made.peers[decider].table.ledger.now.place
    for seat in (third, mover):
        message = Agreements(place, (agreed(place, seat),))
        made.carry_out(decider, made.peers[decider].table.receive(made.peers[seat].public, message))
    told = [news for news in made.peers[decider].news if isinstance(news, TakebackAsked | TakebackAnswered)]
    assert told == [TakebackAsked(mover), TakebackAnswered(third, True)]


def test_t5_answers_are_relayed_and_repeated() -> None:
    """Two seats that are not linked get each other's answers through the third; a lost message comes again within a
    tick."""
    made = room()
    mover, decider = behind_a_move(made)
    third = 3 - mover - decider
    made.cut(mover, decider)
    made.carry_out(mover, made.peers[mover].table.ask_takeback())
    made.cables[mover, third].clear()
    for n in range(3):
        made.carry_out(n, made.peers[n].table.tick())
    deliver_all(made)
    assert made.peers[third].table.asks_takeback
    for n in range(3):
        made.carry_out(n, made.peers[n].table.tick())
    deliver_all(made)
    assert made.peers[decider].table.asks_takeback
    answer(made, third)
    answer(made, decider)
    assert all(steps_back(made, n) for n in range(3))


@pytest.mark.parametrize("restarting", ["mover", "decider", "third"])
def test_t5_a_peer_that_is_killed_gets_the_answers_again(restarting: str) -> None:
    """Also its own; so no answer is in the journal."""
    made = room()
    mover, decider = behind_a_move(made)
    third = 3 - mover - decider
    ask(made, mover)
    answer(made, third)
    n = {"mover": mover, "decider": decider, "third": third}[restarting]
    made.restart(n)
    made.connect([(n, other) for other in range(3) if other != n])
    for _ in range(2):
        for each, peer in enumerate(made.peers):
            made.carry_out(each, peer.table.tick())
        deliver_all(made)
    answer(made, decider)
    assert all(peer.table.ledger.now.is_anew for peer in made.peers)
    made.run()
    assert not made.news(Proven)
    assert len({peer.table.ledger.now.head for peer in made.peers}) == 1


def test_t6_a_seat_that_moves_twice_asks_the_others_and_gives_it_itself() -> None:
    """Its own signature is its agreement."""
    made = room("ten", 2)
    mover, decider = behind_a_move(made)
    while mover != decider:
        made.decide(decider)
        mover, decider = behind_a_move(made)
    now = made.peers[0].table.ledger.now
    ask(made, mover)
    assert not steps_back(made, mover)
    answer(made, 1 - mover)
    assert steps_back(made, mover)
    assert now.earlier is not None
    assert made.peers[1 - mover].table.ledger.now.state == now.earlier.state


def test_t7_a_new_turn_time_begins() -> None:
    """For the mover, who is asked again."""
    made = room(seats=2, turn_time=30)
    mover, decider = behind_a_move(made)
    ask(made, mover)
    for _ in range(10):
        for n, peer in enumerate(made.peers):
            made.carry_out(n, peer.table.tick())
        deliver_all(made)
    assert made.peers[mover].table.seconds_left == 20
    answer(made, decider)
    assert made.peers[mover].table.seconds_left == 30


def test_t8_a_move_and_a_takeback_in_one_slot_are_a_proof() -> None:
    """The seat has answered twice."""
    made = room(seats=3)
    mover, decider = behind_a_move(made)
    third = 3 - mover - decider
    state = made.peers[third].table.ledger.now
    move = state.game.format(next(iter(state.game.legal(state.state, decider)))).encode()
    for said in (input_of(state, decider, move), takeback(state)):
        made.carry_out(
            third, made.peers[third].table.receive(made.peers[decider].public, Papers(state.place, inputs=(said,)))
        )
    assert [news.proof.seat for news in made.peers[third].news if isinstance(news, Proven)] == [decider]


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("table", Code.FOREIGN_TABLE),
        ("head", Code.DIVERGED),
        ("seat", Code.WRONG_SEAT),
        ("signature", Code.FORGED_INPUT),
        ("draw", Code.NO_TAKEBACK),
    ],
)
def test_t5_answers_that_do_not_hold_are_refused(what: str, code: Code) -> None:
    """And the table continues."""
    made = room("ten" if what == "draw" else "tink", 2)
    if what == "draw":
        deliver_all(made)
    else:
        behind_a_move(made)
    place = made.peers[0].table.ledger.now.place
    if what == "table":
        place = replace(place, table=bytes(32))
    if what == "head":
        place = replace(place, head=bytes(32))
    said = agreed(place, 2 if what == "seat" else 1, by=0 if what == "signature" else None)
    made.carry_out(0, made.peers[0].table.receive(made.peers[1].public, Agreements(place, (said,))))
    assert [news.error.code for news in made.news(Refused)] == [code]
    assert made.peers[0].table.takeback is None


def test_a_flood_of_answers_costs_two_checks_a_seat() -> None:
    """Known ones are skipped, with any signature."""
    made = room(seats=2)
    mover, decider = behind_a_move(made)
    place = made.peers[decider].table.ledger.now.place
    receive = made.peers[decider].table.receive
    made.carry_out(decider, receive(made.peers[mover].public, Agreements(place, (agreed(place, mover),))))
    forged = Agreements(place, (Agree(mover, True, bytes(64)), Agree(mover, False, bytes(64))))
    for _ in range(1000):
        assert receive(made.peers[mover].public, forged) == []
    assert made.peers[decider].table.refused[made.peers[mover].public] == 0


@settings(deadline=None, max_examples=12, derandomize=True)
@given(
    game_id=st.sampled_from(sorted(GAMES)),
    seats=st.integers(0, 4),
    choices=st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=20, max_size=60),
)
def test_a_game_with_takebacks_equals_the_game_without_the_moves_taken_back(
    game_id: str, seats: int, choices: list[tuple[bool, int]]
) -> None:
    """At each point where a move may be taken back: the state behind it is that of the history without both steps."""
    counts = [count for count in load(game_id).seats if count >= 2]
    ledger = ledger_at(game_id, counts[seats % len(counts)])
    trunk: list[bytes] = [ledger.now.state_hash]
    for wants, place in choices:
        due = ledger.now.due
        assert due is not None
        if due.kind in (InputKind.COMMIT, InputKind.CLOSE):
            break
        if wants and due.kind is InputKind.MOVE and ledger.now.no_takeback() is None:
            taken_back(ledger)
            trunk.pop()
        else:
            moves = 1
            if due.kind is InputKind.MOVE:
                moves = len(list(ledger.game.legal(ledger.now.state, due.seats[0])))
            advance(ledger, place % moves)
            trunk.append(ledger.now.state_hash)
        assert ledger.now.state_hash == trunk[-1]
        assert ledger.before(ledger.now.slot - 1).slot == ledger.now.slot - 1
    replayed = Ledger(ledger.genesis, ledger.game)
    for record in ledger.records:
        replayed.absorb(record)
    assert replayed.now.head == ledger.now.head
