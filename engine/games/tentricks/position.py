"""Positions of Tentricks, written (`spec/games/tentricks.md`, section 11). `reading` reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from ... import positions
from ...game import AnyGame, Position
from . import geometry
from .components import CARDS_A_TYPE, ICONS, TOKENS, TYPES
from .pieces import Piece, each
from .state import Board, Put, State

KEYS = (
    "start",
    "active",
    "round",
    "supply",
    "deck",
    "discard",
    "bag",
    "boards",
    "phase",
    "hand",
    "hand_from",
    "steer",
    "placed",
    "rows",
    "again",
    "fresh",
    "bonus",
    "gains",
    "puts",
    "stack",
    "default",
)
BOARD_KEYS = ("placed", "bar", "tokens", "lock", "standby", "out", "spent")
SPENT_KEYS = ("rows", "icons")
PUT_KEYS = ("by", "on", "types", "turn")
USE_KEYS = ("seat", "move")
DECK_KEYS = ("unseen", "before_level")
TOKEN_KEYS = tuple(map(str, TOKENS))


def write(game: AnyGame, state: State) -> Position:
    """The state as JSON-able data."""
    position = positions.header(game, state.seats, asdict(state.setup)) | {
        "start": state.start,
        "active": state.active,
        "round": state.round,
        "supply": _counts(TYPES, state.supply),
        "deck": {"unseen": _counts(TYPES, state.unseen), "before_level": state.before_level},
        "discard": _counts(TYPES, [CARDS_A_TYPE - number for number in state.unseen]),
        "bag": _counts(TOKEN_KEYS, state.bag),
        "boards": [_board(board) for board in state.boards],
        "phase": state.phase,
        "hand": _type(state.hand),
        "hand_from": state.hand_from,
        "steer": state.steer,
        "placed": _type(state.placed),
        "rows": state.rows,
        "again": state.again,
        "fresh": state.fresh,
        "bonus": state.bonus,
        "gains": list(state.gains),
        "puts": [_put(put) for put in state.puts],
        "stack": [{"seat": use.seat, "move": use.move} for use in state.stack],
        "default": state.default,
    }
    return position | ({"dropped": list(state.dropped)} if state.dropped else {})


def cell_names(piece: Piece) -> list[str]:
    """The cells of a piece, by column, then row."""
    return [geometry.name(cell) for cell in geometry.members(piece.cells)]


def _board(board: Board) -> dict[str, Any]:
    return {
        "placed": [[TYPES[piece.kind], cell_names(piece)] for piece in each(board.pieces)],
        "bar": board.bar,
        "tokens": list(board.tokens),
        "lock": board.lock,
        "standby": _type(board.standby),
        "out": board.out,
        "spent": {
            "rows": [row + 1 for row in geometry.members(board.spent_rows)],
            "icons": [ICONS[place] for place in geometry.members(board.spent_icons)],
        },
    }


def _put(put: Put) -> dict[str, Any]:
    return {"by": put.by, "on": put.on, "types": [TYPES[kind] for kind in put.types], "turn": put.turn}


def _type(kind: int | None) -> str | None:
    return None if kind is None else TYPES[kind]


def _counts(names: Iterable[str], numbers: Sequence[int]) -> dict[str, int]:
    return dict(zip(names, numbers, strict=True))
