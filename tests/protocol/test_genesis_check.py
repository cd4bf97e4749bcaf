"""Hosts and guests that attack before the table begins: contracts, entries and offers (`spec/security.md`)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.contract.contract import PROTOCOL, Contract, Entry, Genesis
from p2pgame.protocol.lobby.lobby import HostLobby, check_begin, check_offer
from p2pgame.protocol.lobby.messages import Address, Begin, Offer
from p2pgame.protocol.wire.errors import Code, RemoteError, SeatError

from .people import contract, find_game, genesis, identity, with_copied
from .refusals import refused

OFFER = Offer("Ada", "tink", 1, (), 2, coded=False)


def test_a_host_that_shows_different_contracts_gets_no_table_out_of_it() -> None:
    """Cleo has honestly signed the contract that she was shown, which is not Ben's: the host is named, not she."""
    game = load("tink")
    bens, cleos = contract(game, 3), contract(game, 3, nonce=8)
    host, ben = (Entry.signed(identity(seat), bens, seat, bytes([seat]) * 32) for seat in (0, 1))
    cleo = Entry.signed(identity(2), cleos, 2, b"c" * 32)
    with refused(Code.NOT_SIGNED, "^the host began an invalid table: Cleo's entry") as error:
        check_begin(Begin((host, ben, cleo), ((), (), ())), bens, ben, identity(1), find_game)
    assert not isinstance(error.value, SeatError)


def test_a_host_that_begins_with_a_copied_anchor_is_named() -> None:
    """It alone saw the entries before, and had to refuse the copy; which of the two copied is not said."""
    whole = genesis(load("tink"), 3)
    _, ben, cleo = whole.entries
    copied = with_copied("anchor", ben, 0, whole.contract)
    with refused(Code.COPIED_COMMITMENT, "^the host began an invalid table: Ada and Ben") as error:
        check_begin(Begin((copied, ben, cleo), ((), (), ())), whole.contract, ben, identity(1), find_game)
    assert not isinstance(error.value, SeatError)


def test_a_host_that_changes_the_guests_entry_is_found() -> None:
    """The guest looks for its own entry."""
    whole = genesis(load("tink"), 2)
    other = Entry.signed(identity(1), whole.contract, 1, b"x" * 32)
    with pytest.raises(RemoteError, match="changed your entry"):
        check_begin(Begin(whole.entries, ((), ())), whole.contract, other, identity(1), find_game)


@pytest.mark.parametrize("changed", [replace(OFFER, rules=2), replace(OFFER, game="chess")], ids=["rules", "game"])
def test_other_rules_and_unknown_games_are_refused_with_a_clear_word(changed: Offer) -> None:
    """By the guest, from the offer on."""
    with pytest.raises(RemoteError, match=r"update|does not have"):
        check_offer(changed, find_game)


def test_a_contract_of_another_protocol_is_refused() -> None:
    """Its first field says so; nothing else of it is read."""
    encoded = bytearray(contract(load("tink"), 2).encoded)
    assert encoded[1] == PROTOCOL
    encoded[1] = PROTOCOL + 1
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
