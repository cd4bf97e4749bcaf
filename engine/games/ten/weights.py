"""Weights of TEN's search: a row for each part of the game, the last part first.

Learnt from 160 games of a prototype by the method of `python -m benchmarks.train_ten`, which learns such rows; some
entries were then limited by hand.

Measured with a copy of the bot in C++: experts with these weights won 94% of 200 two-seat games against normal bots. A
second generation, learnt from games with these weights, won 45% of 300 games against the first; it is not kept. Chances
that are higher by 4 or 5 in 64 (all of them, or those of 7 to 9 alone) won 45% as well, and lower ones 51%.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

POINT = 1 << 10
"""A point, as a value."""
CERTAIN = 64
"""A chance of one."""

STAGES = (3, 8, 15, 25, 38, 55)
"""Cards in the smallest deck, or as large a part of a larger one, up to which each part of the game but the first
lasts."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Weights of one part of the game."""

    deck: tuple[int, ...]
    """The chance that a player without that number, from 0, gets a copy that is in the deck; in parts of `CERTAIN`."""
    market: tuple[int, ...]
    """The same for a copy in the market."""
    points: int
    """The value of an expected point."""
    joker: int
    """The value of a point that another wild would bring."""
    coin: int
    rich: int
    """Added for each coin above `outlook.MANY`."""
    bust: int
    spare: int
    """The value of a second copy, which only pays."""


SEATED: tuple[Weights, ...] = (
    Weights((25, 29, 33, 30, 30, 24, 28, 29, 21), (33, 34, 13, 16, 8, 7, 3, 2, 1), 1013, 238, 167, -123, 344, 100),
    Weights((28, 31, 31, 29, 29, 25, 24, 24, 19), (30, 31, 22, 17, 11, 8, 4, 2, 2), 982, 223, 217, 0, 522, 134),
    Weights((28, 31, 31, 29, 29, 28, 24, 21, 15), (33, 33, 30, 21, 13, 10, 6, 3, 2), 966, 552, 319, -200, 556, 100),
    Weights((26, 31, 33, 30, 29, 26, 22, 19, 13), (33, 34, 33, 30, 19, 12, 8, 4, 2), 1009, 889, 315, -75, 545, 375),
    Weights((26, 30, 33, 30, 28, 25, 21, 16, 11), (30, 36, 36, 38, 26, 15, 11, 4, 2), 1010, 1109, 330, -39, 828, 310),
    Weights((22, 29, 31, 30, 28, 24, 21, 13, 10), (28, 33, 38, 39, 33, 19, 13, 6, 3), 926, 1186, 241, -198, 812, 443),
    Weights((21, 26, 30, 30, 28, 22, 20, 13, 8), (20, 29, 35, 36, 34, 22, 16, 6, 3), 905, 2260, 330, -200, 900, 100),
)
"""A player at a table of several seats. Learnt at tables of two, from 160 games."""

ALONE = tuple(
    replace(
        each,
        market=tuple(chance // 2 for chance in each.market),
        coin=7 * each.coin // 10,
        rich=7 * each.rich // 10,
        bust=7 * each.bust // 10,
    )
    for each in SEATED
)
"""The seat of a solo game: as elsewhere, but money and the market are worth less. JEN buys nothing, so there is
more to buy than the seat has turns for."""

JEN = tuple(replace(each, deck=(30,) * 9, market=(0,) * 9) for each in SEATED)
"""JEN, who keeps every number that she draws, high ones too, and buys none."""
