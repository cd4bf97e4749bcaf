"""Hosting: the lobby, the announcement, the bots, and then the game."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import trio
from p2pgame.p2p.lan.discovery import ADDRESS_POLL, Announced, announce
from p2pgame.p2p.lan.interfaces import advertised_hosts, dialable, own_addresses, without_zone
from p2pgame.p2p.link.link import SOFTWARE
from p2pgame.p2p.link.listener import Listeners, listen, port_of
from p2pgame.p2p.lobby.events import LobbyNews
from p2pgame.p2p.lobby.hosting import Hosting, Reserved
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.identity.fingerprint import fingerprint
from p2pgame.protocol.link.pairing import SECRET_BYTES, CodeKeeper
from p2pgame.protocol.link.pairing_code import LONG
from p2pgame.protocol.lobby.announcement import Announcement, announcement
from p2pgame.protocol.lobby.messages import Address, Lobby, Offer, Presence
from p2pgame.protocol.wire.limits import ADDRESSES

from ..profile.who import Me
from .bots import LOOPBACK, sit
from .code import keep_shown
from .ending import check_ended_well
from .front import Front, LobbyActs, Sign
from .hosted_bots import HostedBot, forget, reporting_trouble
from .rematch import moved_on
from .rematch_poll import wants_again
from .terms import Terms


class HostSession:
    """The tables that this command hosts: one, and any number of rematches."""

    def __init__(self, me: Me, terms: Terms, front: Front, after: SeatSession | None = None) -> None:
        """With `after`, the first table is a rematch of that one."""
        self.me = me
        self.tables: list[TableRunner] = []
        self._terms = terms
        self._offer = offer_of(terms, me.name)
        self._front = front
        self._bots = [HostedBot(me.identity, terms.bots.level, number + 1) for number in range(terms.bots.count)]
        self._reserved: Reserved | None = None
        self._keeper: CodeKeeper | None = None
        self._guessed = 0
        """Codes that wrong guesses had used up when the code was last shown."""
        self._announced: Announced | None = None
        if after is not None:
            self._follow(after)

    async def run(self) -> None:
        """Host the table to its end, and rematches.

        Raises:
            PortTaken: it cannot listen.
            Quitted, EndOfInput: the person has left.
            Failed: a table could not be played to its end.
            LogFileError: no log can be written.
        """
        self.me.keeping.check()
        port = self._terms.port
        while True:
            listeners = await listen(port, self._terms.bind)
            port = port_of(listeners)
            seated = await self._table(listeners, port)
            check_ended_well(seated.live)
            if not await wants_again(self._front, self.me.identity, seated):
                return
            self._follow(seated)
            self.me = self.me.elsewhere

    def _follow(self, seated: SeatSession) -> None:
        """The next table is for the players who come along from this one."""
        self._reserved = moved_on(seated)
        keys = {seat.public for seat in self._reserved.others.values()}
        self._bots = [bot for bot in self._bots if bot.identity.public in keys]
        bots = replace(self._terms.bots, count=len(self._bots))
        self._terms = replace(self._terms, seats=len(keys) + 1, bots=bots)
        self._offer = offer_of(self._terms, self.me.name)

    async def _table(self, listeners: Listeners, port: int) -> SeatSession:
        """Host one table from its lobby to its end."""
        self._keeper, self._guessed = None if self._terms.open else CodeKeeper(os.urandom(SECRET_BYTES)), 0
        hosting = self._hosting(port)
        self._show_sign(port)
        self._front.enter_lobby(LobbyActs(hosting.say, hosting.ready, hosting.remove_guest))
        self._front.tell_lobby(hosting.lobby.seen_from(hosting.lobby.own))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hosting.serve, listeners)
            if self._keeper is not None:
                nursery.start_soon(keep_shown, self._keeper, partial(self._show_code, port))
            nursery.start_soon(self._follow_addresses, hosting, port)
            async with trio.open_nursery() as bots:
                for bot in self._bots:
                    bots.start_soon(self._seat_bot, port, bot)
                async with self._announcing(port):
                    seated = await self._in_lobby(hosting)
                    self.tables.append(seated.live)
                    await self._front.play(seated, again=True)
                if seated.live.broken is not None:
                    bots.cancel_scope.cancel()  # the others would wait for this peer
            nursery.cancel_scope.cancel()
        return seated

    def _hosting(self, port: int) -> Hosting:
        return Hosting(
            self.me.identity,
            self._offer,
            self._terms.game,
            self._advertised_addresses(port),
            self._keeper,
            self.me.keeping,
            self._tell_lobby,
            self._front.tell,
            self._reserved,
            self._is_ready,
        )

    @property
    def _is_ready(self) -> bool:
        """Whether the host is ready at once: in line mode, if all others are bots, or if the person has said so."""
        only_bots = self._terms.bots.count == self._terms.seats - 1
        return not self._front.says_ready or only_bots or self._reserved is not None

    def _addresses(self, port: int) -> tuple[Address, ...]:
        if self._terms.bind is not None:
            return (Address(self._terms.bind, port),)
        hosts = dict.fromkeys(without_zone(own.host) for own in dialable(own_addresses()))
        return tuple(Address(host, port) for host in hosts)[:ADDRESSES]

    def _advertised_addresses(self, port: int) -> tuple[Address, ...]:
        """The host's addresses for guests, also those that only their programs would use."""
        if self._terms.bind is not None:
            return (Address(without_zone(self._terms.bind), port),)
        return tuple(Address(host, port) for host in advertised_hosts(own_addresses()))[:ADDRESSES]

    def _show_sign(self, port: int) -> None:
        key = fingerprint(self.me.identity.public)
        self._front.show_sign(Sign(self._offer, self._addresses(port), key, self._code()))

    async def _follow_addresses(self, hosting: Hosting, port: int) -> None:
        """Show and send the new addresses each time this machine gets others; until cancelled."""
        shown = self._addresses(port)
        while True:
            await trio.sleep(ADDRESS_POLL)
            addresses = await trio.to_thread.run_sync(self._addresses, port)
            if addresses != shown:
                shown = addresses
                hosting.set_addresses(self._advertised_addresses(port))
                if not hosting.has_begun:
                    self._show_sign(port)

    async def _in_lobby(self, hosting: Hosting) -> SeatSession:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._front.attend_lobby)
            seated = await hosting.wait_begun()
            seated.note_hosting(self._terms.bind, self._terms.announced)
            nursery.cancel_scope.cancel()
        if self._announced is not None:
            self._announced.update(self._announcement(self._terms.seats, begun=True))
        return seated

    @asynccontextmanager
    async def _announcing(self, port: int) -> AsyncGenerator[None]:
        """Announce the table on the LAN, if wanted: first to be joined, then to be watched."""
        if not self._terms.announced:
            yield
            return
        async with announcing(self._announcement(1), port, self._terms.bind, self._front) as self._announced:
            yield
        self._announced = None

    def _announcement(self, taken: int, begun: bool = False) -> Announcement:
        return announcement(self._offer, self.me.identity.public, taken, SOFTWARE, begun=begun)

    def _show_code(self, port: int) -> None:
        assert self._keeper is not None
        self._front.note(new_code(self._keeper, self._guessed))
        self._guessed = self._keeper.guessed
        self._show_sign(port)

    def _tell_lobby(self, news: LobbyNews) -> None:
        self._front.tell_lobby(news)
        if isinstance(news, Lobby) and self._announced is not None:
            taken = sum(place.presence is not Presence.FREE for place in news.places)
            self._announced.update(self._announcement(taken))

    async def _seat_bot(self, port: int, bot: HostedBot) -> None:
        host = Address(self._terms.bind or LOOPBACK, port)
        with reporting_trouble(bot, self._front):
            keeping = bot.keeping(self.me.bots)
            code, pause = (lambda: self._code() or ""), self._front.pause
            forget(await sit(host, bot.identity, bot.name, bot.level, keeping, code, pause))

    def _code(self) -> str | None:
        return self._keeper.code if self._keeper else None


@asynccontextmanager
async def announcing(what: Announcement, port: int, bind: str | None, front: Front) -> AsyncGenerator[Announced]:
    """Announce a table while the block runs; a problem is shown."""
    async with announce(what, port, None if bind is None else [bind]) as seen:
        if seen.trouble:
            front.note(f"This table will not appear in LAN listings: {seen.trouble}.")
        yield seen


def new_code(keeper: CodeKeeper, guessed: int) -> str:
    """The reason for a new code; `guessed` codes had been guessed when the previous one was shown."""
    if keeper.guessed == guessed:
        return "The table has a new code, because the removed guest knows the old one."
    if keeper.words == LONG:
        return "Somebody is guessing codes. The table has a new code with one more word; it will not change again."
    return "Somebody typed three wrong codes. The table has a new code."


def offer_of(terms: Terms, host: str) -> Offer:
    """The offer to guests."""
    options = tuple(terms.options.items())
    return Offer(
        host,
        terms.game.id,
        terms.game.rules,
        options,
        terms.seats,
        not terms.open,
        terms.turn_time,
        terms.grace,
        terms.takebacks,
    )
