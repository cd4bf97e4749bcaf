"""Why a move is good, in words of its game."""

from __future__ import annotations

import random
import re

import pytest
from p2pgame.cli.games.reasons import reason
from p2pgame.cli.table.hints import describe_hint
from p2pgame.cli.table.view import View
from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.events import Answered, Drawn, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import asked
from p2pgame.engine.play import step

NAMES = ("Ann", "Bo", "Cy")

TINK = load("tink")


def tink(*moves: str) -> object:
    """A table of two after those moves, seat 0 first."""
    state = step(TINK, TINK.begin(2), Drawn(0))
    for number, move in enumerate(moves):
        state = step(TINK, state, Played(number % 2, TINK.parse(move)))
    return state


@pytest.mark.parametrize(
    ("moves", "move", "why"),
    [
        (("s@c3", "s@a8", "s@d3", "s@b8", "s@e3", "s@h1"), "s@f3", "completes four in a row"),
        (("s@c3", "s@a8", "s@d3"), "s@b8", ""),
        (
            ("s@c3", "s@a8", "s@d3", "s@b8"),
            "s@e3",
            "threatens to complete a row on b3 and f3; the other side can stop only one",
        ),
        (("s@c3", "s@a8", "s@d3", "s@b8", "s@e3"), "s@f3", "stops three in a row of Ann"),
    ],
)
def test_in_tink_lines_are_the_reason(moves: tuple[str, ...], move: str, why: str) -> None:
    """Completed, threatened or stopped."""
    assert reason(TINK, tink(*moves), len(moves) % 2, TINK.parse(move), NAMES) == why


def test_in_tetris_rows_and_holes_are() -> None:
    """The first piece lies flat, or stands over nothing."""
    game = load("tetris")
    up = game.parse("up")
    state = game.begin(2)
    for event in (Drawn(0), Answered((up, up)), Drawn(0)):
        state = step(game, state, event)
    assert reason(game, state, 0, game.parse("I0@a"), NAMES) == "leaves no hole"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_no_reason_counts_to_nothing_or_calls_much_little(name: str, seed: int) -> None:
    """Such as "keeps 0 rows free", or "busts with only 35 of the 53 cards left"."""
    game: AnyGame = load(name)
    rng, state = random.Random(seed), game.begin(2)
    easy, told = BOTS["easy"], list[str]()
    while (event := answer(game, state, [easy] * 2, rng)) is not None:
        for seat in asked(game.pending(state)):
            told += [reason(game, state, seat, easy.choose(game, state, seat, rng), NAMES)]
        state = step(game, state, event)
    assert [why for why in told if re.search(r"\b0 \w|only \d+ of", why)] == []


@pytest.mark.parametrize("name", GAMES)
def test_each_move_of_a_game_can_be_shown(name: str) -> None:
    """A reason is the end of a sentence at every position."""
    game: AnyGame = load(name)
    rng, state, told = random.Random(2), game.begin(3), set[str]()
    while (event := answer(game, state, [BOTS["normal"]] * 3, rng)) is not None:
        for seat in asked(game.pending(state)):
            move = BOTS["normal"].choose(game, state, seat, rng)
            why = reason(game, state, seat, move, NAMES)
            told.add(why)
            sentence = describe_hint(View(game, state, seat, (seat,), NAMES, rng), game.format(move))
            assert sentence.startswith("The hard bot would play: ")
            assert f"`{game.format(move)}`" in sentence
            assert sentence.endswith(f"{why}.")
        state = step(game, state, event)
    assert len(told) > 4
