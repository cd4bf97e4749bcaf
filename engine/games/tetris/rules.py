"""What is legal and what happens. Clause numbers are those of `spec/games/tetris.md`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement

from ... import bag
from ...drop import resting_row
from ...errors import IllegalMove
from ...pending import Chance, Over, Pending, Secret
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
from .moves import DOWN, HOLD, UP, Drop, Hold, Move, Stand
from .pieces import DIAMONDS, LETTERS, MINOS, PIECES, PIECES_OF, Piece
from .state import Card, State, Tower

_ALWAYS_FITS = min(piece.ceiling for piece in PIECES)
"""While no column is higher than this, no piece can come to stand above the tower."""


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


def pending(state: State) -> Pending:
    """What the table waits for."""
    match state.waiting:
        case "achievement":
            names = undrawn(state)
            return Chance(bag.outcomes(names, [1] * len(names)))
        case "card":
            return Chance(bag.outcomes(LETTERS, state.unseen))
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


# What is legal


def legal(state: State, seat: int) -> Iterator[Move]:
    """For an asked seat: placements by orientation and column, `hold`, then the same with one mino, two minos ..."""
    if state.waiting == "way":
        yield from (UP, DOWN)
        return
    tower, letter = state.towers[seat], _current(state)
    yield from _drops(letter, (), tower.heights)
    if tower.held is None:
        yield HOLD
    for number in range(1, tower.minos + 1):
        for minos in combinations_with_replacement(range(COLUMNS), number):
            heights = heights_with(tower.heights, minos)
            if max(heights) <= ROWS:
                yield from _drops(letter, minos, heights)


def heights_with(heights: bytes, minos: tuple[int, ...]) -> bytes:
    """The heights of the columns after minos have fallen into some of them."""
    if not minos:
        return heights
    raised = bytearray(heights)
    for column in minos:
        raised[column] += 1
    return bytes(raised)


def fitting(letter: str, heights: bytes) -> tuple[Piece, ...]:
    """The ways to drop a tetrimino onto columns of these heights without standing above the tower."""
    if max(heights) <= _ALWAYS_FITS:
        return PIECES_OF[letter]
    return tuple(
        piece for piece in PIECES_OF[letter] if resting_row(piece.under, heights, piece.column) <= piece.ceiling
    )


def can_place(tower: Tower, letter: str) -> bool:
    """Whether the tetrimino can be dropped. Minos could not help: they only make columns higher."""
    return bool(fitting(letter, tower.heights))


def check(state: State, seat: int, move: Move) -> None:
    """Return if the seat may move so. Looks at nothing that another seat does in the same step.

    Raises:
        IllegalMove: it may not.
    """
    if not is_asked(state, seat):
        raise IllegalMove(f"seat {seat} is not asked now", "tetris 3.1")
    match move:
        case Stand():
            if state.waiting != "way":
                raise IllegalMove("your tower stands for the whole game", "tetris 2.5")
        case _ if state.waiting == "way":
            raise IllegalMove("first choose how your tower stands: up or down", "tetris 2.5")
        case Hold():
            if state.towers[seat].held is not None:
                raise IllegalMove("you have held a tetrimino already; once a game is all", "tetris 6.1")
        case Drop(number, minos):
            _check_drop(state.towers[seat], _current(state), PIECES[number], minos)


def _check_drop(tower: Tower, letter: str, piece: Piece, minos: tuple[int, ...]) -> None:
    if piece.letter != letter:
        raise IllegalMove(f"everybody drops {letter} in this round, not {piece.letter}", "tetris 3.3")
    if len(minos) > tower.minos:
        raise IllegalMove(f"you have {tower.minos} minos, not {len(minos)}", "tetris 5.1")
    heights = heights_with(tower.heights, minos)
    if max(heights) > ROWS:
        raise IllegalMove("a mino would stand above the top of your tower", "tetris 5.3")
    if resting_row(piece.under, heights, piece.column) > piece.ceiling:
        raise IllegalMove(f"{letter} would stand above the top of your tower", "tetris 4.3")


def _drops(letter: str, minos: tuple[int, ...], heights: bytes) -> Iterator[Drop]:
    if max(heights) <= _ALWAYS_FITS:
        yield from _all_drops(letter, minos)
    else:
        yield from (Drop(piece.number, minos) for piece in fitting(letter, heights))


@lru_cache(maxsize=512)  # all drops with at most one mino, and the latest of the others
def _all_drops(letter: str, minos: tuple[int, ...]) -> tuple[Drop, ...]:
    return tuple(Drop(piece.number, minos) for piece in PIECES_OF[letter])


# What happens


def draw_achievement(state: State, value: int) -> State:
    """One more achievement card is in play; after the second the deck is next (2.3)."""
    names = undrawn(state)
    cards = (*state.cards, Card(names[bag.locate([1] * len(names), value)]))
    return replace(state, cards=cards, waiting="card" if len(cards) == ADVANCED_ACHIEVEMENTS else "achievement")


def draw_card(state: State, value: int) -> State:
    """The card on top of the deck is turned up: the next round's (2.4, 3.2)."""
    index = bag.locate(state.unseen, value)
    return replace(
        state,
        next=LETTERS[index],
        unseen=bag.without(state.unseen, index),
        waiting="place" if state.round else "way",
    )


