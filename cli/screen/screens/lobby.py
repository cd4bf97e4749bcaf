"""The lobby: the players, the code for guests, what the table waits for, and the chat.

`LobbyBody` shows all of that, `LobbyLine` takes the code and messages, and `LobbyDialogs` asks and explains over it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.widgets import Input, Static

from ..keys import name_of
from ..lobby_text import title_of
from ..lobby_view import LobbyView
from ..widgets.answering import Answering
from ..widgets.foot import Foot
from ..widgets.lobby_body import LobbyBody
from ..widgets.lobby_dialogs import LobbyDialogs
from ..widgets.lobby_line import LobbyLine

_TICK = 1.0
"""Seconds between two looks at the time that is left."""

Act = Callable[[], object]


class LobbyScreen(Answering[str]):
    """The lobby's screen. It is dismissed with `left`; its flow removes it when the table begins."""

    AUTO_FOCUS = ""

    def __init__(self, lobby: LobbyView) -> None:
        super().__init__()
        self.lobby = lobby
        self.body = LobbyBody(lobby)
        self.line = LobbyLine()
        self.dialogs = LobbyDialogs(self, lobby, self._leave)

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield self.body
        yield self.line.widget
        yield Foot()

    def on_mount(self) -> None:
        """Show the lobby from now on."""
        self.lobby.changed = self.look_soon
        self.set_interval(_TICK, self.body.show_waits)
        self.look()

    def look_soon(self) -> None:
        """Look when there is time."""
        self.call_later(self.look)

    def look(self) -> None:
        """Show the present lobby; where a code is wanted, let it be typed."""
        if not self.is_attached:
            return
        self.query_one("#title", Static).update(Text(title_of(self.lobby, self.size.width - 2)))
        self.body.show()
        if self.lobby.wants_code and not self.line.is_open:
            self.line.ask_code()
        self.query_one(Foot).show({key: label for key, (label, _) in self._acts().items() if label})

    def on_resize(self) -> None:
        """Fit the code into the new space."""
        self.look()

    def _acts(self) -> Mapping[str, tuple[str, Act]]:
        """Keys with their names in the footer, if any, and their effects."""
        lobby = self.lobby
        if lobby.wants_code:
            return {"enter": ("use this code", self._leave), "esc": ("leave", self._leave)}
        acts: dict[str, tuple[str, Act]] = {}
        if lobby.says_ready and lobby.mine is not None and not lobby.is_ready:
            acts["r"] = ("ready", lobby.be_ready)
        if lobby.places:
            acts["t"] = ("talk", self.line.ask_message)
        if lobby.hosts:
            acts["k"] = ("remove", self.dialogs.choose_guest_to_remove)
        if lobby.offer is not None:
            acts["o"] = ("options", self.dialogs.options)
            acts["b"] = ("rules", self.dialogs.rules)
        acts["?"] = ("help", self.dialogs.help)
        acts["q"] = ("leave", self.dialogs.leave)
        acts["escape"] = ("", self.dialogs.leave)
        return acts

    def on_key(self, event: events.Key) -> None:
        """Carry out a key of the footer."""
        key = name_of(event, moves=False)
        if self.line.is_open:
            if key == "escape":
                self._close_line()
                if self.lobby.wants_code:
                    self._leave()
            else:
                self.line.type_ahead(event)
            return
        _, act = self._acts().get(key, ("", None))
        if act is not None:
            act()
            event.stop()
            event.prevent_default()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The code, or a message to everybody."""
        text, is_code = event.value.strip(), self.line.is_for_code
        self._close_line()
        if text and is_code:
            self.lobby.give_code(text)  # a code is never sent as chat, even if it is not needed any more
        elif text:
            self.lobby.talk(text)
        self.look()

    def _close_line(self) -> None:
        self.line.close()
        self.ask()

    def _leave(self) -> None:
        self.dismiss("left")
