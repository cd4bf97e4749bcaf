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
from p2pgame.p2p.store.locks import lock
from p2pgame.p2p.store.log_file import LogFileError, own_path
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.resuming import Lost
from p2pgame.p2p.table.runner import BEAT, Broken, News
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.lobby.messages import Address, Knock, Purpose
from p2pgame.protocol.voting_table.ledger import Step
from p2pgame.protocol.voting_table.log import own_record, read_genesis, read_records
from p2pgame.protocol.voting_table.messages import Have, Steps, encode_message
from p2pgame.protocol.voting_table.verify import Verdict, verify
from p2pgame.protocol.wire.errors import RemoteError
from p2pgame.protocol.wire.limits import ADDRESSES, FRAME
from trio.testing import MockClock

from ..protocol.people import find_game, genesis, identity
from ..protocol.room import Room

TINK = load("tink")
BEN = identity(1).public
BATCH = 20
"""Steps that he sends at once."""


@cache
def played() -> tuple[tuple[Step, ...], bytes]:
    """The steps of a game of three to its end, and the head after them."""
    room = Room(TINK, genesis(TINK, 3), seed=1)
    room.connect()
    room.begin()
    room.run()
    table = room.peers[1].table
    return tuple(table.steps), table.ledger.head


class FromBen:
    """The end of a link with Ben that a seat reads; what is sent to him is lost."""

    peer = Peer(BEN, 1, "")

    def send_nowait(self, payload: bytes) -> None:
        """Nothing comes of it."""


def seated(folder: Path, news: list[News]) -> SeatSession:
    """Ada's seat at that table, with words of her own kept beside its log."""
    book = Book(port=1, code="7-amber-otter")
    seat = SeatSession.begun(identity(0), genesis(TINK, 3), TINK, book, LogLocation(folder), news.append)
    seat.live.log.keep(b"own words")
    return seat


class Gone(FromBen):
    """A link with Ben that has ended."""

    def __aiter__(self) -> Gone:
        return self

    async def __anext__(self) -> bytes:
        await trio.lowlevel.checkpoint()
        raise StopAsyncIteration


def catch_up(seat: SeatSession) -> None:
    """All that Ben has comes in: the table is closed for everybody."""
    steps, head = played()
    link = cast(Link, FromBen())
    seat.live.table.connected(BEN)
    for first in range(0, len(steps), BATCH):
        seat.live._receive(link, encode_message(Steps(steps[first : first + BATCH])))
    seat.live._receive(link, encode_message(Have(len(steps), 0, head, 0, 7)))


def beside_log(seat: SeatSession) -> list[bool]:
    """Whether its own words and its book are there."""
    return [path(seat.live.log.path).exists() for path in (own_path, book_path)]


def written(folder: Path) -> Path:
    """The log of the whole game, closed; nothing stands beside it."""
    seat = seated(folder, [])
    catch_up(seat)
    seat.live.log.forget()
    seat.live.log.close()
    return seat.live.log.path


def unfinished(folder: Path) -> Path:
    """The same without its last step."""
    path = written(folder)
    whole = path.read_bytes()
    path.write_bytes(whole[: [end for _, end in read_records(whole, read_genesis(whole)[1])][-2]])
    return path


def resumed(path: Path) -> tuple[SeatSession, Lost | None]:
    """Ada's seat, taken up again from that log."""
    return SeatSession.resumed(identity(0), path, path.read_bytes(), find_game, lambda _news: None)


@pytest.mark.parametrize("bit", [0x10000, 0x8000], ids=["far", "less far"])
def test_a_flipped_bit_in_a_length_takes_no_step_without_a_copy(tmp_path: Path, bit: int) -> None:
    """The log is kept as it was, and the seat waits for all: its words in the steps behind may be known to a few."""
    path = written(tmp_path)
    data = path.read_bytes()
    _, begin = read_genesis(data)
    for _ in range(5):
        begin += 8 + int.from_bytes(data[begin : begin + 4], "big")
    length = int.from_bytes(data[begin : begin + 4], "big")
    path.write_bytes(data[:begin] + (length ^ bit).to_bytes(4, "big") + data[begin + 4 :])
    found = path.read_bytes()
    seat, lost = resumed(path)
    assert lost is not None
    assert lost.size == len(data) - begin
    assert lost.copy is not None
    assert lost.copy.read_bytes() == found
    assert seat.live.table._waits_for_all
    assert seat.live.table.ledger.step == 5
    seat.live.log.close()


