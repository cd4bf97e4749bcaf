"""Target: a log that somebody wrote. What it says is intact only where it is a history that its people have signed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from zlib import crc32

from p2pgame.engine.games import load
from p2pgame.protocol.voting_table.ledger import Step
from p2pgame.protocol.voting_table.log import MAGIC, read_records, step_record
from p2pgame.protocol.voting_table.verify import Replay, Verdict, verify
from p2pgame.protocol.wire.errors import FalseState

from ...protocol.log_vector import log_vector, standstill_vector, votes_vector
from ...protocol.people import find_game, genesis
from ...protocol.room import Room

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
        assert report.fault is not None, "nothing is said of what is wrong"
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
        ends = list(_ends(good))
        for end in (ends[0], ends[_FEW], ends[-1]):
            yield b"\0" + good[:end]
            yield _MENDED + good[:end]
        yield _MENDED + _forged(good, ends[_FEW])


def _forged(good: bytes, before: int) -> bytes:
    """The same log, the step that begins there unsigned."""
    (step, _), *_ = read_records(good, before)
    assert isinstance(step, Step)
    return good[:before] + step_record(
        replace(step, inputs=tuple(replace(each, signature=bytes(64)) for each in step.inputs))
    )


def _ends(good: bytes) -> Iterator[int]:
    """Where each record of a log ends."""
    end = len(MAGIC)
    while end < len(good):
        end += _HEADER + int.from_bytes(good[end : end + 4], "big")
        yield end


@cache
def _logs() -> tuple[bytes, ...]:
    """A game, one with votes and a proof, and the beginning of one with secret choices, whose steps have two rounds."""
    vectors = (log_vector(), votes_vector(), standstill_vector())
    return (*(bytes.fromhex(str(vector["log"])) for vector in vectors), _secret_choices())


def _secret_choices() -> bytes:
    game = load("tetris")
    room = Room(game, genesis(game, 2), seed=5)
    room.connect()
    room.begin()
    while room.peers[0].table.ledger.step < 2 * _FEW:
        asked = [n for n, peer in enumerate(room.peers) if peer.table.asks_me]
        if not room.deliver() and asked:
            room.decide(asked[0])
    return room.logs()[0]


@cache
def _heads() -> frozenset[bytes]:
    """The heads that the histories of the good logs have had."""
    heads = set()
    for good in _logs():
        replay = Replay(good, find_game)
        heads.add(replay.ledger.head)
        with suppress(FalseState):  # by which one of them has stopped
            heads.update(replay.ledger.head for _ in replay.steps())
    return frozenset(heads)
