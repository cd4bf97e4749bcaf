"""Target: what anybody on the LAN announces, and the host's own word read back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from p2pgame.engine.games import GAMES
from p2pgame.protocol.identity.fingerprint import fingerprint
from p2pgame.protocol.lobby.announcement import Announcement, decode
from p2pgame.protocol.wire.errors import RemoteError

_SAID = Announcement("Ada's tink", "Ada", fingerprint(bytes(32)), "tink", 1, 1, 2, coded=True, software="p2pgame 0.1.0")


def announcement(data: bytes) -> None:
    """Refused, or a table whose names may be shown, and which another host could announce as well."""
    try:
        said = decode(data)
    except RemoteError:
        return
    assert all(text.isprintable() for text in (said.table, said.host, said.key, said.game, said.software))
    assert 1 <= said.taken <= said.seats
    assert decode(said.encode()) == said
    assert len(said.instance("0a1b").encode()) < 64


def announcement_seeds() -> Iterator[bytes]:
    """Of each game, begun or not, with names of other scripts, with keys that we do not know, and in capitals."""
    for game in GAMES:
        yield replace(_SAID, game=game).encode()
    yield replace(_SAID, begun=True, taken=2, coded=False).encode()
    yield replace(_SAID, host="Zoë", table="王小明 Ωμέγα").encode()
    yield _SAID.encode() + b"\x05new=1\x03odd"
    yield _SAID.encode().replace(b"seats", b"SEATS")
    yield _SAID.encode().replace(b"host=Ada", b"host=\x1b[A")
    yield _SAID.encode().replace(b"host=Ada", b"host=A\xcc\x81")
