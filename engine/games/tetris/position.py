"""Positions of Tetris, written and read (`spec/games/tetris.md`, section 11)."""

from __future__ import annotations

from typing import Any, get_args

from ... import positions
from ...drop import resting_row
from ...errors import BadPosition
from ...game import AnyGame, Position
from ...polyomino import Cells
from ...records import replace
from ...squares import Square, square_name
from .achievements import first_space
from .components import (
    ACHIEVEMENTS,
    ADVANCED_ACHIEVEMENTS,
    BASIC_ACHIEVEMENT,
    CARDS_OF_A_SHAPE,
    COLUMNS,
    MINO,
    MINOS_IN_THE_BOX,
    ROUNDS,
    ROWS,
    SPACE_POINTS,
    Way,
)
from .falling import can_place, dropped
from .pieces import LETTERS, PIECE_ON, Piece
from .rules import draws_next
from .state import Card, State, Tower, Waiting

KEYS = ("current", "next", "unseen", "round", "towers", "achievements", "waiting")
_TOWER_KEYS = ("way", "placed", "minos", "held", "out")
_WAYS: dict[str, Way] = {word: word for word in get_args(Way)}
_WAITING: dict[str, Waiting] = {word: word for word in get_args(Waiting)}


def write(game: AnyGame, state: State) -> Position:
    """The state as JSON-able data."""
    position = positions.header(game, state.seats, {"advanced": state.advanced}) | {
        "current": state.current,
        "next": state.next,
        "unseen": dict(zip(LETTERS, state.unseen, strict=True)),
        "round": state.round,
        "towers": [_write_tower(tower) for tower in state.towers],
        "achievements": {card.name: [list(seats) for seats in card.spaces] for card in state.cards},
        "waiting": state.waiting,
    }
    return position | ({"dropped": list(state.dropped)} if state.dropped else {})


def _write_tower(tower: Tower) -> dict[str, Any]:
    return {
        "way": tower.way,
        "placed": [[piece.letter, _names(piece, row)] for piece, row in tower.pieces],
        "minos": tower.minos,
        "held": tower.held,
        "out": tower.out,
    }


def _names(piece: Piece, row: int) -> list[str]:
    return [square_name((column, row + up)) for column, up in piece.cells]


def read(game: AnyGame, position: object) -> State:
    """The state that a position describes.

    Raises:
        BadPosition: no table could look like that.
    """
    found, seats, options = positions.read_header(game, position, KEYS)
    advanced = bool(options["advanced"])
    unseen = positions.record(found["unseen"], "unseen", LETTERS)
    state = State(
        towers=tuple(
            _read_tower(tower, f"towers[{i}]")
            for i, tower in enumerate(positions.items(found["towers"], "towers", seats))
        ),
        current=_letter(found["current"], "current"),
        next=_letter(found["next"], "next"),
        unseen=tuple(positions.integer(unseen[x], f"unseen.{x}", 0, CARDS_OF_A_SHAPE) for x in LETTERS),
        round=positions.integer(found["round"], "round", 0, ROUNDS),
        cards=_read_cards(found["achievements"], seats, advanced=advanced),
        waiting=_WAITING[positions.choice(found["waiting"], "waiting", tuple(_WAITING))],
        advanced=advanced,
        dropped=positions.dropped_seats(found, seats),
    )
    _check_box(state)
    _check_seats(state)
    _check_step(state)
    return state


def _letter(value: object, where: str) -> str | None:
    return None if value is None else positions.choice(value, where, LETTERS)


def _read_tower(value: object, where: str) -> Tower:
    found = positions.record(value, where, _TOWER_KEYS)
    way = found["way"]
    tower = Tower(
        way=None if way is None else _WAYS[positions.choice(way, f"{where}.way", tuple(_WAYS))],
        held=_letter(found["held"], f"{where}.held"),
        out=positions.boolean(found["out"], f"{where}.out"),
    )
    for i, entry in enumerate(positions.items(found["placed"], f"{where}.placed")):
        place = f"{where}.placed[{i}]"
        letter, cells = positions.items(entry, place, 2)
        tower = _with_piece(tower, *_read_piece(letter, cells, place), place)
    return replace(tower, minos=positions.integer(found["minos"], f"{where}.minos", 0, MINOS_IN_THE_BOX))


def _read_piece(letter: object, cells: object, where: str) -> tuple[Piece, int]:
    """A piece and the row of its lowest cells."""
    name = positions.choice(letter, f"{where}[0]", (*LETTERS, MINO))
    squares = [positions.square(cell, f"{where}[1]", COLUMNS, ROWS) for cell in positions.items(cells, f"{where}[1]")]
    if squares != sorted(squares):
        raise BadPosition(f"{where}[1]: squares are sorted by column, then row")
    row = min((row for _, row in squares), default=0)
    piece = PIECE_ON.get((name, _lowered(squares, row)))
    if piece is None:
        raise BadPosition(f"{where}: these squares form no {name} in any turn")
    return piece, row


def _lowered(squares: list[Square], rows: int) -> Cells:
    return tuple((column, row - rows) for column, row in squares)


def _with_piece(tower: Tower, piece: Piece, row: int, where: str) -> Tower:
    rest = resting_row(piece.under, tower.heights, piece.column)
    if rest != row:
        raise BadPosition(f"{where}: a straight drop leaves its lowest squares in row {rest + 1}, not {row + 1}")
    return dropped(tower, (), piece)[0]


