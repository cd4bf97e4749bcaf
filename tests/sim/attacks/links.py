"""Attacks on links by a seat that has proved its key: it does not read, hardly speaks, or dials again and again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from p2pgame.protocol.table.messages import Message, encode_message
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.framing import frame

from ..clock import SECOND
from .attack import Attack, Crew, Raw, Sent

if TYPE_CHECKING:
    from ..node import Node

MINUTE = 60
"""Ticks."""


class FromSomeSlot(Attack):
    """Is honest up to some slot."""

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._from = rng.randrange(2, 12)

    def begun(self, table: Table) -> bool:
        """Whether it is honest no longer."""
        return table.ledger.now.slot >= self._from


class NeverReads(FromSomeSlot):
    """Reads none of the messages to it, and keeps sending its own."""

    def spoil_links(self, node: Node) -> None:
        if self.begun(node.table) and not self.done:
            self.done = 1
            for (_, reader), way in node.world.network.ways.items():
                if reader == self.seat:
                    way.slow, way.room = MINUTE * MINUTE * SECOND, 4096


class OneByteAMinute(FromSomeSlot):
    """Sends one byte of its messages a minute, and dials each time its link is cut."""

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._last = b""
        self._ticks: Counter[int] = Counter()

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if not self.begun(table):
            return super().outgoing(table, message, to)
        self._last = frame(encode_message(message))
        return ()

    def tick(self, table: Table, to: int) -> Iterable[Sent]:
        self._ticks[to] += self.begun(table)
        minute, tick = divmod(self._ticks[to], MINUTE)
        if tick != 1 or minute >= len(self._last):
            return ()
        self.done += 1
        return (Raw(self._last[minute : minute + 1]),)


class EverNewLinks(Attack):
    """Dials everybody again at each tick, so that each link takes the place of one that has just begun."""

    def spoil_links(self, node: Node) -> None:
        for other in node.world.nodes:
            end = None if other is node else node.world.network.dial(node, other)
            if end is not None:
                self.done += 1
                node.linked(end)
