"""Learn the tables of the expert of Tetris by self-play: `python -m benchmarks.train_tables [--batches N] [--wide N]`.

Towers are played to their ends, many in a batch. The numbers of the tables move by temporal differences, TD(lambda):
the points that a tower gained after a round, and those still expected after later rounds, are held against those that
the tables expected. Each number moves by the mean error of those that look it up. In the race to six rows the rival
of a tower is one of the batch before.

Some games begin with drops at random. Otherwise the tables would know nothing of positions that good play avoids, and a
search finds exactly those that the tables overestimate.

The best drops by the tables are tried, `--wide` of them, each with the best drop of the next piece, and the best one is
played. The steps become smaller in the course of the training. The tables that are written are the mean of those after
each batch of its second half (Polyak and Juditsky, *Acceleration of stochastic approximation by averaging*, SIAM
Journal on Control and Optimization 30, 1992).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from p2pgame.engine.games.tetris import tables
from p2pgame.engine.games.tetris.batch import (
    Bools,
    Dropped,
    Ints,
    Towers,
    best_of,
    finished_points,
    full_rows,
    joined,
    new_towers,
)
from p2pgame.engine.games.tetris.components import CARDS_OF_A_SHAPE, ROUNDS, ROWS
from p2pgame.engine.games.tetris.features import squares_of
from p2pgame.engine.games.tetris.pieces import DIAMONDS, ICONS, LETTERS
from p2pgame.engine.games.tetris.surface import even_letters, kinds, pairs
from p2pgame.engine.games.tetris.tables import CARDS, POINT, SIX, Expected, Tables

Floats = NDArray[np.float64]

FILE = Path(__file__).parent.parent / "engine" / "games" / "tetris" / "tables.npz"
GAMES = 256
"""Games of a batch."""
TOGETHER = 32
"""Games after which the tables move."""
FIRST, SHARED, SECOND = 6, 4, 2
"""Points for six rows at two seats before the rival, with it, and after it. The first gets four; the two points that
the rival then misses count as well."""
STRAY = np.arange(GAMES) % 4 == 0
"""The games that begin with drops at random. No rival is one of them."""
STRAY_ROUNDS = 10
"""The most of such drops."""
LAMBDA = 0.5
STEPS = ((0.5, 1.0), (0.8, 0.3), (1.0, 0.1))
"""The step in each part of the training, as a multiple of the first: the part of the errors that a batch takes away."""


class Positions(NamedTuple):
    """Towers in the middle of games."""

    towers: Towers
    held: Bools
    """Whether the hold is spent."""
    games: Ints
    """The game of each."""

    def take(self, places: Ints) -> Positions:
        """Those positions."""
        return Positions(self.towers.take(places), self.held[places], self.games[places])

    def where(self, wanted: Bools) -> Positions:
        """The positions of those games; `wanted` is by game."""
        return self.take(np.nonzero(wanted[self.games])[0])

    def beside(self, other: Positions) -> Positions:
        """These positions and the other ones."""
        return Positions(
            joined((self.towers, other.towers)),
            np.concatenate((self.held, other.held)),
            np.concatenate((self.games, other.games)),
        )


class Race(NamedTuple):
    """The race to six rows in one round, by game."""

    rivals: Ints
    """Full rows of each rival."""
    prize: Ints
    """Points for six full rows now."""

    def values(self, learnt: Tables, positions: Positions, cards_: Ints, rounds: int) -> Ints:
        """The points that the tables expect of positions when that many rounds, with these cards, are to come."""
        scale = Expected.of("up", cards_, rounds, self.rivals, learnt)
        games = positions.games
        return scale.worth(positions.towers, self.prize[games], games) + scale.hold * ~positions.held


def followers(positions: Positions, letters: Ints) -> tuple[Positions, Ints]:
    """All positions after a drop of each game's letter, or after a hold, and the place of the position before each."""
    wanted, parts, sources = letters[positions.games], list[Towers](), list[Ints]()
    for number, letter in enumerate(LETTERS):
        here = np.nonzero(wanted == number)[0]
        if len(here):
            dropped = Dropped.of(positions.towers.take(here), letter, "up")
            there = np.nonzero(dropped.fits)[0]
            parts.append(dropped.towers.take(there))
            sources.append(here[dropped.sources[there % len(dropped.sources)]])
    free = np.nonzero(~positions.held)[0]
    before = np.concatenate((*sources, free))
    held = positions.held[before]
    held[len(before) - len(free) :] = True
    return Positions(joined((*parts, positions.towers.take(free))), held, positions.games[before]), before


def foremost(values: Ints, games: Ints, width: int) -> Ints:
    """The places of the highest values of each game, at most `width`."""
    order = np.lexsort((-values, games))
    ordered = games[order]
    rank = np.arange(len(ordered)) - np.searchsorted(ordered, ordered)
    return order[rank < width]


