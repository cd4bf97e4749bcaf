"""The cost of verifying a log beside its signatures: `python -m benchmarks.verify`.

A long table of each kind is played in memory, its log verified, and the very signatures that stand in it verified by
the bare library, in turns and in processor time. The aim is that all else costs no more than two fifths of that.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from time import thread_time

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from p2pgame.cli.games.find import find_game
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load
from p2pgame.protocol.identity.keys import signed_bytes
from p2pgame.protocol.log.format import whole_log
from p2pgame.protocol.log.replay import Replay
from p2pgame.protocol.log.verify import Verdict, verify
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.reconcile import statements
from p2pgame.protocol.table.signing import Input, Place, body

from .contracts import genesis
from .signers import Seat, sign_slot

TIMES = 5
LOGS = (("tink", 4), ("ten", 2), ("tetris", 4), ("te-trix", 2), ("tentricks", 4))


@dataclass(frozen=True, slots=True)
class Claim:
    """One signature of a log, ready for the bare library."""

    key: Ed25519PublicKey
    signature: bytes
    data: bytes


def main() -> None:
    """Measure and print."""
    print(f"load {os.getloadavg()[0]:.1f}; the least of {TIMES} times each, processor time\n")
    print(f"{'log':<12}{'seats':>6}{'steps':>8}{'signatures':>12}{'verify':>12}{'bare':>12}{'ratio':>8}")
    for game, seats in LOGS:
        data = played(game, seats)
        claims = list(claims_of(data))
        report = verify(data, find_game)
        assert report.verdict is Verdict.FAIR
        whole, bare = _least(partial(verify, data, find_game), partial(_check, claims))
        line = f"{game:<12}{seats:>6}{report.steps:>8}{len(claims):>12}{whole * 1e3:>9.1f} ms{bare * 1e3:>9.1f} ms"
        print(f"{line}{whole / bare:>8.2f}")


def played(game_id: str, seats: int) -> bytes:
    """The log of a table played to its end by random bots."""
    start, game, rng = genesis(game_id, seats, 1), load(game_id), Random(1)
    ledger = Ledger(start, game)
    players = [Seat(start, seat, BOTS["random"], rng) for seat in range(seats)]
    while not ledger.now.closed:
        sign_slot(ledger, players)
    return whole_log(start, ledger.records)


def claims_of(data: bytes) -> Iterator[Claim]:
    """Every signature of a log's slots: of inputs and of acks."""
    replay = Replay(data, find_game)
    replay.read()
    keys = [Ed25519PublicKey.from_public_bytes(seat.public) for seat in replay.genesis.contract.seats]
    for record, head in zip(replay.ledger.records, replay.ledger.heads, strict=True):
        place = Place(replay.genesis.id, record.slot, head)
        for each in statements(record):
            domain = "p2pgame input" if isinstance(each, Input) else "p2pgame ack"
            yield Claim(keys[each.seat], each.signature, signed_bytes(domain, body(place, each)))


def _check(claims: list[Claim]) -> None:
    for claim in claims:
        claim.key.verify(claim.signature, claim.data)


def _least(*works: Callable[[], object]) -> list[float]:
    """The least processor time of each, done in turns."""
    times = [[_time(work) for work in works] for _ in range(TIMES)]
    return [min(column) for column in zip(*times, strict=True)]


def _time(work: Callable[[], object]) -> float:
    began = thread_time()
    work()
    return thread_time() - began


if __name__ == "__main__":
    main()
