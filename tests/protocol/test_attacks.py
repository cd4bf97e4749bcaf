"""Attacks of `spec/security.md` that need a table of their own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.contract import fairness
from p2pgame.protocol.contract.contract import Contract, Entry, Genesis
from p2pgame.protocol.lobby.lobby import HostLobby, check_begin, check_offer
from p2pgame.protocol.lobby.messages import Address, Begin, Offer
from p2pgame.protocol.voting_table.effects import Proven, Refused
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.messages import Steps
from p2pgame.protocol.voting_table.verify import Verdict, verify
from p2pgame.protocol.wire.errors import Code, RemoteError, SeatError

from .hostile import forge, give
from .people import GRACE, contract, find_game, genesis, identity, with_copied
from .refusals import refused
from .room import Room
from .test_refusals import finishes, refusal, started, until_open, until_share, waiting_for_move_of

OFFER = Offer("Ada", "tink", 1, (), 2, coded=False)


def until_commit(room: Room) -> None:
    """Deliver until peer 0 waits for commitments and has none of seat 1."""
    for _ in range(10_000):
        table = room.peers[0].table
        if table.due is not None and table.due.kind is Kind.COMMIT and 1 in table.awaited:
            return
        if not room.deliver():
            break
    raise AssertionError("no secret choice ever came")


def test_equivocation_in_commitments_is_proven() -> None:
    """Two commitments of one seat for one step."""
    room = started("tetris")
    until_commit(room)
    first, second = (forge(room, 1, content=bytes([n]) * 32) for n in (1, 2))
    give(room, 0, 1, first)
    give(room, 0, 1, second)
    (proven,) = [item for item in room.peers[0].news if isinstance(item, Proven)]
    assert (proven.error.code, proven.error.seat) == (Code.EQUIVOCATION, 1)
    assert {proven.proof.first.pair, proven.proof.second.pair} == {first.pair, second.pair}


def test_a_commitment_copied_from_another_seat_cannot_be_opened() -> None:
    """Seat and step are bound in: the opening that fits seat 0 does not fit seat 1."""
    opening = bytes(32) + b"up"
    assert fairness.commitment(bytes(32), 3, 0, opening) != fairness.commitment(bytes(32), 3, 1, opening)
    assert fairness.commitment(bytes(32), 3, 0, opening) != fairness.commitment(bytes(32), 4, 0, opening)
    assert fairness.commitment(bytes(32), 3, 0, opening) != fairness.commitment(b"t" * 32, 3, 0, opening)


def test_whoever_copies_a_commitment_at_the_table_can_open_it_with_nothing() -> None:
    """Not with the opening that fits for the other seat, once that is known; the seat is named, and can only be voted
    out."""
    room = started("tetris")
    until_commit(room)
    room.leave(1)
    room.run()
    table = room.peers[0].table
    copied = next(given.content for given in sent(room) if given.kind is Kind.COMMIT)
    give(room, 0, 1, forge(room, 1, content=copied))
    opened = next(given.content for given in sent(room) if given.kind is Kind.OPEN)
    error = refusal(give(room, 0, 1, forge(room, 1, content=opened))).error
    assert isinstance(error, SeatError)
    assert (error.code, error.seat) == (Code.FALSE_OPENING, 1)
    assert table.awaited == (1,)


def test_a_commitment_replayed_from_another_table_can_be_opened_with_nothing() -> None:
    """Its seat had made it there, for the same step, with a move that would be legal here."""
    room = started("tetris")
    until_commit(room)
    room.leave(1)
    room.run()
    due = room.peers[0].table.due
    assert due is not None
    opening = bytes(32) + b"up"
    give(room, 0, 1, forge(room, 1, content=fairness.commitment(b"t" * 32, due.step, 1, opening)))
    error = refusal(give(room, 0, 1, forge(room, 1, content=opening))).error
    assert isinstance(error, SeatError)
    assert (error.code, error.seat) == (Code.FALSE_OPENING, 1)


def sent(room: Room) -> list[Input]:
    """What peer 0 has given to the open step."""
    table = room.peers[0].table
    assert table._round is not None
    return [given for given in (*table.ledger.committed, *table._round.given.values()) if given.seat == 0]


def test_a_commitment_to_an_illegal_move_is_refused_when_it_is_opened() -> None:
    """It was a promise that no game could hold; the seat is named, and can only be voted out."""
    room = started("tetris")
    until_commit(room)
    table = room.peers[0].table
    due = table.due
    assert due is not None
    opening = bytes(32) + b"L9@z"
    promise = fairness.commitment(table.ledger.genesis.id, due.step, 1, opening)
    room.leave(1)
    give(room, 0, 1, forge(room, 1, content=promise))
    room.run()
    error = refusal(give(room, 0, 1, forge(room, 1, content=opening))).error
    assert isinstance(error, SeatError)
    assert (error.code, error.seat) == (Code.ILLEGAL_MOVE, 1)
    room.beat(GRACE + 5)
    assert table.ledger.dropped == (1,)


@pytest.mark.parametrize("withhold", [until_share, until_open], ids=["share", "opening"])
def test_whoever_withholds_a_reveal_forfeits(withhold: object) -> None:
    """The last revealer leaves instead: it is voted out, the draw is made anew, and the log says so."""
    room = started("tetris")
    assert callable(withhold)
    withhold(room)
    room.leave(1)
    room.beat(GRACE + 5)
    assert room.peers[0].table.ledger.dropped == (1,)
    assert verify(room.logs()[0], find_game).verdict is Verdict.FAIR


def test_another_key_cannot_take_over_a_seat() -> None:
    """Nor with the seat's number in its inputs."""
    room = waiting_for_move_of(1)
    theirs = forge(room, 3, seat=1, content=b"s@d4")
    assert refusal(give(room, 0, 1, theirs)).error.code is Code.FORGED_INPUT
    finishes(room)


