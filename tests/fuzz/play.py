"""One game, played and watched."""

from __future__ import annotations

import json
import random
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

from p2pgame.engine import canon
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.errors import BadOption
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import complete, spell
from p2pgame.engine.pending import Chance, Over, Result, asked
from p2pgame.engine.play import step

from ..engine.playing import STEP_BOUND
from .notable import NOTABLE

LISTED = 200
"""How many of a seat's moves a deep look checks."""

ROUND_TRIP_EVERY = 16
"""Without a deep look, one state in this many is written as a position and read back; the last always is."""

LEAVES_ONCE_IN = 40
"""In a game where seats leave, one leaves once in this many steps."""

Table = tuple[int, dict[str, Any]]


@dataclass(frozen=True)
class Plan:
    """The games of a run, and how closely they are watched."""

    bot: str = "random"
    deep: bool = False
    listing: bool = False
    leavers: int = 4


@dataclass(frozen=True)
class Played:
    """A game that came to its end. `kept` says whether all seats stayed."""

    seats: int
    steps: int
    seconds: float
    result: Result
    kept: bool
    notable: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Failure:
    """A game that did not."""

    what: str

    def __str__(self) -> str:
        return self.what


def tables(game: AnyGame, seats: int | None, fixed: list[str]) -> list[Table]:
    """All numbers of seats with all values of the options that go together, or those of them that are asked for."""
    found = []
    for count, *values in product(game.seats, *(option.choices for option in game.options)):
        options = {option.name: value for option, value in zip(game.options, values, strict=True)}
        spelled = {f"{name}={spell(value)}" for name, value in options.items()}
        if (seats is None or count == seats) and spelled.issuperset(fixed):
            try:
                game.begin(count, complete(game.options, options))
            except BadOption:
                continue
            found.append((count, options))
    return found


def play(game: AnyGame, choices: list[Table], seed: int, plan: Plan) -> Played | Failure:
    """The game of that seed, to its end."""
    seats, options = choices[seed % len(choices)]
    try:
        return _play(game, seats, options, seed, plan)
    except Exception:  # the fuzzer looks for every error in a game
        settings = "".join(f" {name}={spell(value)}" for name, value in options.items())
        return Failure(f"{game.id}, {seats} seats{settings}, seed {seed}: {traceback.format_exc()}")


def _play(game: AnyGame, seats: int, options: dict[str, Any], seed: int, plan: Plan) -> Played:
    rng = random.Random(seed)
    bots = [BOTS[plan.bot]] * seats
    leaving = plan.leavers > 0 and rng.randrange(plan.leavers) == 0
    state = game.begin(seats, options)
    steps, seconds = 0, 0.0
    notable: Counter[str] = Counter()
    happened = NOTABLE.get(game.id, lambda _before, _after: None)
    while True:
        began = time.process_time()
        _check_question(game, state, plan.listing)
        event = answer(game, state, bots, rng)
        if event is None:
            break
        before, state = state, step(game, state, event)
        seconds += time.process_time() - began
        notable.update(filter(None, [happened(before, state)]))
        steps += 1
        if steps > STEP_BOUND:
            raise AssertionError(f"no end within {STEP_BOUND} steps")
        if leaving and rng.randrange(LEAVES_ONCE_IN) == 0:
            state = game.drop(state, rng.randrange(seats))
        if plan.deep:
            _look_deep(game, state)
        elif steps % ROUND_TRIP_EVERY == 0:
            _check_round_trip(game, state)
    _check_round_trip(game, state)
    pending = game.pending(state)
    assert isinstance(pending, Over)
    _check_result(pending.result, seats)
    return Played(seats, steps, seconds, pending.result, not leaving, notable)


def _check_question(game: AnyGame, state: Any, listing: bool) -> None:
    pending = game.pending(state)
    if isinstance(pending, Chance):
        assert pending.outcomes, "a chance step without outcomes"
        return
    for seat in asked(pending):
        moves = game.legal(state, seat)
        assert next(moves, None) is not None, f"dead end: seat {seat} is asked and has no move"
        if listing:
            for _ in moves:
                pass


def _check_round_trip(game: AnyGame, state: Any) -> None:
    position = json.loads(json.dumps(game.position(state)))
    again = game.from_position(position)
    assert canon.encode(again) == canon.encode(state), f"another state comes back from {json.dumps(position)}"


def _look_deep(game: AnyGame, state: Any) -> None:
    _check_round_trip(game, state)
    for line in game.text(state).split("\n"):
        assert line.isascii(), f"text board: {line!r}"
        assert len(line.rstrip()) == len(line) <= 80, f"text board: {line!r}"
    for seat in asked(game.pending(state)):
        moves = list(islice(game.legal(state, seat), LISTED))
        assert len({game.format(move) for move in moves}) == len(moves), "two moves are spelled alike"
        for move in moves:
            game.check(state, seat, move)
            assert game.parse(game.format(move)) == move
        for move in islice(game.candidates(state, seat), LISTED):
            game.check(state, seat, move)
            assert type(game.estimate(state, seat, move)) is int


def _check_result(result: Result, seats: int) -> None:
    assert len(result.scores) == len(result.detail) == seats
    assert list(result.winners) == sorted(set(result.winners))
    assert all(0 <= winner < seats for winner in result.winners)
    assert result.reason
