"""A peer in its seat at a table: the log is open, and so are the links with all others and the listener for them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import trio
from p2pgame.engine.game import AnyGame
from p2pgame.protocol.contract.contract import FindGame, Genesis
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.link.pairing import SECRET_BYTES, CodeKeeper, ToldKeeper
from p2pgame.protocol.lobby.messages import Address, Knock, Purpose, Show, encode_lobby_message
from p2pgame.protocol.log.format import read_genesis
from p2pgame.protocol.table.ledger import Ledger, StepCompleted
from p2pgame.protocol.table.messages import Leave, encode_message
from p2pgame.protocol.table.signer import Signer
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.errors import Code, RemoteError
from p2pgame.protocol.wire.limits import ADDRESSES, SPECTATORS
from p2pgame.protocol.wire.sanitize import clean_name

from ..link.containment import contain_faults
from ..link.dialing import Unreachable, dial_address
from ..link.link import Link
from ..store.addressbook import Book, read_book, write_book
from ..store.log_file import LogFile
from ..store.log_location import LogLocation
from .mesh import keep_linked
from .resuming import Lost, taken_up
from .routes import Routes
from .runner import TICK, News, TableRunner


@dataclass(frozen=True, slots=True)
class Watching:
    """How spectators come in: with the keeper's code, or without one."""

    keeper: CodeKeeper | None

    @property
    def over(self) -> bool:
        """Whether nobody is let in any more, after too many wrong guesses of a code that cannot be changed here."""
        return isinstance(self.keeper, ToldKeeper) and self.keeper.spent


