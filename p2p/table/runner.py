"""A table being played by this process: the protocol's `Table` with its log, its links and a clock.

Everything runs on one thread, so no other task sees a half-done change between two awaits. Effects are carried out in
order: the disk has a word before any peer gets it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import trio
from p2pgame.protocol.table.effects import Differs, Effect, Persist, Send, Tell, Write
from p2pgame.protocol.table.journal import Word
from p2pgame.protocol.table.messages import Leave, Message, decode_message, encode_message
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.errors import Code, RemoteError
from p2pgame.protocol.wire.limits import REFUSALS

from ..link.link import Link
from ..store import sidecar
from ..store.log_file import LogFile, LogFileError, difference_path
from .pace import Pace
from .reachability import Linked, Reachability, Relayed, Reported
from .served_link import ServedLink, farewell
from .waiting import Waiting

TICK = 1.0
"""Seconds between two `have` messages of this peer. A lost message is sent again after that time."""

SYNC = 1.0
"""Seconds of play that a power cut may cost, at most."""

LINGER = 5.0
"""Seconds that a peer stays after the end for others that still lack something."""

SILENCE = 10.0
"""Seconds of silence after which a link is dead: ten ticks. It is cut a tick later at most."""


SEAT_MESSAGES = 1 << 12
"""Messages of a seat's link that are read within a tick: several times what two programs at full speed send."""

SPECTATOR_MESSAGES = 1 << 6
"""Messages of a spectator's link that are read within a tick: it sends its `have`, and chats."""


@dataclass(frozen=True, slots=True)
class Broken:
    """News: this peer cannot take part any more, because its log cannot be written."""

    reason: str


News = Tell | Linked | Relayed | Reported | Broken


