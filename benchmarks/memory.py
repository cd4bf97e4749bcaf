"""The memory of a peer, and whether steps grow dearer: `python -m benchmarks.memory`.

Five peers, each a process, play one table; then again with as many spectators of the first seat as there may be.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from statistics import median

from p2pgame.protocol.wire.limits import SPECTATORS

from .peers import Mark, play

GAME = "ten"
SEATS = 5
LONG = (("ten", 2), ("tink", 4), ("tetris", 2))
TABLES = 3


def main() -> None:
    """Measure and print."""
    print(f"load {os.getloadavg()[0]:.1f}\n\npeak memory of the first seat's process, {GAME} at {SEATS} seats")
    print(f"  {'an interpreter with trio and cryptography':<44}{_mib(_imports()):>10}")
    print(f"  {'playing':<44}{_mib(play(GAME, SEATS, 1)[0].peak):>10}")
    print(f"  {f'playing, with {SPECTATORS} spectators':<44}{_mib(play(GAME, SEATS, 1, SPECTATORS)[0].peak):>10}")
    print(f"\nprocessor time of a step at one peer, first and last third of {TABLES} tables (medians)")
    for game, seats in LONG:
        _ages(game, seats, play(game, seats, TABLES)[0].tables)


def _imports() -> int:
    """Bytes that a process holds which has imported the libraries and done nothing."""
    program = "import trio, cryptography.x509\nfrom benchmarks.memory_use import peak_memory\nprint(peak_memory())"
    return int(
        subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, encoding="utf-8").stdout
    )


def _ages(game: str, seats: int, tables: list[list[Mark]]) -> None:
    for kind in sorted({mark.kind for table in tables for mark in table} - {"CLOSE"}):
        early = _median([mark for table in tables for mark in table[: len(table) // 3]], kind)
        late = _median([mark for table in tables for mark in table[-(len(table) // 3) :]], kind)
        if early and late:
            times = f"{early * 1e6:>7,.0f} us{late * 1e6:>7,.0f} us{late / early:>6.2f}"
            print(f"  {game:<8}{seats} seats  {kind:<8}{times}")


def _median(marks: Sequence[Mark], kind: str) -> float:
    times = [mark.cpu for mark in marks if mark.kind == kind]
    return median(times) if times else 0.0


def _mib(size: int) -> str:
    return f"{size / 2**20:,.0f} MiB"


if __name__ == "__main__":
    main()
