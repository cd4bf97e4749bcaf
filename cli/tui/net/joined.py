"""Joining on the whole screen."""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.p2p.joining import Joining
from p2pgame.p2p.seated import Seated
from p2pgame.protocol.fingerprint import fingerprint
from p2pgame.protocol.lobby_messages import Address

from ...output import Output
from ...remote.asking import CodeAsker
from ...remote.joined import Joined
from ...remote.who import Me
from ..tables.network import NetworkTable
from .lobby import LobbyView
from .silence import nowhere
from .telling import ScreenLobby, ScreenTelling, play_on_screen


class ScreenAsker(CodeAsker):
    """Asks for the code on the lobby's screen."""

    def __init__(self, code: str | None, output: Output, view: LobbyView) -> None:
        super().__init__(code, output)
        self._view = view

    async def ask(self, problem: str | None) -> str:
        """The code: the one that was given, once, else what is typed."""
        code, self._code = self._code, None
        return await self._view.ask_code(problem) if code is None else code


class FullJoined(Joined):
    """A joined table whose lobby and seat are on the screen."""

    def __init__(
        self, me: Me, address: Address, code: str | None, auto: str | None, began: Callable[[NetworkTable], None]
    ) -> None:
        """`began` is called when there is a table to show."""
        output = nowhere()
        super().__init__(me, address, code, auto, output)
        self.view = LobbyView(fingerprint=fingerprint(me.identity.public))
        self._seats = ScreenTelling(output)
        self._telling = self._seats
        self._lobby = ScreenLobby(output, self.view)
        self._asker = ScreenAsker(code, output, self.view)
        self._began = began

    def _joining(self) -> Joining:
        joining = super()._joining()
        self.view.say = joining.say
        return joining

    async def _play(self, seated: Seated) -> None:
        await play_on_screen(seated, self._seats, self._auto, self._began)
