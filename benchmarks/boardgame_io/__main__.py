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
from collections.abc import Callable, Iterator, Mapping, Sequence
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

THEIRS, OPTIMISTIC = "boardgame.io", "boardgame.io, optimistic"
IN_MEMORY, ON_DISK = "p2pgame, logs in memory", "p2pgame, logs on a disk"


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
    folders = {IN_MEMORY: asked.memory, ON_DISK: asked.disk} if asked.memory else {ON_DISK: asked.disk}
    players = _players(theirs, asked.warm_up + asked.games, folders)
    load = os.getloadavg()[0]
    rounds = [
        {name: Figures.together(play()[asked.warm_up :]) for name, play in players.items()} for _ in range(asked.rounds)
    ]
    print(f"{theirs.version}; load {load:.1f} at the start, {os.getloadavg()[0]:.1f} at the end")
    print(f"{asked.rounds} rounds of {asked.games} games, {rounds[0][THEIRS].turns} turns, ", end="")
    print(f"after {asked.warm_up} games to warm up\n")
    for line in table(rounds, {name: sync_time(folder) for name, folder in folders.items()}):
        print(line)


def _players(theirs: BoardgameIo, count: int, folders: Mapping[str, Path]) -> dict[str, Callable[[], list[Figures]]]:
    """All sides by name, each as a function that plays that many games."""
    matches = [match(number) for number in range(count)]
    return {
        THEIRS: lambda: theirs.play(matches, optimistic=False),
        OPTIMISTIC: lambda: theirs.play(matches, optimistic=True),
        **{name: partial(play_here, count, folder) for name, folder in folders.items()},
    }


def table(rounds: Sequence[Mapping[str, Figures]], syncs: Mapping[str, float]) -> Iterator[str]:
    """The medians over the rounds as lines of text, with the seconds of a sync of some sides."""
    yield f"{'':<26}{'turns a second':>16}{'of boardgame.io':>17}{'processor a turn':>18}{'one sync':>10}"
    for name in rounds[0]:
        own = [round_[name] for round_ in rounds]
        speed = median(each.turns / each.seconds for each in own)
        ratio = median(round_[THEIRS].seconds / round_[name].seconds for round_ in rounds)
        cpu = median(each.cpu / each.turns for each in own)
        sync = _us(syncs[name]) if name in syncs else ""
        yield f"{name:<26}{speed:>16,.0f}{ratio:>17.2f}{_us(cpu):>18}{sync:>10}".rstrip()


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
    memory, disk = MEMORY if MEMORY.is_dir() else None, Path(tempfile.gettempdir())
    parser.add_argument(
        "--memory", type=Path, default=memory, metavar="FOLDER", help="for logs, on a file system in memory"
    )
    parser.add_argument("--disk", type=Path, default=disk, metavar="FOLDER", help="for logs, on a disk")
    parser.add_argument("--folder", type=Path, default=user_cache_path("p2pgame-benchmarks"), help="for boardgame.io")
    return parser


def _us(seconds: float) -> str:
    return f"{seconds * 1e6:,.0f} us"


if __name__ == "__main__":
    main()
