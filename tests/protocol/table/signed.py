"""Signed statements for tests of single parts: a table, and each seat's statements about its open slot."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import load
from p2pgame.protocol.table.consensus import Ack, Promise, Proposal, Ruling
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signing import Input, sign
from p2pgame.protocol.table.state import Outcome, TableState

from .. import people

TINK = load("tink")
TETRIS = load("tetris")


def opened(game: AnyGame = TINK, seats: int = 3, turn_time: int = 0) -> Ledger:
    """A table that everybody has accepted."""
    ledger = Ledger(people.genesis(game, seats, turn_time=turn_time), game)
    write(ledger, tuple(given(ledger.now, seat, b"") for seat in range(seats)))
    return ledger


def given(state: TableState, seat: int, content: bytes, kind: InputKind | None = None) -> Input:
    """An input to the open slot, signed by its seat."""
    if kind is None:
        assert state.due is not None
        kind = state.due.kind
    return sign(people.identity(seat), state.place, Input(seat, kind, content))


def answer(state: TableState, seat: int, place: int = 0) -> Input:
    """One of the good answers of a seat to the due input: a move by its place in the list, or its share."""
    assert state.due is not None
    if state.due.kind is InputKind.SHARE:
        return given(state, seat, people.signer(state.genesis, seat).chain.share(state.draw_number))
    moves = list(state.game.legal(state.state, seat))
    return given(state, seat, state.game.format(moves[place]).encode())


def answers(state: TableState, place: int = 0) -> tuple[Input, ...]:
    """Good answers of all due seats."""
    assert state.due is not None
    return tuple(answer(state, seat, place) for seat in state.due.seats)


def acked(
    at: TableState,
    outcome: Outcome,
    seat: int,
    ballot: int = 0,
    *,
    value: bytes | None = None,
    state: bytes | None = None,
) -> Ack:
    """The ack of a seat; of another value or state, if that is given."""
    ack = Ack(seat, ballot, value or outcome.digest, state or outcome.state_hash)
    return sign(people.identity(seat), at.place, ack)


def promised(
    state: TableState, seat: int, ballot: int, ruling: Ruling | None, *, consents: bool, latest: Ack | None = None
) -> Promise:
    """The promise of a seat."""
    return sign(people.identity(seat), state.place, Promise(seat, ballot, ruling, consents, latest))


def proposed(state: TableState, ballot: int, value: bytes, promises: Sequence[Promise]) -> Proposal:
    """The proposal of the ballot's owner."""
    seat = state.electorate.owner(ballot)
    return sign(people.identity(seat), state.place, Proposal(seat, ballot, value, tuple(promises)))


def record_of(state: TableState, value: tuple[Input, ...] | Ruling, seats: Sequence[int] = (0, 1)) -> Record:
    """The record of a value that these seats have acked; of a ruling, in the lowest ballot of the first of them."""
    outcome = state.outcome(value)
    ballot, proposal = 0, None
    if isinstance(value, Ruling):
        ballot = 1 + seats[0]
        promises = [promised(state, seat, ballot, value, consents=True) for seat in seats]
        proposal = proposed(state, ballot, value.digest, promises)
    acks = tuple((seat, acked(state, outcome, seat, ballot).signature) for seat in seats)
    return Record(state.slot, value, outcome.state_hash, ballot, acks if state.needs_acks else (), proposal)


def write(ledger: Ledger, value: tuple[Input, ...] | Ruling, seats: Sequence[int] = (0, 1)) -> None:
    """Let a table come to a value."""
    ledger.absorb(record_of(ledger.now, value, seats))


def at_a_move(seats: int = 3, turn_time: int = 0) -> Ledger:
    """A table of Tink that waits for its first move."""
    return open_to(InputKind.MOVE, TINK, seats, turn_time)


def open_to(kind: InputKind, game: AnyGame = TETRIS, seats: int = 3, turn_time: int = 9) -> Ledger:
    """A table that has come to the first slot of a kind, by good answers."""
    ledger = opened(game, seats, turn_time)
    while ledger.now.due is not None and ledger.now.due.kind is not kind:
        write(ledger, answers(ledger.now), range(ledger.now.electorate.quorum))
    return ledger
