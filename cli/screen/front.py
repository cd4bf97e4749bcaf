"""Network tables on the full screen: news go to a lobby's view or to a table, which the screens show."""

from __future__ import annotations

import asyncio
import random
from functools import partial

import trio
from p2pgame.p2p.lan.interfaces import spell
from p2pgame.p2p.lobby.events import LobbyNews
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.runner import News, TableRunner
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.identity.fingerprint import fingerprint

from ..net.front import Front, LobbyActs, Sign
from ..net.watch_hint import watch_hint
from ..net.who_options import given_code
from ..profile.person import settings
from ..profile.who import Me
from ..table.early_news import EarlyNews
from ..table.network import NetworkTable
from ..thinking.apart import bot_of
from .lobby_view import LobbyView
from .manner import manner


class ScreenFront(Front):
    """The person at the full screen."""

    def __init__(self, me: Me, auto: str | None = None, code: str | None = None) -> None:
        """`auto` is the bot that plays; `code` the one on the command line."""
        self._fingerprint = fingerprint(me.identity.public)
        self.view = LobbyView(fingerprint=self._fingerprint)
        self.began: asyncio.Future[NetworkTable] = asyncio.get_running_loop().create_future()
        """The table, once there is one to show."""
        self._bot = bot_of(auto) if auto else None
        self._code = given_code(code)
        self._has_code = bool(self._code)
        self._profile = me.profile
        self._news = EarlyNews()
        self._in_lobby = False
        self._answered = trio.Event()
        self._wants_again = False

    def answer(self, again: bool) -> None:
        """Note whether the person, who has seen the end, wants another game."""
        self._wants_again = again
        if again:
            opening = "Sending the end of the last game to the others ..." if self.view.hosts else ""
            self.view = LobbyView(offer=self.view.offer, fingerprint=self._fingerprint, opening=opening)
            self.began = asyncio.get_running_loop().create_future()
        self._answered.set()

    async def wants_again(self) -> bool:
        """The person's answer on the screen."""
        await self._answered.wait()
        self._answered = trio.Event()
        self._news, self._in_lobby = EarlyNews(), False
        return self._wants_again

    @property
    def says_ready(self) -> bool:
        """True unless a bot plays: a person presses a key to be ready."""
        return self._bot is None

    @property
    def pause(self) -> float:
        """The pause of the settings."""
        return settings().seconds

    def show_sign(self, sign: Sign) -> None:
        """Show the sign on the lobby's screen."""
        self.view.offer = sign.offer
        self.view.addresses = tuple(spell(address.host, address.port) for address in sign.addresses)
        self.view.code, self.view.open = sign.code, sign.code is None
        self.view.changed()

    def enter_lobby(self, acts: LobbyActs) -> None:
        """Let the lobby's screen use these actions."""
        self._in_lobby = True
        self._news = EarlyNews()  # the lobby's chat has the earlier remarks, and goes to the table
        self.view.acts = acts
        self.view.says_ready = self.says_ready

    async def attend_lobby(self) -> None:
        """Wait: the lobby's screen runs by itself."""
        await trio.sleep_forever()

    def tell_lobby(self, news: LobbyNews) -> None:
        self.view.tell(news)

    def note(self, text: str) -> None:
        """Show the remark in the lobby or at the table, at the person's place."""
        at_table = self._news.table is not None
        if not at_table:
            self.view.add(text)
        if at_table or not self._in_lobby:
            self._news.remark(text)

    def wait_for_table(self, text: str) -> None:
        """Show the remark in the place where the lobby says who is missing."""
        self.view.wait_for_table(text)

    @property
    def has_code(self) -> bool:
        """Whether the command or the environment has one."""
        return self._has_code

    @property
    def asks_again(self) -> bool:
        """True: a person sits at the screen."""
        return True

    async def ask_code(self, problem: str | None) -> str:
        """The code: the given one, once, then the typed one."""
        code, self._code = self._code, None
        return await self.view.ask_code(problem) if code is None else code

    def tell(self, news: News) -> None:
        self._news.hear(news)

    async def play(self, seated: SeatSession, again: bool) -> None:
        """Let the person decide on the table's screen, or the bot."""
        table = self._begin(
            NetworkTable(
                seated.live,
                self._profile,
                self._bot,
                again,
                partial(watch_hint, seated),
                history=seated.history,
                chat=self.view.chat if self._in_lobby else None,
                manner=manner(),
            )
        )
        async with trio.open_nursery() as nursery:
            if self._bot is not None:
                nursery.start_soon(drive, seated.live, self._bot, random.SystemRandom(), self.pause)
            await seated.play()
            nursery.cancel_scope.cancel()
        table.changed()

    async def watches_next(self) -> bool:
        """The person's answer on the screen."""
        return await self.wants_again()

    async def watch(self, live: TableRunner) -> None:
        """Show it."""
        table = self._begin(NetworkTable(live, self._profile, again=True, manner=manner()))
        await live.play()
        table.changed()

    def _begin(self, table: NetworkTable) -> NetworkTable:
        """Pass earlier news to the table, and show it."""
        self._news.begin(table)
        self.began.set_result(table)
        return table
