"""The laws that every game keeps (`spec/conventions.md`, "Laws of a game"), run over all games."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.engine import canon
from p2pgame.engine.errors import BadOption, BadPosition, IllegalMove, NotAMove
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Chance, Over, asked
from p2pgame.engine.positions import parse

from .playing import random_states, random_table
from .spelled import spelled

LISTED = 400
"""How many of a seat's legal moves a law looks at in one state."""

games = pytest.mark.every_game
seeds = st.integers(0, 2**32)
few = settings(max_examples=6)  # other games each time; `python -m tests.fuzz` plays them by the thousand


def states_of_one_game(game: AnyGame, seed: int, drops: bool = True) -> list[Any]:
    """The states of one game, table and play both decided by the seed."""
    rng = random.Random(seed)
    seats, options = random_table(game, rng)
    try:
        return list(random_states(game, seats, options, rng, drops))
    except BadOption:
        return [game.begin(seats, {})]


@games
@few
@given(seed=seeds)
def test_random_play_ends_and_an_asked_seat_has_a_legal_move(game: AnyGame, seed: int) -> None:
    """No dead end, no endless game."""
    states = states_of_one_game(game, seed)
    for state in states:
        pending = game.pending(state)
        for seat in asked(pending):
            assert next(game.legal(state, seat), None) is not None
        if isinstance(pending, Chance):
            assert pending.bound > 0
            assert all(weight > 0 for _, weight in pending.outcomes)
            assert len({label for label, _ in pending.outcomes}) == len(pending.outcomes)
    assert len(states) == 1 or isinstance(game.pending(states[-1]), Over)


@games
@few
@given(seed=seeds)
def test_the_default_move_is_legal_for_every_asked_seat(game: AnyGame, seed: int) -> None:
    """`check` accepts it, `legal` lists it, and it follows from the state alone."""
    for state in states_of_one_game(game, seed):
        for seat in asked(game.pending(state)):
            move = game.default(state, seat)
            game.check(state, seat, move)
            assert move in game.legal(state, seat)
            assert game.default(game.from_position(game.position(state)), seat) == move


@games
@few
@given(seed=seeds)
def test_legal_and_check_agree_on_legal_moves(game: AnyGame, seed: int) -> None:
    """Everything that `legal` lists passes `check`, and a seat that is not asked has no legal move."""
    for state in states_of_one_game(game, seed):
        seats = asked(game.pending(state))
        for seat in range(game.seats[-1]):
            moves = list(islice(game.legal(state, seat), LISTED))
            if seat not in seats:
                assert moves == []
            for move in moves:
                game.check(state, seat, move)


@games
@few
@given(seed=seeds)
def test_check_refuses_moves_that_legal_does_not_list(game: AnyGame, seed: int) -> None:
    """Moves legal elsewhere in the game are refused at each state whose whole list of legal moves lacks them."""
    states = states_of_one_game(game, seed, drops=False)
    rng = random.Random(seed)
    pool = {
        move
        for state in rng.sample(states, min(12, len(states)))
        for seat in asked(game.pending(state))
        for move in islice(game.legal(state, seat), LISTED)
    }
    for state in rng.sample(states, min(12, len(states))):
        for seat in asked(game.pending(state)):
            listed = list(islice(game.legal(state, seat), 20_000))
            assert len(set(listed)) == len(listed)
            if len(listed) == 20_000:
                continue
            for move in sorted(pool.difference(listed), key=game.format):
                with pytest.raises(IllegalMove):
                    game.check(state, seat, move)


@games
@few
@given(seed=seeds)
def test_one_spelling_a_move(game: AnyGame, seed: int) -> None:
    """`parse(format(m)) == m`, in ASCII, and no two moves of one state are spelled alike."""
    for state in states_of_one_game(game, seed):
        for seat in asked(game.pending(state)):
            moves = list(islice(game.legal(state, seat), LISTED))
            spelled = [game.format(move) for move in moves]
            assert [game.parse(text) for text in spelled] == moves
            assert len(set(spelled)) == len(moves)
            assert all(text.isascii() and text.isprintable() and len(text) <= 80 for text in spelled)


@games
@given(text=st.text(max_size=30))
def test_any_other_text_is_no_move(game: AnyGame, text: str) -> None:
    """`parse` accepts only output of `format`."""
    try:
        move = game.parse(text)
    except NotAMove:
        return
    assert game.format(move) == text


