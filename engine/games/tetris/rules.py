"""Legal moves and their effects. Clause numbers are those of `spec/games/tetris.md`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations_with_replacement

from ... import bag
from ...drop import resting_row
from ...errors import IllegalMove
from ...latest import for_latest
from ...pending import Chance, Over, Pending, Secret
from ...records import replace
from ...squares import column_name
from . import scoring
from .achievements import Landing, award
from .components import (
    ACHIEVEMENTS,
    ADVANCED_ACHIEVEMENTS,
    BASIC_ACHIEVEMENT,
    CARDS_OF_A_SHAPE,
    COLUMNS,
    ROUNDS,
    ROWS,
    Way,
)
from .falling import can_place, dropped, drops, fitting, fitting_after
from .moves import DOWN, HOLD, UP, Drop, Hold, Move, Stand
from .pieces import LETTERS, PIECES, Piece
from .state import Card, State, Tower


def start(seats: int, *, advanced: bool) -> State:
    """Empty towers, a full deck; the achievements of an advanced game are still to be drawn (section 2)."""
    return State(
        towers=(Tower(),) * seats,
        current=None,
        next=None,
        unseen=(CARDS_OF_A_SHAPE,) * len(LETTERS),
        round=0,
        cards=() if advanced else (Card(BASIC_ACHIEVEMENT),),
        waiting="achievement" if advanced else "card",
        advanced=advanced,
    )


@for_latest
def pending(state: State) -> Pending:
    """The pending step of a state."""
    match state.waiting:
        case "achievement":
            names = undrawn(state)
            return Chance(bag.outcomes(names, [1] * len(names)))
        case "card":
            return Chance.by_count(LETTERS, state.unseen)
        case "way" | "place":
            return Secret(state.playing)
        case "over":
            return Over(scoring.result(state))


def is_asked(state: State, seat: int) -> bool:
    """Whether the seat owes a move."""
    return state.waiting in ("way", "place") and 0 <= seat < state.seats and not state.towers[seat].out


def undrawn(state: State) -> list[str]:
    """The achievement cards that are not in play, in the order of the table."""
    drawn = [card.name for card in state.cards]
    return [name for name in ACHIEVEMENTS if name not in drawn]


# Legal moves


def legal(state: State, seat: int) -> Iterator[Move]:
    """For an asked seat: placements by orientation and column, `hold`, then the same with one mino, two minos ..."""
    if state.waiting == "way":
        return iter((UP, DOWN))
    return chain.from_iterable(_drops_and_hold(state.towers[seat], _current(state)))


def _drops_and_hold(tower: Tower, letter: str) -> Iterator[Sequence[Move]]:
    numbers = fitting(letter, tower.heights)
    yield drops(letter, numbers)
    if tower.held is None:
        yield (HOLD,)
    for number in range(1, tower.minos + 1):
        for minos in combinations_with_replacement(range(COLUMNS), number):
            yield drops(letter, fitting_after(numbers, tower.heights, minos), minos)


def default(state: State, seat: int) -> Move:
    """The default move of an asked seat (9.6)."""
    first = next(legal(state, seat))
    if not isinstance(first, Drop):
        return first
    tower, letter = state.towers[seat], _current(state)

    def lying(drop: Drop) -> int:
        piece = PIECES[drop.piece]
        return resting_row(piece.under, tower.heights, piece.column)

    return min(drops(letter, fitting(letter, tower.heights)), key=lying)


def check(state: State, seat: int, move: Move) -> None:
    """Return if the seat may move so. Does not depend on the other seats' moves in the same step.

    Raises:
        IllegalMove: it may not.
    """
    if not is_asked(state, seat):
        raise IllegalMove(f"seat {seat} cannot move now", "tetris 3.1")
    match move:
        case Stand():
            if state.waiting != "way":
                raise IllegalMove("your tower stands already, for the whole game", "tetris 2.5")
        case _ if state.waiting == "way":
            raise IllegalMove("first choose how your tower stands: up or down", "tetris 2.5")
        case Hold():
            if state.towers[seat].held is not None:
                raise IllegalMove("you have already held a piece in this game", "tetris 6.1")
        case Drop(number, minos):
            _check_drop(state.towers[seat], _current(state), PIECES[number], minos)


def _check_drop(tower: Tower, letter: str, piece: Piece, minos: tuple[int, ...]) -> None:
    if piece.letter != letter:
        raise IllegalMove(f"the piece of this round is {letter}, not {piece.letter}", "tetris 3.3")
    if len(minos) > tower.minos:
        raise IllegalMove(f"too few minos: you have {tower.minos}, and this move needs {len(minos)}", "tetris 5.1")
    for column in minos:
        if tower.heights[column] + minos.count(column) > ROWS:
            raise IllegalMove(f"column {column_name(column)} has no room for the mino", "tetris 5.3")
    if not fitting_after(fitting(letter, tower.heights), tower.heights, minos) >> piece.number & 1:
        raise IllegalMove(f"{letter} would stick out above the top of your tower", "tetris 4.3")


# Effects


def draw_achievement(state: State, value: int) -> State:
    """The state with one more achievement card in play; after the second the deck is next (2.3)."""
    names = undrawn(state)
    cards = (*state.cards, Card(names[bag.locate([1] * len(names), value)]))
    return replace(state, cards=cards, waiting="card" if len(cards) == ADVANCED_ACHIEVEMENTS else "achievement")


def draw_card(state: State, value: int) -> State:
    """The state after the card on top of the deck, the next round's, is turned up (2.4, 3.2)."""
    index = bag.locate(state.unseen, value)
    return replace(
        state,
        next=LETTERS[index],
        unseen=bag.without(state.unseen, index),
        waiting="place" if state.round else "way",
    )