def moved(positions: Positions, dealt: Ints, race: Race, learnt: Tables, round_: int, wide: int) -> Positions:
    """The positions after the best move of each game. Games without a move are missing."""
    after, _ = followers(positions, dealt[:, round_ - 1])
    values = race.values(learnt, after, unseen(dealt, round_), ROUNDS - round_)
    if wide == 1 or round_ == ROUNDS:
        return after.take(foremost(values, after.games, 1))
    after = after.take(foremost(values, after.games, wide))
    replies, before = followers(after, dealt[:, round_])
    without = race.values(learnt, after, unseen(dealt, ROUNDS), 0)
    values = race.values(learnt, replies, unseen(dealt, round_ + 1), ROUNDS - round_ - 1)
    return after.take(foremost(best_of(values, before, without), after.games, 1))


def strayed(positions: Positions, letters: Ints, rng: np.random.Generator) -> Positions:
    """The positions after a move of each game at random, if possible one that leaves no new hole."""
    after, before = followers(positions, letters)
    clean = holes(positions)[before] == holes(after)
    return after.take(foremost(rng.permutation(len(clean)) + len(clean) * clean, after.games, 1))


def holes(positions: Positions) -> Ints:
    """The holes of each."""
    number, _, _ = tables.rows_and_holes(positions.towers.squares)
    return number


class Record(NamedTuple):
    """The positions of all games after one round."""

    positions: Positions
    points: Ints
    """Points of each position."""
    unseen: Ints
    rivals: Ints

    def part(self, first: int, number: int) -> Record:
        """The positions of that many games, which are counted from 0 again."""
        games = self.positions.games
        there = np.nonzero((games >= first) & (games < first + number))[0]
        positions = self.positions.take(there)
        positions = positions._replace(games=positions.games - first)
        return Record(positions, self.points[there], self.unseen[there], self.rivals[there])


def played(
    learnt: Tables, dealt: Ints, rivals: Ints, wide: int, astray: Ints, rng: np.random.Generator
) -> list[Record]:
    """The games, round by round. `rivals` has full rows before the first round and after each; `astray` the rounds of
    each game that are played at random, which are not recorded except the last of them."""
    games = np.arange(len(dealt))
    positions = Positions(new_towers(len(dealt)), np.zeros(len(dealt), np.bool_), games)
    bonus, records = np.zeros(len(dealt), np.int64), list[Record]()
    for round_ in range(1, ROUNDS + 1):
        rival = rivals[:, round_ - 1]
        prize = np.where(bonus > 0, 0, np.where(rival >= SIX, SECOND, FIRST))
        wise = moved(positions.where(astray < round_), dealt, Race(rival, prize), learnt, round_, wide)
        positions = wise.beside(strayed(positions.where(astray >= round_), dealt[:, round_ - 1], rng))
        there = positions.games
        shared = (rival < SIX) & (rivals[:, round_] >= SIX)
        gained = np.where(shared, np.minimum(prize, SHARED), prize)[there]
        bonus[there] += gained * (full_rows(positions.towers.squares) >= SIX)
        known = positions.where(astray <= round_)
        there = known.games
        points = finished_points(known.towers) + bonus[there]
        records.append(Record(known, points, unseen(dealt, round_)[there], rivals[there, round_]))
    return records


def unseen(dealt: Ints, shown: int) -> Ints:
    """The cards of each letter that are behind that many shown ones, shape (games, 7)."""
    number: Ints = (dealt[:, shown:, None] == np.arange(len(LETTERS))).sum(1)
    return number


def learn(learnt: list[Floats], records: list[Record], games: int, step: float) -> None:
    """Move the tables towards the games, from the last round to the first."""
    target, expected, points = np.zeros(games), np.zeros(games), np.zeros(games)
    final = _by_game(records, games)
    points[:] = final
    alive = np.zeros(games, np.bool_)
    for rounds, record in enumerate(reversed(records)):
        there = record.positions.games
        gain = POINT * (points[there] - record.points)
        target[there] = np.where(alive[there], gain + (1 - LAMBDA) * expected[there] + LAMBDA * target[there], 0)
        alive[there], points[there] = True, record.points
        if rounds:
            expected[there] = _move(learnt, looked_up(record, rounds), target[there], tables.phase(rounds), step)


def _by_game(records: list[Record], games: int) -> Ints:
    """The points at the end of each game."""
    points = np.zeros(games, np.int64)
    for record in records:
        points[record.positions.games] = record.points
    return points


def _move(learnt: list[Floats], places: list[Ints], target: Floats, phase: int, step: float) -> Floats:
    """The expectation of the tables, which then moves towards the target."""
    expected = np.zeros(len(target))
    for table, place in zip(learnt, places, strict=True):
        expected += table[phase].take(place).sum(0)
    number = sum(len(place) for place in places)
    for table, place in zip(learnt, places, strict=True):
        errors = np.broadcast_to(target - expected, place.shape).reshape(-1)
        size = table.shape[1]
        found = np.bincount(place.reshape(-1), minlength=size)
        table[phase] += step / number * np.bincount(place.reshape(-1), errors, size) / np.maximum(found, 1)
    return expected