class SeatSession:
    """One's own seat at a table that has begun."""

    def __init__(
        self,
        identity: Identity,
        table: Table,
        log: LogFile,
        book: Book,
        tell: Callable[[News], None],
        history: tuple[StepCompleted, ...] = (),
    ) -> None:
        assert table.signer is not None
        self.identity = identity
        self.genesis = table.ledger.genesis
        self.seat = table.signer.seat
        self.book = book
        self._written = book
        """The book on the disk, if it was written."""
        self.watching = _watching(book)
        """How spectators come in; None if they cannot."""
        self.welcome: frozenset[bytes] = frozenset()
        """The keys of spectators of the last table, who come along to this one without a code."""
        self.watchers: frozenset[bytes] = frozenset()
        """The keys of all spectators that have come to this one."""
        self.live = TableRunner(table, log, tell)
        self.history = history
        """The steps that the log had when the table was resumed."""
        self._routes = Routes(book.addresses, book.proven)

    @property
    def own_addresses(self) -> tuple[Address, ...]:
        """One's own known addresses."""
        return self.book.addresses.get(self.seat, ())

    def set_addresses(self, addresses: tuple[Address, ...]) -> None:
        """Replace one's own addresses: the others get them when they are dialed."""
        if addresses:
            self._note(self.seat, addresses, addresses[0].port)
            self._write_book()

    def note_hosting(self, bind: str | None, announced: bool) -> None:
        """Save how the table was hosted, for its host's next resume."""
        self.book = replace(self.book, bind=bind, announced=announced)
        self._write_book()

    def dial_first(self, addresses: Sequence[Address]) -> None:
        """Dial every other seat at these addresses first: a person has typed them for some seats."""
        self._routes.type_in(addresses)

    def dialable_at(self, seat: int) -> tuple[Address, ...]:
        """The addresses of another seat, the best first."""
        return self._routes.all_to(seat)

    def _note(self, seat: int, addresses: tuple[Address, ...], port: int) -> None:
        """Note where a seat listens, before its other addresses; also for another evening.

        Peers may send this as often as they like, so the file is written once a tick.
        """
        older = [address for address in self.book.addresses.get(seat, ()) if address not in addresses]
        all_of_them = (*addresses, *older)[:ADDRESSES]
        if (self.book.addresses.get(seat), self.book.port) == (all_of_them, port):
            return
        self._routes.tell(seat, all_of_them)
        self.book = replace(self.book, port=port, addresses={**self.book.addresses, seat: all_of_them})

    def _write_book(self) -> None:
        """Write the changes of the book beside the log, while the table can be resumed."""
        book = self.book
        if book is not self._written and not self.live.table.ledger.now.closed:
            self._written = book
            write_book(self.live.log.path, book, len(self.genesis.contract.seats))

    async def _keep_book(self) -> None:
        """Write the changes of the book once a tick, until cancelled."""
        while True:
            await trio.sleep(TICK)
            self._write_book()

    @classmethod
    def new(
        cls,
        identity: Identity,
        genesis: Genesis,
        game: AnyGame,
        book: Book,
        keeping: LogLocation,
        tell: Callable[[News], None],
    ) -> SeatSession:
        """A seat at a table that begins now; its genesis must have been checked.

        Raises:
            LogFileError: the log cannot be written.
            RemoteError: the contract has no seat for this identity.
        """
        table = Table(Ledger(genesis, game), _signer(identity, genesis))
        log = keeping.open(genesis, game, journal=True)
        write_book(log.path, book, len(genesis.contract.seats))
        return cls(identity, table, log, book, tell)

    @classmethod
    def resume(
        cls,
        identity: Identity,
        path: Path,
        data: bytes,
        find_game: FindGame,
        tell: Callable[[News], None],
        folder: Path | None = None,
    ) -> tuple[SeatSession, Lost | None]:
        """A seat at a table whose log holds `data`, and the losses; None without any.

        A damaged log is kept beside the valid part, which is continued. `folder` is that of the player's logs; the log
        may be elsewhere.

        Raises:
            LogError: the file is no log that this version reads.
            DamagedRecord, RemoteError: something in it is invalid, or it has no seat for this identity.
            LogFileError: it cannot be written any further.
        """
        genesis, _ = read_genesis(data)
        signer = _signer(identity, genesis)
        log = LogFile(path, new=False, folder=folder)
        try:
            table, steps, lost = taken_up(log, data, signer, find_game)
        except BaseException:
            log.close()
            raise
        return cls(identity, table, log, read_book(path), tell, steps), lost

    def door(self, peer: Peer) -> CodeKeeper | None:
        """Lets seats and welcome spectators in without a code, and others by the table's rule.

        Raises:
            RemoteError: the key is no seat's, and nobody may watch here.
        """
        if self.genesis.contract.seat_of(peer.public) is not None or peer.public in self.welcome:
            return None
        if self.watching is None or self.watching.over:
            raise RemoteError(
                Code.NOT_TO_BE_WATCHED, "this table has begun: you have no seat, and cannot watch it here"
            )
        return self.watching.keeper

    async def receive(self, link: Link, knock: Knock) -> None:
        """Take a link of another seat that has dialed, or of a spectator."""
        seat = self.genesis.contract.seat_of(link.peer.public)
        match knock.purpose:
            case Purpose.MESH if seat is not None and knock.table == self.genesis.id:
                if knock.addresses:
                    self._note(seat, knock.addresses, self.book.port)
                await self.live.serve(link)
            case Purpose.MESH if seat is not None and self._may_have_begun_another(link.peer.public):
                await self.live.serve(link)
            case Purpose.WATCH if seat is None and self._spectators() < SPECTATORS:
                link.send_nowait(encode_lobby_message(Show(self.genesis)))
                await self._serve_spectator(link, clean_name(knock.name))
            case Purpose.WATCH if seat is not None:
                _refuse(link, Code.ALREADY_SEATED, "you have a seat at this table: `p2pgame resume` takes you there")
            case Purpose.WATCH:
                sentence = f"{SPECTATORS} people are watching here already: ask another player for an address"
                _refuse(link, Code.TOO_MANY_SPECTATORS, sentence)
            case _:
                _refuse(link, Code.ALREADY_BEGUN, "this table has begun, or another one is being played here")

    async def _serve_spectator(self, link: Link, name: str) -> None:
        """Serve a spectator, whose name is known while it is linked."""
        self.live.spectators[link.peer.public] = name
        self.watchers |= {link.peer.public}
        try:
            await self.live.serve(link)
        finally:
            if link.peer.public not in self.live.linked:
                self.live.spectators.pop(link.peer.public, None)

    def _may_have_begun_another(self, public: bytes) -> bool:
        """Whether a seat that knocks for another table is let in: before this one has begun with it, that shows that
        the host has given out two."""
        return self.live.table.ledger.now.step == 0 and public not in self.live.linked

    def _spectators(self) -> int:
        return sum(self.genesis.contract.seat_of(peer) is None for peer in self.live.linked)

    async def play(self) -> None:
        """Play the table to its end, keeping links with all others; the log is complete and closed afterwards."""
        try:
            async with trio.open_nursery() as nursery:

                async def link_up(address: Address, public: bytes) -> bool:
                    return await self._link_up(nursery, address, public)

                nursery.start_soon(self._keep_book)
                nursery.start_soon(keep_linked, self.live, self.seat, self._routes, link_up)
                await self.live.play()
                nursery.cancel_scope.cancel()
        finally:
            self._put_away()

    def _put_away(self) -> None:
        """Close the log. Its sidecar files go when the table is closed and the disk has that.

        Raises:
            LogFileError: the disk fails to take all of the log.
        """
        self._write_book()
        log = self.live.log
        try:
            log.sync()
            if self.live.closed:
                log.forget()
        finally:
            log.close()

    async def _link_up(self, nursery: trio.Nursery, address: Address, public: bytes) -> bool:
        """Dial another seat and keep the link while it lasts; whether there was one."""
        seat = self.genesis.contract.seat_of(public)
        assert seat is not None
        proved = False
        try:
            async with dial_address(nursery, address, self.identity, expected=public) as link:
                proved = True
                self._note_proven(seat, address)
                knock = Knock(Purpose.MESH, self.genesis.id, "", self.own_addresses)
                link.send_nowait(encode_lobby_message(knock))
                with contain_faults():
                    await self.live.serve(link)
        except Unreachable:
            self._routes.unanswered(seat, address)
            return False
        except RemoteError as error:
            if not proved and error.code is not Code.REFUSED:
                self._routes.answered_by_another(seat, address)
            return False
        return True

    def _note_proven(self, seat: int, address: Address) -> None:
        """Note where a seat has proved its key, also for another evening."""
        proven = self._routes.prove(seat, address)[:ADDRESSES]
        if self.book.proven.get(seat) != proven:
            self.book = replace(self.book, proven={**self.book.proven, seat: proven})


def _watching(book: Book) -> Watching | None:
    """Spectators come in as guests did: by the code, or without one at an open table."""
    if book.open:
        return Watching(None)
    return Watching(ToldKeeper(book.code, os.urandom(SECRET_BYTES))) if book.code is not None else None


def _refuse(link: Link, code: Code, sentence: str) -> None:
    link.send_nowait(encode_message(Leave(code, sentence)))


def _signer(identity: Identity, genesis: Genesis) -> Signer:
    seat = genesis.contract.seat_of(identity.public)
    if seat is None:
        raise RemoteError(Code.NOT_SEATED, "this table has no seat for you: is it another profile's?")
    return Signer(identity, genesis, seat)
