"""Positions of Tentricks, read. Each part is checked here; `soundness` checks that the parts fit together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from ... import positions
from ...errors import BadPosition, NotAMove, quoted
from ...game import AnyGame
from . import geometry
from .components import CARDS_A_TYPE, CARDS_BELOW_LEVEL, HEIGHT, ICONS, TOKENS, TYPES, WIDTH
from .notation import parse_use
from .pieces import Piece
from .position import BOARD_KEYS, DECK_KEYS, KEYS, PUT_KEYS, SPENT_KEYS, TOKEN_KEYS, USE_KEYS
from .shapes import SHAPES
from .soundness import check_sound
from .state import Board, Phase, Put, Setup, Source, State, Use

_PHASES: tuple[Phase, ...] = get_args(Phase)
_SOURCES: tuple[Source, ...] = get_args(Source)
_SHAPE_OF = {(shape.kind, shape.cells): number for number, shape in enumerate(SHAPES)}


def read(game: AnyGame, position: object) -> State:
    """The state that a position describes.

    Raises:
        BadPosition: no table could look like that.
    """
    found, seats, options = positions.read_header(game, position, KEYS)
    phase = positions.choice(found["phase"], "phase", _PHASES)
    source = None if found["hand_from"] is None else positions.choice(found["hand_from"], "hand_from", _SOURCES)
    state = State(
        setup=Setup.of(options),
        start=_seat_or_none(found["start"], "start", seats),
        active=_seat_or_none(found["active"], "active", seats),
        round=positions.integer(found["round"], "round", 1),
        supply=_counts(found["supply"], "supply", TYPES, 3 * seats),
        unseen=_deck(found["deck"], found["discard"], seats),
        bag=_counts(found["bag"], "bag", TOKEN_KEYS, 4),
        boards=tuple(
            _board(board, f"boards[{seat}]")
            for seat, board in enumerate(positions.items(found["boards"], "boards", seats))
        ),
        phase=next(known for known in _PHASES if known == phase),
        hand=_type_or_none(found["hand"], "hand"),
        hand_from=next((known for known in _SOURCES if known == source), None),
        steer=_seat_or_none(found["steer"], "steer", seats),
        placed=_type_or_none(found["placed"], "placed"),
        rows=positions.integer(found["rows"], "rows"),
        again=positions.boolean(found["again"], "again"),
        fresh=positions.boolean(found["fresh"], "fresh"),
        bonus=positions.boolean(found["bonus"], "bonus"),
        gains=tuple(
            positions.integer(seat, f"gains[{i}]", 0, seats - 1)
            for i, seat in enumerate(positions.items(found["gains"], "gains"))
        ),
        puts=tuple(_put(put, f"puts[{i}]", seats) for i, put in enumerate(positions.items(found["puts"], "puts"))),
        stack=tuple(_use(use, f"stack[{i}]", seats) for i, use in enumerate(positions.items(found["stack"], "stack"))),
        default=positions.boolean(found["default"], "default"),
        dropped=positions.dropped_seats(found, seats),
    )
    check_sound(state)
    return state


def _seat_or_none(value: object, where: str, seats: int) -> int | None:
    return None if value is None else positions.integer(value, where, 0, seats - 1)


def _type(value: object, where: str) -> int:
    return TYPES.index(positions.choice(value, where, TYPES))


def _type_or_none(value: object, where: str) -> int | None:
    return None if value is None else _type(value, where)


def _counts(value: object, where: str, names: Sequence[str], most: int) -> bytes:
    found = positions.record(value, where, names)
    return bytes(positions.integer(found[name], f"{where}.{name}", 0, most) for name in names)


def _deck(deck: object, discard: object, seats: int) -> bytes:
    """The unseen cards. The rest of the deck's description must agree with them."""
    found = positions.record(deck, "deck", DECK_KEYS)
    unseen = _counts(found["unseen"], "deck.unseen", TYPES, CARDS_A_TYPE)
    for kind, number in enumerate(_counts(discard, "discard", TYPES, CARDS_A_TYPE)):
        if unseen[kind] + number != CARDS_A_TYPE:
            raise BadPosition(f"discard.{TYPES[kind]}: expected {CARDS_A_TYPE} cards together with deck.unseen")
    above = sum(unseen) - CARDS_BELOW_LEVEL[seats]
    if positions.integer(found["before_level"], "deck.before_level") != above:
        raise BadPosition(f"deck.before_level: expected {above}, by the unseen cards")
    return unseen


