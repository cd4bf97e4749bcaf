"""Hosting a table: the lobby, until everybody has signed. Afterwards the host is a peer like the others."""

from __future__ import annotations

import math
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import trio
from p2pgame.engine.game import AnyGame
from p2pgame.protocol.contract.contract import NONCE_SIZE, Entry, Seat
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.lobby.lobby import HostLobby
from p2pgame.protocol.lobby.messages import (
    Address,
    Alive,
    Begin,
    Enter,
    Knock,
    LobbyMessage,
    Offer,
    Purpose,
    Ready,
    decode_lobby_message,
    encode_lobby_message,
)
from p2pgame.protocol.table.messages import Chat, Leave
from p2pgame.protocol.wire.errors import Code, LocalError, RemoteError
from p2pgame.protocol.wire.limits import CHAT_LINES, COMINGS_SECONDS, ENTER_SECONDS, LOBBY_COMINGS, READY_SECONDS
from p2pgame.protocol.wire.rate_limiter import RateLimiter
from p2pgame.protocol.wire.sanitize import clean_chat, clean_name

from ..lan.interfaces import is_loopback, without_zone
from ..link.link import Link
from ..link.listener import LinkServer, Listeners
from ..store.addressbook import Book
from ..store.log_location import LogLocation
from ..table.runner import News
from ..table.seat_session import SeatSession, Watching
from .events import GuestRefused, LobbyChat, LobbyNews
from .pulse import Pulse

_NOT_READY = RemoteError(
    Code.NOT_READY, f"you were not ready within {READY_SECONDS} seconds, so your seat is free again"
)
_CLOSED = RemoteError(Code.LOBBY_CLOSED, "the host closed this table before it began")
_NOT_SIGNED = RemoteError(Code.NOT_READY, f"your program did not sign the contract within {ENTER_SECONDS} seconds")


@dataclass(frozen=True, slots=True)
class Reserved:
    """Seats that are assigned before any guest comes: the host's own seat, and the seats of known keys."""

    own: int
    others: Mapping[int, Seat]
    watchers: frozenset[bytes] = frozenset()
    """Keys that may watch without a code once the table has begun."""


@dataclass(slots=True)
class _Guest:
    """A guest of the lobby, and the time limit on its present state."""

    link: Link
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    reason: RemoteError = _NOT_READY
    """Why it has to leave, when the scope ends."""

    def wait(self, seconds: float, reason: RemoteError) -> None:
        """Set the time limit from now on."""
        self.scope.deadline, self.reason = trio.current_time() + seconds, reason

    def stop_signing(self) -> None:
        """Lift the time limit on signing: the contract is void."""
        if self.reason is _NOT_SIGNED:
            self.wait(math.inf, _NOT_READY)

    def end(self, reason: RemoteError) -> None:
        """End the guest's stay at once."""
        self.reason = reason
        self.scope.cancel()


