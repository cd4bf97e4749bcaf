"""Resuming a table from its log and its journal (`spec/log.md`, "Resuming a table").

Damaged files are never deleted: they stay under another name. If the seat's own words may be lost, it signs nothing
until the others have sent them.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from p2pgame.protocol.contract.contract import FindGame
from p2pgame.protocol.log.format import read_entries, read_genesis
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.log.journal import Journal, restore_log
from p2pgame.protocol.log.replay import Replay
from p2pgame.protocol.table.ledger import StepCompleted
from p2pgame.protocol.table.signer import Signer
from p2pgame.protocol.table.table import Table

from ..store import atomic_write, sidecar
from ..store.log_file import LogFile, LogFileError, damaged_path


@dataclass(frozen=True, slots=True)
class Lost:
    """The losses of a resumed table."""

    size: int
    """Bytes that were cut off the log's end."""
    copy: Path | None
    """The copy of the log, if it was damaged and not only torn."""
    journal: bool
    """Whether the seat's own words may be lost, so that all others must be linked before the seat continues."""


def taken_up(
    log: LogFile, data: bytes, signer: Signer, find_game: FindGame
) -> tuple[Table, tuple[StepCompleted, ...], Lost | None]:
    """The table of a log that holds `data`, its steps, and its losses (None without losses).

    The log then ends with its last whole record, on the disk, and the journal is open.

    Raises:
        LogError: the file is no log that this version reads.
        DamagedRecord: its beginning is damaged.
        RemoteError: something in the log is invalid.
        LogFileError: it was written meanwhile, or cannot be written any further, or a damaged file cannot be kept.
    """
    if not log.holds(data):
        raise LogFileError(f"another window was writing {log.path}: try again")
    table_id = read_genesis(data)[0].id
    journal = log.read_journal(table_id)
    whole, damage = _whole(data)
    mended = restore_log(data, whole, journal)
    replay = Replay(mended, find_game)
    steps = list[StepCompleted]()
    with suppress(DamagedRecord):  # reported by `_whole`
        for step in replay.steps():
            steps.append(step)
    is_mended = mended is not data
    copy = None
    if damage is not None and not damage.torn and not is_mended:
        copy = _kept_aside(log.path, data)
    lost_words = replay.result is None and _lacks_words(journal, replay, damage)
    cut = log.mend(whole if is_mended else replay.end, mended[whole:] if is_mended else b"")
    log.keep_journal(table_id, _kept_journal(journal, log.journal_path(table_id), is_lost=lost_words))
    table = Table.resume(replay.ledger, signer, journal.words, replay.proofs, journal_lost=lost_words)
    if (damage is None or is_mended) and not lost_words:
        return table, tuple(steps), None
    return table, tuple(steps), Lost(cut, copy, lost_words)


def _whole(data: bytes) -> tuple[int, DamagedRecord | None]:
    """The number of whole bytes of a log, and the fault of the record behind them; None without a fault."""
    end = read_genesis(data)[1]
    try:
        for _, behind in read_entries(data, end):
            end = behind
    except DamagedRecord as damage:
        return end, damage
    return end, None


def _lacks_words(journal: Journal, replay: Replay, damage: DamagedRecord | None) -> bool:
    """Whether the seat may have sent words that are unknown here: the journal is lost, or the log lacks slots on
    which it has spoken. An empty journal does not say how long the log was."""
    if journal.is_lost or replay.end < journal.log_size:
        return True
    return damage is not None and not damage.torn and not journal.entries


def _kept_journal(journal: Journal, path: Path, *, is_lost: bool) -> Journal:
    """The journal to continue with. A damaged one is kept under another name.

    Raises:
        LogFileError: it cannot be kept.
    """
    if journal.is_whole and (journal.is_lost or not is_lost):
        return journal
    try:
        path.replace(damaged_path(path))
        atomic_write.sync_folder(path.parent)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise LogFileError(f"{path} can neither be read nor be saved under another name: {error.strerror}") from error
    return Journal(is_whole=False)


def _kept_aside(log: Path, data: bytes) -> Path:
    """Keep a copy of a damaged log under another name; its path.

    Raises:
        LogFileError: it cannot be kept, so nothing of it may be cut off.
    """
    copy = damaged_path(log)
    if not sidecar.write(copy, data):
        raise LogFileError(f"{log} is damaged, and cannot be saved as {copy}")
    return copy
