"""What strangers' bytes reach, each as a function of bytes that must return, whatever they are.

A target fails by any exception. Bytes that are taken must be written again as they were.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any
from zlib import crc32

from p2pgame.engine.errors import BadPosition
from p2pgame.engine.games import GAMES
from p2pgame.engine.pending import asked
from p2pgame.protocol import lobby_messages, messages
from p2pgame.protocol.codec import decode, encode
from p2pgame.protocol.errors import RemoteError
from p2pgame.protocol.framing import frame
from p2pgame.protocol.log import MAGIC
from p2pgame.protocol.verify import verify

from ...protocol.conversing import dialer, listener
from ...protocol.people import find_game
from .seeds import GAME, positions

_HEADER = 8
"""Bytes of a record before its payload: length and checksum."""


def codec(data: bytes) -> None:
    """The codec: one spelling a value."""
    try:
        value = decode(data)
    except RemoteError:
        return
    assert encode(value) == data


def table_messages(data: bytes) -> None:
    """The messages of a table."""
    try:
        message = messages.decode_message(data)
    except RemoteError:
        return
    assert messages.encode_message(message) == data


def lobby(data: bytes) -> None:
    """The messages of a lobby."""
    try:
        message = lobby_messages.decode_lobby_message(data)
    except RemoteError:
        return
    assert lobby_messages.encode_lobby_message(message) == data


def handshake(data: bytes) -> None:
    """Either side of a connection's handshake, which nobody can end who has no key; the first byte says which side.

    The rest is a stream: runs of bytes behind their length, each put in a frame of its own.
    """
    side = (dialer, listener)[data[0] & 1 if data else 0]()
    side.begin()
    try:
        for piece in _pieces(data[1:]):
            side.receive(frame(piece))
    except RemoteError:
        return
    assert side.state.name != "ADMITTED"


def _pieces(data: bytes) -> list[bytes]:
    pieces = []
    while len(data) > 1:
        length = data[0] or 1
        pieces.append(data[1 : 1 + length])
        data = data[1 + length :]
    return pieces


def log(data: bytes) -> None:
    """A log, with every record's checksum mended, so that what is behind it is reached."""
    verify(mended(data), find_game)


def mended(data: bytes) -> bytes:
    """The records of a log with checksums that fit, as far as there are whole records."""
    whole, offset = bytearray(MAGIC), len(MAGIC)
    while offset + _HEADER < len(data):
        length = int.from_bytes(data[offset : offset + 4], "big")
        payload = data[offset + _HEADER : offset + _HEADER + length]
        whole += length.to_bytes(4, "big") + crc32(payload).to_bytes(4, "big") + payload
        offset += _HEADER + length
    return bytes(whole)


def position(game_id: str, data: bytes) -> None:
    """A position that somebody wrote by hand: refused, or a state that can be asked everything and is written again.

    The first byte chooses a good position, and every three after it change something in it.
    """
    game, good = GAME[game_id], positions(game_id)
    changed = json.loads(good[data[0] % len(good)] if data else good[0])
    for at in range(1, len(data) - 2, 3):
        _change(changed, int.from_bytes(data[at : at + 2], "big"), data[at + 2])
    try:
        state = game.from_position(changed)
    except BadPosition:
        return
    for seat in asked(game.pending(state)):
        game.check(state, seat, next(iter(game.legal(state, seat))))
    game.text(state)
    assert game.from_position(game.position(state)) == state


def _change(value: Any, place: int, what: int) -> None:
    """Put another value in one place of nested arrays and objects: a new one, one from elsewhere, or nothing."""
    slots = list(_slots(value))
    if not slots:
        return
    holder, key = slots[place % len(slots)]
    if what < len(_VALUES):
        holder[key] = copy.deepcopy(_VALUES[what])
    elif what & 1 and isinstance(holder, dict | list):
        del holder[key]
    else:
        other, name = slots[what * 7 % len(slots)]
        holder[key] = copy.deepcopy(other[name])


def _slots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place that holds something, with its holder."""
    for key, held in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(held, dict | list):
            yield from _slots(held)


_NUMBERS = (*range(-2, 12), 99, 10**30, 0.5)
_VALUES: tuple[Any, ...] = (*_NUMBERS, None, True, False, "", "x", "a1", "s", [], [0], [None], {}, {"x": 1}, [[]])


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "codec": codec,
    "table-messages": table_messages,
    "lobby": lobby,
    "handshake": handshake,
    "log": log,
    **{f"position-{game_id}": partial(position, game_id) for game_id in GAMES},
}
