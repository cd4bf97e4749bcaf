"""Learn the weights of Tentricks' search by self-play: `python -m benchmarks.train_tentricks [--alone N] [--games N]`.

First the survival network learns from games without tokens for how many more turns a board lasts: each piece is placed
where the network likes it best, now and then at random. Then linear bots play each other with tokens, and the weights
of the strength learn which seat wins. Both learn by temporal differences (Sutton, *Learning to predict by the methods
of temporal differences*, Machine Learning 3, 1988) with the steps of Adam (Kingma and Ba, 2014), and keep a mean of
their last weights. `engine/games/tentricks/network.npz` is replaced as they learn.

The weights that are shipped did not come from a run of this, but from a prototype in C of the same method, which plays
hundreds of games a second: 48,000 games alone, with steps that fell to 40% only, and 33,000 with tokens. It tried only
the best-looking places and some of the tokens. Then changes such as those in `MORE_TURNS`, `MORE_TOKENS` and `MORE`
were tried in 30 combinations, each in about a thousand games of a linear bot against a normal one. These were kept.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.budget import Budget
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.events import Drawn, Event, Played
from p2pgame.engine.game import Game, Rng
from p2pgame.engine.games.tentricks import network
from p2pgame.engine.games.tentricks.features import DEPTHS, STEPS, Ints, Surface, facts_of
from p2pgame.engine.games.tentricks.game import GAME
from p2pgame.engine.games.tentricks.moves import Move, Place
from p2pgame.engine.games.tentricks.network import (
    DIVISORS,
    NEAR,
    ODDS,
    SURVIVAL_INPUTS,
    TURNS,
    UNIT,
    Prospect,
    Prospects,
)
from p2pgame.engine.games.tentricks.outlook import outlook
from p2pgame.engine.games.tentricks.prospects import Due, Open, placed, prospects_of
from p2pgame.engine.games.tentricks.state import State
from p2pgame.engine.pending import Chance, Over
from p2pgame.engine.records import replace

Floats = NDArray[np.float64]
S = TypeVar("S")
M = TypeVar("M")

UNITS = 24
"""Hidden units."""
TABLES = {"pairs": STEPS**2, "edges": STEPS, "depths": DEPTHS}
"""Tables and their entries."""
SEATS = (2, 2, 2, 2, 2, 2, 2, 3, 3, 4)
"""Tables are of these sizes."""
RANDOM = 0.03
"""The chance that a piece is placed at random."""
TRACE = 0.9
"""How far a later state counts for an earlier one; the rest of the target is the value of the next state."""
GAMES_A_STEP = 16
TEN_TURNS = 10
OWN, OTHERS = slice(25, 35), slice(35, 45)
"""The places of tokens among the facts that the strength is a sum of."""
EXPECTED = slice(-1 - len(NEAR), None)
"""The places of the expected turns."""
MORE_TURNS, MORE_TOKENS = 1.5, 1.25
"""Factors for the learnt weights of expected turns and of tokens."""
MORE = {1: 0.3, 9: 0.25, 10: 0.3}
"""Added to the weights of the seat's own tokens of these numbers."""
LAST = 0.004
"""The weight of a step in the mean of the last weights."""


