"""JEN, the opponent of a solo game (`spec/games/ten.md`, section 11): her bids, and the names of her grades.
`turns.resume` draws for her and `auction` pays for her; she is never asked.
"""

from __future__ import annotations

from ...errors import BadOption
from ...options import Option, Options
from .paying import purse
from .state import JEN, State

LOWEST_BID = 5

GRADES = {
    4: "everybody starts somewhere",
    5: "the knack is coming",
    6: "that was worth watching",
    7: "a marvel of luck and planning",
    8: "among the very best",
    9: "hats off",
    10: "how did you do that?",
}
"""Grade to the verdict on a seat that beats JEN at it. The grade is the net value at which she stops to draw."""

OPTION = Option("jen", tuple(GRADES), min(GRADES), "solo only: JEN draws until she has that much; higher is harder")


def grade_of(seats: int, options: Options) -> int | None:
    """JEN's grade in a solo game; None at other tables.

    Raises:
        BadOption: a grade is chosen for several seats.
    """
    grade = int(options[OPTION.name])
    if seats == 1:
        return grade
    if grade != OPTION.default:
        raise BadOption(f"option jen is for one seat only, not for {seats}: JEN plays against a single one")
    return None


def bid(state: State, bids: tuple[int, ...]) -> int:
    """JEN's offer for a wild after these bids; 0 is a pass (11.7)."""
    hers = purse(state, JEN, "auction")
    wanted = max(bids, default=0) + 1 if state.jen_is_active else min(hers, purse(state, 0, "auction"))
    wanted = max(LOWEST_BID, wanted)
    return wanted if wanted <= hers else 0
