"""The effect of a move, found by making it: whether it is legal, and the squares and facts that change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from p2pgame.engine import play
from p2pgame.engine.errors import IllegalMove, NotAMove
from p2pgame.engine.events import Answered, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Over, Pending, Secret, Turn, Window
from p2pgame.engine.picture import Board, Mark, Picture
from p2pgame.engine.squares import Square


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a move before it is made."""

    move: Any = None
    refusal: str = ""
    """Why it is illegal; empty if it is legal."""
    after: Picture | None = None
    """The table after it, with the others passing or making their first legal move."""
    over: bool = False
    """Whether the game ends with it."""

    @property
    def legal(self) -> bool:
        """Whether it is legal."""
        return not self.refusal


def preview(game: AnyGame, state: Any, seat: int, text: str) -> Preview:
    """The effect of a move in notation by a seat that is asked."""
    try:
        move = game.parse(text)
        game.check(state, seat, move)
    except NotAMove:
        return Preview(refusal="not a whole move yet")
    except IllegalMove as refusal:
        return Preview(refusal=str(refusal))
    event = _alone(game, state, seat, move)
    if event is None:
        return Preview(move)
    after = play.step(game, state, event)
    return Preview(move, after=game.picture(after), over=isinstance(game.pending(after), Over))


def _alone(game: AnyGame, state: Any, seat: int, move: Any) -> Event[Any] | None:
    """The move as an event; if others answer as well, each with its first legal move."""
    pending: Pending = game.pending(state)
    match pending:
        case Turn():
            return Played(seat, move)
        case Secret(seats) | Window(seats):
            return Answered(tuple(move if each == seat else next(game.legal(state, each)) for each in seats))
        case _:
            return None


def changed(before: Board, after: Board) -> Iterator[Square]:
    """The squares that look different; not those of things that lay there and have won now."""
    return (square for square in before.squares() if not _alike(before.at(square), after.at(square)))


def _alike(before: Mark, after: Mark) -> bool:
    return before == after or (after.won and (before.ink, before.piece) == (after.ink, after.piece))


def gains(before: Board, after: Board) -> str:
    """The facts that change, such as `rows 4 > 5, points 11 > 14`; empty without any."""
    old: Mapping[str, str] = {note.name: note.value for note in before.notes}
    new = {note.name: note.value for note in after.notes}
    changes = [f"{name} {old.get(name, '-')} → {value}" for name, value in new.items() if old.get(name) != value]
    return ", ".join(changes)
