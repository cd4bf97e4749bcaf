"""Opening a log for a replay."""

from __future__ import annotations

from pathlib import Path

from p2pgame.protocol.log.format import LogError
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.log.recording import Recording, open_recording
from p2pgame.protocol.wire.errors import RemoteError

from ..games.find import find_game
from ..system.exits import Failed, Misused
from ..words.paths import display_path
from .logs import read_log


def open_log(log: Path) -> Recording:
    """The log, before its first step.

    Raises:
        Misused: it is not a log.
        Failed: its beginning is invalid.
    """
    data = read_log(log)
    try:
        return open_recording(data, find_game)
    except LogError as error:
        raise Misused(f"{display_path(log)}: {error}.") from error
    except (DamagedRecord, RemoteError) as error:
        raise Failed(fault(None, error)) from error


def fault(step: int | None, error: DamagedRecord | RemoteError) -> str:
    """A sentence about the fault of a step."""
    reason = error.sentence if isinstance(error, RemoteError) else str(error)
    if step is None:
        return f"The log is not intact: {reason}."
    before = f"is intact up to step {step - 1}; step {step} is not" if step else "is not intact from step 0 on"
    return f"The log {before}: {reason}."
