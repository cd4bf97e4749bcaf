"""The lobby: who is here, the code to tell the others, and what they say meanwhile."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, Static

from ..drawing import joined, style
from ..keys import foot, name_of
from ..net.lobby import LobbyView
from ..widgets.modal import Reading

HELP = (
    "Everybody who joins proves to hold the code; a wrong guess helps nobody, and after three wrong ones the table has "
    "a new code.\n\nThe letters beside a name are the first of a fingerprint: compare them aloud if you like to be "
    "sure who it is.\n\nThe table begins by itself when every seat is taken."
)


class LobbyScreen(Screen[str]):
    """Dismissed with `left`; or put away by its story when the table begins."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    LobbyScreen { layout: vertical; }
    LobbyScreen #title { height: 1; background: $panel; text-style: bold; padding: 0 1; }
    LobbyScreen #main { height: 1fr; padding: 1 2; }
    LobbyScreen #code { height: auto; width: auto; padding: 1 3; margin: 0 0 1 0; border: heavy $accent; }
    LobbyScreen #way { height: auto; }
    LobbyScreen #seats { height: auto; margin: 1 0; }
    LobbyScreen #said { height: 1fr; border-top: solid $panel; }
    LobbyScreen #line { height: 1; border: none; padding: 0 1; background: $boost; }
    LobbyScreen #foot { height: 1; background: $panel; padding: 0 1; }
    """

    def __init__(self, lobby: LobbyView) -> None:
        super().__init__()
        self.lobby = lobby

    def compose(self) -> ComposeResult:
        """Title, code, ways in, seats, chat."""
        yield Static(id="title")
        with Vertical(id="main"):
            yield Static(id="code")
            yield Static(id="way")
            yield Static(id="seats")
            with VerticalScroll(id="said", can_focus=False):
                yield Static(id="chat")
        yield Input(id="line")
        yield Static(id="foot")

    def on_mount(self) -> None:
        """Look at the lobby from now on."""
        self.lobby.changed = self.look_soon
        self.query_one("#line", Input).display = False
        self.look()

    def look_soon(self) -> None:
        """Look when there is time."""
        self.call_later(self.look)

    def look(self) -> None:
        """Show the lobby as it is now."""
        if not self.is_attached:
            return
        lobby = self.lobby
        self.query_one("#title", Static).update(Text(lobby.title))
        code = self.query_one("#code", Static)
        code.display = lobby.code is not None
        code.update(Text(f"code   {' '.join(lobby.code or '')}", style("strong")))
        self.query_one("#way", Static).update(self._way())
        self.query_one("#seats", Static).update(joined(_seat_lines(lobby)))
        self.query_one("#chat", Static).update(Text("\n".join(lobby.chat)))
        self.query_one("#said", VerticalScroll).scroll_end(animate=False)
        if lobby.wants_code and not self._typing:
            self._type("the code that the host shows, such as 7-amber-otter")
        self.query_one("#foot", Static).update(foot(self._keys()))

    @property
    def _typing(self) -> bool:
        return bool(self.query_one("#line", Input).display)

    def _keys(self) -> dict[str, str]:
        if self.lobby.wants_code:
            return {"enter": "this is the code", "esc q": "leave"}
        return {"t": "talk", "?": "help", "q": "leave"}

    def _way(self) -> Text:
        lobby = self.lobby
        if lobby.wants_code:
            problem = f"{lobby.problem[0].upper()}{lobby.problem[1:]}. " if lobby.problem else ""
            return Text(f"{problem}This table asks for its code.", style("strong"))
        lines = [Text("The table is open: anybody on the LAN may join.", style("plain"))] if lobby.open else []
        lines += [Text(f"On another machine: p2pgame join {way}", style("plain")) for way in lobby.addresses]
        if lobby.fingerprint:
            lines.append(Text(f"Your fingerprint: {lobby.fingerprint}", style("faint")))
        return joined(lines)

    def on_key(self, event: events.Key) -> None:
        """Talk, help, leave."""
        key = name_of(event)
        if self._typing:
            if key == "escape":
                self._stop_typing()
                if self.lobby.wants_code:
                    self.dismiss("left")
            return
        match key:
            case "q" | "escape":
                self.dismiss("left")
            case "t" | ":":
                self._type("something to say")
            case "?":
                self.app.push_screen(Reading("The lobby", Text(HELP)))
            case _:
                return
        event.stop()
        event.prevent_default()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The code, or something to say."""
        text = event.value.strip()
        self._stop_typing()
        if text and self.lobby.wants_code:
            self.lobby.give_code(text)
        elif text:
            self.lobby.talk(text)
        self.look()

    def _type(self, what: str) -> None:
        line = self.query_one("#line", Input)
        line.placeholder, line.display = what, True
        line.focus()

    def _stop_typing(self) -> None:
        line = self.query_one("#line", Input)
        line.value, line.display = "", False
        self.set_focus(None)


def _seat_lines(lobby: LobbyView) -> list[Text]:
    lines = []
    for seat, (name, fingerprint) in enumerate(lobby.seats):
        mine = " (you)" if seat == lobby.mine else ""
        who = Text.assemble((f"{name}{mine}  ", style("strong")), (fingerprint, style("faint")))
        free = Text("free, waiting for somebody", style("faint"))
        lines.append(Text.assemble((f" {seat} ", style(f"seat{seat}")), " ").append_text(who if fingerprint else free))
    return lines
