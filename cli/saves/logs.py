"""Logs as arguments of commands."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from p2pgame.engine.errors import quoted
from p2pgame.p2p.store import small_file
from p2pgame.protocol.wire.limits import LOG_BYTES

from ..games.find import find_game
from ..profile.person import home
from ..system.exits import Failed, Misused
from ..words.moment import format_moment
from ..words.paths import display_path, play_command
from . import saved

if TYPE_CHECKING:
    from p2pgame.protocol.contract.contract import Contract
    from p2pgame.protocol.log.local import LocalContract

SHOWN = 3
"""Logs to list if none was named."""

_BEGINNING = 1 << 16
"""Bytes of a log that hold its genesis: a contract of 4 KiB, and entries of five seats."""


def read_log(path: Path) -> bytes:
    """The bytes of a file, or of a pipe, that should be a log.

    Raises:
        Misused: it cannot be read, is too large for a log, is a saved game, or is a log of an unknown game.
    """
    try:
        with path.open("rb") as file:
            is_larger = os.fstat(file.fileno()).st_size > LOG_BYTES  # of a pipe it is 0
            data = b"" if is_larger else file.read(LOG_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Misused(f"{display_path(path)} cannot be read: {small_file.reason(error)}.") from error
    if is_larger or len(data) > LOG_BYTES:
        raise Misused(f"{display_path(path)} is too large to be a log.")
    saved_game = saved.game_in(data)
    if saved_game is not None:
        command = play_command(saved_game, path)
        raise Misused(f"{display_path(path)} is a saved game, not a log. Open it with `{command}`.")
    game = game_of(data)
    if game is not None and find_game(game) is None:
        raise Misused(
            f"{display_path(path)} is a log of {quoted(game)}, a game that this program does not have. Another version "
            "of p2pgame wrote it, or one with the game's package."
        )
    return data


def read_table_log(path: Path) -> bytes:
    """The bytes of a file that should be the log of a table on the network.

    Raises:
        Misused: as `read_log`; or it is a log of a game on one machine.
    """
    from p2pgame.protocol.log.local import is_local  # noqa: PLC0415 - as below

    data = read_log(path)
    if is_local(data):
        raise Misused(
            f"{display_path(path)} is the log of a game on one machine. `p2pgame play {game_of(data)}` resumes the "
            "last unfinished one."
        )
    return data


def game_of(data: bytes) -> str | None:
    """The id of the game in a log of either kind; None for other data."""
    contract = _local_contract(data) or _contract(data)
    return None if contract is None else contract.game


def logs_of_table(folder: Path, table: bytes) -> list[Path]:
    """The logs in a folder that are of the table with that id, by name."""
    return [log for log in sorted(folder.glob("*.p2plog")) if _table_of(log) == table]


def own_log(log: Path, folder: Path) -> Path:
    """A log that may be resumed: the real path of the file, because a link has no journal beside it.

    Raises: Misused: the folder of the profile's logs has another one of the same table. The seat may have signed more
    than a copy holds, and would then answer a slot twice.
    """
    log = Path(os.path.realpath(log))
    table = _table_of(log)
    known = [] if table is None else [Path(os.path.realpath(each)) for each in logs_of_table(folder, table)]
    longest = max(known, key=lambda each: each.stat().st_size, default=log)
    if longest != log:
        raise Misused(
            f"Your log of this table is {display_path(longest)}: resume that one. From another copy you might sign a "
            "second move in one step, and that counts as cheating. If your log is unusable, move it away first."
        )
    return log


def logs_of(profile: str) -> list[Path]:
    """The logs of a profile, the newest first, without pipes, folders and dead links.

    Raises:
        Failed: they cannot be listed.
    """
    folder = home(profile).logs
    try:
        with os.scandir(folder) as entries:
            logs = [Path(entry.path) for entry in entries if entry.name.endswith(".p2plog") and entry.is_file()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Failed(
            f"The logs in {display_path(folder)} cannot be listed: {error.strerror}. `p2pgame doctor` says why."
        ) from error
    return sorted(logs, reverse=True)


def unfinished(profile: str) -> list[Path]:
    """The logs of unfinished tables, the newest first. A game that is over is not unfinished, signed by all or not.

    Raises:
        Failed: as `logs_of`.
    """
    return [log for log in logs_of(profile) if _waits(log) and not _is_over(log)]


def is_only_unfinished(log: Path, profile: str) -> bool:
    """Whether `named_or_only` finds the log of an unfinished game without its path."""
    try:
        logs = logs_of(profile)
    except Failed:
        return False
    others = [each for each in logs if os.path.realpath(each) != os.path.realpath(log)]
    return len(others) < len(logs) and not any(_waits(each) and not _is_over(each) for each in others)


def _waits(log: Path) -> bool:
    """Whether a seat at the table can be resumed. The addresses of the others are beside its log from the beginning,
    its own words from its first decision. Both are removed when the table has ended, and a spectator has neither."""
    from p2pgame.p2p.store.addressbook import book_path  # noqa: PLC0415 - brings the protocol, which help texts do not need
    from p2pgame.p2p.store.journal_file import journal_path  # noqa: PLC0415 - brings the protocol, which help texts do not need

    return os.path.exists(journal_path(log)) or os.path.exists(book_path(log))


def _is_over(log: Path) -> bool:
    """Whether the game of a table has ended, if its log holds."""
    from .summary import State, summarise  # noqa: PLC0415 - as above

    try:
        return summarise(small_file.read(log, LOG_BYTES), b"").state is State.OVER
    except small_file.UnusableFile:
        return False


def is_local_log(log: Path, game_id: str) -> bool:
    """Whether the file begins like the log of a game on one machine, of the game with that id."""
    try:
        with small_file.open_file(log) as file:
            contract = _local_contract(file.read(_BEGINNING))
    except (small_file.UnusableFile, OSError):
        return False
    return contract is not None and contract.game == game_id


def named_or_only(log: Path | None, profile: str) -> Path:
    """The named log, or the log of the only unfinished game.

    Raises:
        Misused: no log was named, and no game is unfinished, or several are: the sentence lists them.
        Failed: as `logs_of`.
    """
    if log is not None:
        return log
    match unfinished(profile):
        case []:
            folder = display_path(home(profile).logs)
            raise Misused(
                f"No unfinished network game in {folder}. Pass the path of a log, or resume a local game with "
                "`p2pgame play GAME`."
            )
        case [only]:
            return only
        case several:
            named = ", ".join(map(display_path, several[:SHOWN]))
            raise Misused(f"Several games are unfinished. Pass the path of a log, such as one of these: {named}.")


def describe_log(log: Path) -> str:
    """The game, the players and the time of the last step; empty for a file that is not a log."""
    from ..games.names import seat_names  # noqa: PLC0415 - as above

    try:
        contract = _contract(small_file.read(log, LOG_BYTES))
        written = format_moment(log.stat().st_mtime)
    except (small_file.UnusableFile, OSError):
        return ""
    if contract is None:
        return ""
    game = find_game(contract.game)
    title = contract.game if game is None else game.title
    last = f"; last played {written}" if written else ""
    return f"{title}: {', '.join(seat_names(contract))}{last}"


def _table_of(log: Path) -> bytes | None:
    """The id of the table of a log, from its beginning; None for other data."""
    from p2pgame.protocol.log.format import LogError, read_genesis  # noqa: PLC0415 - as above
    from p2pgame.protocol.log.framing import DamagedRecord  # noqa: PLC0415 - as above
    from p2pgame.protocol.wire.errors import RemoteError  # noqa: PLC0415 - brings the protocol

    try:
        with small_file.open_file(log) as file:
            return read_genesis(file.read(_BEGINNING))[0].id
    except (small_file.UnusableFile, OSError, DamagedRecord, LogError, RemoteError):
        return None


def _contract(data: bytes) -> Contract | None:
    from p2pgame.protocol.log.format import LogError, read_genesis  # noqa: PLC0415 - as above
    from p2pgame.protocol.log.framing import DamagedRecord  # noqa: PLC0415 - as above
    from p2pgame.protocol.wire.errors import RemoteError  # noqa: PLC0415 - brings the protocol

    try:
        return read_genesis(data)[0].contract
    except (DamagedRecord, LogError, RemoteError):
        return None


def _local_contract(data: bytes) -> LocalContract | None:
    from p2pgame.protocol.log.format import LogError  # noqa: PLC0415 - as above
    from p2pgame.protocol.log.framing import DamagedRecord  # noqa: PLC0415 - as above
    from p2pgame.protocol.log.local import read_local_genesis  # noqa: PLC0415 - as above
    from p2pgame.protocol.wire.errors import RemoteError  # noqa: PLC0415 - brings the protocol

    try:
        return read_local_genesis(data)[0]
    except (DamagedRecord, LogError, RemoteError):
        return None
