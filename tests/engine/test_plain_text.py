"""Pictures as plain text: boards side by side while they fit, whole, with their facts below."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.picture import Board, Chip, Mark, Note, Picture, Shelf, Sketch, initials, letters, numbers
from p2pgame.engine.plain_text import plain_text

from .playing import random_states

NAMES = ("Ada", "Ben")
FREE, TAKEN = Mark("·"), Mark("L", "L")


def board(seat: int, points: int) -> Board:
    """Two rows of three."""
    rows = ((FREE,) * 3, (TAKEN, FREE, FREE))
    return Board(seat, rows, letters(3), numbers(2), (Note("points", str(points)),), active=seat == 1)


PICTURE = Picture(
    (board(0, 4), board(1, 9)),
    (Shelf("round 1"), Shelf("row", (Chip("b7", "blue", "blue7"), Chip("c2"))), Shelf("rolls", seat=1)),
    (Sketch("L0", ((None, TAKEN), (TAKEN, TAKEN))),),
)

WIDE = """\
  Ada         > Ben
2 . . .       . . .
1 L . .       L . .
  a b c       a b c
  points 4    points 9

round 1
row: blue7  c2
Ben rolls

L0
  L
L L"""

NARROW = """\
  Ada
2 . . .
1 L . .
  a b c
  points 4

  > Ben
2 . . .
1 L . .
  a b c
  points 9"""


def test_boards_stand_side_by_side_with_shelves_and_sketches_below() -> None:
    """Seats have their names, cards what notation calls them, and the seat whose turn it is has a sign."""
    assert plain_text(PICTURE, NAMES) == WIDE


def test_boards_that_do_not_fit_go_below_the_others() -> None:
    """Each with the numbers of its rows."""
    assert plain_text(PICTURE, NAMES, 16).startswith(NARROW)


def test_the_width_of_names_is_measured_by_the_caller() -> None:
    """Letters that take two columns of a terminal move the next board."""
    text = plain_text(
        PICTURE, ("愛" * 6, "Ben"), measure=lambda line: len(line.encode("utf-16-le")) // 2 + line.count("愛")
    )
    first, second = text.split("\n")[:2]
    assert first == f"  {'愛' * 6}    > Ben"
    assert second == "2 . . .           . . ."


def test_a_stone_has_the_initial_of_its_seat() -> None:
    """All squares are as wide as the widest."""
    one = Board(None, ((Mark("s", "seat0", seat=0), FREE),), letters(2), numbers(1))
    assert plain_text(Picture((one,)), NAMES) == "1 As .\n  a  b"


def test_initials_are_all_different() -> None:
    """The first letter that is free and takes one column, else the number of the seat."""
    assert initials(["Ada", "Anna", "ADA", "seat 3", "愛"]) == ("A", "N", "D", "3", "5")


@pytest.mark.parametrize("name", ["Player 1", "Player 2", "seat 0"])
def test_the_number_of_a_seat_is_no_second_name_of_another(name: str) -> None:
    """People count seats from 1, as in `Player 1`. A number that is taken already is not given twice."""
    assert len(set(initials([name, "愛", "心"]))) == 3
    assert initials(["愛", name])[0] == "1"


@pytest.mark.parametrize("width", [60, 40, 34])
@pytest.mark.parametrize("game_id", GAMES)
def test_every_table_fits_and_loses_nothing(game_id: str, width: int) -> None:
    """At every number of seats, early and late; only numbers of rows come more often."""
    game = load(game_id)
    names = [f"seat {seat}" for seat in range(5)]
    for seats in game.seats:
        for state in list(random_states(game, seats, {}, random.Random(seats)))[::15]:
            wide, narrow = (plain_text(game.picture(state), names, columns) for columns in (80, width))
            assert max(map(len, narrow.split("\n"))) <= width
            assert not Counter(wide.split()) - Counter(narrow.split())
            more = Counter(narrow.split()) - Counter(wide.split())
            assert all(word.isdigit() or word in "bgop" for word in more)
