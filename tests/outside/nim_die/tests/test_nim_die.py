"""Every clause of `rules.md`; p2pgame's own laws are run over the game as well (`docs/new-game.md`)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from nim_die.game import GAME
from nim_die.moves import Take
from nim_die.state import State
from p2pgame.engine.errors import IllegalMove, NotAMove
from p2pgame.engine.events import Drawn, Played
from p2pgame.engine.pending import Chance, Over, Turn
from p2pgame.engine.play import step


def turn(heap: int, die: int, seats: int = 3, seat: int = 0) -> State:
    """A seat about to take sticks."""
    return replace(GAME.begin(seats), heap=heap, turn=seat, die=die)


def winners(state: State) -> tuple[int, ...]:
    """The winners of a finished game."""
    pending = GAME.pending(state)
    assert isinstance(pending, Over)
    return pending.result.winners


@pytest.mark.parametrize(("options", "sticks"), [({}, 21), ({"heap": 34}, 34)])
def test_1_1_a_heap_has_21_sticks_or_34(options: dict[str, int], sticks: int) -> None:
    """As the option says."""
    assert GAME.begin(2, options).heap == sticks


def test_1_2_there_are_2_to_5_seats() -> None:
    """All these tables begin."""
    assert [GAME.begin(seats).seats for seats in GAME.seats] == [2, 3, 4, 5]


def test_2_1_the_first_seat_is_drawn_and_turns_go_clockwise() -> None:
    """From the last seat to seat 0."""
    state = GAME.begin(3)
    assert GAME.pending(state) == Chance((("0", 1), ("1", 1), ("2", 1)))
    seats = []
    for event in (Drawn(2), Drawn(0), Played(2, Take(1)), Drawn(0), Played(0, Take(1))):
        state = step(GAME, state, event)
        seats.append(state.turn)
    assert seats == [2, 2, 0, 0, 1]


def test_2_2_a_turn_begins_with_the_die() -> None:
    """Six faces, each as likely as the others."""
    state = step(GAME, GAME.begin(2), Drawn(0))
    assert GAME.pending(state) == Chance(tuple((str(face), 1) for face in range(1, 7)))
    assert step(GAME, state, Drawn(5)).die == 6


@pytest.mark.parametrize(("heap", "die", "most"), [(21, 4, 4), (2, 6, 2), (1, 1, 1)])
def test_2_3_a_seat_takes_as_many_as_the_die_shows_at_most(heap: int, die: int, most: int) -> None:
    """No more than there are."""
    state = turn(heap, die)
    assert list(GAME.legal(state, 0)) == [Take(sticks) for sticks in range(1, most + 1)]
    with pytest.raises(IllegalMove, match=r"nim-die 2\.3"):
        GAME.check(state, 0, Take(most + 1))


def test_3_1_the_last_stick_wins() -> None:
    """At any number of seats."""
    assert winners(step(GAME, turn(heap=3, die=3), Played(0, Take(3)))) == (0,)


def test_3_2_a_seat_that_leaves_is_passed_over_and_the_last_one_wins() -> None:
    """The turn goes to the next seat, which throws the die again."""
    state = GAME.drop(turn(heap=9, die=4), 0)
    assert (state.turn, state.die, GAME.pending(state)) == (1, None, Chance(tuple((str(n), 1) for n in range(1, 7))))
    assert winners(GAME.drop(state, 2)) == (1,)


def test_4_1_a_move_is_spelled_take_and_a_number() -> None:
    """No other text is a move."""
    assert GAME.parse("take 3") == Take(3)
    for text in ("take 0", "take 7", "take  3", "3", "take 3 "):
        with pytest.raises(NotAMove):
            GAME.parse(text)


def test_4_2_a_seat_whose_time_is_up_takes_one_stick() -> None:
    """So the game continues."""
    state = turn(heap=9, die=4)
    assert GAME.pending(state) == Turn(0)
    assert GAME.default(state, 0) == Take(1)
