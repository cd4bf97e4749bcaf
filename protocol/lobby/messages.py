"""Messages between host and guests before there is a table. Specified in `spec/lobby.md`.

The numbers follow those of the table's messages. A guest speaks first: it knocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from ipaddress import ip_address

from p2pgame.engine.canon import encode

from ..contract.contract import Contract, Entry, Genesis, read_options
from ..table.forms import HASH
from ..table.messages import FOR_PEOPLE, Chat, Leave, encode_message
from ..wire.codec import Value, decode
from ..wire.errors import Code, CodecError
from ..wire.fields import Fields, Reader, read_message
from ..wire.limits import (
    ADDRESS_BYTES,
    ADDRESSES,
    CONTRACT_BYTES,
    FEWEST_SEATS,
    FINGERPRINTS,
    GRACE,
    RULES,
    SEATS,
    TURN_TIME,
    WORD_BYTES,
)
from ..wire.sanitize import NAME_BYTES


class Purpose(IntEnum):
    """The purpose of a knock."""

    JOIN = 0
    """To take a seat in the lobby."""
    MESH = 1
    """To link up at a table that has begun; the key must be a seat's."""
    WATCH = 2
    """To watch a table that has begun."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address at which a peer listens."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Knock:
    """The first message of every dialer. `table` is empty for JOIN; the dialer listens at `addresses`."""

    purpose: Purpose
    table: bytes
    name: str
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """The terms of the game, and whether a code is needed to join; no secret."""

    host: str
    """The host's name."""
    game: str
    rules: int
    options: tuple[tuple[str, bool | int], ...]
    seats: int
    coded: bool
    turn_time: int = 0
    """Seconds for a decision; 0 for no end."""
    grace: int = 0
    """Seconds after which the others may vote an absent seat out; 0 for never."""
    takebacks: bool = False
    """Whether a move may be taken back if all agree. The field is left out where it may not."""


class Presence(IntEnum):
    """The state of a seat in a lobby."""

    FREE = 0
    """Anybody may take it."""
    EXPECTED = 1
    """Reserved for a player who is not here."""
    HERE = 2
    """Taken by a player who is not ready yet."""
    READY = 3


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of a lobby. Name and short fingerprint are empty for a free one."""

    name: str
    key: str
    presence: Presence

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return self.presence in (Presence.HERE, Presence.READY)


FREE_PLACE = Place("", "", Presence.FREE)


@dataclass(frozen=True, slots=True)
class Lobby:
    """The list of seats, and the receiver's seat."""

    places: tuple[Place, ...]
    yours: int


@dataclass(frozen=True, slots=True)
class Ready:
    """The guest says that the table may begin."""


@dataclass(frozen=True, slots=True)
class Alive:
    """The sender is still there."""


@dataclass(frozen=True, slots=True)
class Propose:
    """The contract, for the guest to sign."""

    contract: Contract


@dataclass(frozen=True, slots=True)
class Enter:
    """The guest's entry: its signature under the contract and its commitment."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Begin:
    """All entries, and everybody's addresses: the table begins on this very link."""

    entries: tuple[Entry, ...]
    addresses: tuple[tuple[Address, ...], ...]


@dataclass(frozen=True, slots=True)
class Show:
    """The genesis of the table that has begun, for a spectator: the table's messages follow on this very link."""

    genesis: Genesis


LobbyMessage = Knock | Offer | Lobby | Ready | Alive | Propose | Enter | Begin | Show | Chat | Leave


def encode_lobby_message(message: LobbyMessage) -> bytes:
    """The bytes of a message."""
    match message:
        case Knock(purpose, table, name, addresses):
            return encode((32, purpose.value, table, name, addresses))
        case Offer(host, game, rules, options, seats, coded, turn_time, grace, takebacks):
            more = (True,) if takebacks else ()
            return encode((33, host, game, rules, options, seats, coded, turn_time, grace, *more))
        case Lobby(places, yours):
            return encode((34, tuple((place.name, place.key, place.presence.value) for place in places), yours))
        case Ready():
            return encode((39,))
        case Alive():
            return encode((40,))
        case Propose(contract):
            return encode((35, contract.encoded))
        case Enter(entry):
            return encode((36, entry))
        case Begin(entries, addresses):
            return encode((37, entries, addresses))
        case Show(genesis):
            return encode((38, genesis.contract.encoded, genesis.entries))
        case Chat() | Leave():
            return encode_message(message)


