"""Hosting on the whole screen."""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.p2p.hosting import Hosting
from p2pgame.p2p.interfaces import spell
from p2pgame.p2p.seated import Seated
from p2pgame.protocol.fingerprint import fingerprint

from ...remote.hosted import Hosted, Terms
from ...remote.lobby import offered
from ...remote.who import Me
from ..tables.network import NetworkTable
from .lobby import LobbyView
from .silence import nowhere
from .telling import ScreenLobby, ScreenTelling, play_on_screen


class FullHosted(Hosted):
    """A hosted table whose lobby and seat are on the screen."""

    def __init__(self, me: Me, terms: Terms, began: Callable[[NetworkTable], None]) -> None:
        """`began` is called when there is a table to show."""
        output = nowhere()
        super().__init__(me, terms, output)
        self.view = LobbyView(title=offered(self._offer), open=terms.open)
        self._seats = ScreenTelling(output)
        self._telling = self._seats
        self._lobby = ScreenLobby(output, self.view)
        self._began = began

    def _hosting(self, port: int) -> Hosting:
        hosting = super()._hosting(port)
        self.view.say = hosting.say
        self.view.tell(hosting.lobby.seen_from(0))
        return hosting

    def _introduce(self, port: int) -> None:
        self.view.addresses = tuple(spell(address.host, address.port) for address in self._addresses(port))
        self.view.fingerprint = fingerprint(self._me.identity.public)
        self._show_code()

    def _show_code(self) -> None:
        self.view.code = None if self._keeper is None else self._keeper.code
        self.view.changed()

    def _warn(self, text: str) -> None:
        self.view.add(text)

    async def _play(self, seated: Seated) -> None:
        await play_on_screen(seated, self._seats, self._terms.auto, self._began)