class Hosting:
    """A lobby that listens, and the table that results."""

    def __init__(
        self,
        identity: Identity,
        offer: Offer,
        game: AnyGame,
        addresses: tuple[Address, ...],
        keeper: CodeKeeper | None,
        keeping: LogLocation,
        tell_lobby: Callable[[LobbyNews], None],
        tell: Callable[[News], None],
        reserved: Reserved | None = None,
        ready: bool = True,
    ) -> None:
        """`keeper` has the code that guests must know; without one anybody may come in. Expected guests need no code.

        With `ready`, the host is ready from the beginning; otherwise call `ready()`.
        """
        reserved = reserved or Reserved(0, {})
        self.lobby = HostLobby(identity, offer, addresses, reserved.own, reserved.others)
        if ready:
            self.lobby.ready(identity.public)
        self.keeper = keeper
        self._watchers = reserved.watchers
        self._identity = identity
        self._game = game
        self._keeping = keeping
        self._tell_lobby = tell_lobby
        self._tell = tell
        self._guests: dict[bytes, _Guest] = {}
        self._comings = RateLimiter()
        self._paces: defaultdict[int | None, RateLimiter] = defaultdict(RateLimiter)
        """Chat limits by seat, not by guest: a new key gets no new allowance."""
        self._seated: SeatSession | None = None
        self._began = trio.Event()
        self._server = LinkServer(identity, self._door, self._receive, lambda error: tell_lobby(GuestRefused(error)))

    async def serve(self, listeners: Listeners) -> None:
        """Let guests in, and later the other seats' links, until cancelled."""
        await self._server.serve(listeners)

    async def wait_begun(self) -> SeatSession:
        """Wait until every seat is taken and everybody has signed; the host's seat at the table."""
        await self._began.wait()
        assert self._seated is not None
        return self._seated

    @property
    def has_begun(self) -> bool:
        """Whether the table has begun, so that nobody can join any more."""
        return self._seated is not None

    def set_addresses(self, addresses: tuple[Address, ...]) -> None:
        """Replace this machine's addresses. They are sent to the others."""
        if self._seated is None:
            self.lobby.listen_at(addresses)
        else:
            self._seated.set_addresses(addresses)

    def say(self, text: str) -> None:
        """Send a line of chat to the lobby."""
        for guest in self._guests.values():
            _send(guest.link, Chat(clean_chat(text)))

    def ready(self) -> None:
        """Mark the host as ready: the table begins when everybody is."""
        self._hear_ready(self._identity.public)

    def remove_guest(self, seat: int) -> None:
        """Free a seat of the lobby. A removed guest cannot come back: neither with its key, nor with its code, which is
        replaced."""
        if self._seated is not None:
            return
        public = self.lobby.remove_guest(seat)
        if public is not None and public in self._guests:
            self._guests[public].end(RemoteError(Code.SENT_AWAY, "the host has removed you from this table"))
            if self.keeper is not None:
                self.keeper.renew()
        self._stop_signing()
        self._show_seats()

    def _door(self, peer: Peer) -> CodeKeeper | None:
        if self._seated is not None:
            return self._seated.door(peer)
        self.lobby.check_welcome(peer.public)
        return None if self.lobby.is_expected(peer.public) else self.keeper

    async def _receive(self, link: Link, knock: Knock) -> None:
        if self._seated is not None:
            await self._seated.receive(link, knock)
            return
        try:
            guest = self._seat(link, knock)
        except RemoteError as error:
            _send(link, Leave(error.code, error.sentence))
            raise
        try:
            with guest.scope, self._farewell(link):
                await self._attend(link)
            if guest.scope.cancelled_caught:
                self._give_reason(guest)
        finally:
            self._lose(link)

    @contextmanager
    def _farewell(self, link: Link) -> Iterator[None]:
        """Send a guest the reason of its link's end, if the guest is at fault or the lobby is closed."""
        try:
            yield
        except RemoteError as error:
            if self._seated is None:
                _send(link, Leave(error.code, error.sentence))
            raise
        except trio.Cancelled:
            if self._seated is None and not self._guests[link.peer.public].scope.cancel_called:
                _send(link, Leave(_CLOSED.code, _CLOSED.sentence))
            raise

    def _seat(self, link: Link, knock: Knock) -> _Guest:
        if knock.purpose is not Purpose.JOIN:
            raise RemoteError(Code.NOT_BEGUN, "the game has not begun here yet")
        name = clean_name(knock.name)
        if not name:
            raise RemoteError(Code.NOT_SEATED, "a guest needs a name that can be shown")
        self._check_comings(link.peer)
        self.lobby.join(link.peer.public, name, knock.addresses)
        guest = self._guests[link.peer.public] = _Guest(link)
        guest.wait(READY_SECONDS, _NOT_READY)
        _send(link, self.lobby.offer)
        self._show_seats()
        return guest

    def _check_comings(self, peer: Peer) -> None:
        """Return if one more guest may come now; an expected guest always may.

        Raises:
            RemoteError: too many come and go.
        """
        when = int(trio.current_time()) // COMINGS_SECONDS
        if not self.lobby.is_expected(peer.public) and not self._comings.allows(Knock, LOBBY_COMINGS, when):
            raise RemoteError(Code.TOO_MANY_COME, "too many guests come and go here: try again in a few seconds")

    def _give_reason(self, guest: _Guest) -> None:
        """Send a guest the reason of its removal.

        Raises:
            RemoteError: the reason, if the guest is at fault.
        """
        reason = guest.reason
        _send(guest.link, Leave(reason.code, reason.sentence))
        if reason.code is not Code.SENT_AWAY:
            raise reason

    async def _attend(self, link: Link) -> None:
        """Serve a guest until the table begins, and then its seat."""
        pace = self._paces[self.lobby.seat_of(link.peer.public)]
        pulse = Pulse(link)
        while (payload := await pulse.next()) is not None:
            if self._seated is not None:
                await self._seated.live.serve(link, payload)
                return
            message = decode_lobby_message(payload)
            match message:
                case Ready():
                    self._hear_ready(link.peer.public)
                case Enter(entry):
                    self._hear_entry(link.peer.public, entry)
                case Chat(text):
                    if pace.allows(Chat, CHAT_LINES, int(trio.current_time())):
                        self._pass_on(link, clean_chat(text))
                case Leave():
                    return
                case Alive():
                    pass
                case _:
                    what = type(message).__name__.lower()
                    raise RemoteError(Code.OUT_OF_TURN, f"a guest in the lobby sent a {what}")

    def _hear_ready(self, public: bytes) -> None:
        if self._seated is not None or self.lobby.contract is not None or not self.lobby.ready(public):
            return
        if public in self._guests:
            self._guests[public].wait(math.inf, _NOT_READY)
        self._show_seats()
        if self.lobby.all_ready:
            self._propose()

    def _hear_entry(self, public: bytes, entry: Entry) -> None:
        everybody = self.lobby.enter(public, entry)
        if public in self._guests and self.lobby.has_entered(public):
            self._guests[public].wait(math.inf, _NOT_READY)
        if everybody:
            self._begin()

    def _propose(self) -> None:
        proposal = self.lobby.propose(os.urandom(NONCE_SIZE), os.urandom(NONCE_SIZE))
        for guest in self._guests.values():
            guest.wait(ENTER_SECONDS, _NOT_SIGNED)
            _send(guest.link, proposal)
        if not self._guests:
            self._begin()

    def _begin(self) -> None:
        genesis, begin = self.lobby.begin()
        genesis.check(lambda _: self._game)
        host = genesis.contract.seat_of(self._identity.public)
        code = None if self.keeper is None else self.keeper.code
        book = Book(self.lobby.port, dict(enumerate(begin.addresses)), host, self.keeper is None, code)
        self._seated = SeatSession.new(self._identity, genesis, self._game, book, self._keeping, self._tell)
        self._seated.watching, self._seated.welcome = Watching(self.keeper), self._watchers
        for guest in self._guests.values():
            guest.wait(math.inf, _NOT_SIGNED)
            _send(guest.link, _for_guest(begin, near=is_loopback(guest.link.source)))
        self._began.set()

    def _lose(self, link: Link) -> None:
        if self._seated is None and self._guests.pop(link.peer.public, None) is not None:
            self.lobby.leave(link.peer.public)
            self._stop_signing()
            self._show_seats()

    def _stop_signing(self) -> None:
        """Lift the limits on signing a void contract."""
        if self.lobby.contract is None:
            for guest in self._guests.values():
                guest.stop_signing()

    def _pass_on(self, source: Link, text: str) -> None:
        seat = self.lobby.seat_of(source.peer.public)
        name = "" if seat is None else self.lobby.label(seat)
        self._tell_lobby(LobbyChat(name, text))
        for guest in self._guests.values():
            if guest.link is not source:
                _send(guest.link, Chat(clean_chat(f"{name}: {text}")))

    def _show_seats(self) -> None:
        self._tell_lobby(self.lobby.seen_from(self.lobby.own))
        for public, guest in self._guests.items():
            seat = self.lobby.seat_of(public)
            if seat is not None:
                _send(guest.link, self.lobby.seen_from(seat))


def _for_guest(begin: Begin, near: bool) -> Begin:
    """The message for one guest: without this machine's zones, and without its loopback unless the guest is `near`."""
    return replace(begin, addresses=tuple(tuple(_addresses_for_guests(each, near)) for each in begin.addresses))


def _addresses_for_guests(addresses: tuple[Address, ...], near: bool) -> Iterator[Address]:
    unique = dict.fromkeys(Address(without_zone(address.host), address.port) for address in addresses)
    return (address for address in unique if near or not is_loopback(address.host))


def _send(link: Link, message: LobbyMessage) -> None:
    """Queue a message. A guest that takes none any more is noticed when its link ends."""
    try:
        link.send_nowait(encode_lobby_message(message))
    except (trio.WouldBlock, trio.ClosedResourceError, LocalError):
        return
