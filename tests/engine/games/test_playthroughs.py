"""Golden playthroughs: the games of `goldens` are played as they are written down in `golden/`."""

from __future__ import annotations

import pytest
from p2pgame.engine.games import load

from .goldens import GOLDENS, Golden
from .playthrough import FOLDER, path_of, playthrough

ALL = [
    pytest.param(game_id, name, golden, id=name) for game_id, table in GOLDENS.items() for name, golden in table.items()
]


@pytest.mark.parametrize(("game_id", "name", "golden"), ALL)
def test_a_golden_game_is_played_as_written(game_id: str, name: str, golden: Golden) -> None:
    """If a change is meant: `python -m tests.engine.games.playthrough --write`, raise `rules`, read the diff."""
    assert playthrough(load(game_id), golden) == path_of(name).read_text("utf-8")


def test_no_golden_text_is_left_over() -> None:
    """Each file belongs to an entry of the table."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == {name for table in GOLDENS.values() for name in table}
