"""Learn the weights of the hard bot of Tetris by self-play: `python -m benchmarks.train [--games N] [--seconds S]`.

A tower is played to its end by the best drop at a time, many towers in one batch, all with the same cards. The weights
are found by the noisy cross-entropy method (Szita and Lőrincz, 2006): each generation draws weights from a normal
distribution, lets all play the same games, and moves the distribution to those that scored best; noise that shrinks
keeps it from settling too early. The result is tried on as many fresh games. Copy the line that it prints to
`engine/games/tetris/weights.py`.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray
from p2pgame.engine.games.tetris.batch import Dropped, Towers, finished_points, full_rows, new_towers
from p2pgame.engine.games.tetris.components import CARDS_OF_A_SHAPE, ROUNDS
from p2pgame.engine.games.tetris.features import Features
from p2pgame.engine.games.tetris.pieces import LETTERS
from p2pgame.engine.games.tetris.weights import HARD, Weights

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

DRAWN = 40
"""Weights that a generation tries."""
BEST = 8
"""Those that the next generation is drawn around."""
SPREAD = 0.25
"""The first deviation of a weight, as a part of it."""
NOISE = 8
"""Added to each deviation in the first generation; less by a tenth in each that follows."""
SIX_LINES = 4
"""Points for six rows at two seats."""


def cards(games: int, rng: np.random.Generator) -> Ints:
    """The cards of that many games by round, shape (games, 27): the place of each letter."""
    deck = np.repeat(np.arange(len(LETTERS)), CARDS_OF_A_SHAPE)
    return np.stack([rng.permutation(deck)[:ROUNDS] for _ in range(games)])


def mean_score(learnt: Weights, dealt: Ints) -> float:
    """The points of a game when each card is dropped where these weights like it best, in the mean."""
    towers = new_towers(len(dealt))
    holds, out = np.zeros(len(dealt), np.bool_), np.zeros(len(dealt), np.bool_)
    for round_ in range(ROUNDS):
        unseen = np.stack([(dealt[:, round_ + 1 :] == place).sum(1) for place in range(len(LETTERS))], 1).mean(0)
        for place, letter in enumerate(LETTERS):
            here = np.nonzero((dealt[:, round_] == place) & ~out)[0]
            fits = _drop(towers, here, letter, learnt, np.rint(unseen).astype(np.int64))
            stuck = np.setdiff1d(here, here[fits])
            out[stuck[holds[stuck]]] = True
            holds[stuck] = True
    return float((finished_points(towers) + SIX_LINES * (full_rows(towers.squares) >= 6)).mean())


def _drop(towers: Towers, here: Ints, letter: str, learnt: Weights, unseen: Ints) -> Ints:
    """Drop the letter into these towers; the places in `here` of those that took it."""
    dropped = Dropped.of(towers.take(here), letter, "up")
    places, fits = dropped.foremost(Features.of("up", unseen, 1, learnt).worth(dropped.towers, 0), 1)
    towers.put(here[fits], dropped.towers.take(places))
    return fits


def generations(mean: Floats, games: int, seconds: float, rng: np.random.Generator) -> Weights:
    """Better weights, found in that many seconds."""
    deviation, noise, until = np.abs(mean) * SPREAD, float(NOISE), time.monotonic() + seconds
    while time.monotonic() < until:
        dealt = cards(games, rng)
        drawn = mean + (deviation + noise) * rng.normal(size=(DRAWN, len(mean)))
        scores = [mean_score(whole(each), dealt) for each in drawn]
        best = drawn[np.argsort(scores)[-BEST:]]
        mean, deviation, noise = best.mean(0), best.std(0), noise * 0.9
        print(f"{np.mean(scores):.2f} in the mean, {max(scores):.2f} the best: {tuple(whole(mean))}", flush=True)
    return whole(mean)


def whole(learnt: Floats) -> Weights:
    """The weights as whole numbers."""
    return Weights(*np.rint(learnt).astype(np.int64).tolist())


def main() -> None:
    """Learn from the weights that there are, and try what comes out."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train")
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    fresh = cards(asked.games, np.random.default_rng(asked.seed + 1))
    before = HARD
    after = generations(np.array(before, np.float64), asked.games, asked.seconds, np.random.default_rng(asked.seed))
    print(f"on {asked.games} fresh games {mean_score(before, fresh):.2f} before, {mean_score(after, fresh):.2f} now:")
    print(f"HARD = Weights{tuple(after)}")


if __name__ == "__main__":
    main()
