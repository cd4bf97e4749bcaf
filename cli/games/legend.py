"""What the signs of the pictures mean, for the help of a screen: it shows only letters and signs."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine.game import AnyGame

from . import presentation_of

_EVERYWHERE: Mapping[str, str] = {
    "░": "where your piece would lie",
    "×": "what your move would take away",
    "•": "the last move of each player",
    "✓ and …": "who has chosen, and who is still thinking",
}


def legend_of(game: AnyGame) -> Mapping[str, str]:
    """Sign to what it means, in a few words."""
    return {**presentation_of(game).legend, **_EVERYWHERE}
