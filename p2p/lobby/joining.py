"""Joining a table: knocking at a host, waiting in its lobby, signing, and taking the seat."""

from __future__ import annotations

import math
import os
from collections.abc import Callable

import trio
from p2pgame.engine.game import AnyGame
from p2pgame.protocol.contract.contract import NONCE_SIZE, Contract, Entry, FindGame
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.link.pairing_code import parse
from p2pgame.protocol.lobby.lobby import Shown, check_begin, check_offer, clean_lobby, clean_offer, sign
from p2pgame.protocol.lobby.messages import (
    Address,
    Alive,
    Begin,
    Enter,
    Knock,
    Lobby,
    LobbyMessage,
    Offer,
    Propose,
    Purpose,
    Ready,
    decode_lobby_message,
    encode_lobby_message,
)
from p2pgame.protocol.table.messages import Chat, Leave
from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError
from p2pgame.protocol.wire.limits import ANSWER_SECONDS, CHAT_LINES, LOBBY_NEWS, SEATS
from p2pgame.protocol.wire.rate_limiter import RateLimiter
from p2pgame.protocol.wire.sanitize import clean_chat, clean_refusal

from ..lan.interfaces import is_loopback
from ..link.containment import contain_faults
from ..link.dialing import dial_any
from ..link.link import AskCode, Link
from ..link.listener import LinkServer, Listeners
from ..store.addressbook import Book
from ..store.log_location import LogLocation
from ..table.runner import News
from ..table.seat_session import SeatSession
from .events import GuestRefused, LobbyChat, LobbyNews
from .pulse import Pulse


