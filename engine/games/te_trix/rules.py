"""Legal moves and their effects. Clause numbers are those of `spec/games/te-trix.md`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from ...bag import outcomes
from ...errors import IllegalMove
from ...game import Rng
from ...latest import for_latest
from ...pending import Chance, Over, Pending, Secret, Turn
from ...records import replace
from . import moves, scoring
from .components import BAND, DICE, SYMBOLS
from .moves import STOP, Arrange, Move, Place
from .placements import EVERYWHERE, first_alike, fitting, has_room, over_edge, placements, spellings
from .shapes import arrangements, first_spelling
from .sheet import FRESH
from .state import State

ROLLS = tuple("".join(faces) for faces in product(SYMBOLS, repeat=DICE))
"""The results of four dice in order; each symbol stands on two faces, so all are equally likely."""

_GUESSES = 12

_ROLL = Chance(outcomes(ROLLS, [1] * len(ROLLS)))


def start(seats: int) -> State:
    """Fresh sheets; alone, the band and the first roll (2.1, 7.1)."""
    if seats == 1:
        return State(FRESH[:1], "roll", 0, band=BAND)
    return State(FRESH[:seats], "first", None)


@for_latest
def pending(state: State) -> Pending:
    """The pending step of a state."""
    match state.phase:
        case "first":
            return Chance(outcomes(map(str, state.present), [1] * len(state.present)))
        case "roll":
            return _ROLL
        case "shape":
            return Turn(_roller(state))
        case "place":
            return Secret(entering(state))
        case "over":
            return Over(scoring.result(state))


@for_latest
def entering(state: State) -> tuple[int, ...]:
    """The seats that can enter the shape of this round, and so must (4.1)."""
    if state.shape is None:
        return ()
    shape, over = state.shape.shape, state.may_run_over
    return tuple(
        [
            seat
            for seat, sheet in enumerate(state.sheets)
            if seat not in state.dropped and has_room(shape, sheet.taken, over)
        ]
    )


def can_enter(state: State, seat: int) -> bool:
    """Whether there is a shape, and room for it on the seat's sheet (4.6, 4.7, 7.3)."""
    return seat in entering(state)


def legal(state: State, seat: int) -> Iterator[Move]:
    """Shapes in the order of the table, or placements by turns, column and row; then `stop`, alone."""
    if state.phase == "shape" and seat == state.roller:
        return iter(arrangements(state.dice or ""))
    if state.shape is None or not can_enter(state, seat):
        return iter(())
    places = fitting(state.shape, state.sheets[seat].taken, state.may_run_over)
    return iter(places if state.band is None else [*places, STOP])


def sample(state: State, seat: int, rng: Rng) -> Move:
    """A legal move at random: most placements fit for most of a game, so a few guesses come before the list."""
    if state.shape is not None and state.band is None:
        taken, table = state.sheets[seat].taken, placements(state.shape)
        for _ in range(_GUESSES):
            place, boxes, _ = table[rng.randrange(len(table))]
            if not boxes & taken:
                return place
    listed = list(legal(state, seat))
    return listed[rng.randrange(len(listed))]


def check(state: State, seat: int, move: Move) -> None:
    """Return if the seat may move so.

    Raises:
        IllegalMove: it may not.
    """
    match state.phase:
        case "shape":
            _check_arrange(state, seat, move)
        case "place":
            _check_entry(state, seat, move)
        case _:
            raise IllegalMove("nobody can move now", "te-trix 2.3")


def draw(state: State, value: int) -> State:
    """The state after the first roller, or the dice, have been drawn."""
    if state.phase == "first":
        return replace(state, phase="roll", roller=state.present[value])
    return replace(state, phase="shape", dice="".join(sorted(ROLLS[value])))


def arrange(state: State, move: Arrange) -> State:
    """The state after a shape has been made."""
    return settled(replace(state, phase="place", shape=move))


