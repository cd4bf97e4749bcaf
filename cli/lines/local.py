"""A table on this machine in lines: people type at one keyboard, bots play beside them."""

from __future__ import annotations

from functools import partial

from p2pgame.engine.pending import Turn

from ..system.exits import ExitCode
from ..system.signals import code_of_interrupt
from ..table.answer import answer
from ..table.completing import completions
from ..table.description import TableDescription, describe_table
from ..table.local import LocalTable
from ..table.replies import Make, Quit, Read, Reply, Resign, Save, Say, Undo
from ..table.score import describe_result
from ..table.view import View, question
from ..terminal.keyboard import Keyboard
from ..terminal.output import Output


class Stopped(Exception):
    """A person has left the program before the end of the game."""


class LocalLines:
    """Plays one table to its end: prints its news, and reads lines from the keyboard."""

    def __init__(self, table: LocalTable, output: Output, keyboard: Keyboard) -> None:
        self.table = table
        self.keyboard = keyboard
        self._output = output
        self._printed = len(table.lines)
        self._description = TableDescription(table.game, table.names, table.only_seat)
        self._moved = False
        """Whether the table has changed since a person was asked."""
        self._interrupted = False
        """Whether Ctrl-C was pressed since the last line."""
        table.changed = self._table_changed

    def play(self) -> None:
        """Play the game to its end and show the result.

        Raises:
            Stopped: somebody quit.
            EndOfInput: the input has ended.
        """
        table = self.table
        while (result := table.result) is None:
            remark = ""
            if table.draws:
                table.draw()
            elif table.seat is not None and table.seat in table.waiting:  # people answer before bots do
                remark = self._answer(table.seat)
            elif (bot := table.bot_due) is not None:
                self._let_play(bot)
            self._print_news(remark)
        self._output.show(f"\n{describe_table(table.game, table.state, table.names, table.only_seat)}\n")
        me = table.people[0] if len(table.people) == 1 else None
        self._output.show(describe_result(table.game, result, table.names, me))

    def _answer(self, seat: int) -> str:
        """One answer of a person to the waiting step; return a remark on it, or nothing."""
        if (move := self.table.forced) is None:
            self._ask(seat)
            return ""
        remark = " (the only move)" if isinstance(self.table.session.pending, Turn) else ""
        self.table.make(move)
        return remark

    def _let_play(self, seat: int) -> None:
        """Let a bot decide; a line says that it is thinking, if that takes time."""
        is_quick = self.table.bots[seat].is_quick
        if not is_quick:
            self._output.passing(f"{self.table.names[seat]} is thinking ...")
        move = self.table.ask_bot(seat)
        if not is_quick:
            self._output.passing("")
        self.table.play(seat, move)

    def _ask(self, seat: int) -> None:
        """Ask a person until the table has moved on."""
        name = self.table.names[seat]
        if self.table.shared:  # this mode hides nothing; the full screen does
            self._output.heading(f"\n---- {name} ----")
        view = self.table.view()
        self._output.show(f"\n{self._description.changes(self.table.state)}\n")
        self._output.say(question(view))
        self.keyboard.offer(partial(completions, view))
        self._moved = False
        while not self._moved:
            self._obey(self._typed(view, f"{name}> " if self.table.shared else "> "))

    def _typed(self, view: View, prompt: str) -> Reply:
        """The reply to the next line. A corrected spelling is shown if the move itself is not announced at once."""
        line = self._line(prompt)
        reply = answer(view, line)
        if isinstance(reply, Make) and reply.spelling != line and not isinstance(self.table.session.pending, Turn):
            self._output.say(f"Understood as `{reply.spelling}`.")
        return reply

    def _line(self, prompt: str) -> str:
        """The next line. At a terminal the first Ctrl-C asks, and only a second one leaves."""
        try:
            line = self.keyboard.read(prompt)
        except KeyboardInterrupt:
            by_hand = self.keyboard.terminal and code_of_interrupt() is ExitCode.INTERRUPTED
            if self._interrupted or not by_hand:
                raise
            self._interrupted = True
            self._output.say(f"\n{self.table.file.leaving} Ctrl-C again leaves; Enter plays on.")
            return self._line(prompt)
        self._interrupted = False
        return line

    def _obey(self, reply: Reply) -> None:
        """Carry out a line."""
        match reply:
            case Say(text):
                self._output.say(text)
            case Read(text):
                self._output.paged(text)
            case Make(move, _):
                self.table.make(move)
            case Resign():
                self.table.obey(reply)  # its effect is shown as a step
            case Undo() | Save():
                self._output.say(self.table.obey(reply))
            case Quit():
                raise Stopped
            case _:
                raise AssertionError(f"a local table has no {reply}")

    def _table_changed(self) -> None:
        self._moved = True
        self._printed = min(self._printed, len(self.table.lines))  # fewer after an undo

    def _print_news(self, remark: str) -> None:
        """Print the lines of the table that are new; the first with a remark."""
        for line in self.table.lines[self._printed :]:
            self._output.say(line.text + remark)
            remark = ""
        self._printed = len(self.table.lines)