def looked_up(record: Record, rounds: int) -> list[Ints]:
    """The places that each position looks up in each table, shape (places, n), in the order of `Tables`."""
    towers, held, _ = record.positions
    heights, cards = towers.heights.astype(np.int64), record.unseen.T
    each = kinds(towers.heights[1:] - towers.heights[:-1])
    both = pairs(each)
    once, twice = even_letters(each, both)
    holes, rows, gaps = tables.rows_and_holes(towers.squares)
    full = full_rows(towers.squares)
    letters = np.arange(len(LETTERS))[:, None]
    fitting = (once >> letters & 1) + (twice >> letters & 1)
    return [
        tables.PAIR + both,
        heights.max(0)[None],
        heights.min(0)[None],
        holes[None],
        rows[None],
        full[None],
        gaps[None],
        np.minimum(towers.minos, tables.MOST_MINOS)[None],
        held.astype(np.int64)[None],
        tables.bounded_depths(towers.heights).astype(np.int64),
        once.astype(np.int64)[None],
        twice.astype(np.int64)[None],
        np.stack(list(_icons(heights, cards))),
        np.stack([tables.distance(row - heights[column]) for row, column in squares_of(DIAMONDS["up"])]),
        tables.MIRRORED[:, None] * (ROWS + 1) + heights,
        np.full((1, len(held)), rounds),
        (letters * 3 + fitting) * CARDS + cards,
        (np.minimum(record.rivals, SIX) * (SIX + 1) + np.minimum(full, SIX))[None],
    ]


def _icons(heights: Ints, cards: Ints) -> Iterator[Ints]:
    for number, letter in enumerate(LETTERS):
        for row, column in squares_of(ICONS["up"][letter]):
            above = tables.distance(row - heights[column])
            yield (number * (tables.BEHIND + 1) + above) * CARDS + cards[number]


def rounded(learnt: list[Floats]) -> Tables:
    """The tables in whole thousandths of a point."""
    return Tables(*(np.rint(table).astype(np.int32) for table in learnt))


def main() -> None:
    """Learn from the tables that there are, and write those that come out."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_tables")
    parser.add_argument("--batches", type=int, default=400, help=f"of {GAMES} games each (400)")
    parser.add_argument("--wide", type=int, default=3, help="drops that are tried with the next piece (3)")
    parser.add_argument("--fresh", action="store_true", help="begin with empty tables")
    parser.add_argument("--step", type=float, default=1, help="the first step; later ones are smaller (1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, default=FILE, metavar="FILE", help="the file for what is learnt")
    asked = parser.parse_args()
    rng = np.random.default_rng(asked.seed)
    learnt = [np.zeros((tables.PHASES, int(size))) for size in tables.SIZES]
    if not asked.fresh:
        learnt = [table.astype(np.float64) for table in tables.learnt()]
    totals = [np.zeros_like(table) for table in learnt]
    rivals, scores, began = np.zeros((GAMES, ROUNDS + 1), np.int64), list[float](), time.monotonic()
    for batch in range(asked.batches):
        astray = STRAY * rng.integers(1, STRAY_ROUNDS + 1, GAMES)
        records = played(rounded(learnt), cards(GAMES, rng), rivals, asked.wide, astray, rng)
        step = asked.step * next(step for until, step in STEPS if batch < until * asked.batches)
        for first in range(0, GAMES, TOGETHER):
            learn(learnt, [record.part(first, TOGETHER) for record in records], TOGETHER, step)
        rivals = np.resize(_rows(records, GAMES)[~STRAY], rivals.shape)
        scores.append(float(_by_game(records, GAMES)[~STRAY].mean()))
        if batch % 10 == 9:
            print(f"{batch + 1}: {np.mean(scores[-10:]):.2f} points, {time.monotonic() - began:.0f} s", flush=True)
        if batch >= asked.batches // 2:
            totals = [total + table for total, table in zip(totals, learnt, strict=True)]
    means = [total / (asked.batches - asked.batches // 2) for total in totals]
    np.savez_compressed(asked.write, **rounded(means)._asdict())


def _rows(records: list[Record], games: int) -> Ints:
    """The full rows of each game at the start and after each round."""
    rows: Ints = np.zeros((games, len(records) + 1), np.int64)
    for round_, record in enumerate(records, 1):
        rows[:, round_] = rows[:, round_ - 1]
        rows[record.positions.games, round_] = full_rows(record.positions.towers.squares)
    return rows


def cards(games: int, rng: np.random.Generator) -> Ints:
    """The cards of that many games by round, shape (games, 28): the place of each letter. The last is not played."""
    deck = np.repeat(np.arange(len(LETTERS)), CARDS_OF_A_SHAPE)
    return np.stack([rng.permutation(deck) for _ in range(games)])


if __name__ == "__main__":
    main()
