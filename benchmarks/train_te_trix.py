"""Learn the weights of the Te-Trix search by self-play: `python -m benchmarks.train_te_trix`.

Two sheets take the same shapes, each by the best-looking entry at a time, until one is stuck; many such games are one
batch. In half of them the opponent values sheets like the normal bot, in the other half like the weights learnt so far:
a game against the normal bot ends early, so other sheets win it. The weights are found by the noisy cross-entropy
method (Szita and Lőrincz, 2006): each generation draws weights from a normal distribution, lets all play the same
games, and moves the distribution to those with the best results. The outcome is tried in fresh games. Copy the line
that it prints to `engine/games/te_trix/weights.py`.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from p2pgame.engine.bots.chance import Stream
from p2pgame.engine.games.te_trix import weights
from p2pgame.engine.games.te_trix.batch import as_batch, entries, points
from p2pgame.engine.games.te_trix.components import DICE
from p2pgame.engine.games.te_trix.course import random_shape
from p2pgame.engine.games.te_trix.sheet import FRESH
from p2pgame.engine.games.te_trix.worth import worth

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

DRAWN = 24
"""Weights that a generation tries."""
BEST = 6
"""Those that the next generation is drawn around."""
SPREAD = (5, 6, 8, 8, 40, 60)
"""The first deviation of each weight, in each part of a game."""
NOISE = 2
"""Added to each deviation in the first generation; less by a tenth in each that follows."""
LONGEST = 49
"""Shapes of a game, at most: each fills a box."""
WIN = 50
"""The value of a win in points, as in the search."""
NORMAL = np.tile(np.array((5, 15, 35, 65, 0, 0), np.float64), (3, 1))
"""The weights of the normal bot, in hundredths."""
FRESH_GAMES = 1_000


def dealt(games: int, seed: int) -> Ints:
    """The shapes of that many games, shape (games, 49)."""
    rng = Stream(seed)
    return np.array([[random_shape(rng) for _ in range(LONGEST)] for _ in range(games)])


class Course(NamedTuple):
    """One sheet in each of `n` games."""

    points: Ints
    """After each number of shapes, shape (50, n); unchanged once the sheet is stuck."""
    entered: Ints
    """The shapes that it takes, shape (n,)."""


def course(learnt: Floats, shapes: Ints) -> Course:
    """The games of a sheet into which each shape is entered where these weights like it best."""
    weighed = np.rint(learnt).astype(np.int64)
    sheets = as_batch([FRESH[game % len(FRESH)] for game in range(len(shapes))])
    live, entered, scored = np.arange(len(shapes)), np.zeros(len(shapes), np.int64), [points(sheets)]
    for round_ in range(LONGEST):
        found = entries(sheets[live], shapes[live, round_], np.full(len(live), DICE))
        order = np.lexsort((-worth(found.sheets, weighed), found.sources))
        best = order[np.flatnonzero(np.diff(found.sources[order], prepend=-1))]
        live = live[found.sources[best]]
        sheets[live] = found.sheets[best]
        entered[live] += 1
        scored.append(scored[-1].copy())
        scored[-1][live] = points(sheets[live])
    return Course(np.stack(scored), entered)


def result(own: Course, other: Course) -> float:
    """The mean lead at the end of the games, and what a win is worth."""
    end = np.minimum(own.entered, other.entered) + 1
    game = np.arange(len(end))
    lead = own.points[np.minimum(own.entered, end), game] - other.points[np.minimum(other.entered, end), game]
    return float((lead + WIN * np.sign(lead)).mean())


def generations(mean: Floats, games: int, number: int, seed: int) -> Floats:
    """Better weights, found in that many generations."""
    rng = np.random.default_rng(seed)
    deviation = np.tile(np.array(SPREAD, np.float64), (len(mean), 1))
    for generation in range(number):
        one, two = np.split(dealt(games, seed + generation), 2)
        normal, learnt = course(NORMAL, one), course(mean, two)
        drawn = mean + (deviation + NOISE * 0.9**generation) * rng.normal(size=(DRAWN, *mean.shape))
        found = [result(course(each, one), normal) + result(course(each, two), learnt) for each in drawn]
        best = drawn[np.argsort(found)[-BEST:]]
        mean, deviation = 0.3 * mean + 0.7 * best.mean(0), 0.3 * deviation + 0.7 * best.std(0)
        print(f"{np.mean(found):.2f} in the mean, {max(found):.2f} the best: {_written(mean)}", flush=True)
    return mean


def _written(learnt: Floats) -> str:
    return str(np.rint(learnt).astype(np.int64).tolist())


def main() -> None:
    """Learn from the weights that there are, and try what comes out."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_te_trix")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--generations", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    before = np.array(weights.TE_TRIX, np.float64)
    after = generations(before, asked.games, asked.generations, asked.seed)
    fresh = dealt(FRESH_GAMES, asked.seed + asked.generations)
    normal = course(NORMAL, fresh)
    old, new = (result(course(each, fresh), normal) for each in (before, after))
    print(f"{FRESH_GAMES} fresh games against the normal bot's weights: {old:.2f} before, {new:.2f} now")
    print(f"TE_TRIX = {_written(after)}")


if __name__ == "__main__":
    main()
