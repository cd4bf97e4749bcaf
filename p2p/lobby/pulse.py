"""Keepalive of a lobby's link: it sends `alive` once a second, and is dead after too long a silence of the other
side."""

from __future__ import annotations

from contextlib import suppress

import trio
from p2pgame.protocol.lobby.messages import Alive, encode_lobby_message
from p2pgame.protocol.wire.errors import Code, RemoteError
from p2pgame.protocol.wire.limits import LOBBY_BEAT, LOBBY_MESSAGES, LOBBY_SILENCE

from ..link.link import Link


class Pulse:
    """Reads a link of a lobby, and keeps it alive meanwhile."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._read = 0
        """Messages read within this second."""
        self._beat = trio.current_time()
        """When the next `alive` is due; then a new second begins."""

    async def next(self) -> bytes | None:
        """The next payload; None when the link has ended. Messages above the limit of a second wait.

        Raises:
            RemoteError: nothing has come for too long, or the bytes are no frame.
        """
        silent = trio.current_time() + LOBBY_SILENCE
        while True:
            self._say_alive()
            if self._read >= LOBBY_MESSAGES:
                await trio.sleep_until(self._beat)
                continue
            with trio.move_on_at(min(self._beat, silent)):
                payload = await anext(self._link, None)
                self._read += 1
                return payload
            if trio.current_time() >= silent:
                raise RemoteError(Code.SILENT, f"nothing came over this link for {LOBBY_SILENCE} seconds")

    def _say_alive(self) -> None:
        if trio.current_time() >= self._beat:
            self._beat, self._read = trio.current_time() + LOBBY_BEAT, 0
            with suppress(trio.WouldBlock, trio.ClosedResourceError):
                self._link.send_nowait(encode_lobby_message(Alive()))
