"""A first game of Tetris."""

from __future__ import annotations

from dataclasses import replace

from p2pgame.engine.games.tetris.achievements import icons_covered
from p2pgame.engine.games.tetris.components import BASIC_ACHIEVEMENT
from p2pgame.engine.games.tetris.falling import dropped
from p2pgame.engine.games.tetris.moves import Drop, parse_move
from p2pgame.engine.games.tetris.pieces import LETTERS, PIECES
from p2pgame.engine.games.tetris.state import Card, State, Tower

from ..lesson import LEARNER, Lesson, Look, Scene, Task


def _covers_an_icon(before: State, move: str, after: State) -> bool:
    return "m" not in move and icons_covered(after.towers[LEARNER]) > icons_covered(before.towers[LEARNER])


def _wins_a_mino(before: State, _move: str, after: State) -> bool:
    return after.towers[LEARNER].minos > before.towers[LEARNER].minos


def _fills(rows: int, before: State, after: State) -> bool:
    return after.towers[LEARNER].rows >= before.towers[LEARNER].rows + rows


def _fills_two_rows(before: State, move: str, after: State) -> bool:
    return "m" not in move and _fills(2, before, after)


def _fills_by_a_mino(before: State, move: str, after: State) -> bool:
    return move.startswith("m") and _fills(1, before, after)


def _fills_a_row(before: State, _move: str, after: State) -> bool:
    return _fills(1, before, after)


def _tower(drops: str, minos: int) -> Tower:
    """An upright tower, by the moves with which its pieces fell."""
    tower = Tower(way="up")
    for move in map(parse_move, drops.split()):
        assert isinstance(move, Drop), move
        tower, _ = dropped(tower, (), PIECES[move.piece])
    return replace(tower, minos=minos)


def _table(start: State, round_: int, current: str, following: str, *towers: Tower) -> State:
    """A table at which everybody must drop a piece of the letter `current`."""
    return replace(
        start,
        current=current,
        next=following,
        unseen=(2,) * len(LETTERS),
        round=round_,
        towers=towers,
        cards=(Card(BASIC_ACHIEVEMENT),),
        waiting="place",
    )


def _two_rows_lack_two_columns(start: State) -> State:
    mine = _tower("T0@b Z1@a J3@e O0@d T2@b", minos=2)
    of_max = _tower("I0@a O0@e J3@a L1@c J0@d", minos=1)
    return _table(start, 9, "O", "J", mine, of_max)


def _five_rows_are_full(start: State) -> State:
    mine = _tower("L1@a Z0@b J3@f Z1@e I1@h T2@c S1@a O0@c O0@e T1@g S1@a I0@c", minos=0)
    of_max = _tower("J0@a L1@d O0@g J1@f Z0@a L3@d S1@b T3@g J1@a T2@e O0@c", minos=1)
    return _table(start, 20, "S", "Z", mine, of_max)


_OPENING = Scene(
    (
        Look("Everybody drops the same piece, each into a tower of their own. A full row is worth 2 points and stays."),
        Task(
            "Letters are icons: one is worth 1 point if a piece of that letter covers it. A diamond earns a mino.",
            "Your tower may stand either way; both are fine. Choose `upright` this time, and press `enter`.",
            "up",
            None,
            "Either way is fine in a game. This lesson needs your tower upright.",
        ),
        Task(
            "The piece is an I. The icon `i` stands in column h, in the second row from the bottom.",
            "Turn the piece with `r`, move it to column h with the arrows, and press `enter`.",
            "I1@h",
            _covers_an_icon,
            "Keep your mino for later, turn the I upright, and drop it into column h: there it covers the icon i.",
        ),
        Look("A `+` marks a piece on its own icon: 1 point. Max has dropped the same piece into his tower."),
        Task(
            "Now an L. A diamond lies in column e, in the third row: a piece on it earns you a mino, a single square.",
            "Turn the L upright with `r`, so that its long side drops into column e, then `enter`.",
            "L1@e",
            _wins_a_mino,
            "That would not cover the diamond. Let the long side of the L drop into column e.",
        ),
        Look("You have 2 `minos` now: you began with one. They are for later rounds, to fill holes."),
    ),
    draws=("I", "L", "T", "J"),
    others=("up", "I1@a", "L0@c"),
)

_MIDDLE = Scene(
    (
        Look("Some rounds later. The two lowest rows lack only columns g and h."),
        Task(
            "You see the next piece before you choose: after this O comes a J.",
            "Drop the O where it fills both rows: arrows, then `enter`.",
            "O0@g",
            _fills_two_rows,
            "The O alone fills the two lowest rows: drop it into columns g and h.",
        ),
        Look("Two full rows, 4 points. Nothing is ever cleared: rows stay, and your tower has 15 of them."),
        Task(
            "The third row lacks column a, and g and h. A mino falls before the piece, so both together can fill it.",
            "At the left wall press `m`. Then turn the J with `r` to stand on two squares, at the right wall: `enter`.",
            "ma J3@g",
            _fills_by_a_mino,
            "That would not fill the third row. A mino belongs in column a, the J in columns g and h.",
        ),
        Look("Another full row. Minos never cover icons, and they earn nothing on a diamond."),
        Task(
            "Once a game you may put the piece aside instead of dropping it. If it fits nowhere, you must.",
            "This S fits badly. Press the letter before `hold`, then `enter`.",
            "hold",
            None,
            "A good place, perhaps. This time put the piece aside, to see how.",
        ),
        Look("The S lies beside your tower for good: `hold` shows it. If no piece fits after that, you are out."),
    ),
    table=_two_rows_lack_two_columns,
    draws=("S", "T", "L"),
    others=("O0@g", "J3@g", "S0@c"),
)

_ENDING = Scene(
    (
        Look("Near the end you have five full rows. The achievement of this game is `six lines`: six full rows."),
        Task(
            "With two players the first to have them gets 4 points, the next one 2. The sixth row lacks column h.",
            "Turn the S with `r`, move it to the right wall, and press `enter`.",
            "S1@g",
            _fills_a_row,
            "That would not fill the sixth row: column h lacks a square there.",
        ),
        Look("Six rows are 12 points, and the achievement gives 4 more. `six lines` shows that you have it."),
        Look("After 27 rounds, or when all are out, the most points win. You can play Tetris now."),
    ),
    table=_five_rows_are_full,
    draws=("T",),
    others=("S0@e",),
)

LESSON = Lesson((_OPENING, _MIDDLE, _ENDING))