def _board(value: object, where: str) -> Board:
    found = positions.record(value, where, BOARD_KEYS)
    spent = positions.record(found["spent"], f"{where}.spent", SPENT_KEYS)
    return Board(
        bar=positions.integer(found["bar"], f"{where}.bar", 0, HEIGHT),
        pieces=_pieces(found["placed"], f"{where}.placed"),
        tokens=bytes(_sorted_tokens(found["tokens"], f"{where}.tokens")),
        lock=None if found["lock"] is None else _lock(found["lock"], f"{where}.lock"),
        standby=_type_or_none(found["standby"], f"{where}.standby"),
        out=positions.boolean(found["out"], f"{where}.out"),
        spent_rows=_spent_rows(spent["rows"], f"{where}.spent.rows"),
        spent_icons=_spent_icons(spent["icons"], f"{where}.spent.icons"),
    )


def _sorted_tokens(value: object, where: str) -> list[int]:
    tokens = [positions.integer(n, f"{where}[{i}]", 1, 10) for i, n in enumerate(positions.items(value, where))]
    if tokens != sorted(tokens):
        raise BadPosition(f"{where}: expected rising numbers")
    return tokens


def _lock(value: object, where: str) -> int:
    token = positions.integer(value, where, 1, 10)
    if token not in LOCKS:
        raise BadPosition(f"{where}: token {token} locks nobody")
    return token


LOCKS = tuple(token for token in TOKENS if token in (1, 2, 3, 4, 5, 9))
"""The tokens that are used against a seat (4.0)."""


def _spent_rows(value: object, where: str) -> int:
    rows = [positions.integer(row, f"{where}[{i}]", 1, HEIGHT) for i, row in enumerate(positions.items(value, where))]
    if rows != sorted(set(rows)):
        raise BadPosition(f"{where}: expected different rows in rising order")
    return sum(1 << row - 1 for row in rows)


def _spent_icons(value: object, where: str) -> int:
    places = [
        ICONS.index(positions.choice(icon, f"{where}[{i}]", ICONS))
        for i, icon in enumerate(positions.items(value, where))
    ]
    if places != sorted(set(places)):
        raise BadPosition(f"{where}: expected different icons, sorted by column, then row")
    return sum(1 << place for place in places)


def _pieces(value: object, where: str) -> bytes:
    """The pieces of a board: each of its type's shape, none over another, sorted by first cell."""
    pieces: list[Piece] = []
    filled = 0
    for i, entry in enumerate(positions.items(value, where)):
        piece = _piece(entry, f"{where}[{i}]")
        if piece.cells & filled:
            raise BadPosition(f"{where}[{i}]: the piece lies on another one")
        if pieces and piece.first < pieces[-1].first:
            raise BadPosition(f"{where}[{i}]: expected pieces sorted by their first cell")
        filled |= piece.cells
        pieces.append(piece)
    return b"".join(bytes(piece) for piece in pieces)


def _piece(value: object, where: str) -> Piece:
    name, cells = positions.items(value, where, 2)
    kind = _type(name, f"{where}[0]")
    squares = [positions.square(cell, f"{where}[1]", WIDTH, HEIGHT) for cell in positions.items(cells, f"{where}[1]")]
    if not squares or squares != sorted(squares):
        raise BadPosition(f"{where}[1]: expected cells sorted by column, then row")
    left, bottom = squares[0][0], min(row for _, row in squares)
    shape = _SHAPE_OF.get((kind, tuple((column - left, row - bottom) for column, row in squares)))
    if shape is None:
        raise BadPosition(f"{where}[1]: these cells form no {TYPES[kind]}, turned or flipped")
    return Piece(geometry.number(*squares[0]), shape)


def _put(value: object, where: str, seats: int) -> Put:
    found = positions.record(value, where, PUT_KEYS)
    types = [
        _type(name, f"{where}.types[{i}]") for i, name in enumerate(positions.items(found["types"], f"{where}.types"))
    ]
    if len(types) not in (1, 2) or types != sorted(types):
        raise BadPosition(f"{where}.types: expected one or two types, in order")
    return Put(
        by=positions.integer(found["by"], f"{where}.by", 0, seats - 1),
        on=positions.integer(found["on"], f"{where}.on", 0, seats - 1),
        types=tuple(types),
        turn=positions.boolean(found["turn"], f"{where}.turn"),
    )


def _use(value: object, where: str, seats: int) -> Use:
    found = positions.record(value, where, USE_KEYS)
    move = found["move"]
    try:
        parse_use(move if isinstance(move, str) else "")
    except NotAMove as refusal:
        raise BadPosition(f"{where}.move: expected the use of a token, not {quoted(move)}") from refusal
    return Use(positions.integer(found["seat"], f"{where}.seat", 0, seats - 1), move)
