"""Games played at random from a seed, step by step, for tests of laws and for fuzzing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from p2pgame.engine.errors import BadOption
from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Chance, Over, Secret, Turn, Window
from p2pgame.engine.play import step

STEP_BOUND = 5_000
"""No game of any kind takes that many steps, with any moves."""


def random_event(game: AnyGame, state: Any, rng: random.Random) -> Event[Any] | None:
    """One answer to what the state waits for; None when the game is over."""
    match game.pending(state):
        case Chance() as chance:
            return Drawn(rng.randrange(chance.bound))
        case Turn(seat):
            return Played(seat, game.sample(state, seat, rng))
        case Secret(seats) | Window(seats):
            return Answered(tuple(game.sample(state, seat, rng) for seat in seats))
        case Over():
            return None


def random_states(
    game: AnyGame, seats: int, options: dict[str, Any], rng: random.Random, drops: bool = False
) -> Iterator[Any]:
    """Every state of one game played at random, the first and the last included; perhaps with seats that leave."""
    state = game.begin(seats, options)
    yield state
    for _ in range(STEP_BOUND):
        if drops and rng.randrange(40) == 0:
            state = game.drop(state, rng.randrange(seats))
            yield state
        event = random_event(game, state, rng)
        if event is None:
            return
        state = step(game, state, event)
        yield state
    raise AssertionError(f"{game.id} did not end within {STEP_BOUND} steps")


def random_table(game: AnyGame, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """A number of seats and a value for each option, drawn again until they fit the seats."""
    seats = rng.choice(game.seats)
    while True:
        options = {option.name: rng.choice(option.choices) for option in game.options}
        try:
            game.begin(seats, options)
        except BadOption:
            continue
        return seats, options
