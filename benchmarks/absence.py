"""The time that a table waits for a seat that vanishes: `python -m benchmarks.absence`.

Whole tables of the tests' room, one thread and no clock but ticks. A seat vanishes in the middle of a game while the
table waits for its input. The benchmark counts the ticks until every other seat has written that the seat is dropped.
They are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine.games import load
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.table import Table

from tests.protocol.log.logs import play_until, room
from tests.protocol.people import GRACE

WAITED_FOR = (
    ("tink", InputKind.MOVE),
    ("tetris", InputKind.COMMIT),
    ("tetris", InputKind.SHARE),
    ("ten", InputKind.SHARE),
)
SEATS = (3, 4, 5)
SEEDS = range(3)
STEPS = 12
"""Slots that are written at least before the seat vanishes."""
MOST = 10 * GRACE


def main() -> None:
    """Measure and print."""
    print(f"grace time: {GRACE} ticks, about as many seconds; {len(SEEDS)} tables each\n")
    print(f"{'game':<8}{'waits for':<12}{'seats':>6}{'all vote at once':>20}{'nobody says a word':>22}")
    for game_id, kind in WAITED_FOR:
        for seats in SEATS:
            if seats in load(game_id).seats:
                spans = [[_ticks(game_id, kind, seats, seed, votes=votes) for seed in SEEDS] for votes in (True, False)]
                print(f"{game_id:<8}{kind.name:<12}{seats:>6}{_span(spans[0]):>20}{_span(spans[1]):>22}")


def _ticks(game_id: str, kind: InputKind, seats: int, seed: int, *, votes: bool) -> int:
    """Ticks from when a seat vanishes until all others continue without it."""
    made = room(game_id, seats, seed=seed)
    seat = seed % seats
    others = [peer.table for n, peer in enumerate(made.peers) if n != seat]
    play_until(made, lambda: min(made.slots()) >= STEPS and all(_awaits(table, kind, seat) for table in others))
    made.leave(seat)
    for tick in range(MOST):
        if all(seat in table.ledger.now.dropped for table in others):
            return tick
        made.tick(votes=votes)
    raise RuntimeError(f"{game_id}: seat {seat} was not dropped within {MOST} ticks")


def _awaits(table: Table, kind: InputKind, seat: int) -> bool:
    return table.due is not None and table.due.kind is kind and seat in table.awaited


def _span(ticks: Sequence[int]) -> str:
    least, most = min(ticks), max(ticks)
    return str(least) if least == most else f"{least} to {most}"


if __name__ == "__main__":
    main()
