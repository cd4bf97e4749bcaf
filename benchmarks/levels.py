"""How strong the levels are: `python -m benchmarks.levels [GAME ...] [--games N] [--pair LEVEL LEVEL | --seats K]`.

Each level plays the one below it at two seats, seats changing; `expert` plays alone among normal bots at three and
four; solo tables are played by `expert` as well. All at the nodes that are shipped. A win of k seats counts 1/k.
Intervals are Wilson's, of 95%. A line is printed as soon as it is known, with the games that it rests on.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from p2pgame.cli.arena.match import Finished, Match
from p2pgame.cli.arena.record import likely_range
from p2pgame.cli.arena.workers import play_games, processors
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.options import Value

LEVELS = tuple(BOTS)
BEATS = 0.75
"""The share of two-seat games that a level should win against the one below."""
AMONG_NORMAL = 1.5
"""How often its share `expert` should win among normal bots."""
SOLO: Mapping[str, tuple[Mapping[str, Value], str]] = {
    "ten": ({"jen": 7}, "beats JEN's grade 7"),
    "te-trix": ({}, "reaches a total of 120"),
}
"""Games with a solo table: its options, and what counts as a success. Half of the games should be."""
RATED = 120


@dataclass(frozen=True, slots=True)
class Line:
    """The match, and the share of games that the first bot should win."""

    game: str
    bots: tuple[str, ...]
    aim: float

    @property
    def title(self) -> str:
        """Such as `tink: hard - normal`."""
        return f"{self.game}: {' - '.join(self.bots)}"


def lines(games: Sequence[str], pair: Sequence[str] | None, only: int | None = None) -> Iterator[Line]:
    """All measured pairs, or one pair of levels; perhaps only at tables of one number of seats."""
    for game in games:
        seats = load(game).seats
        if pair:
            yield Line(game, tuple(pair), BEATS)
            continue
        found = [Line(game, (level, below), BEATS) for below, level in pairwise(LEVELS)]
        found += [
            Line(game, ("expert", *("normal",) * (number - 1)), AMONG_NORMAL / number)
            for number in (3, 4)
            if number in seats
        ]
        if game in SOLO:
            found.append(Line(game, ("expert",), 0.5))
        yield from (line for line in found if only in (None, len(line.bots)))


def measure(line: Line, games: int, seed: int, processes: int) -> float:
    """The part of the games that the first bot won, shared wins in part."""
    game = load(line.game)
    options = SOLO[line.game][0] if len(line.bots) == 1 else {}
    defaults = {option.name: option.default for option in game.options}
    match = Match(game, game.rules, {**defaults, **options}, line.bots, seed, len(line.bots))
    return sum(_won(line, finished) for finished in play_games(match, range(games), processes, None)) / games


def _won(line: Line, finished: Finished) -> float:
    seat = finished.seats.index(0)
    if line.game == "te-trix" and len(line.bots) == 1:
        return float((finished.scores[seat] or 0) >= RATED)
    return (seat in finished.winners) / max(1, len(finished.winners))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels")
    parser.add_argument("game", nargs="*", choices=[[], *GAMES], help="all games unless some are named")
    parser.add_argument("--games", type=int, default=400, help="games a line (400)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pair", nargs=2, choices=LEVELS, help="only these two levels, at two seats")
    parser.add_argument("--seats", type=int, choices=(1, 2, 3, 4), help="only tables with this number of seats")
    parser.add_argument("--processes", type=int, default=processors())
    asked = parser.parse_args()
    print(f"{'':40} {'won':>6}  95% interval  aim   games")
    for line in lines(asked.game or list(GAMES), asked.pair, asked.seats):
        share = measure(line, asked.games, asked.seed, asked.processes)
        low, high = likely_range(share * asked.games, asked.games)
        missed = "" if share >= line.aim else "  **missed**"
        print(f"{line.title:40} {share:6.1%}  {low:.1%}..{high:.1%}  {line.aim:.0%}  {asked.games}{missed}", flush=True)


if __name__ == "__main__":
    main()
