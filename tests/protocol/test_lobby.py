"""The clauses of `spec/lobby.md` about blame: no guest loses its seat by the fault of another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.contract.contract import Contract, Entry
from p2pgame.protocol.lobby.lobby import HostLobby
from p2pgame.protocol.lobby.messages import Offer
from p2pgame.protocol.wire.errors import Code

from .people import NAMES, identity, with_copied
from .refusals import refused

OFFER = Offer("Ada", "tink", load("tink").rules, (), 3, coded=False)
BEN, CLEO, EVE = 1, 2, 4


def gathered(*guests: int) -> HostLobby:
    """Ada's full lobby with these guests in it."""
    lobby = HostLobby(identity(0), replace(OFFER, seats=1 + len(guests)), ())
    for guest in guests:
        lobby.join(identity(guest).public, NAMES[guest], ())
    return lobby


def propose(lobby: HostLobby, nonce: int) -> Contract:
    """The next contract."""
    return lobby.propose(bytes([nonce]) * 32, bytes([nonce + 100]) * 32).contract


def entry(guest: int, contract: Contract, nonce: bytes | None = None) -> Entry:
    """A guest's word on a contract."""
    seat = contract.seat_of(identity(guest).public)
    assert seat is not None
    return Entry.signed(identity(guest), contract, seat, nonce or bytes([guest]) * 32)


def enter(lobby: HostLobby, guest: int, word: Entry) -> bool:
    """A guest's entry arrives."""
    return lobby.enter(identity(guest).public, word)


@pytest.mark.parametrize("proposed_again", [False, True])
def test_an_entry_that_crossed_with_somebodys_leaving_is_ignored(proposed_again: bool) -> None:
    """Whether or not the next contract has been proposed by then; and each guest's next word counts."""
    lobby = gathered(BEN, EVE)
    void = propose(lobby, 1)
    lobby.leave(identity(EVE).public)
    lobby.join(identity(CLEO).public, "Cleo", ())
    contract = propose(lobby, 2) if proposed_again else None
    assert not enter(lobby, BEN, entry(BEN, void))
    assert not lobby.has_entered(identity(BEN).public)
    contract = contract or propose(lobby, 2)
    assert not enter(lobby, BEN, entry(BEN, contract))
    assert lobby.has_entered(identity(BEN).public)
    assert enter(lobby, CLEO, entry(CLEO, contract))


def test_one_word_for_each_contract_that_became_void_is_ignored_and_no_other() -> None:
    """Not a second one; none of a guest that had entered already, nor of one that has come since."""
    lobby = gathered(BEN, EVE)
    void = [propose(lobby, 1)]
    lobby.leave(identity(EVE).public)
    lobby.join(identity(EVE).public, "Eve", ())
    void.append(propose(lobby, 2))
    lobby.leave(identity(EVE).public)
    for contract in void:
        assert not enter(lobby, BEN, entry(BEN, contract))
    with refused(Code.NOT_SEATED):
        enter(lobby, BEN, entry(BEN, void[1]))

    lobby.join(identity(EVE).public, "Eve", ())
    contract = propose(lobby, 3)
    enter(lobby, BEN, entry(BEN, contract))
    lobby.leave(identity(EVE).public)
    lobby.join(identity(CLEO).public, "Cleo", ())
    for guest in (BEN, CLEO):
        with refused(Code.NOT_SEATED):
            enter(lobby, guest, entry(BEN, contract))


@pytest.mark.parametrize("what", ["nonce", "anchor"])
def test_only_the_guest_with_a_copied_nonce_or_anchor_is_refused(what: str) -> None:
    """Two keys of one cheat: the second of them to enter loses its seat, and not who enters last."""
    lobby = gathered(CLEO, EVE, BEN)
    contract = propose(lobby, 1)
    first = entry(CLEO, contract)
    enter(lobby, CLEO, first)
    with refused(Code.COPIED_COMMITMENT, "Cleo and Eve"):
        enter(lobby, EVE, with_copied(what, first, EVE, contract))
    assert not lobby.has_entered(identity(EVE).public)
    assert not enter(lobby, BEN, entry(BEN, contract))
    assert lobby.has_entered(identity(BEN).public)
