"""Tink against brute force written apart from the engine: squares by name, every placement tried by the words of the
rules."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.engine.games.tink.game import GAME
from p2pgame.engine.pending import Over, Turn

from .tables import Table
from .test_tink import table

SQUARES = [f"{column}{row}" for column, row in product("abcdefgh", range(1, 9))]
OWNED = {"s": 5, "m": 4, "l": 1}
PAID_WITH = {"m": "sl", "s": "ml", "l": "ml"}
"""Size to the sizes of stones that pay for it, two of them."""

Board = dict[str, str]
"""Square to seat and size, such as `0s`."""


def touch(one: str, other: str) -> bool:
    """Whether two squares share an edge or a corner."""
    return one != other and abs(ord(one[0]) - ord(other[0])) <= 1 and abs(int(one[1]) - int(other[1])) <= 1


def moves(board: Board, seat: int) -> set[str]:
    """Every legal move of the seat after the first stone; a pass if there is no other."""
    own = {square: mark[1] for square, mark in board.items() if mark[0] == str(seat)}
    free = [square for square in SQUARES if square not in board]
    found = set()
    for square in free:
        if list(own.values()).count("s") < OWNED["s"]:
            found.add(f"s@{square}")
        for pair in combinations(sorted(own), 2):
            if not all(touch(spent, square) for spent in pair):
                continue
            left = Counter(size for where, size in own.items() if where not in pair)
            for size, payers in PAID_WITH.items():
                if all(own[spent] in payers for spent in pair) and left[size] < OWNED[size]:
                    found.add(f"{size}@{square}={pair[0]}+{pair[1]}")
    return found or {"pass"}


def random_board(rng: random.Random, seats: int, near: bool) -> Board:
    """Stones of all seats, some of them; `near` crowds them into a corner."""
    squares = [square for square in SQUARES if not near or (square[0] in "abcde" and square[1] in "12345")]
    rng.shuffle(squares)
    board: Board = {}
    for seat in range(seats):
        for size, owned in OWNED.items():
            for _ in range(rng.randrange(owned + 1) if rng.randrange(3) else owned):
                if squares:
                    board[squares.pop()] = f"{seat}{size}"
    return board


def rows_of(board: Board) -> list[str]:
    """The board as a position has it."""
    return [" ".join(board.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1)]


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4), near=st.booleans())
def test_4_1_to_5_1_legal_moves_are_those_of_a_brute_force(seed: int, seats: int, near: bool) -> None:
    """On boards filled at random, crowded or not; each move once, and some of them made. Seats that have lost by 5.3
    are not asked."""
    board = random_board(random.Random(seed), seats, near)
    able = {seat: moves(board, seat) for seat in range(seats)}
    stuck = {
        seat for seat in able if able[seat] == {"pass"} and sum(mark[0] == str(seat) for mark in board.values()) == 10
    }
    turn = next((seat for seat in range(seats) if seat not in stuck), None)
    if turn is None or not board or lines(board) > 1:
        return
    keys: dict[str, Any] = {"turn": turn, "seats": seats}
    game = table(*rows_of(board), **keys)
    if isinstance(game.pending, Over):
        assert lines(board) or all(found == {"pass"} for found in able.values())
        return
    assert game.pending == Turn(turn)
    listed = game.legal(turn)
    assert len(set(listed)) == len(listed)
    assert set(listed) == able[turn]
    for move in listed[:: max(1, len(listed) // 6)]:
        after = Table(GAME, game.state).play(move).position
        assert after["board"] == rows_of(played(board, turn, move))


def played(board: Board, seat: int, move: str) -> Board:
    """The board after a move: spent stones taken off, the new one put down."""
    if move == "pass":
        return board
    placed, _, spent = move.partition("=")
    left = {square: mark for square, mark in board.items() if square not in spent.split("+")}
    return left | {placed[2:]: f"{seat}{placed[0]}"}


def lines(board: Board) -> int:
    """How many seats have four of one size in a row, a large counting as either."""
    found = 0
    for seat in "0123":
        for sizes in ("sl", "ml"):
            own = {square for square, mark in board.items() if mark[0] == seat and mark[1] in sizes}
            runs = (
                [f"{chr(ord(square[0]) + n * right)}{int(square[1]) + n * up}" for n in range(4)]
                for square in own
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
            )
            if any(own.issuperset(run) for run in runs):
                found += 1
                break
    return found
