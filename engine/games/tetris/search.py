"""Tetris by numpy: all drops of a piece into many towers are evaluated at once.

Only the seat's own tower matters, except for the race to an achievement, so others are not considered. `hard` evaluates
every drop of the current piece with every drop of the next one. `expert` then plays the best of these to the end of the
game many times, all towers of all samples in one batch, each piece dropped at its best place by the weights.

Shapes: a batch of `n` towers has `heights` (n, 8), columns from the left, and `rows` (n, 19), a byte a row from the
bottom, bit c for column c; rows 15 to 18 stay empty, so that a piece may be laid over the top and be refused after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...bots.budget import Budget
from ...bots.search import Weighed
from ...game import Rng
from . import weights
from .achievements import Landing, fulfilled, icons_covered, next_space
from .components import BASIC_ACHIEVEMENT, COLUMNS, ROUNDS, ROW_POINTS, ROWS, SPACE_POINTS, Way
from .estimate import candidates
from .falling import dropped
from .game import Tetris
from .moves import Drop, Hold, Move
from .pieces import DIAMONDS, ICONS, LETTERS, PIECES, PIECES_OF, Piece
from .state import State, Tower

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

_PAD = 4
_DEEP = 99
_FULL = np.uint8(255)
_POINT = 100
"""Values are in hundredths of a point."""
_TRIED = 10
"""Moves that are played on from."""
_FIRST = 1_000_000
"""Added to moves that were played on, so that they come before the others."""
_LOOKS = 100
"""Nodes of the first evaluation of a move: about so many drops of the next piece."""
_NOWHERE = -1_000_000
_HOLD = 250
_SIX = 6
_LEARNT = np.array(weights.TETRIS)
_LAST = np.array((ROW_POINTS * _POINT, 0, 0, 0, 0, 0, _POINT, 0, 0))
"""Weights for the last round."""
_SAMPLES = 16
"""Samples in one batch, the same for each move."""


class Towers(NamedTuple):
    """A batch of towers with the same side up, in the shapes of the module's docstring."""

    heights: Ints
    rows: Bytes
    earned: Ints
    """Icons covered, in points, shape (n,)."""
    minos: Ints

    def take(self, places: Ints) -> Towers:
        """Those towers of the batch."""
        return Towers(self.heights[places], self.rows[places], self.earned[places], self.minos[places])

    def put(self, places: Ints, towers: Towers) -> None:
        """Replace those towers of the batch."""
        self.heights[places], self.rows[places] = towers.heights, towers.rows
        self.earned[places], self.minos[places] = towers.earned, towers.minos


class _Forms(NamedTuple):
    """The pieces of one letter: k of them."""

    under: Ints
    """Shape (k, 8): the lowest cell in each column; a large number if the piece has no cell there, so that nothing
    stops it."""
    tops: Ints
    """Shape (k, 8): how far the piece reaches above the row where it rests."""
    covers: NDArray[np.bool_]
    """Shape (k, 8): the columns it lies in."""
    ceiling: Ints
    cells: Bytes
    """Shape (k, 4): its cells by rows, from its lowest."""
    icons: dict[Way, Ints]
    """Shape (k, 19): the icons that it covers, by the row where it rests."""
    diamonds: dict[Way, Ints]


def _forms(letter: str) -> _Forms:
    pieces = PIECES_OF[letter]
    under = np.full((len(pieces), COLUMNS), _DEEP)
    tops = np.zeros((len(pieces), COLUMNS), np.int64)
    cells = np.zeros((len(pieces), _PAD), np.uint8)
    for place, piece in enumerate(pieces):
        columns = slice(piece.column, piece.column + len(piece.under))
        under[place, columns] = piece.under
        tops[place, columns] = piece.tops
        cells[place] = [piece.squares >> COLUMNS * row & 255 for row in range(_PAD)]
    ways: tuple[Way, Way] = ("up", "down")
    return _Forms(
        under,
        tops,
        tops > 0,
        np.array([piece.ceiling for piece in pieces]),
        cells,
        {way: _behind(pieces, ICONS[way][letter]) for way in ways},
        {way: _behind(pieces, DIAMONDS[way]) for way in ways},
    )