class TableRunner:
    """One table, from its first step to its last."""

    def __init__(self, table: Table, log: LogFile, tell: Callable[[News], None]) -> None:
        """`tell` is called with all news, in order, and must not wait."""
        self.table = table
        self.log = log
        self.broken: LogFileError | None = None
        """Why the log could not be written any further."""
        self.lost: str | None = None
        """Why a watched table cannot be reached any more."""
        self.spectators: dict[bytes, str] = {}
        """The names of the spectators that have come, by their public keys."""
        self._tell = tell
        self._links: dict[bytes, ServedLink] = {}
        self._ways = Reachability(table)
        self._waiting = Waiting()
        self._answer: Callable[[], None] | None = None
        """Makes the decision of one's own seat without waiting."""

    @property
    def linked(self) -> frozenset[bytes]:
        """The public keys of the linked peers."""
        return frozenset(self._links)

    @property
    def over(self) -> bool:
        """Whether the table is over, or cannot continue."""
        cannot_go_on = self.table.stopped is not None or self.broken is not None or self.lost is not None
        return self.table.is_over or cannot_go_on

    @property
    def closed(self) -> bool:
        """Whether the table has been closed, and the log has all of it."""
        return self.table.ledger.now.closed and self.broken is None

    async def play(self) -> None:
        """Take part until the table is over, and then while somebody still lacks something of it."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._keep_ticking)
            nursery.start_soon(self._keep_syncing)
            self.carry_out(self.table.begin())
            await self.until(lambda: self.over)
            if self.broken is None:
                await self._linger()
            nursery.cancel_scope.cancel()

    async def _linger(self) -> None:
        """Stay for a while, so that other peers can get the rest of the log."""
        with trio.move_on_after(LINGER):
            self.carry_out(self.table.tick())
            await self.until(lambda: self.table.everybody_has_all or self.broken is not None)

    async def asked(self) -> None:
        """Wait until one's own seat is asked for a decision, or the table is over."""
        await self.until(lambda: self.table.asks_me or self.over)

    async def unasked(self) -> None:
        """Wait until one's own seat is not asked any more, because its time is up or the table is over."""
        await self.until(lambda: not self.table.asks_me or self.over)

    def relay_to(self, seat: int) -> int | None:
        """The seat that relays for one without a link of ours; None if there is no such seat, or a link."""
        peer = self.table.ledger.genesis.contract.seats[seat].public
        return None if peer in self._links else self.table.sync.relay_to(seat)

    async def unlinked(self, peer: bytes) -> None:
        """Wait until there is no link with that peer."""
        await self.until(lambda: peer not in self._links)

    def choose(self, move: Any) -> None:
        """Make the decision of one's own seat.

        Raises:
            LocalError: nothing is asked now.
            IllegalMove: the rules forbid it; with the reason.
        """
        self.carry_out(self.table.choose(move))
        self.carry_out(self.table.proceed())

    def vote_out(self, seat: int) -> None:
        """Vote a seat out.

        Raises:
            LocalError: it may not be voted out now.
        """
        self.carry_out(self.table.vote_out(seat))

    def wait_for(self, seat: int) -> None:
        """Wait for a seat without a limit."""
        self.carry_out(self.table.wait_for(seat))

    def ask_takeback(self) -> None:
        """Ask the others to agree that the last move of one's own seat is taken back.

        Raises:
            LocalError: it cannot be asked now.
        """
        self.carry_out(self.table.ask_takeback())

    def answer_takeback(self, *, agrees: bool) -> None:
        """Agree that the last move is taken back, or refuse it.

        Raises:
            LocalError: there is no such question, or one's own seat has agreed to it already.
        """
        self.carry_out(self.table.answer_takeback(agrees=agrees))

    def lose(self, reason: str) -> None:
        """Give up the only link that a spectator has."""
        if not self.over:
            self.lost = reason
            self._waiting.look()

    def say(self, text: str) -> None:
        """Send a line of chat."""
        self.carry_out(self.table.say(text))

    async def serve(self, link: Link, first: bytes | None = None) -> None:
        """Read a link until it ends; `first` has been read from it already.

        A newer link with the same peer replaces an older one.
        """
        is_seat = self.table.sync.seat_of(link.peer.public) is not None
        with self._serving(link), farewell(link), _until_silence() as scope:
            pace = Pace(SEAT_MESSAGES if is_seat else SPECTATOR_MESSAGES, TICK, SILENCE, scope)
            if first is not None:
                self._receive(link, first)
            async for payload in link:
                self._receive(link, payload)
                await pace.take()

    def _receive(self, link: Link, payload: bytes) -> None:
        """Handle a message of a link. A table whose log cannot be written ignores it: it would reach an end in memory
        that no log has.

        Raises:
            RemoteError: the link is not worth keeping.
        """
        if self.broken is not None:
            return
        peer, message = link.peer.public, decode_message(payload)
        if self.table.signer is None and isinstance(message, Leave) and message.code == Code.REPLACED:
            self.lose("another window with your profile is watching it")  # dialing again would only push that out
        self.carry_out(self.table.receive(peer, message))
        if self.table.refused.get(peer, 0) > REFUSALS:
            raise RemoteError(Code.TOO_MANY_REFUSALS, "too many messages of this link had to be refused")

    def carry_out(self, effects: list[Effect]) -> None:
        """Carry out the table's requests, in order. If the log cannot be written, the table ends here, and nothing is
        lost: nothing that depends on the missing record is done."""
        if self.broken is None:
            try:
                self._do(effects)
            except LogFileError as error:
                self._break(error)
        self._answer_at_once()
        self._waiting.look()

    @contextmanager
    def answering(self, answer: Callable[[], None]) -> Iterator[None]:
        """Answer at once whenever one's own seat is asked for a decision, while the block runs.

        `answer` makes the decision and must not wait: no other task runs meanwhile.
        """
        self._answer = answer
        self._answer_at_once()
        try:
            yield
        finally:
            self._answer = None

    def _answer_at_once(self) -> None:
        answer, self._answer = self._answer, None  # an answer has effects to carry out, too
        while answer is not None and self.table.asks_me and self.broken is None:
            answer()
        self._answer = answer

    def _break(self, error: LogFileError) -> None:
        """Stop taking part: the log cannot be written."""
        if self.broken is None:
            self.broken = error
            self._tell(Broken(str(error)))
            self._waiting.look()

    def _do(self, effects: list[Effect]) -> None:
        words: list[Word] = []
        for effect in effects:
            if isinstance(effect, Persist):
                words.append(effect.word)
                continue
            if words:
                self._persist(words)
            match effect:
                case Write(entry):
                    self.log.write(entry)
                case Send(message, to):
                    self._send(message, to)
                case Differs(number, _, ours, theirs):
                    self._keep_difference(number, ours, theirs)
                    self._tell(effect)
                case _:
                    self._tell(effect)
        if words:
            self._persist(words)

    def _persist(self, words: list[Word]) -> None:
        """Put consecutive words on the disk with one sync."""
        self.log.persist(words)
        words.clear()

    def _keep_difference(self, number: int, ours: str, theirs: str) -> None:
        """Keep both versions of a state beside the log; a full disk costs only this."""
        both = f'{{"step": {number}, "ours": {ours}, "theirs": {theirs}}}\n'
        sidecar.write(difference_path(self.log.path), both.encode())

    def _send(self, message: Message, to: bytes | None) -> None:
        payload = encode_message(message)
        for peer, served in self._links.items():
            if to is None or to == peer:
                served.send(payload)

    @contextmanager
    def _serving(self, link: Link) -> Iterator[None]:
        """Count a link among those of the table while it is read."""
        peer = link.peer.public
        older = self._links.get(peer)
        if older is not None:
            older.give_way()
        served = self._links[peer] = ServedLink(link, trio.CancelScope())
        self.carry_out(self.table.connected(peer))
        self._tell_all(self._ways.stands(peer))
        try:
            with served.scope:
                yield
        finally:
            if self._links.get(peer) is served:
                del self._links[peer]
                self.table.disconnected(peer)
                if not _leaving():
                    self._tell_all(self._ways.falls(peer))
                self._waiting.look()

    async def _keep_ticking(self) -> None:
        while True:
            await trio.sleep(TICK)
            self.carry_out(self.table.tick())
            self._tell_all(self._ways.tick(self.linked))

    def _tell_all(self, news: Iterable[News]) -> None:
        for each in news:
            self._tell(each)

    async def _keep_syncing(self) -> None:
        while True:
            await trio.sleep(SYNC)
            try:
                await trio.to_thread.run_sync(self.log.sync)
                self.log.empty_journal(self.table.ledger.now.slot)
            except LogFileError as error:
                self._break(error)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a change of the table that makes the condition true."""
        await self._waiting.until(condition)


def _leaving() -> bool:
    """Whether this task is cancelled from outside, because this peer leaves: then the ends of its links are no news."""
    return trio.current_effective_deadline() == -math.inf


@contextmanager
def _until_silence() -> Iterator[trio.CancelScope]:
    """Let a link be read until its silence is too long. The caller sets the deadline.

    Raises:
        RemoteError: the deadline has passed.
    """
    with trio.CancelScope() as scope:
        yield scope
    if scope.cancelled_caught:
        raise RemoteError(Code.SILENT, f"nothing came over this link for {SILENCE:.0f} seconds")
