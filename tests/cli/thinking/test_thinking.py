"""Bots that think in a process of their own."""

from __future__ import annotations

import io
import json
import random
import sys
from itertools import count
from types import SimpleNamespace

import pytest
from p2pgame.cli.thinking import program
from p2pgame.cli.thinking.apart import Apart, bot_of
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


def looks_at_the_clock(monkeypatch: pytest.MonkeyPatch, apart: float) -> int:
    """How often a hard bot looks at the clock during a decision, if the looks are that many seconds apart."""
    game, state = begun("tink")
    seat = asked(game.pending(state))[0]
    clock = count(0, apart)
    question = {"game": game.id, "position": game.position(state), "seat": seat, "level": "hard", "seed": 1, "also": []}
    monkeypatch.setattr(program, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(question)))
    program.main()
    return round(next(clock) / apart)


def test_a_level_takes_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is the test's own: a decision ends at the first look after its time, and would take more looks."""
    apart = program.SECONDS["hard"] / 4
    assert looks_at_the_clock(monkeypatch, apart) == 1 + 4
    assert looks_at_the_clock(monkeypatch, apart / 4) > 1 + 4


def test_quick_levels_have_no_process() -> None:
    """They are the engine's own; the others decide apart."""
    assert all(bot_of(level) is BOTS[level] for level in BOTS if level not in SEARCHERS)
    assert all(isinstance(bot_of(level), Apart) for level in SEARCHERS)