def _behind(pieces: Sequence[Piece], marks: int) -> Ints:
    """How many marks each piece covers, by the row where it rests."""
    rows = range(ROWS + _PAD)
    return np.array([[(piece.squares << COLUMNS * row & marks).bit_count() for row in rows] for piece in pieces])


_FORMS = {letter: _forms(letter) for letter in LETTERS}
_COLUMN_BITS = (1 << np.arange(COLUMNS)).astype(np.uint8)


def drops(towers: Towers, letter: str, way: Way) -> tuple[Towers, NDArray[np.bool_]]:
    """Every drop of a piece of that letter into every tower, and whether the tower has room for it.

    The batch has k drops of the first tower, then k of the second and so on.
    """
    forms = _FORMS[letter]
    k, n = len(forms.ceiling), len(towers.heights)
    resting = (towers.heights[:, None, :] - forms.under).max(2)
    fits = resting <= forms.ceiling
    resting = np.minimum(resting, ROWS - 1)
    heights = np.where(forms.covers, resting[..., None] + forms.tops, towers.heights[:, None, :])
    rows = np.repeat(towers.rows[:, None, :], k, 1)
    one, other = np.ogrid[:n, :k]
    for row in range(_PAD):
        rows[one, other, resting + row] |= forms.cells[:, row]
    piece = np.arange(k)
    earned = towers.earned[:, None] + forms.icons[way][piece, resting]
    minos = towers.minos[:, None] + forms.diamonds[way][piece, resting]
    return (
        Towers(heights.reshape(n * k, -1), rows.reshape(n * k, -1), earned.reshape(-1), minos.reshape(-1)),
        fits.reshape(-1),
    )


def with_minos(towers: Towers) -> tuple[Towers, Ints]:
    """The towers unchanged, then after one to three minos into the deepest column if the seat has them, with the index
    of each one's tower."""
    place = np.arange(len(towers.heights))
    walls = np.pad(towers.heights, ((0, 0), (1, 1)), constant_values=ROWS)
    deepest = (np.minimum(walls[:, :-2], walls[:, 2:]) - towers.heights).argmax(1)
    inside = towers.heights[:, 1:-1]
    steepest = (np.maximum(towers.heights[:, :-2], towers.heights[:, 2:]) - inside).argmax(1) + 1
    parts, sources = [towers], [place]
    for column, number in ((deepest, 1), (deepest, 2), (deepest, 3), (steepest, 1)):
        height = towers.heights[place, column]
        able = np.nonzero((towers.minos >= number) & (height + number <= ROWS))[0]
        parts.append(_filled(towers.take(able), column[able], number))
        sources.append(able)
    return Towers(*(np.concatenate(part) for part in zip(*parts, strict=True))), np.concatenate(sources)


def _filled(towers: Towers, column: Ints, number: int) -> Towers:
    """The towers, which are copies, after so many minos have fallen into a column of each."""
    place = np.arange(len(column))
    for _ in range(number):
        height = towers.heights[place, column]
        towers.rows[place, height] |= _COLUMN_BITS[column]
        towers.heights[place, column] = height + 1
    return towers._replace(minos=towers.minos - number)


def features(towers: Towers) -> Ints:
    """The inputs of the weights, shape (n, 9): full rows, rows that can never be full, cells missing in them, steps
    between columns, wells, the highest column, icons, minos, and the odd column."""
    heights, rows = towers.heights, towers.rows[:, :ROWS]
    below = (heights[:, None, :] > np.arange(ROWS)[:, None]) @ _COLUMN_BITS
    holes = below.astype(np.uint8) & ~rows
    steps = np.abs(np.diff(heights, axis=1))
    walls = np.pad(heights, ((0, 0), (1, 1)), constant_values=ROWS)
    depth = np.minimum(walls[:, :-2], walls[:, 2:]) - heights
    return np.stack(
        (
            (rows == _FULL).sum(1),
            (holes > 0).sum(1),
            np.bitwise_count(holes).sum(1, dtype=np.int64),
            steps.sum(1),
            np.maximum(depth - 2, 0).sum(1),
            heights.max(1),
            towers.earned,
            np.minimum(towers.minos, 6),
            (steps * steps).sum(1),
        ),
        axis=1,
    )


