"""Nim with a die on screen: plain, except for a lesson, which is a short game with prepared dice."""

from __future__ import annotations

from dataclasses import replace

from p2pgame.cli.games.lesson import ALL, Lesson, Look, Scene, Task, anything
from p2pgame.cli.games.presentation import Presentation

from .state import State


def _takes_the_last(_before: State, _move: str, after: State) -> bool:
    return after.heap == 0


LESSON = Lesson(
    (
        Scene(
            (
                Look("Five sticks are left of the heap. The seat that takes the last one wins."),
                Task(
                    "The die shows 2: you take one stick or two.",
                    "Choose a number of sticks, then press `enter`.",
                    "take 2",
                    anything,
                ),
                Task(
                    "Max threw a 1 and took one stick. Your die shows 6.",
                    "Take both sticks.",
                    "take 2",
                    _takes_the_last,
                    "Then sticks are left, and Max may take the last one.",
                ),
                Look("That was the last stick: you win.", ALL),
            ),
            table=lambda start: replace(start, heap=5, turn=0, die=2),
            draws=("1", "6"),
            others=("take 1",),
        ),
    )
)

PRESENTATION = Presentation(lesson=LESSON)
