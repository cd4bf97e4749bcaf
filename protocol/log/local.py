"""The log of a game on one machine: one key signs all of it, and that machine makes the draws.

    magic | record(local genesis) | record(local step) | record(local step) | ...

The form is that of a table's log, with records of its own. Such a log proves who wrote it and that every move keeps to
the rules. It proves no draw, and not that another person was there. Specified in `spec/log.md`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from p2pgame.engine.errors import IllegalMove, NotAMove, WrongEvent
from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import complete
from p2pgame.engine.pending import Over, Turn
from p2pgame.engine.play import step as play_step

from ..contract.contract import NONCE_SIZE, PROTOCOL, PROTOCOLS, FindGame, Options, check_playable, read_options
from ..identity import keys
from ..identity.keys import Identity
from ..table.state import Dropped
from ..wire.codec import Value, decode, digest, encode
from ..wire.errors import Code, CodecError, RemoteError
from ..wire.fields import Fields, message_type
from ..wire.limits import CONTENT_BYTES, CONTRACT_BYTES, RULES, SEATS, WORD_BYTES
from ..wire.sanitize import NAME_BYTES, clean_name
from .format import MAGIC, LogError
from .framing import DamagedRecord, payload_at, to_record

GENESIS = 5
STEP = 6
HASH_BYTES = 32

_DRAWN, _MOVED, _LEFT = range(3)

_LEVEL = re.compile("[a-z]*")

LocalEvent: TypeAlias = Event[Any] | Dropped
"""Everything that can happen in a local game: an event of the rules, or a seat that leaves for good."""


@dataclass(frozen=True, slots=True)
class LocalSeat:
    """A place in a local game."""

    name: str
    """As it was written; show `label` instead."""
    level: str
    """The level of the bot in this seat; empty for a person."""

    @property
    def label(self) -> str:
        """The name as it may be shown."""
        return clean_name(self.name) or "nameless"


@dataclass(frozen=True)
class LocalContract:
    """The local game, its players, and the key that signs it."""

    game: str
    rules: int
    options: Options
    seats: tuple[LocalSeat, ...]
    owner: bytes
    """The public key that signs the log."""
    nonce: bytes
    """Fresh bytes, so that no two games are alike."""

    @cached_property
    def encoded(self) -> bytes:
        """Canonical bytes: what the log has."""
        seats = tuple((seat.name, seat.level) for seat in self.seats)
        return encode((PROTOCOL, self.game, self.rules, self.options, seats, self.owner, self.nonce))

    @cached_property
    def id(self) -> bytes:
        """SHA-256 of the contract: 32 bytes."""
        return digest("p2pgame local game", self.encoded)

    @classmethod
    def decoded(cls, data: bytes) -> LocalContract:
        """The contract that these bytes spell. Only its form is checked.

        Raises:
            RemoteError: they spell no contract, or one of another protocol version.
        """
        fields = Fields.of(decode(data), "local contract", 7)
        version = fields.integer("protocol", 0, PROTOCOLS)
        if version != PROTOCOL:
            raise RemoteError(Code.WRONG_VERSION, f"the log uses protocol {version}, this program uses {PROTOCOL}")
        return cls(
            game=fields.text("game", WORD_BYTES),
            rules=fields.integer("rules", 1, RULES),
            options=read_options(fields),
            seats=tuple(map(_read_seat, fields.array("seats", 1, SEATS))),
            owner=fields.blob("owner", keys.PUBLIC_BYTES),
            nonce=fields.blob("nonce", NONCE_SIZE),
        )

    def check(self, find_game: FindGame) -> AnyGame:
        """The game of this contract, if such a game can be played here.

        Raises:
            RemoteError: it cannot, or the contract does not name every option once.
        """
        game = check_playable(find_game(self.game), self.game, self.rules, len(self.seats), self.options)
        if tuple(complete(game.options, dict(self.options)).items()) != self.options:
            raise RemoteError(Code.BAD_CONTRACT, "the contract does not name every option once, in the game's order")
        return game


@dataclass(frozen=True, slots=True)
class LocalStep:
    """A step of a local game as its log has it; the content of `event` depends on the pending step."""

    event: Value
    state_hash: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a local game after a step: its state and head."""

    state: Any
    head: bytes

    @classmethod
    def first(cls, contract: LocalContract, game: AnyGame) -> Standing:
        """The standing before the first step. `game` must be that of the contract."""
        state = game.begin(len(contract.seats), dict(contract.options))
        return cls(state, digest("p2pgame local start", contract.id, game.hash(state)))

    def after(self, event: Value, state: Any, state_hash: bytes) -> Standing:
        """The standing after a step that leads to `state`."""
        return Standing(state, digest("p2pgame local head", self.head, event, state_hash))


class LocalWriter:
    """Spells the records of a local log and signs them. It writes nowhere."""

    def __init__(self, identity: Identity, contract: LocalContract, game: AnyGame) -> None:
        """`contract` must name the identity's key as its owner, and `game` be its game."""
        self._identity = identity
        self._contract = contract
        self._game = game

    def header(self) -> bytes:
        """The beginning of the log."""
        signature = self._identity.sign("p2pgame local game", self._contract.id)
        return MAGIC + to_record(encode((GENESIS, self._contract.encoded, signature)))

    def record(self, before: Standing, event: LocalEvent, state: Any) -> tuple[bytes, Standing]:
        """The record of a step from `before` to `state`, and the standing after it."""
        form, state_hash = event_form(self._game, event), self._game.hash(state)
        after = before.after(form, state, state_hash)
        signature = self._identity.sign("p2pgame local step", after.head)
        return to_record(encode((STEP, form, state_hash, signature))), after


