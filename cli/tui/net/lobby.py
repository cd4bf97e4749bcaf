"""A lobby as a screen sees it, whoever hosts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import trio
from p2pgame.p2p.lobby_news import LobbyChat, LobbyNews, Turned
from p2pgame.protocol.lobby_messages import Lobby, Offer
from p2pgame.protocol.pace import Pace

from ...remote.front import LobbyActs
from ...remote.lobby import now, offered

CHAT_LINES = 100


@dataclass(slots=True)
class LobbyView:
    """What is known of a table that has not begun. `changed` is called whenever a screen should look again."""

    title: str = "Connecting ..."
    addresses: tuple[str, ...] = ()
    """What others type to join; for a host."""
    code: str | None = None
    open: bool = False
    """Whether no code is needed."""
    fingerprint: str = ""
    seats: tuple[tuple[str, str], ...] = ()
    """A name and a short fingerprint for each seat, both empty for a free one."""
    mine: int | None = None
    chat: list[str] = field(default_factory=list)
    problem: str | None = None
    """What was wrong with the code that was typed."""
    wants_code: bool = False
    changed: Callable[[], None] = lambda: None
    acts: LobbyActs | None = None
    """What the person can do here, once there is a lobby."""
    _strangers: Pace = field(default_factory=Pace)
    """Of many that are turned away within a second, one is shown, so that what the guests say stays in sight."""
    _codes: tuple[trio.MemorySendChannel[str], trio.MemoryReceiveChannel[str]] = field(
        default_factory=lambda: trio.open_memory_channel[str](1)
    )

    def tell(self, news: LobbyNews) -> None:
        """Take in a piece of news."""
        match news:
            case Offer():
                self.title = f"{offered(news)}, hosted by {news.host}"
            case Lobby(seats, yours):
                self.seats, self.mine = seats, yours
            case Turned(error) if self._strangers.allows(Turned, 1, now()):
                self.add(f"Somebody did not come in: {error.sentence}.")
            case LobbyChat(name, text):
                self.add(f"<{name}> {text}" if name else text)
        self.changed()

    def add(self, line: str) -> None:
        """Add a line to what was said."""
        self.chat = [*self.chat, line][-CHAT_LINES:]
        self.changed()

    def talk(self, text: str) -> None:
        """Say something to the others, and see it oneself."""
        if self.acts is not None:
            self.acts.say(text)
            self.add(f"<you> {text}")

    async def ask_code(self, problem: str | None) -> str:
        """The code, when the person has typed it. Called by trio."""
        self.problem, self.wants_code = problem, True
        self.changed()
        code = await self._codes[1].receive()
        self.wants_code = False
        self.changed()
        return code

    def give_code(self, code: str) -> None:
        """The person has typed it."""
        if self.wants_code:
            self.wants_code = False
            self._codes[0].send_nowait(code)
