"""The protocol versions that we speak, and the common one of two peers."""

from __future__ import annotations

from dataclasses import dataclass

from ..wire.errors import Code, RemoteError


@dataclass(frozen=True, slots=True)
class Versions:
    """All versions from `oldest` to `newest`."""

    oldest: int
    newest: int

    def __str__(self) -> str:
        return f"{self.oldest}" if self.oldest == self.newest else f"{self.oldest} to {self.newest}"


OURS = Versions(oldest=2, newest=2)


def common(theirs: Versions) -> int:
    """The newest version that both sides speak.

    Raises:
        RemoteError: NO_COMMON_VERSION, saying which side should update.
    """
    newest = min(OURS.newest, theirs.newest)
    if newest < max(OURS.oldest, theirs.oldest):
        who = "we need" if theirs.oldest > OURS.newest else "they need"
        raise RemoteError(
            Code.NO_COMMON_VERSION, f"they use version {theirs} of the protocol and we use {OURS}: {who} to update"
        )
    return newest