def event_form(game: AnyGame, event: LocalEvent) -> Value:
    """An event as an array, in the form of a step."""
    match event:
        case Drawn(value):
            return (_DRAWN, value)
        case Played(_, move):
            return (_MOVED, (game.format(move),))
        case Answered(moves):
            return (_MOVED, tuple(map(game.format, moves)))
        case Dropped(seat):
            return (_LEFT, seat)


def is_local(data: bytes) -> bool:
    """Whether the data begins like the log of a local game."""
    if data[: len(MAGIC)] != MAGIC:
        return False
    try:
        payload, _ = payload_at(data, len(MAGIC), _is_local_record)
        return message_type(decode(payload)) == GENESIS
    except (DamagedRecord, RemoteError):
        return False


def read_local_genesis(data: bytes) -> tuple[LocalContract, bytes, int]:
    """The contract of a local log, its signature, and the offset of the first step. Only the form is checked.

    Raises:
        LogError: the data is no log of this kind.
        DamagedRecord: the first record is not whole.
        RemoteError: the first record is no local genesis.
    """
    if data[: len(MAGIC)] != MAGIC:
        raise LogError("this file is not a p2pgame log" if data else "this file is empty")
    payload, offset = payload_at(data, len(MAGIC), _is_local_record)
    contract, signature = _genesis(decode(payload))
    return contract, signature, offset


def read_step(data: bytes, offset: int) -> tuple[LocalStep, int]:
    """The step that begins at `offset`, and the offset behind it. Only its form is checked.

    Raises:
        DamagedRecord: the record is not whole, or is no step.
    """
    payload, end = payload_at(data, offset, _is_local_record)
    try:
        return _step(decode(payload)), end
    except RemoteError as error:
        raise DamagedRecord(offset, f"an invalid record: {error.sentence}", torn=False) from error


def event_of(game: AnyGame, state: Any, form: Value) -> LocalEvent:
    """The event that a step's form spells in a state. Whether it is legal there is left to `outcome`.

    Raises:
        RemoteError: it spells none.
    """
    kind = message_type(form)
    fields = Fields.of(form, "event", 2)
    fields.anything()  # the kind
    if kind == _DRAWN:
        return Drawn(fields.integer("value", 0, (1 << 63) - 1))
    if kind == _LEFT:
        return Dropped(fields.integer("seat", 0, SEATS))
    if kind != _MOVED:
        raise CodecError(Code.OUT_OF_BOUNDS, f"there is no event of kind {kind}")
    moves = _read_moves(game, fields)
    pending = game.pending(state)
    return Played(pending.seat, moves[0]) if isinstance(pending, Turn) and len(moves) == 1 else Answered(moves)


def outcome(game: AnyGame, seats: int, state: Any, event: LocalEvent) -> Any:
    """The state to which an event leads, in a game of that many seats.

    Raises:
        RemoteError: the rules forbid it.
    """
    if isinstance(event, Dropped):
        return _dropped(game, seats, state, event.seat)
    try:
        return play_step(game, state, event)
    except IllegalMove as refusal:
        raise RemoteError(Code.ILLEGAL_MOVE, f"the rules forbid this move: {refusal}") from refusal
    except WrongEvent as refusal:
        raise RemoteError(Code.STALE, f"this step does not follow: {refusal}") from refusal


def _dropped(game: AnyGame, seats: int, state: Any, seat: int) -> Any:
    if seat >= seats or isinstance(game.pending(state), Over) or (after := game.drop(state, seat)) == state:
        raise RemoteError(Code.WRONG_SEAT, f"seat {seat} cannot leave here")
    return after


def _read_moves(game: AnyGame, fields: Fields) -> tuple[Any, ...]:
    texts = fields.array("moves", 1, SEATS)
    spelled = Fields("moves", texts)
    try:
        return tuple(game.parse(spelled.text(str(place), CONTENT_BYTES)) for place in range(len(texts)))
    except NotAMove as refusal:
        raise RemoteError(Code.ILLEGAL_MOVE, str(refusal)) from refusal


def _genesis(value: Value) -> tuple[LocalContract, bytes]:
    if message_type(value) != GENESIS:
        raise CodecError(Code.WRONG_SHAPE, "the log does not begin with the genesis of a local game")
    fields = Fields.of(value, "local genesis", 3)
    fields.anything()  # the type
    contract = LocalContract.decoded(fields.blob_up_to("contract", CONTRACT_BYTES))
    return contract, fields.blob("signature", keys.SIGNATURE_BYTES)


def _step(value: Value) -> LocalStep:
    if message_type(value) != STEP:
        raise CodecError(Code.UNKNOWN_MESSAGE, "it is not a step of a local game")
    fields = Fields.of(value, "local step", 4)
    fields.anything()  # the type
    event = fields.anything()
    return LocalStep(event, fields.blob("state hash", HASH_BYTES), fields.blob("signature", keys.SIGNATURE_BYTES))


def _is_local_record(payload: bytes) -> bool:
    """Whether a payload is one that a local log has."""
    try:
        value = decode(payload)
        _genesis(value) if message_type(value) == GENESIS else _step(value)
    except RemoteError:
        return False
    return True


def _read_seat(value: Value) -> LocalSeat:
    fields = Fields.of(value, "local contract: seat", 2)
    seat = LocalSeat(fields.text("name", NAME_BYTES), fields.text("level", WORD_BYTES))
    if not _LEVEL.fullmatch(seat.level):
        raise CodecError(Code.OUT_OF_BOUNDS, "local contract: no level of a bot has this name")
    return seat
