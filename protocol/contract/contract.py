"""Everything that a table agrees on before the first draw: the contract, each seat's signed entry, and the genesis of
both.

Specified in `spec/table/contract.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from p2pgame.engine.canon import digest, encode
from p2pgame.engine.errors import BadOption, quoted
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import complete

from ..identity import keys
from ..identity.fingerprint import short
from ..identity.keys import Identity
from ..wire.codec import Value, decode
from ..wire.errors import Code, CodecError, RemoteError
from ..wire.fields import Fields
from ..wire.limits import GRACE, OPTIONS, RULES, SEATS, TURN_TIME, WORD_BYTES
from ..wire.sanitize import NAME_BYTES, clean_name
from .fairness import SHARE_SIZE, Chain

PROTOCOL = 2
"""The version of everything in `spec/`; two peers play only if theirs are equal."""

PROTOCOLS = 1 << 16
"""An upper bound of protocol versions."""

NONCE_SIZE = 32

Options: TypeAlias = tuple[tuple[str, bool | int], ...]
"""Names and values, in the game's order."""

FindGame = Callable[[str], AnyGame | None]
"""Looks a game up by its id; None if it is not known here. Games are passed in, never imported."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: the key that signs for it, and its player's name."""

    public: bytes
    name: str
    """The name as it was sent; show `label` instead."""

    @property
    def label(self) -> str:
        """The name in a form fit to show; the short fingerprint if nothing is left of it."""
        return clean_name(self.name) or short(self.public)


@dataclass(frozen=True)
class Contract:
    """The game, its players and its rules."""

    game: str
    rules: int
    options: Options
    seats: tuple[Seat, ...]
    grace: int
    """Seconds for which a seat may be away before the others may vote to continue without it; 0 for no limit."""
    turn_time: int
    """Seconds for which a seat may owe a decision before the others vote for its default move; 0 for no limit."""
    nonce: bytes
    """Fresh bytes of the host, so that no two tables are alike."""
    takebacks: bool = False
    """Whether a move may be taken back if all agree. The field is left out where it may not: older logs lack it."""

    @cached_property
    def encoded(self) -> bytes:
        """Canonical bytes: what is signed, sent and logged."""
        always = (PROTOCOL, self.game, self.rules, self.options, self.seats, self.grace, self.turn_time, self.nonce)
        return encode((*always, True) if self.takebacks else always)

    @cached_property
    def id(self) -> bytes:
        """SHA-256 of the contract: 32 bytes."""
        return digest("p2pgame contract", self.encoded)

    @classmethod
    def decoded(cls, data: bytes) -> Contract:
        """The contract that these bytes spell. Only its form is checked.

        Raises:
            RemoteError: they spell no contract, or one of another protocol version.
        """
        fields = Fields.of(decode(data), "contract", 8, more=1)
        version = fields.integer("protocol", 0, PROTOCOLS)
        if version != PROTOCOL:
            raise RemoteError(
                Code.WRONG_VERSION,
                f"the table uses protocol {version}, this program uses {PROTOCOL}: update the older one",
            )
        return cls(
            game=fields.text("game", WORD_BYTES),
            rules=fields.integer("rules", 1, RULES),
            options=read_options(fields),
            seats=tuple(map(_read_seat, fields.array("seats", 1, SEATS))),
            grace=fields.integer("grace", 0, GRACE),
            turn_time=fields.integer("turn time", 0, TURN_TIME),
            nonce=fields.blob("nonce", NONCE_SIZE),
            takebacks=fields.mark("takebacks"),
        )

    def check(self, game: AnyGame | None) -> AnyGame:
        """The game of this contract, if such a table can be played here.

        Raises:
            RemoteError: it cannot be played here, does not name every option once, or has equal or invalid keys.
            Names are not checked; they are cleaned when they are shown.
        """
        game = check_playable(game, self.game, self.rules, len(self.seats), self.options)
        if tuple(complete(game.options, dict(self.options)).items()) != self.options:
            raise RemoteError(Code.BAD_CONTRACT, "the contract does not name every option once, in the game's order")
        for seat in self.seats:
            keys.check_public(seat.public)
        if len({seat.public for seat in self.seats}) != len(self.seats):
            raise RemoteError(Code.BAD_CONTRACT, "the contract has one key in two seats")
        return game

    def seat_of(self, public: bytes) -> int | None:
        """The seat that a key signs for, or None."""
        return self._seats_by_key.get(public)

    @cached_property
    def _seats_by_key(self) -> dict[bytes, int]:
        """The first seat of each key."""
        return {holder.public: seat for seat, holder in reversed(list(enumerate(self.seats)))}


