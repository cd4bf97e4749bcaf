"""Results of self-play: integers, with the results that they reached when they were learnt.

`python -m benchmarks.train_te_trix` learns such weights. These come from ten generations of 400 games, by the same
method in a faster language, and were rounded by hand.
"""

from __future__ import annotations

from collections.abc import Sequence

TE_TRIX: Sequence[Sequence[int]] = (
    (2, 18, 39, 74, 10, -15),
    (-9, 12, 32, 64, 48, 0),
    (-8, 6, 29, 52, 32, 0),
)
"""For `worth.worth`: a row for each part of a game, the first part first.

One entry at a time, a sheet wins 65% of games against one that is valued like those of the normal bot.
"""