def stand(state: State, moves: tuple[Move, ...]) -> State:
    """The state after all towers stand as chosen; the first round begins (2.5)."""
    towers = list(state.towers)
    for seat, move in zip(state.playing, moves, strict=True):
        towers[seat] = replace(towers[seat], way=_way(move))
    return _begin_round(state, tuple(towers), state.cards)


def place(state: State, moves: tuple[Move, ...]) -> State:
    """The state after all pieces fall and achievements are awarded: the next round, or the end (section 3)."""
    letter, everybody = _current(state), list(state.towers)
    landed: dict[int, Landing | None] = {}
    for seat, move in zip(state.playing, moves, strict=True):
        everybody[seat], landed[seat] = _after(everybody[seat], letter, move)
    towers = tuple(everybody)
    cards = tuple([award(card, towers, landed) for card in state.cards])
    return _begin_round(state, towers, cards) if state.next else _end(replace(state, towers=towers, cards=cards))


def drop(state: State, seat: int) -> State:
    """The seat left: it is out, its tower stays and scores, but it cannot win (9.5)."""
    if seat in state.dropped or state.waiting == "over":
        return state
    towers = list(state.towers)
    towers[seat] = _put_out(towers[seat])
    state = replace(state, towers=tuple(towers), dropped=tuple(sorted((*state.dropped, seat))))
    return _end(state) if len(state.dropped) == state.seats - 1 or not state.playing else state


def draws_next(unseen: tuple[int, ...], round_: int) -> bool:
    """Whether a card is turned up in that round: never the last of the deck (3.2)."""
    return sum(unseen) > 1 and round_ < ROUNDS


def _after(tower: Tower, letter: str, move: Move) -> tuple[Tower, Landing | None]:
    """A tower after its seat's move, and where the tetrimino landed; None if it was put aside."""
    match move:
        case Drop(number, minos):
            return dropped(tower, minos, PIECES[number])
        case Hold():
            return replace(tower, held=letter), None
        case Stand():
            raise TypeError("towers stand already")


def _way(move: Move) -> Way:
    if isinstance(move, Stand):
        return move.way
    raise TypeError("towers must be stood first")


def _begin_round(state: State, towers: tuple[Tower, ...], cards: tuple[Card, ...]) -> State:
    """The next card comes into play, seats that can do nothing with it are out, and a new next card is due."""
    letter, number = _shown(state.next), state.round + 1
    state = replace(
        state,
        towers=tuple([_put_out(tower) if _is_stuck(tower, letter) else tower for tower in towers]),
        current=letter,
        next=None,
        round=number,
        cards=cards,
        waiting="card" if draws_next(state.unseen, number) else "place",
    )
    return state if state.playing else _end(state)


def _is_stuck(tower: Tower, letter: str) -> bool:
    return tower.held is not None and not tower.out and not can_place(tower, letter)


def _put_out(tower: Tower) -> Tower:
    return replace(tower, minos=0, out=True)


def _end(state: State) -> State:
    return replace(state, current=None, next=None, waiting="over")


def _current(state: State) -> str:
    return _shown(state.current)


def _shown(letter: str | None) -> str:
    """A card that is on the table."""
    if letter is None:
        raise ValueError("no card is there")
    return letter
