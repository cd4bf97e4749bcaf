"""The parts of a position that must fit together (`spec/games/tentricks.md`, section 11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...errors import BadPosition, IllegalMove
from ...records import replace
from .bars import overlaps
from .components import TOKENS, TYPES
from .effects import with_token
from .flow import CANCEL, cancellers, cleared, ending, reacting
from .moves import Token
from .notation import parse_use
from .pieces import each
from .placing import foreign
from .state import Board, Put, State, full_bag, full_supply, set_up
from .tokens import check_use

_BEFORE_PLAY = ("first", "fewer")
_NOTHING_DUE = ("first", "fewer", "card", "over")
_WITH_HAND = ("react", "place")
_AFTER_HAND = ("after", "end")


def check_sound(state: State) -> None:
    """Return if any game could have led to this state.

    Raises:
        BadPosition: none could.
    """
    for check in _CHECKS:
        check(state)


def _refuse_if(wrong: bool, reason: str) -> None:
    if wrong:
        raise BadPosition(reason)


def _check_pieces(state: State) -> None:
    """Return if there are no more pieces of a type than the game has."""
    found = list(state.supply)
    for kind in _types_elsewhere(state):
        found[kind] += 1
    for kind, most in enumerate(full_supply(state.seats)):
        _refuse_if(
            found[kind] > most, f"supply: all places have {found[kind]} of {TYPES[kind]}, but the game has {most}"
        )


def _types_elsewhere(state: State) -> Iterable[int]:
    for board in state.boards:
        yield from (piece.kind for piece in each(board.pieces))
        yield from () if board.standby is None else (board.standby,)
    yield from () if state.hand is None else (state.hand,)
    for put in state.puts:
        yield from put.types


def _check_tokens(state: State) -> None:
    """Return if there are no more tokens of a number than the game has, and the bag holds the right number of
    tokens."""
    for token in TOKENS:
        _refuse_if(_tokens_gone(state, token) < 0, f"bag: all places have more of token {token} than the game")
    _refuse_if(state.tokens_left < 0, "bag: it has fewer tokens than were taken out unseen")


def _tokens_gone(state: State, token: int) -> int:
    """The number of tokens of that kind that have left the game."""
    about = state.bag[token - 1]
    about += sum(board.tokens.count(token) + (board.lock == token) for board in state.boards)
    about += sum(parse_use(use.move).token == token for use in state.stack)
    return full_bag(state.seats, state.setup)[token - 1] - about


def _check_boards(state: State) -> None:
    for seat, board in enumerate(state.boards):
        where = f"boards[{seat}]"
        if board.out:
            bare = replace(board, tokens=b"", lock=None, standby=None, spent_rows=0, spent_icons=0)
            _refuse_if(board != bare, f"{where}: a seat that is out has no tokens, lock, standby or spent")
        else:
            _refuse_if(board.bar == 0, f"{where}.bar: at 0 rows the seat would be out")
            _refuse_if(overlaps(board), f"{where}.placed: a piece overlaps the bar, so the seat would be out")
            _refuse_if(seat in state.dropped, f"{where}.out: a seat that left is out")


def _check_beginning(state: State) -> None:
    """Return if everything before the first turn is as at the start, except for seats that left."""
    unknown = state.active is None
    _refuse_if(unknown != (state.start is None), "start: null if active is null, and only then")
    _refuse_if((state.phase == "first") > unknown, "active: expected null in phase first")
    _refuse_if(unknown and state.phase not in ("first", "over"), f"active: expected a seat in phase {state.phase}")
    _refuse_if(state.phase == "fewer" and not state.setup.fewer, "phase: fewer needs the option fewer")
    if unknown or state.phase == "fewer":
        fresh = set_up(state.seats, state.setup)
        boards = tuple(replace(new, out=board.out) for new, board in zip(fresh.boards, state.boards, strict=True))
        laid_out = replace(
            fresh,
            start=state.start,
            active=state.active,
            boards=boards,
            phase=state.phase,
            default=state.default,
            dropped=state.dropped,
        )
        _refuse_if(state != laid_out, f"phase: nothing has changed since the start, so it cannot be {state.phase}")


def _check_end(state: State) -> None:
    left = len(state.left)
    over = state.phase == "over"
    _refuse_if(over and left > 1, f"phase: over, but {left} seats are left")
    _refuse_if(state.phase in _BEFORE_PLAY and left < 2, f"phase: {state.phase}, but at most one seat is left")
    _refuse_if(state.default and not (over and left == 1), "default: true only when over with one seat left")
    _refuse_if(over and state != cleared(state, {}), "phase: over, but marks of the last turn are left")


def _check_turn(state: State) -> None:
    """Return if fields that exist only in some phases are empty in the others."""
    phase = state.phase
    with_hand = phase in _WITH_HAND
    _refuse_if((state.hand is None) != (state.hand_from is None), "hand_from: null if hand is null, and only then")
    _refuse_if(
        (state.hand is not None) != with_hand, f"hand: a piece is in hand in phases react and place, not in {phase}"
    )
    _refuse_if(state.placed is not None and phase not in _AFTER_HAND, f"placed: expected null in phase {phase}")
    _refuse_if(state.again and phase not in _AFTER_HAND, f"again: expected false in phase {phase}")
    _refuse_if(
        phase == "card" and state.before_level == 0, "phase: the next card is the Next Level card, which is not drawn"
    )
    if state.steer is not None:
        _refuse_if(not with_hand, f"steer: no piece is placed in phase {phase}")
        _refuse_if(state.steer == state.active, "steer: the active seat does not steer itself")
        _refuse_if(state.boards[state.steer].out, f"steer: seat {state.steer} is out")
        _refuse_if(state.hand_from == "standby", "steer: a standby piece is not steered")
    if state.active is not None:
        _check_active(state, state.boards[state.active])


def _check_active(state: State, board: Board) -> None:
    _refuse_if(state.fresh and board.standby is None, "fresh: the active seat has no standby piece")
    others_due = state.phase == "after" and (state.gains or state.puts) and not state.again
    _refuse_if(board.out and state.phase != "over" and not others_due, f"active: seat {state.active} is out")


def _check_due(state: State) -> None:
    """Return if a seat can do what is due (draw tokens, choose a piece, place pieces), and nothing must come before
    it."""
    due = state.gains or state.bonus or state.puts
    _refuse_if(bool(due) and state.phase in _NOTHING_DUE, f"gains, bonus, puts: expected none in phase {state.phase}")
    _refuse_if(bool(due) and bool(state.stack), "stack: it is empty before there are gains, a bonus or puts")
    _refuse_if(any(state.boards[seat].out for seat in state.gains), "gains: a seat that is out draws nothing")
    _refuse_if(bool(state.gains) and state.tokens_left == 0, "gains: no token is left")
    if state.bonus:
        board = state.boards[state.mover]
        _refuse_if(board.out or board.standby is not None, "bonus: the active seat has no room for a standby piece")
        _refuse_if(not any(state.supply), "bonus: the supply is empty")


def _check_puts(state: State) -> None:
    for i, put in enumerate(state.puts):
        _check_put(state, put, f"puts[{i}]")
    if len(state.puts) > 1:
        order = [state.in_turn_order().index(put.on) for put in state.puts]
        swapped = len(order) == 2 and all(put.by == put.on and len(put.types) == 1 for put in state.puts)
        _refuse_if(not swapped or order[0] >= order[1], "puts: two are of an exchange, in turn order")


def _check_put(state: State, put: Put, where: str) -> None:
    _refuse_if(state.boards[put.by].out or state.boards[put.on].out, f"{where}: a seat that is out places nothing")
    if put.by != put.on:
        copied = state.phase == "after" and put.by == state.active and put.types == (state.placed,)
        _refuse_if(
            not copied or put.turn, f"{where}: only the active seat places what it has placed on another's board"
        )
        spots = foreign(state.boards[put.on], put.types[0], state.setup.no_touch)
        _refuse_if(not spots.below, f"{where}: the piece has no place on that board")
    if put.turn:
        swapped = put.by == state.active and len(put.types) == 1 and state.phase == "after" and state.placed is None
        _refuse_if(not swapped, f"{where}.turn: only what the active seat got for the piece in hand")


def _check_stack(state: State) -> None:
    """Return if the stack is a token that could be used, and above it cancels, each against another seat's token."""
    if not state.stack:
        return
    _refuse_if(state.phase in _NOTHING_DUE, f"stack: no token can be used in {state.phase}")
    uses = [parse_use(use.move) for use in state.stack]
    for i, use in enumerate(uses):
        _refuse_if(state.boards[state.stack[i].seat].out, f"stack[{i}]: the seat is out")
        _refuse_if(i > 0 and use.token != CANCEL, f"stack[{i}]: only a cancel can lie on another token")
        own = i > 0 and state.stack[i].seat == state.stack[i - 1].seat
        _refuse_if(own, f"stack[{i}]: no seat cancels its own token")
    _check_bottom(_with_tokens_back(state), state.stack[0].seat, uses[0])
    _refuse_if(not cancellers(state), "stack: expected an empty one, because no seat can cancel")


