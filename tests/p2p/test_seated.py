"""A seat with its log and what stands beside that: what a bad disk may cost, and what it never does."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import cast

import pytest
import trio
import trio.testing
from p2pgame.engine.games import load
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.store import atomic_write, log_file
from p2pgame.p2p.store.addressbook import Book, book_path, read_book, write_book
from p2pgame.p2p.store.journal_file import journal_path
from p2pgame.p2p.store.locks import lock
from p2pgame.p2p.store.log_file import LogFileError
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.resuming import Lost
from p2pgame.p2p.table.runner import TICK, Broken, News
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.lobby.messages import Address, Knock, Purpose
from p2pgame.protocol.log.format import LogEntry, read_entries, read_genesis
from p2pgame.protocol.log.verify import Verdict, verify
from p2pgame.protocol.table.messages import Have, Records
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.wire.errors import RemoteError
from p2pgame.protocol.wire.limits import ADDRESSES, FRAME
from trio.testing import MockClock

from ..protocol.people import find_game, genesis, identity
from ..protocol.table.room import Room

TINK = load("tink")
BEN = identity(1).public
BATCH = 20
"""Slots that he sends at once."""


@cache
def played() -> tuple[tuple[Record, ...], bytes]:
    """The records of a game of three to its end, and the head after them."""
    room = Room(TINK, genesis(TINK, 3), seed=1)
    room.connect()
    room.begin()
    room.run()
    ledger = room.peers[1].table.ledger
    return tuple(ledger.records), ledger.now.head


class FromBen:
    """The end of a link with Ben that a seat reads; what is sent to him is lost."""

    peer = Peer(BEN, 1, "")

    def send_nowait(self, payload: bytes) -> None:
        """Nothing comes of it."""


def seated(folder: Path, news: list[News]) -> SeatSession:
    """Ada's seat at that table."""
    book = Book(port=1, code="7-amber-otter")
    return SeatSession.begun(identity(0), genesis(TINK, 3), TINK, book, LogLocation(folder), news.append)


class Gone(FromBen):
    """A link with Ben that has ended."""

    def __aiter__(self) -> Gone:
        return self

    async def __anext__(self) -> bytes:
        await trio.lowlevel.checkpoint()
        raise StopAsyncIteration


def catch_up(seat: SeatSession) -> None:
    """All that Ben has comes in: the table is closed for everybody."""
    records, head = played()
    live = seat.live
    live.table.connected(BEN)
    for first in range(0, len(records), BATCH):
        live.carry_out(live.table.receive(BEN, Records(records[first : first + BATCH])))
    live.carry_out(live.table.receive(BEN, Have(len(records), head, 0, 0, 0, (0, 0, 0), 0, 0, 7)))


def beside_log(seat: SeatSession) -> list[bool]:
    """Whether its journal and its book are there."""
    return [path(seat.live.log.path).exists() for path in (journal_path, book_path)]


def written(folder: Path) -> Path:
    """The log of the whole game, closed; nothing stands beside it."""
    seat = seated(folder, [])
    catch_up(seat)
    seat.live.log.forget()
    seat.live.log.close()
    return seat.live.log.path


def ends(path: Path) -> list[int]:
    """The offsets behind the entries of a log."""
    data = path.read_bytes()
    return [end for _, end in read_entries(data, read_genesis(data)[1])]


def unfinished(folder: Path) -> Path:
    """A log up to a slot in the middle of the game, with its journal."""
    seat = seated(folder, [])
    live, (records, _) = seat.live, played()
    live.table.connected(BEN)
    live.carry_out(live.table.receive(BEN, Records(records[:BATCH])))
    live.log.close()
    return live.log.path


def resumed(path: Path) -> tuple[SeatSession, Lost | None]:
    """Ada's seat, taken up again from that log."""
    return SeatSession.resumed(identity(0), path, path.read_bytes(), find_game, lambda _news: None)


@pytest.mark.parametrize("bit", [0x10000, 0x8000], ids=["far", "less far"])
def test_a_flipped_bit_in_a_length_takes_no_slot_without_a_copy(tmp_path: Path, bit: int) -> None:
    """The log is kept as it was, and the seat waits for all: its words about the slots behind may be known to a few."""
    path = unfinished(tmp_path)
    data, begin = path.read_bytes(), ends(path)[5]
    length = int.from_bytes(data[begin : begin + 4], "big")
    path.write_bytes(data[:begin] + (length ^ bit).to_bytes(4, "big") + data[begin + 4 :])
    journal_path(path).unlink()
    found = path.read_bytes()
    seat, lost = resumed(path)
    assert lost is not None
    assert lost.size == len(data) - begin
    assert lost.copy is not None
    assert lost.copy.read_bytes() == found
    assert not seat.live.table.may_sign
    assert seat.live.table.ledger.now.slot == 6
    seat.live.log.close()


@pytest.mark.parametrize("left", [1, 0, -1], ids=["a bit", "nothing", "too much"])
def test_a_seat_whose_journal_cannot_be_read_waits_for_all(tmp_path: Path, left: int) -> None:
    """What was in it has been on the disk, and mostly been sent. It is kept, and another restart waits as well."""
    path = unfinished(tmp_path)
    journal = journal_path(path)
    spoiled = {1: b"\1" + journal.read_bytes()[1:], 0: b"", -1: bytes(3 * FRAME)}[left]
    journal.write_bytes(spoiled)
    for _ in range(2):
        seat, lost = resumed(path)
        assert lost == Lost(0, None, True)
        assert not seat.live.table.may_sign
        assert journal.with_name(f"{journal.name}.damaged").read_bytes() == spoiled
        seat.live.log.close()


