"""Results of searches, and the agreement of their batches with the rules."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.budget import Budget
from p2pgame.engine.bots.chance import Stream
from p2pgame.engine.bots.playouts import SEARCH as PLAYOUTS
from p2pgame.engine.bots.searcher import search_of
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.events import Drawn, Played
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.games.te_trix.components import SYMBOLS
from p2pgame.engine.games.te_trix.estimate import estimate
from p2pgame.engine.games.te_trix.moves import Place
from p2pgame.engine.games.te_trix.placements import EVERYWHERE
from p2pgame.engine.games.te_trix.search import worth
from p2pgame.engine.games.tetris.achievements import icons_covered
from p2pgame.engine.games.tetris.batch import Dropped, as_batch, drops
from p2pgame.engine.games.tetris.falling import dropped
from p2pgame.engine.games.tetris.features import POINT, features
from p2pgame.engine.games.tetris.features import worth as tetris_worth
from p2pgame.engine.games.tetris.pieces import LETTERS, PIECES_OF
from p2pgame.engine.games.tetris.state import Tower
from p2pgame.engine.pending import Chance, Over, asked
from p2pgame.engine.play import step

from .playing import begun

TINK = load("tink")


def tink(*moves: str) -> Any:
    """A table of two after those moves, seat 0 first."""
    state = step(TINK, TINK.begin(2), Drawn(0))
    for number, move in enumerate(moves):
        state = step(TINK, state, Played(number % 2, TINK.parse(move)))
    return state


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        (("s@c3", "s@a8", "s@d3", "s@b8", "s@e3", "s@h1"), {"s@b3", "s@f3"}),
        (("s@c3", "s@a8", "s@d3", "s@h8", "s@e3", "s@b3", "s@h5"), {"s@f3"}),
        (("s@d4", "s@a8", "s@d5", "s@h8"), {"s@d3", "s@d6"}),
    ],
    ids=["wins at once", "stops a row", "makes a row that nobody can stop"],
)
def test_the_search_of_tink_sees_lines(moves: tuple[str, ...], found: set[str]) -> None:
    """With the nodes of the hard level."""
    state = tink(*moves)
    best = search_of(TINK).weigh(TINK, state, len(moves) % 2, random.Random(1), Budget(3_000))[0]
    assert TINK.format(best.move) in found


@pytest.mark.parametrize("name", GAMES)
def test_moves_that_are_asked_about_are_weighed(name: str) -> None:
    """Beside all other moves; best first."""
    game, state = begun(name)
    seat = asked(game.pending(state))[0]
    also = [list(game.candidates(state, seat))[-1]]
    for search in (search_of(game), PLAYOUTS):
        weighed = search.weigh(game, state, seat, random.Random(1), Budget(200), also)
        assert also[0] in [move for move, _ in weighed]
        assert [value for _, value in weighed] == sorted((value for _, value in weighed), reverse=True)


def test_a_batch_of_drops_equals_single_drops() -> None:
    """Heights, rows, icons and minos of towers in the middle of games."""
    rng, tower = random.Random(5), Tower("up")
    for _ in range(14):
        letter = LETTERS[rng.randrange(len(LETTERS))]
        batch = as_batch([tower])
        after, fits = drops(batch, letter, "up")
        singly = [dropped(tower, (), piece)[0] for place, piece in enumerate(PIECES_OF[letter]) if fits[place]]
        assert [tuple(row) for row in after.heights[fits]] == [tuple(each.heights) for each in singly]
        assert [bytes(row[:15]) for row in after.rows[fits]] == [each.filled for each in singly]
        assert list(after.earned[fits]) == [icons_covered(each) for each in singly]
        assert list(after.minos[fits]) == [each.minos for each in singly]
        tower = singly[rng.randrange(len(singly))]


def test_a_piece_that_fits_into_no_tower_has_the_value_of_being_stuck() -> None:
    """One tower is empty, one is filled with O up to row 14."""
    full = Tower("up")
    for _ in range(7):
        for piece in PIECES_OF["O"][::2]:
            full = dropped(full, (), piece)[0]
    there = Dropped.of(as_batch([full, Tower("up")]), "O", "up")
    values = np.arange(len(there.sources)) + 100
    assert set(there.sources.tolist()) == {1}
    assert there.best(values, np.array([7, 8])).tolist() == [7, values.max()]
    assert there.foremost(values, 3).tolist() == [len(values) - 1, len(values) - 2, len(values) - 3]
    assert not len(Dropped.of(as_batch([full]).take(np.array([], np.int64)), "O", "up").sources)


def test_the_features_of_a_tower_are_as_counted_by_hand() -> None:
    """An S, and an O beside it that covers two empty squares."""
    tower = Tower("up")
    for letter, column in (("S", 1), ("O", 0)):
        piece = next(each for each in PIECES_OF[letter] if each.column == column)
        tower = dropped(tower, (), piece)[0]
    heights = np.array(list(tower.heights))
    seen = features(as_batch([tower]), "up", np.full(7, 2))[0]
    assert seen[0] == 0
    assert seen[2] == heights.sum() - 8
    assert seen[3] == np.abs(np.diff(heights)).sum()
    assert seen[5] == heights.max()
    assert seen[6] == icons_covered(tower)
    assert seen[7] == tower.minos


def test_without_rounds_to_come_a_tower_is_worth_its_score() -> None:
    """Rows and icons of a tower in which two rows are full, and no card for six rows."""
    tower = Tower("up")
    for piece in PIECES_OF["O"][::2]:
        tower = dropped(tower, (), piece)[0]
    value = tetris_worth(as_batch([tower]), "up", np.zeros(7, np.int64), 0, 4)
    assert value.tolist() == [POINT * (4 + icons_covered(tower))]


def test_the_deep_search_of_tetris_searches_moves_that_are_asked_about() -> None:
    """The worst drop is asked about; values of moves that were searched deeper come before all others."""
    game, state = begun("tetris")
    rng = random.Random(2)
    while state.round < 2 or not asked(game.pending(state)):
        event = answer(game, state, [BOTS["normal"]] * 2, rng)
        assert event is not None
        state = step(game, state, event)
    seat = asked(game.pending(state))[0]
    shallow = search_of(game).weigh(game, state, seat, random.Random(1), Budget(1))
    deep = search_of(game).weigh(game, state, seat, random.Random(1), Budget(30_000), [shallow[-1].move])
    assert len(deep) == len(shallow)
    place = [move for move, _ in deep].index(shallow[-1].move)
    assert deep[place].value > deep[-1].value + 10**8


def test_a_batch_of_sheets_is_worth_the_same_as_single_sheets() -> None:
    """All placements of shapes in the middle of games."""
    game: Any = load("te-trix")
    rng, state = random.Random(3), game.begin(2)
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Chance):
            state = game.apply(state, Drawn(rng.randrange(pending.bound)))
            continue
        seat = asked(pending)[0]
        places = [move for move in game.legal(state, seat) if isinstance(move, Place)]
        if places:
            shape, sheet = state.shape, state.sheets[seat]
            sheets = [sheet.with_symbols(shape.symbols, EVERYWHERE[shape.shape][place].each) for place in places]
            batch = np.array([[each.of(symbol) for symbol in SYMBOLS] for each in sheets], np.uint64)
            assert list(worth(batch)) == [estimate(state, seat, place) for place in places]
        event = answer(game, state, [BOTS["random"]] * 2, rng)
        assert event is not None
        state = step(game, state, event)


def test_alone_te_trix_is_not_stopped_while_there_is_room() -> None:
    """The first shape is entered: stopping brings only what the sheet scores."""
    game = load("te-trix")
    state = game.begin(1)
    state = step(game, state, Drawn(0))
    state = step(game, state, Played(0, next(game.legal(state, 0))))
    weighed = search_of(game).weigh(game, state, 0, random.Random(1), Budget(1), [game.parse("stop")])
    assert game.format(weighed[0].move) != "stop"
    assert dict(weighed)[game.parse("stop")] == 0


def test_a_stream_begins_again() -> None:
    """Equal seeds give equal numbers, evenly spread."""
    first, again = Stream(7), Stream(7)
    numbers = [first.randrange(6) for _ in range(6_000)]
    assert numbers == [again.randrange(6) for _ in range(6_000)]
    assert all(900 < numbers.count(face) < 1_100 for face in range(6))