def _with_tokens_back(state: State) -> State:
    """The table before the stack was begun. Two cancels that undid each other are gone from the game; the seats that
    may have had them get a 6."""
    before = replace(state, stack=())
    for use in state.stack:
        before = before.on_board(use.seat, with_token(before.boards[use.seat], parse_use(use.move).token))
    if _tokens_gone(state, CANCEL) >= 2:
        for seat in before.left:
            before = before.on_board(seat, with_token(before.boards[seat], CANCEL))
    return before


def _check_bottom(before: State, seat: int, use: Token) -> None:
    asked: tuple[int | None, ...]
    match before.phase:
        case "react":
            asked = reacting(before)
        case "end":
            asked = ending(before)
        case "place" if before.steer is not None:
            asked = ()
        case _:
            asked = (before.active,)
    _refuse_if(seat not in asked, f"stack[0]: seat {seat} could not move")
    try:
        check_use(before, seat, use)
    except IllegalMove as refusal:
        raise BadPosition(f"stack[0]: {refusal}") from refusal


def _check_window(state: State) -> None:
    """Return if a window asks at least one seat; otherwise the game would have moved on."""
    if state.stack or state.gains or state.bonus or state.puts:
        return
    _refuse_if(state.phase == "react" and not reacting(state), "phase: no seat can react")
    _refuse_if(state.phase == "end" and not ending(state), "phase: no seat can use a token at the end of the turn")


_CHECKS: tuple[Callable[[State], None], ...] = (
    _check_pieces,
    _check_tokens,
    _check_boards,
    _check_beginning,
    _check_end,
    _check_turn,
    _check_due,
    _check_puts,
    _check_stack,
    _check_window,
)
"""In an order in which each may rely on those before it."""
