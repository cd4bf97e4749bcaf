"""One game of a match, from its number alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Chance, Over, Result, Secret, Turn, Window
from p2pgame.engine.play import step

from ..games.session import Left
from ..saves.saved import lines_of
from .match import Finished, Match
from .players import Player, player
from .program import Fault


class OtherRules(Exception):
    """This machine has another version of the game's rules than the match."""


def play(match: Match, number: int) -> Finished:
    """Play the game. The seed and the number decide bots and chance; programs decide for themselves.

    A seat whose player has a fault leaves the game, which continues without it by the rules of the game.

    Raises:
        OtherRules: the game has other rules here.
    """
    if match.game.rules != match.rules:
        raise OtherRules(f"{match.game.id} has rules {match.game.rules} here, not {match.rules}")
    rng = random.Random(f"{match.seed}/{number}")  # noqa: S311 - repeatable, not secret
    seated = match.seated(number)
    first: Any = match.game.begin(match.seats, match.options)
    with ExitStack() as opened:
        players = [opened.enter_context(player(match.bots[entrant], match.patience)) for entrant in seated]
        history, result = _played(match.game, first, players, rng)
    return Finished(
        number=number,
        seats=seated,
        steps=len(history),
        winners=result.winners,
        scores=result.scores,
        reason=result.reason,
        faults=tuple((seated[event.seat], event.why) for _, event in history if isinstance(event, Failed)),
        log=tuple(lines_of(match.game, first, history)) if match.logged else (),
    )


@dataclass(frozen=True, slots=True)
class Failed(Left):
    """The seat leaves, because its player has a fault."""

    why: str


History = list[tuple[Any, Event[Any] | Left]]


def _played(game: AnyGame, state: Any, players: Sequence[Player], rng: random.Random) -> tuple[History, Result]:
    """Each state with its event, and the end of the game."""
    history: History = []
    while True:
        event = _answer(game, state, players, rng)
        if isinstance(event, Over):
            return history, event.result
        history.append((state, event))
        state = game.drop(state, event.seat) if isinstance(event, Left) else step(game, state, event)


def _answer(game: AnyGame, state: Any, players: Sequence[Player], rng: random.Random) -> Event[Any] | Failed | Over:
    """The answer to the waiting step; `Failed` for a seat that gives none, `Over` at the end."""

    def chosen(seat: int) -> Any:
        try:
            return players[seat].choose(game, state, seat, rng)
        except Fault as fault:
            raise _NoMove(Failed(seat, str(fault))) from fault

    pending = game.pending(state)
    try:
        match pending:
            case Chance() as chance:
                return Drawn(rng.randrange(chance.bound))
            case Turn(seat):
                return Played(seat, chosen(seat))
            case Secret(seats) | Window(seats):
                return Answered(tuple(map(chosen, seats)))
            case Over():
                return pending
    except _NoMove as none:
        return none.failed


class _NoMove(Exception):
    def __init__(self, failed: Failed) -> None:
        self.failed = failed
