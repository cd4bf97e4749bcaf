"""Positions, written and read. Every mistake of a position edited by hand is named."""

from __future__ import annotations

from p2pgame.engine import positions
from p2pgame.engine.errors import BadPosition
from p2pgame.engine.game import AnyGame, Position

from .rules import FACES, LARGE, SMALL
from .state import State

KEYS = ("heap", "turn", "die")


def write(game: AnyGame, state: State) -> Position:
    """The state as JSON-able data."""
    position = positions.header(game, state.seats, {"heap": LARGE if state.large else SMALL})
    position |= {"heap": state.heap, "turn": state.turn, "die": state.die}
    return position | ({"dropped": list(state.dropped)} if state.dropped else {})


def read(game: AnyGame, position: object) -> State:
    """The state that a position describes.

    Raises:
        BadPosition: no table could look like that.
    """
    found, seats, options = positions.read_header(game, position, KEYS)
    turn, die = found["turn"], found["die"]
    state = State(
        heap=positions.integer(found["heap"], "heap", 0, int(options["heap"])),
        seats=seats,
        large=options["heap"] == LARGE,
        turn=None if turn is None else positions.integer(turn, "turn", 0, seats - 1),
        die=None if die is None else positions.integer(die, "die", FACES[0], FACES[-1]),
        dropped=positions.dropped_seats(found, seats),
    )
    _check_whole(state)
    return state


def _check_whole(state: State) -> None:
    if state.turn is None and (state.die is not None or state.heap != (LARGE if state.large else SMALL)):
        raise BadPosition("turn: nothing has happened before the first seat is drawn")
    if state.heap == 0 and state.die is not None:
        raise BadPosition("die: it is not thrown for an empty heap")
    if len(state.present) > 1 and state.heap and state.turn in state.dropped:
        raise BadPosition("turn: that seat has left")
