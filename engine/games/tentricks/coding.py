"""Tentricks in numbers."""

from __future__ import annotations

from typing import get_args

from ...coding import CodedGame, Coding, Listed, Product, from_seat, one_hot, seen
from . import geometry
from .components import HEIGHT, TOKENS, TYPES, WIDTH
from .moves import (
    END,
    PASS,
    REVEAL,
    STANDBY,
    Again,
    Cancel,
    Choose,
    Copy,
    Grab,
    Pick,
    Place,
    Relocate,
    Remove,
    Steer,
    Swap,
    Take,
)
from .notation import parse_use
from .pieces import each
from .shapes import SHAPES
from .state import Board, Phase, State

_SEATS = range(4)
_CELLS = range(WIDTH * HEIGHT)
_KINDS = range(len(TYPES))
_THINGS = (*_CELLS, "standby", "hand")

actions = Coding(
    Listed([REVEAL, STANDBY, END, PASS, Steer(), Grab(), Again(), Cancel()]),
    Product(Choose, _KINDS),
    Product(Place, range(len(SHAPES)), range(WIDTH), (-1, 0, 1)),
    Product(Take, _SEATS, TOKENS),
    Product(Remove, _CELLS),
    Product(Copy, _SEATS),
    Product(Pick, _KINDS),
    Product(Relocate, _CELLS, _CELLS),
    Product(Swap, _THINGS, _SEATS, _THINGS),
)


def features(state: State, seat: int) -> list[int]:
    """Each board; supply, deck and bag by their rest; the phase and the turn; the piece in hand and its steering seat,
    the piece placed, rows of the turn, gains due, and the token on top of the stack."""
    seats = state.seats
    put = state.puts[0] if state.puts else None
    top = state.stack[-1] if state.stack else None
    return [
        *(number for board in from_seat(state.boards, seat) for number in _board(board)),
        *state.supply,
        *state.unseen,
        *state.bag,
        *one_hot(state.phase, get_args(Phase)),
        *seen(state.start, seat, seats),
        *seen(state.active, seat, seats),
        state.round,
        *one_hot(state.hand, _KINDS),
        *one_hot(state.hand_from, ("card", "standby")),
        *seen(state.steer, seat, seats),
        *one_hot(state.placed, _KINDS),
        state.rows,
        int(state.again),
        int(state.fresh),
        int(state.bonus),
        *(state.gains.count(other) for other in from_seat(range(seats), seat)),
        *(0 if put is None else put.types.count(kind) for kind in _KINDS),
        *seen(None if put is None else put.by, seat, seats),
        *seen(None if put is None else put.on, seat, seats),
        *one_hot(None if top is None else parse_use(top.move).token, TOKENS),
        *seen(None if top is None else top.seat, seat, seats),
        len(state.stack),
    ]


def _board(board: Board) -> list[int]:
    """For each cell the type of its piece, from 1; the bar; tokens by number; standby; the lock of the seat."""
    cells = [0] * len(_CELLS)
    for piece in each(board.pieces):
        for cell in geometry.members(piece.cells):
            cells[cell] = 1 + piece.kind
    return [
        *cells,
        board.bar,
        *(board.tokens.count(token) for token in TOKENS),
        *one_hot(board.standby, _KINDS),
        board.lock or 0,
        int(board.out),
        board.spent_rows,
        board.spent_icons,
    ]


CODING = CodedGame(actions, features)
