"""The table that somebody means to come to."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgame.p2p.lan.browser import FoundTable
from p2pgame.protocol.lobby.messages import Address


@dataclass(frozen=True, slots=True)
class Meant:
    """What is known of a table before anybody has answered there."""

    addresses: tuple[Address, ...]
    """Where it is dialed, the best first."""
    coded: bool = False
    """Whether it is known to have a code: then a table that asks for none is another."""

    key: str | None = None
    """The fingerprint of the host's key, as it was announced; None if it is not known."""

    @classmethod
    def found(cls, table: FoundTable) -> Meant:
        """A table that is announced."""
        return cls(table.addresses, table.announcement.coded, table.announcement.key)
