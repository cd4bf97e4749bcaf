"""Attacks in bytes: bytes that no honest codec writes, in a frame or in none, and bytes for a terminal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from p2pgame.engine.canon import encode
from p2pgame.protocol.lobby.messages import Knock, Lobby, LobbyMessage, Offer, Ready
from p2pgame.protocol.table.consensus import Ack, Prepare, Promise, Ruling, RulingKind
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import Attested, Chat, Claimed, Message, Papers, encode_message
from p2pgame.protocol.table.signing import Claim, Place
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.limits import FRAME, ITEMS

from .attack import Attack, Crew, LobbySent, Raw, Sent

if TYPE_CHECKING:
    from ..sitting import Sitting

_HAVE = b"\x9a\x11"
"""How a `have` begins: an array of ten, and its number."""

_REST = b"\xc4\x20" + bytes(32) + b"\x00\x00\x00\x91\x00\x00\x00\x00"
"""The fields behind its slot, of a peer that has nothing."""

HOSTILE: dict[str, Sent] = {
    "a length of 4 GiB": Raw(b"\xff\xff\xff\xff"),
    "a length that is just too long": Raw((FRAME + 1).to_bytes(4, "big")),
    "an empty frame": b"",
    "100,000 levels": b"\x91" * 100_000 + b"\xc0",
    "an array of 4,294,967,295": b"\xdd\xff\xff\xff\xff",
    "a map of as many": b"\xdf\xff\xff\xff\xff",
    "a text of as many bytes": b"\xdb\xff\xff\xff\xff",
    "as many bytes": b"\xc6\xff\xff\xff\xff",
    "one element too many": b"\xdc" + (ITEMS + 1).to_bytes(2, "big") + b"\xc0" * (ITEMS + 1),
    "a key twice": b"\x82\xa1a\x01\xa1a\x02",
    "a map in the place of an array": b"\x81\x11" + _REST,
    "NaN": _HAVE + b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00" + _REST,
    "a float": _HAVE + b"\xca\x3f\x80\x00\x00" + _REST,
    "a number in two bytes": _HAVE + b"\xcc\x01" + _REST,
    "a number in nine bytes": _HAVE + b"\xcf" + bytes(7) + b"\x01" + _REST,
    "a negative number": _HAVE + b"\xff" + _REST,
    "a bool in the place of a number": _HAVE + b"\xc3" + _REST,
    "a longer head of an array": b"\xdc\x00\x0a\x11\x01" + _REST,
    "something behind the message": _HAVE + b"\x01" + _REST + b"\x00",
    "half a message": _HAVE + b"\x01" + _REST[:20],
    "an extension": b"\x92\x13\xd4\x01\x00",
    "a text that is no UTF-8": b"\x92\x13\xa2\xff\xfe",
    "UTF-8 in too many bytes": b"\x92\x13\xa2\xc0\xaf",
    "half of a surrogate pair": b"\x92\x13\xa3\xed\xa0\x80",
    "a message of no known number": encode((99, 1)),
}
"""Bytes that are refused in any surroundings; the link that they came over is cut."""

SPOKEN = (
    "\x1b[2J\x1b]0;title\x07\x9b31m",
    "a\u202eb\u2066c\u200b\ufeff",
    "first\r\nsecond\x00\x08",
    "\x1b",
    "long" * 200,
)
"""Texts that would move, hide or recolour a terminal's content."""

NAME = "\x1b[2JMa\u202el\u200b"
"""A name of which only four letters may be shown."""


class HostileBytes(Attack):
    """Sends one after the other all bytes that are no message, each over the first link that stands."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        spelled = list(HOSTILE.values())
        yield spelled[self.done % len(spelled)]
        self.done += 1


class EscapeSequences(Attack):
    """Sends text that would spoil a terminal, more often than anybody reads, and has such a name."""

    from_lobby = True
    may_spoil = True  # a host's name is compared with the one that it has offered

    def in_lobby(self, sitting: Sitting, message: LobbyMessage, to: int) -> Iterator[LobbySent]:
        match message:
            case Knock():
                yield replace(message, name=NAME)
            case Offer():
                yield replace(message, host=NAME)
            case Lobby():
                places = tuple(replace(place, name=NAME) if place.name else place for place in message.places)
                yield replace(message, places=places)
                yield Chat(SPOKEN[0])
            case Ready():
                yield from map(Chat, SPOKEN)
                yield message
            case _:
                yield message

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        for text in SPOKEN:
            self.done += 1
            yield encode_message(Chat(text))


class BitFlips(Attack):
    """Flips a bit of one in eight messages that it sends, and says some of these again as they should have been."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterator[Sent]:
        if self.rng.randrange(8) == 0:
            self.done += 1
            payload = bytearray(encode_message(message))
            payload[self.rng.randrange(len(payload))] ^= 1 << self.rng.randrange(8)
            yield bytes(payload)
            if self.rng.randrange(2):
                return
        yield message


class LogBomb(Attack):
    """Signs, within some seconds, hundreds of things of each kind that somebody might keep or write down."""

    MOST = 80
    EACH = 12

    def __init__(self, seat: int, crew: Crew, rng: random.Random) -> None:
        super().__init__(seat, crew, rng)
        self._from = rng.randrange(2, 20)

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        place = table.ledger.now.place
        if table.due is None or place.slot < self._from or self.done >= self.MOST:
            return
        self.done += 1
        rng = self.rng
        for _ in range(self.EACH):
            value, state = rng.randbytes(32), rng.randbytes(32)
            ahead = Place(place.table, place.slot + rng.randrange(1, 64), rng.randbytes(32))
            past = Place(place.table, rng.randrange(place.slot), rng.randbytes(32))
            ballot = 1 + self.seat + self.count * rng.randrange(1000)
            yield self.input(ahead, InputKind.OPEN, value * 2)
            yield Attested(past, self.sign(past, Ack(self.seat, 0, value, state)))
            yield Claimed(past, self.sign(past, Claim(self.seat)))
            yield Papers(place, acks=(self.sign(place, Ack(self.seat, ballot, value, state)),))
            ruling = Ruling(rng.choice(list(RulingKind)), rng.randrange(self.count))
            yield Papers(place, prepare=self.sign(place, Prepare(self.seat, ballot, ruling)))
            yield Papers(place, promises=(self.sign(place, Promise(self.seat, ballot, ruling, True, None)),))
            yield Chat("!" * 400)
