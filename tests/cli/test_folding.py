"""Boards side by side on narrow terminals."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from p2pgame.cli.line.folding import folded
from p2pgame.engine.games import GAMES, load

from ..engine.playing import random_states

BOARDS = """\
   Ada               Ben
 2 . . . . . . . .   x . . . . . . .
 1 x . . . . . . .   . . . . . . . .
   a b c d e f g h   a b c d e f g h

   points 4          points 9"""

BELOW = """\
   Ada
 2 . . . . . . . .
 1 x . . . . . . .
   a b c d e f g h

   points 4

   Ben
 2 x . . . . . . .
 1 . . . . . . . .
   a b c d e f g h

   points 9"""


def test_what_fits_stays_as_it_is() -> None:
    """To the byte."""
    assert folded(BOARDS, 40) == BOARDS


def test_boards_go_below_each_other_with_their_rows_and_points() -> None:
    """The numbers of rows are repeated; what stands around them is left where it was."""
    assert folded(f"round 1\n\n{BOARDS}\n\nend", 30) == f"round 1\n\n{BELOW}\n\nend"


def test_sentences_are_broken_between_words() -> None:
    """With the rest indented."""
    assert folded("one two three four", 10) == "one two\n    three\n    four"


@pytest.mark.parametrize("width", [60, 40, 30])
@pytest.mark.parametrize("game_id", GAMES)
def test_every_table_fits_and_loses_nothing(game_id: str, width: int) -> None:
    """At every number of seats, early and late; only numbers of rows come more often."""
    game = load(game_id)
    for seats in game.seats:
        for state in list(random_states(game, seats, {}, random.Random(seats)))[::15]:
            text = game.text(state)
            narrow = folded(text, width)
            assert max(map(len, narrow.split("\n"))) <= width
            assert not Counter(text.split()) - Counter(narrow.split())
            assert all(word.isdigit() for word in Counter(narrow.split()) - Counter(text.split()))