@games
@few
@given(seed=seeds)
def test_no_query_changes_a_state(game: AnyGame, seed: int) -> None:
    """Hash, text, position, legal and the next step leave the bytes of a state as they were."""
    rng = random.Random(seed)
    seats, options = random_table(game, rng)
    before: tuple[Any, bytes] | None = None
    for state in random_states(game, seats, options, rng):
        if before is not None:
            assert canon.encode(before[0]) == before[1]
        before = state, canon.encode(state)
        game.hash(state)
        game.text(state)
        game.position(state)


@games
@few
@given(seed=seeds)
def test_positions_round_trip(game: AnyGame, seed: int) -> None:
    """`from_position(position(s))` is `s`, to the byte, also by way of JSON, which is not nested deeper than a
    position may be."""
    for state in states_of_one_game(game, seed):
        position = parse(json.dumps(game.position(state)))
        again = game.from_position(position)
        assert canon.encode(again) == canon.encode(state)
        assert game.hash(again) == game.hash(state)


@games
@few
@given(seed=seeds)
def test_a_state_is_spelled_as_the_specification_says(game: AnyGame, seed: int) -> None:
    """`spec/encoding.md`, written down once more by a slower hand."""
    for state in states_of_one_game(game, seed):
        assert canon.encode(state) == spelled(state)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=5) | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@cache
def _positions(game: AnyGame, seed: int) -> list[str]:
    """Every position of one game, as JSON."""
    return [json.dumps(game.position(state)) for state in states_of_one_game(game, seed)]


@games
@settings(max_examples=60)
@given(seed=seeds, value=json_values, data=st.data())
def test_a_spoiled_position_is_refused_or_sound(game: AnyGame, seed: int, value: object, data: st.DataObject) -> None:
    """With any value in any place of a position, the answer is BadPosition or a state that works."""
    positions = _positions(game, seed % 10)
    position = json.loads(positions[seed % len(positions)])
    holder, key = data.draw(st.sampled_from(list(_places(position))))
    holder[key] = value
    try:
        state = game.from_position(position)
    except BadPosition:
        return
    assert canon.encode(game.from_position(game.position(state))) == canon.encode(state)
    for seat in asked(game.pending(state)):
        game.check(state, seat, next(game.legal(state, seat)))
    game.text(state)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) inside of a JSON value."""
    if isinstance(value, dict):
        own: list[tuple[Any, Any]] = [(value, key) for key in value]
    elif isinstance(value, list):
        own = [(value, index) for index in range(len(value))]
    else:
        return []
    return own + [place for container, key in own for place in _places(container[key])]


@games
@few
@given(seed=seeds)
def test_the_text_board_fits_a_terminal(game: AnyGame, seed: int) -> None:
    """At most 80 columns of printable ASCII."""
    for state in states_of_one_game(game, seed):
        for line in game.text(state).split("\n"):
            assert len(line) <= 80
            assert line.isascii()
            assert line == line.rstrip()


@games
@few
@given(seed=seeds)
def test_a_seat_that_left_is_never_asked_and_never_wins_unless_all_left(game: AnyGame, seed: int) -> None:
    """After a `drop` at any moment the game continues to its end without the seat."""
    rng = random.Random(seed)
    seats, options = random_table(game, rng)
    states = list(random_states(game, seats, options, rng))
    state = rng.choice(states)
    gone = rng.randrange(seats)
    was_over = isinstance(game.pending(state), Over)
    state = game.drop(state, gone)
    assert game.drop(state, gone) == state
    assert gone not in asked(game.pending(state))
    pending = game.pending(state)
    if seats == 2 and not was_over:
        assert isinstance(pending, Over)
        assert pending.result.winners == (1 - gone,) or pending.result.reason == "defeat"


_HASHES = """
import importlib, random, sys
from playing import random_states
game = importlib.import_module(sys.argv[1]).GAME
for seats in game.seats:
    for state in random_states(game, seats, {}, random.Random(seats)):
        print(game.hash(state).hex())
"""


@games
def test_equal_play_gives_equal_hashes_under_any_hash_seed(game: AnyGame) -> None:
    """No order of hashed things leaks into a state, a list of moves or a hash."""
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    printed = {
        subprocess.run(
            [sys.executable, "-c", _HASHES, type(game).__module__],
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout
        for hash_seed in ("0", "4242")
    }
    assert len(printed) == 1
    assert printed.pop()
