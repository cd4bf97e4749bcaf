"""Resuming a table from its log, after a crash or after everybody has stopped."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio
from p2pgame.p2p.lan.interfaces import advertised_hosts, own_addresses, spell
from p2pgame.p2p.link.link import SOFTWARE
from p2pgame.p2p.link.listener import LinkServer, Listeners, PortTaken, listen_again, port_of
from p2pgame.p2p.table.resuming import Lost
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.lobby.announcement import announcement
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.log.format import LogError
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.wire.limits import ADDRESSES

from ..games.find import find_game
from ..games.names import seat_names
from ..profile.who import Me
from ..saves.logs import own_log, read_table_log
from ..system.exits import Failed, Misused
from ..words.paths import display_path
from .ending import check_ended_well
from .following import another, follows, terms_of
from .front import Front
from .host_session import announcing, offer_of
from .hosted_bots import HostedBot, hosted_bots, reporting_trouble
from .rematch_poll import wants_again
from .watch_hint import watch_hint


class ResumeSession:
    """The table that this command resumes, and any number of rematches."""

    def __init__(self, me: Me, path: Path, front: Front, at: Sequence[Address] = (), bind: str | None = None) -> None:
        """`at` are present addresses of other players.

        `bind` is the one address to listen at; by default the table's former one.
        """
        self.me = me
        self._at = at
        self._bind = bind
        self.tables: list[TableRunner] = []
        self._path = path
        self._front = front

    async def run(self) -> None:
        """Resume the table to its end, and play rematches.

        Raises:
            Misused: the file is not a log, or a copy of one in the profile.
            Failed: the log is invalid, or a table could not be played to its end.
            PortTaken: it cannot listen at its address.
            Quitted, EndOfInput: the person has left.
        """
        seated = self._seated()
        again = follows(seated)
        if self._bind is not None:
            seated.note_hosting(self._bind, seated.book.announced)
        listeners = await self._listen(seated)
        port = port_of(listeners)
        self._meet(seated, port)
        async with self._announcing(seated, port):
            await self._play(seated, listeners, again)
        check_ended_well(seated.live)
        if again and await wants_again(self._front, self.me.identity, seated):
            following = another(self.me.elsewhere, seated, port, self._front)
            following.tables = self.tables
            await following.run()

    async def _listen(self, seated: SeatSession) -> Listeners:
        bind = seated.book.bind
        try:
            return await listen_again(seated.book.port, bind)
        except PortTaken as taken:
            if bind is None:
                raise
            raise PortTaken(f"{taken}; use `--bind ADDR` to listen at another address") from taken

    @asynccontextmanager
    async def _announcing(self, seated: SeatSession, port: int) -> AsyncGenerator[None]:
        """Announce the table on the LAN, to be watched, if this peer hosts it and it was announced before."""
        book, ledger = seated.book, seated.live.table.ledger
        if ledger.now.closed or not book.announced or book.host != seated.seat:
            yield
            return
        offer = offer_of(terms_of(self.me, seated, port), seated.genesis.contract.seats[seated.seat].name)
        what = announcement(offer, self.me.identity.public, offer.seats, SOFTWARE, begun=True)
        async with announcing(what, port, book.bind, self._front):
            yield

    async def _play(self, seated: SeatSession, listeners: Listeners, again: bool) -> None:
        """Play the table to its end, with the bots that this peer hosts."""
        server = LinkServer(self.me.identity, seated.door, seated.receive, lambda _error: None)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(server.serve, listeners)
            async with trio.open_nursery() as bots:
                for bot in hosted_bots(self.me.identity, seated.genesis.contract):
                    bots.start_soon(self._seat_again, bot, seated.genesis)
                await self._front.play(seated, again)
                if seated.live.broken is not None:
                    bots.cancel_scope.cancel()  # the others would wait for this peer
            nursery.cancel_scope.cancel()

    def _meet(self, seated: SeatSession, port: int) -> None:
        """Show one's own address, and dial the others' given ones."""
        hosts = advertised_hosts(own_addresses()) if seated.book.bind is None else (seated.book.bind,)
        own = tuple(Address(host, port) for host in hosts)[:ADDRESSES]
        seated.set_addresses(own)
        seated.dial_first(self._at)
        if own and not seated.live.table.ledger.now.closed:
            where = spell(own[0].host, own[0].port)
            self._front.note(f"Players who can't find you can run `p2pgame resume --at {where}`.")
            if (to_watch := watch_hint(seated)) is not None:
                self._front.note(to_watch)

    async def _seat_again(self, bot: HostedBot, genesis: Genesis) -> None:
        """Bring back a bot that this peer hosted; one whose log is gone, because its table is closed, is not needed."""
        log = bot.log(self.me.bots, genesis)
        if log is not None:
            with reporting_trouble(bot, self._front):
                await bot.sit_again(log, self._front.pause)

    def _seated(self) -> SeatSession:
        data = read_table_log(self._path)
        folder = self.me.keeping.folder
        path = own_log(self._path, folder)
        try:
            seated, lost = SeatSession.resume(self.me.identity, path, data, find_game, self._front.tell, folder)
        except LogError as error:
            raise Misused(f"{display_path(self._path)}: {error}.") from error
        except DamagedRecord as error:
            raise Failed(
                f"The log is invalid, so this game cannot be resumed: {error}. Use a copy of another player's log."
            ) from error
        self.tables.append(seated.live)
        ledger = seated.live.table.ledger
        self._front.note(f"{ledger.game.title}: {', '.join(seat_names(seated.genesis.contract))}.")
        if lost is not None:
            self._front.note(describe_losses(lost))
        if not ledger.now.closed:
            continues = f"continues after step {ledger.now.step - 1}" if ledger.now.step else "begins"
            self._front.note(f"The game {continues}. Waiting for the others.")
        return seated


def describe_losses(lost: Lost) -> str:
    """The loss, the saved copy, and the consequences."""
    sentences = []
    if lost.copy is not None:
        sentences.append(
            f"The log was damaged: its last {lost.size} bytes were removed (the original is kept as "
            f"{display_path(lost.copy)}). The missing steps come from the other players."
        )
    elif lost.size:
        sentences.append(f"The last record was incomplete and was removed ({lost.size} bytes); the others have it.")
    if lost.journal:
        sentences.append("The file of your own moves is lost. You can play again once every other player is connected.")
    return " ".join(sentences)
