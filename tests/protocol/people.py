"""People for tests: identities made of small numbers, and tables they have signed."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from p2pgame.engine.canon import encode
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.options import complete
from p2pgame.protocol.contract.contract import Contract, Entry, Genesis, Seat
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.table.signer import Signer

GRACE = 20
"""Seconds, and so ticks."""

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def find_game(game_id: str) -> AnyGame | None:
    """The game of that id, as the programs look it up."""
    return load(game_id) if game_id in GAMES else None


@cache
def identity(number: int) -> Identity:
    """A person; the same number is the same person."""
    return Identity(bytes([number + 1]) * 32)


def contract(
    game: AnyGame,
    seats: int,
    options: dict[str, Any] | None = None,
    nonce: int = 7,
    turn_time: int = 0,
    *,
    takebacks: bool = False,
) -> Contract:
    """A contract of that many people, the first ones."""
    return Contract(
        game=game.id,
        rules=game.rules,
        options=tuple(complete(game.options, options or {}).items()),
        seats=tuple(Seat(identity(seat).public, NAMES[seat]) for seat in range(seats)),
        grace=GRACE,
        turn_time=turn_time,
        nonce=bytes([nonce]) * 32,
        takebacks=takebacks,
    )


def genesis(
    game: AnyGame,
    seats: int,
    options: dict[str, Any] | None = None,
    nonce: int = 7,
    turn_time: int = 0,
    *,
    takebacks: bool = False,
) -> Genesis:
    """The same, signed by everybody."""
    agreed = contract(game, seats, options, nonce, turn_time, takebacks=takebacks)
    return Genesis(agreed, tuple(_entry(agreed, seat, bytes([100 + seat, nonce]) * 16) for seat in range(seats)))


@lru_cache(1 << 12)
def signer(genesis: Genesis, seat: int) -> Signer:
    """The signer of a seat, which never changes; making its chain takes a while."""
    return Signer(identity(seat), genesis, seat)


@lru_cache(1 << 12)
def _entry(agreed: Contract, seat: int, nonce: bytes) -> Entry:
    return Entry.signed(identity(seat), agreed, seat, nonce)


def with_copied(what: str, source: Entry, person: int, contract: Contract) -> Entry:
    """A person's entry with the nonce or the anchor of somebody else's, signed as it is."""
    seat = contract.seat_of(identity(person).public)
    assert seat is not None
    own = _entry(contract, seat, bytes([person, 1]) * 16)
    nonce, anchor = (source.nonce, own.anchor) if what == "nonce" else (own.nonce, source.anchor)
    promise = encode((contract.id, seat, nonce, anchor))
    return Entry(nonce, anchor, identity(person).sign("p2pgame entry", promise))
