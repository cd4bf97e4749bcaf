"""A table's announcement on the LAN: one DNS-SD service of `_p2pgame._tcp`. Specified in `spec/discovery.md`.

An announcement is a hint and proves nothing: anybody on the LAN can send any. It gives a screen its texts and a guest
an address to dial. The link proves the host, and the contract settles the game. An announcement holds only what the
host would send every caller; the code, and everything derived from it, is never in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from ..contract.contract import PROTOCOL, PROTOCOLS
from ..identity.fingerprint import ALPHABET, FINGERPRINT_SIZE, GROUP, fingerprint, parse, short
from ..wire.errors import Code, CodecError, LocalError
from ..wire.limits import ANNOUNCEMENT_BYTES, RULES, SEATS, SOFTWARE_BYTES, WORD_BYTES
from ..wire.sanitize import NAME_BYTES, clean_name
from .messages import Offer

SERVICE = "_p2pgame._tcp.local."
"""The service type, as mDNS names it."""

VERSION = "1"
"""The layout of these records (`txtvers`); another program may have another one."""

LABEL_BYTES = 63
"""Bytes of one label of a DNS name, and so of an instance name (RFC 1035, section 2.3.4)."""

STRING_BYTES = 255
"""Bytes of one string of a TXT record: its length is one byte."""

_DOT = "\u2024"
"""Replaces a dot in an instance name. It looks like a dot, and no program takes it for a separator."""

_GAME = re.compile(r"[a-z][a-z0-9-]*")
_KEY = re.compile(f"[{ALPHABET}]{{{GROUP}}}(-[{ALPHABET}]{{{GROUP}}})*")
_SOFTWARE = re.compile(r"[!-~]+( [!-~]+)*")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class Announcement:
    """A table as others on the LAN see it. Every text is fit for a terminal."""

    table: str
    """The table's name, such as `Ann's tink`."""
    host: str
    """The host's name."""
    key: str
    """The host's fingerprint. A claim, which is compared with the key that the host proves."""
    game: str
    rules: int
    taken: int
    """Taken seats, the host's among them."""
    seats: int
    coded: bool
    """Whether the host asks for a code."""
    software: str
    """Name and version of the host's program."""
    protocol: int = PROTOCOL
    begun: bool = False
    """Whether the table is being played: nobody can join any more, and spectators may be let in."""

    @property
    def short(self) -> str:
        """The first group of the fingerprint, which people read."""
        return self.key[:GROUP]

    @property
    def full(self) -> bool:
        """Whether no seat is free."""
        return self.taken == self.seats

    def encode(self) -> bytes:
        """The data of the TXT record (RFC 6763, section 6).

        Raises:
            LocalError: `decode` would refuse a field.
        """
        strings = [f"{name}={value}".encode() for name, value in _pairs(self)]
        if any(len(string) > STRING_BYTES for string in strings):
            raise LocalError("a field of the announcement is too long for a TXT record")
        data = b"".join(bytes([len(string)]) + string for string in strings)
        try:
            same = decode(data) == self
        except CodecError as refusal:
            raise LocalError(f"this cannot be announced: {refusal.sentence}") from refusal
        if not same:
            raise LocalError("this cannot be announced: a name is not clean")
        return data

    def instance(self, nonce: str) -> str:
        """A name for the service that no other table has, given a few fresh characters; at most 63 bytes.

        People see it in other programs' lists of services. The key and the nonce keep two tables of one name apart, and
        two of one host, so nobody has to ask the LAN first whether the name is free.
        """
        tail = f" ({self.short}-{nonce})"
        one_label = self.table.replace(".", _DOT)
        table = one_label.encode()[: LABEL_BYTES - len(tail)].decode(errors="ignore").rstrip()
        return table + tail

    def fits(self, instance: str) -> bool:
        """Whether a service of that instance name, in small letters, may have this announcement: the key is in the
        name."""
        return re.search(rf" \({self.short.lower()}-[0-9a-f]{{4}}\)(\.|$)", instance) is not None


def announcement(
    offer: Offer, public: bytes, taken: int, software: str, table: str = "", begun: bool = False
) -> Announcement:
    """The announcement of a host's offer, with that many seats taken.

    Names are cleaned; a host without a name goes by its short fingerprint, and a table without one by its host's name
    and its game.
    """
    host = clean_name(offer.host) or short(public)
    return Announcement(
        table=clean_name(table) or clean_name(f"{host}'s {offer.game}"),
        host=host,
        key=fingerprint(public),
        game=offer.game,
        rules=offer.rules,
        taken=taken,
        seats=offer.seats,
        coded=offer.coded,
        software=software,
        begun=begun,
    )


def decode(data: bytes) -> Announcement:
    """The announcement that a TXT record from a stranger spells, its names cleaned. Unknown keys are skipped.

    Raises:
        CodecError: another program's record, another layout, or a field missing, repeated or wrong.
    """
    found = _strings(data)
    if found.get("txtvers") != VERSION:
        raise CodecError(Code.NOT_P2PGAME, f"announcement: not of layout {VERSION}")
    seats = _integer(found, "seats", 1, SEATS)
    return Announcement(
        table=_name(found, "table"),
        host=_name(found, "host"),
        key=_key(found),
        game=_matching(found, "game", _GAME, WORD_BYTES),
        rules=_integer(found, "rules", 1, RULES),
        taken=_integer(found, "taken", 1, seats),
        seats=seats,
        coded=_integer(found, "coded", 0, 1) == 1,
        software=_matching(found, "software", _SOFTWARE, SOFTWARE_BYTES),
        protocol=_integer(found, "protocol", 0, PROTOCOLS),
        begun="begun" in found and _integer(found, "begun", 0, 1) == 1,
    )


def _pairs(said: Announcement) -> Iterator[tuple[str, object]]:
    """Keys and values, in the order in which they are sent."""
    yield "txtvers", VERSION
    yield "protocol", said.protocol
    yield "game", said.game
    yield "rules", said.rules
    yield "taken", said.taken
    yield "seats", said.seats
    yield "coded", int(said.coded)
    yield "key", said.key
    yield "host", said.host
    yield "table", said.table
    yield "software", said.software
    if said.begun:
        yield "begun", 1


def _strings(data: bytes) -> dict[str, str]:
    """The `key=value` strings of a TXT record; keys in small letters, because their case means nothing (RFC 6763,
    6.4)."""
    if len(data) > ANNOUNCEMENT_BYTES:
        raise CodecError(Code.TOO_LONG, f"announcement: {len(data)} bytes, more than {ANNOUNCEMENT_BYTES}")
    found: dict[str, str] = {}
    for string in _cut(data):
        key, _, value = string.partition("=")
        if key.lower() in found:
            raise CodecError(Code.MALFORMED, "announcement: a key appears twice")
        found[key.lower()] = value
    return found


def _cut(data: bytes) -> Iterator[str]:
    """The strings of a TXT record, each after a byte with its length."""
    at = 0
    while at < len(data):
        start, at = at + 1, at + 1 + data[at]
        if at > len(data):
            raise CodecError(Code.TRUNCATED, "announcement: a string ends early")
        try:
            yield data[start:at].decode()
        except UnicodeDecodeError:
            raise CodecError(Code.INVALID_UTF8, "announcement: a string is not UTF-8") from None


def _field(found: dict[str, str], key: str) -> str:
    if key not in found:
        raise CodecError(Code.WRONG_SHAPE, f"announcement: {key} is missing")
    return found[key]


def _integer(found: dict[str, str], key: str, low: int, high: int) -> int:
    text = _field(found, key)
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise CodecError(Code.OUT_OF_BOUNDS, f"announcement: {key} is not a number from {low} to {high}")
    return int(text)


def _matching(found: dict[str, str], key: str, pattern: re.Pattern[str], size: int) -> str:
    text = _field(found, key)
    if len(text) > size or not pattern.fullmatch(text):
        _wrong(key)
    return text


def _key(found: dict[str, str]) -> str:
    text = _matching(found, "key", _KEY, FINGERPRINT_SIZE)
    try:
        parse(text)
    except LocalError:
        _wrong("key")
    return text


def _name(found: dict[str, str], key: str) -> str:
    text = _field(found, key)
    name = clean_name(text)
    if len(text.encode()) > NAME_BYTES or not name:
        _wrong(key)
    return name


def _wrong(key: str) -> NoReturn:
    raise CodecError(Code.WRONG_TYPE, f"announcement: {key} is invalid")
