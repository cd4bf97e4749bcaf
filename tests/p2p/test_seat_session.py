"""A seat with its log and its sidecar files: the damage that a bad disk may do, and never does."""

from __future__ import annotations

import os
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
from p2pgame.p2p.store.log_file import LogFile, LogFileError, damaged_path
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.resuming import Lost
from p2pgame.p2p.table.runner import TICK, Broken, News
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.lobby.messages import Address, Knock, Purpose
from p2pgame.protocol.log.format import LogEntry, header, log_record, read_entries, read_genesis
from p2pgame.protocol.log.journal import Lost as LostMark
from p2pgame.protocol.log.journal import journal_header, journal_record, read_journal, restore_log
from p2pgame.protocol.log.verify import Verdict, verify
from p2pgame.protocol.table.effects import Send
from p2pgame.protocol.table.journal import Word
from p2pgame.protocol.table.messages import Have, Message, Recall, Records, encode_message
from p2pgame.protocol.table.proofs import Statement
from p2pgame.protocol.table.records import Record
from p2pgame.protocol.wire.errors import RemoteError
from p2pgame.protocol.wire.limits import ADDRESSES
from trio.testing import MockClock

from ..protocol.log.logs import room as begun_room
from ..protocol.people import find_game, genesis, identity
from ..protocol.table.room import Room

TINK = load("tink")
BEN = identity(1).public
GENESIS = genesis(TINK, 3)
BATCH = 20
"""Records that he sends at once."""


@cache
def played() -> tuple[tuple[Record, ...], Have]:
    """The records of a game of three to its end, and Ben's last `have`."""
    room = Room(TINK, GENESIS, seed=1)
    room.connect()
    room.begin()
    room.run()
    [have] = [effect.message for effect in room.peers[1].table.tick() if isinstance(effect, Send)]
    assert isinstance(have, Have)
    return tuple(room.peers[1].table.ledger.records), have


class FromBen:
    """The end of a link with Ben that a seat reads, with his messages. Messages to him are lost."""

    peer = Peer(BEN, 1, "")

    def __init__(self, *messages: Message) -> None:
        self._payloads = [encode_message(message) for message in messages]

    def send_nowait(self, payload: bytes) -> None:
        """The message is lost."""

    def __aiter__(self) -> FromBen:
        return self

    async def __anext__(self) -> bytes:
        await trio.lowlevel.checkpoint()
        if not self._payloads:
            raise StopAsyncIteration
        return self._payloads.pop(0)


def seated(folder: Path, news: list[News]) -> SeatSession:
    """Ada's seat at that table."""
    book = Book(port=1, code="7-amber-otter")
    return SeatSession.new(identity(0), GENESIS, TINK, book, LogLocation(folder), news.append)


async def catch_up(seat: SeatSession) -> None:
    """All of Ben's statements come in: the table is closed for everybody."""
    records, have = played()
    batches = [Records(records[first : first + BATCH]) for first in range(0, len(records), BATCH)]
    await seat.live.serve(cast(Link, FromBen(*batches, have)))


def beside_log(seat: SeatSession) -> list[bool]:
    """Whether its journal and its book are there."""
    return [path(seat.live.log.path).exists() for path in (journal_path, book_path)]


def written(folder: Path, slots: int) -> Path:
    """A log of that many slots of that game, closed, with an empty journal."""
    log = LogLocation(folder).open(GENESIS, TINK, journal=True)
    for record in played()[0][:slots]:
        log.write(record)
    log.close()
    return log.path


def resumed(path: Path, folder: Path | None = None) -> tuple[SeatSession, Lost | None]:
    """Ada's seat, resumed from that log; her other logs are in the folder."""
    return SeatSession.resume(identity(0), path, path.read_bytes(), find_game, lambda _news: None, folder)


