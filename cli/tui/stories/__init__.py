"""What the program does from the first screen to the last, command by command."""

from __future__ import annotations

from .finding import join_found
from .menu import menu
from .network import host
from .play import play
from .replay import replay

__all__ = ["host", "join_found", "menu", "play", "replay"]
