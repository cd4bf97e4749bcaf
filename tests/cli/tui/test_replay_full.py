"""Logs looked at on the whole screen, and written for a browser."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from p2pgame.cli.main import app as command
from p2pgame.cli.tui.app import Full
from p2pgame.cli.tui.screens.replay import ReplayScreen
from p2pgame.cli.tui.stories.replay import replay

from .logged import log_of, replay_of
from .piloting import SMALLEST, Playing


def looked_at(path: Path, test: Callable[[Playing, ReplayScreen], Awaitable[None]]) -> Full:
    """Run a test with a log on the screen."""

    async def run() -> Full:
        app = Full(lambda app: replay(app, replay_of(path), path))
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, ReplayScreen))
            assert isinstance(app.screen, ReplayScreen)
            await test(playing, app.screen)
        return app

    return asyncio.run(run())


def test_arrows_step_and_home_and_end_jump() -> None:
    """Through the frames of the log, not beyond."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        last = len(screen.played.frames) - 1
        await playing.press("right", "right")
        assert screen.played.at == 2
        await playing.press("left")
        assert screen.played.at == 1
        await playing.press("end", "right")
        assert screen.played.at == last
        await playing.press("home", "left")
        assert screen.played.at == 0

    looked_at(log_of("tink"), test)


def test_a_step_is_gone_to_by_its_number() -> None:
    """`go 5`, as the log numbers it."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        screen.obey("go 5")
        await playing.press("l")
        assert screen.table.step == 5

    looked_at(log_of("tink"), test)


def test_space_plays_on_and_stops() -> None:
    """Faster after `+`."""

    async def test(playing: Playing, screen: ReplayScreen) -> None:
        await playing.press("plus", "plus", "space")  # slow enough not to come to the end meanwhile
        await playing.until(lambda: screen.played.at >= 2)
        await playing.press("space")
        assert "paused" in playing.text()

    looked_at(log_of("tink"), test)


def test_the_score_sheet_is_at_the_end() -> None:
    """And the exit code says that the log was closed."""

    async def test(playing: Playing, _screen: ReplayScreen) -> None:
        await playing.press("end", "e")
        assert "The game is over" in playing.text()
        await playing.press("escape", "q")

    assert looked_at(log_of("tink"), test).return_value == 0


@pytest.mark.parametrize("game_id", ["tink", "te-trix"])
def test_the_page_has_every_step_and_needs_nothing_else(game_id: str, tmp_path: Path) -> None:
    """All frames are data in it; it names no other file and no address."""
    path, page = log_of(game_id), tmp_path / "game.html"
    result = CliRunner().invoke(command, ["replay", str(path), "--html", str(page)])
    assert result.exit_code == 0
    text = page.read_text("utf-8")
    found = re.search(r"const log = (\{.*\});", text)
    assert found is not None
    data = json.loads(found[1])
    assert [frame["step"] for frame in data["frames"]][1:] == sorted({frame["step"] for frame in data["frames"][1:]})
    assert data["ending"].startswith("The game is over")
    assert not re.search(r"https?://|src=|href=", text)


def test_a_position_is_drawn(tmp_path: Path) -> None:
    """Well-formed, with a square for each of the board."""
    drawing = tmp_path / "game.svg"
    result = CliRunner().invoke(command, ["replay", str(log_of("tink")), "--svg", str(drawing), "--at", "3"])
    assert result.exit_code == 0
    root = ElementTree.parse(drawing).getroot()  # noqa: S314 - we wrote it
    assert len(root.findall("{http://www.w3.org/2000/svg}rect")) >= 64
