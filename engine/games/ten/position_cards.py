"""Cards in positions: by name, and only where they may be."""

from __future__ import annotations

from ... import positions
from ...errors import BadPosition, quoted
from .components import CARDS, NAMES, is_currency, is_number, is_wild

ALL = frozenset(CARDS.values())
NUMBERS = frozenset(card for card in ALL if is_number(card))
NO_WILDS = frozenset(card for card in ALL if not is_wild(card))
NO_CURRENCY = frozenset(card for card in ALL if not is_currency(card))


def names(cards: bytes) -> list[str]:
    """The names of cards, in the order given."""
    return [NAMES[card] for card in cards]


def read_card(value: object, where: str, allowed: frozenset[int]) -> int:
    """The card of that name."""
    card = CARDS.get(value) if isinstance(value, str) else None
    if card is None:
        raise BadPosition(f"{where}: expected the name of a card, not {quoted(value)}")
    if card not in allowed:
        raise BadPosition(f"{where}: {value} cannot be there")
    return card


def read_cards(value: object, where: str, allowed: frozenset[int]) -> bytes:
    """A list of cards, in its order."""
    listed = positions.items(value, where)
    return bytes(read_card(name, f"{where}[{index}]", allowed) for index, name in enumerate(listed))


def read_sorted(value: object, where: str, allowed: frozenset[int]) -> bytes:
    """A list of cards whose order has no meaning."""
    return bytes(sorted(read_cards(value, where, allowed)))
