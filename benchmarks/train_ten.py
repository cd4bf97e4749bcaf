"""Learn the weights of the TEN bots by self-play: `python -m benchmarks.train_ten [--games N] [--seed K]`.

Experts with a first guess for weights play each other, at tables of two. The property of each
player at the beginning of each turn is a sample. The chance of getting a number, by number and part of the game, is the
most likely one, given the numbers that players had at the end. The other weights are those with the least squared error
of the lead at the end, drawn a little towards a prior. Copy the rows that it prints to `engine/games/ten/weights.py`.

A second generation, learnt from games with the weights of the first, is not better: nobody buys high numbers any more,
and so nobody learns their worth.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.games.ten import weights
from p2pgame.engine.games.ten.components import VALUES
from p2pgame.engine.games.ten.game import GAME
from p2pgame.engine.games.ten.outlook import MANY, Supply, copies, points, supply_of
from p2pgame.engine.games.ten.runs import holdings
from p2pgame.engine.games.ten.scoring import score
from p2pgame.engine.games.ten.state import Player, State, spares
from p2pgame.engine.games.ten.weights import CERTAIN, POINT, STAGES, Weights

Floats = NDArray[np.float64]

SEATS = 2
PARTS = len(STAGES) + 1
PRIOR = ((0.95, 0.95), (0.1, 1.8), (0.2, 0.3), (-0.1, -0.1), (0.5, 0.8), (0.1, 0.3))
"""For points, joker, coin, rich, bust and spare, in points: the expectation in the last part and in the first."""
STRENGTH = 40
"""Samples that the prior counts like."""
STEPS = 48
"""The chances that are tried; their square roots are evenly spaced."""
NEIGHBOUR = 0.15
"""The weight of samples of the next parts and numbers, which have similar chances."""
MOST = 4
"""Copies of one number in the deck or in the market, at most, and none."""


class Sample(NamedTuple):
    """The property of the players at the beginning of a turn, and at the end of the game."""

    part: int
    supply: Supply
    before: Sequence[Player]
    after: Sequence[Player]


FIRST_CHANCE = 26
"""The guessed chance of a copy in the deck: somewhat too high, so that every number is tried."""


def first_guess() -> tuple[Weights, ...]:
    """Weights to begin with."""
    numbers = len(VALUES)
    return tuple(
        Weights(
            (FIRST_CHANCE,) * numbers,
            (CERTAIN * part // (4 * PARTS),) * numbers,
            POINT,
            100 * part,
            40 * part,
            -20 * part,
            100 * part,
            40 * part,
        )
        for part in range(1, PARTS + 1)
    )


def samples(games: int, seed: int) -> Iterator[Sample]:
    """Every turn of some games of experts."""
    for number in range(games):
        yield from _played(random.Random(seed + number))


def _played(rng: random.Random) -> Iterator[Sample]:
    state, active, turns = GAME.begin(SEATS), None, list[State]()
    while (event := answer(GAME, state, [BOTS["expert"]] * SEATS, rng)) is not None:
        if state.active != active:
            active = state.active
            turns.append(state)
        state = GAME.apply(state, event)
    for turn in turns:
        yield Sample(_part(turn), supply_of(turn.unseen, turn.market), turn.players, state.players)


def _part(state: State) -> int:
    return sum(sum(state.unseen) > limit for limit in STAGES)


# Chances


def chances(found: Iterable[Sample]) -> tuple[Floats, Floats]:
    """The chances in the deck and in the market, shape (parts, numbers) each."""
    steps = np.linspace(0.1, 0.98, STEPS) ** 2
    tally = _tally(found)
    in_deck, in_market = steps[:, None, None, None], steps[None, :, None, None]
    number = np.arange(MOST)
    missed = (1 - in_deck) ** number[:, None] * (1 - in_market) ** number[None, :]
    missed = np.clip(missed, 0.001, 0.999)
    likelihood = np.einsum("pnum,abum->pnab", tally[0], np.log(missed))
    likelihood += np.einsum("pnum,abum->pnab", tally[1], np.log(1 - missed))
    smooth = likelihood.copy()
    smooth[1:] += NEIGHBOUR * likelihood[:-1]
    smooth[:-1] += NEIGHBOUR * likelihood[1:]
    smooth[:, 1:] += NEIGHBOUR * likelihood[:, :-1]
    smooth[:, :-1] += NEIGHBOUR * likelihood[:, 1:]
    best = smooth.reshape(PARTS, len(VALUES), -1).argmax(2)
    return steps[best // len(steps)], steps[best % len(steps)]


def _tally(found: Iterable[Sample]) -> Floats:
    """How often a lacking number had not come at the end, and had; shape (2, parts, numbers, copies in the deck, in
    the market)."""
    tally = np.zeros((2, PARTS, len(VALUES), MOST, MOST))
    for sample in found:
        for before, after in zip(sample.before, sample.after, strict=True):
            for supply, own, kept in zip(
                sample.supply, holdings(before.cards).owned, holdings(after.cards).owned, strict=True
            ):
                for number in range(len(VALUES)):
                    there = copies(supply, number)
                    if any(there) and not own >> number & 1:
                        tally[(kept >> number & 1, sample.part, number, *there)] += 1
    return tally


# The other weights


def values(found: Sequence[Sample], learnt: Sequence[Weights]) -> list[Floats]:
    """The other weights by part, with the chances of `learnt`."""
    fitted = []
    for part, chance in enumerate(learnt):
        pairs = [_lead(sample, chance) for sample in found if sample.part == part]
        prior = np.array([last + (first - last) * part / (PARTS - 1) for last, first in PRIOR])
        fitted.append(_fitted(np.array([row for row, _ in pairs]), np.array([lead for _, lead in pairs]), prior))
    return fitted


def _lead(sample: Sample, learnt: Weights) -> tuple[Floats, int]:
    """The features of the first seat's lead, and that lead at the end."""
    one, other = (_features(player, sample.supply, learnt) for player in sample.before)
    own, theirs = (score(player.cards) for player in sample.after)
    return one - other, own - theirs


