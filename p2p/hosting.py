"""Hosting a table: the lobby, until everybody has signed; afterwards the host is a peer like the others."""

from __future__ import annotations

import os
from collections.abc import Callable

import trio
from p2pgame.engine.game import AnyGame
from p2pgame.protocol.contract import NONCE_SIZE
from p2pgame.protocol.errors import Code, LocalError, RemoteError
from p2pgame.protocol.keys import Identity
from p2pgame.protocol.limits import CHAT_LINES
from p2pgame.protocol.link import Peer
from p2pgame.protocol.lobby import HostLobby
from p2pgame.protocol.lobby_messages import (
    Address,
    Enter,
    Knock,
    LobbyMessage,
    Offer,
    Purpose,
    decode_lobby_message,
    encode_lobby_message,
)
from p2pgame.protocol.messages import Chat, Leave
from p2pgame.protocol.names import clean_chat, clean_name
from p2pgame.protocol.pace import Pace
from p2pgame.protocol.pairing import CodeKeeper

from .link import Link
from .live import News
from .lobby_news import LobbyChat, LobbyNews, Turned
from .reception import Listeners, Reception
from .seated import Keeping, Seated, Watching


class Hosting:
    """A lobby that listens, and the table that comes of it."""

    def __init__(
        self,
        identity: Identity,
        offer: Offer,
        game: AnyGame,
        addresses: tuple[Address, ...],
        keeper: CodeKeeper | None,
        keeping: Keeping,
        tell_lobby: Callable[[LobbyNews], None],
        tell: Callable[[News], None],
        grace: int = 0,
    ) -> None:
        """`keeper` has the code that guests must know; None lets anybody in."""
        self.lobby = HostLobby(identity, offer, addresses, grace)
        self.keeper = keeper
        self._identity = identity
        self._game = game
        self._keeping = keeping
        self._tell_lobby = tell_lobby
        self._tell = tell
        self._guests: dict[bytes, Link] = {}
        self._seated: Seated | None = None
        self._began = trio.Event()
        self._reception = Reception(identity, self._door, self._receive, lambda error: tell_lobby(Turned(error)))

    async def serve(self, listeners: Listeners) -> None:
        """Let guests in, and after the beginning other seats' links, until cancelled."""
        await self._reception.serve(listeners)

    async def begun(self) -> Seated:
        """Wait until every seat is taken and everybody has signed; the host's seat at the table."""
        await self._began.wait()
        assert self._seated is not None
        return self._seated

    def say(self, text: str) -> None:
        """Say something in the lobby."""
        for link in self._guests.values():
            _send(link, Chat(clean_chat(text)))

    def _door(self, peer: Peer) -> CodeKeeper | None:
        if self._seated is not None:
            return self._seated.door(peer)
        if self.lobby.full:
            raise RemoteError(Code.TABLE_FULL, "every seat at this table is taken")
        return self.keeper

    async def _receive(self, link: Link, knock: Knock) -> None:
        if self._seated is not None:
            await self._seated.receive(link, knock)
            return
        try:
            self._seat(link, knock)
        except RemoteError as error:
            _send(link, Leave(error.code, error.sentence))
            raise
        try:
            await self._attend(link)
        finally:
            self._lose(link)

    def _seat(self, link: Link, knock: Knock) -> None:
        if knock.purpose is not Purpose.JOIN:
            raise RemoteError(Code.NOT_SEATED, "no table has begun here yet")
        name = clean_name(knock.name)
        if not name:
            raise RemoteError(Code.NOT_SEATED, "a guest needs a name that can be shown")
        self.lobby.join(link.peer.public, name, knock.addresses)
        self._guests[link.peer.public] = link
        _send(link, self.lobby.offer)
        self._show_seats()
        if self.lobby.full:
            self._propose()

    async def _attend(self, link: Link) -> None:
        """Listen to a guest until the table begins, and then to its seat."""
        pace = Pace()
        async for payload in link:
            if self._seated is not None:
                await self._seated.live.serve(link, payload)
                return
            message = decode_lobby_message(payload)
            match message:
                case Enter(entry):
                    if self.lobby.enter(link.peer.public, entry):
                        self._begin()
                case Chat(text):
                    if pace.allows(Chat, CHAT_LINES, int(trio.current_time())):
                        self._pass_on(link, clean_chat(text))
                case Leave():
                    return
                case _:
                    what = type(message).__name__.lower()
                    raise RemoteError(Code.OUT_OF_TURN, f"a guest in the lobby sent a {what}")

    def _propose(self) -> None:
        proposal = self.lobby.propose(os.urandom(NONCE_SIZE), os.urandom(NONCE_SIZE))
        for link in self._guests.values():
            _send(link, proposal)
        if not self._guests:
            self._begin()

    def _begin(self) -> None:
        genesis, begin = self.lobby.begin()
        addresses = dict(enumerate(begin.addresses))
        genesis.check(lambda _: self._game)
        port = self.lobby.port
        self._seated = Seated.begun(self._identity, genesis, self._game, addresses, self._keeping, self._tell, port)
        self._seated.watching = Watching(self.keeper)
        for link in self._guests.values():
            _send(link, begin)
        self._began.set()

    def _lose(self, link: Link) -> None:
        if self._seated is None and self._guests.pop(link.peer.public, None) is not None:
            self.lobby.leave(link.peer.public)
            self._show_seats()

    def _pass_on(self, source: Link, text: str) -> None:
        seat = self.lobby.seat_of(source.peer.public)
        sitter = None if seat is None else self.lobby.sitters[seat]
        name = "" if sitter is None else sitter.seat.label
        self._tell_lobby(LobbyChat(name, text))
        for link in self._guests.values():
            if link is not source:
                _send(link, Chat(clean_chat(f"{name}: {text}")))

    def _show_seats(self) -> None:
        self._tell_lobby(self.lobby.seen_from(0))
        for public, link in self._guests.items():
            seat = self.lobby.seat_of(public)
            if seat is not None:
                _send(link, self.lobby.seen_from(seat))


def _send(link: Link, message: LobbyMessage) -> None:
    """Queue a message; a guest that takes nothing any more is noticed when its link ends."""
    try:
        link.send_nowait(encode_lobby_message(message))
    except (trio.WouldBlock, trio.ClosedResourceError, LocalError):
        return
