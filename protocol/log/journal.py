"""The journal beside a log: a peer's own words (its signed statements) in the open slot, and the parts of the log that
the disk may lack.

     magic
record(table id)
record
record
...

One append and one sync put a word on the disk together with all of the log that it rests on. The file is emptied when
the disk has the log and the journal has no word of the open slot. Specified in `spec/log.md`, "The journal".
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..table.journal import Word, read_word, word_form
from ..wire.codec import decode, encode
from ..wire.errors import RemoteError
from ..wire.fields import Fields, Reader, read_message
from ..wire.limits import FRAME, LOG_BYTES
from .framing import DamagedRecord, payload_at, to_record

MAGIC = b"p2pjnl1\n"
_HEADER = 0
_AHEAD = 1
_WORD = 2
_LOST = 3

HASH = 32


@dataclass(frozen=True, slots=True)
class Ahead:
    """A part of the log that the disk may lack: these bytes, at that offset. Without bytes: the disk has all of the log
    up to there."""

    offset: int
    data: bytes

    @property
    def end(self) -> int:
        """The offset behind these bytes."""
        return self.offset + len(self.data)


@dataclass(frozen=True, slots=True)
class OwnWord:
    """A word of one's own, and the size of the log at that time."""

    size: int
    word: Word


@dataclass(frozen=True, slots=True)
class Lost:
    """The journal's former content is lost. Words behind this were given after the others had reported the lost
    ones."""


JournalEntry = Ahead | OwnWord | Lost


@dataclass(slots=True)
class Journal:
    """The content of a journal."""

    entries: list[JournalEntry] = field(default_factory=list)
    end: int = 0
    """The offset behind the last whole record; 0 if not even the header is whole."""
    is_whole: bool = True
    """Whether the journal is readable: it exists, is this table's, and lacks a torn end at most."""

    @property
    def is_lost(self) -> bool:
        """Whether words may be missing: the journal is damaged, or records the loss of an earlier one."""
        return not self.is_whole or Lost() in self.entries

    @property
    def words(self) -> tuple[Word, ...]:
        """The words, in order."""
        return tuple(each.word for each in self.entries if isinstance(each, OwnWord))

    @property
    def log_size(self) -> int:
        """The size of the log when the last of these entries was written."""
        sizes = [
            each.size if isinstance(each, OwnWord) else each.end for each in self.entries if not isinstance(each, Lost)
        ]
        return max(sizes, default=0)


def journal_header(table: bytes) -> bytes:
    """The beginning of the journal of a table."""
    return MAGIC + to_record(encode((_HEADER, table)))


def journal_record(entry: JournalEntry) -> bytes:
    """The bytes that an entry adds to the journal."""
    match entry:
        case Ahead(offset, data):
            return to_record(encode((_AHEAD, offset, data)))
        case OwnWord(size, word):
            return to_record(encode((_WORD, size, *word_form(word))))
        case Lost():
            return to_record(encode((_LOST,)))


def read_journal(data: bytes | None, table: bytes) -> Journal:
    """The content of a table's journal; `data` is None without a file.

    A torn end is skipped: nothing of it was sent. Any other fault means that words are lost.
    """
    if data is None or data[: len(MAGIC)] != MAGIC:
        return Journal(is_whole=False)
    journal = Journal()
    try:
        payload, journal.end = payload_at(data, len(MAGIC), _is_record)
        if _read_header(payload) != table:
            return Journal(is_whole=False)
        while journal.end < len(data):
            payload, end = payload_at(data, journal.end, _is_record)
            journal.entries.append(_read(payload))
            journal.end = end
    except DamagedRecord as damage:
        journal.is_whole = damage.torn and journal.end > 0
    except RemoteError:
        journal.is_whole = False
    return journal


def restore_log(log: bytes, whole: int, journal: Journal) -> bytes:
    """The log with its first `whole` bytes, and the bytes that the journal has behind them.

    All of the log is returned if the journal adds nothing.
    """
    end = whole
    parts = [log[:whole]]
    for ahead in journal.entries:
        if isinstance(ahead, Ahead) and ahead.offset <= end < ahead.end:
            parts.append(ahead.data[end - ahead.offset :])
            end = ahead.end
    return b"".join(parts) if end > whole else log


def _read_header(payload: bytes) -> bytes:
    fields = Fields.of(decode(payload), "journal", 2)
    fields.integer("type", _HEADER, _HEADER)
    return fields.blob("table", HASH)


def _read(payload: bytes) -> JournalEntry:
    return read_message(decode(payload), _READERS, "in a journal")


def _is_record(payload: bytes) -> bool:
    try:
        _read(payload)
    except RemoteError:
        return False
    return True


def _ahead(fields: Fields) -> JournalEntry:
    return Ahead(fields.integer("offset", 0, LOG_BYTES), fields.blob_up_to("data", FRAME))


def _word(fields: Fields) -> JournalEntry:
    return OwnWord(fields.integer("size", 0, LOG_BYTES), read_word(fields))


def _lost(_fields: Fields) -> JournalEntry:
    return Lost()


_READERS: dict[int, Reader[JournalEntry]] = {
    _AHEAD: ("ahead", 3, _ahead),
    _WORD: ("word", 10, _word),
    _LOST: ("lost", 1, _lost),
}
