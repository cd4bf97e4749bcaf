"""The same seed gives the same bytes, in any order of a process's sets: `spec/simulation.md`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .attacks import ATTACKS

ROOT = Path(__file__).parents[2]

_PLAY = """
import sys
from tests.sim.attacks import ATTACKS
from tests.sim.faults import FAULTS
from tests.sim.plan import Choice, make
from tests.sim.run import play
game, seats, attacks = sys.argv[1], int(sys.argv[2]), sys.argv[3].split(",")
for seed in map(int, sys.argv[4:]):
    outcome = play(make(seed, Choice(tuple(FAULTS), game, seats, tuple(attacks))))
    print(outcome.trace, outcome.lines, outcome.steps, outcome.attacked, outcome.problem)
"""


def _playing(
    hash_seed: int, game: str, seats: int, attacks: tuple[str, ...], seeds: tuple[int, ...]
) -> subprocess.Popen[str]:
    """A process whose sets of texts and bytes have another order, that plays some seeds and says what came of each."""
    words = [sys.executable, "-c", _PLAY, game, str(seats), ",".join(attacks), *map(str, seeds)]
    surroundings = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    return subprocess.Popen(words, cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, encoding="utf-8")


@pytest.mark.parametrize(
    ("game", "seats", "attacks", "seeds"),
    [
        ("te-trix", 4, ("chaos-together", "answers-apart-together"), (1,)),
        ("tink", 3, ("injecting", "code-guesser", "different-tables"), (0, 1, 3, 4, 13)),
        *(
            pytest.param(game, seats, tuple(ATTACKS), tuple(range(6)), marks=pytest.mark.long)
            for game in ("tentricks", "tink", "ten", "te-trix", "tetris")
            for seats in (2, 4)
        ),
    ],
)
def test_a_trace_does_not_depend_on_the_order_of_sets(
    game: str, seats: int, attacks: tuple[str, ...], seeds: tuple[int, ...]
) -> None:
    """Two processes with other hash seeds come to the same, line by line; also where two seats plot together."""
    one, other = (_playing(hash_seed, game, seats, attacks, seeds) for hash_seed in (1, 2))
    said, _ = one.communicate()
    assert said.count("\n") == len(seeds)
    assert other.communicate()[0] == said
    assert one.returncode == other.returncode == 0