def test_a_seat_whose_journal_can_be_read_waits_for_nobody_more(tmp_path: Path) -> None:
    """It knows all that it has said."""
    path = unfinished(tmp_path)
    seat, lost = resumed(path)
    assert lost is None
    assert seat.live.table.may_sign
    seat.live.log.close()


def test_a_journal_that_is_a_link_elsewhere_is_none_that_can_be_read(tmp_path: Path) -> None:
    """Nothing of what it leads to is read or taken away."""
    path = unfinished(tmp_path)
    letters = tmp_path / "letters"
    journal_path(path).rename(letters)
    journal_path(path).symlink_to(letters)
    seat, _ = resumed(path)
    assert not seat.live.table.may_sign
    assert letters.exists()
    seat.live.log.close()


def test_a_log_is_read_by_whoever_has_it_for_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another window may go on with the table until then: what was read of it before is not gone on with."""
    path = unfinished(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    at_lock: list[bytes] = []

    def locked(descriptor: int) -> bool:
        at_lock.append(path.read_bytes())
        path.write_bytes(changed)
        return lock(descriptor)

    monkeypatch.setattr(log_file, "lock", locked)
    for changed in (whole, whole[:-100] + b"more"[:2], b"x" + whole[1:-100]):
        path.write_bytes(whole[:-100])
        with pytest.raises(LogFileError, match="has changed while it was read"):
            resumed(path)
        assert path.read_bytes() == changed, "nothing was cut"
    changed = whole[:-100]
    path.write_bytes(changed)
    seat, _ = resumed(path)
    assert len(at_lock) == 4
    seat.live.log.close()


def test_a_log_that_does_not_hold_is_free_again(tmp_path: Path) -> None:
    """Whoever looks at it next is not told that it is open."""
    path = written(tmp_path)
    whole = path.read_bytes()
    last = ends(path)[-2]
    path.write_bytes(whole + whole[last:])
    for _ in range(2):
        with pytest.raises(RemoteError):
            resumed(path)


@pytest.mark.trio
@pytest.mark.parametrize("left", [0, 4, -1], ids=["the first", "the fifth", "the last"])
async def test_a_log_that_cannot_be_written_keeps_what_stands_beside_it(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    """Whatever the others send afterwards: what is missing in the log is signed there. Nobody waits for anything."""
    news: list[News] = []
    seat = seated(tmp_path, news)
    write, room = seat.live.log.write, left % len(played()[0])

    def run_full(entry: LogEntry) -> None:
        nonlocal room
        room -= 1
        if room < 0:
            raise LogFileError("no room")
        write(entry)

    monkeypatch.setattr(seat.live.log, "write", run_full)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(seat.play)
        await trio.testing.wait_all_tasks_blocked()
        catch_up(seat)
        began = trio.current_time()
    assert trio.current_time() == began
    assert [type(each) for each in news if isinstance(each, Broken)] == [Broken]
    assert beside_log(seat) == [True, True]
    report = verify(seat.live.log.path.read_bytes(), find_game)
    assert report.replay is not None
    slots = len(report.replay.ledger.records)
    assert slots == left % len(played()[0])
    assert report.verdict is (Verdict.UNFINISHED if report.result is None else Verdict.FAIR)


@pytest.mark.trio
@pytest.mark.parametrize("fails", [False, True], ids=["takes it", "fails"])
async def test_the_disk_has_the_end_of_the_log_before_ones_own_words_go(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    """A power cut, or a disk that does not take the end, finds either the log or what is beside it."""
    seat = seated(tmp_path, [])
    at_sync: list[list[bool]] = []

    def sync(_descriptor: int) -> None:
        at_sync.append(beside_log(seat))
        if fails:
            raise OSError("a bad block")

    monkeypatch.setattr(atomic_write, "sync_data", sync)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(seat.play)
            await trio.testing.wait_all_tasks_blocked()
            catch_up(seat)
    except* LogFileError:
        assert fails
    assert seat.live.table.ledger.now.closed
    assert at_sync
    assert all(each == [True, True] for each in at_sync)
    assert beside_log(seat) == [fails, fails]


async def moved(seat: SeatSession, times: int) -> Address:
    """Ben comes so many times, and each time from elsewhere; where he is then."""
    for number in range(times):
        address = Address(f"192.168.1.{number}", 27510)
        await seat.receive(cast(Link, Gone()), Knock(Purpose.MESH, seat.genesis.id, "", (address,)))
    return address


@pytest.mark.trio
async def test_a_book_that_changes_again_and_again_is_written_once_a_tick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    """However often a seat that has nothing better to do says that it has moved; the last is what the disk has, after a
    tick as after leaving, and nothing is written where nothing has changed."""
    writes: list[Book] = []

    def counted(log: Path, book: Book, seats: int) -> None:
        write_book(log, book, seats)
        writes.append(book)

    monkeypatch.setattr("p2pgame.p2p.table.seat_session.write_book", counted)
    seat = seated(tmp_path, [])
    path = seat.live.log.path
    async with trio.open_nursery() as nursery:
        nursery.start_soon(seat.play)
        await trio.sleep(1.25 * TICK)
        writes.clear()
        for burst in range(3):
            last = await moved(seat, 50 + burst)
            assert len(writes) == burst
            await trio.sleep(1.5 * TICK)
            assert len(writes) == burst + 1
            assert read_book(path).addresses[1][0] == last
        last = await moved(seat, 7)
        nursery.cancel_scope.cancel()
    assert len(writes) == 4
    assert read_book(path).addresses[1][0] == last
    assert len(read_book(path).addresses[1]) == ADDRESSES
