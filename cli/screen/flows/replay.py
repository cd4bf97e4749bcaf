"""`p2pgame replay`: a log on the full screen."""

from __future__ import annotations

from pathlib import Path

from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.log.recording import Recording
from p2pgame.protocol.wire.errors import RemoteError

from ...saves.opening import fault
from ...system.exits import ExitCode, Failed
from ...table.replay import ReplayTable
from ..app import Full
from ..manner import manner
from ..screens.replay import ReplayScreen


async def replay(app: Full, log: Recording, path: Path, nested: bool = False) -> int:
    """Show a log; the exit code. A `nested` replay goes back to a list, without asking.

    Raises:
        Failed: a step of it is invalid.
    """
    try:
        table = ReplayTable(log, path, manner())
    except (DamagedRecord, RemoteError) as error:
        raise Failed(fault(log.step, error)) from error
    await app.push_screen_wait(ReplayScreen(table, nested=nested))
    if table.cut is not None:
        raise Failed(fault(log.step, table.cut))
    if table.fault:
        raise Failed(table.fault)
    return ExitCode.OK if log.result is not None else ExitCode.UNFINISHED
