"""A move being put together by keys and pointer, before it is made.

A move builder is immutable: a key gives another builder. It knows how a move is spelled and drawn, and nothing of what
is legal: the engine judges its spelling like anything that a person types (`preview`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from p2pgame.engine.picture import Mark, Sketch
from p2pgame.engine.squares import Square


class MoveBuilder(ABC):
    """See the module."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The move in notation, as it stands now."""

    @property
    def board(self) -> int | None:
        """The seat whose board it is about; None for a board that all share, or for none."""
        return None

    @property
    @abstractmethod
    def keys(self) -> Mapping[str, str]:
        """What keys do: names of keys, several joined by spaces, to a word or two. For the foot of the screen."""

    @property
    def all_keys(self) -> Mapping[str, str]:
        """What all keys do, those that mean nothing just now as well, in more words. For the help."""
        return self.keys

    @abstractmethod
    def press(self, key: str) -> MoveBuilder | None:
        """The builder after a key; None for a key that means nothing to it."""

    def taking(self, text: str) -> MoveBuilder | None:
        """The builder that spells a move; None if it can spell none like that."""
        return None

    def point(self, square: Square) -> MoveBuilder | None:
        """The builder after the pointer went to a square of its board; None if that means nothing."""
        return None

    def marks(self) -> Mapping[Square, Mark]:
        """What stands on the board where the engine shows nothing: a cursor, or a piece where it may not lie."""
        return {}

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns that it is over, for the letters at the edge of the board."""
        return ()

    def sketch(self) -> Sketch | None:
        """What is being placed, if it is a piece."""
        return None
