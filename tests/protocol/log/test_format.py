"""The form of a log (`spec/log.md`): `verify` names every change of its bytes."""

from __future__ import annotations

from itertools import pairwise
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from p2pgame.engine.games.tink.game import Tink
from p2pgame.protocol.log import framing
from p2pgame.protocol.log.format import MAGIC, read_entries, read_genesis, whole_log
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.log.verify import Verdict, verify
from p2pgame.protocol.wire.limits import FRAME, SEARCHED

from ..people import find_game
from .logs import boundaries, finished, log_of, record, records_of, room


def test_a_log_is_read_back_as_it_was_written() -> None:
    """All of its entries, and its genesis."""
    log = finished("tetris", 3)
    genesis, begin = read_genesis(log)
    assert whole_log(genesis, [entry for entry, _ in read_entries(log, begin)]) == log


@settings(max_examples=60)
@given(data=st.data())
def test_any_flipped_bit_is_found(data: st.DataObject) -> None:
    """Anywhere in the file."""
    log = bytearray(finished())
    log[data.draw(st.integers(0, len(log) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    report = verify(bytes(log), find_game)
    assert report.verdict in (Verdict.FALSE, Verdict.UNREADABLE)
    assert report.fault is not None
    assert report.fault.reason


@settings(max_examples=40)
@given(data=st.data())
def test_any_cut_is_found(data: st.DataObject) -> None:
    """Between records the log is unfinished, unless the game was over; within one it is damaged."""
    log = finished()
    ends = boundaries(log)
    cut = data.draw(st.integers(0, len(log) - 1) | st.sampled_from(ends[:-1]))
    report = verify(log[:cut], find_game)
    if cut < len(MAGIC):
        assert report.verdict is Verdict.UNREADABLE
    elif cut == ends[-2]:
        assert (report.verdict, report.signed_end) == (Verdict.FAIR, ())
    elif cut in ends:
        assert report.verdict is Verdict.UNFINISHED
    else:
        assert report.verdict is Verdict.FALSE


def test_a_log_that_is_cut_at_any_byte_is_read_up_to_its_last_whole_record() -> None:
    """As after a crash in the middle of a write: each place of each record."""
    log = finished()
    for begin, end in pairwise(boundaries(log)):
        for cut in range(begin + 1, end):
            with pytest.raises(DamagedRecord) as damage:
                next(read_entries(log[:cut], begin))
            assert (damage.value.offset, damage.value.torn) == (begin, True)


@pytest.mark.parametrize("behind", [b"", b"\0\0\1\0half"], ids=["", "and a torn one behind"])
def test_a_flipped_bit_of_a_length_is_no_torn_record(behind: bytes) -> None:
    """Each bit of each record's length: what was whole on the disk is not cut off as if it never was."""
    log = finished() + behind
    for begin in boundaries(finished())[:-1]:
        for bit in range(32):
            spoiled = bytearray(log)
            spoiled[begin + bit // 8] ^= 1 << bit % 8
            with pytest.raises(DamagedRecord) as damage:
                next(read_entries(bytes(spoiled), begin))
            assert (damage.value.offset, damage.value.torn) == (begin, False)


def test_a_forged_log_cannot_make_the_search_for_whole_records_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every other place of its end has a length that reaches far, or a checksum that is right, and none a record."""
    summed: list[int] = []

    def counted(data: bytes, before: int = 0) -> int:
        summed.append(len(data))
        return crc32(data, before)

    monkeypatch.setattr(framing, "crc32", counted)
    forged = record(b"\x90") * (FRAME // 9 - 1)
    for end in (bytes(FRAME), b"\0\1" * (FRAME // 2), forged, forged[: FRAME // 2]):
        data = b"\0\4\0\0" + bytes(4) + end[:-1]
        summed.clear()
        with pytest.raises(DamagedRecord):
            next(read_entries(bytes(1 << 20) + data, 1 << 20))
        assert sum(summed) <= SEARCHED + 2 * FRAME


def test_a_search_that_takes_too_long_counts_as_damaged() -> None:
    """Nothing is cut off for good that nobody has looked at."""
    with pytest.raises(DamagedRecord) as damage:
        next(read_entries(b"\0\4\0\0" + bytes(4) + b"\0\1" * (FRAME // 2 - 1), 0))
    assert not damage.value.torn


@settings(max_examples=30)
@given(data=st.data())
def test_a_flipped_bit_with_its_checksum_mended_is_still_found(data: st.DataObject) -> None:
    """The CRC is no protection against a forger; signatures and hashes are."""
    log = bytearray(finished())
    ends = [len(MAGIC), *boundaries(finished())]
    place = data.draw(st.integers(0, len(ends) - 2))
    start, end = ends[place] + 8, ends[place + 1]
    log[data.draw(st.integers(start, end - 1))] ^= 1 << data.draw(st.integers(0, 7))
    log[start - 4 : start] = crc32(log[start:end]).to_bytes(4, "big")
    assert verify(bytes(log), find_game).verdict is Verdict.FALSE


def test_swapped_doubled_and_missing_records_are_found() -> None:
    """Slots are numbered and chained."""
    records = records_of(finished())
    at = len(records) // 2
    swapped = [*records[:at], records[at + 1], records[at], *records[at + 2 :]]
    doubled = [*records[: at + 1], *records[at:]]
    missing = [*records[:at], *records[at + 1 :]]
    for spoiled in (swapped, doubled, missing, [*records, records[-1]]):
        assert verify(MAGIC + b"".join(spoiled), find_game).verdict is Verdict.FALSE


@pytest.mark.parametrize("data", [b"", b"hello", b"\x89PNG\r\n\x1a\n", MAGIC[:5], b"p2plog9\n", b"p2plog1\n and more"])
def test_a_file_that_is_no_log_is_unreadable(data: bytes) -> None:
    """Another program's file, an empty one, another version's."""
    report = verify(data, find_game)
    assert report.verdict is Verdict.UNREADABLE
    assert report.fault is not None


def test_a_log_of_version_1_is_refused_with_advice() -> None:
    """One sentence."""
    fault = verify(b"p2plog1\n\0\0\0\1", find_game).fault
    assert fault is not None
    assert "open it with the version of p2pgame that wrote it" in fault.reason


@given(data=st.binary(max_size=300))
def test_no_bytes_crash_the_reader(data: bytes) -> None:
    """With any bytes behind the magic."""
    assert verify(MAGIC + data, find_game).verdict is Verdict.FALSE


class OtherRules(Tink):
    """Tink as it will be, or was."""

    rules = Tink.rules + 1


def test_a_log_of_another_rules_version_is_unreadable_and_not_called_false() -> None:
    """It may hold; the sentence says which versions there are."""
    made = room(OtherRules(), 2)
    made.run()
    report = verify(log_of(made), find_game)
    assert report.verdict is Verdict.UNREADABLE
    assert report.fault is not None
    assert "rules version" in report.fault.reason
