"""Sentences in place of a table's question."""

from __future__ import annotations


class Remarks:
    """The sentence that is shown now instead of the question, if there is one."""

    def __init__(self) -> None:
        self.said = ""
        """A sentence that goes with the next key; empty for none."""
        self.answer = ""
        """An answer with its title, which stands until the move is made or cancelled; empty for none."""

    @property
    def text(self) -> str:
        """The sentence that is shown; empty for the question itself."""
        return self.said or self.answer
