"""The first step: whether everybody has begun this very table, or the host has given out different ones.

Specified in `spec/table.md`, "The first step".
"""

from __future__ import annotations

from ..wire.errors import Code, RemoteError
from .inputs import Input
from .kinds import Kind
from .ledger import Ledger
from .player import Player
from .rounds import Rounds

ELSEWHERE_BEATS = 5
"""Beats for a linked seat that has accepted another table to accept this one, too: that needs no person."""


class Beginning(Rounds):
    """Notes who is at another table before this one has begun."""

    def __init__(self, ledger: Ledger, player: Player | None) -> None:
        super().__init__(ledger, player)
        self._elsewhere: dict[int, tuple[int, Input]] = {}
        """Linked seats that have accepted another table, since which beat we know, and the input that says so."""

    def _check_table(self, peer: bytes, given: Input) -> bool:
        """Whether an input is one of this table's; what has been noted already is passed over.

        Raises:
            RemoteError: it is another table's.
        """
        if given.table == self.ledger.genesis.id:
            return True
        noted = self._elsewhere.get(given.seat)
        if noted is not None and noted[1].pair == given.pair:
            return False
        if self._is_elsewhere(peer, given):
            self._elsewhere[given.seat] = self._beat, given
        raise RemoteError(Code.FOREIGN_TABLE, "an input for another table")

    def _is_elsewhere(self, peer: bytes, given: Input) -> bool:
        """Whether a seat says over its own link that it has accepted another table, and not yet this one.

        Over anybody else's link it may be from another evening.

        Raises:
            RemoteError: it has not signed that.
        """
        said_by_itself = self.ledger.genesis.contract.seat_of(peer) == given.seat
        is_acceptance = given.step == self.ledger.step == 0 and given.kind is Kind.ACCEPT
        if not (said_by_itself and is_acceptance and self._awaits(given.seat)):
            return False
        self.ledger.check_signature(given)
        return True

    @property
    def _is_at_another_table(self) -> bool:
        """Whether we have stopped as a seat is at another table: those who count later need us there for that."""
        return self.stopped is not None and self.stopped.error.code is Code.OTHER_TABLE

    def _stop_if_elsewhere(self) -> None:
        """Nobody is voted out in the first step, and it takes everybody: who stays at another table ends this one."""
        for seat, (since, given) in self._elsewhere.items():
            if self.ledger.step == 0 and self._awaits(seat) and self._beat - since >= ELSEWHERE_BEATS:
                name = self.ledger.name(seat)
                self._stop(
                    RemoteError(
                        Code.OTHER_TABLE,
                        f"{name} is at another table, so this one cannot begin: the host has given out two, or {name} "
                        "has opened an older one, or is not honest",
                    ),
                    (given,),
                )
