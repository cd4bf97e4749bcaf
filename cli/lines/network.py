"""A network table in line mode: one's own seat, or a spectator's place, by typed lines."""

from __future__ import annotations

from contextlib import suppress

import trio

from ..net.front import Quitted
from ..table.answer import answer, is_of_use_now, takes_time
from ..table.description import TableDescription
from ..table.network import NetworkTable
from ..table.replies import Further, Make, Quit, Read, Reply, Say, Undo
from ..table.view import question
from ..terminal.keyboard import EndOfInput
from ..terminal.lines import Lines
from ..terminal.output import Output


class NetworkLines:
    """Carries out typed lines, and asks the table's questions."""

    def __init__(self, table: NetworkTable, output: Output, lines: Lines) -> None:
        self._table = table
        self._live = table.live
        self._output = output
        self._lines = lines
        self._description = TableDescription(table.game, table.names, table.seat)
        self._seen = -1
        """The step whose question has been shown."""

    async def look_on(self) -> None:
        """Carry out lines until the input ends; then just watch.

        Raises:
            Quitted: the person leaves.
        """
        with suppress(EndOfInput):
            while True:
                self._obey(answer(self._table.view(), await self._lines.read("")))

    async def converse(self) -> None:
        """Ask when the seat is asked, and take lines in between as well, until the table is over.

        Lines that a program has typed ahead wait for their question.

        Raises:
            Quitted: the person leaves.
            EndOfInput: the input has ended, and an answer is due.
        """
        while True:
            if not self._lines.terminal and not self._table.asked:
                await self._asked_or_of_use()
            if self._live.over:
                return
            if (move := self._table.forced) is not None:
                self._output.say(f"`{self._table.game.format(move)}` is your only move, so it is made for you.")
                self._table.make(move)
                continue
            self._show_question()
            line = await self._line_or_question()
            if line is not None:
                self._obey(await self._answer(line))

    async def _answer(self, line: str) -> Reply:
        """The reply to a line; the table continues meanwhile if that takes time."""
        view = self._table.view()
        if takes_time(line):
            return await trio.to_thread.run_sync(answer, view, line, abandon_on_cancel=True)
        return answer(view, line)

    async def _asked_or_of_use(self) -> None:
        """Wait until the seat is asked, the table is over, or the next line is of use before."""
        async with trio.open_nursery() as nursery:

            async def stop_in_time() -> None:
                await self._live.asked()
                nursery.cancel_scope.cancel()

            nursery.start_soon(stop_in_time)
            line = await self._lines.ahead()
            if line is not None and is_of_use_now(self._table.view(), line):
                nursery.cancel_scope.cancel()

    async def _line_or_question(self) -> str | None:
        """The next line; None if the seat was asked, was late, or the table ended before a line was typed."""
        lines, asked = self._lines, self._table.asked
        line: str | None = None
        async with trio.open_nursery() as nursery:

            async def stop_in_time() -> None:
                await (self._live.unasked() if asked else self._live.asked())
                nursery.cancel_scope.cancel()

            nursery.start_soon(stop_in_time)
            line = await lines.read("> " if asked or not lines.terminal else "")
            nursery.cancel_scope.cancel()
        return line

    def _show_question(self) -> None:
        """Show the board and the question, once for each question."""
        step = self._table.step
        if not self._table.asked or step == self._seen:
            return
        self._seen = step
        view = self._table.view()
        self._output.show(f"\n{self._description.changes(self._table.state)}\n")
        self._output.ring()
        self._output.say(question(view))

    def _obey(self, reply: Reply) -> None:
        match reply:
            case Say(text):
                self._output.say(text)
            case Make(move, _):
                self._table.make(move)
            case Read(text):
                self._output.show(text)  # never in a pager: the table continues meanwhile
            case Further() | Undo():
                if said := self._table.obey(reply):
                    self._output.say(said)
            case Quit():
                raise Quitted
            case _:
                raise AssertionError(f"a network table has no {reply}")
