"""The footer of a screen, with its keys."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual.widget import Widget

from ..keys import foot


class Foot(Widget):
    """Shows as many keys as there is room for, the most important in any case.

    Textual's Footer scrolls the keys that have no room out of sight, and takes them from bindings. Here they change
    with each question, and the keys that lead on and out stay in sight on a screen of 60 columns.
    """

    def __init__(self, keys: Mapping[str, str] | None = None) -> None:
        super().__init__(id="foot")
        self._keys = dict(keys or {})

    def show(self, keys: Mapping[str, str]) -> None:
        """Show these keys from now on."""
        if list(keys.items()) != list(self._keys.items()):
            self._keys = dict(keys)
            self.refresh()

    def render(self) -> Text:
        """The keys that fit."""
        return foot(self._keys, self.content_size.width)
