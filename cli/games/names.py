"""The names of seats on a screen."""

from __future__ import annotations

from p2pgame.protocol.contract.contract import Contract
from p2pgame.protocol.identity.fingerprint import short
from p2pgame.protocol.identity.labels import labels


def seat_names(contract: Contract) -> tuple[str, ...]:
    """A name for each seat; fingerprints distinguish two equal ones."""
    return labels([(seat.label, short(seat.public)) for seat in contract.seats])
