"""Logs to look at: games of bots between peers in memory, signed and always the same."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from p2pgame.cli.games.find import find_game
from p2pgame.protocol.log.recording import Recording, open_recording
from p2pgame.protocol.log.replay import Replay

from ...protocol.log.logs import finished


@cache
def log_of(game_id: str, seats: int = 2) -> Path:
    """A file with the log of a finished game: the same in every run, and another one when contracts change."""
    path = Path(mkdtemp(prefix="p2pgame-test-")) / "ada.p2plog"
    path.write_bytes(finished(game_id, seats))
    return path


def replay_of(path: Path) -> Replay:
    """The log of a table, opened."""
    return Replay(path.read_bytes(), find_game)


def recording_of(path: Path) -> Recording:
    """A log of either kind, opened."""
    return open_recording(path.read_bytes(), find_game)
