"""The worst moves of a finished game, in lines: the work of `p2pgame replay --analyse`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from p2pgame.protocol.identity.labels import labels
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.table.takeback import TakenBack
from p2pgame.protocol.wire.errors import RemoteError

from ..saves.opening import fault, open_log
from ..system.exits import Failed, Misused
from ..table.replay import Frame, Frames
from ..terminal.output import Output
from ..terminal.progress import with_progress
from ..thinking.analysis import decisions, describe_loss, expert, losses


def analyse(output: Output, log: Path) -> None:
    """Print the worst moves of a finished game, one line each.

    Raises:
        Failed: the log is invalid.
        Misused: it cannot be read, or its game is unfinished.
    """
    replay = open_log(log)
    game, names = replay.game, labels(replay.people)
    try:
        steps = lasting_steps(Frames(replay, names).all())
    except (DamagedRecord, RemoteError) as error:
        raise Failed(fault(replay.step, error)) from error
    if replay.result is None:
        raise Misused("Only a finished game can be analysed: an analysis during the game would be advice.")
    made = list(decisions(game, steps))
    output.heading(f"{game.title}: {', '.join(names)}")
    found = losses(game, with_progress(made, not output.screen), expert())
    if not found:
        output.say("The expert bot would have played the same moves.")
    for loss in found:
        output.say(describe_loss(game, loss, names))


def lasting_steps(frames: Iterable[Frame]) -> list[tuple[int, Any, Any]]:
    """Each step's number, the state before it, and its event; without moves that were taken back."""
    steps = list[tuple[int, Any, Any]]()
    for before, frame in pairwise(frames):
        event = None if frame.completed is None else frame.completed.event
        if isinstance(event, TakenBack):
            del steps[-1]
        elif event is not None:
            steps.append((frame.number, before.state, event))
    return steps
