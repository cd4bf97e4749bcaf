"""TEN: normal bots play on for a few turns; then everybody's property and prospects count."""

from __future__ import annotations

from ...bots.playouts import Playouts
from .components import is_wild
from .runs import holdings
from .scoring import score
from .state import JEN, Player, State

_POINT = 12
_NUMBER = 5
"""An owned number, beside its run: others may join it."""
_WILD = 14
"""A wild, beside its present score."""
_COIN = 3
_CARDS = 91
"""Cards of the smallest deck: prospects lose value as the deck runs out."""

_STEPS = 30
"""About four turns."""


def standing(state: State, seat: int) -> int:
    """The lead of the seat over the best other one, in twelfths of a point; JEN is one."""
    own = _owned(state, state.players[seat])
    rivals = [JEN] if state.grade is not None else [other for other in state.present if other != seat]
    return own - max((_owned(state, state.players[rival]) for rival in rivals), default=0)


def _owned(state: State, player: Player) -> int:
    left = min(sum(state.unseen), _CARDS)
    wilds = sum(map(is_wild, player.cards))
    numbers = sum(owned.bit_count() for owned in holdings(player.cards).owned)
    hopes = _NUMBER * numbers + _WILD * wilds + _COIN * player.money
    return _POINT * score(player.cards) + hopes * left // _CARDS


SEARCH = Playouts(width=6, steps=_STEPS, standing=standing, nodes={"hard": 10_000, "expert": 40_000})
