"""Sentences in place of a table's question: answers to commands, remarks, refusals."""

from __future__ import annotations

from collections.abc import Callable

from ..fitting import fit
from ..render import QUESTION_ROWS, question_text
from .body import TableBody
from .captions import PADDING

_TOO_SOON = "(That key came too soon. Press it again to confirm.)"


class Sayings:
    """Says sentences. Most of them stay until the next key; an answer stays until the move is made or cancelled."""

    def __init__(self, body: TableBody, look: Callable[[], None]) -> None:
        """`look` shows the present table."""
        self._body = body
        self._captions = body.captions
        self._remarks = body.captions.remarks
        self._look = look

    @property
    def text(self) -> str:
        """The sentence in place of the question; empty for the question itself."""
        return self._remarks.text

    def say(self, text: str) -> None:
        """Show the table, and a sentence."""
        self._look()
        self.say_over(text)

    def say_over(self, text: str) -> None:
        """Show a sentence over the last look at the table."""
        self._remarks.said = _plain(text)
        self.show()

    def answer(self, title: str, text: str) -> None:
        """Show the table, and an answer with its title."""
        self._look()
        self._remarks.said = ""
        self._remarks.answer = _plain(f"{title}: {text}") if text else ""
        self.show()

    def show(self) -> None:
        """Show the sentence, or the question."""
        self._body.show_words()

    def note_early_key(self) -> None:
        """Say beside the question that a key came too soon, for example twice; a lesson's text stays."""
        table = self._body.table
        if table.asked and self._captions.notes_early_keys:
            asked = question_text(table, self._captions.ends, move=self._body.move).plain
            self.say_over(fit(asked, _TOO_SOON, self._body.screen.size.width - 2 * PADDING, QUESTION_ROWS))

    def go_on(self, is_over: bool) -> None:
        """Forget the sentence about the last state of the table; at the end the answer, too, for the result."""
        self.hear_key()
        if is_over:
            self.forget_answer()

    def hear_key(self) -> None:
        """Forget the sentence, but not an answer; the next look shows that."""
        self._remarks.said = ""

    def forget_answer(self) -> None:
        """Forget the answer; the next look shows the question."""
        self._remarks.answer = ""

    def forget(self) -> None:
        """Forget all; the next look shows the question."""
        self.hear_key()
        self.forget_answer()


def _plain(text: str) -> str:
    """Without the marks that line mode puts around commands."""
    return text.replace("`", "")