def test_a_spectator_injects_nothing() -> None:
    """Its own inputs are no seat's; what it passes on counts only by the seat's signature."""
    game = load("tink")
    room = Room(game, genesis(game, 2), seed=1, spectators=1)
    room.connect()
    room.begin()
    while room.peers[0].table.ledger.step < 3:
        asked = [n for n, peer in enumerate(room.peers) if peer.table.asks_me]
        if not room.deliver() and asked:
            room.decide(asked[0])
    seat = room.peers[0].table.awaited[0]
    news = give(room, 0, 2, forge(room, 2, seat=seat, content=b"s@d4"))
    assert refusal(news).error.code is Code.FORGED_INPUT
    finishes(room)


def test_made_up_steps_are_refused_in_catching_up() -> None:
    """Inputs that were never signed, in the shape of a step."""
    room = waiting_for_move_of(1)
    last = room.peers[0].table.steps[-1]
    table = room.peers[0].table
    made_up = replace(last, number=table.ledger.step)
    room.carry_out(0, table.receive(room.peers[1].public, Steps((made_up,))))
    errors = [item.error.code for item in room.peers[0].news if isinstance(item, Refused)]
    assert errors == [Code.BROKEN_STEP]
    finishes(room)


def test_a_false_vote_drops_nobody() -> None:
    """One vote of three seats is not enough, however often it is said; nor is one signed by somebody else."""
    game = load("tink")
    room = Room(game, genesis(game, 3), seed=1)
    room.connect()
    room.begin()
    while room.peers[0].table.ledger.step < 3:
        asked = [n for n, peer in enumerate(room.peers) if peer.table.asks_me]
        if not room.deliver() and asked:
            room.decide(asked[0])
    head = room.peers[0].table.ledger.head
    vote = forge(room, 1, kind=Kind.DROP, content=b"\2\0", head=head)
    for _ in range(5):
        give(room, 0, 1, vote)
    give(room, 0, 1, forge(room, 1, seat=0, kind=Kind.DROP, content=b"\2\0", head=head))
    assert room.peers[0].table.ledger.dropped == ()
    room.run()
    assert room.peers[2].table.ledger.dropped == ()


