"""The result of a game (`spec/games/ten.md`, sections 9 and 11)."""

from __future__ import annotations

from collections.abc import Callable

from ...pending import Result
from .components import COLOURS
from .scoring import colour_points, score
from .state import JEN, Player, State

_Order = Callable[[Player], int]

_ORDERS: tuple[tuple[str, _Order], ...] = (
    ("points", lambda player: score(player.cards)),
    ("money", lambda player: player.money),
    ("cards", lambda player: -len(player.cards)),
)
"""The criteria, in this order, each with the reason of the result (9.5); most is best."""


def result(state: State) -> Result:
    """Winners, scores, and a line for each colour."""
    if state.grade is not None:
        return _solo(state, state.grade)
    winners, reason = (state.present, "default") if len(state.present) == 1 else _best(state)
    players = state.players
    return Result(winners, tuple(score(player.cards) for player in players), tuple(map(_lines, players)), reason)


def _best(state: State) -> tuple[tuple[int, ...], str]:
    """The best of the seats that are still there, and the criterion that decided."""
    seats = state.present
    for reason, order in _ORDERS:
        most = max(order(state.players[seat]) for seat in seats)
        seats = tuple(seat for seat in seats if order(state.players[seat]) == most)
        if len(seats) == 1:
            return seats, reason
    return seats, "shared"


def _solo(state: State, grade: int) -> Result:
    """The seat wins if it has more points than JEN (11.9). Her points and the beaten grade follow the seat's own."""
    seat, jen = state.players[0], state.players[JEN]
    own, hers = score(seat.cards), score(jen.cards)
    lines = (*_lines(seat), ("jen", hers))
    if state.dropped:
        return Result((), (own,), (lines,), "default")
    if own > hers:
        return Result((0,), (own,), ((*lines, ("grade", grade)),), "points")
    return Result((), (own,), (lines,), "jen")


def _lines(player: Player) -> tuple[tuple[str, int], ...]:
    return tuple(zip(COLOURS, colour_points(player.cards), strict=True))
