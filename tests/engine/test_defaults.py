"""Default moves of each game: the clauses of `spec/games/`."""

from __future__ import annotations

import random
from typing import Any

from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import load
from p2pgame.engine.pending import Chance, Over, Pending, Secret, Turn, Window, asked
from p2pgame.engine.play import step


def answer(game: AnyGame, state: Any, pending: Pending, rng: random.Random) -> Event[Any]:
    """The result of everybody's default moves, or of chance."""
    match pending:
        case Chance():
            return Drawn(rng.randrange(pending.bound))
        case Turn(seat):
            return Played(seat, game.default(state, seat))
        case Secret() | Window():
            return Answered(tuple(game.default(state, seat) for seat in asked(pending)))
    raise AssertionError(pending)


def asleep(name: str, seats: int, seed: int = 1, **options: bool | int) -> tuple[list[str], Any]:
    """A game in which everybody's time is always up: the moves as they are spelled, and the last state."""
    game, rng = load(name), random.Random(seed)
    state, moves = game.begin(seats, options), []
    while not isinstance(pending := game.pending(state), Over):
        moves += [game.format(game.default(state, seat)) for seat in asked(pending)]
        state = step(game, state, answer(game, state, pending, rng))
    return moves, state


def test_tink_6_7_nobody_makes_a_line_asleep_while_there_is_room() -> None:
    """The first free smalls touch none of their owner's."""
    moves, _ = asleep("tink", 2)
    assert moves[:8] == ["s@c3", "s@a1", "s@a2", "s@a3", "s@a4", "s@a5", "s@a6", "s@a7"]


def test_ten_12_5_a_sleeper_takes_numbers_passes_and_buys_nothing() -> None:
    """It draws only where it must, and owns no wild."""
    moves, state = asleep("ten", 3, bust_buy=True)
    assert {move.split()[0] for move in moves} == {"draw", "take", "pass", "end"}
    assert "take coins" not in moves
    over = load("ten").pending(state)
    assert isinstance(over, Over)
    assert over.result.reason != "default"


def test_tetris_9_6_pieces_fall_where_they_lie_lowest() -> None:
    """Up; then the first drop on the floor, further right while there is floor."""
    moves, _ = asleep("tetris", 2)
    assert moves[:2] == ["up", "up"]
    assert moves[2].endswith("@a")
    columns = {move[-1] for move in moves[2:8]}
    assert len(columns) > 1


def test_te_trix_6_6_the_first_shape_and_the_first_placement() -> None:
    """In the order of section 8."""
    moves, _ = asleep("te-trix", 2)
    assert moves[0].startswith("I:")
    assert moves[1].startswith("r0@")


def test_tentricks_14_no_token_is_used_and_pieces_go_under_the_bar() -> None:
    """Passes, reveals and ends beside that."""
    moves, state = asleep("tentricks", 3)
    assert not [move for move in moves if move.startswith("use")]
    assert isinstance(load("tentricks").pending(state), Over)
