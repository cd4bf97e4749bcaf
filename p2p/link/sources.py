"""The origins of strangers: addresses in groups, and the number of turns that each group has had.

One machine can use any number of IPv6 addresses: the 2^64 of its network, and sometimes those of 65,536 networks. So
turns are shared first among machines, if their hardware addresses are known, or else among networks. Then they are
shared among the addresses of one group.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from ipaddress import IPv6Address, ip_address
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Groups: TypeAlias = tuple[str, ...]
"""The groups of one source, the widest first; the last is its address. All sources have equally many."""

WIDTHS = (48, 64)
"""Bits of the IPv6 prefixes that make groups: a site, and one of its networks (RFC 6177)."""

LEVELS = len(WIDTHS) + 1

REMEMBERED = 1 << 12
"""Groups whose turns are counted: more than have a turn in two minutes."""


def groups_of(address: str, hardware: str | None = None) -> Groups:
    """The groups of an address, the widest by its hardware address, if that is known. Otherwise an IPv4 address is a
    group of its own, also where it is written as an IPv6 one.
    """
    widest, *narrower = _by_prefix(address)
    return (hardware or widest, *narrower)


def _by_prefix(address: str) -> Groups:
    try:
        found = ip_address(address)
    except ValueError:  # the connection is gone
        return (address,) * LEVELS
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return (*(f"{int(found) >> (128 - width):x}/{width}" for width in WIDTHS), str(found))
        found = found.ipv4_mapped
    return (str(found),) * LEVELS


class Shares:
    """The turns that each group has had, of as many groups as are remembered.

    Those of a single IPv6 address are not counted: a guesser has ever new ones, and only an honest guest that has
    mistyped would be known by its address.
    """

    def __init__(self, remembered: int = REMEMBERED) -> None:
        self._remembered = remembered
        self._had: OrderedDict[str, int] = OrderedDict()

    def count(self, source: Groups) -> None:
        """Note that a source has had a turn."""
        for group in dict.fromkeys(source[:-1]):
            self._had[group] = self._had.pop(group, 0) + 1
            if len(self._had) > self._remembered:
                self._had.popitem(last=False)

    def greediest(self, items: Iterable[T], source_of: Callable[[T], Groups]) -> list[T]:
        """The items whose groups have had, and want, the most turns, in the order of `items`. The widest groups are
        compared first. Several items may be equal in everything.
        """
        return self._narrowed(items, source_of, max)

    def neediest(self, items: Iterable[T], source_of: Callable[[T], Groups]) -> list[T]:
        """The items whose groups have had, and want, the fewest turns."""
        return self._narrowed(items, source_of, min)

    def _narrowed(
        self, items: Iterable[T], source_of: Callable[[T], Groups], choose: Callable[[Iterable[int]], int]
    ) -> list[T]:
        left = list(items)
        for level in range(LEVELS):
            groups = [source_of(item)[level] for item in left]
            wants = Counter(groups)
            measures = [self._had.get(group, 0) + wants[group] for group in groups]
            chosen = choose(measures)
            left = [item for item, measure in zip(left, measures, strict=True) if measure == chosen]
        return left
