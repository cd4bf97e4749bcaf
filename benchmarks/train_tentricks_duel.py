"""Learn the network of duels in Tentricks: `python -m benchmarks.train_tentricks_duel [--taught N] [--games N]`.

First the network learns from games between linear bots which of two seats wins. Then experts play each other, and now
and then a linear or a normal bot, and the network learns by temporal differences, as in `train_tentricks`. A seat's
strength is half of its learnt strength, and half of the strength by which a linear bot judges it: that mean plays
better than either. `engine/games/tentricks/duel.npz` is replaced after each step.

The weights that are shipped did not come from a run of this, but from a prototype in C of the same method: 58,000 games
of linear bots, a fifth of them against normal ones, and 10,000 of experts. Of the former, a third of the positions were
learnt from, twelve times, with the winner as the target. Only the best-looking places were tried while it learnt.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.events import Played
from p2pgame.engine.games.tentricks import duel, network
from p2pgame.engine.games.tentricks.components import TOKENS
from p2pgame.engine.games.tentricks.duel import BOTH, DUEL_DIVISORS, OWN, TABLE, Duel
from p2pgame.engine.games.tentricks.game import GAME
from p2pgame.engine.games.tentricks.judges import duel_of
from p2pgame.engine.games.tentricks.moves import Place
from p2pgame.engine.games.tentricks.network import ODDS, UNIT
from p2pgame.engine.records import replace

from benchmarks.train_tentricks import (
    GAMES_A_STEP,
    RANDOM,
    SCALES,
    Adam,
    Board,
    Floats,
    Linear,
    survival,
    survival_gradients,
)

UNITS = 32
"""Hidden units."""
TRACE = 0.8
"""How far a later state counts for an earlier one; the rest of the target is the value of the next state."""
LINEAR = Linear()
OPPONENTS: Sequence[Bot] = (*(BOTS["expert"],) * 8, LINEAR, BOTS["normal"])
"""Opponents of the expert, equally likely."""
HALF = 0.5


class Fought(NamedTuple):
    """A game of two seats."""

    duels: list[Duel]
    """The ends of its turns, as seat 0 sees them."""
    won: float
    """One if seat 0 has won, a half if nobody has."""


def fought(bots: Sequence[Bot], rng: random.Random) -> Fought:
    """A game between two bots; now and then a piece is placed at random."""
    found, state = list[Duel](), GAME.begin(2)
    while (event := answer(GAME, state, bots, rng)) is not None:
        if isinstance(event, Played) and isinstance(event.move, Place) and rng.random() < RANDOM:
            places = [move for move in GAME.legal(state, event.seat) if isinstance(move, Place)]
            event = Played(event.seat, places[rng.randrange(len(places))])
        before, state = state, GAME.apply(state, event)
        has_ended = before.active is not None and (before.mover, before.round) != (state.mover, state.round)
        if has_ended and len(state.left) == 2:
            found.append(duel_of(replace(state, active=before.active), 0))
    return Fought(found, float(0 in state.left) if state.left else HALF)


def first_guess(rng: np.random.Generator) -> dict[str, Floats]:
    """Nothing is good or bad."""
    inputs = len(DUEL_DIVISORS)
    return {
        "hidden": rng.normal(0, 0.15, (UNITS, inputs)),
        "biases": np.full(UNITS, 0.1),
        "output": rng.normal(0, 0.2, UNITS),
        "direct": np.zeros(inputs),
    }


class Pairs(NamedTuple):
    """The facts that the network sees of both seats of many duels."""

    mine: Board
    theirs: Board

    @classmethod
    def of(cls, duels: Sequence[Duel]) -> Pairs:
        """As they stand."""
        scales = np.array(DUEL_DIVISORS)[:, None]
        mine, theirs = duel.inputs_of(duels)
        return cls(Board(mine / scales, {}), Board(theirs / scales, {}))

    def chances(self, weights: Mapping[str, Floats]) -> Floats:
        """The chances of the first seats."""
        found: Floats = 1 / (1 + np.exp(survival(weights, self.theirs) - survival(weights, self.mine)))
        return found

    def gradients(self, weights: Mapping[str, Floats], errors: Floats) -> dict[str, Floats]:
        """Of the mean loss of information, if the chances are too high by the errors."""
        mine = survival_gradients(weights, self.mine, errors)
        theirs = survival_gradients(weights, self.theirs, errors)
        return {name: mine[name] - theirs[name] for name in mine}


def targets(chances: Floats, won: float, trace: float) -> list[float]:
    """The chance that each end of a turn should have."""
    target, found = won, list[float]()
    for chance in chances[::-1].tolist():
        found.append(target)
        target = trace * target + (1 - trace) * chance
    return found[::-1]


def learn(adam: Adam, taught: int, games: int, rng: random.Random, path: Path) -> None:
    """Learn from that many games of linear bots, then from games of experts."""
    for number in range(0, taught + games, GAMES_A_STEP):
        is_taught = number < taught
        duels, wanted = list[Duel](), list[float]()
        for _ in range(GAMES_A_STEP):
            bots = [LINEAR, LINEAR] if is_taught else [BOTS["expert"], rng.choice(OPPONENTS)]
            rng.shuffle(bots)
            game = fought(bots, rng)
            if game.duels:
                duels += game.duels
                wanted += targets(Pairs.of(game.duels).chances(adam.now), game.won, 1 if is_taught else TRACE)
        pairs = Pairs.of(duels)
        errors = pairs.chances(adam.now) - np.array(wanted)
        adam.learn(pairs.gradients(adam.now, errors))
        write(path, adam.mean)
        print(f"{number + GAMES_A_STEP} games, squared error {np.mean(errors**2):.4f}", flush=True)


def as_linear() -> Floats:
    """Direct weights with which the network judges each seat like a linear bot."""
    # The bar is in both tuples, and counts once.
    rows: list[int | None] = [None if row in OWN else row for row in BOTH]
    rows += [None, *range(25, 35), *OWN]
    rows += [None] * (len(BOTH) + 1) + [*range(35, 45), *TABLE, 52, None] + [None] * len(TOKENS)
    rows += [66, 22, 68, 67] + [None] * 4
    strength = network.learnt().strength * SCALES / (ODDS * UNIT)
    return np.array([0.0 if row is None else strength[row] for row in rows])


def exact(weights: Mapping[str, Floats]) -> dict[str, NDArray[np.int32]]:
    """The mean of the learnt strength and that of a linear bot, as whole numbers."""
    scales = np.array(DUEL_DIVISORS)
    scaled = {
        "hidden": weights["hidden"] * UNIT / scales,
        "biases": weights["biases"][:, None] * UNIT,
        "output": HALF * weights["output"] * ODDS,
        "direct": (HALF * weights["direct"] + (1 - HALF) * as_linear()) * ODDS * UNIT / scales,
    }
    return {name: np.round(each).astype(np.int32) for name, each in scaled.items()}


def write(path: Path, weights: Mapping[str, Floats]) -> None:
    """Replace the file; hard bots and experts use it from now on."""
    np.savez_compressed(path, allow_pickle=False, **exact(weights))
    duel.learnt.cache_clear()


def main() -> None:
    """Learn, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_tentricks_duel")
    parser.add_argument("--taught", type=int, default=60_000, help="games of linear bots (60000)")
    parser.add_argument("--games", type=int, default=10_000, help="games of experts (10000)")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    steps = (asked.taught + asked.games) // GAMES_A_STEP
    adam = Adam(first_guess(np.random.default_rng(asked.seed)), 0.003, steps)
    with as_file(files(duel.__package__).joinpath("duel.npz")) as path:
        learn(adam, asked.taught, asked.games, rng, path)


if __name__ == "__main__":
    main()