def recalls(seat: SeatSession) -> bool:
    """Whether the seat asks the others for its own statements."""
    effects = seat.live.table.connected(BEN)
    return any(isinstance(effect, Send) and isinstance(effect.message, Recall) for effect in effects)


@pytest.mark.parametrize("bit", [0x10000, 0x8000], ids=["far", "less far"])
def test_a_flipped_bit_in_a_length_takes_no_slot_without_a_copy(tmp_path: Path, bit: int) -> None:
    """The log is kept as it was, and the seat asks all others for its words in the slots behind."""
    path = written(tmp_path, 20)
    data = path.read_bytes()
    _, begin = read_genesis(data)
    for _ in range(5):
        begin += 8 + int.from_bytes(data[begin : begin + 4], "big")
    length = int.from_bytes(data[begin : begin + 4], "big")
    path.write_bytes(data[:begin] + (length ^ bit).to_bytes(4, "big") + data[begin + 4 :])
    found = path.read_bytes()
    seat, lost = resumed(path)
    assert lost == Lost(len(data) - begin, damaged_path(path), True)
    assert damaged_path(path).read_bytes() == found
    assert recalls(seat)
    assert seat.live.table.ledger.now.slot == 5
    seat.live.log.close()


@pytest.mark.parametrize(
    "spoiled",
    [None, b"", b"p2pjnl1\n" + bytes(50), journal_header(bytes(32)), journal_header(GENESIS.id)[:-3]],
    ids=["gone", "empty", "damaged", "another table's", "torn in its head"],
)
def test_a_seat_whose_journal_cannot_be_read_asks_all_others(tmp_path: Path, spoiled: bytes | None) -> None:
    """It was made with the log, so its words are lost. The file is kept, and a second restart asks as well, until words
    were sent again and their slots are written."""
    path = written(tmp_path, 20)
    journal = journal_path(path)
    journal.unlink()
    if spoiled is not None:
        journal.write_bytes(spoiled)
    for _ in range(2):
        seat, lost = resumed(path)
        assert lost == Lost(0, None, True)
        assert recalls(seat)
        seat.live.log.sync()
        seat.live.log.empty_journal(21)
        seat.live.log.close()
    assert damaged_path(journal).exists() == (spoiled is not None)
    assert journal.read_bytes() == journal_header(GENESIS.id) + journal_record(LostMark())


def test_a_seat_whose_journal_is_empty_asks_nobody(tmp_path: Path) -> None:
    """It has said nothing in the open slot."""
    seat, lost = resumed(written(tmp_path, 20))
    assert lost is None
    assert not recalls(seat)
    seat.live.log.close()


def test_at_a_table_that_is_over_no_words_are_missing(tmp_path: Path) -> None:
    """Only the receipt of the end is missing."""
    path = written(tmp_path, len(played()[0]))
    journal_path(path).unlink()
    seat, lost = resumed(path)
    assert lost is None
    seat.live.log.close()


def test_a_journal_that_is_a_link_is_never_followed(tmp_path: Path) -> None:
    """The file behind it is neither read nor removed."""
    path = written(tmp_path, 20)
    letters = tmp_path / "letters"
    letters.write_bytes(journal_header(GENESIS.id))
    journal_path(path).unlink()
    journal_path(path).symlink_to(letters)
    seat, _ = resumed(path)
    assert recalls(seat)
    assert letters.read_bytes() == journal_header(GENESIS.id)
    assert not journal_path(path).is_symlink()
    seat.live.log.close()


# Crashes: with any part of the unsynced data on the disk, the seat is bound by all words that it has sent.


