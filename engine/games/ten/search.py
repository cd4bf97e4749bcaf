"""Search in TEN: one step ahead, exactly. Nothing is sampled, because the cards left in the deck are known.

`drawing` weighs one more card, `bidding` an auction to its end, `buying` purchases and payments. States are judged by
everybody's property (`view`, `outlook`), with weights learnt by self-play (`weights`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...bots.budget import Budget
from ...bots.search import Weighed
from ...game import Game, Rng
from .bidding import bids
from .buying import payments, purchases
from .drawing import Drawing
from .moves import DRAW, Move
from .state import State
from .view import FULL, View

_MOST = 2
"""Nodes of a decision: one for the seat's own property, and one more for that of its rivals."""
_LITTLE = 2
"""The regard for rivals of a search that may spend one node: it hardly sees what others gain."""


class TenSearch:
    """One step ahead, as the docstring of the module says."""

    nodes: Mapping[str, int] = {"hard": 1, "expert": _MOST}

    def weigh(
        self, game: Game[State, Move], state: State, seat: int, rng: Rng, budget: Budget, also: Sequence[Move] = ()
    ) -> list[Weighed[Move]]:
        """All moves by the lead that they bring, except bids that are far too high."""
        nodes = min(_MOST, budget.nodes)
        values = _values(View(state, seat, FULL if nodes == _MOST else _LITTLE), tuple(also))
        budget.spend(nodes)
        return [Weighed(move, value) for move, value in sorted(values.items(), key=lambda each: -each[1])]


def _values(view: View, also: tuple[Move, ...]) -> dict[Move, int]:
    match view.state.phase:
        case "start":
            return {DRAW: 0}
        case "choose":
            return Drawing(view).values()
        case "auction":
            return bids(view, also)
        case "pay":
            return payments(view)
        case _:
            return purchases(view)


SEARCH = TenSearch()
