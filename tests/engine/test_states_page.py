"""`spec/games/states.md` spells states as the engine does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from p2pgame.engine.canon import encode
from p2pgame.engine.games import load
from p2pgame.engine.games.te_trix.moves import Arrange
from p2pgame.engine.games.te_trix.sheet import Sheet
from p2pgame.engine.games.te_trix.state import State as TeTrixState
from p2pgame.engine.games.ten.state import Payment, Player, Sale
from p2pgame.engine.games.ten.state import State as TenState
from p2pgame.engine.games.tentricks.state import Board, Put, Setup, Use
from p2pgame.engine.games.tentricks.state import State as TentricksState
from p2pgame.engine.games.tetris.state import Card, Tower
from p2pgame.engine.games.tetris.state import State as TetrisState
from p2pgame.engine.games.tink.state import State as TinkState
from p2pgame.engine.games.tink.state import Stones

PAGE = (Path(__file__).parents[2] / "spec" / "games" / "states.md").read_text("utf-8")

RECORDS: dict[str, tuple[type, ...]] = {
    "Tink": (TinkState, Stones),
    "Te-Trix": (TeTrixState, Sheet, Arrange),
    "TEN": (TenState, Player, Sale, Payment),
    "Tetris": (TetrisState, Tower, Card),
    "Tentricks": (TentricksState, Setup, Board, Put, Use),
}
"""Game to the records in its states, in the order of the page."""


def shown(title: str) -> list[tuple[str, list[str]]]:
    """Of each record of a game on the page: its name and its fields, in order."""
    section = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    text = next(part for part in section if part.startswith(f"{title}\n"))
    tables = re.findall(r"^\| field of (\w+) \| value \|\n\|---\|---\|\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [(name, re.findall(r"^\| (\w+) \|", lines, re.MULTILINE)) for name, lines in tables]


def names(record: type) -> list[str]:
    """The fields of a record, in the order in which they are spelled."""
    return list(record.__annotations__)


@pytest.mark.parametrize("title", RECORDS)
def test_the_fields_of_each_record_stand_in_order(title: str) -> None:
    """So that another program finds the same bytes."""
    assert shown(title) == [(record.__name__, names(record)) for record in RECORDS[title]]


@pytest.mark.parametrize("game", ["tink", "te-trix", "ten", "tetris", "tentricks"])
def test_the_hashes_of_the_first_states(game: str) -> None:
    """With two seats and the default options."""
    assert f"| {game} | `{load(game).hash(load(game).begin(2)).hex()}` |" in PAGE


def test_the_example_of_a_state() -> None:
    """Its bytes are those of Tink at the start."""
    line = next(line for line in PAGE.splitlines() if line.startswith("    97 92"))
    assert bytes.fromhex(line) == encode(load("tink").begin(2))
