"""A guest signs only the terms that it was shown, and its own name (`spec/lobby.md`, "propose")."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from p2pgame.engine.games import load
from p2pgame.protocol.contract.contract import Contract, Seat
from p2pgame.protocol.identity.fingerprint import short
from p2pgame.protocol.lobby.lobby import Shown, sign
from p2pgame.protocol.lobby.messages import (
    FREE_PLACE,
    Lobby,
    LobbyMessage,
    Offer,
    Place,
    Presence,
    decode_lobby_message,
    encode_lobby_message,
)
from p2pgame.protocol.wire.errors import Code, RemoteError

from .people import contract, find_game, identity

AGREED = contract(load("tetris"), 2)
ADA, BEN = AGREED.seats
CLEO = Seat(identity(2).public, "Cleo")
SHOWN = Shown(
    Offer("Ada", "tetris", AGREED.rules, AGREED.options, 2, False, AGREED.turn_time, AGREED.grace),
    Lobby(tuple(Place(seat.name, short(seat.public), Presence.READY) for seat in AGREED.seats), 1),
    "Ben",
)


def test_a_guest_signs_the_terms_that_it_was_shown() -> None:
    """Under the name that it gave, cleaned as the host cleans it."""
    entry = sign(identity(1), SHOWN, AGREED, find_game, bytes(32))
    entry.check(AGREED, 1)
    sign(identity(1), replace(SHOWN, name="B\u202een"), AGREED, find_game, bytes(32))


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "tink", "options": ()},
        {"rules": AGREED.rules + 1},
        {"options": tuple((name, value + 1 if type(value) is int else not value) for name, value in AGREED.options)},
        {"options": AGREED.options[:-1]},
        {"seats": (*AGREED.seats, CLEO)},
        {"seats": (ADA, CLEO)},
        {"seats": (BEN, ADA)},
        {"seats": (ADA, ADA)},
        {"seats": (ADA, replace(BEN, name="Loser (cheats)"))},
        {"seats": (ADA, replace(BEN, name="Ben\u202e"))},
        {"seats": (replace(ADA, name="Adam"), BEN)},
        {"seats": (replace(ADA, public=CLEO.public), BEN)},
        {"grace": AGREED.grace + 1},
        {"grace": 0},
        {"turn_time": AGREED.turn_time + 1},
        {"takebacks": True},
    ],
    ids=lambda changed: repr(changed)[:40],
)
def test_a_host_that_changes_the_offer_is_found_by_the_guest(changed: dict[str, Any]) -> None:
    """Each thing that a contract settles is what the guest was shown, or it does not sign."""
    with pytest.raises(RemoteError) as error:
        sign(identity(1), SHOWN, replace(AGREED, **changed), find_game, bytes(32))
    assert error.value.code in (Code.BAD_CONTRACT, Code.NOT_SEATED, Code.WRONG_VERSION)


def test_everything_that_a_contract_settles_is_compared() -> None:
    """A field that is added to contracts has to be shown to guests as well, or to be the host's own like the nonce."""
    assert {field.name for field in fields(Contract)} == {
        *("game", "rules", "options", "seats", "grace", "turn_time", "takebacks"),
        "nonce",
    }


HERE = Place("Ada", "7KQ2M", Presence.HERE)


@pytest.mark.parametrize(
    "message",
    [
        Offer("Ada", "tink", 1, (), 1, coded=False),
        Offer("Ada", "tink", 1, (), 2, coded=False, grace=86_401),
        Lobby((HERE,), 0),
        Lobby((FREE_PLACE, FREE_PLACE), 0),
        Lobby((HERE, FREE_PLACE), 1),
        Lobby((HERE, Place("Ben", "7KQ2M", Presence.EXPECTED)), 1),
        Lobby((HERE, Place("Ben", "", Presence.FREE)), 0),
    ],
    ids=repr,
)
def test_no_lobby_is_shown_that_cannot_be(message: LobbyMessage) -> None:
    """A table has two seats at least; the receiver sits in one, and nobody in a free one."""
    with pytest.raises(RemoteError) as error:
        decode_lobby_message(encode_lobby_message(message))
    assert error.value.code in (Code.OUT_OF_BOUNDS, Code.WRONG_SHAPE)
