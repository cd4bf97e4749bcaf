"""The example at the head of each page of `spec/games/` runs as it is written."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from p2pgame.cli.games.engine_line import Interpreter
from p2pgame.engine.games import GAMES, load

PAGES = Path(__file__).parents[3] / "spec" / "games"

_COMMAND = re.compile(r"^    > (.+?)(?:  .*)?$", re.MULTILINE)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_example_at_the_head_of_a_page_runs(game_id: str) -> None:
    """Each command is answered without a refusal."""
    commands = _COMMAND.findall((PAGES / f"{game_id}.md").read_text("utf-8").split("\n## ")[0])
    assert commands[0].startswith("new ")
    assert len(commands) > 3
    interpreter = Interpreter(load(game_id))
    for command in commands:
        answer = json.loads(interpreter.answer(command))
        assert answer["ok"], f"{command}: {answer}"
