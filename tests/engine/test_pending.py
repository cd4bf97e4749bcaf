"""A draw, whether it is given by its outcomes or by counts."""

from __future__ import annotations

from p2pgame.engine.pending import Chance, Pending, Turn

COUNTED = Chance.by_count(("red", "green", "blue"), bytes([2, 0, 1]))
GIVEN = Chance((("red", 2), ("blue", 1)))


def test_labels_that_count_nothing_are_no_outcomes() -> None:
    """The bound is the sum of the counts."""
    assert COUNTED.outcomes == (("red", 2), ("blue", 1))
    assert COUNTED.bound == 3


def test_equal_draws_are_equal_however_they_are_given() -> None:
    """And can stand for each other in sets and patterns."""
    assert COUNTED == GIVEN
    assert len({COUNTED, GIVEN}) == 1
    assert repr(COUNTED) == repr(GIVEN) == "Chance(outcomes=(('red', 2), ('blue', 1)))"
    match COUNTED:
        case Chance(outcomes):
            assert outcomes == GIVEN.outcomes


def test_draws_with_other_weights_or_another_order_differ() -> None:
    """Integers map to outcomes in their order."""
    turn: Pending = Turn(0)
    assert Chance((("red", 1), ("blue", 2))) != GIVEN
    assert Chance((("blue", 1), ("red", 2))) != GIVEN
    assert turn != GIVEN
