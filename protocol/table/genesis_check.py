"""The first slot: it shows whether everybody has begun this table, or the host has given out different ones.

Specified in `spec/table/contract.md`, "The first slot".
"""

from __future__ import annotations

from ..contract.contract import Genesis
from ..wire.errors import Code, RemoteError
from .kinds import InputKind
from .messages import Papers
from .signing import check_signature

ELSEWHERE_TICKS = 5
"""Ticks for a linked seat that has accepted another table to accept this one, too: that needs no person."""


class GenesisCheck:
    """Notes seats that are at another table before this one has begun."""

    def __init__(self, genesis: Genesis) -> None:
        self._genesis = genesis
        self._elsewhere: dict[int, int] = {}
        """Linked seats that have accepted another table, with the tick of that news."""

    def note(self, seat: int | None, papers: Papers, slot: int, tick: int) -> None:
        """Check papers for another table that have come over a seat's own link. Over any other link they may be from
        another evening.

        Raises:
            RemoteError: always: they are refused.
        """
        for given in papers.inputs if slot == papers.place.slot == 0 else ():
            if given.seat == seat and given.kind is InputKind.ACCEPT and seat not in self._elsewhere:
                check_signature(self._genesis.contract.seats[seat].public, papers.place, given)
                self._elsewhere[seat] = tick
        raise RemoteError(Code.FOREIGN_TABLE, "statements for another table")

    def forget(self, seat: int | None) -> None:
        """Forget a seat whose link is gone."""
        if seat is not None:
            self._elsewhere.pop(seat, None)

    def find(self, missing: tuple[int, ...], tick: int) -> RemoteError | None:
        """The error if a seat has stayed at another table: a table begins only with everybody."""
        for seat, since in self._elsewhere.items():
            if seat in missing and tick - since >= ELSEWHERE_TICKS:
                name = self._genesis.contract.seats[seat].label
                return RemoteError(
                    Code.OTHER_TABLE,
                    f"{name} is at another table, so this one cannot begin: the host has made two tables, or {name} "
                    "has opened an older one, or cheats",
                )
        return None
