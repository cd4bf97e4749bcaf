"""The golden playthroughs there are: a table for each game, read by `playthrough`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Golden:
    """One game written down step by step.

    `bots` are named by seat and decide the number of seats; `seed` decides all chance. The board is drawn after each
    `board_every`-th step. `drops` are (step, seat): after that step the seat leaves for good. `steps` ends the text
    early, for games that are long.
    """

    bots: tuple[str, ...]
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    board_every: int = 4
    drops: tuple[tuple[int, int], ...] = ()
    steps: int | None = None


N, R = "normal", "random"

TENTRICKS = {
    "tentricks-2": Golden((N, R), seed=5, board_every=8),
    "tentricks-3-hard": Golden(
        (N, N, R),
        seed=3,
        options={
            "bar": 1,
            "level_drop": 2,
            "empty_drop": 2,
            "no_touch": True,
            "fewer": True,
            "must_place": True,
            "random_tokens": True,
        },
        board_every=12,
    ),
    "tentricks-4-dropped": Golden((N, N, N, N), seed=2, board_every=20, drops=((30, 1), (90, 3))),
}

TINK = {
    "tink-2": Golden((N, R), seed=1),
    "tink-3": Golden((N, N, R), seed=2),
    "tink-4-dropped": Golden((N, N, N, N), seed=3, drops=((6, 2), (11, 0))),
}

TEN = {
    "ten-2": Golden((N, N), seed=1, board_every=20),
    "ten-3-dropped": Golden((N, N, R), seed=5, board_every=30, drops=((120, 2),)),
    "ten-5-bust-buy": Golden((N, N, N, N, N), seed=1, options={"bust_buy": True}, board_every=40, steps=280),
    "ten-solo-4": Golden((N,), seed=2, board_every=20),
    "ten-solo-10": Golden((N,), seed=4, options={"jen": 10, "bust_buy": True}, board_every=20),
}

TE_TRIX = {
    "te-trix-1-alone": Golden((N,), seed=1, board_every=6),
    "te-trix-2": Golden((N, R), seed=2, board_every=6),
    "te-trix-4-dropped": Golden((N, N, R, N), seed=3, board_every=6, drops=((13, 1), (26, 3))),
}

TETRIS = {
    "tetris-2": Golden((N, N), seed=1, board_every=10),
    "tetris-3-random": Golden((R, R, R), seed=5, board_every=12),
    "tetris-4-advanced-dropped": Golden(
        (N, N, N, N), seed=4, options={"advanced": True}, board_every=10, drops=((20, 1),)
    ),
}

GOLDENS: dict[str, dict[str, Golden]] = {
    "tentricks": TENTRICKS,
    "tink": TINK,
    "ten": TEN,
    "te-trix": TE_TRIX,
    "tetris": TETRIS,
}
"""Game id to its goldens; each is `golden/NAME.txt`."""
