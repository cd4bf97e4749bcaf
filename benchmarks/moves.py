"""The speed of whole peers: `python -m benchmarks.moves [TABLES]`.

Each peer is a process. Its bot chooses at random, or its moves are fixed in advance: then a turn is all protocol and
rules. The bound is what the same inputs would cost with only their signatures and their way: each
signed once, sent to every other peer by a bare TLS stream of trio's, and verified there once. With more than two seats
each seat also acks each slot, and an ack is signed, sent and verified as an input is. The bound leaves acks out. The
second bound counts them: it is what this protocol costs at least, while the first is what any protocol costs that
signs its inputs. Neither counts the rules, the bots, or the syncs of the disk.

All is measured in one run. Processor time is of all processes together; the clock also counts what else the machine
does.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import chain

from .echo import RoundTrip, round_trip
from .peers import RANDOM, SCRIPTED, Played, play
from .signing import Signing, signing

BYTES = 200
"""Bytes of a frame with one signed move; a share or a commitment has some 230."""
ROUND_TRIPS = 2_000
PLAYED = (("tink", 2, SCRIPTED), ("tink", 2, RANDOM), ("tink", 4, RANDOM), ("tetris", 2, RANDOM), ("tetris", 4, RANDOM))


@dataclass(frozen=True, slots=True)
class Bound:
    """Seconds that one input costs at least."""

    round_trip: float
    """There and back through bare TLS, by the clock."""
    wall: float
    """Signing, one way and verifying, by the clock."""
    sign: float
    travel: float
    """Being sent to one peer and verified there, in processor time."""

    @classmethod
    def of(cls, way: RoundTrip, keys: Signing) -> Bound:
        """The time of a move from the cost of a round trip and of signatures: one way is half of there and back."""
        return cls(way.wall, way.wall / 2 + keys.sign + keys.verify, keys.sign, way.cpu / 2 + keys.verify)

    def of_inputs(self, count: int, seats: int) -> float:
        """Processor time that this many inputs cost all peers together, or this many acks: they are signed, sent and
        verified alike."""
        return count * (self.sign + (seats - 1) * self.travel)


def main(tables: int) -> None:
    """Measure and print."""
    load = os.getloadavg()[0]
    way, keys = round_trip(BYTES, ROUND_TRIPS), signing(BYTES)
    bound = Bound.of(way, keys)
    print(f"{os.cpu_count()} processors, load {load:.1f}; {tables} tables each")
    print(f"bare TLS round trip of {BYTES} bytes: {_us(way.wall)} by the clock, {_us(way.cpu)} of processor time")
    print(f"Ed25519: signing {_us(keys.sign)}, verifying {_us(keys.verify)}\n")
    print(
        f"{'game':<8}{'peers':>6}  {'bots':<10}{'steps':<12}{'count':>7}{'a second':>10}{'cpu a step':>12}"
        f"{'bound':>10}{'share':>8}{'with acks':>12}{'share':>8}"
    )
    for game, seats, bots in PLAYED:
        _report(game, seats, bots, play(game, seats, tables, bots=bots), bound)


def _report(game: str, seats: int, bots: str, peers: list[Played], bound: Bound) -> None:
    """A line for each kind of step."""
    marks = [list(chain.from_iterable(peer.tables)) for peer in peers]
    for kind, count in Counter(mark.kind for mark in marks[0]).items():
        mine = [[mark for mark in each if mark.kind == kind] for each in marks]
        wall = sum(mark.wall for mark in mine[0])
        cpu = sum(mark.cpu for each in mine for mark in each)
        inputs = sum(mark.inputs for mark in mine[0])
        least = bound.of_inputs(inputs, seats)
        acked = bound.of_inputs(inputs + _acks(kind, count, seats), seats)
        print(
            f"{game:<8}{seats:>6}  {bots:<10}{_KINDS.get(kind, kind):<12}{count:>7}{count / wall:>10,.0f}"
            f"{_us(cpu / count):>12}{_us(least / count):>10}{least / cpu:>8.0%}"
            f"{_us(acked / count):>12}{acked / cpu:>8.0%}"
        )
        if kind == "MOVE":
            print(f"{'':<16}by the clock {_us(wall / count)} a turn, bound {_us(bound.wall)}: ", end="")
            print(f"{bound.wall * count / wall:.0%}; a bare round trip: {_us(bound.round_trip)}")


def _acks(kind: str, steps: int, seats: int) -> int:
    """The acks of that many steps: one of each seat for each slot. A secret choice takes two slots."""
    if seats == 2 or kind == "CLOSE":
        return 0
    return steps * seats * (2 if kind == "COMMIT" else 1)


_KINDS = {"MOVE": "turns", "SHARE": "draws", "COMMIT": "secret", "ANSWER": "windows", "CLOSE": "closing"}


def _us(seconds: float) -> str:
    return f"{seconds * 1e6:,.0f} us"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
