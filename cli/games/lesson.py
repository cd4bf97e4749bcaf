"""A lesson as data: a guided first game in scenes, with prepared draws. A game brings one with its presentation.

    LESSON = Lesson((
        Scene(
            (
                Look("Four small stones in a row win."),
                Task("The first stone is a small one.", "Move it with the arrows, then `enter`.", "s@d4", anything),
                Look("Well done."),
            ),
            draws=("0",),
        ),
    ))

The learner has seat 0. A lesson knows no rules: the engine decides whether a move is legal. A task hopes for one move,
and accepts each legal move that fulfils its aim. Words in `backquotes` stand like that on the screen, or may be typed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from p2pgame.engine.options import Options

LEARNER = 0
"""The seat of the learner."""

OTHERS = ("Max", "Ida", "Leo", "Mia")
"""The names of the other seats."""

Aim = Callable[[Any, str, Any], bool]
"""(state before, legal move in notation, state after) to whether the move does what the task is about."""


ALL = 1_000
"""Steps of the others and of chance that come before something is read: all until the learner is asked."""


@dataclass(frozen=True, slots=True)
class Look:
    """A sentence to read, after which the learner continues."""

    say: str
    after: int = 0
    """The number of events of other seats and of chance that come first; fewer if the learner is asked before."""
    typed: str = ""
    """The sentence for a person who types, if `say` is about keys; empty if the sentence is the same."""


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do."""

    say: str
    """The reason for the task, in a sentence."""
    do: str
    """The thing to do, with the keys of the screen; a person who types is shown the hoped move in its place."""
    hope: str
    """The hoped move in notation. It is an example, and fulfils the aim."""
    aim: Aim | None = None
    """The aim. With None, only the hoped move fulfils it."""
    miss: str = "That is legal, but this step is about another move."
    """The sentence for a legal move that misses the aim. Such a move is not made."""

    def accepts(self, before: Any, move: str, after: Any) -> bool:
        """Whether a legal move fulfils the aim."""
        return move == self.hope if self.aim is None else self.aim(before, move, after)


Step = Look | Task


@dataclass(frozen=True, slots=True)
class Scene:
    """A part of a lesson, with a table of its own; its last step is to be read, so that the last move is seen."""

    steps: tuple[Step, ...]
    table: Callable[[Any], Any] | None = None
    """Makes its first state out of that of a new game. With None it begins a new game."""
    seats: int = 2
    options: Options = field(default_factory=dict)
    draws: tuple[str, ...] = ()
    """The outcomes of chance, in order. An outcome that cannot come yet waits; the first possible one comes then."""
    others: tuple[str, ...] = ()
    """The answers of the other seats, in order; the default move comes in place of one that is not legal."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The scenes of one game."""

    scenes: tuple[Scene, ...]

    @property
    def steps(self) -> int:
        """The number of all steps."""
        return sum(len(scene.steps) for scene in self.scenes)


def anything(_before: Any, _move: str, _after: Any) -> bool:
    """The aim that each legal move fulfils."""
    return True
