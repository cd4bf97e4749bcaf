"""A first game of Tentricks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from p2pgame.engine.games.tentricks import geometry
from p2pgame.engine.games.tentricks.components import TYPES
from p2pgame.engine.games.tentricks.moves import Place
from p2pgame.engine.games.tentricks.notation import parse_move
from p2pgame.engine.games.tentricks.pieces import each, with_piece
from p2pgame.engine.games.tentricks.placing import own
from p2pgame.engine.games.tentricks.state import Board, Phase, State

from ..lesson import ALL, LEARNER, Lesson, Look, Scene, Task, anything

_MAX = 1


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


def _board(drops: str, bar: int, tokens: bytes = b"") -> Board:
    """A board, by the moves with which its pieces fell."""
    board = Board(bar)
    for move in map(parse_move, drops.split()):
        assert isinstance(move, Place), move
        lying = own(board, move.kind, no_touch=False).lying(move)
        assert lying is not None, move
        board = replace(board, pieces=with_piece(board.pieces, lying))
    return replace(board, tokens=tokens)


def _table(start: State, active: int, phase: Phase, hand: str, *boards: Board) -> State:
    """A table with a piece in hand: each piece in hand or on a board has come by a card."""
    kind = TYPES.index(hand)
    about = Counter([kind, *(piece.kind for board in boards for piece in each(board.pieces))])
    held = Counter(token for board in boards for token in board.tokens)
    return replace(
        start,
        start=LEARNER,
        active=active,
        round=6,
        supply=bytes(number - about[place] for place, number in enumerate(start.supply)),
        unseen=bytes(max(0, number - about[place]) for place, number in enumerate(start.unseen)),
        bag=bytes(number - held[token] for token, number in enumerate(start.bag, 1)),
        boards=boards,
        phase=phase,
        hand=kind,
        hand_from="card",
    )


def _a_row_lacks_three_columns(start: State) -> State:
    mine = _board("I4.0@a V3.1@b I3.0@e", bar=5)
    of_max = _board("O4.0@a I4.0@c O4.0@i", bar=6)
    return _table(start, LEARNER, "place", "I3", mine, of_max)


def _max_has_revealed_an_i4(start: State) -> State:
    mine = _board("I4.0@a V3.1@b O4.0@e I4.0@g", bar=6, tokens=bytes([1]))
    of_max = _board("O4.0@a I4.0@c T4.0@d L4.0@g", bar=5)
    return _table(start, _MAX, "react", "I4", mine, of_max)


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
    table=_a_row_lacks_three_columns,
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
    table=_max_has_revealed_an_i4,
)

LESSON = Lesson((_OPENING, _ROWS, _ENDING))
