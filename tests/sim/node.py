"""A peer's process: its table with a disk, links and timers, as `p2p.live`, `p2p.mesh` and `p2p.seated` have them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Any

from p2pgame.engine.bots import BOTS
from p2pgame.engine.game import AnyGame
from p2pgame.p2p.link.backoff import PATIENCE, Backoff
from p2pgame.p2p.table import runner
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.log.format import header, log_record, read_entries, read_genesis
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.log.journal import Journal, journal_header, journal_record, read_journal, restore_log
from p2pgame.protocol.log.journal import Lost as JournalLost
from p2pgame.protocol.log.replay import Replay
from p2pgame.protocol.table.effects import Effect, Persist, Send, Tell, Write
from p2pgame.protocol.table.journal import Word
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.messages import Leave, Message, decode_message, encode_message
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.signer import Signer
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.errors import Code, RemoteError
from p2pgame.protocol.wire.limits import REFUSALS

from ..protocol import people
from .clock import SECOND
from .disk import Disk, DiskFull, Killed
from .network import End
from .world import World

_read_short = lru_cache(1024)(decode_message)
_read_long = lru_cache(64)(decode_message)


def read(payload: bytes) -> Message:
    """The message in a payload. A payload for all is read once: the same bytes always mean the same."""
    return _read_short(payload) if len(payload) < 512 else _read_long(payload)


class Node:
    """One peer, from its first start to the end of its table, with all restarts in between."""

    honest = True

    def __init__(self, world: World, genesis: Genesis, seat: int, rng: random.Random) -> None:
        self.world = world
        self.genesis = genesis
        self.seat = seat
        self.rng = rng
        self.disk = Disk(rng, genesis.id)
        self.alive = False
        self.left = False
        """Whether it has ended by itself: its table was over."""
        self.ended_at = 0
        """When it has ended so."""
        self.broken = False
        self.table = self._first_table()
        self.links: dict[int, End] = {}
        self._redialing: dict[int, Backoff] = {}
        self._life = 0
        self._thinking = False
        self._voting = False
        self._asked_slot = self._answered_slot = -1
        """The slots in which it has thought of asking for a takeback, and of answering."""
        self._lingering = 0
        self.disk.append(header(genesis))
        self.disk.sync()

    # Starting and ending

    def start(self) -> None:
        """The process starts: with a new table, or from the log that is there."""
        self._life += 1
        self.alive, self.broken = True, False
        self.links.clear()
        self._redialing = {other: Backoff() for other in self._dialed()}
        self._dialing: set[int] = set()
        self._thinking = self._voting = False
        self._lingering = 0
        self.world.trace.add(f"{self.seat} starts")
        if self._life > 1:
            self.table = self._table_from_log()
        self._later(self.rng.randrange(SECOND), self._tick)
        self._later(self.rng.randrange(SECOND), self._sync)
        for other in self._redialing:
            self._dial_later(other, 0.0)
        self.carry_out(self.table.begin())
        self._look()

    def _dialed(self) -> Iterable[int]:
        """With whom it keeps links."""
        return (other for other in range(self.world.count) if other != self.seat)

    def kill(self, *, power: bool = False) -> None:
        """The process is killed; with `power`, the whole machine is."""
        if not self.alive:
            return
        self.world.trace.add(f"{self.seat} is killed{' by a power cut' if power else ''}")
        self.alive = False
        self._life += 1
        for end in self.links.values():
            end.vanish() if power else end.close()
        self.links.clear()
        if power:
            self.disk.lose_power()

    def _end(self) -> None:
        self.world.trace.add(f"{self.seat} ends")
        self.alive, self.left, self.ended_at = False, not self.broken, self.world.clock.now
        self._life += 1
        for end in self.links.values():
            end.close()
        self.links.clear()
        self.disk.sync()

    def _first_table(self) -> Table:
        game = self._find_game(self.world.game.id)
        assert game is not None
        return Table(Ledger(self.genesis, game), self._signer())

    def _signer(self) -> Signer | None:
        """The signer of this peer's seat."""
        return people.signer(self.genesis, self.seat)

    def _find_game(self, game_id: str) -> AnyGame | None:
        """The game as this peer's engine has it."""
        return self.world.find_game(game_id)

    def _table_from_log(self) -> Table:
        """The table that continues from the log and the journal, as `p2p.table.resuming` makes it."""
        data = bytes(self.disk.log)
        journal = read_journal(None if self.disk.journal is None else bytes(self.disk.journal), self.genesis.id)
        whole = _whole(data)
        replay = Replay(restore_log(data, whole, journal), self._find_game)
        replay.read()
        is_lost = journal.is_lost or replay.end < journal.log_size
        self.disk.log[:] = replay.data[: replay.end]
        kept = _mended(journal, self.genesis.id, is_lost=is_lost)
        self.disk.restart(kept, has_words=bool(journal.words) or is_lost)
        self.world.judge.restarted(self, replay.ledger)
        words: tuple[Word, ...] = journal.words
        return Table.resume(replay.ledger, self._signer(), words, replay.proofs, journal_lost=is_lost)

    # Events

    @property
    def over(self) -> bool:
        """Whether the table has been closed, or cannot continue here."""
        return self.table.is_over or self.table.stopped is not None or self.broken

    def linked(self, end: End) -> None:
        """A link stands; an older one with the same peer gives way."""
        older = self.links.get(end.other)
        self.links[end.other] = end
        end.since = end.last_heard = self.world.clock.now
        if older is not None and older is not end:
            older.close()
        self.world.trace.add(f"{self.seat} is linked with {end.other}")
        self.carry_out(self.table.connected(self.world.public(end.other)))
        self._look()

    def arrived(self, end: End, payload: bytes) -> None:
        """A payload came over a link; a peer that cannot write its log takes nothing more."""
        if not self.alive or self.broken:
            return
        end.last_heard = self.world.clock.now
        self.world.trace.add(f"{self.seat} hears {end.other}", payload)
        peer = self.world.public(end.other)
        try:
            message = read(payload)
        except RemoteError as error:
            self.ended(end, error)
            return
        self.carry_out(self.table.receive(peer, message))
        if self.table.refused.get(peer, 0) > REFUSALS:
            self.ended(end, RemoteError(Code.TOO_MANY_REFUSALS, "too much was refused"))
        self._look()

    def ended(self, end: End, error: RemoteError | None) -> None:
        """A link has ended, or is not worth keeping."""
        if error is not None and end.open:
            end.send(encode_message(Leave(error.code, error.sentence)))
        end.close()
        if self.links.get(end.other) is end:
            del self.links[end.other]
            self.world.trace.add(f"{self.seat} has lost {end.other}")
            self.table.disconnected(self.world.public(end.other))
            if end.other in self._redialing:  # a spectator dials by itself
                self._dial_later(end.other, self._wait(end.other, self.world.clock.now - end.since))

    def jump(self, seconds: int) -> None:
        """The clock jumps ahead: timers are due at once, and every link has been silent."""
        if self.alive:
            for end in list(self.links.values()):
                end.last_heard -= seconds * SECOND
            self._do_tick()

    def carry_out(self, effects: list[Effect]) -> None:
        """Do what the table asks for, in order; a full disk ends the table here."""
        if self.broken or not self.alive:
            return
        try:
            words: list[Word] = []
            for effect in effects:
                if isinstance(effect, Persist):
                    words.append(effect.word)
                    continue
                if words:
                    self.disk.persist(words)
                    words = []
                self._do(effect)
            if words:
                self.disk.persist(words)
        except DiskFull:
            self.world.trace.add(f"{self.seat} has no room on its disk")
            self.broken = True
        except Killed:
            self.kill()

    def send(self, message: Message, ends: list[End]) -> None:
        """Send a message over some links."""
        payload = encode_message(message)
        for end in ends:
            self.send_payload(end, payload)

    def send_payload(self, end: End, payload: bytes) -> None:
        """Send a payload over one link, which is given up if the other side does not take it."""
        if not end.send(payload):
            self.ended(end, None)

    def _links_to(self, to: bytes | None) -> list[End]:
        """The links over which a message goes: to one peer, or to all."""
        if to is None:
            return list(self.links.values())
        end = self.links.get(self.world.seat_of(to))
        return [] if end is None else [end]

    def _do(self, effect: Write | Send | Tell) -> None:
        match effect:
            case Send(message, to):
                ends = self._links_to(to)
                if ends:  # without a link, nothing is sent
                    self.world.judge.sent(self, message)
                    self.send(message, ends)
            case Write(entry):
                self.disk.append(log_record(entry), opens_slot=isinstance(entry, Record))
                if isinstance(entry, Record):
                    self.world.judge.wrote(self, entry)
            case _:
                self.world.judge.told(self, effect)

    # Timers

    def _later(self, delay: int, what: Callable[[], None]) -> None:
        """Do something later, if this process still lives then."""
        life = self._life

        def due() -> None:
            if self.alive and self._life == life:
                what()

        self.world.clock.after(delay, due)

    def _tick(self) -> None:
        self._later(round(runner.TICK * SECOND), self._tick)
        self._do_tick()

    def _do_tick(self) -> None:
        for end in list(self.links.values()):
            if self.world.clock.now - end.last_heard >= runner.SILENCE * SECOND:
                self.ended(end, RemoteError(Code.SILENT, "nothing came"))
        self.carry_out(self.table.tick())
        if self.alive and not self._voting and self.table.droppable:
            self._voting = True
            self._later(self.rng.randrange(2 * SECOND), self._vote)
        self._look()

    def _sync(self) -> None:
        self._later(round(runner.SYNC * SECOND), self._sync)
        self.disk.sync()

    def _wait(self, other: int, stood: int) -> float:
        return self._redialing[other].wait(stood / SECOND)

    def _dial_later(self, other: int, wait: float) -> None:
        if other not in self._dialing:
            self._dialing.add(other)
            patience = 0.0 if other < self.seat else PATIENCE
            self._later(round((wait + patience) * SECOND) + 1, lambda: self._dial(other))

    def _dial(self, other: int) -> None:
        self._dialing.discard(other)
        if other in self.links:
            return
        target = self.world.node(other)
        end = None if target is None else self.world.network.dial(self, target)
        if end is None:
            self._dial_later(other, self._wait(other, 0))
        else:
            self.linked(end)

    # Deciding

    def _look(self) -> None:
        """Do everything that is due: decide, vote, stay for the others, end."""
        if not self.alive:
            return
        if self.over:
            self._linger()
            return
        if not self._thinking and self.table.asks_me:
            self._thinking = True
            self._later(self.world.think(self.rng), self._decide)
        if self.genesis.contract.takebacks:
            self._look_back()

    def _look_back(self) -> None:
        """Ask to take one's own last move back, or answer, now and then."""
        table, slot = self.table, self.table.ledger.now.slot
        if self._asked_slot != slot and table.may_ask_takeback:
            self._asked_slot = slot
            if self.rng.randrange(3) == 0:
                self._later(self.rng.randrange(SECOND // 2), self._ask_back)
        if self._answered_slot != slot and table.asks_takeback:
            self._answered_slot = slot
            self._later(self.rng.randrange(SECOND // 2), self._answer_back)

    def _ask_back(self) -> None:
        if self.table.may_ask_takeback:
            self.carry_out(self.table.ask_takeback())
        self._look()

    def _answer_back(self) -> None:
        if self.table.asks_takeback:
            self.carry_out(self.table.answer_takeback(agrees=self.rng.randrange(4) > 0))
        self._look()

    def _decide(self) -> None:
        self._thinking = False
        if self.table.asks_me and not self.over:
            self.carry_out(self.table.choose(self._choice()))
            self.carry_out(self.table.proceed())
        self._look()

    def _choice(self) -> Any:
        ledger = self.table.ledger
        return BOTS["random"].choose(ledger.game, ledger.now.state, self.seat, self.rng)

    def _vote(self) -> None:
        self._voting = False
        if not self.over:
            for seat in self.table.droppable[:1]:
                self.carry_out(self.table.vote_out(seat))
        self._look()

    def _linger(self) -> None:
        if not self._lingering:
            self._lingering = self.world.clock.now + round(runner.LINGER * SECOND)
            self._later(round(runner.LINGER * SECOND), self._end)
            self.carry_out(self.table.tick())
        if self.alive and (self.broken or self.table.everybody_has_all):
            self._end()


def _whole(data: bytes) -> int:
    """How many bytes of a log are whole records."""
    end = read_genesis(data)[1]
    with suppress(DamagedRecord):
        for _, behind in read_entries(data, end):
            end = behind
    return end


def _mended(journal: Journal, table: bytes, *, is_lost: bool) -> bytes:
    """The journal to continue with: its whole part, and whether words may be missing."""
    entries = journal.entries if journal.is_whole else []
    lost = [JournalLost()] if is_lost and JournalLost() not in entries else []
    return journal_header(table) + b"".join(map(journal_record, [*entries, *lost]))
