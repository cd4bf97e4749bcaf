"""The side of p2pgame: two peers with scripted bots, a process each.

The processor time is that of their main threads; another one only waits for the disk.
"""

from __future__ import annotations

from pathlib import Path

from ..peers import SCRIPTED, Mark, play
from .matches import SEATS, Figures


def play_here(tables: int, folder: Path) -> list[Figures]:
    """Play that many games, with the logs in a folder; the figures of each."""
    peers = play("tink", SEATS, tables, bots=SCRIPTED, within=folder)
    return [
        _figures([_turns(marks) for marks in table]) for table in zip(*(peer.tables for peer in peers), strict=True)
    ]


def _turns(marks: list[Mark]) -> list[Mark]:
    """The turns of a game without the first: a mark is the time since the step before."""
    return [mark for mark in marks if mark.kind == "MOVE"][1:]


def _figures(peers: list[list[Mark]]) -> Figures:
    seconds = sum(mark.wall for mark in peers[0])
    return Figures(len(peers[0]), seconds, sum(mark.cpu for marks in peers for mark in marks))
