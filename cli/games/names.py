"""How seats are called on a screen."""

from __future__ import annotations

from p2pgame.protocol.contract.contract import Contract
from p2pgame.protocol.identity.fingerprint import short
from p2pgame.protocol.identity.labels import labels


def seat_names(contract: Contract) -> tuple[str, ...]:
    """A name for each seat; two of one name are told apart by their fingerprints."""
    return labels([(seat.label, short(seat.public)) for seat in contract.seats])
