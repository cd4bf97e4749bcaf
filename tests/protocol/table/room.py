"""A room: whole tables of peers joined in memory, one thread, no clock; a seed decides the players and the order of
messages.

Messages travel as bytes. Links keep their order; between links the seed decides.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from p2pgame.engine.bots import BOTS
from p2pgame.engine.game import AnyGame
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.table.effects import Effect, Persist, Send, Stopped, Write
from p2pgame.protocol.table.journal import Word
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.messages import Message, decode_message, encode_message
from p2pgame.protocol.table.proofs import Proof
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.table.table import Table

from .. import people
from ..once import check_once


class Peer:
    """One peer of the room: its table, its log, and the news that its screen would have shown."""

    def __init__(self, game: AnyGame, genesis: Genesis, seat: int | None, key: int) -> None:
        self.identity = people.identity(key)
        player = None if seat is None else people.signer(genesis, seat)
        self.table = Table(Ledger(genesis, game), player)
        self.entries: list[Any] = []
        self.words: list[Word] = []
        """The journal."""
        self.has_lost_words = False
        """Whether the journal says that an earlier one was lost."""
        self.news: list[Any] = []

    @property
    def public(self) -> bytes:
        """The key that others know it by."""
        return self.identity.public

    def stopped(self) -> Stopped:
        """Why the table stopped; fails if it did not."""
        assert self.table.stopped is not None
        return self.table.stopped


class Room:
    """Peers and the messages between them. Seats 0.. are peers 0..; spectators come after them."""

    def __init__(
        self, game: AnyGame, genesis: Genesis, seed: int = 0, spectators: int = 0, bot: str = "random"
    ) -> None:
        check_once()
        seats = len(genesis.contract.seats)
        self.rng = random.Random(seed)
        self.bot = BOTS[bot]
        self.peers = [Peer(game, genesis, n if n < seats else None, n) for n in range(seats + spectators)]
        self.cables: dict[tuple[int, int], deque[bytes]] = {}
        self.gone: set[int] = set()

    def connect(self, pairs: Iterable[tuple[int, int]] | None = None) -> None:
        """Lay cables between these pairs of peers, or between all."""
        everybody = range(len(self.peers))
        for a, b in pairs if pairs is not None else [(a, b) for a in everybody for b in everybody if a < b]:
            self.cables[a, b], self.cables[b, a] = deque(), deque()
            self.carry_out(a, self.peers[a].table.connected(self.peers[b].public))
            self.carry_out(b, self.peers[b].table.connected(self.peers[a].public))

    def cut(self, a: int, b: int) -> None:
        """Remove the cables between two peers, and lose the messages on their way."""
        for source, target in ((a, b), (b, a)):
            del self.cables[source, target]
            self.peers[source].table.disconnected(self.peers[target].public)

    def begin(self) -> None:
        """Everybody takes part."""
        for n, peer in enumerate(self.peers):
            self.carry_out(n, peer.table.begin())

    def carry_out(self, n: int, effects: list[Effect]) -> None:
        """Do what a table asks for, in order."""
        peer = self.peers[n]
        for effect in effects:
            match effect:
                case Persist(word):
                    if peer.words and peer.words[-1].place.slot < word.place.slot:
                        peer.has_lost_words = False  # everything that was lost is past
                    peer.words.append(word)
                case Write(entry):
                    peer.entries.append(entry)
                case Send(message, to):
                    self.send(n, message, to)
                case _:
                    peer.news.append(effect)

    def send(self, n: int, message: Message, to: bytes | None = None) -> None:
        """Put a message on its cables."""
        for (source, target), cable in self.cables.items():
            if source == n and to in (None, self.peers[target].public):
                cable.append(encode_message(message))

    def deliver(self) -> bool:
        """Let one message arrive; False if none is on its way."""
        full = [link for link, cable in self.cables.items() if cable]
        if not full:
            return False
        source, target = self.rng.choice(full)
        message = decode_message(self.cables[source, target].popleft())
        self.arrives(source, message)
        self.carry_out(target, self.peers[target].table.receive(self.peers[source].public, message))
        return True

    def arrives(self, source: int, message: Message) -> None:
        """A message of a peer arrives: nothing, for somebody to look at it."""

    def decide(self, n: int) -> None:
        """Let the bot make the decision that is asked of a peer."""
        table = self.peers[n].table
        assert table.signer is not None
        ledger = table.ledger
        move: Any = self.bot.choose(ledger.game, ledger.now.state, table.signer.seat, self.rng)
        self.carry_out(n, table.choose(move))
        self.carry_out(n, table.proceed())

    def run(self, most: int = 200_000) -> None:
        """Deliver and decide until nothing is on its way and nobody is asked."""
        for _ in range(most):
            asked = [n for n, peer in enumerate(self.peers) if peer.table.asks_me and n not in self.gone]
            if asked and (self.rng.randrange(3) == 0 or not any(self.cables.values())):
                self.decide(self.rng.choice(asked))
            elif not self.deliver() and not asked:
                return
        raise AssertionError("the room does not come to rest")

    def tick(self, times: int = 1, votes: bool = True) -> None:
        """A tick passes for everybody, absent seats are voted out, and the room comes to rest; that many times."""
        for _ in range(times):
            for n, peer in enumerate(self.peers):
                if n not in self.gone:
                    self.carry_out(n, peer.table.tick())
            self.run()
            for n, peer in enumerate(self.peers):
                for seat in peer.table.droppable if votes and n not in self.gone else ():
                    self.carry_out(n, peer.table.vote_out(seat))
            self.run()

    def tick_until(self, done: Callable[[], bool], most: int = 400, votes: bool = True) -> None:
        """Let ticks pass until the condition holds, at most that many."""
        for _ in range(most):
            if done():
                return
            self.tick(votes=votes)
        raise AssertionError("it does not come to that")

    def leave(self, n: int) -> None:
        """A peer is gone: all its cables are cut, and it does nothing any more."""
        for a, b in list(self.cables):
            if a == n and (a, b) in self.cables:
                self.cut(a, b)
        self.gone.add(n)

    def restart(self, n: int, *, journal_lost: bool = False) -> None:
        """A peer comes back from its disk, with no links."""
        old = self.peers[n]
        self.leave(n)
        self.gone.discard(n)
        ledger = Ledger(old.table.ledger.genesis, old.table.ledger.game)
        for entry in old.entries:
            if isinstance(entry, Record):
                ledger.absorb(entry)
        proofs = [entry for entry in old.entries if isinstance(entry, Proof)]
        if journal_lost:
            old.words, old.has_lost_words = [], True
        old.table = Table.resume(ledger, old.table.signer, old.words, proofs, journal_lost=old.has_lost_words)
        self.carry_out(n, old.table.begin())

    def news(self, kind: type) -> list[Any]:
        """All news of a kind, from everybody."""
        return [item for peer in self.peers for item in peer.news if isinstance(item, kind)]

    def slots(self) -> list[int]:
        """The open slot of each peer."""
        return [peer.table.ledger.now.slot for peer in self.peers]
