"""Chance for searches: streams of numbers that can be restarted, so that moves are compared under the same luck."""

from __future__ import annotations

_MASK = (1 << 64) - 1


class Stream:
    """SplitMix64 (Steele, Lea and Flood 2014): equal seeds give equal numbers. An `Rng`."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def randrange(self, stop: int, /) -> int:
        """A number below `stop`, uniform except for a bias of stop / 2**64."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return (mixed ^ mixed >> 31) * stop >> 64
