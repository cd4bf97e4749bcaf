"""Joining: the code asked for, the lobby, and then the game."""

from __future__ import annotations

from pathlib import Path

import trio
from p2pgame.p2p.interfaces import dialable, own_addresses
from p2pgame.p2p.joining import Joining
from p2pgame.p2p.reception import listen, port_of
from p2pgame.p2p.seated import Seated
from p2pgame.protocol.limits import ADDRESSES
from p2pgame.protocol.lobby_messages import Address

from ..find import find_game
from .ending import check_ended_well
from .front import Front, LobbyActs
from .who import Me


class Joined:
    """One table that this command joins."""

    def __init__(self, me: Me, address: Address, front: Front) -> None:
        self._me = me
        self._address = address
        self._front = front
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
        me, front = self._me, self._front
        joining = Joining(
            me.identity, me.name, find_game, me.keeping, front.tell_lobby, front.tell, ready=not front.says_ready
        )
        front.enter_lobby(LobbyActs(joining.say, joining.ready))
        listeners = await listen(0)
        own = tuple(Address(each.host, port_of(listeners)) for each in dialable(own_addresses()))[:ADDRESSES]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(joining.serve, listeners)
            async with trio.open_nursery() as lobby:
                lobby.start_soon(front.attend_lobby)
                self._seated = await nursery.start(joining.attend, nursery, self._address, own, front.ask_code)
                lobby.cancel_scope.cancel()
            await front.play(self._seated)
            nursery.cancel_scope.cancel()
        check_ended_well(self._seated.live)
