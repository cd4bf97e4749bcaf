"""Errors of both sides: ours (`LocalError`) and the peer's (`RemoteError`, numbered).

`Code` is the table of everything that a peer can do wrong; `spec/errors.md` says the same in words. A refusal of a
peer's bytes ends or ignores the peer's request; it never ends the program.
"""

from __future__ import annotations

from enum import IntEnum, unique


@unique
class Code(IntEnum):
    """A peer's fault. The numbers are on the wire: they never change their meaning and are never reused."""

    # 1xx: bytes that are no value, no frame or no message
    FRAME_TOO_LONG = 101
    TOO_LONG = 102
    TRUNCATED = 103
    TRAILING_BYTES = 104
    NOT_CANONICAL = 105
    FORBIDDEN_TYPE = 106
    INVALID_UTF8 = 107
    TOO_DEEP = 108
    TOO_MANY_ITEMS = 109
    MALFORMED = 110
    UNKNOWN_MESSAGE = 111
    WRONG_SHAPE = 112
    WRONG_TYPE = 113
    OUT_OF_BOUNDS = 114

    # 2xx: identity and link
    BAD_KEY = 201
    BAD_SIGNATURE = 202
    NOT_P2PGAME = 203
    NO_COMMON_VERSION = 204
    OUT_OF_TURN = 205
    OWN_KEY = 206
    WRONG_ROLE = 207
    REPLAYED = 208
    RELAYED = 209
    WRONG_PEER = 210
    HUNG_UP = 211
    TOO_SLOW = 212
    REFUSED = 213

    # 3xx: pairing
    CODE_NEEDED = 301
    WRONG_CODE = 302
    CODE_CHANGED = 303
    BAD_PAIRING_ELEMENT = 304
    CODE_NOT_ASKED = 305

    # 4xx: the contract and the genesis
    WRONG_VERSION = 401
    BAD_CONTRACT = 402
    NOT_SIGNED = 403
    COPIED_COMMITMENT = 404
    NOT_SEATED = 405
    TABLE_FULL = 406
    ALREADY_BEGUN = 407
    ALREADY_SEATED = 408
    SENT_AWAY = 409
    NOT_READY = 410
    NOT_BEGUN = 411
    TOO_MANY_COME = 412
    LOBBY_CLOSED = 413

    # 5xx: inputs at a table
    FOREIGN_TABLE = 501
    WRONG_SEAT = 502
    FORGED_INPUT = 503
    STALE = 504
    NOT_ASKED = 505
    ILLEGAL_MOVE = 506
    FALSE_SHARE = 507
    FALSE_OPENING = 508
    BAD_CONTENT = 509
    BROKEN_STEP = 510
    DIVERGED = 511
    EQUIVOCATION = 512
    FALSE_STATE = 513
    OTHER_STATE = 514
    FALSE_HEAD = 515
    OTHER_TABLE = 517
    CLAIMED = 518
    FORKED = 519
    NO_TAKEBACK = 520

    # 6xx: links of a table
    TOO_MANY_REFUSALS = 601
    NEVER_READS = 602
    SILENT = 603
    REPLACED = 604
    TOO_MANY_SPECTATORS = 605
    NOT_TO_BE_WATCHED = 606
    OUR_FAULT = 607

    @property
    def label(self) -> str:
        """The name as people read it, such as `trailing-bytes`."""
        return self.name.lower().replace("_", "-")


class ProtocolError(Exception):
    """Base of all errors of the protocol."""


class LocalError(ProtocolError):
    """Our own fault: a caller asked for something that is not allowed here, or the person typed something invalid."""


class RemoteError(ProtocolError):
    """A peer broke the rules. `code` numbers the fault; `sentence` states it in one clear sentence."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(f"{sentence} (E{code.value} {code.label})")
        self.code = code
        self.sentence = sentence


class SeatError(RemoteError):
    """A seat broke the rules of the table, or a statement in its name is invalid."""

    def __init__(self, code: Code, sentence: str, seat: int) -> None:
        super().__init__(code, sentence)
        self.seat = seat


class FalseState(RemoteError):
    """A step is written with a false state; the true one has the hash `state_hash`."""

    def __init__(self, step: int, state_hash: bytes) -> None:
        super().__init__(Code.FALSE_STATE, f"step {step} leads to another state than the written one")
        self.state_hash = state_hash


class RefusedByPeer(RemoteError):
    """The peer hangs up on us. `reason` is its number for that, one of `Code` or newer; the sentence is its own."""

    def __init__(self, reason: int, sentence: str) -> None:
        super().__init__(Code.REFUSED, f"the other side says: {sentence}")
        self.reason = reason


class CodecError(RemoteError):
    """Bytes that are no canonical value, or a value that is not the message it should be."""