def check_playable(game: AnyGame | None, game_id: str, rules: int, seats: int, options: Options) -> AnyGame:
    """The game of that id, as it is known here, if such a table can be played here.

    Raises:
        RemoteError: unknown game, other rules, or seats or options that the game does not have.
    """
    if game is None:
        raise RemoteError(Code.BAD_CONTRACT, f"this program does not have the game of this table, {quoted(game_id)}")
    if rules != game.rules:
        raise RemoteError(
            Code.WRONG_VERSION,
            f"the table uses rules version {rules} of {game.title}, this program uses {game.rules}: "
            "update the older one",
        )
    try:
        game.begin(seats, dict(options))
    except BadOption as refusal:
        raise RemoteError(Code.BAD_CONTRACT, f"this table cannot be played: {refusal}") from refusal
    return game


@dataclass(frozen=True, slots=True)
class Entry:
    """A seat's promise: its signature under the contract and under its own commitment to every later draw."""

    nonce: bytes
    """Fresh bytes of the seat's own. With its key they make its chain, so no host can make it use one twice."""
    anchor: bytes
    signature: bytes

    @classmethod
    def signed(cls, identity: Identity, contract: Contract, seat: int, nonce: bytes) -> Entry:
        """The entry of one's own seat; `nonce` must be fresh."""
        anchor = Chain(identity, nonce, contract.id, seat).anchor
        return cls(nonce, anchor, identity.sign("p2pgame entry", _promise(contract, seat, nonce, anchor)))

    def check(self, contract: Contract, seat: int) -> None:
        """Return if this is the seat's own entry under this contract.

        Raises: RemoteError: it is of another contract, seat or key. That is not the seat's fault: anybody can have put
        it there.
        """
        promise = _promise(contract, seat, self.nonce, self.anchor)
        holder = contract.seats[seat]
        try:
            keys.verify(holder.public, "p2pgame entry", promise, self.signature)
        except RemoteError as error:
            sentence = f"{holder.label}'s entry is not signed by that seat under this contract"
            raise RemoteError(Code.NOT_SIGNED, sentence) from error

    @classmethod
    def read(cls, value: Value) -> Entry:
        """The entry in an array.

        Raises:
            RemoteError: the array is no entry.
        """
        fields = Fields.of(value, "entry", 3)
        return cls(
            fields.blob("nonce", NONCE_SIZE),
            fields.blob("anchor", SHARE_SIZE),
            fields.blob("signature", keys.SIGNATURE_BYTES),
        )


@dataclass(frozen=True)
class Genesis:
    """The contract with every seat's entry, in seat order: the beginning of a table and of its log."""

    contract: Contract
    entries: tuple[Entry, ...]

    @cached_property
    def id(self) -> bytes:
        """The table id: SHA-256 of the genesis, 32 bytes. Everybody signs it before the first draw."""
        return digest("p2pgame genesis", self.contract.encoded, self.entries)

    def check(self, find_game: FindGame) -> AnyGame:
        """The game of this table, if everything in the genesis is valid.

        Raises:
            RemoteError: it is not. The sender of a genesis is to blame for it, and no seat.
        """
        game = self.contract.check(find_game(self.contract.game))
        if len(self.entries) != len(self.contract.seats):
            raise RemoteError(Code.BAD_CONTRACT, "the genesis does not have one entry for each seat")
        for seat, entry in enumerate(self.entries):
            entry.check(self.contract, seat)
        check_apart(self.contract, dict(enumerate(self.entries)))
        return game


def check_apart(contract: Contract, entries: Mapping[int, Entry]) -> None:
    """Return if each seat has a nonce and an anchor of its own; the entries must have been checked.

    Raises: RemoteError: two have the same. The error names both, because nothing in their entries shows which of them
    is the copy.
    """
    for one, other in combinations(sorted(entries), 2):
        for what in ("anchor", "nonce"):
            if getattr(entries[one], what) == getattr(entries[other], what):
                names = f"{contract.seats[one].label} and {contract.seats[other].label}"
                raise RemoteError(Code.COPIED_COMMITMENT, f"{names} have the same {what}: one of them copied it")


def read_options(fields: Fields) -> Options:
    """The options of a contract or an offer, its next field. Only their form is checked.

    Raises:
        RemoteError: the field is no list of options.
    """
    return tuple(map(_read_option, fields.array("options", 0, OPTIONS)))


def _read_option(value: Value) -> tuple[str, bool | int]:
    fields = Fields.of(value, "option", 2)
    name, chosen = fields.text("name", WORD_BYTES), fields.anything()
    if not isinstance(chosen, bool | int):
        raise CodecError(Code.WRONG_TYPE, f"option {quoted(name)} is neither a bool nor an int")
    return name, chosen


def _read_seat(value: Value) -> Seat:
    fields = Fields.of(value, "contract: seat", 2)
    return Seat(fields.blob("public key", keys.PUBLIC_BYTES), fields.text("name", NAME_BYTES))


def _promise(contract: Contract, seat: int, nonce: bytes, anchor: bytes) -> bytes:
    return encode((contract.id, seat, nonce, anchor))
