"""The story of a game in words: its moves, its draws, and the changes by the rules.

A local game, a table on the network and a log describe their steps by these functions alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Chance, asked

from ..games import presentation_of
from ..games.session import Left, Returned, label_of
from ..words.addressing import YOU, addressed, does, whom
from ..words.grammar import and_list

Kind: TypeAlias = Literal["move", "draw", "chat", "own", "news"]
"""Kinds of lines; `own` is chat of the person at this screen."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something that happened, in words."""

    text: str
    kind: Kind = "news"
    step: int | None = None
    """The step of the event."""


@dataclass(frozen=True, slots=True)
class Manner:
    """The style of a table's story, and the form of commands there."""

    notation: bool = False
    """Whether moves are spelled behind their words, for people who type them."""
    command: str = ":"
    """Typed before each command."""
    levels: bool = False
    """Whether bots are called with their level each time."""


SCREEN = Manner()
LINES = Manner(notation=True, command="", levels=True)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game on any medium."""

    number: int
    before: Any
    event: Event[Any] | Left | Returned
    after: Any
    late: tuple[int, ...] = ()
    """The seats whose time was up, so that the default move was made."""
    voters: tuple[int, ...] = ()
    """The seats that voted somebody out."""


def narrate(
    game: AnyGame, step: Step, names: Sequence[str], manner: Manner = SCREEN, me: int | None = None
) -> list[Line]:
    """The lines about a step: first the event, then the changes that the rules made.

    `me` is the seat of the one person that the lines are for: that person is called `You`.
    """
    names = addressed(names, me)
    text = describe_event(game, step.before, step.event, names, step.late, manner.notation)
    if step.voters:
        text += f" Voted out by {and_list([whom(names[seat]) for seat in step.voters])}."
    kind: Kind = "draw" if isinstance(step.event, Drawn) else "move"
    is_back = isinstance(step.event, Returned)  # the rules changed nothing then
    consequence = None if is_back else describe_consequence(game, step.before, step.after, names)
    lines = [Line(line, kind, step.number) for line in text.split("\n")]
    return lines + [Line(line, "news", step.number) for line in (consequence or "").split("\n") if line]


def describe_event(
    game: AnyGame,
    before: Any,
    event: Event[Any] | Left | Returned,
    names: Sequence[str],
    late: Collection[int] = (),
    notation: bool = False,
) -> str:
    """One line for each effect of an event on a state.

    `before` is the state that the event answered; `late` are the seats whose default move it was. With `notation`,
    moves are spelled behind their words.
    """
    pending = game.pending(before)
    match event, pending:
        case Played(seat, move), _:
            return _moves(game, before, {seat: move}, names, late, notation)
        case Answered(moves), _:
            answers = dict(zip(asked(pending), moves, strict=True))
            return _moves(game, before, answers, names, late, notation)
        case Drawn(value), Chance() as chance:
            return presentation_of(game).phrases.drawn(before, label_of(chance, value), names)
        case Left(seat), _:
            return f"{does(names[seat], 'have')} left the game."
        case Returned(seat), _:
            return f"{does(names[seat], 'take')} {'your' if names[seat] == YOU else 'the'} move back."
        case _:
            raise TypeError(f"{type(event).__name__} does not answer {type(pending).__name__}")


def describe_consequence(game: AnyGame, before: Any, after: Any, names: Sequence[str]) -> str | None:
    """Changes that the rules made between two states, such as JEN's decisions in TEN; None without any."""
    return presentation_of(game).phrases.follows(before, after, names)


def _moves(
    game: AnyGame,
    before: Any,
    moves: Mapping[int, Any],
    names: Sequence[str],
    late: Collection[int],
    notation: bool,
) -> str:
    """A line for each seat: its move in words, and whether it counts."""
    phrases = presentation_of(game).phrases
    spelled = {seat: game.format(move) for seat, move in moves.items()}
    lapsed = phrases.lapsed(before, spelled)

    def words(seat: int, move: str) -> str:
        described = phrases.describe(before, seat, move, names)
        return f"{described} ({move})" if notation and move not in described else described

    return "\n".join(
        f"{names[seat]}{' ran out of time' if seat in late else ''}: {words(seat, move)}"
        f"{_LAPSED if seat in lapsed else ''}"
        for seat, move in spelled.items()
    )


_LAPSED = ", too late: it has no effect and costs nothing"