def _read_cards(value: object, seats: int, *, advanced: bool) -> tuple[Card, ...]:
    where = "achievements"
    found = positions.record(value, where, () if advanced else (BASIC_ACHIEVEMENT,), ACHIEVEMENTS if advanced else ())
    if len(found) > ADVANCED_ACHIEVEMENTS:
        raise BadPosition(f"{where}: {ADVANCED_ACHIEVEMENTS} cards are in play at most, not {len(found)}")
    return tuple(_read_card(name, spaces, seats, f"{where}.{name}") for name, spaces in found.items())


def _read_card(name: str, value: object, seats: int, where: str) -> Card:
    spaces = tuple(
        positions.rising_seats(space, f"{where}[{i}]", seats)
        for i, space in enumerate(positions.items(value, where, len(SPACE_POINTS)))
    )
    tokens = [seat for space in spaces for seat in space]
    if len(set(tokens)) != len(tokens):
        raise BadPosition(f"{where}: a seat has one token on a card at most")
    taken = [bool(space) for space in spaces]
    if any(taken[: first_space(seats)]) or taken[first_space(seats) :] != sorted(taken[first_space(seats) :])[::-1]:
        raise BadPosition(f"{where}: spaces are taken from the top; with two seats, from the second space")
    return Card(name, spaces)


def _check_box(state: State) -> None:
    """Return if there are no more pieces and cards than the box holds."""
    for letter, unseen in zip(LETTERS, state.unseen, strict=True):
        if unseen + (state.current, state.next).count(letter) > CARDS_OF_A_SHAPE:
            raise BadPosition(f"unseen.{letter}: with current and next there are more than {CARDS_OF_A_SHAPE} cards")
        for i, tower in enumerate(state.towers):
            if _count(tower, letter) + (tower.held == letter) > CARDS_OF_A_SHAPE:
                raise BadPosition(f"towers[{i}].placed: more than {CARDS_OF_A_SHAPE} {letter}, the held one included")
    minos = sum(tower.minos + _count(tower, MINO) for tower in state.towers)
    if minos > MINOS_IN_THE_BOX:
        raise BadPosition(f"towers: {minos} minos, and the box has {MINOS_IN_THE_BOX}")


def _count(tower: Tower, letter: str) -> int:
    return sum(piece.letter == letter for piece, _ in tower.pieces)


def _check_seats(state: State) -> None:
    """Return if every seat's tower fits the round, and the seats that are out or have left."""
    for seat, tower in enumerate(state.towers):
        where, gone = f"towers[{seat}]", seat in state.dropped
        if tower.way is None and (tower.placed or tower.held):
            raise BadPosition(f"{where}.way: up or down is chosen before anything is placed or held")
        if state.round == 0 and tower.way is not None:
            raise BadPosition(f"{where}.way: it is null before round 1")
        if state.round > 0 and tower.way is None and not gone:
            raise BadPosition(f"{where}.way: it is up or down from round 1 on")
        if tower.out < gone or (tower.out and not gone and state.round == 0):
            raise BadPosition(f"{where}.out: it is true for a seat that left, and for no other before round 1")
        if tower.out and tower.minos:
            raise BadPosition(f"{where}.minos: expected 0 for a seat that is out")
        if state.current and not tower.out and tower.held and not can_place(tower, state.current):
            raise BadPosition(f"{where}.out: it has held and can place no {state.current}, so it is out")


_SHOWN: dict[tuple[Waiting, bool], tuple[tuple[bool, bool], ...]] = {
    ("achievement", False): ((False, False),),
    ("card", False): ((False, False),),
    ("way", False): ((False, True),),
    ("card", True): ((True, False),),
    ("place", True): ((True, True), (True, False)),
    ("over", False): ((False, False),),
    ("over", True): ((False, False),),
}
"""The phase, and whether round 1 has begun, to whether there is a current and a next card."""


def _check_step(state: State) -> None:
    """Return if the phase fits the round, the cards and the seats."""
    shown = state.current is not None, state.next is not None
    if shown not in _SHOWN.get((state.waiting, state.round > 0), ()):
        raise BadPosition(f"waiting: {state.waiting!r} does not fit round {state.round} with these current and next")
    stayed = state.seats - len(state.dropped)
    if not stayed:
        raise BadPosition("dropped: at least one seat must stay")
    all_played = state.round > 0 and not draws_next(state.unseen, state.round)
    if state.waiting == "over":
        if stayed > 1 and state.playing and not all_played:
            raise BadPosition("waiting: the game is not over: there are cards, and seats to play them")
    elif stayed == 1 or not state.playing:
        raise BadPosition("waiting: no seat can play, so the game is over")
    _check_deck(state)
    _check_drawn(state)


def _check_deck(state: State) -> None:
    """Return if there is a next card exactly when one is due; the last of the deck is never shown."""
    due = draws_next(state.unseen, state.round)
    if state.waiting in ("achievement", "card") and not due:
        raise BadPosition("unseen: no card is left to be turned up")
    if state.next is not None and (state.round == ROUNDS or not sum(state.unseen)):
        raise BadPosition("next: the last card of the deck is never shown, and round 27 has no next")
    if state.waiting == "place" and state.next is None and due:
        raise BadPosition("next: expected a card, because more than one is unseen")


def _check_drawn(state: State) -> None:
    """Return if the achievement cards are there exactly when they are due."""
    due = ADVANCED_ACHIEVEMENTS if state.advanced else 1
    drawing = len(state.cards) < due
    if drawing != (state.waiting == "achievement") and not (state.waiting == "over" and state.round == 0):
        raise BadPosition(f"achievements: expected {due}, drawn before anything else")
