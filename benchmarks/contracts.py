"""Tables for the benchmarks, which all peers work out alike: their keys are known, and so are their draws."""

from __future__ import annotations

from p2pgame.engine.games import load
from p2pgame.engine.options import complete
from p2pgame.protocol.contract.contract import Contract, Entry, Genesis, Seat
from p2pgame.protocol.identity.keys import Identity


def genesis(game_id: str, seats: int, number: int) -> Genesis:
    """The signed beginning of a table; tables with other numbers are others."""
    game = load(game_id)
    names = (Seat(identity(seat).public, f"seat {seat}") for seat in range(seats))
    options = tuple(complete(game.options, {}).items())
    contract = Contract(game_id, game.rules, options, tuple(names), 0, 0, number.to_bytes(32, "big"))
    entries = (
        Entry.signed(identity(seat), contract, seat, (seat << 16 | number).to_bytes(32, "big")) for seat in range(seats)
    )
    return Genesis(contract, tuple(entries))


def identity(seat: int) -> Identity:
    """The key of a seat; all peers know all."""
    return Identity(bytes([seat + 1]) * 32)
