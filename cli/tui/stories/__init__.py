"""What the program does from the first screen to the last, command by command."""

from __future__ import annotations

from .network import host, join
from .play import play
from .replay import replay

__all__ = ["host", "join", "play", "replay"]
