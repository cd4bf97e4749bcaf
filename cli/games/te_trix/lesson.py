"""A first game of Te-Trix."""

from __future__ import annotations

from dataclasses import replace

from p2pgame.engine.games.te_trix.components import SIDE
from p2pgame.engine.games.te_trix.moves import Arrange, Place, parse_move
from p2pgame.engine.games.te_trix.placements import EVERYWHERE, over_edge
from p2pgame.engine.games.te_trix.scoring import score
from p2pgame.engine.games.te_trix.sheet import Sheet, beside, box, printed_box
from p2pgame.engine.games.te_trix.state import State

from ..lesson import LEARNER, Lesson, Look, Scene, Task, anything


def _touches_the_printed_one(_before: State, _move: str, after: State) -> bool:
    printed = printed_box()
    return bool(after.sheets[LEARNER].o & beside(printed) & ~printed)


def _scores(before: State, _move: str, after: State) -> bool:
    return score(after.sheets[LEARNER]) > score(before.sheets[LEARNER])


def _falls_off(before: State, move: str, _after: State) -> bool:
    place = parse_move(move)
    if before.shape is None or not isinstance(place, Place):
        return False
    return over_edge(EVERYWHERE[before.shape.shape][place].boxes) > 0


def _sheet(*rows: str) -> Sheet:
    """A sheet as it is drawn, the top row first."""
    marks = [(mark, box(column, SIDE - 1 - line)) for line, row in enumerate(rows) for column, mark in enumerate(row)]
    entered = [(mark, place) for mark, place in marks if mark != "."]
    return Sheet().with_symbols("".join(mark for mark, _ in entered), tuple(place for _, place in entered))


def _max_has_made_an_i(start: State) -> State:
    mine = _sheet(".......", ".SX....", ".SXOO..", "..XOO..", "..XS...", "...SS..", ".......")
    of_max = _sheet(".......", "..OO...", ".OOXX..", "..SSX..", "..SSX..", ".......", ".......")
    return replace(start, sheets=(mine, of_max), phase="place", roller=1, dice="OOSX", shape=Arrange("I", "SOOX"))


def _max_has_no_room(start: State) -> State:
    mine = _sheet("OOOOSS.", "OOXXSS.", "OXXXXS.", "SSXOXS.", "SSSOO..", "XSSOO..", "XXSSO..")
    of_max = _sheet("OOSSXXO", "OSSXXOO", "SS.SXXO", "XSSSOOX", "XXO.OXX", "OXOOSSX", "OOSXSXX")
    return replace(start, sheets=(mine, of_max), phase="roll", roller=LEARNER)


_OPENING = Scene(
    (
        Look("In Te-Trix everybody enters the same shapes, each on a sheet of their own, to grow areas of one symbol."),
        Look("There are circles, squares and crosses. A circle is printed in the middle of your sheet."),
        Task(
            "You rolled two circles, a square and a cross. Make a shape of these dice: everybody will enter it.",
            "Choose one of the seven shapes with `← →`, then press `enter`.",
            "T:SOOX",
            anything,
        ),
        Task(
            "Now enter it, in secret. You may turn it, but not flip it. Areas grow along the edges of boxes.",
            "Put a circle of it beside the one in the middle: `arrows` move, `r` turns, `enter` enters it.",
            "r0@c6",
            _touches_the_printed_one,
            "Nothing grows there: a circle of the shape must share an edge with the one in the middle.",
        ),
        Look(
            "Beside the sheet you see how large your largest areas are. Only areas of 5 boxes or more are worth points."
        ),
    ),
    draws=("0", "OOSX"),
    others=("r0@c6",),
)

_MIDDLE = Scene(
    (
        Look("Some rounds later. Max rolled and made an I. Your area of circles has 4 boxes: `4 of 5`."),
        Task(
            "Let it grow to 5 boxes or more. A taken box stays as it is.",
            "Enter the I so that a circle of it touches your area: `arrows`, `r`, then `enter`.",
            "r1@f6",
            _scores,
            "No area is large enough there: a circle of the shape must touch your four circles.",
        ),
        Look(
            "Your first points: for each symbol, the number of its areas times the boxes in them. Two areas are better."
        ),
        Task(
            "You rolled again. `tab` goes from die to die, and `↑ ↓` swap the die there for another one.",
            "Make any shape that you like, then press `enter`.",
            "J:SSXX",
            anything,
        ),
        Task(
            "Parts of the shape may fall off the sheet; they are lost. That helps where room is short.",
            "Move it over an edge, so that at least one symbol falls off, then press `enter`.",
            "r0@y3",
            _falls_off,
            "All of it lies on the sheet. Move it further, over an edge: this time something should fall off.",
        ),
        Look("Only what lies on the sheet was entered."),
    ),
    table=_max_has_made_an_i,
    draws=("SSXX",),
    others=("r0@a7", "r0@a2"),
)

_ENDING = Scene(
    (
        Look("The game ends with the round in which somebody has no room for the shape. Here it is Max."),
        Task(
            "You roll a last time. Max cannot enter any shape that you make.",
            "Choose a shape with `← →`, then press `enter`.",
            "I:OOOS",
            anything,
        ),
        Task(
            "You still enter your shape.",
            "Find a place where it scores points, then press `enter`.",
            "r0@f3",
            _scores,
            "That scores no points. A circle beside your circles at the right, for example, scores some.",
        ),
        Look("The game is over, and the most points win: your areas beat those of Max."),
        Look("Alone you play for a high score; then only 8 symbols may fall off. You can play Te-Trix now."),
    ),
    table=_max_has_no_room,
    draws=("OOOS",),
)

LESSON = Lesson((_OPENING, _MIDDLE, _ENDING))
