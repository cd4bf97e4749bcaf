"""Watching a table in line mode."""

from __future__ import annotations

from pathlib import Path

import trio
from p2pgame.engine.pending import Over
from p2pgame.p2p.live import LiveTable
from p2pgame.p2p.watching import Spectator
from p2pgame.protocol.lobby_messages import Address

from ..find import find_game
from ..line.telling import result_told
from ..output import Output
from .asking import CodeAsker
from .ending import check_ended_well
from .names import seat_names
from .table import Telling
from .who import Me


class Watched:
    """One table that this command looks on at."""

    def __init__(self, me: Me, address: Address, code: str | None, output: Output) -> None:
        self._address = address
        self._asker = CodeAsker(code, output)
        self._output = output
        self._telling = Telling(output, boards=True)
        self._spectator = Spectator(me.identity, me.name, find_game, me.keeping, self._telling.tell)

    def log(self) -> Path | None:
        """Where the spectator's own log is, once there is one."""
        live = self._spectator.live
        return live.log.path if live else None

    async def run(self) -> None:
        """Look on to the end.

        Raises:
            Unreachable, RemoteError: there is no way to watch.
            Failed: the table stopped.
        """
        async with trio.open_nursery() as nursery:
            live: LiveTable = await nursery.start(self._spectator.watch, nursery, self._address, self._asker.ask)
            names = seat_names(live.table.ledger.genesis.contract)
            self._output.heading(f"Watching {live.table.ledger.game.title}: {', '.join(names)}")
            self._telling.begin(live)
            await live.play()
            nursery.cancel_scope.cancel()
        live.log.close()
        check_ended_well(live)
        ledger = live.table.ledger
        if isinstance(ledger.pending, Over):
            self._output.show(f"\n{result_told(ledger.game, ledger.pending.result, names)}")
