"""The strength of each level of bots, beside its time for a move: `python -m benchmarks.strength GAME [LEVEL ...]`.

Levels meet in pairs, each from both seats, on all processors. The plot, `benchmarks/strength-GAME.svg`, has a point for
each: the median time of a move, in processor time, and the rating with its interval (`cli/arena/ratings.py`).
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from p2pgame.cli.arena.match import Match
from p2pgame.cli.arena.ratings import Rating, ratings
from p2pgame.cli.arena.workers import play_games, processors
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import asked
from p2pgame.engine.play import step

HERE = Path(__file__).parent

GAMES_A_PAIR = 100
MOVES = 12
"""Questions of one game that each level is timed at."""
SEED = 1


class Level(NamedTuple):
    """The results of one level."""

    name: str
    seconds: float
    """The median time of a move."""
    rating: Rating


def main(words: Sequence[str] | None = None) -> None:
    """Play, time, print and plot."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength", description=__doc__.split("\n", maxsplit=1)[0]
    )
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("levels", nargs="*", metavar="LEVEL", help=f"of {', '.join(BOTS)}; all when none is named")
    parser.add_argument("--games", type=int, default=GAMES_A_PAIR, metavar="N", help="games of each two (100)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="the plot to write")
    said = parser.parse_args(words)
    game = load(said.game)
    levels = measured(game, said.levels or list(BOTS), said.games)
    print(f"{'level':<10}{'a move':>12}{'Elo':>8}{'95% range':>16}")
    for level in levels:
        low, high = f"{level.rating.low:+.0f}", f"{level.rating.high:+.0f}"
        print(f"{level.name:<10}{1000 * level.seconds:>9.1f} ms{level.rating.points:>+8.0f}{f'{low}..{high}':>16}")
    path = said.write or HERE / f"strength-{game.id}.svg"
    path.write_text(picture(game.title, levels), "utf-8")


def measured(game: AnyGame, names: Sequence[str], games: int) -> list[Level]:
    """The levels, each against each other, that many games a pair."""
    match = Match(game, game.rules, {}, tuple(names), seed=SEED, seats=2)
    number = games * len(match.groups)
    finished = list(play_games(match, range(number), processors(), None))
    rated = ratings(finished, len(names), SEED)
    return [Level(name, timed(game, name), rating) for name, rating in zip(names, rated, strict=True)]


def timed(game: AnyGame, name: str) -> float:
    """The median processor time of a move of that level, over questions from all of one game of normal bots."""
    questions = list(_questions(game))
    chosen = questions[:: max(1, len(questions) // MOVES)]
    return median(_seconds(game, name, state, seat) for state, seat in chosen)


def _questions(game: AnyGame) -> Iterator[tuple[object, int]]:
    """Each state of the game in which somebody is asked, with the first seat that is."""
    rng = random.Random(SEED)
    state = game.begin(2)
    while True:
        seats = asked(game.pending(state))
        if seats:
            yield state, seats[0]
        event = answer(game, state, [BOTS["normal"]] * 2, rng)
        if event is None:
            return
        state = step(game, state, event)


def _seconds(game: AnyGame, name: str, state: object, seat: int) -> float:
    began = process_time()
    BOTS[name].choose(game, state, seat, random.Random(SEED))
    return process_time() - began


# The plot

_WIDE, _HIGH, _MARGIN, _TICK = 480, 300, 60, 200
_STYLE = "text{font:12px sans-serif;fill:#222}.a{fill:none;stroke:#bbb}.i{fill:none;stroke:#47a}.d{fill:#47a}"


def picture(title: str, levels: Sequence[Level]) -> str:
    """Time from left to right on a scale of powers of ten, rating from the bottom up."""
    powers = [math.log10(level.seconds) for level in levels]
    first, last = math.floor(min(powers)), max(math.ceil(max(powers)), math.floor(min(powers)) + 1)
    low = _TICK * math.floor(min(level.rating.low for level in levels) / _TICK)
    high = _TICK * math.ceil(max(level.rating.high for level in levels) / _TICK) + _TICK * (low == 0)

    def across(power: float) -> float:
        return _MARGIN + _WIDE * (power - first) / (last - first)

    def up(points: float) -> float:
        return _MARGIN + _HIGH * (1 - (points - low) / (high - low))

    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE + 2 * _MARGIN}" height="{_HIGH + 2 * _MARGIN}">',
            f'<style>{_STYLE}</style><rect fill="#fff" width="100%" height="100%"/>',
            f'<text x="{_MARGIN}" y="30">{title}: rating (Elo) against the time of a move (seconds)</text>',
            *(
                f'<path class="a" d="M{across(power):.1f} {_MARGIN}v{_HIGH}"/>'
                f'<text x="{across(power):.1f}" y="{_MARGIN + _HIGH + 20}" text-anchor="middle">{10.0**power:g}</text>'
                for power in range(first, last + 1)
            ),
            *(
                f'<path class="a" d="M{_MARGIN} {up(points):.1f}h{_WIDE}"/>'
                f'<text x="{_MARGIN - 8}" y="{up(points) + 4:.1f}" text-anchor="end">{points:+d}</text>'
                for points in range(low, high + 1, _TICK)
            ),
            *(
                f'<path class="i" d="M{across(power):.1f} {up(level.rating.low):.1f}V{up(level.rating.high):.1f}"/>'
                f'<circle class="d" r="4" cx="{across(power):.1f}" cy="{up(level.rating.points):.1f}"/>'
                f'<text x="{across(power) + 8:.1f}" y="{up(level.rating.points) - 6:.1f}">{level.name}</text>'
                for power, level in zip(powers, levels, strict=True)
            ),
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    main()