def test_a_host_that_shows_different_contracts_gets_no_table_out_of_it() -> None:
    """Cleo has honestly signed the contract that she was shown, which is not Ben's: the host is named, not she."""
    game = load("tink")
    bens, cleos = contract(game, 3), contract(game, 3, nonce=8)
    host, ben = (Entry.signed(identity(seat), bens, seat, bytes([seat]) * 32) for seat in (0, 1))
    cleo = Entry.signed(identity(2), cleos, 2, b"c" * 32)
    with refused(Code.NOT_SIGNED, "^the host began a table that does not hold: .* Cleo's entry") as error:
        check_begin(Begin((host, ben, cleo), ((), (), ())), bens, ben, identity(1), find_game)
    assert not isinstance(error.value, SeatError)


def test_a_host_that_begins_with_a_copied_anchor_is_named() -> None:
    """It alone saw the entries before, and had to refuse the copy; which of the two copied is not said."""
    whole = genesis(load("tink"), 3)
    _, ben, cleo = whole.entries
    copied = with_copied("anchor", ben, 0, whole.contract)
    with refused(Code.COPIED_COMMITMENT, "^the host began a table that does not hold: Ada and Ben") as error:
        check_begin(Begin((copied, ben, cleo), ((), (), ())), whole.contract, ben, identity(1), find_game)
    assert not isinstance(error.value, SeatError)


def test_a_host_that_changes_the_guests_entry_is_found() -> None:
    """The guest looks for its own entry."""
    whole = genesis(load("tink"), 2)
    other = Entry.signed(identity(1), whole.contract, 1, b"x" * 32)
    with pytest.raises(RemoteError, match="entry as you gave it"):
        check_begin(Begin(whole.entries, ((), ())), whole.contract, other, identity(1), find_game)


@pytest.mark.parametrize("changed", [{"rules": 2}, {"game": "chess"}], ids=str)
def test_other_rules_and_unknown_games_are_refused_with_a_clear_word(changed: dict[str, object]) -> None:
    """By the guest, from the offer on."""
    with pytest.raises(RemoteError, match=r"update|does not know"):
        check_offer(replace(OFFER, **changed), find_game)


def test_a_contract_of_another_protocol_is_refused() -> None:
    """Its first field says so; nothing else of it is read."""
    encoded = bytearray(contract(load("tink"), 2).encoded)
    assert encoded[1] == 1
    encoded[1] = 2
    with pytest.raises(RemoteError) as error:
        Contract.decoded(bytes(encoded))
    assert error.value.code is Code.WRONG_VERSION


def test_the_lobby_refuses_a_full_table_a_second_seat_and_a_foreign_entry() -> None:
    """Each in its own words."""
    lobby = HostLobby(identity(0), OFFER, (Address("127.0.0.1", 1),))
    with pytest.raises(RemoteError) as twice:
        lobby.join(identity(0).public, "Ada again", ())
    assert twice.value.code is Code.ALREADY_SEATED
    lobby.join(identity(1).public, "Ben", ())
    with pytest.raises(RemoteError) as full:
        lobby.join(identity(2).public, "Cleo", ())
    assert full.value.code is Code.TABLE_FULL
    proposal = lobby.propose(bytes(32), b"s" * 32)
    foreign = Entry.signed(identity(1), contract(load("tink"), 2), 1, bytes(32))
    with refused(Code.NOT_SIGNED, "Ben's entry"):
        lobby.enter(identity(1).public, foreign)
    assert lobby.enter(identity(1).public, Entry.signed(identity(1), proposal.contract, 1, bytes(32)))
    whole, begin = lobby.begin()
    assert whole.check(find_game).id == "tink"
    assert begin.entries == whole.entries


def test_a_genesis_that_lacks_an_entry_is_refused() -> None:
    """Or has one too many."""
    whole = genesis(load("tink"), 2)
    for entries in (whole.entries[:1], whole.entries * 2):
        with pytest.raises(RemoteError):
            Genesis(whole.contract, entries).check(find_game)
