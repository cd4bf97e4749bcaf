"""Joining in line mode: the code asked for, the lobby on the screen, and then the game."""

from __future__ import annotations

import random
from pathlib import Path

import trio
from p2pgame.engine.bots import BOTS
from p2pgame.p2p.interfaces import dialable, own_addresses
from p2pgame.p2p.joining import Joining
from p2pgame.p2p.reception import listen, port_of
from p2pgame.p2p.seated import Seated
from p2pgame.protocol.limits import ADDRESSES
from p2pgame.protocol.lobby_messages import Address

from ..find import find_game
from ..output import Output
from .asking import CodeAsker
from .ending import check_ended_well
from .lobby import LobbyTelling
from .table import RemoteTable, Telling
from .who import Me


class Joined:
    """One table that this command joins."""

    def __init__(self, me: Me, address: Address, code: str | None, auto: str | None, output: Output) -> None:
        """`code` is what was given on the command line; `auto` the bot that plays, None for a person."""
        self._me = me
        self._address = address
        self._asker = CodeAsker(code, output)
        self._auto = auto
        self._output = output
        self._lobby = LobbyTelling(output)
        self._telling = Telling(output, boards=auto is not None)
        self._seated: Seated | None = None

    def log(self) -> Path | None:
        """Where the log is, once there is one."""
        return self._seated.live.log.path if self._seated else None

    async def run(self) -> None:
        """Join the table and play it to its end.

        Raises:
            Unreachable, RemoteError: there is no way into the table.
            Quitted, EndOfInput: the person has left.
            Failed: the table could not be played to its end.
        """
        joining = self._joining()
        listeners = await listen(0)
        own = tuple(Address(each.host, port_of(listeners)) for each in dialable(own_addresses()))[:ADDRESSES]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(joining.serve, listeners)
            self._seated = await nursery.start(joining.attend, nursery, self._address, own, self._asker.ask)
            await self._play(self._seated)
            nursery.cancel_scope.cancel()
        check_ended_well(self._seated.live)

    def _joining(self) -> Joining:
        me = self._me
        return Joining(me.identity, me.name, find_game, me.keeping, self._lobby.tell, self._telling.tell)

    async def _play(self, seated: Seated) -> None:
        bot = BOTS[self._auto] if self._auto else None
        lines = None if bot else self._asker.lines
        await RemoteTable(seated, self._output, self._telling, random.SystemRandom(), bot, lines).play()
