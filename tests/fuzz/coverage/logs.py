"""Target: a log that somebody wrote. It may count as intact only if it is a history that its people have signed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from zlib import crc32

from p2pgame.protocol.log.format import MAGIC, whole_log
from p2pgame.protocol.log.replay import Replay
from p2pgame.protocol.log.verify import Verdict, verify
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.wire.errors import FalseState

from ...protocol.log.logs import (
    boundaries,
    cheated_room,
    claimed_room,
    deviating_room,
    dropped_in_draw_room,
    finished,
    log_of,
    skipped_room,
)
from ...protocol.people import find_game

_HEADER = 8
"""Bytes of a record before its payload: length and checksum."""
_MAGIC, _CHECKSUMS = 1, 2
"""Bits of the first byte: what is mended in the rest."""
_MENDED = bytes([_MAGIC | _CHECKSUMS])
_FEW = 4
"""Records of the short logs among the seeds: the fuzzer tries short ones more often."""


def log(data: bytes) -> None:
    """A log behind one byte, which says whether it is given a good magic, and checksums that fit."""
    how, written = (data[0], data[1:]) if data else (0, b"")
    if how & _MAGIC:
        written = MAGIC + written[len(MAGIC) :]
    if how & _CHECKSUMS:
        written = _with_checksums(written)
    report = verify(written, find_game)
    if report.verdict in (Verdict.FALSE, Verdict.UNREADABLE, Verdict.CHEATED):
        assert report.fault is not None, "the fault has no sentence"
        assert report.fault.reason
    if report.verdict in (Verdict.FAIR, Verdict.UNFINISHED, Verdict.CHEATED):
        assert report.head in _heads(), "a history that nobody has signed is called intact"


def _with_checksums(written: bytes) -> bytes:
    """The same with the checksum that fits in each whole record."""
    mended, offset = bytearray(written), len(MAGIC)
    while offset + _HEADER < len(mended):
        start = offset + _HEADER
        end = start + int.from_bytes(mended[offset : offset + 4], "big")
        if end <= len(mended):
            mended[offset + 4 : start] = crc32(mended[start:end]).to_bytes(4, "big")
        offset = end
    return bytes(mended)


def log_seeds() -> Iterator[bytes]:
    """Good logs, whole, and their first few records."""
    for good in _logs():
        ends = boundaries(good)
        for end in (ends[0], ends[min(_FEW, len(ends) - 1)], ends[-1]):
            yield b"\0" + good[:end]
            yield _MENDED + good[:end]
    for good in (finished("tink", 2), finished("tink", 3)):
        yield _MENDED + _forged(good)


def _forged(good: bytes) -> bytes:
    """The same log up to its first move, in place of which another one stands that its seat has not signed."""
    replay = Replay(good, find_game)
    replay.read()
    ledger = replay.ledger
    record = next(each for each in ledger.records if each.inputs and each.inputs[0].kind is InputKind.MOVE)
    before, (given,) = ledger.before(record.slot), record.inputs
    moves = (ledger.game.format(move).encode() for move in ledger.game.legal(before.state, given.seat))
    other = replace(given, content=next(move for move in moves if move != given.content))
    forged = replace(record, value=(other,), state_hash=before.outcome((other,)).state_hash)
    return whole_log(ledger.genesis, [*ledger.records[: record.slot], forged])


@cache
def _logs() -> tuple[bytes, ...]:
    """Games to their ends, with a proof and with rulings; one with a claim, and one that a deviation has stopped."""
    rooms = (cheated_room(), dropped_in_draw_room(), skipped_room(), claimed_room(), deviating_room())
    return (finished(), finished("tink", 3), *map(log_of, rooms))


@cache
def _heads() -> frozenset[bytes]:
    """The heads that the histories of the good logs have had."""
    heads = set()
    for good in _logs():
        replay = Replay(good, find_game)
        heads.add(replay.ledger.now.head)
        with suppress(FalseState):  # by which one of them has stopped
            heads.update(replay.ledger.now.head for _ in replay.steps())
            heads.update(replay.ledger.heads)
    return frozenset(heads)