class Disk:
    """The content of Ada's disk, byte by byte: synced bytes survive every crash."""

    def __init__(self, folder: Path, seats: int = 3, own: Path | None = None) -> None:
        self.room = begun_room("tink", seats)
        self.genesis = self.room.peers[0].table.ledger.genesis
        self.log = LogFile(folder / "a.p2plog", new=True, folder=own)
        self.log.keep_journal(self.genesis.id)
        self.log.begin(self.genesis)
        self.said: list[tuple[int, bytes]] = []
        """The slot and the signature of every word that was sent."""
        for entry in self.room.peers[0].entries:
            self.log.write(entry)
        self.persist(self.room.peers[0].words)

    def persist(self, words: list[Word]) -> None:
        """Put words on the disk; then they count as sent."""
        if words:
            self.log.persist(words)
            self.said += [(word.place.slot, word.statement.signature) for word in words]

    def play(self, steps: int) -> None:
        """Play on, and write what Ada's table asks for in order."""
        entries, words = self.room.peers[0].entries, self.room.peers[0].words
        for _ in range(steps):
            had = len(entries), len(words)
            asked = [n for n, peer in enumerate(self.room.peers) if peer.table.asks_me]
            if not self.room.deliver() and asked:
                self.room.decide(asked[0])
            # a table writes a slot before it says a word about the next one
            fresh = words[had[1] :]
            for entry in entries[had[0] :]:
                self.persist([word for word in fresh if word.place.slot <= entry.slot])
                fresh = [word for word in fresh if word.place.slot > entry.slot]
                self.log.write(entry)
            self.persist(fresh)

    def after_a_cut(self, folder: Path, cut: int, torn: bytes) -> tuple[Path, bytes]:
        """The log and the journal in another folder as they are if of the log only so many bytes are on the disk, and
        behind the journal a torn record: the log's path and its content."""
        path, log = folder / "a.p2plog", self.log.path.read_bytes()[:cut]
        path.write_bytes(log)
        journal_path(path).write_bytes(journal_path(self.log.path).read_bytes() + torn)
        return path, log


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("is_synced", [False, True], ids=["log unsynced", "log synced midway"])
def test_after_any_power_cut_a_seat_keeps_all_its_statements(tmp_path: Path, seats: int, is_synced: bool) -> None:
    """Of the log any part may be missing that was not synced, of the journal any part behind the last sync."""
    disk = Disk(tmp_path, seats)
    disk.play(60 * seats)
    synced = len(header(disk.genesis))
    if is_synced:
        disk.log.sync()
        synced = disk.log.size
        disk.log.empty_journal(disk.room.peers[0].table.ledger.now.slot)
        disk.play(15 * seats)
    disk.log.close()
    size = disk.log.path.stat().st_size
    for number, cut in enumerate([*range(synced, size, 97), size]):
        for torn in (b"", b"\0\0\1"):
            folder = tmp_path / f"{number}-{len(torn)}"
            folder.mkdir()
            seat, lost = SeatSession.resume(identity(0), *disk.after_a_cut(folder, cut, torn), find_game, unheard)
            seat.live.log.close()
            assert lost is None or not lost.journal
            check_that_it_keeps_its_statements(seat, disk)


def check_that_it_keeps_its_statements(seat: SeatSession, disk: Disk) -> None:
    """It has the history of the disk, or a part of it, and knows every word that it has sent in the open slot."""
    table, state = seat.live.table, disk.room.peers[0].table.ledger.now
    open_slot = max(slot for slot, _ in disk.said)
    assert table.ledger.now.slot >= open_slot
    assert table.ledger.now.head == state.head or table.ledger.now.slot < state.slot
    if table.ledger.now.slot == open_slot:
        said = {signature for slot, signature in disk.said if slot == open_slot}
        held: list[Statement] = [*table.slot.all_inputs, *table.slot.all_acks, *table.slot.all_promises]
        assert said <= {each.signature for each in held if each.seat == 0}


def unheard(_news: object) -> None:
    """Nobody looks at a screen here."""


