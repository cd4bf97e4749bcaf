"""Logs of local games for tests, played at random to their end."""

from __future__ import annotations

import random
from functools import cache

from p2pgame.engine.events import Answered, Drawn, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import load
from p2pgame.engine.pending import Chance, Over, Turn, asked
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.log.local import LocalContract, LocalEvent, LocalSeat, LocalWriter, Standing, outcome
from p2pgame.protocol.table.state import Dropped

OWNER = Identity(bytes(range(32)))


def contract_of(game: AnyGame, seats: int, owner: Identity = OWNER) -> LocalContract:
    """A person in the first seat and bots in the others."""
    options = tuple((option.name, option.default) for option in game.options)
    people = (LocalSeat("Ada", ""), *(LocalSeat(f"Max {seat}", "normal") for seat in range(1, seats)))
    return LocalContract(game.id, game.rules, options, people, owner.public, bytes(32))


def next_event(game: AnyGame, state: object, rng: random.Random) -> LocalEvent:
    """The next event of a game played at random."""
    match game.pending(state):
        case Chance() as chance:
            return Drawn(rng.randrange(chance.bound))
        case Turn(seat):
            return Played(seat, game.sample(state, seat, rng))
        case pending:
            return Answered(tuple(game.sample(state, seat, rng) for seat in asked(pending)))


def recorded(game: AnyGame, seats: int, events: list[LocalEvent], owner: Identity = OWNER) -> list[bytes]:
    """The header and the record of each of these events."""
    contract = contract_of(game, seats, owner)
    writer, at = LocalWriter(owner, contract, game), Standing.first(contract, game)
    records = [writer.header()]
    for event in events:
        record, at = writer.record(at, event, outcome(game, seats, at.state, event))
        records.append(record)
    return records


@cache
def played(game_id: str, seats: int, leaves: int | None = None) -> tuple[LocalEvent, ...]:
    """The events of a random game; seat `leaves` leaves as its first event."""
    game, rng = load(game_id), random.Random(7)
    state = game.begin(seats)
    events: list[LocalEvent] = [] if leaves is None else [Dropped(leaves)]
    state = state if leaves is None else game.drop(state, leaves)
    while not isinstance(game.pending(state), Over):
        events.append(next_event(game, state, rng))
        state = outcome(game, seats, state, events[-1])
    return tuple(events)


@cache
def local_log(game_id: str = "tink", seats: int = 2) -> bytes:
    """The log of a random game to its end."""
    return b"".join(recorded(load(game_id), seats, list(played(game_id, seats))))