class Adam:
    """Weights that are changed step by step, by name, and the mean of the last of them."""

    def __init__(self, weights: Mapping[str, Floats], rate: float, steps: int) -> None:
        """The rate falls to almost nothing within that many steps."""
        self.now = {name: each.copy() for name, each in weights.items()}
        self.mean = {name: each.copy() for name, each in weights.items()}
        self._first = {name: np.zeros_like(each) for name, each in weights.items()}
        self._second = {name: np.zeros_like(each) for name, each in weights.items()}
        self._rate, self._steps, self._step = rate, steps, 0

    def learn(self, gradients: Mapping[str, Floats]) -> None:
        """One step against these gradients."""
        self._step += 1
        rate = self._rate * (1 - 0.97 * self._step / max(self._step, self._steps))
        for name, gradient in gradients.items():
            first, second = self._first[name], self._second[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            scale = np.sqrt(second / (1 - 0.999**self._step)) + 1e-8
            self.now[name] -= rate * first / (1 - 0.9**self._step) / scale
            self.mean[name] += max(LAST, 2 / (2 + self._step)) * (self.now[name] - self.mean[name])


# The survival network


class Board(NamedTuple):
    """The facts that the survival network sees of a batch of boards."""

    inputs: Floats
    """Shape (inputs, n)."""
    tables: Mapping[str, Ints]
    """The entries of each table, shape (places, n)."""

    @classmethod
    def of(cls, prospects: Prospects) -> Board:
        """As they lie."""
        places = list(SURVIVAL_INPUTS)
        scaled = network.inputs(prospects)[places] / np.array(DIVISORS)[places, None]
        return cls(scaled, dict(zip(Surface._fields, prospects.facts.surface, strict=True)))


def first_guess(rng: np.random.Generator) -> dict[str, Floats]:
    """Free cells are good; holes, steps and pieces without a place are bad."""
    direct = np.zeros(len(DIVISORS))
    direct[[8, 9, 10, 16]] = 0.6, -0.2, -1, -2
    return {
        "hidden": rng.uniform(-0.15, 0.15, (UNITS, len(SURVIVAL_INPUTS))),
        "biases": np.full(UNITS, 0.1),
        "output": rng.uniform(-0.1, 0.1, UNITS),
        "direct": direct[list(SURVIVAL_INPUTS)],
        **{name: np.zeros(size) for name, size in TABLES.items()},
    }


def survival(weights: Mapping[str, Floats], board: Board) -> Floats:
    """The expected turns of each board, in tens."""
    units = np.clip(weights["hidden"] @ board.inputs + weights["biases"][:, None], 0, 1)
    tables = [weights[name][numbers].sum(0) for name, numbers in board.tables.items()]
    total: Floats = weights["output"] @ units + weights["direct"] @ board.inputs + sum(tables)
    return total


def survival_gradients(weights: Mapping[str, Floats], board: Board, errors: Floats) -> dict[str, Floats]:
    """The mean gradients of half of the squared errors."""
    sums = weights["hidden"] @ board.inputs + weights["biases"][:, None]
    # A unit that is cut off learns a little, or it might stay so for ever.
    open_ = np.where((sums > 0) & (sums < 1), 1, 0.02) * weights["output"][:, None] * errors
    number = len(errors)
    counted = {
        name: np.bincount(numbers.ravel(), np.broadcast_to(errors, numbers.shape).ravel(), TABLES[name]) / number
        for name, numbers in board.tables.items()
    }
    return {
        "hidden": open_ @ board.inputs.T / number,
        "biases": open_.mean(1),
        "output": np.clip(sums, 0, 1) @ errors / number,
        "direct": board.inputs @ errors / number,
        **counted,
    }


def played_alone(weights: Mapping[str, Floats], seats: int, rng: random.Random) -> list[list[Prospect]]:
    """A game without tokens: for each seat, its prospects at the end of each of its turns."""
    found: list[list[Prospect]] = [[] for _ in range(seats)]
    state = replace(GAME.begin(seats), bag=bytes(10))
    while not isinstance(pending := GAME.pending(state), Over):
        event: Event[Move]
        if isinstance(pending, Chance):
            event = Drawn(rng.randrange(pending.bound))
        else:
            event = Played(state.mover, _best(weights, state, rng))
        before, state = state, GAME.apply(state, event)
        if before.active is not None and (before.mover, before.round) != (state.mover, state.round):
            of = dict(zip(before.left, prospects_of(state), strict=False))
            if not state.boards[before.mover].out and state.left == before.left:
                found[before.mover].append(of[before.mover])
    return found


def _best(weights: Mapping[str, Floats], state: State, rng: random.Random) -> Move:
    if state.hand is None:  # three rows at once win a piece, of any type
        return GAME.default(state, state.mover)
    due = Due(state, state.mover, state.mover, state.hand)
    spots = due.spots
    if not spots.below:
        return spots.over[0]
    if rng.random() < RANDOM:
        return spots.below[rng.randrange(len(spots.below))]
    owner = outlook(state, state.mover)
    boards = placed([Open.of(due, spots)])
    values = survival(weights, Board.of(Prospects(facts_of(boards.columns, boards.bars), [owner], boards.of)))
    return spots.below[int(values.argmax())]


def learn_survival(games: int, rng: random.Random) -> dict[str, Floats]:
    """The weights after that many games."""
    adam = Adam(first_guess(np.random.default_rng(rng.randrange(1 << 32))), 0.004, games // GAMES_A_STEP)
    for number in range(games // GAMES_A_STEP):
        prospects, targets = list[Prospect](), list[float]()
        for _ in range(GAMES_A_STEP):
            for turns in played_alone(adam.now, rng.choice(SEATS), rng):
                if turns:
                    prospects += turns
                    targets += _turns_left(survival(adam.now, Board.of(Prospects.of_each(turns))))
        board = Board.of(Prospects.of_each(prospects))
        errors = survival(adam.now, board) - np.array(targets)
        adam.learn(survival_gradients(adam.now, board, errors))
        print(f"{(number + 1) * GAMES_A_STEP} games alone, squared error {np.mean(errors**2):.4f}", flush=True)
    return adam.mean


def _turns_left(values: Floats) -> Iterator[float]:
    """The target for each turn of a seat, in tens of turns."""
    target, targets = 0.0, list[float]()
    for value in values[::-1].tolist():
        target += 1 / TEN_TURNS
        targets.append(target)
        target = TRACE * target + (1 - TRACE) * value
    return reversed(targets)


# The strength


class Position(NamedTuple):
    """The seats that are left at the end of a turn."""

    seats: tuple[int, ...]
    inputs: Floats
    """Shape (facts, seats)."""


SCALES = np.array([*DIVISORS, *(TURNS,) * (1 + len(NEAR))])


class Static:
    """A bot that judges the end of the turn, and plays nothing on."""

    is_quick = True

    def __init__(self, level: str, nodes: int) -> None:
        self.level = level
        self._nodes = nodes

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget | None = None) -> M:
        """The move of the search with its number of nodes."""
        return BOTS["hard"].choose(game, state, seat, rng, budget or Budget(self._nodes))


LINEAR = Static("linear", 1)
"""Judges each seat by itself, by a sum of weighted facts."""


def played_together(seats: int, rng: random.Random) -> tuple[list[Position], tuple[int, ...]]:
    """A game of linear bots: the ends of its turns, and the winners."""
    found, state, bots = list[Position](), GAME.begin(seats), [LINEAR] * seats
    while (event := answer(GAME, state, bots, rng)) is not None:
        if isinstance(event, Played) and isinstance(event.move, Place) and rng.random() < RANDOM:
            places = [move for move in GAME.legal(state, event.seat) if isinstance(move, Place)]
            event = Played(event.seat, places[rng.randrange(len(places))])
        before, state = state, GAME.apply(state, event)
        if before.active is not None and (before.mover, before.round) != (state.mover, state.round):
            inputs = network.all_inputs(Prospects.of_each(list(prospects_of(state)))) / SCALES[:, None]
            found.append(Position(state.left, inputs))
    return found, state.left


def learn_strength(games: int, rng: random.Random, save: dict[str, NDArray[np.int64]], path: Path) -> None:
    """Learn from that many games; the file is written after each step, and the bots play by it."""
    first = np.zeros(len(SCALES))
    first[OWN] = 0.3
    first[EXPECTED] = 1.5, 2, 1.5, 1
    adam = Adam({"strength": first}, 0.01, games // GAMES_A_STEP)
    for number in range(games // GAMES_A_STEP):
        write(path, save | _exact(adam.now["strength"]))
        gradient, count, loss = np.zeros(len(SCALES)), 0, 0.0
        for _ in range(GAMES_A_STEP):
            seats = rng.choice(SEATS)
            positions, winners = played_together(seats, rng)
            target = {seat: float(seat in winners) if winners else 1 / seats for seat in range(seats)}
            for position in reversed(positions):
                strengths = adam.now["strength"] @ position.inputs
                chances = np.exp(strengths - strengths.max())
                chances /= chances.sum()
                errors = chances - np.array([target[seat] for seat in position.seats])
                gradient += position.inputs @ errors
                loss, count = loss + float(errors @ errors), count + 1
                of = dict(zip(position.seats, chances.tolist(), strict=True))
                target = {seat: TRACE * target[seat] + (1 - TRACE) * of.get(seat, 0.0) for seat in target}
        adam.learn({"strength": gradient / count})
        print(f"{(number + 1) * GAMES_A_STEP} games, squared error {loss / count:.4f}", flush=True)
    write(path, save | _exact(_stressed(adam.mean["strength"])))


def _stressed(learnt: Floats) -> Floats:
    """The learnt weights, with the changes that were tried by hand."""
    strength = learnt.copy()
    strength[EXPECTED] *= MORE_TURNS
    strength[OWN] *= MORE_TOKENS
    strength[OTHERS] *= MORE_TOKENS
    for number, more in MORE.items():
        strength[OWN][number - 1] += more
    return strength


# The file


def _exact(strength: Floats) -> dict[str, NDArray[np.int64]]:
    return {"strength": np.round(strength * ODDS * UNIT / SCALES).astype(np.int64)}


def exact_survival(weights: Mapping[str, Floats]) -> dict[str, NDArray[np.int64]]:
    """The weights of the survival network as whole numbers."""
    scales = np.array(DIVISORS)[list(SURVIVAL_INPUTS)]
    scaled = {
        "hidden": weights["hidden"] * UNIT / scales,
        "biases": weights["biases"][:, None] * UNIT,
        "output": weights["output"] * TURNS,
        "direct": weights["direct"] * TURNS * UNIT / scales,
        **{name: weights[name] * TURNS for name in TABLES},
    }
    return {name: np.round(each).astype(np.int64) for name, each in scaled.items()}


def write(path: Path, arrays: Mapping[str, NDArray[np.int64]]) -> None:
    """Replace the file; searches use it from now on."""
    np.savez_compressed(path, allow_pickle=False, **arrays)
    network.learnt.cache_clear()


def main() -> None:
    """Learn, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_tentricks")
    parser.add_argument("--alone", type=int, default=48_000, help="games without tokens (48000)")
    parser.add_argument("--games", type=int, default=30_000, help="games with tokens (30000)")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    with as_file(files(network.__package__).joinpath("network.npz")) as path:
        found = exact_survival(learn_survival(asked.alone, rng)) if asked.alone else dict(np.load(path))
        learn_strength(asked.games, rng, found, path)


if __name__ == "__main__":
    main()
