"""Learn the weights of the TEN bots by self-play: `python -m benchmarks.train_ten [--games N] [--seed K]`.

Experts with a first guess for weights play each other, at tables of two, of three and four, and alone against JEN. The
property of each player at the beginning of each turn is a sample. The chance to get a number is the most likely one
(in the deck and in the market, by number and part of the game), given the numbers that players had at the end. The
other weights are those with the least squared error of the lead at the end, drawn a little towards a prior. Copy the
rows that it prints to `engine/games/ten/weights.py`.
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
from p2pgame.engine.games.ten.components import COLOURS, VALUES, deck
from p2pgame.engine.games.ten.game import GAME
from p2pgame.engine.games.ten.outlook import MANY, Supply, copies, points, supply_of
from p2pgame.engine.games.ten.runs import holdings
from p2pgame.engine.games.ten.scoring import score
from p2pgame.engine.games.ten.state import Player, State, spares
from p2pgame.engine.games.ten.weights import CERTAIN, POINT, STAGES, Weights
from p2pgame.engine.options import Options

Floats = NDArray[np.float64]

PARTS = len(STAGES) + 1
PRIOR = ((0.95, 0.95), (0.1, 1.8), (0.2, 0.3), (-0.1, -0.1), (0.5, 0.8), (0.1, 0.3))
"""For points, joker, coin, rich, bust and spare, in points: the expectation in the last part and in the first."""
STRENGTH = 40
"""Samples that the prior counts like."""
FEW = 12
"""Chances are tried in so many steps of the square root."""
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


class Kind(NamedTuple):
    """A name in `weights`, and the tables at which it is learnt."""

    names: tuple[str, ...]
    """Of the players in order, or of all."""
    tables: tuple[tuple[int, Options], ...]


KINDS = (
    Kind(("TWO",), ((2, {}),)),
    Kind(("SEVERAL",), ((3, {}), (4, {}))),
    Kind(("ALONE", "JEN"), tuple((1, {"jen": grade}) for grade in (6, 7, 8))),
)


def first_guess(name: str) -> tuple[Weights, ...]:
    """Weights to begin with: chances that are somewhat too high, so that every number is tried."""
    in_deck = {"SEVERAL": 17}.get(name, 26)
    market = {"JEN": 0}.get(name, 16)
    return tuple(
        Weights(
            (in_deck,) * len(VALUES),
            (market * part // PARTS,) * len(VALUES),
            POINT,
            100 * part,
            40 * part,
            -20 * part,
            100 * part,
            40 * part,
        )
        for part in range(1, PARTS + 1)
    )


def samples(kind: Kind, games: int, seed: int) -> Iterator[Sample]:
    """Every turn of so many games."""
    for number in range(games):
        seats, options = kind.tables[number % len(kind.tables)]
        yield from _played(seats, options, random.Random(seed + number))


def _played(seats: int, options: Options, rng: random.Random) -> Iterator[Sample]:
    state, active, turns = GAME.begin(seats, options), None, list[State]()
    while (event := answer(GAME, state, [BOTS["expert"]] * seats, rng)) is not None:
        if state.active != active:
            active = state.active
            turns.append(state)
        state = GAME.apply(state, event)
    for turn in turns:
        yield Sample(_part(turn), supply_of(turn.unseen, turn.market), turn.players, state.players)


def _part(state: State) -> int:
    left = sum(state.unseen) * sum(deck(2)) // sum(deck(state.seats))
    return sum(left > limit for limit in STAGES)


# Chances


def chances(found: Iterable[tuple[Sample, int]]) -> tuple[Floats, Floats]:
    """The chances in the deck and in the market, shape (parts, numbers) each, from samples of one player."""
    steps = np.linspace(0.1, 0.98, FEW * 4) ** 2
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


def _tally(found: Iterable[tuple[Sample, int]]) -> Floats:
    """How often a number that was lacking had not come at the end, and had; shape (2, parts, numbers, copies in the
    deck, in the market)."""
    tally = np.zeros((2, PARTS, len(VALUES), MOST, MOST))
    for sample, player in found:
        before, after = (holdings(each[player].cards).owned for each in (sample.before, sample.after))
        for colour in range(len(COLOURS)):
            for number in range(len(VALUES)):
                there = copies(sample.supply[colour], number)
                if any(there) and not before[colour] >> number & 1:
                    tally[(after[colour] >> number & 1, sample.part, number, *there)] += 1
    return tally


# The other weights


def values(kind: Kind, found: Sequence[Sample], learnt: Sequence[Sequence[Weights]]) -> list[list[Floats]]:
    """The other weights by name and part, with the chances of `learnt`."""
    fitted = [list[Floats]() for _ in kind.names]
    for part in range(PARTS):
        rows, leads = list[Floats](), list[float]()
        for sample in found:
            if sample.part == part:
                for row, gained in _rows(sample, [each[part] for each in learnt]):
                    rows.append(row)
                    leads.append(gained)
        prior = np.tile([last + (first - last) * part / (PARTS - 1) for last, first in PRIOR], len(kind.names))
        by_name = _fitted(np.array(rows), np.array(leads), prior).reshape(len(kind.names), -1)
        for place, row in enumerate(by_name):
            fitted[place].append(row)
    return fitted


def _rows(sample: Sample, learnt: Sequence[Weights]) -> Iterator[tuple[Floats, float]]:
    """The features of a lead, and the lead at the end; for each seat of three or more."""
    seats = len(sample.before)
    features = [
        _features(player, sample.supply, learnt[place % len(learnt)]) for place, player in enumerate(sample.before)
    ]
    scores = [score(player.cards) for player in sample.after]
    for seat in range(seats if seats > 2 else 1):
        others = [other for other in range(seats) if other != seat]
        lead = scores[seat] - sum(scores[other] for other in others) / len(others)
        against = np.mean([features[other] for other in others], axis=0)
        row = features[seat] - against if len(learnt) == 1 else np.concatenate((features[seat], -against))
        yield row, lead


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
    least = np.tile((0.5, 0, 0.1, -0.3, 0.3, 0.1), len(prior) // len(PRIOR))
    most = np.tile((1.2, 4, 0.35, 0, 0.9, 0.4), len(prior) // len(PRIOR))
    return np.clip(found, least, most)


def learn(kind: Kind, games: int, seed: int) -> None:
    """Play, and print the rows."""
    for name in kind.names:
        setattr(weights, name, first_guess(name))
    found = list(samples(kind, games, seed))
    learnt = [_with_chances(kind, found, place) for place in range(len(kind.names))]
    for name, row, fitted in zip(kind.names, learnt, values(kind, found, learnt), strict=True):
        print(f"{name} = (")
        for chance, value in zip(row, fitted, strict=True):
            numbers = (*astuple(chance)[:2], *np.rint(POINT * value).astype(int).tolist())
            print(f"    Weights({', '.join(map(str, numbers))}),")
        print(")", flush=True)


def _with_chances(kind: Kind, found: Sequence[Sample], place: int) -> list[Weights]:
    """Weights with only their chances learnt, by part."""
    seats = [
        (sample, player)
        for sample in found
        for player in range(len(sample.before))
        if len(kind.names) == 1 or player == place
    ]
    in_deck, in_market = chances(seats)
    return [
        Weights(_in_parts(deck_), _in_parts(market), 0, 0, 0, 0, 0, 0)
        for deck_, market in zip(in_deck, in_market, strict=True)
    ]


def _in_parts(shares: Floats) -> tuple[int, ...]:
    return tuple(np.rint(CERTAIN * shares).astype(int).tolist())


def main() -> None:
    """Learn all weights."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_ten")
    parser.add_argument("--games", type=int, default=200, help="games of each kind of table (200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--kind", type=int, choices=range(len(KINDS)), help="only two seats (0), several (1), alone (2)"
    )
    asked = parser.parse_args()
    for kind in KINDS if asked.kind is None else KINDS[asked.kind : asked.kind + 1]:
        learn(kind, asked.games, asked.seed)


if __name__ == "__main__":
    main()
