"""Bots that think in a process of their own."""

from __future__ import annotations

import random
import time

import pytest
from p2pgame.cli.thinking.apart import Apart, bot_of
from p2pgame.cli.thinking.program import SECONDS
from p2pgame.engine.bots import BOTS, SEARCHERS
from p2pgame.engine.games import GAMES
from p2pgame.engine.pending import asked

from ...engine.bots.playing import begun


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_apart_makes_a_legal_move(name: str) -> None:
    """In the first position of each game in which somebody chooses."""
    game, state = begun(name)
    seat = asked(game.pending(state))[0]
    game.check(state, seat, Apart("hard").choose(game, state, seat, random.Random(1)))


def test_it_weighs_the_moves_that_are_asked_about() -> None:
    """Also one that it would not look at."""
    game, state = begun("tink")
    seat = asked(game.pending(state))[0]
    weighed = Apart("hard").weigh(game, state, seat, random.Random(1), also=["s@c3", "s@f6"])
    assert {"s@c3", "s@f6"} <= {move for move, _ in weighed}


def test_a_level_takes_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second for `hard`, and the time to start."""
    game, state = begun("tentricks")
    seat = asked(game.pending(state))[0]
    bot = Apart("hard")
    bot.weigh(game, state, seat, random.Random(1))
    began = time.monotonic()
    bot.weigh(game, state, seat, random.Random(1))
    assert time.monotonic() - began < SECONDS["hard"] + 2


def test_quick_levels_have_no_process() -> None:
    """They are the engine's own; the others decide apart."""
    assert all(bot_of(level) is BOTS[level] for level in BOTS if level not in SEARCHERS)
    assert all(isinstance(bot_of(level), Apart) for level in SEARCHERS)
