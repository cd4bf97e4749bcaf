"""Effect tokens of Tentricks used on the whole screen, by somebody who has not read the rules."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from p2pgame.cli.games.session import Session
from p2pgame.cli.games.tentricks.effects import DOES
from p2pgame.cli.profile import person
from p2pgame.cli.screen.widgets.board import BoardView
from p2pgame.cli.table.local import LocalTable
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load

from ...engine.games.tentricks_tables import board, table
from ..unwrapped import unwrapped
from .piloting import Playing, played


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own settings are touched."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    person.play_as("default")


def at(*boards: dict[str, Any], **keys: Any) -> LocalTable:
    """A table in a position, with a person in seat 0."""
    session: Session[Any, Any] = Session(load("tentricks"), table(*boards, **keys).state)
    bots = dict.fromkeys(range(1, len(boards)), BOTS["normal"])
    return LocalTable(session, bots, random.Random(1), called=("Ann",))


def test_a_swap_is_picked_by_questions_and_the_others_board_is_looked_at() -> None:
    """Where a piece of theirs is picked, theirs is the large board, and the cursor stands on it."""
    mine = board("AAAA......", "BBBB.CCCC.", tokens=[4])
    game = at(mine, board("A.CCC", "AABB", "ABB"), board("AA", "AA"), phase="start")

    async def test(playing: Playing) -> None:
        screen = playing.table
        large = screen.query_one(BoardView)
        assert "Your turn begins. Reveal a card, or use a token first." in playing.text()
        assert f"4 swap: {DOES['4'][:12]}" in playing.text()
        await playing.press("u")
        assert "Swap: which of your pieces do you give away?" in playing.text()
        assert "I4 on a2" in playing.text()
        assert large.board is not None
        assert large.board.seat == 0
        await playing.press("enter")
        assert "Swap: with which player?" in playing.text()
        await playing.press("enter")
        assert "Swap: which of Max's pieces do you want in exchange?" in playing.text()
        assert large.board.seat == 1
        cursors = [square for square in large.board.squares() if large.board.at(square).ink == "cursor"]
        assert screen.spelled == f"use 4 a2 s1 {'abcdefghij'[cursors[0][0]]}{cursors[0][1] + 1}"
        assert len(cursors) == 1
        await playing.press("enter")
        await playing.until(
            lambda: any("swap: exchange your I4 on a2 for " in line.text for line in screen.table.lines)
        )

    played(game, test)


def test_a_token_of_another_player_is_shown_before_it_may_be_cancelled() -> None:
    """Its effect, and its target."""
    stack = [{"seat": 1, "move": "use 5 s0 t7"}]
    hand: dict[str, Any] = {"phase": "react", "hand": "T4", "hand_from": "card"}
    game = at(board(tokens=[6, 7]), board(), stack=stack, **hand)

    async def test(playing: Playing) -> None:
        shown = unwrapped(playing.text())
        assert "Max uses token 5, take: your token 7 (remove). Cancel it, or pass." in shown
        await playing.press("u")
        assert "token 6, cancel: Max's token 5 (take) has no effect" in unwrapped(playing.text())

    played(game, test)


def test_the_effect_of_a_token_is_shown_in_full_if_there_is_room() -> None:
    """In two lines at 80 columns."""
    mine = board("AAAA......", "BBBB.CCCC.", tokens=[4])
    game = at(mine, board("A.CCC", "AABB", "ABB"), board("AA", "AA"), phase="start")

    async def test(playing: Playing) -> None:
        await playing.press("u", "enter", "enter")
        shown = unwrapped(playing.text())
        assert "for Max's T4 on a1; both are placed again" in shown

    played(game, test)


def test_another_players_board_shows_none_of_ones_own_options() -> None:
    """A piece is steered there; the tokens and the lock are that seat's."""
    theirs = board(tokens=[2], lock=1)
    hand: dict[str, Any] = {"phase": "place", "hand": "T4", "hand_from": "card", "steer": 0, "active": 1}
    game = at(board(tokens=[7]), theirs, **hand)

    async def test(playing: Playing) -> None:
        shown = unwrapped(playing.text())
        assert "anywhere on Max's board; beyond the limit bar, Max is out." in shown
        assert "lock:" not in shown
        assert "take another player" not in shown

    played(game, test)
