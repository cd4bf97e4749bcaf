"""How much is left to chance in Tetris: `python -m benchmarks.bound [--games N] [--level LEVEL]`.

A cheating bot, which no table offers, knows all cards of the game before it begins. It looks for the best way to drop
them all by beam search: after each card it keeps the best towers, as the hard bot evaluates them. Its share of games
against a level is nearly the highest that an honest bot could reach.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from p2pgame.cli.arena.record import likely_range
from p2pgame.engine.bots import BOTS
from p2pgame.engine.events import Answered, Drawn, Event
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import load
from p2pgame.engine.games.tetris.batch import Ints, as_batch
from p2pgame.engine.games.tetris.components import CARDS_OF_A_SHAPE, ROUNDS
from p2pgame.engine.games.tetris.estimate import candidates
from p2pgame.engine.games.tetris.falling import dropped
from p2pgame.engine.games.tetris.features import Features
from p2pgame.engine.games.tetris.moves import UP, Drop, Move
from p2pgame.engine.games.tetris.pieces import LETTERS, PIECES
from p2pgame.engine.games.tetris.rules import start
from p2pgame.engine.games.tetris.state import Tower
from p2pgame.engine.pending import Chance, Over
from p2pgame.engine.records import replace

WIDTH = 30
"""Towers that are kept after each card."""
SIX_LINES = 4
"""Points for six rows at two seats."""


class Way(NamedTuple):
    """Moves from the start, and the tower after them."""

    tower: Tower
    moves: tuple[Move, ...]


def planned(cards: Sequence[str]) -> Sequence[Move]:
    """Good moves for the cards of a whole game, the choice of `up` first."""
    beam = [Way(Tower("up"), (UP,))]
    for round_, letter in enumerate(cards, 1):
        ways = [longer for way in beam for longer in _longer(way, letter)]
        coming = np.array([cards[round_:].count(each) for each in LETTERS])
        order = np.argsort(-_values(ways, coming, ROUNDS - round_), kind="stable")
        beam = _different([ways[place] for place in order]) or beam
    return beam[0].moves


def _longer(way: Way, letter: str) -> Iterator[Way]:
    state = replace(start(2, advanced=False), current=letter, towers=(way.tower, Tower()))
    for move in candidates(state, 0):
        tower = replace(way.tower, held=letter)
        if isinstance(move, Drop):
            tower, _ = dropped(way.tower, move.minos, PIECES[move.piece])
        yield Way(tower, (*way.moves, move))


def _values(ways: Sequence[Way], coming: Ints, rounds: int) -> Ints:
    towers = as_batch([way.tower for way in ways])
    scale = Features.of("up", coming, rounds)
    held = np.array([way.tower.held is not None for way in ways])
    return scale.worth(towers, SIX_LINES) + scale.hold * ~held


def _different(ways: Sequence[Way]) -> list[Way]:
    """The first towers that differ from each other."""
    found = dict[tuple[bytes, int, str | None], Way]()
    for way in ways:
        found.setdefault((way.tower.filled, way.tower.minos, way.tower.held), way)
        if len(found) == WIDTH:
            break
    return list(found.values())


def share(game: AnyGame, level: str, seed: int) -> float:
    """The share of the win of the cheating bot in a game against a level; seats change with the seed."""
    rng, cheat = random.Random(seed), seed % 2
    cards = list(LETTERS * CARDS_OF_A_SHAPE)
    rng.shuffle(cards)
    moves, shown = iter(planned(cards[:ROUNDS])), iter(cards)
    state = game.begin(2)
    while not isinstance(pending := game.pending(state), Over):
        event: Event[Move]
        if isinstance(pending, Chance):
            event = Drawn(sum(state.unseen[: LETTERS.index(next(shown))]))
        else:
            chosen = {seat: BOTS[level].choose(game, state, seat, rng) for seat in state.playing if seat != cheat}
            if not state.towers[cheat].out:
                chosen[cheat] = next(moves)
            event = Answered(tuple(chosen[seat] for seat in sorted(chosen)))
        state = game.apply(state, event)
    winners = pending.result.winners
    return (cheat in winners) / len(winners)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bound")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--level", choices=tuple(BOTS), default="hard")
    asked = parser.parse_args()
    game = load("tetris")
    won = sum(share(game, asked.level, seed) for seed in range(asked.games))
    low, high = likely_range(won, asked.games)
    print(f"a bot that knows all cards wins {won / asked.games:.1%} against {asked.level} ({low:.1%}..{high:.1%})")


if __name__ == "__main__":
    main()