def enter(state: State, answers: Sequence[Move]) -> State:
    """The state after all who can have entered the shape, and the dice have been handed on (2.3, 5.1)."""
    seats, shape = entering(state), _shape(state)
    sheets, band = list(state.sheets), state.band
    for seat, move in zip(seats, answers, strict=True):
        if not isinstance(move, Place):
            return _over(state)
        placement = EVERYWHERE[shape.shape][move]
        sheets[seat] = sheets[seat].with_symbols(shape.symbols, placement.each)
        band = None if band is None else band - over_edge(placement.boxes)
    if seats != state.present:
        return _over(replace(state, sheets=tuple(sheets), band=band))
    return replace(
        state, sheets=tuple(sheets), band=band, phase="roll", roller=_next_roller(state), dice=None, shape=None
    )


def drop(state: State, seat: int) -> State:
    """The seat left: its sheet stays and scores, but it cannot win (6.5)."""
    if seat in state.dropped or state.phase == "over":
        return state
    state = settled(replace(state, dropped=tuple(sorted((*state.dropped, seat)))))
    if state.phase in ("roll", "shape") and state.roller == seat:
        return replace(state, roller=_next_roller(state))
    return state


def settled(state: State) -> State:
    """The state; the end of the game if no opponent is left, or if nobody can enter the shape (5.2, 6.5)."""
    alone = len(state.present) <= (state.band is None)
    blocked = state.phase == "place" and not entering(state)
    return _over(state) if alone or blocked else state


def _over(state: State) -> State:
    return replace(state, phase="over", dice=None, shape=None)


def _roller(state: State) -> int:
    if state.roller is None:
        raise ValueError("nobody rolls before the first roller is drawn")
    return state.roller


def _shape(state: State) -> Arrange:
    if state.shape is None:
        raise ValueError("nothing is entered before a shape is made")
    return state.shape


def _next_roller(state: State) -> int:
    """The next seat clockwise that has not left."""
    now = _roller(state)
    seats = len(state.sheets)
    following = (now + 1) % seats
    while following in state.dropped and following != now:
        following = (following + 1) % seats
    return following


def _check_arrange(state: State, seat: int, move: Move) -> None:
    if not isinstance(move, Arrange):
        raise IllegalMove("first make a shape of the dice", "te-trix 3.2")
    if seat != state.roller:
        raise IllegalMove(f"seat {state.roller} rolled and makes the shape", "te-trix 3.2")
    if "".join(sorted(move.symbols)) != state.dice:
        raise IllegalMove(f"the dice show {state.dice}, not {''.join(sorted(move.symbols))}", "te-trix 3.3")
    first = first_spelling(move)
    if first != move:
        raise IllegalMove(f"this shape is spelled {moves.format_move(first)}", "te-trix 8.2")


def _check_entry(state: State, seat: int, move: Move) -> None:
    if isinstance(move, Arrange):
        raise IllegalMove("the shape is made: enter it now", "te-trix 4.1")
    if not can_enter(state, seat):
        raise IllegalMove(f"seat {seat} cannot enter a shape now", "te-trix 4.1")
    if isinstance(move, Place):
        _check_place(state, _shape(state), seat, move)
    elif state.band is None:
        raise IllegalMove("you may stop only in a solo game", "te-trix 7.4")


def _check_place(state: State, shape: Arrange, seat: int, move: Place) -> None:
    placement = EVERYWHERE[shape.shape].get(move)
    if placement is None:
        raise IllegalMove("at least one symbol must lie on the sheet", "te-trix 4.6")
    if placement.boxes & state.sheets[seat].taken:
        raise IllegalMove("one of these boxes is taken", "te-trix 4.7")
    over = over_edge(placement.boxes)
    if over > state.may_run_over:
        raise IllegalMove(
            f"too many symbols fall off the sheet: {over} here, and {state.band} still allowed", "te-trix 7.3"
        )
    if move not in spellings(shape):
        first = first_alike(shape, placement)
        raise IllegalMove(f"this placement is spelled {moves.format_move(first.place)}", "te-trix 8.4")
