"""A peer that attacks: an honest process, except for the changes of its attack."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.log.format import header
from p2pgame.protocol.log.journal import journal_header
from p2pgame.protocol.table.messages import Message, encode_message
from p2pgame.protocol.table.signer import Signer
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.errors import ProtocolError, RemoteError

from .attacks import Attack, Passed, Raw, Sent
from .network import End
from .node import Node, read
from .world import World


class Attacker(Node):
    """Sends the messages of its attack, and continues even if its own table stops."""

    honest = False

    def __init__(self, world: World, genesis: Genesis, seat: int, rng: random.Random, attack: Attack) -> None:
        self.attack = attack
        super().__init__(world, genesis, seat, rng)

    def _signer(self) -> Signer | None:
        signer = super()._signer()
        return None if signer is None else self.attack.signer(signer, self.genesis)

    def _find_game(self, game_id: str) -> AnyGame | None:
        game = super()._find_game(game_id)
        return None if game is None else self.attack.engine(game)

    def _table_from_log(self) -> Table:
        """The table that continues; a new one if its own log, with its own attack, does not hold."""
        try:
            return super()._table_from_log()
        except ProtocolError:
            self.world.trace.add(f"{self.seat} cannot read its own log")
            self.disk.log[:] = header(self.genesis)
            self.disk.restart(journal_header(self.genesis.id), has_words=False)
            return self._first_table()

    def arrived(self, end: End, payload: bytes) -> None:
        with suppress(RemoteError):
            self.attack.heard(read(payload))
        try:
            super().arrived(end, payload)
        except (ProtocolError, AssertionError):
            self.world.trace.add(f"{self.seat} is confused by its own attack")

    def send(self, message: Message, ends: list[End]) -> None:
        for end in ends:
            for sent in self.attack.outgoing(self.table, message, end.other):
                self._send_one(end, sent)

    def _do_tick(self) -> None:
        try:
            super()._do_tick()
        except (ProtocolError, AssertionError):
            self.world.trace.add(f"{self.seat} is confused by its own attack")
        self.attack.spoil_links(self)
        for other, end in list(self.links.items()):
            for sent in list(self.attack.tick(self.table, other)):
                self._send_one(end, sent)

    def _send_one(self, end: End, sent: Sent) -> None:
        if isinstance(sent, Raw):
            end.send_raw(sent.data)
        else:
            self.send_payload(end, sent if isinstance(sent, bytes) else encode_message(sent))

    def _choice(self) -> Any:
        return self.attack.choice(self.table, super()._choice())

    def _decide(self) -> None:
        try:
            super()._decide()
        except (Passed, ProtocolError, AssertionError):
            self.world.trace.add(f"{self.seat} decides by its attack")
