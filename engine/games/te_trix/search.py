"""Te-Trix played to its end, many times at once.

The best-looking moves of a seat are tried. After each of them dice are rolled and made into a shape with like symbols
together, and all seats enter it in the best-looking way, until one cannot (`course`). All moves meet the same shapes.
After each round the worse half of the moves is dropped (sequential halving: Karnin, Koren and Somekh 2013). Moves that
are asked about stay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...bots.budget import Budget
from ...bots.chance import Stream
from ...bots.search import Weighed
from ...game import Rng
from .batch import NUMBERS, Ints, Sets, all_ways, as_batch
from .course import NO_BAND, Sheets, all_entered, best_entered, courses
from .game import TeTrix
from .moves import STOP, Arrange, Move
from .placements import placements
from .shapes import arrangements
from .state import State

_WIDTH = 8
"""Moves that are tried."""
_SAMPLES = 4
"""The least number of games that are played on at a time."""
_NODES_A_SAMPLE = 600
"""More games are played on at a time if there are more nodes than this for each: a batch costs less if it is larger."""
_WIN = 50
"""The value of a win in points of the score pad; the lead counts, too."""
_CENTS = 100
"""Parts of a point in which moves are weighed."""


@dataclass(slots=True)
class _Trial:
    """A move, and the results of the games that were played on after it."""

    move: Move
    sets: Sets
    """The sheets after it of the seats that are there, that of the seat itself first; shape (seats, 3)."""
    band: int
    is_over: bool
    """Whether the game is over."""
    total: int = 0
    games: int = 0

    @property
    def value(self) -> int:
        """The mean result."""
        return _CENTS * self.total // max(1, self.games)


class TeTrixSearch:
    """The search that the module describes. A node is one shape entered into one sheet."""

    nodes: Mapping[str, int] = {"hard": 300, "expert": 10_000}

    def weigh(
        self, game: TeTrix, state: State, seat: int, rng: Rng, budget: Budget, also: Sequence[Move] = ()
    ) -> list[Weighed[Move]]:
        """Moves by the mean result of the games that are played on after them."""
        trials = alive = _tried(state, seat, budget, also)
        samples = max(_SAMPLES, budget.nodes // _NODES_A_SAMPLE)
        seed, number = rng.randrange(1 << 62), 0
        rounds = max(1, (len(trials) - 1).bit_length())
        for round_ in range(1, rounds + 1):
            while not budget.is_spent and budget.spent * rounds < budget.nodes * round_:
                _play_on(alive, [Stream(seed + place) for place in range(number, number + samples)], budget)
                number += samples
            best = sorted(alive, key=lambda trial: -trial.value)
            alive = [trial for place, trial in enumerate(best) if 2 * place < len(best) or trial.move in also]
        return _ranked(trials)


def _tried(state: State, seat: int, budget: Budget, also: Sequence[Move]) -> list[_Trial]:
    """The best-looking moves, best first; then those of `also` that are missing, and `stop` alone."""
    others = [other for other in state.present if other != seat]
    sets = as_batch([state.sheets[each] for each in (seat, *others)])
    band = NO_BAND if state.band is None else state.band
    looked = _shapes(sets, band, state.dice or "") if state.shape is None else _places(sets, band, state.shape)
    budget.spend(len(sets) * (1 if state.shape else len(looked)))
    best = sorted(looked, key=lambda each: -each[0])
    tried = [trial for place, (_, trial) in enumerate(best) if place < _WIDTH or trial.move in also]
    if state.shape is not None and state.band is not None:
        tried.append(_Trial(STOP, sets, band, is_over=True))
    return tried


def _places(sets: Sets, band: int, shape: Arrange) -> list[tuple[int, _Trial]]:
    """Every way to enter the shape, with its worth. The others enter it in the best-looking way."""
    number = NUMBERS[shape]
    own = all_entered(_sheets(sets[:1], band), np.array([number]))
    others = best_entered(_sheets(sets[1:], NO_BAND), np.full(len(sets) - 1, number))
    after = sets[1:].copy()
    after[others.sources] = others.sheets.sets
    first, moves = all_ways().first[number], placements(shape)
    return [
        (look, _Trial(moves[way].place, np.vstack((one[None], after)), left, len(others.sources) < len(after)))
        for look, one, left, way in zip(
            own.looks.tolist(), own.sheets.sets, own.sheets.band.tolist(), (own.ways - first).tolist(), strict=True
        )
    ]


def _shapes(sets: Sets, band: int, dice: str) -> list[tuple[int, _Trial]]:
    """Every shape that the dice can make, with its worth if all enter it in the best-looking way: that of the seat's
    own sheet, less that of the best other one."""
    made, seats = arrangements(dice), len(sets)
    tables = _sheets(np.tile(sets, (len(made), 1)), band)
    found = best_entered(tables, np.repeat([NUMBERS[arrange] for arrange in made], seats))
    tables.sets[found.sources], tables.band[found.sources] = found.sheets
    looks = np.zeros(len(tables.band), np.int64)
    looks[found.sources] = found.looks
    entered = np.bincount(found.sources // seats, minlength=len(made))
    lead = looks[::seats] - looks.reshape(-1, seats)[:, 1:].max(1, initial=0)
    return [
        (look, _Trial(arrange, after, left, number < seats))
        for arrange, look, after, left, number in zip(
            made,
            lead.tolist(),
            tables.sets.reshape(-1, seats, sets.shape[1]),
            tables.band[::seats].tolist(),
            entered.tolist(),
            strict=True,
        )
    ]


def _sheets(sets: Sets, band: int) -> Sheets:
    return Sheets(sets, np.full(len(sets), band))


def _play_on(trials: Sequence[_Trial], chances: Sequence[Stream], budget: Budget) -> None:
    """Add the results of some more games to each trial. Equal sheets of different trials are played on once."""
    tables = np.stack([trial.sets for trial in trials])
    band = np.full(tables.shape[:2], NO_BAND)
    band[:, 0] = [trial.band for trial in trials]
    keys = np.column_stack((tables.reshape(-1, tables.shape[2]), band.reshape(-1).astype(np.uint64)))
    different, places = np.unique(keys, axis=0, return_inverse=True)
    course = courses(Sheets(different[:, :-1].copy(), different[:, -1].astype(np.int64)), chances)
    budget.spend(int(course.entered.sum()) + course.entered.size)
    seats = places.reshape(band.shape)
    later = course.ends(seats)
    now = Sheets(tables.reshape(-1, tables.shape[2]), band.reshape(-1)).points.reshape(band.shape)
    for place, trial in enumerate(trials):
        ends = now[None, place] if trial.is_over else later[:, place]
        trial.total += int(_results(ends).sum())
        trial.games += len(ends)


def _results(ends: Ints) -> Ints:
    """The result of each game for the first seat, from the points of all: shape (games,) from (games, seats)."""
    own, others = ends[:, 0], ends[:, 1:]
    if not others.shape[1]:
        return own
    lead = own - others.max(1)
    results: Ints = lead + _WIN * np.sign(lead)
    return results


def _ranked(trials: Sequence[_Trial]) -> list[Weighed[Move]]:
    """Best first; moves that were dropped early come last, and none has a higher value than one before it."""
    ranked = list[Weighed[Move]]()
    for trial in sorted(trials, key=lambda trial: (-trial.games, -trial.value)):
        lowest = min(trial.value, ranked[-1].value) if ranked else trial.value
        ranked.append(Weighed(trial.move, lowest))
    return ranked


SEARCH = TeTrixSearch()
