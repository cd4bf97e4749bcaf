"""A peer that has a seat at a table that begins: its log opened, its links kept, its reception open to the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import trio
from p2pgame.engine.game import AnyGame
from p2pgame.protocol.contract import Genesis
from p2pgame.protocol.errors import Code, RemoteError
from p2pgame.protocol.keys import Identity
from p2pgame.protocol.ledger import Ledger
from p2pgame.protocol.link import Peer
from p2pgame.protocol.lobby_messages import Address, Knock, Purpose, encode_lobby_message
from p2pgame.protocol.log import header
from p2pgame.protocol.messages import Leave, encode_message
from p2pgame.protocol.table import Player, Table

from .dialing import Unreachable, dialed
from .link import Link
from .live import LiveTable, News
from .logfile import LogFile, fresh_path
from .mesh import keep_linked


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where a log is kept: in a folder under a name of its own, or in one file that was asked for."""

    folder: Path
    file: Path | None = None

    def open(self, genesis: Genesis, game: AnyGame) -> LogFile:
        """A new log that begins with the genesis.

        Raises:
            LogFileError: it cannot be written, or is there already.
        """
        day = datetime.now(UTC).astimezone().strftime("%Y-%m-%d")
        path = self.file or fresh_path(self.folder, f"{day}-{game.id}-{genesis.id[:4].hex()}")
        log = LogFile(path, new=True)
        log.append(header(genesis))
        return log


class Seated:
    """One's own seat at a table that has begun."""

    def __init__(
        self,
        identity: Identity,
        genesis: Genesis,
        game: AnyGame,
        addresses: Mapping[int, tuple[Address, ...]],
        keeping: Keeping,
        tell: Callable[[News], None],
    ) -> None:
        """Open the log; the genesis must have been checked.

        Raises:
            LogFileError: the log cannot be written.
            RemoteError: the contract has no seat for this identity.
        """
        seat = genesis.contract.seat_of(identity.public)
        if seat is None:
            raise RemoteError(Code.NOT_SEATED, "the contract has no seat for this identity")
        self.identity = identity
        self.genesis = genesis
        self.seat = seat
        self._addresses = addresses
        table = Table(Ledger(genesis, game), Player(identity, genesis, seat))
        self.live = LiveTable(table, keeping.open(genesis, game), tell)

    def admits(self, peer: Peer) -> None:
        """Return if the peer may link up: its key is a seat's. No code is asked of it any more.

        Raises:
            RemoteError: it is none.
        """
        if self.genesis.contract.seat_of(peer.public) is None:
            raise RemoteError(Code.ALREADY_BEGUN, "this table has begun, and you have no seat at it")

    async def receive(self, link: Link, knock: Knock) -> None:
        """Take a link of another seat that has dialed."""
        if knock.purpose is not Purpose.MESH or knock.table != self.genesis.id:
            refusal = Leave(Code.ALREADY_BEGUN, "another table is being played here")
            link.send_nowait(encode_message(refusal))
            return
        await self.live.serve(link)

    async def play(self) -> None:
        """Play the table to its end, keeping links with all others; the log is whole and closed afterwards."""
        try:
            async with trio.open_nursery() as nursery:

                async def link_up(address: Address, public: bytes) -> bool:
                    return await self._link_up(nursery, address, public)

                nursery.start_soon(keep_linked, self.live, self.seat, self._addresses, link_up)
                await self.live.play()
                nursery.cancel_scope.cancel()
        finally:
            if self.live.table.ledger.closed:
                self.live.log.forget()
            self.live.log.close()

    async def _link_up(self, nursery: trio.Nursery, address: Address, public: bytes) -> bool:
        """Dial another seat and keep the link for as long as it lasts; whether there was one."""
        try:
            async with dialed(nursery, address, self.identity, expected=public) as link:
                knock = Knock(Purpose.MESH, self.genesis.id, "", ())
                link.send_nowait(encode_lobby_message(knock))
                await self.live.serve(link)
        except (Unreachable, RemoteError):
            return False
        return True
