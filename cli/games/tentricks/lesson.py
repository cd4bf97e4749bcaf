"""A first game of Tentricks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from p2pgame.engine.games.tentricks import geometry
from p2pgame.engine.games.tentricks.components import CARDS_A_TYPE, CARDS_BELOW_LEVEL, TOKENS, TYPES
from p2pgame.engine.games.tentricks.pieces import each
from p2pgame.engine.games.tentricks.state import State, full_supply

from ..lesson import ALL, LEARNER, Lesson, Look, Scene, Task, anything

_MAX = 1
_SEATS = 2


def _covers_an_icon(_before: State, _move: str, after: State) -> bool:
    return LEARNER in after.gains


def _fills_a_row(before: State, _move: str, after: State) -> bool:
    return after.boards[LEARNER].bar > before.boards[LEARNER].bar


def _reaches_c2(_before: State, _move: str, after: State) -> bool:
    cell = geometry.parse("c2")
    pieces = each(after.boards[LEARNER].pieces)
    return cell is not None and any(piece.cells >> cell & 1 for piece in pieces)


def _puts_max_out(_before: State, _move: str, after: State) -> bool:
    return after.boards[_MAX].out


def _board(placed: Iterable[str], bar: int, tokens: Iterable[int] = ()) -> dict[str, Any]:
    """A board in a position; each piece is its type and its squares, in one string."""
    pieces = [[name, squares] for name, *squares in map(str.split, placed)]
    return {
        "placed": pieces,
        "bar": bar,
        "tokens": list(tokens),
        "lock": None,
        "standby": None,
        "out": False,
        "spent": {"rows": [], "icons": []},
    }


def _table(active: int, phase: str, hand: str, mine: dict[str, Any], of_max: dict[str, Any]) -> dict[str, Any]:
    """A position with a piece in hand: each piece that lies somewhere has come by a card."""
    about = Counter([hand, *(name for board in (mine, of_max) for name, _ in board["placed"])])
    supply = dict(zip(TYPES, full_supply(_SEATS), strict=True))
    discard = {name: min(about[name], CARDS_A_TYPE) for name in TYPES}
    unseen = {name: CARDS_A_TYPE - discard[name] for name in TYPES}
    held = Counter([*mine["tokens"], *of_max["tokens"]])
    return {
        "start": 0,
        "active": active,
        "round": 6,
        "supply": {name: supply[name] - about[name] for name in TYPES},
        "deck": {"unseen": unseen, "before_level": sum(unseen.values()) - CARDS_BELOW_LEVEL[_SEATS]},
        "discard": discard,
        "bag": {str(token): _SEATS - held[token] for token in TOKENS},
        "boards": [mine, of_max],
        "phase": phase,
        "hand": hand,
        "hand_from": "card",
        **_NOTHING_DUE,
    }


_NOTHING_DUE: Mapping[str, Any] = {
    "steer": None,
    "placed": None,
    "rows": 0,
    "again": False,
    "fresh": False,
    "bonus": False,
    "gains": [],
    "puts": [],
    "stack": [],
    "default": False,
}


_OPENING = Scene(
    (
        Look(
            "Place pieces below the limit bar that crosses your board: beyond it you are out. The last one left wins."
        ),
        Task(
            "A card shows your piece, an I4. Diamonds on your board are icons: cover one, and you draw a token.",
            "Cover one: move with `← →`, turn with `r`, drop with `enter`.",
            "I4.1@c",
            _covers_an_icon,
            "No diamond lies there. Upright, the I4 reaches those in columns a, c, h and j.",
        ),
        Look("You drew token `6 cancel`. Your tokens are explained beside your board. Now it is Max's turn.", 1),
        Look("Max has covered an icon, too: he drew token 1. It works when you reveal a card.", ALL),
        Task(
            "You revealed an O4, and Max uses token 1: he wants to choose where it goes on your board!",
            "Cancel it: choose `use a token ...`, then token 6.",
            "use 6",
            None,
            "Then he chooses. Cancel his token: it does nothing, and leaves the game.",
        ),
        Task(
            "His token did nothing. The O4 is yours to place again.",
            "Drop it where you like, below the bar.",
            "O4.0@e",
            anything,
        ),
        Look("Tokens 1 2 3 4 5 and 9 lock the player they hit: until the next round, none of these works there again."),
    ),
    draws=("0", "I4", "6", "I4", "1", "O4"),
    others=("I4.1@h", "use 1"),
)

_ROWS = Scene(
    (
        Look("Some rounds later your bar has come down: only 5 rows are free. Full rows lift it again."),
        Task(
            "The lowest row lacks columns h to j. A full row lifts the bar by one row, and stays.",
            "Drop the I3 there with `← →` and `enter`.",
            "I3.0@h",
            _fills_a_row,
            "That does not fill the lowest row: it lacks columns h, i and j.",
        ),
        Look(
            "`bar` went from 5 to 6. Three rows in one turn win you a piece for your standby, placed instead of a card."
        ),
        Task(
            "The diamond on c2 lies under a roof. After its fall a piece may slide by one column, left or right.",
            "Drop the I3 beside the roof, over columns d to f, and slide it left with `,` before `enter`.",
            "I3.0@d<",
            _reaches_c2,
            "That does not reach c2. Let the I3 fall in columns d to f, and slide it to the left.",
        ),
        Look(
            "It slid under the roof, and the icon gave you a token. There the piece stays: it may even hang.",
            1,
        ),
    ),
    position=_table(
        LEARNER,
        "place",
        "I3",
        _board(["I4 a1 b1 c1 d1", "V3 b2 b3 c3", "I3 e1 f1 g1"], bar=5),
        _board(["O4 a1 a2 b1 b2", "I4 c1 d1 e1 f1", "O4 i1 i2 j1 j2"], bar=6),
    ),
    draws=("T4", "I3", "10"),
    others=("T4.2@d",),
)

_ENDING = Scene(
    (
        Look("The end of a game. Bars come down when a type of piece runs out, and with the `Next Level` card."),
        Task(
            "Max has revealed an I4. You have token 1: you may choose where it goes, even beyond his bar.",
            "Choose `use a token ...`, then token 1.",
            "use 1",
            None,
            "Then Max finds a good place. Use your token.",
        ),
        Task(
            "Now you place the I4 on the board of Max. If it sticks out over his bar, he is out.",
            "Turn it upright with `r`, move it over his highest column, and drop it with `enter`.",
            "I4.1@e",
            _puts_max_out,
            "There it lies below his bar. Put it upright on a high column of his.",
        ),
        Look("Max is out. You are the last one left: you win!", ALL),
        Look("There are ten kinds of tokens; `b` shows the rules of all. You can play Tentricks now."),
    ),
    position=_table(
        _MAX,
        "react",
        "I4",
        _board(["I4 a1 b1 c1 d1", "V3 b2 b3 c3", "O4 e1 e2 f1 f2", "I4 g1 h1 i1 j1"], bar=6, tokens=[1]),
        _board(["O4 a1 a2 b1 b2", "I4 c1 d1 e1 f1", "T4 d2 e2 e3 f2", "L4 g1 h1 i1 i2"], bar=5),
    ),
)

LESSON = Lesson((_OPENING, _ROWS, _ENDING))
