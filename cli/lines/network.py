"""A network table in line mode: the news as they come, and the answers that a person types."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

import trio
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import Rng
from p2pgame.engine.pending import Over
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.runner import News, TableRunner
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.table.effects import InputReceived, Said
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import StepCompleted
from p2pgame.protocol.wire.errors import LocalError

from ..games.forced_moves import no_choice
from ..games.names import seat_names
from ..net.front import Quitted
from ..net.looking_on import looking_on
from ..table.answer import answer, is_of_use_now, takes_time
from ..table.network_words import MORE, REFUSED, SAY_WHAT, nobody_called, seat_called, sitting_told, waited
from ..table.replies import Further, Make, Quit, Read, Reply, Say
from ..table.steps import step_told
from ..table.telling import result_told
from ..table.trouble import not_out_told, trouble_told
from ..table.view import View, question, table_text
from ..terminal.keyboard import EndOfInput
from ..terminal.lines import Lines
from ..terminal.output import Output


class Telling:
    """Puts the news of a table into lines on the screen."""

    def __init__(self, output: Output, boards: bool) -> None:
        """With `boards`, the board is shown after each step as well, for somebody who only looks on."""
        self.lines: Lines | None = None
        """Where somebody types meanwhile."""
        self._output = output
        self._boards = boards
        self._names: tuple[str, ...] = ()
        self._live: TableRunner | None = None
        self._before: Any = None
        self._early: list[News] = []

    def begin(self, live: TableRunner) -> None:
        """The table whose news will come; news that came before are told now."""
        self._live = live
        self._names = seat_names(live.table.ledger.genesis.contract)
        self._before = live.table.ledger.now.state
        early, self._early = self._early, []
        for news in early:
            self.tell(news)

    def tell(self, news: News) -> None:
        """Show a piece of news."""
        if self._live is None:
            self._early.append(news)
            return
        text = self._text(self._live, news)
        if not text:
            return
        with self.lines.aside() if self.lines else nullcontext():
            self._output.say(text)

    def _text(self, live: TableRunner, news: News) -> str | None:
        ledger = live.table.ledger
        match news:
            case StepCompleted(state=state):
                before, self._before = self._before, state
                line = step_told(ledger.game, before, news, self._names, notation=True)
                board = table_text(ledger.game, state, self._names)
                return f"{line}\n\n{board}\n" if line and self._boards else line
            case InputReceived(seat, InputKind.COMMIT | InputKind.ANSWER):
                return f"{self._names[seat]} has chosen."
            case Said(_, seat, text):
                name = "somebody" if seat is None else self._names[seat]
                return f"<{name}> {text}"
            case _:
                return trouble_told(live, self._names, news)


class RemoteTable:
    """One's own seat at a network table, played by a person or by a bot."""

    def __init__(
        self, seated: SeatSession, output: Output, telling: Telling, rng: Rng, bot: Bot | None, lines: Lines | None
    ) -> None:
        self._seated = seated
        self._live = seated.live
        self._output = output
        self._rng = rng
        self._bot = bot
        self._lines = lines
        self._names = seat_names(seated.genesis.contract)
        self._seen = -1
        self._left: EndOfInput | Quitted | None = None
        telling.lines = lines
        telling.begin(seated.live)

    async def play(self) -> None:
        """Play to the end and tell how it went.

        Raises:
            Quitted: the person has left before.
            EndOfInput: nothing more can be typed, and an answer is due.
        """
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._decide_all, nursery)
            await self._seated.play()
            nursery.cancel_scope.cancel()
        if self._left is not None:
            raise self._left
        self._tell_end()

    async def _decide_all(self, nursery: trio.Nursery) -> None:
        if self._bot is not None:
            await drive(self._live, self._bot, self._rng)
            return
        try:
            await self._converse()
        except (EndOfInput, Quitted) as error:
            self._left = error
            nursery.cancel_scope.cancel()

    async def _converse(self) -> None:
        """Ask whenever the seat is asked, and listen in between as well.

        What a program has typed ahead of a question waits for it, if it is about that.
        """
        lines = self._lines
        assert lines is not None
        while True:
            if not lines.terminal and not self._live.table.asks_me:
                await self._asked_or_of_use(lines)
            if self._live.over:
                return
            if self._make_only_move():
                continue
            self._show_question()
            line = await self._line_or_question(lines)
            if line is not None:
                self._obey(await self._answer(line))

    async def _answer(self, line: str) -> Reply:
        """What the line asks for; the table goes on meanwhile if that takes time to find out."""
        if takes_time(line):
            return await trio.to_thread.run_sync(answer, self._view(), line, abandon_on_cancel=True)
        return answer(self._view(), line)

    async def _asked_or_of_use(self, lines: Lines) -> None:
        """Wait until the seat is asked, the table is over, or the next line is of use before."""
        async with trio.open_nursery() as nursery:

            async def stop_in_time() -> None:
                await self._live.asked()
                nursery.cancel_scope.cancel()

            nursery.start_soon(stop_in_time)
            line = await lines.ahead()
            if line is not None and is_of_use_now(self._view(), line):
                nursery.cancel_scope.cancel()

    async def _line_or_question(self, lines: Lines) -> str | None:
        """The next line; None if before one was typed the seat came to be asked, was late, or the table ended."""
        asked = self._live.table.asks_me
        if asked and not lines.terminal:
            return await lines.read("> ")
        line: str | None = None
        async with trio.open_nursery() as nursery:

            async def stop_in_time() -> None:
                await (self._live.unasked() if asked else self._live.asked())
                nursery.cancel_scope.cancel()

            nursery.start_soon(stop_in_time)
            line = await lines.read("> " if asked or not lines.terminal else "")
            nursery.cancel_scope.cancel()
        return line

    def _make_only_move(self) -> bool:
        """Make the move that is no choice for the person; whether it was so."""
        if not self._live.table.asks_me:
            return False
        ledger = self._live.table.ledger
        move = no_choice(ledger.game, ledger.now.state, self._seated.seat)
        if move is None:
            return False
        self._output.say(f"You can only `{ledger.game.format(move)}`.")
        self._live.choose(move)
        return True

    def _show_question(self) -> None:
        """The board and what is asked, once for each question."""
        step = self._live.table.ledger.now.step
        if not self._live.table.asks_me or step == self._seen:
            return
        self._seen = step
        view = self._view()
        self._output.show(f"\n{view.table}\n")
        self._output.ring()
        self._output.say(question(view))

    def _obey(self, reply: Reply) -> None:
        match reply:
            case Say(text):
                self._output.say(text)
            case Make(move, _):
                self._live.choose(move)
            case Read(text):
                self._output.show(text)  # never by a pager: the table goes on meanwhile
            case Further("say", ""):
                self._output.say(SAY_WHAT)
            case Further("say", text):
                self._live.say(text)
            case Further("who", _):
                self._output.say(self._who())
            case Further("drop", name):
                self._drop(name.strip())
            case Further("wait", name):
                self._wait(name.strip())
            case Quit():
                raise Quitted
            case _:
                raise AssertionError(f"a network table has no {reply}")

    def _drop(self, name: str) -> None:
        seat = seat_called(self._names, name)
        if seat is None:
            self._output.say(nobody_called(name))
            return
        try:
            self._live.vote_out(seat)
        except LocalError:
            self._output.say(not_out_told(self._live, self._names[seat], seat))

    def _wait(self, name: str) -> None:
        seat = seat_called(self._names, name)
        if seat is None:
            self._output.say(nobody_called(name))
            return
        self._output.say(waited(self._live, self._names[seat], seat))

    def _who(self) -> str:
        to_watch = looking_on(self._seated)
        return "\n".join([sitting_told(self._live, self._names), *([] if to_watch is None else [to_watch])])

    def _view(self) -> View:
        table = self._live.table
        more: Mapping[str, str] = MORE
        waiting = table.awaited if not table.ledger.now.closed else ()
        return View(
            table.ledger.game,
            table.ledger.now.state,
            self._seated.seat,
            waiting,
            self._names,
            self._rng,
            REFUSED,
            more,
            table.seconds_left,
            table.unacked,
        )

    def _tell_end(self) -> None:
        ledger = self._live.table.ledger
        pending = ledger.now.pending
        if isinstance(pending, Over):
            self._output.show(f"\n{table_text(ledger.game, ledger.now.state, self._names, self._seated.seat)}\n")
            self._output.show(result_told(ledger.game, pending.result, self._names, self._seated.seat))
