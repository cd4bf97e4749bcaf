"""A key for two sides that know the same code, and for no other side: SPAKE2 on Ed25519.

With the `spake2` package (Abdalla and Pointcheval, "Simple Password-Based Encrypted Key Exchange Protocols", 2005). The
time of its arithmetic depends on the numbers. So everything that depends on the code is computed once, when the code is
made or typed. It is blinded: the arithmetic works with random numbers. A stranger can trigger and time only
computations with random numbers.
"""

from __future__ import annotations

import hmac
from copy import copy
from hashlib import sha512

from p2pgame.engine.canon import encode
from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError
from spake2.ed25519_basic import Element, L, NotOnCurve, Q
from spake2.parameters.ed25519 import ParamsEd25519

from ..wire.errors import Code, LocalError, RemoteError
from .handshake import Role

DOMAIN = "p2pgame pairing 1"
FRESH_BYTES = 64
"""Random bytes of one exchange; the package reduces them to a scalar without bias."""

_SIDES = {Role.DIALER: SPAKE2_A, Role.LISTENER: SPAKE2_B}


class Password:
    """A code, with everything that is computed from it."""

    __slots__ = ("params", "secret")

    def __init__(self, code: str, fresh: bytes) -> None:
        """`fresh` are secret random bytes: the time that this takes depends on them and reveals nothing about the
        code."""
        self.secret = code.encode()
        self.params = copy(ParamsEd25519)
        scalar = self.params.group.password_to_scalar(self.secret)
        self.params.M = _Multiplied(ParamsEd25519.M, scalar, _mask(b"M", fresh))
        self.params.N = _Multiplied(ParamsEd25519.N, scalar, _mask(b"N", fresh))


def _mask(name: bytes, fresh: bytes) -> int:
    order: int = L
    return int.from_bytes(sha512(name + fresh).digest(), "big") % order


class _Multiplied:
    """An element of the group with its two multiples that an exchange needs: by the code's number and by minus that."""

    __slots__ = ("_multiples",)

    def __init__(self, element: Element, scalar: int, mask: int) -> None:
        """The multiplication is split in two at `mask`: each half alone is by a random number."""
        multiple = element.scalarmult(mask).add(element.scalarmult(scalar - mask))
        self._multiples = {scalar: multiple, -scalar: _negated(multiple)}

    def scalarmult(self, scalar: int) -> Element:
        return self._multiples[scalar]


def _negated(element: Element) -> Element:
    x, y, z, t = element.XYTZ
    return Element((-x % Q, y, z, -t % Q))


class Exchange:
    """One side of one exchange: `element` goes out, `finish` takes the other's, confirmations prove the key."""

    __slots__ = ("_key", "_role", "_side", "element")

    element: bytes
    """This side's half, 33 bytes: a letter for the role and a point. Reveals nothing about the code."""

    def __init__(self, role: Role, password: Password, binding: bytes, fresh: bytes) -> None:
        """An exchange in the connection of `binding`, with 64 bytes that were never used before.

        Raises:
            LocalError: the bytes are of another number.
        """
        if len(fresh) != FRESH_BYTES:
            raise LocalError(f"an exchange takes {FRESH_BYTES} random bytes, not {len(fresh)}")
        self._role = role
        self._side = _SIDES[role](
            password.secret,
            idA=encode((DOMAIN, Role.DIALER.value, binding)),
            idB=encode((DOMAIN, Role.LISTENER.value, binding)),
            params=password.params,
            entropy_f=lambda count: fresh[:count],
        )
        self.element = self._side.start()
        self._key: bytes | None = None

    def finish(self, element: bytes) -> None:
        """Take the other side's half. The key is right only if it was made with the same code.

        Raises:
            RemoteError: it is no half of a key.
        """
        try:
            _check_canonical(element[1:])
            self._key = self._side.finish(element)
        except (SPAKEError, NotOnCurve, ValueError):
            raise RemoteError(Code.BAD_PAIRING_ELEMENT, "the other side's half of the key is invalid") from None

    def confirmation(self) -> bytes:
        """32 bytes that only a side with the same key can make, for the other side."""
        return self._mac(self._role)

    def confirms(self, mac: bytes) -> bool:
        """Whether the other side has the same key."""
        return hmac.compare_digest(mac, self._mac(self._role.other))

    def _mac(self, role: Role) -> bytes:
        if self._key is None:
            raise LocalError("there is no key yet")
        return hmac.digest(self._key, encode((DOMAIN, "confirmation", role.value)), "sha256")


def _check_canonical(point: bytes) -> None:
    """Return if the point has the one spelling of RFC 8032, section 5.1.2, and is not the neutral point.

    The package knows the neutral point in its usual spelling only. The points with x = 0 can be spelled with a sign
    bit, too: they are the neutral point, which is refused here, and one of order 2, which the package refuses.

    Raises:
        ValueError: it has not.
    """
    y = int.from_bytes(point, "little") & (2**255 - 1)
    if y >= Q or y == 1:
        raise ValueError("the point is neutral, or not in its shortest spelling")
