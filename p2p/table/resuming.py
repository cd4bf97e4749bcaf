"""Taking a table up again from its log and what stands beside it (`spec/table.md`, "Coming back").

What is damaged is never taken away: it stays under another name, and as long as it is there, the seat waits for all
others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from p2pgame.protocol.voting_table.effects import Keep
from p2pgame.protocol.voting_table.ledger import Step
from p2pgame.protocol.voting_table.log import DamagedRecord, read_own
from p2pgame.protocol.voting_table.table import Player, Table
from p2pgame.protocol.voting_table.verify import Replay
from p2pgame.protocol.wire.errors import RemoteError
from p2pgame.protocol.wire.limits import FRAME

from ..store import atomic_write, sidecar
from ..store.log_file import LogFile, LogFileError, damaged_path, own_path


@dataclass(frozen=True, slots=True)
class Lost:
    """What was lost of a table when it is taken up again."""

    size: int
    """So many bytes at the log's end, which have been cut off."""
    copy: Path | None
    """Where the log is kept as it was, if it was damaged and not only torn."""
    own: Path | None
    """Where the file with one's own words is kept as it was, if it could not be read."""


def taken_up(log: LogFile, replay: Replay, player: Player) -> tuple[Table, Lost | None]:
    """The table of a log, and what of that was lost; None if nothing was. The log then ends with its last whole record.

    Raises:
        RemoteError: something in the log does not hold.
        LogFileError: it was written meanwhile, or cannot be written any further, or what is damaged cannot be kept.
    """
    if not log.holds(replay.data):
        raise LogFileError(
            f"{log.path} has changed while it was read: it was being written by another window; try again"
        )
    steps, damage = _whole_steps(replay)
    copy = _kept_aside(log.path, replay.data) if damage is not None and not damage.torn else None
    kept, own = _own_words(own_path(log.path))
    waits_for_all = any(damaged_path(path).exists() for path in (log.path, own_path(log.path)))
    table = Table.resumed(replay.ledger, player, steps, kept, replay.proofs, waits_for_all=waits_for_all)
    cut = log.cut(replay.end)
    if damage is None and own is None:
        return table, None
    return table, Lost(0 if damage is None else cut, copy, own)


def _whole_steps(replay: Replay) -> tuple[Sequence[Step], DamagedRecord | None]:
    """All steps of a log before the first record that is not whole, and what is wrong with that; None if all are."""
    steps: list[Step] = []
    try:
        steps.extend(happened.step for happened in replay.steps())
    except DamagedRecord as damage:
        return steps, damage
    return steps, None


def _kept_aside(log: Path, data: bytes) -> Path:
    """Keep a damaged log as it is under another name; where.

    Raises:
        LogFileError: it cannot be kept, so nothing of it may be cut off.
    """
    copy = damaged_path(log)
    if not sidecar.write(copy, data):
        raise LogFileError(f"{log} is damaged, and cannot be kept as {copy}")
    return copy


def _own_words(own: Path) -> tuple[Keep | None, Path | None]:
    """What was kept beside a log, if anything; else where it stays, if it cannot be read. As it is replaced whole, that
    means that something has been lost which has mostly been sent.

    Raises:
        LogFileError: it cannot stay.
    """
    try:
        return Keep(*read_own(sidecar.read(own, 2 * FRAME) or b"")), None
    except (DamagedRecord, RemoteError):
        return None, _put_aside(own)


def _put_aside(own: Path) -> Path | None:
    """Give the file another name; which, or None if there is no file.

    Raises:
        LogFileError: it cannot be done.
    """
    damaged = damaged_path(own)
    try:
        own.replace(damaged)
        atomic_write.sync_folder(own.parent)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LogFileError(f"{own} cannot be read, and not be kept as {damaged}: {error.strerror}") from error
    return damaged
