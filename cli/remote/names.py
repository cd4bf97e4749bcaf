"""How seats are called on a screen."""

from __future__ import annotations

from p2pgame.protocol.contract.contract import Contract
from p2pgame.protocol.identity.fingerprint import short


def seat_names(contract: Contract) -> tuple[str, ...]:
    """A name for each seat; two of one name are told apart by their fingerprints."""
    labels = [seat.label for seat in contract.seats]
    return tuple(
        label if labels.count(label) == 1 else f"{label} ({short(seat.public)})"
        for label, seat in zip(labels, contract.seats, strict=True)
    )
