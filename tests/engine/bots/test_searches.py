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
