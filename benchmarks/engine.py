"""How fast the rules are: `python -m benchmarks.engine`.

Random play, every legal move of every seat that is asked listed at each step, in steps per second of processor time;
beside it the same for two games of OpenSpiel in the same run, if that is installed: `uv sync --group bench`. Its
connect_four is C++ called from Python, its python_tic_tac_toe plain Python; both boards are far smaller than ours.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from random import Random
from time import thread_time

from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import Chance, Over, Secret, Turn, Window
from p2pgame.engine.play import step

SECONDS = 3.0
OTHERS = ("python_tic_tac_toe", "connect_four")


def main() -> None:
    """Measure and print."""
    print(f"load {os.getloadavg()[0]:.1f}; {SECONDS:.0f} s of processor time each, no seat but two\n")
    print(f"{'game':<28}{'steps a second':>16}{'moves listed':>14}")
    for game_id in GAMES:
        _report(game_id, partial(_ours, load(game_id)))
    try:
        spiel = import_module("pyspiel")
        import_module("open_spiel.python.games")
    except ImportError:
        print("OpenSpiel is not installed: `uv sync --group bench`")
        return
    for name in OTHERS:
        _report(f"OpenSpiel {name}", partial(_theirs, spiel.load_game(name)))


def _report(name: str, play: Callable[[Random], Iterator[int]]) -> None:
    """Play games until the time is up; a game gives the number of moves listed at each of its steps."""
    rng, steps, moves = Random(1), 0, 0
    began = thread_time()
    while thread_time() - began < SECONDS:
        for listed in play(rng):
            steps, moves = steps + 1, moves + listed
            if thread_time() - began > SECONDS:
                break
    print(f"{name:<28}{steps / (thread_time() - began):>16,.0f}{moves / steps:>14,.1f}")


def _ours(game: AnyGame, rng: Random) -> Iterator[int]:
    state = game.begin(2 if 2 in game.seats else game.seats[0])
    while True:
        event, listed = _answer(game, state, rng)
        if event is None:
            return
        state = step(game, state, event)
        yield listed


def _answer(game: AnyGame, state: object, rng: Random) -> tuple[Event[object] | None, int]:
    """What answers the waiting step, and how many moves were listed for it."""
    match game.pending(state):
        case Chance() as chance:
            return Drawn(rng.randrange(chance.bound)), 0
        case Turn(seat):
            moves = list(game.legal(state, seat))
            return Played(seat, rng.choice(moves)), len(moves)
        case Secret(seats) | Window(seats):
            lists = [list(game.legal(state, seat)) for seat in seats]
            return Answered(tuple(map(rng.choice, lists))), sum(map(len, lists))
        case Over():
            return None, 0


def _theirs(game: object, rng: Random) -> Iterator[int]:
    state = game.new_initial_state()  # type: ignore[attr-defined]  # an optional package, which has no types
    while not state.is_terminal():
        moves = state.legal_actions()
        state.apply_action(rng.choice(moves))
        yield len(moves)


if __name__ == "__main__":
    main()
