"""The lobby: the players, the code for guests, what the table waits for, and the chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from p2pgame.protocol.lobby.messages import Presence
from p2pgame.protocol.wire.limits import READY_SECONDS
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from ...games import rules
from ...games.arguments import find
from ..big import large
from ..drawing import style
from ..keys import name_of
from ..lobby_text import chosen_text, describe_leaving, options_text, seats_text, title_of, waits_text, ways_text
from ..lobby_view import LobbyView
from ..widgets.answering import Answering
from ..widgets.foot import Foot
from ..widgets.line import Line
from ..widgets.modal import Reading
from ..widgets.picker import Entry, Picker

HELP = (
    "The game begins when every seat is taken and everybody is ready.\n\n"
    "Guests need the code. After three wrong guesses the table gets a new code; after nine, the new "
    "code has one more word and stays.\n\n"
    "The letters beside a name begin the player's fingerprint. To be sure of a person, compare them aloud.\n\n"
    f"A guest who is not ready within {READY_SECONDS} seconds loses the seat, so that nobody can "
    "block one. The host can remove guests with k. The host decides who sits here, but neither "
    "sees nor decides more than anybody else once the game has begun."
)
_ROOM_FOR_CODE = 24
"""Rows of the screen from which the code may take three or five of them."""
_FRAME = 6
"""Columns of the frame around the code and of the margins."""
_REST = 16
"""Rows of all but ways in, options and seats: title, code, fingerprint, margins, waits, three of chat, foot."""
_TICK = 1.0


class LobbyScreen(Answering[str]):
    """The lobby's screen. It is dismissed with `left`; its flow removes it when the table begins."""

    AUTO_FOCUS = ""

    def __init__(self, lobby: LobbyView) -> None:
        super().__init__()
        self.lobby = lobby
        self._types_code = False
        """Whether the typed text is a code."""

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Vertical(id="main"):
            yield Static(id="code")
            yield Static(id="way")
            yield Static(id="chosen")
            yield Static(id="seats")
            yield Static(id="waits")
            with VerticalScroll(id="said", can_focus=False):
                yield Static(id="chat")
        yield Line(id="line")
        yield Foot()

    def on_mount(self) -> None:
        """Show the lobby from now on."""
        self.lobby.changed = self.look_soon
        self.query_one("#line", Line).display = False
        self.set_interval(_TICK, self._show_waits)
        self.look()

    def look_soon(self) -> None:
        """Look when there is time."""
        self.call_later(self.look)

    def look(self) -> None:
        """Show the present lobby."""
        if not self.is_attached:
            return
        lobby = self.lobby
        self.query_one("#title", Static).update(Text(title_of(lobby, self.size.width - 2)))
        self._show_code()
        self.query_one("#way", Static).update(ways_text(lobby))
        self._show_chosen()
        seats = self.query_one("#seats", Static)
        seats.display = bool(lobby.places)
        seats.update(seats_text(lobby, self.size.width - 2))
        self._show_waits()
        self.query_one("#chat", Static).update(Text("\n".join(lobby.chat)))
        self.query_one("#said", VerticalScroll).scroll_end(animate=False)
        if lobby.wants_code and not self._typing:
            self._type("the code on the host's screen, such as 7-amber-otter", code=True)
        self.query_one(Foot).show({key: label for key, (label, _) in self._acts().items() if label})

    def _show_code(self) -> None:
        code, shown = self.query_one("#code", Static), self.lobby.code
        code.display = shown is not None
        if shown is None:
            return
        drawn = large(shown, self.size.width - _FRAME, 5 if self.size.height > _ROOM_FOR_CODE + 4 else 3)
        said = Text(f"Code: {shown}", style("strong"))
        code.update(Text.assemble((drawn, style("icon")), "\n", said) if "\n" in drawn else said)

    def _show_chosen(self) -> None:
        """The chosen options of the game, if there is room; `o` shows all of them."""
        lobby, chosen = self.lobby, self.query_one("#chosen", Static)
        room = (self.size.height - _REST - len(lobby.addresses) - len(lobby.places)) // 2
        chosen.display = lobby.offer is not None and room > 0
        chosen.update(Text() if lobby.offer is None else chosen_text(lobby.offer, room))

    def _show_waits(self) -> None:
        self.query_one("#waits", Static).update(waits_text(self.lobby))

    def on_resize(self) -> None:
        """Fit the code into the new space."""
        self.look()

    @property
    def _typing(self) -> bool:
        return bool(self.query_one("#line", Line).display)

    def _acts(self) -> Mapping[str, tuple[str, Callable[[], None]]]:
        """Keys with their names in the footer, if any, and their effects."""
        lobby = self.lobby
        if lobby.wants_code:
            return {"enter": ("use this code", self._leave), "esc": ("leave", self._leave)}
        acts: dict[str, tuple[str, Callable[[], None]]] = {}
        if lobby.says_ready and lobby.mine is not None and not lobby.is_ready:
            acts["r"] = ("ready", lobby.be_ready)
        if lobby.places:
            acts["t"] = ("talk", self._talk)
        if lobby.hosts:
            acts["k"] = ("remove", self._choose_who_goes)
        if lobby.offer is not None:
            acts["o"] = ("options", self._show_options)
            acts["b"] = ("rules", self._show_rules)
        acts["?"] = ("help", self._help)
        acts["q"] = ("leave", self._ask_to_leave)
        acts["escape"] = ("", self._ask_to_leave)
        return acts

    def on_key(self, event: events.Key) -> None:
        """Carry out a key of the footer."""
        key = name_of(event, moves=False)
        if self._typing:
            if key == "escape":
                self._stop_typing()
                if self.lobby.wants_code:
                    self._leave()
            else:
                self.query_one("#line", Line).type_ahead(event)
            return
        _, act = self._acts().get(key, ("", None))
        if act is not None:
            act()
            event.stop()
            event.prevent_default()

    def _leave(self) -> None:
        self.dismiss("left")

    def _ask_to_leave(self) -> None:
        """Leave; a person with a table or a seat to lose is asked first."""
        if (told := describe_leaving(self.lobby)) is None:
            self._leave()
        else:
            self.app.push_screen(Reading("Leave this table?", Text(told), {"y": ("yes", "leave")}), self._left)

    def _left(self, word: str | None) -> None:
        if word == "yes":
            self._leave()

    def _help(self) -> None:
        self.app.push_screen(Reading("The lobby", Text(HELP)))

    def _talk(self) -> None:
        self._type("a message to everybody")

    def _show_options(self) -> None:
        if self.lobby.offer is not None:
            self.app.push_screen(Reading("The game", options_text(self.lobby.offer)))

    def _show_rules(self) -> None:
        if self.lobby.offer is not None:
            self.app.push_screen(Reading("The rules", rules.text(find(self.lobby.offer.game))))

    def _choose_who_goes(self) -> None:
        taken = [
            Entry(str(seat), place.name, f"seat {seat}, {place.key}")
            for seat, place in enumerate(self.lobby.places)
            if place.presence is not Presence.FREE and seat != self.lobby.mine
        ]
        self.app.push_screen(Picker("Remove which guest?", taken, "Nobody else is here."), self._remove_guest)

    def _remove_guest(self, word: str | None) -> None:
        if word:
            self.lobby.remove_guest(int(word))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The code, or a message to everybody."""
        text = event.value.strip()
        self._stop_typing()
        if text and self._types_code:
            self.lobby.give_code(text)  # a code is never sent as chat, even if it is not needed any more
        elif text:
            self.lobby.talk(text)
        self.look()

    def _type(self, what: str, code: bool = False) -> None:
        self._types_code = code
        line = self.query_one("#line", Line)
        line.placeholder, line.display = what, True
        self.set_focus(line)

    def _stop_typing(self) -> None:
        line = self.query_one("#line", Line)
        line.value, line.display = "", False
        self.set_focus(None)
        self.ask()