@pytest.mark.parametrize("left", [1, 0, -1], ids=["a bit", "nothing", "too much"])
def test_a_seat_whose_own_words_cannot_be_read_waits_for_all(tmp_path: Path, left: int) -> None:
    """That file is replaced whole, so what was in it has been on the disk, and mostly been sent. The file is kept, so
    that another restart waits as well; whatever has been said by then.
    """
    path = unfinished(tmp_path)
    own, damaged = own_path(path), own_path(path).with_name(f"{path.name}.own.damaged")
    spoiled = {1: b"\1" + own_record((), b"")[1:], 0: b"", -1: bytes(3 * FRAME)}[left]
    own.write_bytes(spoiled)
    for restart in range(2):
        seat, lost = resumed(path)
        assert (lost is not None) == (restart == 0)
        assert lost in (None, Lost(0, None, damaged))
        assert seat.live.table._waits_for_all
        assert damaged.read_bytes() == spoiled
        seat.live.log.keep(own_record((), b""))
        seat.live.log.close()


@pytest.mark.parametrize("there", [False, True], ids=["none", "whole ones"])
def test_a_seat_whose_own_words_can_be_read_waits_for_nobody_more(tmp_path: Path, there: bool) -> None:
    """Nor does one that has said nothing yet."""
    path = unfinished(tmp_path)
    if there:
        own_path(path).write_bytes(own_record((), b""))
    seat, _ = resumed(path)
    assert not seat.live.table._waits_for_all
    assert own_path(path).exists() == there
    seat.live.log.close()


def test_own_words_that_are_no_file_are_none_that_can_be_read(tmp_path: Path) -> None:
    """A link to somewhere else: nothing of that is read or taken away."""
    path = written(tmp_path)
    letters = tmp_path / "letters"
    letters.write_bytes(own_record((), b""))
    own_path(path).symlink_to(letters)
    seat, _ = resumed(path)
    assert seat.live.table._waits_for_all
    assert letters.exists()
    seat.live.log.close()


def test_a_log_is_read_by_whoever_has_it_for_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another window may go on with the table until then: what was read of it before is not gone on with."""
    path = written(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    own_path(path).write_bytes(own_record((), b""))
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
    last = [offset for _, offset in read_records(whole, read_genesis(whole)[1])][-2]
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
    append, room = seat.live.log.append, left % len(played()[0])

    def run_full(record: bytes) -> None:
        nonlocal room
        room -= 1
        if room < 0:
            raise LogFileError("no room")
        append(record)

    monkeypatch.setattr(seat.live.log, "append", run_full)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(seat.play)
        await trio.testing.wait_all_tasks_blocked()
        catch_up(seat)
        began = trio.current_time()
    assert trio.current_time() == began
    assert [type(each) for each in news if isinstance(each, Broken)] == [Broken]
    assert beside_log(seat) == [True, True]
    report = verify(seat.live.log.path.read_bytes(), find_game)
    assert (report.verdict, report.steps) == (Verdict.UNFINISHED, left % len(played()[0]))
    assert seat.live.table.ledger.step <= report.steps + BATCH, "nothing was taken after the message in which it broke"


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

    monkeypatch.setattr(atomic_write, "sync", sync)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(seat.play)
            await trio.testing.wait_all_tasks_blocked()
            catch_up(seat)
    except* LogFileError:
        assert fails
    assert seat.live.table.ledger.closed
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
async def test_a_book_that_changes_again_and_again_is_written_once_a_beat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    """However often a seat that has nothing better to do says that it has moved; the last is what the disk has, after a
    beat as after leaving, and nothing is written where nothing has changed."""
    writes: list[Book] = []

    def counted(log: Path, book: Book, seats: int) -> None:
        write_book(log, book, seats)
        writes.append(book)

    monkeypatch.setattr("p2pgame.p2p.table.seat_session.write_book", counted)
    seat = seated(tmp_path, [])
    path = seat.live.log.path
    async with trio.open_nursery() as nursery:
        nursery.start_soon(seat.play)
        await trio.sleep(1.25 * BEAT)
        writes.clear()
        for burst in range(3):
            last = await moved(seat, 50 + burst)
            assert len(writes) == burst
            await trio.sleep(1.5 * BEAT)
            assert len(writes) == burst + 1
            assert read_book(path).addresses[1][0] == last
        last = await moved(seat, 7)
        nursery.cancel_scope.cancel()
    assert len(writes) == 4
    assert read_book(path).addresses[1][0] == last
    assert len(read_book(path).addresses[1]) == ADDRESSES
