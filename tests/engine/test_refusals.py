"""Refusals of long and odd input: one short line, even if it repeats some of it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from p2pgame.cli.games.engine_line import Interpreter
from p2pgame.engine.errors import BadOption, BadPosition, NotAMove
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.options import parse_options

from .playing import random_states

games = pytest.mark.parametrize("game", [load(name) for name in GAMES], ids=list(GAMES))

LONG = "x" * 5000
ODD: list[Any] = [LONG, [LONG], {LONG: LONG}, 10**4000, "\n" * 5000]

SENTENCE = 200
"""Characters of a refusal, at most."""

WITH_HELP = 500
"""The same where it says what a move looks like."""


def spoiled(value: Any) -> Iterator[Any]:
    """The value with each of its parts in turn made odd, and with a key or an entry too many."""
    yield from ODD
    if isinstance(value, dict):
        yield value | {LONG: 1}
        parts = list(value.items())
    elif isinstance(value, list):
        parts = list(enumerate(value))[:1]
    else:
        return
    for key, part in parts:
        for odd in spoiled(part):
            copy = value.copy()
            copy[key] = odd
            yield copy


def is_short(text: str, most: int) -> bool:
    """Whether it is one line of at most that many characters."""
    return 0 < len(text) <= most and text.isprintable()


def positions(game: AnyGame) -> Iterator[Any]:
    """Of a game of two, an early position of each kind of step."""
    found: dict[Any, Any] = {}
    for state in islice(random_states(game, 2, {}, random.Random(1)), 40):
        position = game.position(state)
        found.setdefault(position.get("phase", position.get("waiting")), position)
    yield from found.values()


def why(game: AnyGame, position: Any) -> str | None:
    """Why the position is refused; None if it is not."""
    try:
        game.from_position(position)
    except BadPosition as refusal:
        return str(refusal)
    return None


@games
def test_a_refused_position_is_one_short_line(game: AnyGame) -> None:
    """For each part that may be odd."""
    refusals = [refused for position in positions(game) for odd in spoiled(position) if (refused := why(game, odd))]
    assert len(refusals) > 60
    assert [refusal[:1000] for refusal in refusals if not is_short(refusal, SENTENCE)] == []


@games
def test_a_refused_move_or_option_is_one_short_line(game: AnyGame) -> None:
    """By itself, and with the beginning of something known."""
    for text in (LONG, f"pass{LONG}", f"use 5 s0 t{LONG}", f"bid {LONG}", f"L1@{LONG}", "\n"):
        with pytest.raises(NotAMove) as refusal:
            game.parse(text)
        assert is_short(str(refusal.value), WITH_HELP)
    for words in ([LONG], [f"{LONG}=1"], *([f"{option.name}={LONG}"] for option in game.options)):
        with pytest.raises(BadOption) as refused:
            parse_options(game.options, words)
        assert is_short(str(refused.value), SENTENCE)


@games
@pytest.mark.parametrize(
    "line",
    [
        "position " + "[" * 100_000,
        "position " + "[" * 985 + "]" * 985,
        "position " + "9" * 100_000,
        f"position {json.dumps(LONG)}",
        f"position {LONG}",
        f"draw ={LONG}",
        f"play 0 {LONG}",
        f"new 2 {LONG}=1",
        f"new {LONG}",
        LONG,
    ],
    ids=lambda line: line[:14],
)
def test_a_refused_command_is_one_short_line(game: AnyGame, line: str) -> None:
    """For any text; no internal error is shown."""
    interpreter = Interpreter(game)
    interpreter.answer("new 2")
    answer = json.loads(interpreter.answer(line))
    assert answer["ok"] is False
    assert is_short(answer["message"], WITH_HELP)
    assert "recursion" not in answer["message"]
    assert "sys." not in answer["message"]