class Joining:
    """A guest on its way to a seat. It listens as well, for the other guests of the table."""

    def __init__(
        self,
        identity: Identity,
        name: str,
        find_game: FindGame,
        keeping: LogLocation,
        tell_lobby: Callable[[LobbyNews], None],
        tell: Callable[[News], None],
        ready: bool = True,
        watchers: frozenset[bytes] = frozenset(),
    ) -> None:
        """With `ready`, the table may begin as soon as every seat is taken; otherwise call `ready()`.

        The keys of `watchers` may watch here without a code once it has begun.
        """
        self.game: AnyGame | None = None
        """The game of the host's offer, once it has come."""
        self.reached: Address | None = None
        """The host's address that has led to it."""
        self._identity = identity
        self._name = name
        self._find_game = find_game
        self._keeping = keeping
        self._tell_lobby = tell_lobby
        self._tell = tell
        self._is_ready = ready
        self._watchers = watchers
        self._offer: Offer | None = None
        self._lobby: Lobby | None = None
        """The host's last list of seats."""
        self._pace = RateLimiter()
        """Limits how much the host can say."""
        self._own: tuple[Address, ...] = ()
        self._code: str | None = None
        """The code that the host has accepted."""
        self._word: tuple[Contract, Entry] | None = None
        self._link: Link | None = None
        self._seated: SeatSession | None = None
        self._server = LinkServer(identity, self._door, self._receive, lambda error: tell_lobby(GuestRefused(error)))

    async def serve(self, listeners: Listeners) -> None:
        """Let the other seats of the table in, until cancelled."""
        await self._server.serve(listeners)

    async def attend(
        self,
        nursery: trio.Nursery,
        addresses: tuple[Address, ...],
        own: tuple[Address, ...],
        ask_code: AskCode,
        expected: bytes | None = None,
        coded: bool = False,
        announced: str | None = None,
        *,
        task_status: trio.TaskStatus[SeatSession],
    ) -> None:
        """Knock at a host and wait in its lobby. Started with the seat when the table begins; serves the link then.

        The host's `addresses` are tried in turn. `own` is where the guest itself listens; the link's writer runs in the
        nursery. `expected` is the host's key, if it matters, and `announced` its fingerprint; with `coded`, the host
        must ask for a code.

        Raises:
            Unreachable: nobody listens at any of the addresses.
            RemoteError: the host is not the expected one, refused the guest, or is gone.
            LogFileError: the log cannot be written.
        """
        self._own = own

        async def ask(problem: str | None) -> str:
            self._code = await ask_code(problem)
            return self._code

        dialing = dial_any(nursery, addresses, self._identity, ask, expected, coded=coded, announced=announced)
        async with dialing as (link, address):
            self.reached = address
            link.send_nowait(encode_lobby_message(Knock(Purpose.JOIN, b"", self._name, own)))
            self._link = link
            pulse = Pulse(link)
            with trio.move_on_after(ANSWER_SECONDS) as answering:
                while (payload := await pulse.next()) is not None:
                    with contain_faults():
                        seated = self._hear(link, decode_lobby_message(payload), address)
                    if self._offer is not None:
                        answering.deadline = math.inf
                    if seated is not None:
                        task_status.started(seated)
                        with contain_faults():
                            await seated.live.serve(link)
                        return
                raise RemoteError(Code.HUNG_UP, "the connection to the host is lost")
            raise RemoteError(Code.TOO_SLOW, f"the host sent no offer within {ANSWER_SECONDS} seconds")

    def say(self, text: str) -> None:
        """Send a line of chat to the lobby.

        Raises:
            RemoteError: the host takes no messages any more.
        """
        if self._link is not None:
            self._send(self._link, Chat(clean_chat(text)))

    @property
    def host(self) -> bytes | None:
        """The host's key, once it has proved it."""
        return None if self._link is None else self._link.peer.public

    @property
    def is_ready(self) -> bool:
        """Whether this guest has said that the table may begin."""
        return self._is_ready

    def ready(self) -> None:
        """Say that the table may begin.

        Raises:
            RemoteError: the host takes no messages any more.
        """
        self._is_ready = True
        if self._link is not None and self._offer is not None:
            self._send(self._link, Ready())

    def _door(self, peer: Peer) -> CodeKeeper | None:
        if self._seated is None:
            raise RemoteError(Code.NOT_BEGUN, "the game has not begun here yet")
        return self._seated.door(peer)

    async def _receive(self, link: Link, knock: Knock) -> None:
        assert self._seated is not None
        await self._seated.receive(link, knock)

    def _hear(self, link: Link, message: LobbyMessage, host: Address) -> SeatSession | None:
        """Carry out a message of the host; the seat, if the table begins with it."""
        match message:
            case Offer() if self._offer is None:
                self.game = check_offer(message, self._find_game)
                self._offer = message
                self._tell_lobby(clean_offer(message))
                if self._is_ready:
                    self.ready()
            case Lobby() | Propose() if not self._pace.allows(Lobby, LOBBY_NEWS, int(trio.current_time())):
                raise RemoteError(Code.TOO_MANY_REFUSALS, "the host sends more than a person could read")
            case Lobby() if self._offer is not None and len(message.places) == self._offer.seats:
                self._word, self._lobby = None, message
                self._tell_lobby(clean_lobby(message))
            case Propose(contract):
                self._sign(link, contract)
            case Begin():
                self._seated = self._take_seat(message, host)
            case Chat(text):
                if self._pace.allows(Chat, SEATS * CHAT_LINES, int(trio.current_time())):
                    self._tell_lobby(LobbyChat("", clean_chat(text)))
            case Alive():
                pass
            case Leave(code, reason):
                raise RefusedByPeer(code, clean_refusal(reason))
            case _:
                raise RemoteError(Code.OUT_OF_TURN, f"the host sent a {type(message).__name__.lower()}")
        return self._seated

    def _sign(self, link: Link, contract: Contract) -> None:
        if self._offer is None or self._lobby is None:
            raise RemoteError(Code.OUT_OF_TURN, "the host proposed a contract before its offer")
        shown = Shown(self._offer, self._lobby, self._name)
        entry = sign(self._identity, shown, contract, self._find_game, os.urandom(NONCE_SIZE))
        self._word = contract, entry
        self._send(link, Enter(entry))

    def _take_seat(self, begin: Begin, host: Address) -> SeatSession:
        if self._word is None or self.game is None:
            raise RemoteError(Code.OUT_OF_TURN, "the host began a table that was not signed here")
        contract, entry = self._word
        genesis = check_begin(begin, contract, entry, self._identity, self._find_game)
        addresses = dict(enumerate(_credible_addresses(begin.addresses, host)))
        seat = None if self._link is None else contract.seat_of(self._link.peer.public)
        proven = {} if seat is None else {seat: (host,)}
        if seat is not None:
            addresses[seat] = (host, *addresses[seat])
        port = self._own[0].port if self._own else 0
        code = None if self._code is None else parse(self._code)
        is_open = self._offer is not None and not self._offer.coded
        book = Book(port, addresses, seat, is_open, code, proven=proven)
        seated = SeatSession.new(self._identity, genesis, self.game, book, self._keeping, self._tell)
        seated.welcome = self._watchers
        return seated

    def _send(self, link: Link, message: LobbyMessage) -> None:
        """Queue a message. A host that is gone is noticed when the link ends.

        Raises:
            RemoteError: the host takes no messages any more.
        """
        try:
            link.send_nowait(encode_lobby_message(message))
        except trio.WouldBlock:
            raise RemoteError(Code.NEVER_READS, "the host does not read our messages") from None
        except trio.ClosedResourceError:
            return


def _credible_addresses(addresses: tuple[tuple[Address, ...], ...], host: Address) -> tuple[tuple[Address, ...], ...]:
    """The seats' addresses from a host's message. Another machine's loopback is not ours: only a host that was reached
    on this machine may name loopback."""
    near = is_loopback(host.host)
    return tuple(tuple(each for each in listed if near or not is_loopback(each.host)) for listed in addresses)
