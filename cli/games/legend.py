"""The meaning of the pictures' signs, for the help of a screen."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine.game import AnyGame

from . import presentation_of

_EVERYWHERE: Mapping[str, str] = {
    "░": "your piece, if you drop it now",
    "×": "squares that your move would empty",
    "•": "the last move of each player: lighter squares, or this dot",
    "✓ and …": "has chosen; is still thinking",
}


def legend_of(game: AnyGame) -> Mapping[str, str]:
    """The signs with their meaning, in a few words."""
    return {**presentation_of(game).legend, **_EVERYWHERE}
