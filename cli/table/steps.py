"""Steps of a network table in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.protocol.table.ledger import StepCompleted
from p2pgame.protocol.table.state import Dropped
from p2pgame.protocol.wire.errors import SeatError

from ..games.session import Left
from ..words.grammar import and_list
from .telling import followed, told


def step_told(
    game: AnyGame, before: Any, happened: StepCompleted, names: Sequence[str], notation: bool = False
) -> str | None:
    """The news that a completed step brought to the state `before`, with the spelling of moves if `notation`.

    None for the opening and the closing step.
    """
    match happened.event:
        case None:
            return None
        case Dropped(seat):
            voters = and_list([names[voter] for voter in happened.consenting])
            line = f"{told(game, before, Left(seat), names)} Voted out by {voters}."
        case event:
            line = told(game, before, event, names, happened.skipped, notation)
    consequence = followed(game, before, happened.state, names)
    return line if consequence is None else f"{line}\n{consequence}"


def proven_told(error: SeatError, names: Sequence[str]) -> str:
    """That a seat has been found out, and what follows."""
    return f"{error.sentence}. The log has the proof, and nobody needs to wait for {names[error.seat]} any more."
