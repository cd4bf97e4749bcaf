"""Positions of Tink, written and read (`spec/games/tink.md`, section 8)."""

from __future__ import annotations

from ... import positions
from ...errors import BadPosition, quoted
from ...game import AnyGame, Position
from ...pending import Over
from . import geometry
from .moves import Size
from .rules import PLACED_LIMIT, can_place, has_line, pending
from .state import STASH, State, Stones, stash_is_empty

KEYS = ("turn", "board", "passes", "lost", "placed", "first")
_SIZES: tuple[Size, ...] = ("s", "m", "l")


def write(game: AnyGame, state: State) -> Position:
    """The state as JSON-able data, board rows from the top."""
    position = positions.header(game, state.seats, {}) | {
        "turn": state.turn,
        "board": board_rows(state),
        "passes": list(state.passes),
        "lost": list(state.lost),
        "placed": state.placed,
        "first": state.first,
    }
    return position | ({"dropped": list(state.dropped)} if state.dropped else {})


def board_rows(state: State) -> list[str]:
    """Eight rows from the top, eight tokens each: `.` or a seat and a size."""
    tokens = ["."] * len(geometry.SQUARES)
    for seat, stones in enumerate(state.stones):
        for size in _SIZES:
            for square in geometry.members(stones.of(size)):
                tokens[square] = f"{seat}{size}"
    return [
        " ".join(tokens[geometry.number(column, row)] for column in range(geometry.SIDE))
        for row in reversed(range(geometry.SIDE))
    ]


def read(game: AnyGame, position: object) -> State:
    """The state that a position describes.

    Raises:
        BadPosition: no table could look like that.
    """
    found, seats, _ = positions.read_header(game, position, KEYS)
    lost = positions.rising_seats(found["lost"], "lost", seats)
    dropped = positions.dropped_seats(found, seats)
    passes = [
        positions.integer(count, f"passes[{i}]", 0, 2)
        for i, count in enumerate(positions.items(found["passes"], "passes", seats))
    ]
    turn = found["turn"]
    state = State(
        stones=_read_board(found["board"], seats),
        turn=None if turn is None else positions.integer(turn, "turn", 0, seats - 1),
        passes=tuple(passes),
        lost=lost,
        placed=positions.integer(found["placed"], "placed", 0, PLACED_LIMIT * seats),
        first=positions.boolean(found["first"], "first"),
        dropped=dropped,
    )
    _check_whole(state)
    return state


def _read_board(value: object, seats: int) -> tuple[Stones, ...]:
    squares: list[dict[Size, int]] = [dict.fromkeys(_SIZES, 0) for _ in range(seats)]
    for line, text in enumerate(positions.items(value, "board", geometry.SIDE)):
        tokens = text.split(" ") if isinstance(text, str) else []
        if len(tokens) != geometry.SIDE:
            raise BadPosition(f"board[{line}]: expected eight tokens joined by single spaces")
        row = geometry.SIDE - 1 - line
        for column, mark in enumerate(tokens):
            if mark != ".":
                seat, size = _read_stone(mark, f"board[{line}]", seats)
                squares[seat][size] |= 1 << geometry.number(column, row)
    return tuple(Stones(s=own["s"], m=own["m"], l=own["l"]) for own in squares)


def _read_stone(mark: str, where: str, seats: int) -> tuple[int, Size]:
    for seat in range(seats):
        for size in _SIZES:
            if mark == f"{seat}{size}":
                return seat, size
    raise BadPosition(f"{where}: {quoted(mark)} is neither . nor a seat and a size (s, m, l)")


def _check_whole(state: State) -> None:
    """Return if the parts of a position fit together."""
    for seat, stones in enumerate(state.stones):
        for size in _SIZES:
            if stones.of(size).bit_count() > STASH[size]:
                raise BadPosition(f"board: seat {seat} owns only {STASH[size]} stones of size {size}")
    if sum(map(has_line, state.stones)) > 1:
        raise BadPosition("board: two seats have four in a row; the first would have ended the game")
    _check_counts(state)
    _check_turn(state)


def _check_counts(state: State) -> None:
    on_board = sum(stones.all.bit_count() for stones in state.stones)
    if state.placed < on_board or state.first != (state.placed == 0):
        raise BadPosition(f"placed: {state.placed} does not fit {on_board} stones on the board and `first`")
    if len(state.lost) >= state.seats:
        raise BadPosition("lost: at least one seat must stay")
    if set(state.dropped) - set(state.lost):
        raise BadPosition("dropped: a seat that left has lost")
    for seat, passes in enumerate(state.passes):
        if passes == 2 and seat not in state.lost:
            raise BadPosition(f"passes[{seat}]: two passes in a row lose")


def _check_turn(state: State) -> None:
    if state.turn is None and not state.first:
        raise BadPosition("turn: null only before the first stone")
    if not isinstance(pending(state), Over) and state.turn is not None:
        if state.turn in state.lost:
            raise BadPosition(f"turn: seat {state.turn} has lost")
        if stash_is_empty(state.stones[state.turn]) and not can_place(state, state.turn):
            raise BadPosition(f"turn: seat {state.turn} has no stone left and no move, so it has lost")
