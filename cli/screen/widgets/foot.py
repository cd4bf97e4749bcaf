"""The line at the foot of a screen that tells its keys."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual.widget import Widget

from ..keys import foot


class Foot(Widget):
    """Shows as many keys as there is room for, the most important in any case."""

    DEFAULT_CSS = """
    Foot { height: 1; }
    """

    def __init__(self, keys: Mapping[str, str] | None = None) -> None:
        super().__init__(id="foot")
        self._keys = dict(keys or {})

    def show(self, keys: Mapping[str, str]) -> None:
        """Tell these from now on."""
        if list(keys.items()) != list(self._keys.items()):
            self._keys = dict(keys)
            self.refresh()

    def render(self) -> Text:
        """The keys that fit."""
        return foot(self._keys, self.content_size.width)