def test_a_resumed_seat_has_the_steps_of_its_log(tmp_path: Path) -> None:
    """So that nobody needs to verify the log again to show what has happened; a torn record is no step."""
    path = written(tmp_path, 12)
    path.write_bytes(path.read_bytes() + b"\0\0\1")
    seat, lost = resumed(path)
    seat.live.log.close()
    assert lost is not None
    now = seat.live.table.ledger.now
    assert [step.step for step in seat.history] == list(range(now.step))
    assert seat.history[-1].state == now.state


def test_a_log_that_is_shorter_than_the_journal_says_is_known_to_be(tmp_path: Path) -> None:
    """The disk has lost what it had, or somebody has cut the log: the others are asked."""
    disk = Disk(tmp_path)
    disk.play(150)
    disk.log.sync()
    disk.log.empty_journal(max(slot for slot, _ in disk.said) + 1)
    disk.log.close()
    path, log = disk.log.path, disk.log.path.read_bytes()
    path.write_bytes(log[: len(log) // 2])
    seat, lost = SeatSession.resume(identity(0), path, log[: len(log) // 2], find_game, lambda _news: None)
    assert lost is not None
    assert lost.journal
    assert recalls(seat)
    seat.live.log.close()


def test_every_prefix_of_a_journal_is_read_without_contradiction(tmp_path: Path) -> None:
    """As after a kill in the middle of an append: the words before it are all there, and none is lost."""
    disk = Disk(tmp_path)
    disk.play(150)
    log, journal = disk.log.path.read_bytes(), journal_path(disk.log.path).read_bytes()
    disk.log.close()
    begin = len(journal_header(disk.genesis.id))
    for cut in range(begin, len(journal), 61):
        held = read_journal(journal[:cut], disk.genesis.id)
        assert not held.is_lost
        assert [(word.place.slot, word.statement.signature) for word in held.words] == disk.said[: len(held.words)]
        assert restore_log(log[: len(header(disk.genesis))], len(header(disk.genesis)), held) in (
            log[: max(held.log_size, len(header(disk.genesis)))],
            log,
        )


def test_a_log_is_read_by_the_window_that_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another window may continue the table until then: an earlier reading of it is not used."""
    path = written(tmp_path, 20)
    whole = path.read_bytes()

    def locked(descriptor: int) -> bool:
        path.write_bytes(changed)
        return lock(descriptor)

    monkeypatch.setattr(log_file, "lock", locked)
    for changed in (whole, whole[:-100] + b"mo", b"x" + whole[1:-100]):
        path.write_bytes(whole[:-100])
        with pytest.raises(LogFileError, match="was writing"):
            resumed(path)
        assert path.read_bytes() == changed, "nothing was cut"
    changed = whole[:-100]
    path.write_bytes(changed)
    seat, _ = resumed(path)
    seat.live.log.close()


def test_a_log_that_does_not_hold_is_free_again(tmp_path: Path) -> None:
    """The next reader does not find it locked."""
    path = written(tmp_path, 20)
    whole = path.read_bytes()
    path.write_bytes(whole + log_record(played()[0][19]))
    for _ in range(2):
        with pytest.raises(RemoteError):
            resumed(path)


@pytest.mark.trio
@pytest.mark.parametrize("left", [0, 4, -1], ids=["the first", "the fifth", "the last"])
async def test_a_log_that_cannot_be_written_keeps_its_sidecar_files(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    """After anything that the others send: statements that the log lacks are signed there. Nobody waits."""
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
        await catch_up(seat)
        began = trio.current_time()
    assert trio.current_time() == began
    assert [type(each) for each in news if isinstance(each, Broken)] == [Broken]
    assert beside_log(seat) == [True, True]
    report = verify(seat.live.log.path.read_bytes(), find_game)
    slots = left % len(played()[0])
    assert report.verdict is (Verdict.FAIR if left == -1 else Verdict.UNFINISHED)
    assert report.steps == slots
    assert seat.live.table.ledger.now.slot <= slots + BATCH, "nothing was taken after the message in which it broke"


@pytest.mark.trio
@pytest.mark.parametrize("fails", [False, True], ids=["takes it", "fails"])
async def test_the_disk_has_the_end_of_the_log_before_ones_own_words_go(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    """A power cut, or a disk that does not take the end, finds either the log or what is beside it."""
    seat = seated(tmp_path, [])
    at_sync: list[list[bool]] = []

    log = seat.live.log.path.stat().st_ino

    def sync(descriptor: int) -> None:
        at_sync.append(beside_log(seat))
        if fails and os.fstat(descriptor).st_ino == log:
            raise OSError("a bad block")

    monkeypatch.setattr(atomic_write, "sync_data", sync)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(seat.play)
            await trio.testing.wait_all_tasks_blocked()
            await catch_up(seat)
    except* LogFileError:
        assert fails
    assert seat.live.table.ledger.now.closed
    assert at_sync
    assert all(each == [True, True] for each in at_sync)
    assert beside_log(seat) == [fails, fails]


async def moved(seat: SeatSession, times: int) -> Address:
    """Ben comes several times, each time from another address; his last address."""
    for number in range(times):
        address = Address(f"192.168.1.{number}", 27510)
        await seat.receive(cast(Link, FromBen()), Knock(Purpose.MESH, seat.genesis.id, "", (address,)))
    return address


@pytest.mark.trio
async def test_a_book_that_changes_again_and_again_is_written_once_a_tick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    """A seat may say again and again that it has moved. After a tick, and after leaving, the disk has the last address.
    Without a change nothing is written."""
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


# Logs outside of the player's own folder.


def played_elsewhere(tmp_path: Path) -> Path:
    """A log outside of Ada's folder, of a seat that has spoken."""
    disk = Disk(tmp_path / "shared", own=tmp_path / "own")
    disk.play(180)
    disk.log.sync()
    disk.log.empty_journal(disk.room.peers[0].table.ledger.now.slot + 1)
    disk.log.close()
    return disk.log.path


@pytest.mark.parametrize("where", ["elsewhere.p2plog", "shared/a.p2plog", "own/2030-01-01-tink.p2plog"])
def test_an_older_copy_of_a_log_outside_the_profile_signs_nothing_by_itself(tmp_path: Path, where: str) -> None:
    """Anybody who can write there may replace it, with an empty journal. The seat's own statements are in its own
    folder."""
    data = played_elsewhere(tmp_path).read_bytes()
    table, begin = read_genesis(data)
    ends = [end for _, end in read_entries(data, begin)]
    copy = tmp_path / where
    copy.write_bytes(data[: ends[9]])
    journal_path(copy).write_bytes(journal_header(table.id))
    seat, lost = resumed(copy, tmp_path / "own")
    assert lost is not None
    assert lost.journal
    assert recalls(seat)
    assert journal_path(copy).read_bytes() == journal_header(table.id), "it is nobody's"
    seat.live.log.close()


@pytest.mark.parametrize("moved", [False, True])
def test_a_log_outside_the_profile_is_resumed_from_any_folder(tmp_path: Path, moved: bool) -> None:
    """Its journal is in the player's own folder, and goes when the table is closed."""
    path = played_elsewhere(tmp_path)
    [journal] = (tmp_path / "own").iterdir()
    if moved:
        path = path.rename(tmp_path / "moved.p2plog")
    seat, lost = resumed(path, tmp_path / "own")
    assert lost is None
    assert not recalls(seat)
    assert not journal_path(path).exists()
    seat.live.log.forget()
    assert not journal.exists()
    seat.live.log.close()


def test_a_log_that_was_moved_out_of_the_profile_asks_all_others(tmp_path: Path) -> None:
    """Nobody knows which one it is."""
    path = written(tmp_path / "own", 20).rename(tmp_path / "moved.p2plog")
    seat, lost = resumed(path, tmp_path / "own")
    assert lost == Lost(0, None, True)
    assert recalls(seat)
    seat.live.log.close()
