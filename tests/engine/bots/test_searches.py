"""Results of searches, and the agreement of their batches with the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest
from p2pgame.engine.bots.budget import Budget
from p2pgame.engine.bots.chance import Stream
from p2pgame.engine.bots.playouts import SEARCH as PLAYOUTS
from p2pgame.engine.bots.searcher import search_of
from p2pgame.engine.events import Drawn, Played
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import asked
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


def test_a_stream_begins_again() -> None:
    """Equal seeds give equal numbers, evenly spread."""
    first, again = Stream(7), Stream(7)
    numbers = [first.randrange(6) for _ in range(6_000)]
    assert numbers == [again.randrange(6) for _ in range(6_000)]
    assert all(900 < numbers.count(face) < 1_100 for face in range(6))
