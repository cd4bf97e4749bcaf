"""A table on the network with a person at the screen and a bot on the other side, over real links."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from p2pgame.cli.remote.bots import Bots
from p2pgame.cli.remote.hosted import Terms
from p2pgame.cli.remote.who import Me
from p2pgame.cli.tui.app import Full
from p2pgame.cli.tui.screens.lobby import LobbyScreen
from p2pgame.cli.tui.screens.table import TableScreen
from p2pgame.cli.tui.stories.network import host
from p2pgame.engine.games import load
from p2pgame.p2p.seated import Keeping
from p2pgame.protocol.keys import SEED_BYTES, Identity

from .piloting import SMALLEST, Playing


def hosting(folder: Path, bots: int, auto: str | None = None) -> Full:
    """A program that hosts Tink for two on loopback."""
    me = Me(Identity(os.urandom(SEED_BYTES)), "Ada", Keeping(folder))
    terms = Terms(load("tink"), {}, 2, Bots(bots, "random"), False, 0, "127.0.0.1", auto, 60, announced=False)
    return Full(lambda app: host(app, me, terms))


def test_the_lobby_shows_the_code_and_who_is_here(tmp_path: Path) -> None:
    """And `q` leaves it; the exit code says that nothing was played."""

    async def run() -> Full:
        app = hosting(tmp_path, bots=0)
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, LobbyScreen) and "Ada (you)" in playing.text())
            screen = app.screen
            assert isinstance(screen, LobbyScreen)
            assert screen.lobby.code is not None
            assert f"Code: {screen.lobby.code}" in playing.text()
            assert "█" in playing.text(), "the code is large as well"
            assert "free: whoever comes gets it" in playing.text()
            assert "1 seat is free; you are not ready yet" in playing.text()
            await playing.press("r")
            await playing.until(lambda: "✓ Ada (you)" in playing.text())
            assert "r ready" not in playing.text()
            await playing.press("q")
            await playing.until(lambda: app.return_value is not None)
        return app

    assert asyncio.run(run()).return_value == 3


def test_a_seated_bot_begins_the_table_and_a_move_is_signed(tmp_path: Path) -> None:
    """The fairness line tells of the first draw; the panel names both players; leaving keeps the log."""

    async def run() -> Full:
        app = hosting(tmp_path, bots=1)
        async with app.run_test(size=(100, 40)) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, TableScreen))
            screen = await playing.asked()
            assert "draw 1: 2 of 2 parts checked" in playing.text()
            step = screen.table.step
            await playing.press("enter")
            await playing.until(lambda: screen.table.step > step)
            await playing.press("v")
            assert "Who is who" in playing.text()
            assert "direct link" in playing.text()
            await playing.press("escape")
            await playing.press("q", "y")
            await playing.until(lambda: app.return_value is not None)
        await app._end_visits()
        return app

    assert asyncio.run(run()).return_value == 3
    assert len(list(tmp_path.glob("*.p2plog"))) == 1


def test_a_bot_may_play_the_seat_to_the_end(tmp_path: Path) -> None:
    """`--auto`: the person looks on, the score sheet comes up, and `c` verifies the log."""

    async def run() -> None:
        app = hosting(tmp_path, bots=1, auto="greedy")
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: "The game is over" in playing.text())
            await playing.press("c")
            await playing.until(lambda: "The log is fair and intact" in playing.text())

    asyncio.run(run())


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody needs to follow."""
    monkeypatch.setattr("p2pgame.cli.tui.net.front.BOT_PAUSE", 0.0)
