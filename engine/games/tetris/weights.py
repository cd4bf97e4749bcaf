"""Results of self-play (`python -m benchmarks.train`): integers, with the score that they reached when they were
learnt."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """The worth of one of each feature of a tower."""

    full_rows: int
    rows_with_holes: int
    holes: int
    """Empty squares below the top of their column."""
    steps: int
    """Rows of difference between neighbouring columns."""
    deep_wells: int
    """Rows of wells below the second. A well is a column lower than both neighbours; a wall counts as one."""
    highest: int
    """The height of the highest column."""
    icons_covered: int
    """A point; the others are measured by it."""
    minos: int
    """Minos beside the tower, of the first six."""
    squared_steps: int
    near_icons: int
    """Cards to come of the shape of an icon, for each icon in the two rows above its column."""
    icons: int
    """The same for icons in the three rows above those."""
    far_icons: int
    diamonds: int
    """Diamonds above their column."""
    near_diamonds: int
    """Those in the two rows above it."""
    even_letters: int
    """Letters with a place where they leave no hole."""
    even_cards: int
    """Cards to come of such letters."""
    wells: int


HARD = Weights(52, -447, -89, -16, -90, -22, 365, 171, -4, 32, 18, 36, 67, -10, 46, -4, -31)
"""One drop at a time scores 33.3 points a game (600 fresh games), where `normal` scores 31."""
