"""A first game of Tink."""

from __future__ import annotations

from dataclasses import replace

from p2pgame.engine.games.tink import geometry, rules
from p2pgame.engine.games.tink.moves import Place, parse_move
from p2pgame.engine.games.tink.state import State, Stones
from p2pgame.engine.pending import Over

from ..lesson import LEARNER, Lesson, Look, Scene, Task, anything


def _pays_twice(_before: State, _move: str, after: State) -> bool:
    """Whether at least two free squares touch two own stones, so that no single stone spoils it."""
    own = after.stones[LEARNER].all
    touched = (
        square for square in geometry.members(after.empty) if (geometry.NEIGHBOURS[square] & own).bit_count() > 1
    )
    return len(list(touched)) > 1


def _medium(_before: State, move: str, _after: State) -> bool:
    return _size(move) == "m"


def _large(_before: State, move: str, _after: State) -> bool:
    return _size(move) == "l"


def _size(move: str) -> str:
    made = parse_move(move)
    return made.size if isinstance(made, Place) else ""


def _wins(_before: State, _move: str, after: State) -> bool:
    ending = rules.pending(after)
    return isinstance(ending, Over) and ending.result.winners == (LEARNER,)


def _stones(small: str, medium: str, large: str = "") -> Stones:
    """The stones of a seat, by the names of their squares."""
    return Stones(*(sum(1 << _square(name) for name in names.split()) for names in (small, medium, large)))


def _square(name: str) -> int:
    square = geometry.parse(name)
    assert square is not None, name
    return square


def _table(start: State, placed: int, mine: Stones, of_max: Stones) -> State:
    """A table at which the learner is to move."""
    return replace(start, stones=(mine, of_max), turn=LEARNER, placed=placed, first=False)


def _two_mediums_touch(start: State) -> State:
    return _table(start, 15, _stones("c3", "d4 d5"), _stones("c6 e6 f3", "f5"))


def _max_has_three_smalls(start: State) -> State:
    return _table(start, 24, _stones("a5 e4", "c2", "e6"), _stones("b5 c5 d5", "f3"))


_OPENING = Scene(
    (
        Look("In Tink, four of your small stones in a row win, or four of your medium ones: across, up or diagonally."),
        Look("You have five small stones, four medium and one large. Beside the board: `5s` `4m` `1l`."),
        Task(
            "The first stone of a game is a small one, on one of the inner squares.",
            "Choose a marked square with the `arrows`, then press `enter`.",
            "s@d4",
            anything,
        ),
        Task(
            "A small stone is free, and may stand on any free square. It is also money: two of them pay for a medium.",
            "Place a second one close to your first, for example side by side: `arrows`, then `enter`.",
            "s@d5",
            _pays_twice,
            "Free, but too far away: at least two free squares should touch both of your stones.",
        ),
        Task(
            "A medium costs two of your smalls that touch its square.",
            "Press `2` for a medium, choose a marked square with the `arrows`, then press `enter`.",
            "m@c4=d4+d5",
            _medium,
            "That is a small stone. Press `2` first: now you can pay for a medium.",
        ),
        Look("You have a medium on the board, and the two smalls came back: spent stones return to your stash."),
    ),
    draws=("0",),
    others=("s@e6", "s@f4", "s@f5"),
)

_LARGE = Scene(
    (
        Look("A few turns later. Two of your mediums touch each other: enough to pay for your only large stone."),
        Task(
            "A large costs two of your mediums that touch its square.",
            "Press `3` for the large, choose a marked square with the `arrows`, then press `enter`.",
            "l@e4=d4+d5",
            _large,
            "That is not the large. Press `3` first.",
        ),
        Look("The large counts as a small and as a medium, in rows and in paying: it fits every row of yours."),
    ),
    table=_two_mediums_touch,
    others=("s@f6",),
)

_ENDING = Scene(
    (
        Look("The end of another game. Max has three smalls in a row: on b5, c5 and d5."),
        Task(
            "Your stone closes the left end of that row. Max wins on e5, unless you take that square.",
            "Place a small stone on e5: `arrows`, then `enter`.",
            "s@e5",
            None,
            "Then Max wins on e5. Place a small stone there.",
        ),
        Task(
            "Max closed one end of your own row in the e column: small, small, large. Its other end is open.",
            "Find the square that makes it four, and place a small stone there.",
            "s@e7",
            _wins,
            "That does not make four in a row. Look along the e column.",
        ),
        Look("Four in a row: `*s` and `*l` mark them, and you win. The large counted as a small."),
        Look("If you can place nothing, you pass. Two passes in a row lose. You can play Tink now."),
    ),
    table=_max_has_three_smalls,
    others=("s@e3",),
)

LESSON = Lesson((_OPENING, _LARGE, _ENDING))