def stand(state: State, moves: tuple[Move, ...]) -> State:
    """All towers stand as chosen, and the first round begins (2.5)."""
    towers = list(state.towers)
    for seat, move in zip(state.playing, moves, strict=True):
        towers[seat] = replace(towers[seat], way=_way(move))
    return _begin_round(replace(state, towers=tuple(towers)))


def place(state: State, moves: tuple[Move, ...]) -> State:
    """All pieces fall, achievements are looked at, and the next round begins or the game ends (section 3)."""
    towers = list(state.towers)
    landed: dict[int, Landing | None] = {}
    for seat, move in zip(state.playing, moves, strict=True):
        towers[seat], landed[seat] = _after(towers[seat], _current(state), move)
    now = tuple(towers)
    state = replace(state, towers=now, cards=tuple(award(card, now, landed) for card in state.cards))
    return _begin_round(state) if state.next else _end(state)


def dropped(tower: Tower, pieces: list[Piece]) -> tuple[Tower, Landing]:
    """The tower after these pieces have fallen into it one by one, and where the last one landed.

    Minos beside the tower are left as they are.
    """
    squares, heights, placed = tower.squares, bytearray(tower.heights), bytearray(tower.placed)
    row = 0
    for piece in pieces:
        row = resting_row(piece.under, heights, piece.column)
        squares |= piece.squares << COLUMNS * row
        heights[piece.column : piece.column + len(piece.tops)] = [row + top for top in piece.tops]
        placed += bytes((piece.number, row))
    filled = squares.to_bytes(ROWS, "little")
    after = Tower(tower.way, bytes(placed), filled, bytes(heights), tower.minos, tower.held, tower.out)
    return after, (pieces[-1], row)


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
            piece = PIECES[number]
            after, landing = dropped(tower, [*(MINOS[column] for column in minos), piece])
            found = diamonds_under(tower, piece, landing[1])
            return replace(after, minos=tower.minos - len(minos) + found), landing
        case Hold():
            return replace(tower, held=letter), None
        case Stand():
            raise TypeError("towers stand already")


def diamonds_under(tower: Tower, piece: Piece, row: int) -> int:
    """How many diamonds a tetrimino covers that rests in that row (7.2)."""
    return 0 if tower.way is None else (DIAMONDS[tower.way] & piece.squares << COLUMNS * row).bit_count()


def _way(move: Move) -> Way:
    if isinstance(move, Stand):
        return move.way
    raise TypeError("towers must be stood first")


def _begin_round(state: State) -> State:
    """The next card comes into play, seats that can do nothing with it are out, and a new next card is due."""
    letter = _shown(state.next)
    towers = tuple(
        _put_out(tower) if tower.held and not tower.out and not can_place(tower, letter) else tower
        for tower in state.towers
    )
    number = state.round + 1
    state = replace(
        state,
        towers=towers,
        current=letter,
        next=None,
        round=number,
        waiting="card" if draws_next(state.unseen, number) else "place",
    )
    return state if state.playing else _end(state)


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
