"""A line that is typed at the foot of a screen."""

from __future__ import annotations

from textual import events
from textual.widgets import Input


class Line(Input):
    """Textual's Input, which takes Enter for itself here.

    So a screen that sees Enter knows that the line had no focus yet.
    """

    def on_key(self, event: events.Key) -> None:
        """Submit once: neither the screen nor a binding gets the key as well."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self._submit()

    def type_ahead(self, event: events.Key) -> None:
        """Take a key that came before the line had the focus, from a fast typist."""
        if event.key == "enter":
            self._submit()
        elif event.is_printable and event.character is not None:
            self.insert_text_at_cursor(event.character)

    def _submit(self) -> None:
        self.call_later(self.action_submit)
