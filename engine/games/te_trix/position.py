"""Positions of Te-Trix, written and read (`spec/games/te-trix.md`, section 9)."""

from __future__ import annotations

from typing import Any

from ... import positions
from ...errors import BadPosition
from ...game import AnyGame, Position
from .components import BAND, DICE, PRINTED_ON, SHEETS, SIDE, SYMBOLS
from .moves import Arrange, format_move, parse_arrange
from .rules import settled
from .shapes import first_spelling
from .sheet import FRESH, Sheet, box, rows_of
from .state import PHASES, Phase, State

_KEYS = ("sheets", "roller", "dice", "shape", "phase")


def write(game: AnyGame, state: State) -> Position:
    """The state as JSON-able data, rows of sheets from the top."""
    position = positions.header(game, state.seats, {}) | {
        "sheets": [rows_of(sheet) for sheet in state.sheets],
        "roller": state.roller,
        "dice": state.dice,
        "shape": None if state.shape is None else format_move(state.shape),
        "phase": state.phase,
    }
    if state.band is not None:
        position["band"] = state.band
    return position | ({"dropped": list(state.dropped)} if state.dropped else {})


def read(game: AnyGame, position: object) -> State:
    """The state that a position describes.

    Raises:
        BadPosition: no table could look like that.
    """
    alone = isinstance(position, dict) and position.get("seats") == 1
    found, seats, _ = positions.read_header(game, position, (*_KEYS, "band") if alone else _KEYS)
    sheets = positions.items(found["sheets"], "sheets", seats)
    state = State(
        sheets=tuple(_read_sheet(rows, seat) for seat, rows in enumerate(sheets)),
        phase=_read_phase(found["phase"]),
        roller=None if found["roller"] is None else positions.integer(found["roller"], "roller", 0, seats - 1),
        dice=_read_dice(found["dice"]),
        shape=_read_shape(found["shape"]),
        band=positions.integer(found["band"], "band", 0, BAND) if alone else None,
        dropped=positions.dropped_seats(found, seats),
    )
    _check_roller(state)
    _check_dice(state)
    return settled(state)


def _read_sheet(value: object, seat: int) -> Sheet:
    where = f"sheets[{seat}]"
    sheet = Sheet()
    for line, text in enumerate(positions.items(value, where, SIDE)):
        if not isinstance(text, str) or len(text) != SIDE or set(text) - {".", *SYMBOLS}:
            raise BadPosition(f"{where}[{line}]: expected {SIDE} marks of . {' '.join(SYMBOLS)}")
        for column, mark in enumerate(text):
            if mark != ".":
                sheet = sheet.with_symbols(mark, (box(column, SIDE - 1 - line),))
    colour, symbol = SHEETS[seat]
    if not sheet.of(symbol) & FRESH[seat].taken:
        raise BadPosition(f"{where}: {symbol} is printed on {PRINTED_ON} of the {colour} sheet")
    return sheet


def _read_phase(value: object) -> Phase:
    word = positions.choice(value, "phase", PHASES)
    return next(phase for phase in PHASES if phase == word)


def _read_dice(value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or len(value) != DICE or set(value) - set(SYMBOLS) or sorted(value) != list(value):
        raise BadPosition(f"dice: expected {DICE} letters of {' '.join(SYMBOLS)} in alphabetical order")
    return value


def _read_shape(value: Any) -> Arrange | None:
    if value is None:
        return None
    shape = parse_arrange(value) if isinstance(value, str) else None
    if shape is None:
        raise BadPosition("shape: expected a shape and its four symbols, such as L:OSXO")
    if first_spelling(shape) != shape:
        raise BadPosition(f"shape: expected its spelling {format_move(first_spelling(shape))}")
    return shape


def _check_roller(state: State) -> None:
    if state.seats > 1 and not state.present:
        raise BadPosition("dropped: at least one seat must stay")
    if state.phase == "first":
        if state.roller is not None or state.seats == 1:
            raise BadPosition("phase: `first` is only before several seats draw the first roller")
    elif state.roller is None and not (state.phase == "over" and len(state.present) == 1 < state.seats):
        raise BadPosition("roller: null only if all but one left before the first roller was drawn")
    if state.roller is None and state.sheets != FRESH[: state.seats]:
        raise BadPosition("roller: there are entered symbols, so it cannot be null")
    if state.phase in ("roll", "shape") and state.roller in state.dropped:
        raise BadPosition(f"roller: seat {state.roller} left, so the next seat rolls")


def _check_dice(state: State) -> None:
    if (state.dice is not None) != (state.phase in ("shape", "place")):
        raise BadPosition("dice: expected four symbols in phases shape and place, null in all others")
    if (state.shape is not None) != (state.phase == "place"):
        raise BadPosition("shape: expected one of the dice in phase place, null in all others")
    if state.shape is not None and "".join(sorted(state.shape.symbols)) != state.dice:
        raise BadPosition(f"shape: {format_move(state.shape)} is not made of {state.dice}")
