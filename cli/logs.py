"""Logs as arguments of commands."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from p2pgame.p2p.store.home import Home
from p2pgame.protocol.wire.limits import LOG_BYTES

from .exits import Misused
from .paths import path_told

SHOWN = 3
"""Logs that are named to somebody who has named none."""


def read_log(path: Path) -> bytes:
    """The bytes of a file that should be a log.

    Raises:
        Misused: it cannot be read, or is too large to be one.
    """
    try:
        with path.open("rb") as file:
            is_larger = os.fstat(file.fileno()).st_size > LOG_BYTES  # of a pipe it is 0
            data = b"" if is_larger else file.read(LOG_BYTES + 1)
    except OSError as error:
        raise Misused(f"{path_told(path)} cannot be read: {error.strerror}.") from error
    if is_larger or len(data) > LOG_BYTES:
        raise Misused(f"{path_told(path)} is larger than any log can be.")
    return data


def logs_of(profile: str) -> list[Path]:
    """The logs of a profile, the newest first."""
    return sorted(Home.of(profile).logs.glob("*.p2plog"), reverse=True)


def unfinished(profile: str) -> list[Path]:
    """The logs of tables that wait to be gone on with, the newest first."""
    return [log for log in logs_of(profile) if _waits(log)]


def _waits(log: Path) -> bool:
    """Whether a seat at the table has been left. Where the others are stands beside its log from the beginning, what
    the seat has decided from its first decision; both are put away when the table has ended, and a spectator has none.
    """
    from p2pgame.p2p.store.addressbook import book_path  # noqa: PLC0415 - brings the protocol, which helps do without
    from p2pgame.p2p.store.log_file import own_path  # noqa: PLC0415 - brings the protocol, which helps do without

    return own_path(log).exists() or book_path(log).exists()


def named_or_only(log: Path | None, profile: str) -> Path:
    """The log that was named, or the only one of a table that waits to be gone on with.

    Raises:
        Misused: none was named, and there is none, or there are several: these are named.
    """
    if log is not None:
        return log
    match unfinished(profile):
        case []:
            raise Misused(
                f"No table in {path_told(Home.of(profile).logs)} waits to be gone on with: name the LOG of one."
            )
        case [only]:
            return only
        case several:
            named = ", ".join(map(path_told, several[:SHOWN]))
            raise Misused(f"Several tables wait to be gone on with: name the LOG of one. The latest are {named}.")


def log_told(log: Path) -> str:
    """Which game it is, who plays, and when the log was last written to; empty for what is no log."""
    from p2pgame.protocol.voting_table.log import DamagedRecord, LogError, read_genesis  # noqa: PLC0415 - as above
    from p2pgame.protocol.wire.errors import RemoteError  # noqa: PLC0415 - brings the protocol

    from .find import find_game  # noqa: PLC0415 - as above
    from .remote.names import seat_names  # noqa: PLC0415 - as above

    try:
        contract = read_genesis(read_log(log))[0].contract
        written = datetime.fromtimestamp(log.stat().st_mtime).astimezone()
    except (DamagedRecord, LogError, Misused, OSError, RemoteError):
        return ""
    game = find_game(contract.game)
    title = contract.game if game is None else game.title
    return f"{title}: {', '.join(seat_names(contract))}; last played {written:%Y-%m-%d %H:%M}"
