"""Learn the weights of a bot by self-play: `python -m benchmarks.train [--games N] [--seconds S] [--seed K]`.

Tetris: a tower is played to its end by the best drop at a time, many towers in one batch, all with the same cards. The
weights are changed at random, a few at once; a change is kept if the mean score of the same games rises (a random
hill climb). The result is tried on as many fresh games. Copy the line that it prints to
`engine/games/tetris/weights.py`.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray
from p2pgame.engine.games.tetris import weights
from p2pgame.engine.games.tetris.components import CARDS_OF_A_SHAPE, ROUNDS
from p2pgame.engine.games.tetris.pieces import LETTERS
from p2pgame.engine.games.tetris.search import Towers, best_drops, finished_points, new_towers

Ints = NDArray[np.int64]

CHANGED = 0.4
"""The part of the weights that a step changes."""
SPREAD = 0.5
"""How far, as the deviation of a logarithm."""
SIX_LINES = 4
"""Points for six rows at two seats."""


def cards(games: int, rng: np.random.Generator) -> Ints:
    """The cards of so many games by round, shape (games, 27): the place of each letter."""
    deck = np.repeat(np.arange(len(LETTERS)), CARDS_OF_A_SHAPE)
    return np.stack([rng.permutation(deck)[:ROUNDS] for _ in range(games)])


def mean_score(learnt: Ints, dealt: Ints) -> float:
    """The points of a game when each card is dropped where these weights like it best, in the mean."""
    towers = new_towers(len(dealt))
    holds = np.zeros(len(dealt), np.bool_)
    out = np.zeros(len(dealt), np.bool_)
    for round_ in range(ROUNDS):
        for place, letter in enumerate(LETTERS):
            here = np.nonzero((dealt[:, round_] == place) & ~out)[0]
            if len(here):
                _drop(towers, here, letter, learnt, holds, out)
    return float(finished_points(towers, SIX_LINES).mean()) / 100


def _drop(
    towers: Towers, here: Ints, letter: str, learnt: Ints, holds: NDArray[np.bool_], out: NDArray[np.bool_]
) -> None:
    best = best_drops(towers.take(here), letter, "up", learnt)
    towers.put(here[best.fits], best.towers.take(np.nonzero(best.fits)[0]))
    stuck = here[~best.fits]
    out[stuck[holds[stuck]]] = True
    holds[stuck] = True


def climb(learnt: Ints, dealt: Ints, seconds: float, rng: np.random.Generator) -> Ints:
    """Better weights, found in so many seconds."""
    best, until = mean_score(learnt, dealt), time.monotonic() + seconds
    while time.monotonic() < until:
        changed = learnt * np.exp(rng.normal(0, SPREAD, len(learnt))) + rng.normal(0, 3, len(learnt))
        tried = np.where(rng.random(len(learnt)) < CHANGED, np.rint(changed), learnt).astype(np.int64)
        score = mean_score(tried, dealt)
        if score > best:
            learnt, best = tried, score
            print(f"{best:.2f} {tuple(map(int, learnt))}", flush=True)
    return learnt


def main() -> None:
    """Climb from the weights that there are, and try what comes out."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = np.random.default_rng(asked.seed)
    fresh = cards(asked.games, np.random.default_rng(asked.seed + 1))
    before = np.array(weights.TETRIS)
    after = climb(before, cards(asked.games, rng), asked.seconds, rng)
    print(f"on {asked.games} fresh games {mean_score(before, fresh):.2f} before, {mean_score(after, fresh):.2f} now:")
    print(f"TETRIS = {tuple(map(int, after))}")


if __name__ == "__main__":
    main()
