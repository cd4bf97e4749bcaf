"""The speed of the rules: `python -m benchmarks.engine`.

Random play, every legal move of every seat that is asked listed at each step, in steps per second of processor time;
beside it the same for two games of OpenSpiel in the same run, if that is installed: `uv sync --group bench`. Its
connect_four is C++ called from Python, its python_tic_tac_toe plain Python; both boards are far smaller than ours.

All take turns, a short while each, because a machine that others use is not as fast in one second as in the next. The
figures are medians over these rounds; a ratio is taken within each round first. Each game has a process of its own, as
in use: CPython fits the code that all games share to the one game that it plays.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from time import thread_time
from typing import NamedTuple

from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import Chance, Over, Secret, Turn, Window
from p2pgame.engine.play import step

ROUNDS = 7
SECONDS = 0.5
"""How long each plays in each round."""

BESIDE = "python_tic_tac_toe"
"""The figures that the ratios compare."""

OTHERS = (BESIDE, "connect_four")

Play = Callable[[Random], Iterator[int]]
"""Plays one game; gives the number of moves listed at each of its steps."""


class Speed(NamedTuple):
    """The counts of one round."""

    steps: float
    """A second."""
    listed: float
    """Moves a step."""


def main() -> None:
    """Measure and print."""
    print(f"load {os.getloadavg()[0]:.1f}; {ROUNDS} rounds of {SECONDS} s of processor time each, no seat but two\n")
    seen = measure([*GAMES, *_theirs()])
    print(f"{'game':<20}{'steps a second':>16}{'moves listed':>14}{f'of {BESIDE}':>24}")
    for name, rounds in seen.items():
        speed, listed = median(each.steps for each in rounds), median(each.listed for each in rounds)
        ratio = f"{ratio_to(rounds, seen[BESIDE]):.2f}" if BESIDE in seen else "-"
        print(f"{name:<20}{speed:>16,.0f}{listed:>14,.1f}{ratio:>24}")
    if BESIDE not in seen:
        print("OpenSpiel is not installed: `uv sync --group bench`")


def measure(names: Sequence[str]) -> dict[str, list[Speed]]:
    """Let all play in turns, round after round, each in its process."""
    seen: dict[str, list[Speed]] = {name: [] for name in names}
    with ExitStack() as processes:
        own = {name: processes.enter_context(ProcessPoolExecutor(1)) for name in names}
        for number in range(ROUNDS):
            for name in names:
                seen[name].append(own[name].submit(_round, name, number).result())
    return seen


def _round(name: str, number: int) -> Speed:
    play = partial(_ours, load(name)) if name in GAMES else _theirs()[name]
    return speed_of(play, Random(number), SECONDS)


def speed_of(play: Play, rng: Random, seconds: float) -> Speed:
    """Play games until the time is up, the last one perhaps not to its end."""
    steps = moves = 0
    began = thread_time()
    while thread_time() - began < seconds:
        for listed in play(rng):
            steps, moves = steps + 1, moves + listed
            if thread_time() - began > seconds:
                break
    return Speed(steps / (thread_time() - began), moves / steps)


def ratio_to(rounds: list[Speed], others: list[Speed]) -> float:
    """The median of the ratios within each round."""
    return median(own.steps / other.steps for own, other in zip(rounds, others, strict=True))


def _ours(game: AnyGame, rng: Random) -> Iterator[int]:
    state = game.begin(2 if 2 in game.seats else game.seats[0])
    while True:
        event, listed = _answer(game, state, rng)
        if event is None:
            return
        state = step(game, state, event)
        yield listed


def _answer(game: AnyGame, state: object, rng: Random) -> tuple[Event[object] | None, int]:
    """The answer to the waiting step, and the number of moves listed for it."""
    pending = game.pending(state)
    match pending:
        case Chance():
            return Drawn(rng.randrange(pending.bound)), 0
        case Turn():
            moves = list(game.legal(state, pending.seat))
            return Played(pending.seat, rng.choice(moves)), len(moves)
        case Secret() | Window():
            lists = [list(game.legal(state, seat)) for seat in pending.seats]
            return Answered(tuple(map(rng.choice, lists))), sum(map(len, lists))
        case Over():
            return None, 0


def _theirs() -> dict[str, Play]:
    """OpenSpiel's games; none if it is not installed."""
    try:
        spiel = import_module("pyspiel")
        import_module("open_spiel.python.games")
    except ImportError:
        return {}
    return {name: partial(_spiel, spiel.load_game(name)) for name in OTHERS}


def _spiel(game: object, rng: Random) -> Iterator[int]:
    state = game.new_initial_state()  # type: ignore[attr-defined]  # an optional package, which has no types
    while not state.is_terminal():
        moves = state.legal_actions()
        state.apply_action(rng.choice(moves))
        yield len(moves)


if __name__ == "__main__":
    main()
