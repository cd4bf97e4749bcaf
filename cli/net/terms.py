"""The terms of a hosted table."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Options

from ..thinking.bots import Bots

USUAL_GRACE = 120
"""Seconds after which an absent seat may be voted out, by default."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a hosted table."""

    game: AnyGame
    options: Options
    seats: int
    bots: Bots
    open: bool
    """Whether anybody on the LAN may join without a code."""
    port: int | None
    bind: str | None
    auto: str | None
    """The bot that plays the host's own seat; None for a person."""
    grace: int
    """Seconds after which an absent seat may be voted out; 0 for never."""
    announced: bool
    turn_time: int = 0
    """Seconds for a decision, after which a seat makes its default move; 0 for no limit."""
    takebacks: bool = False
    """Whether a move may be taken back if all agree."""
