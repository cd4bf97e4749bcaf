"""The table that a person wants to join."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgame.p2p.lan.browser import FoundTable
from p2pgame.protocol.lobby.messages import Address


@dataclass(frozen=True, slots=True)
class JoinTarget:
    """Facts about a table before anybody has answered there."""

    addresses: tuple[Address, ...]
    """Addresses to dial, the best first."""
    coded: bool = False
    """Whether it is known to have a code: then a table that asks for none is an impostor."""

    key: str | None = None
    """The announced fingerprint of the host's key; None if unknown."""

    @classmethod
    def found(cls, table: FoundTable) -> JoinTarget:
        """An announced table."""
        return cls(table.addresses, table.announcement.coded, table.announcement.key)
