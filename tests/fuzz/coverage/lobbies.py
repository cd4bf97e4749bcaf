"""Target: a message of a lobby, as a guest or a host takes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from p2pgame.engine.games import GAMES, load
from p2pgame.engine.options import complete
from p2pgame.protocol.contract.contract import Entry
from p2pgame.protocol.identity.fingerprint import short
from p2pgame.protocol.lobby import lobby
from p2pgame.protocol.lobby.lobby import HostLobby
from p2pgame.protocol.lobby.messages import (
    Address,
    Begin,
    Enter,
    Knock,
    Lobby,
    LobbyMessage,
    Offer,
    Place,
    Presence,
    Propose,
    Show,
    decode_lobby_message,
    encode_lobby_message,
)
from p2pgame.protocol.wire.errors import RemoteError
from p2pgame.protocol.wire.sanitize import clean_name

from ...protocol.people import contract, find_game, genesis, identity
from ...protocol.test_messages import LOBBY

_HOST, _GUEST, _NOBODY = identity(0), identity(1), identity(2)
_OFFER = Offer("Ada", "tink", load("tink").rules, tuple(complete(load("tink").options, {}).items()), 2, coded=True)
_PEOPLE = (("Ada", _HOST), ("Ben", _GUEST))
_ADDRESSES = (Address("192.168.1.20", 27510),)
_SIGNED = genesis(load("tink"), 2)
_LOBBY = Lobby(tuple(Place(who, short(key.public), Presence.READY) for who, key in _PEOPLE), 1)
_SHOWN = lobby.Shown(_OFFER, _LOBBY, "Ben")


def lobby_message(data: bytes) -> None:
    """Refused, or a message that is written again as it was, and done or refused in a sentence that can be shown."""
    try:
        message = decode_lobby_message(data)
    except RemoteError:
        return
    assert encode_lobby_message(message) == data
    sentence = ""
    try:
        _take(message)
    except RemoteError as refusal:
        sentence = refusal.sentence
    assert sentence.isprintable(), "a sentence holds what no terminal should be given"


def _take(message: LobbyMessage) -> None:
    """Handle it, as guest or as host."""
    match message:
        case Knock(_, _, name, addresses):
            _host().join(_NOBODY.public, clean_name(name), addresses)
        case Offer():
            lobby.check_offer(message, find_game)
            assert lobby.clean_offer(message).host.isprintable()
        case Lobby():
            assert all((place.name + place.key).isprintable() for place in lobby.clean_lobby(message).places)
        case Propose(agreed):
            seat = agreed.seat_of(_GUEST.public)
            entry = lobby.sign(_GUEST, _SHOWN, agreed, find_game, bytes(32))
            assert seat is not None
            entry.check(agreed, seat)
        case Enter(entry):
            _proposed().enter(_GUEST.public, entry)
            assert entry == _entry(), "somebody else's word is taken for the guest's"
        case Begin():
            begun = lobby.check_begin(message, _SIGNED.contract, _SIGNED.entries[1], _GUEST, find_game)
            assert begun == _SIGNED, "a table begins that nobody has signed"
        case Show(shown):
            shown.check(find_game)
            assert shown == _SIGNED, "a table is shown that nobody has signed"
        case _:
            pass


def lobby_seeds() -> Iterator[bytes]:
    """One of each type, an offer and a contract of each game, and words that others have signed, or nobody."""
    yield from map(encode_lobby_message, LOBBY)
    for game in map(load, GAMES):
        options, seats = tuple(complete(game.options, {}).items()), game.seats[-1]
        yield encode_lobby_message(Offer("Ada", game.id, game.rules, options, seats, coded=False, turn_time=60))
        yield encode_lobby_message(Propose(contract(game, seats)))
    yield from map(encode_lobby_message, (_proposal(), Enter(_entry()), *_forged()))


def _forged() -> Iterator[LobbyMessage]:
    theirs = Entry.signed(_NOBODY, _proposal().contract, 1, bytes(32))
    yield Enter(theirs)
    yield Begin((_SIGNED.entries[0], theirs), (_ADDRESSES, ()))
    yield Begin((theirs, _SIGNED.entries[1]), (_ADDRESSES, ()))
    yield Show(replace(_SIGNED, entries=(theirs, _SIGNED.entries[1])))


def _host() -> HostLobby:
    return HostLobby(_HOST, _OFFER, _ADDRESSES)


@cache
def _proposed() -> HostLobby:
    """A host that awaits a guest's word on its contract."""
    host = _host()
    host.join(_GUEST.public, "Ben", _ADDRESSES)
    host.propose(b"t" * 32, b"s" * 32)
    return host


def _proposal() -> Propose:
    proposed = _proposed().contract
    assert proposed is not None
    return Propose(proposed)


@cache
def _entry() -> Entry:
    """The guest's word on that contract."""
    return lobby.sign(_GUEST, _SHOWN, _proposal().contract, find_game, b"g" * 32)
