"""What can be typed by somebody who looks on at a table."""

from __future__ import annotations

import random
from contextlib import suppress

from p2pgame.p2p.table.runner import TableRunner

from ..games.names import seat_names
from ..net.front import Quitted
from ..table.answer import answer
from ..table.network_words import LOOKING_ON, sitting_told
from ..table.replies import Further, Quit, Read, Reply, Say
from ..table.view import View
from ..terminal.keyboard import EndOfInput
from ..terminal.lines import Lines
from ..terminal.output import Output


class WatchingLines:
    """Does what lines ask for, of which none reaches the table."""

    def __init__(self, live: TableRunner, output: Output, lines: Lines) -> None:
        self._live = live
        self._output = output
        self._lines = lines
        self._names = seat_names(live.table.ledger.genesis.contract)
        self._rng = random.SystemRandom()

    async def obey_all(self) -> None:
        """Do it until no more can be typed; the table is looked at all the same.

        Raises:
            Quitted: the person leaves.
        """
        with suppress(EndOfInput):
            while True:
                self._obey(answer(self._view(), await self._lines.read("")))

    def _obey(self, reply: Reply) -> None:
        match reply:
            case Say(text):
                self._output.say(text)
            case Read(text):
                self._output.show(text)  # never by a pager: the table goes on meanwhile
            case Further("who", _):
                self._output.say(sitting_told(self._live, self._names))
            case Quit():
                raise Quitted
            case _:
                raise AssertionError(f"who looks on is refused {reply}")

    def _view(self) -> View:
        table, ledger = self._live.table, self._live.table.ledger
        waiting = () if ledger.now.closed else table.awaited
        return View(
            ledger.game,
            ledger.now.state,
            None,
            waiting,
            self._names,
            self._rng,
            *LOOKING_ON,
            table.seconds_left,
            table.unacked,
        )
