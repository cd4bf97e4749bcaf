"""A first game of Tetris."""

from __future__ import annotations

from typing import Any

from p2pgame.engine.games.tetris.achievements import icons_covered
from p2pgame.engine.games.tetris.state import State

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


def _tower(placed: list[tuple[str, str]], minos: int) -> dict[str, Any]:
    """A tower in a position: letters and squares of the pieces in the order in which they fell."""
    pieces = [[letter, squares.split()] for letter, squares in placed]
    return {"way": "up", "placed": pieces, "minos": minos, "held": None, "out": False}


def _table(current: str, following: str, round_: int, mine: dict[str, Any], of_max: dict[str, Any]) -> dict[str, Any]:
    """A position in which everybody must drop a piece."""
    return {
        "current": current,
        "next": following,
        "unseen": dict.fromkeys("IOTSZJL", 2),
        "round": round_,
        "towers": [mine, of_max],
        "achievements": {"six-lines": [[], [], []]},
        "waiting": "place",
    }


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
    position=_table(
        "O",
        "J",
        9,
        _tower(
            [
                ("T", "b1 c1 c2 d1"),
                ("Z", "a1 a2 b2 b3"),
                ("J", "e1 f1 f2 f3"),
                ("O", "d2 d3 e2 e3"),
                ("T", "b4 c3 c4 d4"),
            ],
            minos=2,
        ),
        _tower(
            [
                ("I", "a1 b1 c1 d1"),
                ("O", "e1 e2 f1 f2"),
                ("J", "a2 b2 b3 b4"),
                ("L", "c2 c3 c4 d2"),
                ("J", "d3 d4 e3 f3"),
            ],
            minos=1,
        ),
    ),
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
    position=_table(
        "S",
        "Z",
        20,
        _tower(
            [
                ("L", "a1 a2 a3 b1"),
                ("Z", "b2 c1 c2 d1"),
                ("J", "f1 g1 g2 g3"),
                ("Z", "e1 e2 f2 f3"),
                ("I", "h1 h2 h3 h4"),
                ("T", "c3 d2 d3 e3"),
                ("S", "a4 a5 b3 b4"),
                ("O", "c4 c5 d4 d5"),
                ("O", "e4 e5 f4 f5"),
                ("T", "g4 g5 g6 h5"),
                ("S", "a6 a7 b5 b6"),
                ("I", "c6 d6 e6 f6"),
            ],
            minos=0,
        ),
        _tower(
            [
                ("J", "a1 a2 b1 c1"),
                ("L", "d1 d2 d3 e1"),
                ("O", "g1 g2 h1 h2"),
                ("J", "f1 f2 f3 g3"),
                ("Z", "a3 b2 b3 c2"),
                ("L", "d4 e2 e3 e4"),
                ("S", "b4 b5 c3 c4"),
                ("T", "g4 h3 h4 h5"),
                ("J", "a4 a5 a6 b6"),
                ("T", "e5 f4 f5 g5"),
                ("O", "c5 c6 d5 d6"),
            ],
            minos=1,
        ),
    ),
    draws=("T",),
    others=("S0@e",),
)

LESSON = Lesson((_OPENING, _MIDDLE, _ENDING))
