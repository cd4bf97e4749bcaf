"""The lobby as a person sees it: the code, the ways in, the game, the seats, what the table waits for, and the chat."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from ..big import large
from ..drawing import style
from ..lobby_text import chosen_text, seats_text, waits_text, ways_text
from ..lobby_view import LobbyView

_ROOM_FOR_CODE = 24
"""Rows of the screen from which the code may take three or five of them."""
_FRAME = 6
"""Columns of the frame around the code and of the margins."""
_REST = 16
"""Rows of all but ways in, options and seats: title, code, fingerprint, margins, waits, three of chat, foot."""


class LobbyBody(Vertical):
    """Shows a lobby between its title and the line for typing."""

    def __init__(self, lobby: LobbyView) -> None:
        super().__init__(id="main")
        self._lobby = lobby

    def compose(self) -> ComposeResult:
        yield Static(id="code")
        yield Static(id="way")
        yield Static(id="chosen")
        yield Static(id="seats")
        yield Static(id="waits")
        with VerticalScroll(id="said", can_focus=False):
            yield Static(id="chat")

    def show(self) -> None:
        """Show the present lobby, as the screen has room."""
        self._show_code()
        self._part("way").update(ways_text(self._lobby))
        self._show_chosen()
        seats = self._part("seats")
        seats.display = bool(self._lobby.places)
        seats.update(seats_text(self._lobby, self.screen.size.width - 2))
        self.show_waits()
        self._part("chat").update(Text("\n".join(self._lobby.chat)))
        self.query_one("#said", VerticalScroll).scroll_end(animate=False)

    def show_waits(self) -> None:
        """Show what the table waits for, with the time that is left."""
        self._part("waits").update(waits_text(self._lobby))

    def _show_code(self) -> None:
        code, shown = self._part("code"), self._lobby.code
        code.display = shown is not None
        if shown is None:
            return
        size = self.screen.size
        drawn = large(shown, size.width - _FRAME, 5 if size.height > _ROOM_FOR_CODE + 4 else 3)
        said = Text(f"Code: {shown}", style("strong"))
        code.update(Text.assemble((drawn, style("icon")), "\n", said) if "\n" in drawn else said)

    def _show_chosen(self) -> None:
        """The chosen options of the game, if there is room; `o` shows all of them."""
        lobby, chosen = self._lobby, self._part("chosen")
        room = (self.screen.size.height - _REST - len(lobby.addresses) - len(lobby.places)) // 2
        chosen.display = lobby.offer is not None and room > 0
        chosen.update(Text() if lobby.offer is None else chosen_text(lobby.offer, room))

    def _part(self, name: str) -> Static:
        return self.query_one(f"#{name}", Static)
