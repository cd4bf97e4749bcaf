"""Codes in large letters."""

from __future__ import annotations

import pytest
from p2pgame.cli.screen.big import large
from p2pgame.protocol.link.pairing_code import DIGITS
from p2pgame.protocol.link.wordlist import ADJECTIVES, NOUNS


def test_every_letter_of_every_code_has_a_shape_of_its_own() -> None:
    """So that no code can be misread."""
    letters = sorted({letter for word in (*ADJECTIVES, *NOUNS, DIGITS, "-") for letter in word})
    for size in (3, 5):
        shapes = [large(letter, 80, size) for letter in letters]
        assert all(len(shape.split("\n")) == size for shape in shapes)
        assert len(set(shapes)) == len(letters)


@pytest.mark.parametrize(("width", "height", "rows"), [(200, 5, 5), (200, 4, 3), (90, 5, 3), (30, 5, 1), (9, 5, 0)])
def test_a_code_is_as_large_as_the_space_allows(width: int, height: int, rows: int) -> None:
    """Five rows, three, the plain line, or nothing."""
    lines = large("7-amber-otter", width, height).splitlines()
    assert len(lines) == rows
    assert all(len(line) <= width for line in lines)


def test_the_longest_code_is_large_on_eighty_columns() -> None:
    """The frame takes six of them."""
    longest = f"7-{max(ADJECTIVES, key=len)}-{max(NOUNS, key=len)}"
    assert len(large(longest, 74, 3).splitlines()) == 3
