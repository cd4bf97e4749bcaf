"""`p2pgame replay --analyse`: the moves that lost most."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from p2pgame.cli.system.exits import ExitCode
from p2pgame.cli.thinking.analysis import MARKED, Decision, decisions, describe_loss, losses
from p2pgame.cli.thinking.worker import Weighed
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.events import Answered, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.play import step

from ..running import call
from ..screen.logged import log_of

TINK = load("tink")


def steps_of(game: AnyGame) -> list[tuple[int, Any, Any]]:
    """A game of normal bots: numbers, states and events."""
    rng, state, steps = random.Random(1), game.begin(2), list[tuple[int, Any, Any]]()
    while (event := answer(game, state, [BOTS["normal"]] * 2, rng)) is not None:
        steps.append((len(steps) + 1, state, event))
        state = step(game, state, event)
    return steps


@pytest.mark.parametrize("name", GAMES)
def test_each_choice_in_a_game_is_a_decision(name: str) -> None:
    """In order; without draws and forced moves."""
    game = load(name)
    steps = steps_of(game)
    made = list(decisions(game, steps))
    moves = {(number, type(event)) for number, _, event in steps}
    assert all((each.step, Played) in moves or (each.step, Answered) in moves for each in made)
    assert [each.step for each in made] == sorted(each.step for each in made)
    for each in made:
        game.check(each.state, each.seat, game.parse(each.move))


def test_the_worst_are_marked_in_the_order_of_play() -> None:
    """A move as good as the best is never among them; of many only the worst few are."""
    made = list(decisions(TINK, steps_of(TINK)))
    assert len(made) > MARKED + 2

    def weigh(game: AnyGame, state: Any, seat: int, move: str) -> Sequence[Weighed]:
        lost = next(number for number, each in enumerate(made) if each.state is state)
        return [Weighed("s@a1", 10), Weighed(move, 10 - lost)]

    found = losses(TINK, made, weigh)
    assert [loss.decision for loss in found] == made[-MARKED:]
    assert losses(TINK, made[:1], weigh) == []


def test_a_loss_is_shown_in_one_line() -> None:
    """The player, the better move, and the reason."""
    state = next(state for _, state, event in steps_of(TINK) if isinstance(event, Played))
    made = Decision(2, state, 0, "s@d4")
    (loss,) = losses(TINK, [made], lambda game, state, seat, move: [Weighed("s@c3", 1), Weighed(move, 0)])
    assert describe_loss(TINK, loss, ("Ann", "Bo")) == (
        "2. Ann: small stone on d4 (`s@d4`). Better: small stone on c3 (`s@c3`)."
    )


@pytest.mark.long
def test_a_log_is_analysed() -> None:
    """One line each, and no more than are marked."""
    done = call("replay", str(log_of("tink")), "--analyse")
    assert done.returncode == ExitCode.OK
    title, *lines = done.stdout.splitlines()
    assert title.startswith("Tink: ")
    assert 0 < len(lines) <= MARKED
    assert all("). Better: " in line for line in lines)


def test_analysis_allows_no_other_option() -> None:
    """A sentence says so."""
    done = call("replay", str(log_of("tink")), "--analyse", "--json")
    assert done.returncode == ExitCode.USAGE
    assert "--analyse can only be combined with --plain" in done.stderr
