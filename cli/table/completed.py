"""The steps of a network table, or of its log, in words.

Apart from `narration`, because a game on one machine needs nothing of the protocol.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from p2pgame.engine.events import Drawn
from p2pgame.engine.game import AnyGame
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.ledger import StepCompleted
from p2pgame.protocol.table.state import Dropped
from p2pgame.protocol.table.takeback import TakenBack

from ..games.session import Left, Returned
from ..words.grammar import and_list
from .narration import SCREEN, Line, Manner, Step, narrate


def step_of(before: Any, completed: StepCompleted) -> Step | None:
    """The step of a network table that began at the state `before`; None for the opening and the closing one."""
    match completed.event:
        case None:
            return None
        case Dropped(seat):
            return Step(completed.step, before, Left(seat), completed.state, voters=completed.consenting)
        case TakenBack(seat):
            return Step(completed.step, before, Returned(seat), completed.state)
        case event:
            return Step(completed.step, before, event, completed.state, completed.skipped)


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw, and how it was checked."""

    step: int
    check: str
    """Such as `draw 12: 3 of 3 parts checked`."""
    text: str
    """The outcome in words."""


class Narration:
    """Describes the steps of a network table, or of its log, one after another."""

    def __init__(
        self, game: AnyGame, state: Any, names: Sequence[str], manner: Manner = SCREEN, me: int | None = None
    ) -> None:
        """The narration begins at the `state`; `me` is the seat of the one person who reads it, if any."""
        self.state = state
        """The state after the last described step."""
        self.draws: list[Draw] = []
        self._game = game
        self._names = names
        self._manner = manner
        self._me = me

    def tell(self, completed: StepCompleted) -> list[Line]:
        """The lines about the next step; none for the opening and the closing one."""
        step, self.state = step_of(self.state, completed), completed.state
        if step is None:
            return []
        lines = narrate(self._game, step, self._names, self._manner, self._me)
        if isinstance(step.event, Drawn):
            self.draws.append(Draw(step.number, _check_of(completed, len(self.draws) + 1), lines[0].text))
        return lines

    @property
    def fairness(self) -> str:
        """How the last draw was checked; empty before the first."""
        return self.draws[-1].check if self.draws else ""


def _check_of(completed: StepCompleted, number: int) -> str:
    """`draw 12: 3 of 3 parts checked`: every part was, or the step would have been refused. A draw without parts was
    made by one machine."""
    if not completed.inputs:
        return f"draw {number}: by one machine"
    parts = sum(given.kind is InputKind.SHARE for given in completed.inputs)
    return f"draw {number}: {parts} of {parts} parts checked"


def describe_closing(completed: StepCompleted, names: Sequence[str]) -> str:
    """The seats that signed the end, in the last step of a log."""
    return f"The end is signed by {and_list([names[given.seat] for given in completed.inputs])}."
