"""Automatic consequences, until a seat or chance must answer (3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ...latest import for_latest
from ...records import Changes, replace, updated
from .cards import from_standby, reveal
from .effects import take_effect, without_token
from .moves import Cancel, Token
from .notation import format_move, parse_use
from .phases import others_hold
from .state import HAND_EMPTY, Board, Phase, State, Use
from .tokens import usable

CANCEL = 6


def settle(state: State) -> State:
    """The first state from here on that waits for an answer."""
    while (then := following(state)) is not None:
        state = then
    return state


def following(state: State) -> State | None:
    """The next state; None if this one waits for an answer."""
    if state.stack:
        return None if cancellers(state) else resolved(state)
    if state.gains:
        return None if state.tokens_left > 0 else replace(state, gains=())
    if state.bonus or state.puts:
        return None
    go_on = _GOING_ON.get(state.phase)
    return go_on(state) if go_on is not None else None


def cancellers(state: State) -> tuple[int, ...]:
    """The seats that may cancel the token on top of the stack (4.6), rising."""
    return _able_to_cancel(state.boards, state.stack[-1].seat)


def _able_to_cancel(boards: tuple[Board, ...], by: int) -> tuple[int, ...]:
    return tuple([seat for seat, board in enumerate(boards) if CANCEL in board.tokens and seat != by])


def able_others(state: State, phase: Phase) -> tuple[int, ...]:
    """The seats other than the active one that may use a token in that phase (3.4, 3.6), rising."""
    if not others_hold(state, phase):
        return ()
    return tuple([seat for seat in range(state.seats) if seat != state.active and usable(state, seat, phase)])


@for_latest  # once when a turn continues, then for the question
def ending(state: State) -> tuple[int, ...]:
    """The seats that may use a token after the active one has ended its turn (3.6), rising."""
    return able_others(state, "end")


@for_latest
def reacting(state: State) -> tuple[int, ...]:
    """The seats that may use a token now that a piece is in hand (3.4), rising.

    The active one is among them only if it could not wait for its turn: another may act first, or will place the piece.
    """
    others = able_others(state, "react")
    if (others or state.steer is not None) and usable(state, state.mover, "react"):
        return tuple(sorted((*others, state.mover)))
    return others


def foremost(state: State, seats: Iterable[int]) -> int:
    """The first of these seats in turn order from the active one: its answer counts, the others lapse (3.7)."""
    return min(seats, key=state.in_turn_order().index)


def used(state: State, seat: int, use: Token) -> State:
    """The token is spent. It takes effect at once if no other seat can cancel it."""
    boards = state.boards_with(seat, without_token(state.boards[seat], use.token))
    if _able_to_cancel(boards, seat):
        return replace(state, boards=boards, stack=(Use(seat, format_move(use)),))
    return take_effect(_dealt_with(replace(state, boards=boards)), seat, use)


def cancelled(state: State, seat: int) -> State:
    """A cancel is spent, and lies on the stack until it is settled whether it takes effect (4.0)."""
    board = without_token(state.boards[seat], CANCEL)
    return state.on_board(seat, board, stack=(*state.stack, Use(seat, format_move(Cancel()))))


def resolved(state: State) -> State:
    """The top of the stack takes effect: a cancel removes the token under it, any other token has its effect."""
    *under, top = state.stack
    use = parse_use(top.move)
    if use.token == CANCEL:
        return _dealt_with(replace(state, stack=tuple(under[:-1])))
    return take_effect(_dealt_with(replace(state, stack=())), top.seat, use)


def _dealt_with(state: State) -> State:
    """After a token used at the end of a turn, the active seat may use its own again (3.6)."""
    return replace(state, phase="after") if state.phase == "end" and not state.stack else state


def without_choice(state: State) -> State:
    """The active seat begins its turn in the only possible way: its standby piece, or a card (3.2, 3.3)."""
    return from_standby(state) if may_take_standby(state) else reveal(state)


def may_take_standby(state: State) -> bool:
    """Whether a standby piece is to be placed instead of revealing a card."""
    return state.boards[state.mover].standby is not None and not state.fresh


def _on_from_start(state: State) -> State | None:
    return None if usable(state, state.mover, "start") else without_choice(state)


def _on_from_react(state: State) -> State | None:
    return None if reacting(state) else replace(state, phase="place")


def _on_from_after(state: State) -> State | None:
    mover = state.mover
    if state.boards[mover].out:
        return end_turn(state)
    if usable(state, mover, "after"):
        return None
    return replace(state, phase="end") if able_others(state, "end") else end_turn(state)


def _on_from_end(state: State) -> State | None:
    return None if ending(state) else end_turn(state)


_GOING_ON: Mapping[Phase, Callable[[State], State | None]] = {
    "start": _on_from_start,
    "react": _on_from_react,
    "after": _on_from_after,
    "end": _on_from_end,
}
"""The phases in which possibly no seat is asked."""


def end_turn(state: State) -> State:
    """The state after the turn: the end of the game if at most one seat is left, or the next turn (3.9)."""
    gone = [board.out for board in state.boards]
    if gone.count(False) <= 1:
        return cleared(state, {"phase": "over"})
    if state.again and not state.boards[state.mover].out:
        return cleared(state, {"phase": _first_phase(state, state.mover)})
    return cleared(state, _next_turn(state))


def _first_phase(state: State, seat: int) -> Phase:
    """The phase in which the seat's turn begins: that of a draw if it has no token and no piece, and so no choice."""
    board = state.boards[seat]
    return "start" if board.tokens or board.standby is not None or state.before_level == 0 else "card"


def cleared(state: State, changes: Changes) -> State:
    """The table after some changes, without the facts that last only for a turn."""
    boards: tuple[Board, ...] = changes.get("boards", state.boards)
    spent = [board.spent_rows | board.spent_icons for board in boards]
    if any(spent):
        changes = changes | {"boards": tuple([replace(board, spent_rows=0, spent_icons=0) for board in boards])}
    return updated(state, {**_CLEARED, **changes})


_CLEARED: Changes = HAND_EMPTY | {"placed": None, "rows": 0, "again": False, "fresh": False, "bonus": False}


def _next_turn(state: State) -> Changes:
    """The turn goes to the next seat clockwise that is not out; past the starting seat a new round begins."""
    boards, start, seat = state.boards, state.start, state.mover
    new_round = False
    while True:
        seat = (seat + 1) % len(boards)
        new_round = new_round or seat == start
        if not boards[seat].out:
            break
    changes: Changes = {"phase": _first_phase(state, seat), "active": seat}
    if new_round:
        changes["round"] = state.round + 1
        changes["boards"] = tuple([board if board.lock is None else replace(board, lock=None) for board in boards])
    return changes
