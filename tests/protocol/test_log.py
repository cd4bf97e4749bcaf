"""The clauses of `spec/log.md`: whatever is done to a log, `verify` says so."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.engine.games import load
from p2pgame.engine.games.tink.game import Tink
from p2pgame.protocol.voting_table import log as log_module
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import LAST_KIND
from p2pgame.protocol.voting_table.log import (
    MAGIC,
    DamagedRecord,
    header,
    own_record,
    read_genesis,
    read_own,
    read_records,
    standstill_record,
    step_record,
)
from p2pgame.protocol.voting_table.statements import Standstill, state_statement
from p2pgame.protocol.voting_table.verify import Replay, Verdict, verify
from p2pgame.protocol.wire.errors import RemoteError
from p2pgame.protocol.wire.limits import BODY_BYTES, CONTENT_BYTES, FRAME, OWN_INPUTS, SEARCHED, SEATS, STEPS

from . import people
from .people import find_game, genesis
from .room import Room


@cache
def whole_log(game_id: str = "tetris") -> bytes:
    """The log of a finished game for two."""
    room = Room(load(game_id), genesis(load(game_id), 2), seed=5)
    room.connect()
    room.begin()
    room.run()
    return room.logs()[0]


@cache
def boundaries(data: bytes) -> tuple[int, ...]:
    """The offsets at which records end."""
    ends, offset = [], len(MAGIC)
    while offset < len(data):
        offset += 8 + int.from_bytes(data[offset : offset + 4], "big")
        ends.append(offset)
    return tuple(ends)


def record(payload: bytes) -> bytes:
    """A record with that payload, whatever it is."""
    return len(payload).to_bytes(4, "big") + crc32(payload).to_bytes(4, "big") + payload


def test_a_whole_log_is_fair_and_intact() -> None:
    """With its players, steps, draws and signatures counted."""
    report = verify(whole_log(), find_game)
    assert report.verdict is Verdict.FAIR
    assert report.genesis is not None
    assert [seat.name for seat in report.genesis.contract.seats] == ["Ada", "Ben"]
    assert report.draws > 0
    assert report.signatures > report.steps
    assert report.result is not None


@settings(max_examples=60)
@given(data=st.data())
def test_any_flipped_bit_is_found(data: st.DataObject) -> None:
    """Anywhere in the file."""
    log = bytearray(whole_log("tink"))
    log[data.draw(st.integers(0, len(log) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    report = verify(bytes(log), find_game)
    assert report.verdict in (Verdict.FALSE, Verdict.UNREADABLE)
    assert report.fault is not None
    assert report.fault.reason


@settings(max_examples=60)
@given(data=st.data())
def test_any_cut_is_found(data: st.DataObject) -> None:
    """Between records the log is unfinished; within one it is damaged; within the magic it is no log."""
    log = whole_log("tink")
    ends = boundaries(log)
    cut = data.draw(st.integers(0, len(log) - 1) | st.sampled_from(ends[:-1]))
    report = verify(log[:cut], find_game)
    if cut < len(MAGIC):
        assert report.verdict is Verdict.UNREADABLE
    elif cut in ends:
        assert report.verdict is Verdict.UNFINISHED
    else:
        assert report.verdict is Verdict.FALSE


def test_a_log_that_is_cut_at_any_byte_is_read_up_to_its_last_whole_record() -> None:
    """As after a crash in the middle of a write: each place of each record, the genesis among them."""
    log = whole_log("tink")
    begins = [len(MAGIC), *boundaries(log)]
    for begin, end in pairwise(begins):
        for cut in range(begin + 1, end):
            with pytest.raises(DamagedRecord) as damage:
                read_record_at(log[:cut], begin)
            assert (damage.value.offset, damage.value.torn) == (begin, True)


def read_record_at(log: bytes, begin: int) -> None:
    """Read the record of a log that begins there."""
    if begin == len(MAGIC):
        read_genesis(log)
    else:
        next(read_records(log, begin))


def test_a_log_that_is_cut_within_a_record_is_verified_and_taken_up_again_up_to_there() -> None:
    """`verify` says at which byte, and what is before it is played again: where a record begins, within, and at its
    last byte.
    """
    log = whole_log("tink")
    begins = boundaries(log)
    for number in (0, 1, len(begins) // 2, len(begins) - 2):
        begin, end = begins[number], begins[number + 1]
        for cut in (begin + 1, begin + 8, (begin + end) // 2, end - 1):
            fault = verify(log[:cut], find_game).fault
            assert fault is not None
            assert (fault.step, f"at byte {begin}" in fault.reason) == (number, True)
            replay = Replay(log[:cut], find_game)
            numbers: list[int] = []
            with pytest.raises(DamagedRecord) as damage:
                numbers.extend(happened.step.number for happened in replay.steps())
            assert (damage.value.offset, damage.value.torn) == (begin, True)
            assert numbers == list(range(number))


@pytest.mark.parametrize("behind", [b"", b"\0\0\1\0half"], ids=["", "and a torn one behind"])
def test_a_flipped_bit_of_a_length_is_no_torn_record(behind: bytes) -> None:
    """Each bit of each record's, the last one's, too: what was whole on the disk is not cut off as if it never was."""
    log = whole_log("tink") + behind
    for begin in boundaries(whole_log("tink"))[:-1]:
        for bit in range(32):
            spoiled = bytearray(log)
            spoiled[begin + bit // 8] ^= 1 << bit % 8
            with pytest.raises(DamagedRecord) as damage:
                next(read_records(bytes(spoiled), begin))
            assert (damage.value.offset, damage.value.torn) == (begin, False)


def test_a_forged_log_cannot_make_the_search_for_whole_records_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every other place of its end has a length that reaches far, or a checksum that is right, and none a record."""
    summed: list[int] = []

    def counted(data: bytes, before: int = 0) -> int:
        summed.append(len(data))
        return crc32(data, before)

    monkeypatch.setattr(log_module, "crc32", counted)
    forged = record(b"\x90") * (FRAME // 9 - 1)
    for end in (bytes(FRAME), b"\0\1" * (FRAME // 2), forged, forged[: FRAME // 2]):
        data = b"\0\4\0\0" + bytes(4) + end[:-1]
        assert len(data) - 8 < FRAME
        summed.clear()
        with pytest.raises(DamagedRecord):
            next(read_records(bytes(1 << 20) + data, 1 << 20))
        assert sum(summed) <= SEARCHED + 2 * FRAME


def test_what_takes_too_long_to_search_counts_as_damaged() -> None:
    """Nothing is cut off for good that nobody has looked at."""
    with pytest.raises(DamagedRecord) as damage:
        next(read_records(b"\0\4\0\0" + bytes(4) + b"\0\1" * (FRAME // 2 - 1), 0))
    assert not damage.value.torn


@settings(max_examples=30)
@given(data=st.data())
def test_a_flipped_bit_with_its_checksum_mended_is_still_found(data: st.DataObject) -> None:
    """The CRC is no protection against a forger; signatures and hashes are."""
    log = bytearray(whole_log("tink"))
    ends = [len(MAGIC), *boundaries(whole_log("tink"))]
    record = data.draw(st.integers(0, len(ends) - 2))
    start, end = ends[record] + 8, ends[record + 1]
    log[data.draw(st.integers(start, end - 1))] ^= 1 << data.draw(st.integers(0, 7))
    log[start - 4 : start] = crc32(log[start:end]).to_bytes(4, "big")
    report = verify(bytes(log), find_game)
    assert report.verdict is Verdict.FALSE
    assert report.fault is not None
    assert report.fault.step == (None if record == 0 else record - 1)


def test_swapped_doubled_and_missing_records_are_found() -> None:
    """Steps are numbered and chained."""
    log = whole_log("tink")
    ends = [len(MAGIC), *boundaries(log)]
    records = [log[a:b] for a, b in pairwise(ends)]
    rng = random.Random(3)
    at = rng.randrange(2, len(records) - 2)
    swapped = [*records[:at], records[at + 1], records[at], *records[at + 2 :]]
    doubled = [*records[: at + 1], *records[at:]]
    missing = [*records[:at], *records[at + 1 :]]
    for spoiled in (swapped, doubled, missing, [*records, records[-1]]):
        assert verify(MAGIC + b"".join(spoiled), find_game).verdict is Verdict.FALSE


@pytest.mark.parametrize("data", [b"", b"hello", b"\x89PNG\r\n\x1a\n", MAGIC[:5], b"p2plog9\n"])
def test_what_is_no_log_is_unreadable(data: bytes) -> None:
    """Another program's file, an empty one, a newer version's."""
    report = verify(data, find_game)
    assert report.verdict is Verdict.UNREADABLE
    assert report.fault is not None


@given(data=st.binary(max_size=300))
def test_no_bytes_crash_the_reader(data: bytes) -> None:
    """Whatever follows the magic."""
    report = verify(MAGIC + data, find_game)
    assert report.verdict is Verdict.FALSE


def test_the_published_log_verifies_as_published() -> None:
    """The vector of `spec/vectors/log.json`."""
    vector = json.loads((Path(__file__).parents[2] / "spec" / "vectors" / "log.json").read_text("utf-8"))
    report = verify(bytes.fromhex(vector["log"]), find_game)
    assert report.verdict is Verdict.FAIR
    assert report.genesis is not None
    assert report.result is not None
    assert vector["contract_id"] == report.genesis.contract.id.hex()
    assert vector["table_id"] == report.genesis.id.hex()
    assert vector["head"] == report.head.hex()
    assert [vector[key] for key in ("steps", "draws", "signatures")] == [
        report.steps,
        report.draws,
        report.signatures,
    ]
    assert vector["winners"] == list(report.result.winners)


def test_what_is_kept_beside_a_log_is_read_again_at_its_largest() -> None:
    """As many inputs as are kept, each as long as there can be: less than 80 KB, and more are none that was written."""
    signed = Input.signed(people.identity(0), bytes(32), STEPS, SEATS - 1, LAST_KIND, bytes(CONTENT_BYTES), bytes(32))
    assert len(signed.body) <= BODY_BYTES
    kept = own_record((signed,) * OWN_INPUTS, bytes(CONTENT_BYTES))
    assert len(kept) < 80_000 < FRAME
    assert read_own(kept) == ((signed,) * OWN_INPUTS, bytes(CONTENT_BYTES))
    with pytest.raises(RemoteError):
        read_own(own_record((signed,) * (OWN_INPUTS + 1), b""))


def test_own_inputs_round_trip() -> None:
    """What is kept beside the log is read back as it was."""
    room = Room(load("tetris"), genesis(load("tetris"), 2), seed=5)
    room.connect()
    room.begin()
    while not (room.peers[0].kept and room.peers[0].kept.opening):
        asked = [n for n, peer in enumerate(room.peers) if peer.table.asks_me]
        if asked:
            room.decide(asked[0])
        else:
            room.deliver()
    kept = room.peers[0].kept
    assert kept is not None
    assert read_own(own_record(kept.inputs, kept.opening)) == (kept.inputs, kept.opening)


def stopped_log() -> tuple[bytes, bytes]:
    """A log whose table has stopped, without its last record; and that record, a standstill."""
    table = Room(load("tink"), genesis(load("tink"), 2), seed=3)
    table.connect()
    table.begin()
    table.run()
    steps = table.peers[0].table.steps
    player = table.peers[0].table.player
    assert player is not None
    own = state_statement(player, table.peers[0].table.ledger.genesis.id, steps[3])
    log = header(genesis(load("tink"), 2)) + b"".join(map(step_record, steps[:5]))
    return log, standstill_record(Standstill((own,)))


def test_nothing_stands_behind_a_standstill_and_nothing_unsigned_in_it() -> None:
    """It is the end of a log, and each word in it is somebody's."""
    log, standstill = stopped_log()
    good = verify(log + standstill + standstill, find_game)
    assert (good.verdict, good.deviation) == (Verdict.UNFINISHED, None)
    behind = verify(log + standstill + log[boundaries(log)[-2] :], find_game)
    assert behind.verdict is Verdict.FALSE
    for offset in range(8, len(standstill), 11):
        payload = bytearray(standstill[8:])
        payload[offset - 8] ^= 1
        forged = standstill[:4] + crc32(payload).to_bytes(4, "big") + payload
        assert verify(log + forged, find_game).verdict is Verdict.FALSE


class OtherRules(Tink):
    """Tink as it will be, or was."""

    rules = Tink.rules + 1


def test_a_log_of_another_rules_version_is_unreadable_and_not_called_false() -> None:
    """It may hold; the sentence says which versions there are."""
    room = Room(OtherRules(), genesis(OtherRules(), 2), seed=5)
    room.connect()
    room.begin()
    room.run()
    report = verify(room.logs()[0], find_game)
    assert report.verdict is Verdict.UNREADABLE
    assert report.fault is not None
    assert "rules version" in report.fault.reason
