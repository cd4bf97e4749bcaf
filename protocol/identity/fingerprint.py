"""A public key as people compare and type it: `7KQ2M-X0RTA-...`, with a check character.

The first 120 bits of the peer id, in base 32 without I, L, O and U (Crockford's alphabet), and one check character:
a Reed-Solomon code with one check symbol over GF(32), the field of x^5 + x^2 + 1. Every wrong character and every
swap of two different characters is noticed, because all places weigh differently (25 places, and 2 has order 31).
"""

from __future__ import annotations

from collections.abc import Iterable

from ..wire.errors import LocalError
from .keys import peer_id

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
DATA = 24
"""Characters before the check character: 120 bits, too many to find a look-alike by search."""
GROUP = 5
FINGERPRINT_SIZE = DATA + 1 + DATA // GROUP
"""Characters of a fingerprint with its hyphens."""

_DIGITS = {letter: place for place, letter in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_FIELD = 0b100101


def fingerprint(public: bytes) -> str:
    """Five groups of five characters that name this public key and no other."""
    number = int.from_bytes(peer_id(public)[: DATA * 5 // 8], "big")
    digits = [number >> 5 * place & 31 for place in reversed(range(DATA))]
    return _spell([*digits, _times_two(_remainder(digits))])


def short(public: bytes) -> str:
    """The first group. It distinguishes friends on a screen, and proves nothing."""
    return fingerprint(public)[:GROUP]


def parse(text: str) -> str:
    """A typed fingerprint in its one spelling: small letters, O for 0, I or L for 1 and any spacing are corrected.

    Raises:
        LocalError: a character is missing, too many or wrong, or two are swapped.
    """
    letters = [letter for letter in text.upper() if letter not in " -\t"]
    if len(letters) != DATA + 1:
        raise LocalError(f"a fingerprint has {DATA + 1} characters, not {len(letters)}")
    strange = [letter for letter in letters if letter not in _DIGITS]
    if strange:
        raise LocalError(f"a fingerprint has no character {strange[0]!r}")
    digits = [_DIGITS[letter] for letter in letters]
    if _remainder(digits):
        raise LocalError("a character of the fingerprint is wrong, or two are swapped")
    return _spell(digits)


def _remainder(digits: Iterable[int]) -> int:
    """The digits as a polynomial's coefficients, highest first, at 2: zero for a whole fingerprint."""
    total = 0
    for digit in digits:
        total = _times_two(total) ^ digit
    return total


def _times_two(value: int) -> int:
    return value << 1 if value < 16 else value << 1 ^ _FIELD


def _spell(digits: list[int]) -> str:
    letters = "".join(ALPHABET[digit] for digit in digits)
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))