def decode_lobby_message(data: bytes) -> LobbyMessage:
    """The message that the bytes spell.

    Raises:
        RemoteError: they spell no message.
    """
    return read_message(decode(data), _READERS, "in a lobby")


def _knock(fields: Fields) -> Knock:
    return Knock(
        purpose=Purpose(fields.integer("purpose", 0, max(Purpose))),
        table=fields.blob_up_to("table", HASH),
        name=fields.text("name", NAME_BYTES),
        addresses=_addresses(fields.array("addresses", 0, ADDRESSES)),
    )


def _addresses(items: tuple[Value, ...]) -> tuple[Address, ...]:
    return tuple(_address(Fields.of(item, "address", 2)) for item in items)


def _address(fields: Fields) -> Address:
    host = fields.text("host", ADDRESS_BYTES)
    if not _can_be_dialed(host):
        raise CodecError(Code.OUT_OF_BOUNDS, "address: host is not the IP address of one machine")
    return Address(host, fields.integer("port", 1, 65535))


def _can_be_dialed(host: str) -> bool:
    """Whether it is the IP address of one machine. No names: a peer could make others look up any name."""
    try:
        found = ip_address(host)
    except ValueError:
        return False
    return not (found.is_multicast or found.is_unspecified)


def _offer(fields: Fields) -> Offer:
    return Offer(
        host=fields.text("host", NAME_BYTES),
        game=fields.text("game", WORD_BYTES),
        rules=fields.integer("rules", 1, RULES),
        options=read_options(fields),
        seats=fields.integer("seats", FEWEST_SEATS, SEATS),
        coded=fields.flag("coded"),
        turn_time=fields.integer("turn time", 0, TURN_TIME),
        grace=fields.integer("grace", 0, GRACE),
        takebacks=fields.mark("takebacks"),
    )


def _lobby(fields: Fields) -> Lobby:
    places = tuple(map(_place, fields.array("places", FEWEST_SEATS, SEATS)))
    yours = fields.integer("yours", 0, len(places) - 1)
    if not places[yours].taken:
        raise CodecError(Code.OUT_OF_BOUNDS, "lobby: yours is a seat that nobody has taken")
    return Lobby(places, yours)


def _place(value: Value) -> Place:
    fields = Fields.of(value, "lobby: place", 3)
    name, key = fields.text("name", NAME_BYTES), fields.text("key", FINGERPRINTS)
    place = Place(name, key, Presence(fields.integer("presence", 0, max(Presence))))
    if place.presence is Presence.FREE and place != FREE_PLACE:
        raise CodecError(Code.OUT_OF_BOUNDS, "lobby: place is free and has a name or a key")
    return place


def _ready(_fields: Fields) -> Ready:
    return Ready()


def _alive(_fields: Fields) -> Alive:
    return Alive()


def _propose(fields: Fields) -> Propose:
    return Propose(Contract.decoded(fields.blob_up_to("contract", CONTRACT_BYTES)))


def _enter(fields: Fields) -> Enter:
    return Enter(Entry.read(fields.anything()))


def _begin(fields: Fields) -> Begin:
    entries = tuple(map(Entry.read, fields.array("entries", 1, SEATS)))
    lists = fields.array("addresses", len(entries), len(entries))
    return Begin(entries, tuple(_listed(item) for item in lists))


def _show(fields: Fields) -> Show:
    contract = Contract.decoded(fields.blob_up_to("contract", CONTRACT_BYTES))
    return Show(Genesis(contract, tuple(map(Entry.read, fields.array("entries", 1, SEATS)))))


def _listed(value: Value) -> tuple[Address, ...]:
    if not isinstance(value, tuple) or len(value) > ADDRESSES:
        raise CodecError(Code.WRONG_SHAPE, f"begin: expected a list of at most {ADDRESSES} addresses")
    return _addresses(value)


_READERS: dict[int, Reader[LobbyMessage]] = {
    **FOR_PEOPLE,
    32: ("knock", 5, _knock),
    33: ("offer", (9, 1), _offer),
    34: ("lobby", 3, _lobby),
    35: ("propose", 2, _propose),
    36: ("enter", 2, _enter),
    37: ("begin", 3, _begin),
    38: ("show", 3, _show),
    39: ("ready", 1, _ready),
    40: ("alive", 1, _alive),
}
