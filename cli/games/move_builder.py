"""A move that is put together by keys and pointer, before it is made.

A move builder is immutable: a key gives another builder. It knows the spelling and drawing of a move, and nothing of
the rules: the engine judges its spelling like a typed one (`preview`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from p2pgame.engine.picture import Mark, Sketch
from p2pgame.engine.squares import Square


class MoveBuilder(ABC):
    """A move that is put together by keys and pointer."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The present move in notation."""

    @property
    def board(self) -> int | None:
        """The seat of its board; None for a board that all share, or for none."""
        return None

    @property
    @abstractmethod
    def keys(self) -> Mapping[str, str]:
        """The keys, several joined by spaces, with a word or two each. For the footer of the screen."""

    @property
    def all_keys(self) -> Mapping[str, str]:
        """All keys, also those without an effect at present, in more words. For the help."""
        return self.keys

    @abstractmethod
    def press(self, key: str) -> MoveBuilder | None:
        """The builder after a key; None for an unknown key."""

    def taking(self, text: str) -> MoveBuilder | None:
        """The builder of a spelled move; None if it can spell none like that."""
        return None

    def asked_for(self, text: str) -> MoveBuilder:
        """The builder in a lesson that asks for one move, so that it marks no other places."""
        return self

    def point(self, square: Square) -> MoveBuilder | None:
        """The builder with the pointer on a square of its board; None if that has no effect."""
        return None

    def marks(self) -> Mapping[Square, Mark]:
        """The marks on the board that the engine does not show: a cursor, or a piece in a forbidden place."""
        return {}

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns below the piece, for the letters at the edge of the board."""
        return ()

    def sketch(self) -> Sketch | None:
        """The piece in hand, if there is one."""
        return None
