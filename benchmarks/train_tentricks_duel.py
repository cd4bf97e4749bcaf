"""Learn the network of duels in Tentricks: `python -m benchmarks.train_tentricks_duel [--games N]`.

Experts without rollouts play each other, and now and then a linear or a normal bot, and the network learns by temporal
differences which seat wins, as in `train_tentricks`. It begins with nothing. `engine/games/tentricks/duel.npz` is
replaced after each step, and the experts play by it.

The weights in the repository were learnt by a copy of the rules and of this script in C, from 490,000 games, because a
game takes about a second here. After 12,000 games they were nearly as strong.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.events import Played
from p2pgame.engine.games.tentricks import duel
from p2pgame.engine.games.tentricks.duel import DUEL_DIVISORS, Duel
from p2pgame.engine.games.tentricks.game import GAME
from p2pgame.engine.games.tentricks.judges import duel_of
from p2pgame.engine.games.tentricks.moves import Place
from p2pgame.engine.games.tentricks.network import ODDS, UNIT

from benchmarks.train_tentricks import LINEAR, Adam, Board, Floats, Static, survival, survival_gradients

UNITS = 96
"""Hidden units."""
TRACE = 0.75
"""How far a later state counts for an earlier one; the rest of the target is the value of the next state."""
RANDOM = 0.02
"""The chance that a piece is placed at random."""
GAMES_A_STEP = 24
LEARNER = Static("duel", 2)
OPPONENTS: Sequence[Bot] = (*(LEARNER,) * 18, LINEAR, BOTS["normal"])
"""Opponents of the learner, equally likely."""
FINE = 1 << 12
"""Weights of hidden units are multiples of one part of this, so that their file is small."""


class End(NamedTuple):
    """The end of a turn, with two seats left."""

    duel: Duel
    seat: int
    """The seat whose turn comes next."""


class Fought(NamedTuple):
    """A game of two seats."""

    ends: list[End]
    won: float
    """One if seat 0 has won, a half if nobody has."""


def fought(bots: Sequence[Bot], rng: random.Random) -> Fought:
    """A game between two bots; now and then a piece is placed at random."""
    found, state = list[End](), GAME.begin(2)
    while (event := answer(GAME, state, bots, rng)) is not None:
        if isinstance(event, Played) and isinstance(event.move, Place) and rng.random() < RANDOM:
            places = [move for move in GAME.legal(state, event.seat) if isinstance(move, Place)]
            event = Played(event.seat, places[rng.randrange(len(places))])
        before, state = state, GAME.apply(state, event)
        has_ended = before.active is not None and (before.mover, before.round) != (state.mover, state.round)
        if has_ended and len(state.left) == 2:
            found.append(End(duel_of(state), state.mover))
    return Fought(found, float(0 in state.left) if state.left else 1 / 2)


def first_guess(rng: np.random.Generator) -> dict[str, Floats]:
    """Nothing is good or bad."""
    inputs = len(DUEL_DIVISORS)
    return {
        "hidden": rng.uniform(-0.1, 0.1, (UNITS, inputs)),
        "biases": rng.uniform(0, 0.3, UNITS),
        "output": rng.uniform(-0.1, 0.1, UNITS),
        "direct": np.zeros(inputs),
        "offset": np.zeros(1),
    }


def seen(ends: Sequence[End]) -> Board:
    """The inputs of the network."""
    return Board(duel.inputs_of([end.duel for end in ends]) / np.array(DUEL_DIVISORS)[:, None], {})


def chances(weights: Mapping[str, Floats], board: Board) -> Floats:
    """The chances of the seats whose turns come next."""
    found: Floats = 1 / (1 + np.exp(-survival(weights, board) - weights["offset"]))
    return found


def gradients(weights: Mapping[str, Floats], board: Board, errors: Floats) -> dict[str, Floats]:
    """Of the mean loss of information, if the chances are too high by the errors."""
    return {**survival_gradients(weights, board, errors), "offset": errors.mean(keepdims=True)}


def targets(game: Fought, now: Floats, trace: float) -> list[float]:
    """The chance that the seat whose turn comes next should have at the end of each turn, by those that it has now."""
    return list(_targets(game, now, trace))[::-1]


def _targets(game: Fought, now: Floats, trace: float) -> Iterator[float]:
    target = game.won  # of seat 0
    for end, chance in zip(reversed(game.ends), now[::-1].tolist(), strict=True):
        yield target if end.seat == 0 else 1 - target
        target = trace * target + (1 - trace) * (chance if end.seat == 0 else 1 - chance)


def learn(adam: Adam, games: int, rng: random.Random, path: Path) -> None:
    """Learn from that many games."""
    for number in range(0, games, GAMES_A_STEP):
        ends, wanted = list[End](), list[float]()
        for _ in range(GAMES_A_STEP):
            bots = [LEARNER, rng.choice(OPPONENTS)]
            rng.shuffle(bots)
            game = fought(bots, rng)
            if game.ends:
                ends += game.ends
                wanted += targets(game, chances(adam.now, seen(game.ends)), TRACE)
        board = seen(ends)
        errors = chances(adam.now, board) - np.array(wanted)
        adam.learn(gradients(adam.now, board, errors))
        write(path, adam.mean)
        print(f"{number + GAMES_A_STEP} games, squared error {np.mean(errors**2):.4f}", flush=True)


def exact(weights: Mapping[str, Floats]) -> dict[str, NDArray[np.int32]]:
    """The weights as whole numbers."""
    scales = np.array(DUEL_DIVISORS)
    scaled = {
        "hidden": np.round(weights["hidden"] * FINE) * (UNIT // FINE) / scales,
        "biases": weights["biases"][:, None] * UNIT,
        "output": weights["output"] * ODDS,
        "direct": weights["direct"] * ODDS * UNIT / scales,
        "offset": weights["offset"][:, None] * ODDS * UNIT,
    }
    return {name: np.round(each).astype(np.int32) for name, each in scaled.items()}


def write(path: Path, weights: Mapping[str, Floats]) -> None:
    """Replace the file; experts use it from now on."""
    np.savez_compressed(path, allow_pickle=False, **exact(weights))
    duel.learnt.cache_clear()


def main() -> None:
    """Learn, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_tentricks_duel")
    parser.add_argument("--games", type=int, default=12_000, help="games of experts (12000)")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    adam = Adam(first_guess(np.random.default_rng(asked.seed)), 0.0015, asked.games // GAMES_A_STEP)
    with as_file(files(duel.__package__).joinpath("duel.npz")) as path:
        write(path, adam.now)
        learn(adam, asked.games, random.Random(asked.seed), path)


if __name__ == "__main__":
    main()
