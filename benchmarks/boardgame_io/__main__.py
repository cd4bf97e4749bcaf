"""The speed of turns beside boardgame.io: `python -m benchmarks.boardgame_io [--games N] [--rounds N]`.

Both play the same games of Tink, move for move, and check every move by all rules. Here that are two peers: each signs
its moves, verifies the others, and writes a log. There it is a server with two clients, which sign and write nothing.
Both use TLS.

They take turns, round after round: boardgame.io with clients that wait for the server, and with optimistic clients, its
default, which takes longer; then peers with logs in memory, and with logs on a disk. Each round starts all programs
again. The first games only warm up, because Node.js compiles only code that is used often. Of each game the time from
the first turn to the last counts, so links and draws do not. Figures are medians over the rounds. A ratio is to the
quicker boardgame.io, and is taken within each round first.

Needs Node.js with npm, which installs boardgame.io in a folder for caches.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from p2pgame.p2p.store.atomic_write import sync_data
from platformdirs import user_cache_path

from .matches import Figures, match
from .ours import play_here
from .theirs import BoardgameIo, Unavailable

BYTES = 250
"""About as many as one turn adds to a journal."""
SYNCS = 200
MEMORY = Path("/dev/shm")  # noqa: S108 - Linux has its memory file system there; another folder can be named

THEIRS = "boardgame.io"


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print.

    Raises:
        SystemExit: boardgame.io cannot be run here.
    """
    asked = _parser().parse_args(words)
    try:
        theirs = BoardgameIo.installed(asked.folder)
    except Unavailable as error:
        sys.exit(str(error))
    count = asked.warm_up + asked.games
    matches = [match(number) for number in range(count)]
    folders = {"p2pgame, logs in memory": asked.memory, "p2pgame, logs on a disk": asked.disk}
    players: dict[str, Callable[[], list[Figures]]] = {
        THEIRS: lambda: theirs.play(matches, optimistic=False),
        "boardgame.io, optimistic": lambda: theirs.play(matches, optimistic=True),
    }
    players |= {name: partial(play_here, count, folder) for name, folder in folders.items()}
    load = os.getloadavg()[0]
    rounds = [
        {name: Figures.together(play()[asked.warm_up :]) for name, play in players.items()} for _ in range(asked.rounds)
    ]
    turns = rounds[0][THEIRS].turns
    print(f"{theirs.version}; load {load:.1f} at the start, {os.getloadavg()[0]:.1f} at the end")
    print(f"{asked.rounds} rounds of {asked.games} games, {turns} turns, after {asked.warm_up} games to warm up\n")
    print(f"{'':<26}{'turns a second':>16}{'of boardgame.io':>17}{'processor a turn':>18}{'one sync':>10}")
    for name in players:
        own = [round_[name] for round_ in rounds]
        speed = median(each.turns / each.seconds for each in own)
        ratio = median(round_[THEIRS].seconds / round_[name].seconds for round_ in rounds)
        cpu = median(each.cpu / each.turns for each in own)
        sync = _us(sync_time(folders[name])) if name in folders else ""
        print(f"{name:<26}{speed:>16,.0f}{ratio:>17.2f}{_us(cpu):>18}{sync:>10}")


def sync_time(folder: Path) -> float:
    """Seconds by the clock of appending a turn to a file of that folder, with one sync; the median."""
    times = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        for _ in range(SYNCS):
            began = perf_counter()
            file.write(bytes(BYTES))
            sync_data(file.fileno())
            times.append(perf_counter() - began)
    return median(times)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.boardgame_io", description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=20, help="that count in each round")
    parser.add_argument("--warm-up", type=int, default=160, metavar="GAMES", help="that come before and do not count")
    parser.add_argument("--rounds", type=int, default=5)
    temporary = Path(tempfile.gettempdir())
    parser.add_argument("--memory", type=Path, default=MEMORY if MEMORY.is_dir() else temporary, metavar="FOLDER")
    parser.add_argument("--disk", type=Path, default=temporary, metavar="FOLDER")
    parser.add_argument("--folder", type=Path, default=user_cache_path("p2pgame-benchmarks"), help="of boardgame.io")
    return parser


def _us(seconds: float) -> str:
    return f"{seconds * 1e6:,.0f} us"


if __name__ == "__main__":
    main()