def _features(player: Player, supply: Supply, learnt: Weights) -> Floats:
    """Points, joker, coin, rich, bust, spare."""
    hoped = points(player.cards, supply, learnt)
    cards = len(spares(player.cards))
    return np.array(
        (hoped.points / POINT, hoped.joker / POINT, player.coins, max(0, player.coins - MANY), player.bust, cards)
    )


def _fitted(rows: Floats, leads: Floats, prior: Floats) -> Floats:
    """Ridge regression towards the prior; values of money and spare copies between nothing and a point a coin."""
    pull = np.diag(STRENGTH * (rows.std(0) + 0.05) ** 2)
    found: Floats = prior + np.linalg.solve(rows.T @ rows + pull, rows.T @ (leads - rows @ prior))
    return np.clip(found, (0.5, 0, 0.1, -0.2, 0.3, 0.1), (1.2, 4, 0.33, 0, 0.9, 0.45))


def learn(games: int, seed: int) -> list[Weights]:
    """Weights learnt from games of experts that play by the first guess."""
    weights.SEATED = first_guess()
    found = list(samples(games, seed))
    in_deck, in_market = (np.rint(CERTAIN * each).astype(int).tolist() for each in chances(found))
    rows = list(zip(map(tuple, in_deck), map(tuple, in_market), strict=True))
    unvalued = [Weights(*row, 0, 0, 0, 0, 0, 0) for row in rows]
    return [
        Weights(*row, *np.rint(POINT * value).astype(int).tolist())
        for row, value in zip(rows, values(found, unvalued), strict=True)
    ]


def main() -> None:
    """Learn the weights, and print them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_ten")
    parser.add_argument("--games", type=int, default=160)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print("SEATED = (")
    for row in learn(asked.games, asked.seed):
        print(f"    Weights({', '.join(map(str, astuple(row)))}),")
    print(")", flush=True)


if __name__ == "__main__":
    main()
