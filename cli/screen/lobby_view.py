"""A lobby as a screen sees it, for a host and for a guest."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import trio
from p2pgame.p2p.lobby.events import GuestRefused, LobbyChat, LobbyNews
from p2pgame.protocol.lobby.messages import Lobby, Offer, Place, Presence
from p2pgame.protocol.wire.errors import RemoteError

from ..net.front import LobbyActs
from ..net.lobby import Strangers, describe_changes, place_labels, waited_for

CHAT_LINES = 100


@dataclass(slots=True)
class LobbyView:
    """A table that has not begun. `changed` is called when a screen should look again."""

    offer: Offer | None = None
    """The game and its terms; None while they are not known."""
    addresses: tuple[str, ...] = ()
    """Addresses that others type to join; for a host."""
    code: str | None = None
    open: bool = False
    """Whether no code is needed."""
    fingerprint: str = ""
    opening: str = ""
    """A sentence for the time before there are seats to show; empty while the host's answer is due."""
    places: tuple[Place, ...] = ()
    mine: int | None = None
    chat: list[str] = field(default_factory=list)
    problem: str | None = None
    """The fault of the code that was typed."""
    wants_code: bool = False
    changed: Callable[[], None] = lambda: None
    acts: LobbyActs | None = None
    """The person's actions here, once there is a lobby."""
    says_ready: bool = False
    """Whether the person says that the table may begin."""
    seated_at: float | None = None
    """When the person got a seat, by the clock of `time.monotonic`."""
    _strangers: Strangers = field(default_factory=Strangers)
    _codes: tuple[trio.MemorySendChannel[str], trio.MemoryReceiveChannel[str]] = field(
        default_factory=lambda: trio.open_memory_channel[str](1)
    )

    @property
    def hosts(self) -> bool:
        """Whether the person is the host."""
        return self.acts is not None and self.acts.remove_guest is not None

    @property
    def is_ready(self) -> bool:
        """Whether the person's seat has been seen to be ready."""
        return self.mine is not None and self.places[self.mine].presence is Presence.READY

    @property
    def waits(self) -> str:
        """The people for whom the table waits, in a sentence."""
        if not self.places:
            host = "the host" if self.offer is None else self.offer.host
            return "" if self.wants_code else self.opening or f"Waiting for {host} to open the table ..."
        return f"Waiting: {waited_for(self.places, self.mine)}."

    def tell(self, news: LobbyNews) -> None:
        """Show a piece of news."""
        match news:
            case Offer():
                self.offer = news
            case Lobby(places, yours):
                for change in describe_changes(self.places, places, place_labels):
                    self.add(f"{change}.")
                self.places, self.mine = places, yours
                self.seated_at = time.monotonic() if self.seated_at is None else self.seated_at
            case GuestRefused() if (words := self._strangers.describe(news)) is not None:
                self.add(words)
            case LobbyChat(name, text):
                self.add(f"<{name}> {text}" if name else text)
        self.changed()

    def add(self, line: str) -> None:
        """Add a line to the chat."""
        self.chat = [*self.chat, line][-CHAT_LINES:]
        self.changed()

    def wait_for_table(self, sentence: str) -> None:
        """Show that a spectator is connected, and waits for the table to begin."""
        self.opening = sentence
        self.changed()

    def talk(self, text: str) -> None:
        """Send a line of chat, and show it here."""
        self._act(lambda acts: acts.say(text))
        self.add(f"<you> {text}")

    def be_ready(self) -> None:
        """Note that the person is ready, and tell the others."""
        if not self.is_ready:
            self._act(lambda acts: acts.ready())

    def remove_guest(self, seat: int) -> None:
        """Free a seat; for a host."""
        self._act(lambda acts: acts.remove_guest(seat) if acts.remove_guest else None)

    def _act(self, act: Callable[[LobbyActs], None]) -> None:
        if self.acts is None:
            return
        try:
            act(self.acts)
        except RemoteError as error:
            self.add(f"The message did not reach the host: {error.sentence}.")

    async def ask_code(self, problem: str | None) -> str:
        """The code, when the person has typed it. Called by trio."""
        self.problem, self.wants_code = problem, True
        self.changed()
        code = await self._codes[1].receive()
        self.wants_code = False
        self.changed()
        return code

    def give_code(self, code: str) -> None:
        """Take the typed code."""
        if self.wants_code:
            self.wants_code = False
            self._codes[0].send_nowait(code)
