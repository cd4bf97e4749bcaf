"""A log as a row of tables, one after each step: for screens and pages that go back and forth in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from p2pgame.engine.events import Drawn
from p2pgame.protocol.log.replay import Replay
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import StepCompleted

from ..words.grammar import and_list
from .steps import step_told

Kind: TypeAlias = Literal["move", "draw", "news"]


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after a step of the log; the first one after the step in which everybody accepts."""

    number: int
    """The step's number in the log."""
    state: Any
    told: str
    """The steps since the frame before, in words."""
    kind: Kind
    fairness: str
    """About the last draw so far."""


def frames_of(replay: Replay, names: Sequence[str]) -> list[Frame]:
    """All frames of a log, every step checked on the way.

    Raises:
        DamagedRecord, RemoteError: a step does not hold.
    """
    frames = [first_frame(replay)]
    add_frames(frames, replay, names)
    return frames


def first_frame(replay: Replay) -> Frame:
    """The table before the first step of a log that was just opened."""
    return Frame(0, replay.ledger.now.state, "", "news", "")


def add_frames(frames: list[Frame], replay: Replay, names: Sequence[str]) -> None:
    """Add those of the steps that the log has more, each checked.

    Raises:
        DamagedRecord, RemoteError: a step does not hold; the frames before it have been added.
    """
    game, draws = replay.ledger.game, sum(frame.kind == "draw" for frame in frames)
    for happened in replay.steps():
        before = frames[-1]
        told = step_told(game, before.state, happened, names)
        if told is None:
            if not happened.step:
                continue  # the first frame stands for it
            told = closed_told(happened, names)
        kind: Kind = "news" if happened.event is None else "move"
        fairness = before.fairness
        if isinstance(happened.event, Drawn):
            draws, kind = draws + 1, "draw"
            fairness = draw_line(happened, draws)
        frames.append(Frame(happened.step, happened.state, told, kind, fairness))


def closed_told(happened: StepCompleted, names: Sequence[str]) -> str:
    """The seats that have signed the end in the last step of a log."""
    signed = and_list([names[given.seat] for given in happened.inputs])
    return f"The end is signed by {signed}."


def draw_line(happened: StepCompleted, number: int) -> str:
    """`draw 12: 3 of 3 parts checked`: every part was, or the step would not have been taken over."""
    parts = sum(given.kind is InputKind.SHARE for given in happened.inputs)
    return f"draw {number}: {parts} of {parts} parts checked"
