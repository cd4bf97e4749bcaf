"""The score sheet and the winners (`spec/games/tetris.md`, section 9)."""

from __future__ import annotations

from ...pending import Result
from .achievements import icons_covered
from .components import ICON_POINTS, ROW_POINTS, SPACE_POINTS
from .state import State

Sheet = tuple[tuple[str, int], ...]


def sheet(state: State, seat: int) -> Sheet:
    """A seat's score so far, line by line: rows, icons, each achievement card."""
    tower = state.towers[seat]
    return (
        ("rows", ROW_POINTS * tower.rows),
        ("icons", ICON_POINTS * icons_covered(tower)),
        *((card.name, _space_points(card.spaces, seat)) for card in state.cards),
    )


def result(state: State) -> Result:
    """How the game ended. The most points win, then the most rows; a seat that left cannot win."""
    sheets = tuple(sheet(state, seat) for seat in range(state.seats))
    scores = tuple(sum(points for _, points in lines) for lines in sheets)
    stayed = [seat for seat in range(state.seats) if seat not in state.dropped]
    ranks = {seat: (scores[seat], state.towers[seat].rows) for seat in stayed}
    best = max(ranks.values())
    winners = tuple(seat for seat in stayed if ranks[seat] == best)
    return Result(winners, scores, sheets, _reason(state, stayed))


def _reason(state: State, stayed: list[int]) -> str:
    if len(stayed) == 1:
        return "default"
    return "cards" if state.playing else "out"


def _space_points(spaces: tuple[tuple[int, ...], ...], seat: int) -> int:
    return sum(points for points, seats in zip(SPACE_POINTS, spaces, strict=True) if seat in seats)
