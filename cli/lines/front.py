"""Network tables in line mode: news are printed, answers are typed."""

from __future__ import annotations

import math
import random
from contextlib import suppress
from functools import partial

import trio
from p2pgame.p2p.lan.interfaces import spell
from p2pgame.p2p.lobby.events import LobbyNews
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.runner import News, TableRunner
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.lobby.messages import Address, Lobby, Place

from ..net.front import Front, LobbyActs, Quitted, Sign
from ..net.lobby import describe_offer
from ..net.watch_hint import watch_hint
from ..table.early_news import EarlyNews
from ..table.narration import LINES
from ..table.network import NetworkTable
from ..table.score import describe_result
from ..table.view import table_text
from ..terminal.keyboard import EndOfInput
from ..terminal.lines import Lines
from ..terminal.output import Output
from ..thinking.apart import bot_of
from .asking import CodeAsker
from .lobby import LobbyTelling, say_terms
from .lobby_lines import LobbyLines
from .network import NetworkLines
from .news import NewsPrinter

_PATIENCE = 60.0
"""Seconds for a pipe to answer whether there is a rematch."""


class LineFront(Front):
    """A person who reads and types lines."""

    def __init__(self, output: Output, auto: str | None = None, code: str | None = None, boards: bool = False) -> None:
        """`auto` is the bot that plays; `code` the one on the command line; `boards` shows a board after each step."""
        self._output = output
        self._bot = bot_of(auto) if auto else None
        self._boards = boards or auto is not None
        self.lines = Lines()
        """The typed lines."""
        self._asker = CodeAsker(code, output, self.lines)
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Forget the lobby and the table."""
        self._lobby = LobbyTelling(self._output)
        self._printer = NewsPrinter(self._output, self._boards)
        self._news = EarlyNews(self._printer.show)
        self._introduced = False
        self._addresses: tuple[Address, ...] = ()
        """The addresses that guests have got."""
        self._acts: LobbyActs | None = None
        self._places: tuple[Place, ...] = ()
        self._in_lobby = trio.Event()

    @property
    def says_ready(self) -> bool:
        """False: lines may come from a pipe, so the table begins without asking."""
        return False

    def show_sign(self, sign: Sign) -> None:
        """Print the sign, or only a new code."""
        if not self._introduced:
            self._introduced = True
            self._output.heading(describe_offer(sign.offer))
            say_terms(self._output, sign.offer)
            self._show_addresses(sign)
            self._output.say(f"Your fingerprint: {sign.fingerprint}")
        elif sign.addresses != self._addresses:
            self._output.say("The addresses of this machine have changed.")
            self._show_addresses(sign)
        if sign.code is None:
            self._output.say("The table is open: anyone on the LAN can join.")
        else:
            self._output.heading(f"Code: {sign.code}")

    def _show_addresses(self, sign: Sign) -> None:
        self._addresses = sign.addresses
        for address in sign.addresses:
            self._output.say(f"Join from another machine: `p2pgame join {spell(address.host, address.port)}`")

    def enter_lobby(self, acts: LobbyActs) -> None:
        """Let lines act on the lobby."""
        self._acts = acts

    async def attend_lobby(self) -> None:
        """At a terminal, take lines: chat, and for the host removals.

        Raises:
            Quitted, EndOfInput: the person has left.
        """
        await self._in_lobby.wait()
        if self._bot is not None or not self.lines.terminal:
            await trio.sleep_forever()
        lobby = LobbyLines(self._output, lambda: self._acts, lambda: self._places)
        while True:
            lobby.obey(await self.lines.read(""))

    def tell_lobby(self, news: LobbyNews) -> None:
        if isinstance(news, Lobby):
            self._places = news.places
            self._in_lobby.set()
        self._lobby.tell(news)

    def note(self, text: str) -> None:
        """Print the remark beside the typed line."""
        with self.lines.aside():
            self._output.say(text)

    @property
    def has_code(self) -> bool:
        """Whether the command or the environment has a code."""
        return self._asker.has_code

    @property
    def asks_again(self) -> bool:
        """Whether input is a terminal; a program would give the same code again."""
        return self.lines.terminal

    async def ask_code(self, problem: str | None) -> str:
        return await self._asker.ask(problem)

    def tell(self, news: News) -> None:
        """Print it."""
        self._news.hear(news)

    async def play(self, seated: SeatSession, again: bool) -> None:
        """Ask for each move, or let the bot play; then show the result."""
        table = NetworkTable(
            seated.live,
            bot=self._bot,
            watch_hint=partial(watch_hint, seated),
            history=seated.history,
            manner=LINES,
            chat=() if self._places else None,
        )
        self._printer.lines = None if self._bot else self.lines
        self._news.begin(table)
        left: EndOfInput | Quitted | None = None
        async with trio.open_nursery() as nursery:

            async def decide() -> None:
                nonlocal left
                try:
                    await self._decide_all(table)
                except (EndOfInput, Quitted) as error:
                    left = error
                    nursery.cancel_scope.cancel()

            nursery.start_soon(decide)
            await seated.play()
            nursery.cancel_scope.cancel()
        if left is not None:
            raise left
        self._tell_end(table)

    async def _decide_all(self, table: NetworkTable) -> None:
        if self._bot is not None:
            await drive(table.live, self._bot, random.SystemRandom())
        else:
            await NetworkLines(table, self._output, self.lines).converse()

    def _tell_end(self, table: NetworkTable) -> None:
        """The last board and the result, if the game has come to its end."""
        if table.result is not None:
            self._output.show(f"\n{table_text(table.game, table.state, table.names, table.seat)}\n")
            self._output.show(describe_result(table.game, table.result, table.names, table.seat))

    async def wants_again(self) -> bool:
        """Ask. A program that neither types nor ends its input gets only a few seconds."""
        if self._bot is not None:
            return False
        self._output.say("Play again? Type `rematch` (everybody moves one seat on), or press Enter to leave.")
        answer = "quit"
        with trio.move_on_after(math.inf if self.lines.terminal else _PATIENCE), suppress(EndOfInput):
            while (answer := await self._said()) not in ("rematch", "quit"):
                self._output.say("Type `rematch` to play again, or press Enter to leave.")
        if answer != "rematch":
            return False
        self._begin_anew()
        self._in_lobby.set()  # no code is needed any more, so typed lines are for the lobby now
        self._output.say("Waiting for the others to agree; `quit` leaves.")
        return True

    async def watches_next(self) -> bool:
        """Ask, if a person sits at the terminal."""
        if not self.lines.terminal:
            return False
        self._output.say("Type `rematch` to watch the next game too, if there is one, or press Enter to leave.")
        with suppress(EndOfInput):
            if await self._said() == "rematch":
                self._begin_anew()
                return True
        return False

    async def _said(self) -> str:
        """The next typed word: `rematch`, `quit` or any other, such as a late move."""
        word = (await self.lines.read("> ")).strip().lower()
        return "quit" if word in ("", "q", "exit", "no") else word

    async def watch(self, live: TableRunner) -> None:
        """Print boards and moves, and carry out typed lines meanwhile."""
        table = NetworkTable(live, manner=LINES)
        self._output.heading(f"Watching {table.game.title}: {', '.join(table.names)}")
        self._news.begin(table)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(NetworkLines(table, self._output, self.lines).look_on)
            await live.play()
            nursery.cancel_scope.cancel()
        if table.result is not None:
            self._output.show(f"\n{describe_result(table.game, table.result, table.names)}")