def worth(towers: Towers, learnt: Ints) -> Ints:
    """The value of the towers, shape (n,)."""
    return features(towers) @ learnt


class Best(NamedTuple):
    """For each of n towers, the best drop into it: the tower after it, its value, and whether there is one."""

    towers: Towers
    worth: Ints
    fits: NDArray[np.bool_]


def best_drops(towers: Towers, letter: str, way: Way, learnt: Ints) -> Best:
    """The best drop of that letter into each tower by these weights, possibly after minos."""
    bases, sources = with_minos(towers)
    after, fits = drops(bases, letter, way)
    source = np.repeat(sources, len(fits) // len(sources))
    value = np.where(fits, worth(after, learnt), _NOWHERE)
    order = np.lexsort((-value, source))
    first = order[np.searchsorted(source[order], np.arange(len(towers.heights)))]
    return Best(after.take(first), value[first], fits[first])


class TetrisSearch:
    """The search that the module describes. A node is one evaluated or played tower."""

    nodes: Mapping[str, int] = {"hard": 1_000, "expert": 40_000}

    def weigh(
        self, game: Tetris, state: State, seat: int, rng: Rng, budget: Budget, also: Sequence[Move] = ()
    ) -> list[Weighed[Move]]:
        """Drops, with or without minos, and the hold, by the expected result; in hundredths of a point."""
        moves = [*candidates(state, seat)]
        moves += [move for move in also if move not in moves]
        way = state.towers[seat].way
        if way is None:
            return [Weighed(move, 0) for move in moves]
        tried = _Tried.of(state, seat, moves)
        values = tried.looks(state.next, way)
        order = [int(place) for place in np.argsort(-values, kind="stable")]
        if budget.spend(len(moves) * _LOOKS) and state.next is not None:
            best = np.array(order[:_TRIED] + [place for place in order[_TRIED:] if moves[place] in also])
            values[best] = tried.at(best).played_on(state, seat, rng, budget) + _FIRST
            order = [int(place) for place in np.argsort(-values, kind="stable")]
        return [Weighed(moves[place], int(values[place])) for place in order]


class _Tried(NamedTuple):
    """The seat's tower after each of some moves."""

    towers: Towers
    earned: Ints
    """Hundredths of points for achievements."""
    holds: NDArray[np.bool_]
    """Whether the hold is spent."""

    @classmethod
    def of(cls, state: State, seat: int, moves: Sequence[Move]) -> _Tried:
        """After the moves of that seat."""
        tower = state.towers[seat]
        after, earned = [], []
        for move in moves:
            if isinstance(move, Drop):
                there, landing = dropped(tower, move.minos, PIECES[move.piece])
                after.append(there)
                earned.append(_achieved(state, seat, there, landing))
            else:
                after.append(tower)
                earned.append(0)
        holds = np.array([isinstance(move, Hold) or tower.held is not None for move in moves])
        return cls(as_batch(after), np.array(earned), holds)

    def at(self, places: Ints) -> _Tried:
        """Only those."""
        return _Tried(self.towers.take(places), self.earned[places], self.holds[places])

    def looks(self, letter: str | None, way: Way) -> Ints:
        """The value of each after the next piece, if that is known."""
        kept = np.where(self.holds, 0, _HOLD) + self.earned
        if letter is None:
            return worth(self.towers, _LAST) + self.earned
        best = best_drops(self.towers, letter, way, _LEARNT)
        held = np.where(self.holds, _NOWHERE, worth(self.towers, _LEARNT) - _HOLD)
        return np.maximum(np.where(best.fits, best.worth, _NOWHERE), held) + kept

    def played_on(self, state: State, seat: int, rng: Rng, budget: Budget) -> Ints:
        """The expected result of each, in hundredths of a point: the mean of as many samples as nodes allow."""
        total, samples = np.zeros(len(self.earned), np.int64), 0
        while not samples or not budget.is_spent:
            total += self._sampled(state, seat, rng)
            samples += _SAMPLES
            budget.spend(_SAMPLES * len(self.earned) * (ROUNDS - state.round))
        return total // samples + self.earned

    def _sampled(self, state: State, seat: int, rng: Rng) -> Ints:
        """The sum over one batch of samples."""
        way, number = state.towers[seat].way, len(self.earned)
        assert way is not None
        ways_on = [_way_on(state, rng) for _ in range(_SAMPLES)]
        everywhere = np.tile(np.arange(number), _SAMPLES)
        towers, holds = self.towers.take(everywhere), self.holds[everywhere]
        out = np.zeros(len(everywhere), np.bool_)
        for letters in zip(*ways_on, strict=True):
            of_tower = np.repeat(np.array(letters), number)
            for letter in sorted(set(letters)):
                here = np.nonzero((of_tower == letter) & ~out)[0]
                best = best_drops(towers.take(here), letter, way, _LEARNT)
                towers.put(here[best.fits], best.towers.take(np.nonzero(best.fits)[0]))
                stuck = here[~best.fits]
                out[stuck[holds[stuck]]] = True
                holds[stuck] = True
        points: Ints = finished_points(towers, _six_lines(state, seat)).reshape(_SAMPLES, number).sum(0)
        return points


def _way_on(state: State, rng: Rng) -> list[str]:
    """The letters still to come, the known one first, the others drawn at random."""
    left = [letter for letter, count in zip(LETTERS, state.unseen, strict=True) for _ in range(count)]
    letters = [] if state.next is None else [state.next]
    while len(letters) < ROUNDS - state.round and left:
        letters.append(left.pop(rng.randrange(len(left))))
    return letters


def finished_points(towers: Towers, six_lines: int) -> Ints:
    """The score of finished towers, in hundredths."""
    rows = (towers.rows == _FULL).sum(1)
    points: Ints = _POINT * (ROW_POINTS * rows + towers.earned) + np.where(rows >= _SIX, _POINT * six_lines, 0)
    return points


def _six_lines(state: State, seat: int) -> int:
    """The points still available for six rows."""
    for card in state.cards:
        space = next_space(card, state.seats)
        if card.name == BASIC_ACHIEVEMENT and space is not None and not any(seat in seats for seats in card.spaces):
            return SPACE_POINTS[space]
    return 0


def _achieved(state: State, seat: int, tower: Tower, landing: Landing) -> int:
    """The value of the cards that the seat fulfils, without the one for six rows, which is counted at the end."""
    worth_ = 0
    for card in state.cards:
        space = next_space(card, state.seats)
        if card.name != BASIC_ACHIEVEMENT and space is not None and not any(seat in seats for seats in card.spaces):
            worth_ += _POINT * SPACE_POINTS[space] * fulfilled(card.name, tower, landing)
    return worth_


def new_towers(number: int) -> Towers:
    """This number of towers as at the start of a game."""
    return as_batch((Tower(),) * number)


def as_batch(towers: Sequence[Tower]) -> Towers:
    """Towers as a batch."""
    rows = np.zeros((len(towers), ROWS + _PAD), np.uint8)
    rows[:, :ROWS] = [list(tower.filled) for tower in towers]
    return Towers(
        np.array([list(tower.heights) for tower in towers], np.int64),
        rows,
        np.array([icons_covered(tower) for tower in towers], np.int64),
        np.array([tower.minos for tower in towers], np.int64),
    )


SEARCH = TetrisSearch()
