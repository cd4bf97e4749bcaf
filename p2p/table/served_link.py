"""A link of a table that is being read, and the message that ends it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import trio
from p2pgame.protocol.table.messages import Leave, encode_message
from p2pgame.protocol.wire.errors import Code, RemoteError

from ..link.link import Link

_REPLACED = RemoteError(Code.REPLACED, "a newer connection with your key has replaced this one")


@dataclass(frozen=True, slots=True)
class ServedLink:
    """A link that is being read, with the scope that ends it."""

    link: Link
    scope: trio.CancelScope

    def send(self, payload: bytes) -> None:
        """Queue a payload; a peer that does not take its messages loses the link, and may come back."""
        try:
            self.link.send_nowait(payload)
        except (trio.WouldBlock, trio.ClosedResourceError):
            self.scope.cancel()

    def give_way(self) -> None:
        """Send the peer the reason that a newer link of its own has replaced this one, and end it."""
        _tell_why(self.link, _REPLACED)
        self.scope.cancel()


@contextmanager
def farewell(link: Link) -> Iterator[None]:
    """Send a peer the reason of its link's end, if it is at fault."""
    try:
        yield
    except RemoteError as error:
        _tell_why(link, error)


def _tell_why(link: Link, reason: RemoteError) -> None:
    with suppress(trio.WouldBlock, trio.ClosedResourceError):
        link.send_nowait(encode_message(Leave(reason.code, reason.sentence)))
